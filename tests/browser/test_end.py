"""How a game ends: first a look at the board, then the result with what to do next."""

from playwright.sync_api import expect

from tests.browser.conftest import Window
from tests.browser.play import at_table, finished_table, play_by_mouse, quick_table

LOOK = 1_900  # milliseconds; timers of the page are rounded
NOTE = """() => {
  window.at = {}
  const note = () => {
    if (document.querySelector('.action p')?.innerText === 'Game over') window.at.over ??= performance.now()
    if (document.querySelector('.end')) window.at.end ??= performance.now()
  }
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true, characterData: true})
}"""


def test_the_board_is_seen_before_the_result(window: Window) -> None:
    page = window().arrive()
    page.goto(at_table(page, quick_table(page, steps=8, hat_step=4)))
    page.wait_for_selector("svg.b")
    page.evaluate(NOTE)
    assert play_by_mouse(page)
    assert page.evaluate("window.at.end - window.at.over") >= LOOK


def test_the_result_has_my_row_headings_three_buttons_and_a_menu(window: Window) -> None:
    page = window().arrive()
    page.goto(at_table(page, finished_table(page, "catch_the_hat", roll_cap=20)))
    page.wait_for_selector(".end")
    assert page.locator(".end tr:has(.you)").count() == 1
    assert page.locator(".end th").all_inner_texts()[1:] == ["At home", "In towers", "caught"]
    assert page.locator(".end .row .btn:not(.more)").count() == 3
    page.locator(".end .more").click()
    expect(page.get_by_role("button", name="Check the dice")).to_be_visible()


def test_no_dice_are_checked_where_there_are_none(window: Window) -> None:
    page = window().arrive()
    page.goto(at_table(page, finished_table(page, "vanished_animal", wins_needed=1)))
    page.locator(".end .more").click()
    expect(page.get_by_role("button", name="Share")).to_be_visible()
    assert page.get_by_role("button", name="Check the dice").count() == 0
