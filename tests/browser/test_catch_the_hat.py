"""Catch the Hat in a real browser: mouse, keyboard, phone, words; both sides of the board."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Window
from tests.browser.from_home import start_by_keys, start_by_mouse, tab_to
from tests.browser.house import READY, settled, violations
from tests.browser.play import (
    ROLL,
    YOUR_MOVE,
    at_table,
    my_move,
    play_by_mouse,
    press_first,
    quick_table,
)

GAME = "catch_the_hat"
POSSIBLE = "svg.b .possible"
FIELDS = {4: 81, 6: 73}
A_MOVE = ".possible, .action .btn--go"
CHANGED = "told => document.querySelector('#app').innerText !== told"  # choosing a hat is not in the log


def quick(page: Page, **options: object) -> None:
    """A short game against a bot, open on the screen."""
    code = quick_table(page, GAME, **options)
    page.goto(at_table(page, code))
    page.wait_for_selector("svg.b")


def free_goal(page: Page) -> str:
    """The name of a possible field; the only hat has already been chosen."""
    expect(page.locator(POSSIBLE).first).to_be_visible()
    page.wait_for_function("document.querySelector('svg.b .sel, svg.b .lifted')")
    return page.locator(POSSIBLE).first.get_attribute("data-spot") or ""


def enter(page: Page) -> None:
    """With keys alone: Tab to something possible, unless the focus is already there, and Enter."""
    tab_to(page, A_MOVE)
    before = page.locator("#app").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_function(CHANGED, arg=before)


def test_by_mouse_from_the_home_page_to_the_end_of_twenty_rolls(window: Window) -> None:
    page = window().go()
    start_by_mouse(page, GAME, longest="1000000", chosen="20")
    assert my_move(page)
    assert page.locator("svg.b [tabindex='0']").count() == 1
    assert play_by_mouse(page, 60)
    expect(page.locator(".end .why")).to_contain_text("After 20 rolls the game stops.")
    assert page.locator(".end tbody tr").count() == 2


def test_hats_that_can_be_chosen_have_the_letters_of_their_buttons(window: Window) -> None:
    page = window().arrive()
    quick(page, golden=True, six_again="off")
    for _ in range(8):
        assert my_move(page)
        if page.locator(".action .btn--s").count() > 1:
            break
        press_first(page, POSSIBLE)
    letters = page.locator("svg.b .tag").all_text_contents()
    assert letters == [text.split(" · ")[0] for text in page.locator(".action .btn--s").all_inner_texts()]
    assert letters[:2] == ["A", "B"]
    page.locator(".action .btn--s").nth(1).hover()
    expect(page.locator("svg.b circle.sel")).to_be_visible()


def test_by_keyboard_from_the_home_page_to_the_end_of_ten_rolls(window: Window) -> None:
    page = window().go()
    start_by_keys(page, GAME, longest="1000000", steps=4)
    turns = 0
    while my_move(page):
        enter(page)
        turns += 1
    assert turns >= 5
    expect(page.locator(".end .why")).to_contain_text("After 10 rolls the game stops.")


def test_six_homes_and_no_violations(window: Window) -> None:
    page = window(dark=True).arrive()
    quick(page, board=6)
    assert my_move(page)
    assert page.locator("svg.b [data-spot^=field]").count() == FIELDS[6]
    assert violations(page) == []


def test_refusals_name_the_rule(window: Window) -> None:
    page = window().arrive()
    quick(page)
    assert my_move(page)
    assert page.locator("svg.b [data-spot^=field]").count() == FIELDS[4]
    free_goal(page)
    page.locator("[data-spot='field-30']").click(force=True)
    expect(page.locator(".refusal")).to_contain_text("CH-06")
    page.locator("[data-spot='field-79']").click(force=True)
    expect(page.locator(".refusal")).to_contain_text("CH-25")
    assert violations(page) == []


def test_a_look_shows_the_way_and_a_drag_goes_it(window: Window) -> None:
    page = window().arrive()
    quick(page, six_again="off")
    assert my_move(page)
    goal = free_goal(page)
    page.locator(f"[data-spot='{goal}']").hover()
    expect(page.locator("svg.b .way")).to_be_visible()
    home = page.locator("[data-spot='field-77']").bounding_box()
    there = page.locator(f"[data-spot='{goal}'] .touch").first.bounding_box()
    assert home and there
    page.mouse.move(home["x"] + home["width"] / 2, home["y"] + home["height"] / 2)
    page.mouse.down()
    page.mouse.move(home["x"] + home["width"], home["y"], steps=3)
    page.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator(".log")).to_contain_text("Mia brings out a new hat.")


def test_on_a_phone_the_board_stays_and_taps_count(window: Window) -> None:
    page = window(size="phone").arrive()
    quick(page, six_again="off")
    assert my_move(page)
    goal = free_goal(page)
    box = page.locator("svg.b").bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] < 844
    there = page.locator(f"[data-spot='{goal}'] .touch").first.bounding_box()
    assert there
    page.touchscreen.tap(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2)
    expect(page.locator("svg.b .way")).to_be_visible()  # the first tap shows the path, the button plays it
    expect(page.locator(".log")).not_to_contain_text("Mia brings out a new hat.")
    page.locator(".action .btn--go").tap()
    expect(page.locator(".log")).to_contain_text("Mia brings out a new hat.")


def test_in_words(window: Window) -> None:
    page = window(language="de").arrive()
    page.evaluate("localStorage.setItem('hatbox.settings', JSON.stringify({textMode: true}))")
    code = quick_table(page, GAME, six_again="off")
    page.goto(at_table(page, code))
    for _ in range(3):
        page.wait_for_selector(".opts button")
        before = page.locator("#app").inner_text()
        page.locator(".opts button").first.click()
        page.wait_for_function(CHANGED, arg=before)
    assert not re.search(r"golden_field|captives|\{", page.locator("main").inner_text())
    assert violations(page) == []


def test_players_roll_their_own_die(window: Window) -> None:
    """The first die is there from the start, the next ones come with others' moves: all are mine to roll."""
    page = window("phone").arrive()
    quick(page, six_again="off")
    for _ in range(2):
        while not settled(page).locator(ROLL).count():
            press_first(page, f"{POSSIBLE}, .action .btn--go")
            page.wait_for_selector(f"{READY} {YOUR_MOVE}")
        assert page.locator("svg.b .blank").count() == 1, "nobody knows what it will be"
        assert page.locator(".action .opts, .undo").count() == 0
        page.locator('[data-spot="die"]').click()
        page.wait_for_selector(f"{READY} {YOUR_MOVE}:not(:has(.roll))")
        assert page.locator("svg.b .blank").count() == 0
