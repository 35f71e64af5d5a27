"""Answers given ahead in the browser: a gift before the turn, and lines that are prepared on the board."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Window
from tests.browser.house import violations
from tests.browser.play import my_move
from tests.browser.test_people import POST

PEOPLE = [{"kind": "me", "name": "Mia"}, {"kind": "open"}]


def begin(mia: Page, ben: Page, game: str, **more: Any) -> str:
    """A game of two over days."""
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
