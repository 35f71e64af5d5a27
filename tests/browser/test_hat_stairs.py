"""Hat Stairs in a real browser, from the home page to the end."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.conftest import Window
from tests.browser.house import Visitor, free_port, serving, settled
from tests.browser.play import (
    END,
    STORY_WENT_ON,
    YOUR_MOVE,
    at_table,
    my_move,
    play_by_keyboard,
    play_by_mouse,
    press_by_keyboard,
    press_first,
    quick_table,
    start_against_bots,
    start_by_keyboard,
    tap_first,
)

FITS = "document.documentElement.scrollHeight <= innerHeight && document.body.scrollWidth <= innerWidth"
WATCH_THE_RED_ONE = """() => {
  const figure = [...document.querySelectorAll('g.figure')].find(g => g.querySelector('[href="#apprentice-red"]'))
  window.seen = []
  new MutationObserver(() => window.seen.push(figure.style.transform)).observe(figure, {attributeFilter: ['style']})
}"""
TOLD_MORE = "told => document.querySelector('.told').innerText !== told || document.querySelector('.end')"


def test_by_mouse_from_the_home_page_to_the_end(window: Window) -> None:
    page = window().go("/")
    start_against_bots(page)
    assert play_by_mouse(page)
    assert page.locator(".end tr.win").count() == 1
    page.locator(".end .more").click()
    page.get_by_role("button", name="Check the dice").click()
    page.wait_for_selector("text=Everything matches")


def test_two_clicks_lead_to_the_first_decision(window: Window) -> None:
    page = window().go("/")
    start_against_bots(page)  # one
    my_move(page)
    page.locator("svg.b .possible").first.click()  # two
    page.wait_for_selector(".log li.now")


def test_with_the_keyboard_only_from_the_home_page_to_the_end_and_again(window: Window) -> None:
    page = window().go("/")
    start_by_keyboard(page)
    assert play_by_keyboard(page)
    first = page.url
    press_by_keyboard(page, ".end .btn--accent")
    page.wait_for_url(lambda url: url != first and "/t/" in url)


def test_arrows_walk_along_the_stones_and_enter_turns_one(window: Window) -> None:
    page = window().arrive()
    page.goto(at_table(page, quick_table(page)))
    my_move(page)
    page.locator('[data-spot="stone-1"]').focus()
    for key, spot in (("ArrowRight", 2), ("ArrowDown", 5), ("ArrowLeft", 4)):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.spot") == f"stone-{spot}"
    page.keyboard.press("Enter")
    page.wait_for_selector('[aria-label^="Stone 4, shows"]')


def test_keys_stay_at_the_move_from_decision_to_decision(window: Window) -> None:
    page = window().arrive()
    page.goto(at_table(page, quick_table(page)))
    my_move(page)
    page.locator('[data-spot="stone-1"]').focus()
    for _ in range(6):
        before = page.locator(".log").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_function(STORY_WENT_ON, arg=before)
        if not my_move(page):
            return
        page.wait_for_function("document.activeElement.matches('svg.b .possible')")


def test_on_a_phone_the_board_stays_in_view(window: Window) -> None:
    page = window("phone").arrive()
    page.goto(at_table(page, quick_table(page, steps=8, hat_step=4)))
    page.wait_for_selector("svg.b")
    for _ in range(6):
        if not my_move(page):
            break
        assert page.evaluate(FITS)
        tap_first(page, "svg.b .possible, .action .btn--go")
    assert play_by_mouse(page)


def test_a_forbidden_move_says_which_rule(window: Window) -> None:
    page = window().arrive()
    page.goto(at_table(page, quick_table(page)))
    my_move(page)
    press_first(page, "svg.b .possible")
    page.wait_for_selector(f"{YOUR_MOVE} .row")
    page.locator(".action .btn[aria-disabled=true]").click(force=True)
    settled(page)
    assert "HS-14" in page.locator(".refusal").inner_text()
    page.keyboard.press("Escape")
    assert page.locator(".refusal").count() == 0


def test_a_reload_in_the_middle_loses_nothing(window: Window) -> None:
    page = window().go("/")
    start_against_bots(page)
    play_by_mouse(page, 5)
    assert my_move(page)
    before = page.locator(".players").inner_text()
    page.reload()
    my_move(page)
    assert page.locator(".players").inner_text() == before
    assert page.locator(".log li").count() > 3
    assert play_by_mouse(page, 3) in (True, False)


def test_a_lost_server_comes_back_by_itself(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port=port) as address:
        visitor = Visitor(browser, address)
        page = visitor.arrive()
        page.goto(at_table(page, quick_table(page)))
        play_by_mouse(page, 3)
        my_move(page)
    page.wait_for_selector(".conn--wait")
    page.wait_for_selector(".banner >> text=Connection lost")
    lines = page.locator(".log li").count()
    page.locator("svg.b .possible").first.click()  # sent as soon as there is a connection
    page.wait_for_selector("text=Sending your move…")
    with serving(tmp_path, port=port):
        page.wait_for_selector(".conn:not(.conn--wait)")
        my_move(page)
        assert page.locator(".log li").count() > lines
        play_by_mouse(page, 2)
        visitor.errors = [error for error in visitor.errors if "WebSocket" not in error]
        visitor.close()


def test_text_mode_plays_to_the_end(window: Window) -> None:
    page = window().go("/settings")
    page.get_by_role("switch", name="Text mode").click()
    page.goto(at_table(page, quick_table(page, steps=8, hat_step=4)))
    for _ in range(400):
        page.wait_for_selector(f".opts, {END}")
        if page.locator(END).count():
            return
        before = page.locator(".told").inner_text()
        page.keyboard.press("1")
        page.wait_for_function(TOLD_MORE, arg=before)
    raise AssertionError("the game did not end")


def test_the_log_keeps_no_values_without_the_memory_aid(window: Window) -> None:
    page = window().arrive()
    page.goto(at_table(page, quick_table(page)))
    my_move(page)
    page.locator('[data-spot="stone-2"]').click()
    page.wait_for_selector(".log li.now")
    assert page.locator(".log li.now use").get_attribute("href") == "#stone-back"


def test_hot_seat_without_secrets_needs_no_handing_over(window: Window) -> None:
    page = window().go("/hat_stairs")
    page.get_by_role("button", name="All on one device").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("svg.b")
    seen = set()
    for _ in range(8):
        assert my_move(page)
        seen.add(page.locator(".action b").first.inner_text())
        press_first(page, "svg.b .possible")
    assert len(seen) > 2 and page.locator(".hand-over").count() == 0


def test_moves_are_told_step_by_step_and_a_tap_skips(window: Window) -> None:
    page = window(calm=False).arrive()
    page.goto(at_table(page, quick_table(page)))
    my_move(page)
    page.evaluate(WATCH_THE_RED_ONE)
    places: set[str] = set()
    while len(places) < 3:  # a stone with one or two dots shows too little
        page.evaluate("window.seen = []")
        page.locator("svg.b .possible").first.click()
        assert my_move(page), "no move of the whole game was told step by step"
        places = set(page.evaluate("window.seen"))
    page.locator("svg.b .possible").first.click()
    page.wait_for_selector(".action:not(.action--wait) .row")
    page.locator("svg.b .possible").first.click()
    page.locator("main.board").click(position={"x": 300, "y": 60})
    my_move(page)
