"""Magic Hexagon in a real browser: choosing a hat, a place and a value, collections, hypnosis."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Window
from tests.browser.from_home import start_by_keys
from tests.browser.house import violations
from tests.browser.play import (
    END,
    at_table,
    my_move,
    play_by_mouse,
    press_first,
    quick_table,
    start_against_bots,
)

GAME = "magic_hexagon"
FITS = "document.documentElement.scrollHeight <= innerHeight && document.body.scrollWidth <= innerWidth"
HAT = 'svg.b [data-spot^="hat-"].possible'
CELL = 'svg.b [data-spot^="cell-"].possible'
NEXT_PRESS = f"{CELL}, .action .btn--go, {HAT}"
ONE_TAB_STOP = "document.querySelectorAll('svg.b [tabindex=\"0\"]').length"
TOLD_MORE = "told => document.querySelector('.told').innerText !== told || document.querySelector('.end')"


def open_table(page: Page, **options: object) -> None:
    """A table against a bot, at my first decision."""
    page.goto(at_table(page, quick_table(page, GAME, **options)))
    page.wait_for_selector("svg.b")
    my_move(page)


def play(page: Page, presses: int = 500) -> bool:
    """Press a target, or the filled button, or a hat, until the game ends; True if it did."""
    return bool(page.evaluate(PRESS_ON, [NEXT_PRESS, presses]))


FREE_HAT = ".hatb:not([aria-disabled=true])"
# In the page, to save round trips.
PRESS_ON = """([choices, presses]) => new Promise(done => {
  const press = () => {
    if (document.querySelector('.end')) return done(true)
    if (!presses) return done(false)
    const found = choices.split(', ').map(one => document.querySelector(one)).find(Boolean)
    if (found && document.querySelector('html[data-ready] .action:not(.action--wait)')) {
      presses--
      found.dispatchEvent(new MouseEvent('click', {bubbles: true}))
    }
    setTimeout(press, 10)
  }
  press()
})"""


def play_to_a_hat(page: Page) -> None:
    """Finish what was started, such as the choice of a value, until a hat is to be chosen."""
    while my_move(page) and not page.locator(FREE_HAT).count():
        play(page, 1)


def choose_a_hat(page: Page) -> None:
    """Pick up the first hat that can be moved."""
    page.locator(FREE_HAT).first.click()
    page.wait_for_selector(CELL)


def test_by_mouse_from_the_home_page_to_the_end(window: Window) -> None:
    page = window().go("/")
    page.locator('article:has(a[href="/magic_hexagon"]) .btn--accent').click()
    page.wait_for_selector("svg.b")
    my_move(page)
    for _ in range(6):  # with a real mouse
        press_first(page, f"{CELL}, .action .btn--go, {HAT}")
        my_move(page)
    assert play(page)
    assert page.locator(".end tbody tr").count() >= 2
    assert page.locator(".end th").all_inner_texts()[1:] == ["Discs", "Power stones", "Points"]


def test_with_the_keyboard_only_from_the_home_page_to_the_end(window: Window) -> None:
    page = window().go("/")
    start_by_keys(page, GAME, longest="first_stuck", steps=-1)
    for _ in range(200):
        if not my_move(page):
            break
        assert page.evaluate(ONE_TAB_STOP) == 1
        page.locator('svg.b [tabindex="0"]').focus()
        page.keyboard.press("Enter")  # a hat, a target, or the same target once more
    assert page.locator(END).count() == 1
    assert "cannot collect any more" in page.locator(".log").inner_text()


def test_arrows_walk_along_what_is_possible(window: Window) -> None:
    page = window().arrive()
    open_table(page, hypnosis=False)
    page.locator(HAT).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(CELL)
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
        seen.add(page.evaluate("document.activeElement.dataset.spot"))
        assert page.evaluate("document.activeElement.matches('.possible')")
    assert len(seen) > 1
    assert page.locator(".preview .way").count() > 0 or page.locator(HAT + ":focus").count() == 1


def test_a_forbidden_place_says_which_rule(window: Window) -> None:
    page = window().arrive()
    open_table(page, hypnosis=False)
    choose_a_hat(page)
    page.locator('svg.b [data-spot^="cell-"]:not(.possible)').first.click(force=True)
    text = page.locator(".refusal").inner_text()
    assert "MH-" in text and "{" not in text
    page.keyboard.press("Escape")
    assert page.locator(".refusal").count() == 0


def test_a_target_is_named_with_what_it_brings(window: Window) -> None:
    page = window().arrive()
    open_table(page, hypnosis=False)
    choose_a_hat(page)
    name = page.locator(CELL).first.get_attribute("aria-label") or ""
    assert re.search(r"hat to field \d+: .* · \d ingredients? \(\w+.*1 point", name), name


def test_a_finger_looks_before_it_plays_and_can_come_closer(window: Window) -> None:
    page = window("phone").arrive()
    open_table(page, hypnosis=False)
    assert page.evaluate(FITS)
    choose_a_hat(page)
    story = page.locator(".log").inner_text()
    page.locator(CELL).first.tap()
    page.wait_for_selector(".action .btn--go")
    assert page.locator(".log").inner_text() == story and page.evaluate(FITS)
    small = page.locator('[data-spot="cell-45"] .touch').bounding_box()
    page.get_by_role("button", name="Zoom in").tap()
    large = page.locator('[data-spot="cell-45"] .touch').bounding_box()
    assert small and large and large["width"] >= 44 > small["width"]
    page.get_by_role("button", name="Whole board").tap()
    page.locator(".action .btn--go").tap()
    page.wait_for_function("told => document.querySelector('.log').innerText !== told", arg=story)
    for _ in range(3):
        my_move(page)
        assert page.evaluate(FITS)
        play(page, 1)


def test_a_hat_can_be_dragged(window: Window) -> None:
    page = window().arrive()
    open_table(page, hypnosis=False, first_round_limit=False)
    story = page.locator(".log").inner_text()
    page.locator(HAT).first.click()
    hat = page.locator(HAT).first.bounding_box()
    cell = page.locator(CELL).first.bounding_box()
    assert hat and cell
    page.mouse.move(hat["x"] + hat["width"] / 2, hat["y"] + hat["height"] / 2)
    page.mouse.down()
    page.mouse.move(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2, steps=6)
    page.mouse.up()
    if page.locator(".action .group").count():  # two values: the card asks
        page.locator(".action .btn--go").click()
    page.wait_for_function("told => document.querySelector('.log').innerText !== told", arg=story)


def test_collections_open_from_the_panels_and_nothing_is_hard_to_read(window: Window) -> None:
    page = window().arrive()
    open_table(page, hypnosis=False)
    play(page, 12)
    play_to_a_hat(page)
    choose_a_hat(page)
    assert violations(page) == []
    page.get_by_role("button", name="Collection: Mia").click()
    page.wait_for_selector(".collection")
    assert "for power stones make" in page.locator(".collection").inner_text()
    assert violations(page) == []
    page.keyboard.press("Escape")
    assert page.locator(".collection").count() == 0


def test_the_standing_answer_is_always_in_reach_and_kept_by_the_table(window: Window) -> None:
    page = window().arrive()
    open_table(page)
    expect(page.get_by_role("radio", name="once")).to_be_checked()
    page.get_by_role("radio", name="every time").click()
    expect(page.get_by_role("radio", name="every time")).to_be_checked()
    page.reload()
    expect(page.get_by_role("radio", name="every time")).to_be_checked()


def play_to_the_question(page: Page) -> bool:
    """Play until there is a question about hypnosis; False if the game has ended without one."""
    while my_move(page):
        if page.get_by_role("button", name="Do not hypnotise").count():
            return True
        play(page, 1)
    return False


@pytest.mark.rule("MH-60")
@pytest.mark.parametrize("place", ["page", "server"])
def test_who_never_touches_the_switch_is_asked_once_and_told_what_it_is(window: Window, place: str) -> None:
    page = window().go("/")
    if place == "server":
        open_table(page)
    else:
        start_against_bots(page, GAME)
    assert play_to_the_question(page)
    assert "Your card works once in the whole game" in page.locator(".action").inner_text()
    assert page.locator(".log").inner_text().count("collects") >= 2, "not before everybody has moved"
    page.get_by_role("button", name="Do not hypnotise").click()
    expect(page.get_by_role("radio", name="never")).to_be_checked()
    assert not play_to_the_question(page)


def test_text_mode_plays_some_moves(window: Window) -> None:
    page = window().go("/settings")
    page.get_by_role("switch", name="Text mode").click()
    page.goto(at_table(page, quick_table(page, GAME, hypnosis=False)))
    for _ in range(6):
        page.wait_for_selector(".opts")
        before = page.locator(".told").inner_text()
        page.keyboard.press("1")
        page.wait_for_function(TOLD_MORE, arg=before)
    words = page.locator("main").inner_text()
    assert "Row 1, fields 0 to 5" in words and "Red hat on field" in words and "_" not in words


def test_one_looks_back_while_the_game_goes_on(window: Window) -> None:
    page = window().arrive()
    open_table(page)
    play(page, 6)
    assert my_move(page)
    now = page.locator("main.board svg.b").last.inner_html()
    page.evaluate("document.activeElement.blur()")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".action.past")
    assert page.locator("svg.b .possible").count() == 0, "nothing is played in the past"
    page.locator(".log .jump").first.click()
    back = page.get_by_role("button", name="Step back")
    while back.is_enabled():
        back.click()
    assert page.locator(".action.past").count() == 1, "there is nothing before the first position"
    page.get_by_role("button", name="Back to the game").click()
    page.wait_for_selector(".action:not(.past)")
    my_move(page)
    assert page.locator("main.board svg.b").last.inner_html() == now


def test_what_people_should_remember_is_not_shown_again(window: Window) -> None:
    page = window().go("/")
    start_against_bots(page, "hat_stairs")
    play_by_mouse(page, 2)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".action.past, .log .jump").count() == 0
