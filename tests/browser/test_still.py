"""Board and hand stay in place while a player chooses: through previews, refusals and everyone's moves."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Window
from tests.browser.play import BOT, YOUR_MOVE, at_table, make_table, my_move, press_first

WINDOWS = ((360, 640), (740, 360), (1366, 768))
DECISIONS = 6
PEOPLE = ("Mia", "Ben", "Cleo", "Dan", "Eva", "Finn")
# Every frame: where board and hand are, in whole pixels.
WATCH = """() => {
  const places = window.places = new Set()
  const box = what => {
    const at = document.querySelector(what)?.getBoundingClientRect()
    return at ? [at.x, at.y, at.width, at.height].map(Math.round).join(' ') : 'none'
  }
  const look = () => {
    if (window.places !== places || document.querySelector('.end')) return
    places.add(`board ${box('#board')} · hand ${box('.hand')}`)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}"""
IMPOSSIBLE = (
    "svg.b .target:not(.possible), .hand .card[aria-disabled=true], .action .row .btn[aria-disabled=true]"
)


def choose(page: Page) -> None:
    """Preview a choice, try something impossible, then do something possible."""
    page.locator(f"svg.b .possible, .hand .card.possible, {YOUR_MOVE} .row .btn").first.focus()
    wrong = page.locator(IMPOSSIBLE)
    if wrong.count():
        wrong.first.dispatch_event("click")
        page.wait_for_selector("html[data-ready]", state="attached")
    press_first(page, ".action .btn--go, .hand .card.possible, svg.b .possible, .action .btn:not(.undo)")


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("hat_stairs", 4),
        ("vanished_animal", 4),
        ("great_hall", 4),
        ("magic_hexagon", 4),
        ("catch_the_hat", 6),
    ],
)
def test_board_and_hand_never_move_while_somebody_chooses(window: Window, game: str, players: int) -> None:
    page = window().arrive()
    seats = [{"kind": "me", "name": "Mia"}, *[{**BOT, "name": name} for name in PEOPLE[1:players]]]
    page.goto(at_table(page, make_table(page, game, seats)))
    page.wait_for_selector("svg.b")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        assert my_move(page)
        page.evaluate(WATCH)
        for _ in range(DECISIONS):
            if not my_move(page):
                return
            choose(page)
        my_move(page)
        places = page.evaluate("[...window.places]")
        assert len(places) == 1, f"{width}×{height}: {places}"
