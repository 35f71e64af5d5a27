"""Warnings before a move: asked, chosen again, played anyway, by keyboard, in words, and seen by nobody else."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Window
from tests.browser.house import settled, violations
from tests.browser.play import BOT, make_table, my_move, until_warned

GAME = "magic_hexagon"
STRICT = {"hints": 0, "warned": 1, "aid": False}
GRANDPA = {"kind": "me", "name": "Grandpa", "help": STRICT}
BADGE = "Help for Grandpa: Warnings from 0.1 in 100"
TEXT = "localStorage.setItem('hatbox.settings', JSON.stringify({textMode: true}))"


def _log(page: Page) -> str:
    return page.locator(".log, .told").first.inner_text()


def test_warned_chosen_again_played_anyway_and_nobody_else_sees_it(window: Window) -> None:
    grandpa, mia = window("phone"), window()
    code = make_table(grandpa.arrive(), GAME, [GRANDPA, BOT])
    page = grandpa.go(f"/t/{code}")
    mia.go(f"/t/{code}").get_by_role("img", name=BADGE).wait_for()
    until_warned(page, "svg.b .possible")
    told = _log(page)
    doubt = page.get_by_role("alertdialog")
    expect(doubt).to_contain_text("Careful:")
    expect(doubt).to_contain_text("Better:")
    assert violations(page) == []
    again = page.get_by_role("button", name="Choose again")
    expect(again).to_be_focused()
    page.keyboard.press("Enter")
    expect(doubt).to_have_count(0)
    assert _log(page) == told and page.locator("svg.b .possible").count(), "nothing was played"
    until_warned(page, "svg.b .possible")
    page.keyboard.press("Escape")
    expect(doubt).to_have_count(0)
    until_warned(page, "svg.b .possible")
    told = _log(page)
    assert mia.page.locator(".doubt").count() == 0
    page.get_by_role("button", name="Play it anyway").click()
    page.wait_for_function("told => document.querySelector('.log').innerText !== told", arg=told)
    my_move(page)
    until_warned(page, "svg.b .possible")
    told = _log(page)
    page.locator(".doubt .better").click()
    page.wait_for_function("told => document.querySelector('.log').innerText !== told", arg=told)


def test_warned_in_words(window: Window) -> None:
    visitor = window()
    visitor.arrive().evaluate(TEXT)
    page = visitor.go(f"/t/{make_table(visitor.page, GAME, [GRANDPA, BOT])}")
    page.get_by_text(BADGE).wait_for()
    until_warned(page, ".opts .btn")
    assert violations(page) == []
    told = _log(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    assert _log(page) == told
    until_warned(page, ".opts .btn")
    told = _log(page)
    page.get_by_role("button", name="Play it anyway").click()
    page.wait_for_function("told => document.querySelector('.told').innerText !== told", arg=told)


def test_warned_against_bots_in_the_page(window: Window) -> None:
    visitor = window("phone")
    page = visitor.go(f"/{GAME}")
    settled(page)
    help = page.locator(".dial select")
    help.select_option(index=help.locator("option").count() - 1)
    assert violations(page) == []
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_selector("svg.b")
    assert "/t/LOCAL-" in page.url
    until_warned(page, "svg.b .possible")
    page.get_by_role("button", name="Play it anyway").click()
    my_move(page)
    assert visitor.errors == []


def test_the_waiting_room_says_what_makes_it_even(window: Window) -> None:
    visitor = window("phone")
    seats = [{"kind": "me", "name": "Mia"}, {"kind": "bot", "level": "4"}]
    page = visitor.go(f"/t/{make_table(visitor.arrive(), 'hat_stairs', seats, start=False)}")
    page.wait_for_selector(".even")
    assert page.locator(".even select").input_value() == "4"
    rows = page.locator(".even li").all_inner_texts()
    assert rows and all(row.startswith("If you play like “") for row in rows)
    offered = page.get_by_label("Help for Mia").locator("option").all_inner_texts()
    assert all(row.split(": ")[1] in offered for row in rows), "what is named can be chosen"
    page.get_by_label("Help for Mia").select_option(rows[0].split(": ")[1])
    page.get_by_text("You are warned before a move").wait_for()
    assert violations(page) == []
