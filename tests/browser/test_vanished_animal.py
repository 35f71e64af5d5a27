"""Vanished Animal in a real browser: private looks, swaps that eyes can follow, nothing remembered for the player."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Window
from tests.browser.house import violations
from tests.browser.play import (
    END,
    YOUR_MOVE,
    at_table,
    my_move,
    play_by_keyboard,
    play_by_mouse,
    quick_table,
    start_against_bots,
    start_by_keyboard,
    tap_first,
)

GAME = "vanished_animal"
FITS = "document.documentElement.scrollHeight <= innerHeight && document.body.scrollWidth <= innerWidth"
LOOK = '[data-spot="look"]'  # closes and opens the viewer's own look
SEEN = 'svg.b [data-spot^="hat-"] [href^="#animal-"]'  # an animal under a hat, or noted beside it
TOLD_MORE = "told => document.querySelector('.told').innerText !== told || document.querySelector('.end')"
NOTE_JOURNEYS = """
  window.journeys = []
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, options) {
    if (this.matches('g.hat')) window.journeys.push({ways: frames.map(frame => frame.transform), ...options})
    return animate.call(this, frames, options)
  }
"""


def hat(page: Page, place: int) -> Any:
    """A hat of the circle."""
    return page.locator(f'[data-spot="hat-{place}"]')


def table_of(page: Page, seats: list[dict[str, str]], **options: object) -> str:
    """A table with these seats that starts at once; returns its code."""
    wish = {"game": GAME, "players": len(seats), "seats": seats, "options": options, "start": True}
    code: str = page.evaluate(
        "wish => fetch('/api/tables', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify(wish)}).then(answer => answer.json()).then(table => table.code)",
        wish,
    )
    return code


def open_table(page: Page, **options: object) -> None:
    """A table against a bot, at my first decision."""
    page.goto(at_table(page, quick_table(page, GAME, **options)))
    page.wait_for_selector("svg.b")
    assert my_move(page)


def test_by_mouse_from_the_home_page_to_the_end(window: Window) -> None:
    page = window().go("/")
    start_against_bots(page, GAME)
    assert play_by_mouse(page)
    assert page.locator(".end tr.win").count() == 1
    assert "VA-18" in page.locator(".end .why").inner_text()


def test_with_the_keyboard_only_from_the_home_page_to_the_end(window: Window) -> None:
    page = window().go("/")
    start_by_keyboard(page, GAME)
    assert my_move(page)
    assert page.locator('svg.b [tabindex="0"]').count() == 1
    assert play_by_keyboard(page)


def test_arrows_walk_round_the_circle_to_box_and_cards(window: Window) -> None:
    page = window().arrive()
    open_table(page)
    hat(page, 1).focus()
    for key, spot in (
        ("ArrowRight", "hat-2"),
        ("ArrowRight", "box"),
        ("ArrowLeft", "hat-2"),
        ("ArrowDown", "hat-3"),
        ("ArrowLeft", "hat-4"),
        ("ArrowDown", "card-dove"),
        ("ArrowRight", "card-frog"),
    ):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.spot") == spot
    page.keyboard.press("Enter")
    page.wait_for_selector(".action .btn--go >> text=Frog")
    page.keyboard.press("Escape")
    page.wait_for_selector("text=Look into a hat or name")


def test_on_a_phone_the_board_stays_in_view_and_everything_is_large_enough(window: Window) -> None:
    page = window("phone").arrive()
    open_table(page, wins_needed=1)
    sizes = page.evaluate(
        "[...document.querySelectorAll('svg.b .touch')].map(one => one.getBoundingClientRect())"
        ".map(box => Math.min(box.width, box.height))"
    )
    assert len(sizes) == 12 and min(sizes) >= 44, sizes
    for _ in range(6):
        if not my_move(page):
            break
        assert page.evaluate(FITS)
        tap_first(page, "svg.b .possible")
    assert play_by_mouse(page)


def test_a_forbidden_choice_says_which_rule(window: Window) -> None:
    page = window().arrive()
    open_table(page)
    hat(page, 2).click()
    page.wait_for_selector(LOOK)
    hat(page, 2).click(force=True)
    assert "VA-10" in page.locator(".refusal").inner_text()
    page.locator('[data-spot="card-cat"]').click(force=True)
    page.wait_for_selector(".refusal >> text=VA-08")
    page.keyboard.press("Escape")
    assert page.locator(".refusal").count() == 0


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_at_any_moment(window: Window, dark: bool) -> None:
    page = window(dark=dark).arrive()
    open_table(page)
    assert violations(page) == []
    hat(page, 3).click()
    page.wait_for_selector(LOOK)
    assert violations(page) == []
    hat(page, 5).click()
    if not my_move(page):
        return
    page.get_by_role("button", name="Name the animal").click()
    page.locator('[data-spot="card-owl"]').click()
    page.wait_for_selector(".action .btn--go")
    assert violations(page) == []


def test_a_look_stays_open_until_it_is_closed_or_the_window_loses_focus(window: Window) -> None:
    page = window().arrive()
    open_table(page)
    hat(page, 4).click()
    page.wait_for_selector(LOOK)
    assert page.locator(SEEN).count() == 1 and "In hat 4:" in page.locator(".action").inner_text()
    page.locator(LOOK).click()
    assert page.locator(SEEN).count() == 0 and "In hat 4:" not in page.locator(".action").inner_text()
    page.locator(LOOK).click()
    assert page.locator(SEEN).count() == 1
    page.evaluate("dispatchEvent(new Event('blur'))")
    page.wait_for_function("!document.querySelector('[aria-label^=\"In hat\"]')")
    assert page.locator(SEEN).count() == 0
    page.evaluate("dispatchEvent(new Event('focus'))")
    assert page.locator(SEEN).count() == 0  # another person may hold the device now
    page.locator(LOOK).click()
    assert page.locator(SEEN).count() == 1


@pytest.mark.parametrize("aid", [False, True])
def test_nothing_is_remembered_without_the_memory_aid(window: Window, aid: bool) -> None:
    page = window().arrive()
    open_table(page, track_marks=aid, expert="any_two")  # after the first swap it is still my turn
    hat(page, 1).click()
    page.wait_for_selector(LOOK)
    seen = page.locator(SEEN).get_attribute("href")
    hat(page, 3).click()
    page.wait_for_selector("text=swap two more hats")
    line = page.locator(".log").inner_text()
    assert not any(name in line for name in ("Rabbit", "Dove", "Frog", "Cat", "Mouse", "Owl"))
    if aid:
        assert hat(page, 3).locator('[href^="#animal-"]').get_attribute("href") == seen
    else:
        assert page.locator(SEEN).count() == 0


def test_only_the_one_who_looks_sees_the_animal(window: Window) -> None:
    mine, theirs = window(), window()
    page, other = mine.arrive(), theirs.arrive()
    code = table_of(page, [{"kind": "me", "name": "Mia"}, {"kind": "bot", "level": "1"}])
    page.goto(at_table(page, code))
    other.goto(at_table(other, code))
    other.wait_for_selector("svg.b")
    my_move(page)
    hat(page, 2).click()
    page.wait_for_selector(LOOK)
    other.wait_for_selector('[aria-label="Hat 2: Mia is looking inside"]')
    assert page.locator(SEEN).count() == 1
    assert other.locator(SEEN).count() == 0 and other.locator(LOOK).count() == 0
    animal = str(page.locator(SEEN).get_attribute("href")).removeprefix("#animal-")
    other.get_by_role("button", name="Menu").click()
    other.locator(".sheet .list .btn").first.click()
    other.locator(".sheet details summary").click()
    other.get_by_role("button", name="What the server sent").click()
    assert f'"{animal}"' not in other.locator(".sheet").inner_text()
    page.goto(page.url + "/tv")  # my own big screen keeps my secrets too
    page.wait_for_selector(".tv svg.b")
    assert page.locator(SEEN).count() == 0


def test_both_hats_travel_and_can_be_followed(window: Window) -> None:
    page = window(calm=False).arrive()
    page.add_init_script(NOTE_JOURNEYS)
    open_table(page, expert="any_two")
    hat(page, 2).click()
    page.wait_for_selector(LOOK)
    hat(page, 5).click()
    page.wait_for_selector("text=swap two more hats")
    one, other = page.evaluate("window.journeys")
    assert one["duration"] == other["duration"] >= 600
    assert (one["ways"][0], one["ways"][-1]) == (other["ways"][-1], other["ways"][0])
    assert set(one["ways"][1:-1]).isdisjoint(other["ways"][1:-1])  # two arcs, not one line


def test_a_hat_can_be_dragged_onto_another_one(window: Window) -> None:
    page = window().arrive()
    open_table(page)
    hat(page, 4).click()
    page.wait_for_selector(LOOK)
    start, end = (hat(page, place).locator(".touch").bounding_box() for place in (4, 3))
    page.mouse.move(start["x"] + 40, start["y"] + 60)
    page.mouse.down()
    page.mouse.move(start["x"] + 120, start["y"] + 40, steps=4)
    page.mouse.move(end["x"] + 50, end["y"] + 60, steps=6)
    page.mouse.up()
    page.wait_for_selector(".log >> text=/swaps (hats 4 and 3|two hats)/")


def test_naming_asks_first_and_experts_choose_two_hats(window: Window) -> None:
    page = window().arrive()
    open_table(page, expert="other_three", wins_needed=1)
    page.locator('[data-spot="box"]').click()
    page.wait_for_selector("text=Which animal has vanished?")
    page.get_by_role("button", name="Not yet").click()
    hat(page, 1).click()
    page.wait_for_selector(LOOK)
    hat(page, 2).click()
    page.wait_for_selector("text=swap two more hats")
    hat(page, 1).click(force=True)
    page.wait_for_selector(".refusal >> text=VA-21")
    hat(page, 3).click()
    page.wait_for_selector("text=Hat 3 and which other one?")
    hat(page, 5).click()
    page.wait_for_selector(".log >> text=/also swaps hats 3 and 5|swaps two more hats/")
    if my_move(page):
        page.locator('[data-spot="card-owl"]').click()
        page.get_by_role("button", name="Say “Owl”").click()
        page.wait_for_selector(END)


def test_text_mode_plays_to_the_end(window: Window) -> None:
    page = window().go("/settings")
    page.get_by_role("switch", name="Text mode").click()
    page.goto(at_table(page, quick_table(page, GAME, wins_needed=1)))
    page.wait_for_selector(".opts")
    page.keyboard.press("3")
    page.wait_for_selector(".big >> text=In hat 3:")
    page.get_by_role("button", name="I’ll remember it").click()
    assert "In hat 3:" not in page.locator("main").inner_text()
    for _ in range(200):
        page.wait_for_selector(f".opts, {END}")
        if page.locator(END).count():
            return
        before = page.locator(".told").inner_text()
        page.keyboard.press("1")
        page.wait_for_function(TOLD_MORE, arg=before)
    raise AssertionError("the game did not end")


def test_on_one_device_it_is_handed_over_and_shows_nobody_elses_look(window: Window) -> None:
    page = window(calm=False).arrive()
    code = table_of(page, [{"kind": "me", "name": "Mia"}, {"kind": "me", "name": "Olga"}])
    page.goto(at_table(page, code))
    for name in ("Mia", "Olga", "Mia"):
        page.wait_for_selector(f".hand-over >> text={name}")
        assert page.locator("svg.b").count() == 0 and violations(page) == []
        page.locator(".hand-over .btn--go").click()
        page.wait_for_selector(YOUR_MOVE)
        assert page.locator(SEEN).count() == 0
        hat(page, 2).click()
        page.wait_for_selector(LOOK)
        assert page.locator(SEEN).count() == 1
        hat(page, 3).click()
        page.wait_for_selector(
            ".log >> text=/swaps (hats 2 and 3|two hats)/"
        )  # seen by all before the device is passed on
        page.wait_for_selector(SEEN, state="detached")
