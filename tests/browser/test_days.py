"""Tables over days in the browser: choosing them, the days left, my games, and the way to the next one."""

from datetime import date, timedelta

from playwright.sync_api import Page, expect

from tests.browser.conftest import Window
from tests.browser.house import settled, violations
from tests.browser.play import my_move
from tests.browser.test_people import POST

PEOPLE = [{"kind": "me", "name": "Mia"}, {"kind": "open"}]


def begin(mia: Page, ben: Page) -> str:
    """A game of hat_stairs over days in which Mia must act."""
    wish = {"game": "hat_stairs", "players": 2, "seats": PEOPLE, "pace": {"days": 3}}
    code = str(mia.evaluate(POST, ["tables", wish])["code"])
    ben.evaluate(POST, [f"tables/{code}/sit", {"seat": 1, "name": "Ben"}])
    mia.evaluate(POST, [f"tables/{code}/start", {}])
    return code


def test_a_host_chooses_how_many_days_a_move_may_take(window: Window) -> None:
    page = window("phone").go("/hat_stairs")
    page.get_by_text("More options").click()
    page.locator("select.time").select_option(label="7 days for each move.")
    page.locator("select.late").select_option(label="Out of time: the game waits.")
    assert not violations(page)
    page.get_by_role("button", name="Make a table").click()
    expect(page.get_by_text("7 days for each move. Out of time: the game waits.")).to_be_visible()


def test_my_games_lead_from_one_to_the_next(window: Window) -> None:
    mia, ben = window(), window()
    codes = [begin(mia.arrive(), ben.arrive()) for _ in range(2)]
    page = mia.go("/")
    expect(page).to_have_title("(2) Hatbox")
    waiting = page.locator(".mine a.btn--accent")
    expect(waiting).to_have_count(2)
    assert not violations(page)
    waiting.first.click()
    page.wait_for_url(f"**/t/{codes[0]}")
    expect(page.locator(".clk")).to_have_text("3 days")
    my_move(page)
    page.locator('[data-spot="stone-1"]').click()
    my_move(page)
    page.locator(".btn--go").first.click()
    expect(page.locator(".next")).to_be_visible()
    assert not violations(page)
    page.keyboard.press("n")
    page.wait_for_url(f"**/t/{codes[1]}")
    page = mia.go("/")
    expect(page).to_have_title("(1) Hatbox")
    expect(page.get_by_role("heading", name="The others are thinking")).to_be_visible()


def test_two_people_agree_on_a_pause_and_go_on(window: Window) -> None:
    mia, ben = window("phone"), window()
    code = begin(mia.arrive(), ben.arrive())
    page, other = mia.go(f"/t/{code}"), ben.go(f"/t/{code}")
    my_move(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Ask for a pause").click()
    expect(page.get_by_text("You asked for a pause.")).to_be_visible()
    expect(other.get_by_text("Mia would like a pause.")).to_be_visible()
    assert not violations(other)
    other.get_by_role("button", name="Yes, a pause").press("Enter")
    for one in (page, other):
        expect(one.get_by_text("Paused: no clock is running.")).to_be_visible()
        expect(one.locator(".clk")).to_have_count(0)
    expect(other.get_by_text("The game is paused.").first).to_be_attached()
    assert not violations(page)
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".clk")).to_have_text("3 days")
    expect(other.get_by_text("The pause is over.").first).to_be_attached()


def test_the_table_says_when_who_is_to_move_was_last_here(window: Window) -> None:
    mia, ben = window(), window("phone")
    code = begin(mia.arrive(), ben.arrive())
    mia.go(f"/t/{code}")
    page = ben.go(f"/t/{code}")
    expect(page.get_by_text("Last seen")).to_have_count(0)
    mia.go("/about")
    expect(page.get_by_text("It’s Mia’s turn. Last seen today.")).to_be_visible()


def test_who_goes_away_says_so_and_comes_back_early(window: Window) -> None:
    mia, ben = window("phone"), window()
    code = begin(mia.arrive(), ben.arrive())
    other = ben.go(f"/t/{code}")
    page = mia.go("/")
    page.get_by_role("link", name="When I am away").click()
    page.wait_for_url("**/settings#vacation")
    panel = page.locator("#vacation")
    first = panel.get_by_label("First day")
    last = panel.get_by_label("Last day")
    today = date.fromisoformat(first.input_value())
    last.fill((today + timedelta(days=20)).isoformat())
    panel.get_by_role("button", name="Take these days").press("Enter")
    expect(panel.get_by_text("That would be more than 14 days in a year.")).to_be_visible()
    mia.errors.clear()  # the browser itself logs that the request was refused
    last.fill((today + timedelta(days=2)).isoformat())
    panel.get_by_role("button", name="Take these days").press("Enter")
    expect(panel.get_by_text("You are away until")).to_be_visible()
    expect(panel.get_by_text("11 days left")).to_be_visible()
    assert not violations(page)
    expect(other.get_by_text("It’s Mia’s turn. Away until")).to_be_visible()
    expect(other.locator(".clk")).not_to_have_text("3 days")
    assert not violations(other)
    panel.get_by_role("button", name="I’m back").click()
    expect(panel.get_by_text("13 days left")).to_be_visible()
    expect(other.get_by_text("Away until")).to_have_count(0)


def test_my_games_show_their_positions_while_they_are_on_the_screen(window: Window) -> None:
    mia, ben = window("phone"), window()
    first = begin(mia.arrive(), ben.arrive())
    page = mia.go(f"/t/{first}")
    my_move(page)
    page.locator('[data-spot="stone-1"]').click()
    my_move(page)
    for _ in range(11):
        begin(mia.page, ben.page)
    page = mia.go("/")
    shown = page.locator(".thumb svg.b")
    expect(shown.first).to_be_visible()
    settled(page)
    assert 0 < shown.count() < page.locator(".thumb").count() == 12
    assert page.locator(".thumb[inert][aria-hidden=true]").count() == 12
    assert not violations(page)
    page.locator(f'.mine a[href="/t/{first}"]').scroll_into_view_if_needed()
    position = page.locator(f'.mine a[href="/t/{first}"] .thumb svg.b')
    expect(position).to_be_visible()
    position.click(force=True)  # the picture is part of the link
    page.wait_for_url(f"**/t/{first}")
