"""Games in the page when there is a server: it is not involved until a player wants to share one."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Window
from tests.browser.house import KEPT, settled, violations
from tests.browser.play import my_move, press_first, save_record, start_against_bots

MOVES = "svg.b .possible, .action .btn--go"


def test_against_bots_the_server_is_not_asked_and_friends_can_join_later(window: Window) -> None:
    page = window().go("/")
    start_against_bots(page)
    for _ in range(2):
        assert my_move(page)
        press_first(page, MOVES)
    my_move(page)
    assert "/t/LOCAL-" in page.url
    assert page.evaluate("fetch('/api/mine').then(answer => answer.json())") == []
    names = page.locator(".players .nm").all_inner_texts()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Continue with friends").click()
    page.wait_for_url(re.compile(r"/t/(?!LOCAL)[\w-]+$"))
    page.wait_for_selector(".seats")
    seated = page.locator(".seats").inner_text()
    assert all(name.split()[0] in seated for name in names)
    page.get_by_role("button", name="Start the game").click()
    my_move(page)
    assert len(page.evaluate("fetch('/api/mine').then(answer => answer.json())")) == 1


def test_a_game_is_saved_as_a_file_and_goes_on_from_it(window: Window, tmp_path: Path) -> None:
    page = window().go("/")
    start_against_bots(page, "catch_the_hat")
    my_move(page)
    press_first(page, MOVES)
    my_move(page)
    record = tmp_path / "game.json"
    record.write_bytes(save_record(page).read_bytes())
    bots = [level for level in json.loads(record.read_text())["bots"] if level]
    assert bots and set(bots) == {"3"}
    page.goto(page.url.split("/t/")[0])
    settled(page)
    assert violations(page) == []
    page.locator("input[type=file]").set_input_files(record)
    page.wait_for_selector(".seats")
    expect(page.locator(".seats li:has(.bot)")).to_have_count(len(bots))
    page.get_by_role("button", name="Start the game").click()
    my_move(page)
    page.locator(".bar .home").click()
    record.write_text(record.read_text().replace('"Ada"', '"Eve"'))
    page.locator("input[type=file]").set_input_files(record)
    expect(page.get_by_role("alert")).to_have_text("This file is not a game that can be opened here.")


def test_two_windows_show_the_same_game(window: Window) -> None:
    visitor = window()
    page = visitor.go("/")
    start_against_bots(page)
    my_move(page)
    screen = visitor.context.new_page()
    screen.goto(f"{page.url}/tv")
    screen.wait_for_selector("svg.b")
    page.bring_to_front()
    press_first(page, MOVES)
    line = page.locator(".log li").first.inner_text()
    expect(screen.locator("body")).to_contain_text(line)


def test_without_a_connection_one_plays_on_this_device(window: Window) -> None:
    visitor = window(works_offline=True)
    page = visitor.go("/")
    page.wait_for_selector(KEPT, state="attached")
    visitor.context.set_offline(True)
    page.reload()
    start_against_bots(settled(page), "magic_hexagon")
    my_move(page)
    visitor.context.set_offline(False)
    visitor.errors.clear()  # the server's lists could not be fetched
