"""The app on a device: files opened with it, its icon, the screen that stays on, and a newer build."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Site, needs_site
from tests.browser.house import FOLDER, KEPT, SITE, Visitor, hosting, settled, without_network
from tests.browser.play import END, my_move, press_first, save_record, start_against_bots

MOVES = "svg.b .possible, .action .btn--go"
AT_A_TABLE = re.compile(r"#/t/LOCAL-\w+$")
# What a headless browser does not have; each records what it was asked.
STUBS = """
window.badges = []
window.locks = {asked: 0, released: 0}
window.hidden = false
Object.defineProperty(document, 'visibilityState', {get: () => (window.hidden ? 'hidden' : 'visible')})
Object.defineProperty(window, 'launchQueue', {value: {setConsumer: (take) => (window.launch = take)}})
navigator.setAppBadge = async (count) => { window.badges.push(count) }
navigator.clearAppBadge = async () => { window.badges.push(0) }
Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => {
  window.locks.asked++
  const lock = {released: false, release: async () => { lock.released = true; window.locks.released++ }}
  return (window.lock = lock)
}}})
"""
HIDE = """hidden => {
  window.hidden = hidden
  if (hidden) window.lock.released = true  // as a browser does it
  document.dispatchEvent(new Event('visibilitychange'))
}"""
LAUNCH = "text => window.launch({files: [{getFile: async () => new File([text], 'game.json')}]})"
SHARE = """<form method="post" enctype="multipart/form-data" action="{action}">
  <input type="file" name="record"><button>Share</button></form>"""
BOARD = (
    "() => [...document.querySelectorAll('svg.b [aria-label]')].map(one => one.getAttribute('aria-label'))"
)
HASHED = re.compile(r"-([\w-]{8})\.(js|css|wasm|svg|woff2|txt|json)$")

pytestmark = needs_site


@pytest.fixture
def record(site: Site) -> Iterator[str]:
    """A game of hat_stairs in progress, as the text of its file."""
    page = site().go("/")
    start_against_bots(page)
    my_move(page)
    press_first(page, MOVES)
    my_move(page)
    yield save_record(page).read_text("utf-8")


def goes_on(page: Page, record: str) -> None:
    """The game of a record can be continued, with its names, and goes on."""
    page.wait_for_url(AT_A_TABLE)
    for name in json.loads(record)["names"]:
        expect(page.locator(".seats")).to_contain_text(name)
    page.get_by_role("button", name="Start the game").click()
    assert my_move(page)


def test_the_system_knows_that_the_app_opens_records(site: Site) -> None:
    visitor = site()
    visitor.go("/")
    told = visitor.context.new_cdp_session(visitor.page).send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    assert manifest["file_handlers"][0]["accept"] == {"application/json": [".json"]}
    assert manifest["share_target"]["params"]["files"][0]["name"] == "record"


def test_a_record_that_is_shared_with_the_app_is_opened_without_a_network(
    site: Site, record: str, tmp_path: Path
) -> None:
    visitor = site()
    page = without_network(visitor)
    page.goto("about:blank")
    page.set_content(SHARE.replace("{action}", f"{visitor.address}/open"))
    file = tmp_path / "game.json"
    file.write_text(record, "utf-8")
    page.locator("input").set_input_files(file)
    page.locator("button").click()
    goes_on(page, record)
    page.reload()
    assert my_move(page), "the game is opened once"


def test_a_file_that_the_system_opens_with_the_app_is_a_game(site: Site, record: str) -> None:
    visitor = site()
    visitor.context.add_init_script(STUBS)
    page = visitor.go("/")
    page.evaluate(LAUNCH, record.replace('"seed":"', '"seed":"1'))
    expect(page.get_by_role("alert")).to_be_visible()
    page.evaluate(LAUNCH, record)
    goes_on(page, record)


def test_the_icon_counts_the_games_that_wait_and_the_screen_stays_on_while_one_plays(site: Site) -> None:
    visitor = site()
    visitor.context.add_init_script(STUBS)
    page = visitor.go("/")
    page.wait_for_function("() => window.badges.at(-1) === 0")
    start_against_bots(page)
    my_move(page)
    page.wait_for_function("() => window.badges.at(-1) === 1")
    assert page.evaluate("window.locks") == {"asked": 1, "released": 0}
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    page.wait_for_function("() => window.locks.asked === 2 && !window.lock.released")
    page.locator(".bar .home").click()
    page.wait_for_function("() => window.lock.released")
    start_against_bots(settled(page), "magic_hexagon")
    my_move(page)
    page.wait_for_function("() => window.badges.at(-1) === 2")
    while my_move(page):
        assert page.evaluate("window.lock.released") is False
        press_first(page, MOVES)
    page.wait_for_selector(END)
    page.wait_for_function("() => window.lock.released && window.badges.at(-1) === 1")
    page.goto(f"{visitor.address}/#/")
    kept = page.locator(".kept li").first
    kept.get_by_role("button").click()
    kept.get_by_role("button", name="Really delete?").click()
    page.wait_for_function("() => window.badges.at(-1) === 0")


def newer_build(target: Path) -> Path:
    """The same app as another build: every file has another name, and those of the older build are gone."""
    shutil.copytree(SITE, target)
    assets = target / "assets"
    names = {file.name: HASHED.sub(r"-\1NEW.\2", file.name) for file in assets.iterdir()}
    renamed = re.compile("|".join(re.escape(name) for name in names if names[name] != name))
    for file in [*target.glob("*.*"), *assets.iterdir()]:
        if file.suffix in (".js", ".html", ".css", ".webmanifest"):
            text = renamed.sub(lambda found: names[found[0]], file.read_text("utf-8"))
            file.write_text(re.sub(r"hatbox-[0-9a-f]{12}", "hatbox-newer", text), "utf-8")
    for old, new in names.items():
        (assets / old).rename(assets / new)
    return target


def test_a_newer_build_loses_nothing_of_a_game_that_is_played(browser: Browser, tmp_path: Path) -> None:
    older, newer = tmp_path / "older", newer_build(tmp_path / "newer")
    shutil.copytree(SITE, older)
    with hosting(tmp_path / "host", older) as address:
        visitor = Visitor(browser, address, works_offline=True)
        page = visitor.go("/")
        page.wait_for_selector(KEPT, state="attached")
        start_against_bots(page, "catch_the_hat")
        my_move(page)
        press_first(page, MOVES)
        (tmp_path / "host" / FOLDER).unlink()
        (tmp_path / "host" / FOLDER).symlink_to(newer)
        page.evaluate(
            """async () => {
              const registration = await navigator.serviceWorker.ready
              await registration.update()
              const worker = registration.installing ?? registration.waiting
              while (worker.state !== 'installed') await new Promise(done => worker.onstatechange = done)
            }"""
        )
        my_move(page)
        press_first(page, MOVES)  # the older build plays on
        my_move(page)
        board, table = page.evaluate(BOARD), page.url
        page.goto(f"{address}/#/great_hall/rules")
        page.locator("h1").first.wait_for()  # with files that only the older build has
        page.goto(table)
        page.reload()
        my_move(page)
        assert page.evaluate(BOARD) == board
        assert "NEW.js" in page.locator("script[src]").first.get_attribute("src")  # type: ignore[operator]
        press_first(page, MOVES)
        my_move(page)
        board = page.evaluate(BOARD)
        page.close()
        page = visitor.context.new_page()
        page.goto(address.removesuffix(FOLDER))  # no page of the app is open, so the newer build takes over
        page.wait_for_function("async () => (await caches.keys()).join() === 'hatbox-newer'")
        page.goto(table)
        page.wait_for_selector(KEPT, state="attached")
        visitor.context.set_offline(True)
        page.reload()
        my_move(page)
        assert page.evaluate(BOARD) == board
        visitor.close()
