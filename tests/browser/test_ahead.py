"""Answers given in advance in the browser: a gift before the turn, and lines that are prepared on the board."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Window
from tests.browser.house import settled, violations
from tests.browser.play import my_move
from tests.browser.test_people import POST

# Presses of the player who really moves, until the turn is over.
PRESS_UNTIL_WAIT = """() => new Promise(done => {
  const choices = ['svg.b [data-spot^="cell-"].possible', '.action .btn.pick', '.action .btn--go',
    'svg.b [data-spot^="hat-"].possible']
  const press = () => {
    if (document.querySelector('html[data-ready] .action--wait')) return done(true)
    const found = choices.map(one => document.querySelector(`html[data-ready] ${one}`)).find(Boolean)
    found?.dispatchEvent(new MouseEvent('click', {bubbles: true}))
    setTimeout(press, 20)
  }
  press()
})"""
PEOPLE = [{"kind": "me", "name": "Mia"}, {"kind": "open"}]


def begin(mia: Page, ben: Page, game: str, **more: Any) -> str:
    """A two-player game over days."""
    wish = {"game": game, "players": 2, "seats": PEOPLE, "pace": {"days": 3}, **more}
    code = str(mia.evaluate(POST, ["tables", wish])["code"])
    ben.evaluate(POST, [f"tables/{code}/sit", {"seat": 1, "name": "Ben"}])
    mia.evaluate(POST, [f"tables/{code}/start", {}])
    return code


def give(page: Page, card: int) -> None:
    page.locator(".hand .card").nth(card).click()
    page.locator(".action .btn--go").click()


def test_a_gift_is_chosen_before_the_turn_and_changed(window: Window) -> None:
    mia, ben = window(), window("phone")
    code = begin(mia.arrive(), ben.arrive(), "great_hall")
    first, other = mia.go(f"/t/{code}"), ben.go(f"/t/{code}")
    my_move(first)
    if first.get_by_text("You may choose now").count():
        first, other = other, first
    expect(other.get_by_text("You may choose now, before it is your turn.")).to_be_visible()
    give(other, 0)
    expect(other.locator(".hand .card.chosen")).to_have_count(1)
    expect(other.get_by_text("You can still change it.")).to_be_visible()
    assert not violations(other)
    chosen = other.locator(".hand .card.chosen").get_attribute("aria-label")
    give(other, 4)
    expect(other.locator(f'.hand .card.chosen[aria-label="{chosen}"]')).to_have_count(0)
    expect(first.get_by_text("You may choose now")).to_have_count(0)
    give(first, 0)
    for page in (first, other):
        expect(page.get_by_text("You can still change it.")).to_have_count(0)
    expect(first.get_by_text("Choose a card for")).to_have_count(0)


def test_a_gift_is_chosen_before_the_turn_in_text_mode(window: Window) -> None:
    mia, ben = window(), window()
    code = begin(mia.arrive(), ben.arrive(), "great_hall")
    pages = [mia.go(f"/t/{code}"), ben.go(f"/t/{code}")]
    my_move(pages[0])
    early = next(page for page in pages if page.get_by_text("You may choose now").count())
    early.evaluate("localStorage.setItem('hatbox.settings', JSON.stringify({textMode: true}))")
    early.reload()
    expect(early.get_by_text("You may choose now, before it is your turn.")).to_be_visible()
    early.locator(".opts button").first.press("Enter")
    expect(early.get_by_text("You can still change it.")).to_be_visible()
    assert not violations(early)


NEXT_PRESS = (
    'svg.b [data-spot^="cell-"].possible',
    ".prepare .btn.pick",
    ".prepare .btn--go:not(.keep)",
    'svg.b [data-spot^="hat-"].possible',
)


def try_turn(page: Page) -> None:
    """Play the first possible thing on the copy until it is another seat's turn."""
    said = page.locator(".prepare > p").first.inner_text()
    for _ in range(12):
        found = next(one for one in NEXT_PRESS if page.locator(one).count())
        page.locator(found).first.dispatch_event("click")
        settled(page)
        if page.locator(".prepare > p").first.inner_text() != said:
            return
    raise AssertionError("the turn does not end")


def waits_and_moves(window: Window) -> tuple[Page, Page]:
    """A game of magic_hexagon over days: the page of the waiting player, and that of the mover."""
    mia, ben = window(), window("phone")
    code = begin(mia.arrive(), ben.arrive(), "magic_hexagon")
    pages = [mia.go(f"/t/{code}"), ben.go(f"/t/{code}")]
    for page in pages:
        page.wait_for_selector("svg.b")
        settled(page)
    offers = [page.get_by_role("button", name="Prepare moves").count() for page in pages]
    assert sum(offers) == 1
    return pages[offers.index(1)], pages[offers.index(0)]


def test_moves_are_prepared_on_the_board_and_answered(window: Window) -> None:
    waits, moves = waits_and_moves(window)
    waits.get_by_role("button", name="Prepare moves").click()
    expect(waits.get_by_text("Play the move you expect, then your reply.")).to_be_visible()
    assert not violations(waits)
    try_turn(waits)
    expect(waits.get_by_text("Then I play:")).to_be_visible()
    expect(waits.get_by_role("button", name="Save this line")).to_have_count(0)
    try_turn(waits)
    waits.get_by_role("button", name="Save this line").click()
    expect(waits.locator(".lines > li")).to_have_count(1)
    assert not violations(waits)
    waits.reload()
    waits.get_by_role("button", name="1 line is prepared").click()
    expect(waits.locator(".lines > li")).to_have_count(1)
    waits.get_by_role("button", name="Done").click()
    my_move(moves)
    assert moves.evaluate(PRESS_UNTIL_WAIT)
    expect(waits.locator(".log li").nth(3)).to_be_attached()
    my_move(moves)  # the answer came by itself
    expect(waits.get_by_role("button", name="Prepare moves")).to_be_visible()


def test_a_line_is_changed_and_deleted_in_text_mode(window: Window) -> None:
    waits, _ = waits_and_moves(window)
    waits.evaluate("localStorage.setItem('hatbox.settings', JSON.stringify({textMode: true}))")
    waits.reload()
    waits.get_by_role("button", name="Prepare moves").press("Enter")
    while not waits.get_by_role("button", name="Save this line").count():
        waits.locator(".plain .opts button").first.press("Enter")
        settled(waits)
    waits.get_by_role("button", name="Save this line").press("Enter")
    expect(waits.locator(".lines > li")).to_have_count(1)
    assert not violations(waits)
    waits.get_by_role("button", name="Change").press("Enter")
    waits.get_by_role("button", name="Take back").last.press("Enter")
    waits.locator(".plain .opts button").nth(2).press("Enter")
    while not waits.get_by_role("button", name="Save this line").count():
        waits.locator(".plain .opts button").first.press("Enter")
        settled(waits)
    waits.get_by_role("button", name="Save this line").press("Enter")
    expect(waits.locator(".lines > li")).to_have_count(1)
    waits.get_by_role("button", name="Delete this line").press("Enter")
    expect(waits.locator(".lines > li")).to_have_count(0)


def test_hypnosis_is_prepared_and_taken_back(window: Window) -> None:
    waits, _ = waits_and_moves(window)
    waits.evaluate("localStorage.setItem('hatbox.settings', JSON.stringify({textMode: true}))")
    waits.reload()
    waits.get_by_role("button", name="Prepare moves").press("Enter")
    hypnosis = waits.locator(".plain .opts button").filter(has_text="Hypnotise!")
    while not hypnosis.count():
        waits.locator(".plain .opts button").first.press("Enter")
        settled(waits)
    said = waits.locator(".plain .told li").count()
    hypnosis.first.press("Enter")
    expect(waits.locator(".plain .told li")).to_have_count(said + 1)
    waits.get_by_role("button", name="Take back").last.press("Enter")
    expect(waits.locator(".plain .told li")).to_have_count(said)
    expect(waits.get_by_text("Do you want to hypnotise")).to_be_visible()
    hypnosis.last.press("Enter")
    waits.get_by_role("button", name="Save this line").press("Enter")
    expect(waits.locator(".lines li li").last).to_contain_text("Hypnotise!")
    assert not violations(waits)
