"""Viewing a finished game: step, jump, other points of view, continue from here, a file to send, the review."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Window
from tests.browser.house import violations
from tests.browser.play import finished_table

AT = "() => new URLSearchParams(location.search).get('ply')"


def _open(page: Page, what: str, query: str = "") -> str:
    """Open a finished table at its replay or review; returns its code."""
    code = finished_table(page)
    base = page.evaluate("location.origin")
    page.goto(f"{base}/t/{code}/{what}{query}")
    return code


@pytest.mark.parametrize("size", ("desktop", "phone"))
def test_keys_and_buttons_walk_and_the_address_follows(window: Window, size: str) -> None:
    page = window(size).arrive()
    _open(page, "replay", "?ply=2&seat=0")
    page.wait_for_selector("svg.b")
    assert page.evaluate(AT) == "2"
    for key, at in (("ArrowRight", "3"), ("ArrowLeft", "2"), ("Home", "0"), ("ArrowRight", "1")):
        page.keyboard.press(key)
        page.wait_for_function(f"at => ({AT})() === at", arg=at)
    page.keyboard.press("End")
    last = page.evaluate(AT)
    page.get_by_role("button", name="Step back").click()
    page.wait_for_function(f"at => ({AT})() === at", arg=str(int(last) - 1))
    assert violations(page) == []


def test_a_line_of_the_story_leads_to_its_move(window: Window) -> None:
    page = window().arrive()
    _open(page, "replay")
    page.locator(".log .jump").nth(1).click()
    page.wait_for_function(f"() => Number(({AT})()) > 0")
    page.reload()
    page.wait_for_selector(".log li.now")
    page.locator(".log ol").focus()
    page.keyboard.press("ArrowUp")
    assert page.locator(".log li.lit").count() == 1


def test_it_plays_by_itself_until_the_end(window: Window) -> None:
    page = window().go("/settings")
    page.get_by_role("button", name="Fast").click()
    _open(page, "replay", "?ply=0")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => document.querySelector('.tl input').value > 2")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Mia", exact=True).click()
    page.wait_for_function("() => new URLSearchParams(location.search).get('seat') === '0'")


def test_playing_on_from_a_position_makes_a_new_table(window: Window) -> None:
    page = window().arrive()
    code = _open(page, "replay", "?ply=1")
    page.get_by_role("button", name="Continue from here").click()
    page.wait_for_selector(".qr")
    assert code not in page.url
    page.wait_for_selector(f"text=Continues from move 1 of table {code}.")


def test_a_saved_replay_plays_without_any_network(window: Window, browser: Browser, tmp_path: Path) -> None:
    page = window(language="de").arrive()
    _open(page, "replay", "?ply=1")
    with page.expect_download() as download:
        page.get_by_role("button", name="Als Datei sichern").click()
    file = tmp_path / "replay.html"
    download.value.save_as(file)
    context = browser.new_context(offline=True)
    alone = context.new_page()
    asked: list[str] = []
    heard: list[str] = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.on("console", lambda message: heard.append(message.text))
    alone.on("pageerror", lambda error: heard.append(str(error)))
    alone.goto(file.as_uri())
    alone.wait_for_selector("svg.b")
    alone.keyboard.press("End")
    assert alone.locator(".log .now").count() > 0
    assert alone.locator("html").get_attribute("lang") == "de"
    assert alone.evaluate("document.fonts.ready.then(() => document.fonts.check('1em Nunito Variable'))")
    assert violations(alone) == []
    context.close()
    assert heard == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_the_review_shows_where_the_game_turned(window: Window) -> None:
    page = window().arrive()
    _open(page, "review")
    page.wait_for_selector(".rv .ch")
    page.wait_for_selector(".card-a")
    assert violations(page) == []
    bars = page.locator(".card-a .bar2")
    assert bars.count() == 2 * page.locator(".card-a .who").count()
    assert "in 100" in (bars.first.get_attribute("aria-label") or ""), "the bar in words"
    if page.locator(".tp a").count():
        page.locator(".tp a").first.click()
        page.wait_for_selector(".tl input")
        assert page.evaluate(AT) != "0"
