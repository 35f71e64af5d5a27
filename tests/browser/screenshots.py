"""Pictures of every screen at three sizes, by day and by night: `python -m tests.browser.screenshots FOLDER`.

The folder gets an index.html to leaf through; with HATBOX_MOCKS=FOLDER the drawn pages stand beside the app.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route, sync_playwright

from tests.browser.album import draw_mocks, write_album
from tests.browser.house import SIZES, Visitor, launch, serving
from tests.browser.play import (
    YOUR_MOVE,
    finished_table,
    my_move,
    play_by_mouse,
    quick_table,
    start_against_bots,
)

DRAWN = ("hat_stairs", "vanished_animal", "great_hall", "magic_hexagon", "catch_the_hat")

Shot = Callable[[str], None]


def pages(visitor: Visitor, shot: Shot) -> None:
    """The pages round the table."""
    page = visitor.go("/")
    page.wait_for_selector("article .btn--accent:enabled")
    shot("home")
    visitor.go("/hat_stairs").wait_for_selector(".ways .btn--accent:enabled")
    shot("game")
    page.locator("details summary").click()
    shot("game_options")
    visitor.go("/settings").wait_for_selector(".seg")
    shot("settings")
    visitor.go("/hat_stairs/rules#HS-09").wait_for_selector("#HS-09")
    shot("rules")
    visitor.go("/about")
    shot("about")
    visitor.go("/t/NOSUCH").wait_for_selector("h1")
    shot("no_table")


def waiting_room(visitor: Visitor, shot: Shot) -> None:
    """A table to share."""
    page = visitor.go("/hat_stairs")
    page.locator(".ways .btn").nth(1).click()
    page.wait_for_selector(".qr")
    shot("waiting")


def hand_over(visitor: Visitor, shot: Shot) -> None:
    """Several people at one device, in a game with secrets."""
    page = visitor.page

    def with_secrets(route: Route) -> None:
        route.fulfill(json=[{**game, "secrets": True} for game in route.fetch().json()])

    page.route("**/api/games", with_secrets)
    visitor.go("/hat_stairs")
    page.locator(".ways .btn").nth(2).click()
    page.locator(".ways .btn--accent.btn--big").click()
    page.wait_for_selector(".hand-over")
    shot("hand_over")
    page.unroute("**/api/games")


def table(visitor: Visitor, shot: Shot) -> None:
    """A game from the first stone to the end."""
    page = visitor.go("/")
    start_against_bots(page)
    my_move(page)
    shot("table_start")
    page.locator('[data-spot="stone-3"]').click()
    page.wait_for_selector(f"{YOUR_MOVE} .row")
    shot("table_direction")
    page.locator(".action .btn[aria-disabled=true]").first.click(force=True)
    page.wait_for_selector(".refusal")
    shot("refusal")
    page.keyboard.press("Escape")
    sheets(page, shot)
    play_by_mouse(page, 3)
    if my_move(page):
        page.mouse.move(1, 1)
        shot("table_middle")
        page.locator("svg.b .possible").first.hover()
        shot("table_preview")
    visitor.page.goto(page.url + "/tv")
    page.wait_for_selector(".tv svg.b")
    shot("tv")
    page.go_back()
    page.wait_for_selector("svg.b")
    finish(visitor, shot)


def sheets(page: Page, shot: Shot) -> None:
    """What opens beside the board."""
    page.locator(".bar .btn").last.click()
    shot("menu")
    page.locator(".sheet .list .btn").first.click()
    shot("settings_sheet")
    page.keyboard.press("Escape")
    page.locator(".bar .btn").nth(-2).click()
    page.wait_for_selector(".sheet .rules")
    shot("rules_sheet")
    page.keyboard.press("Escape")
    page.locator(".bar .btn").last.click()
    page.locator(".sheet .list .btn").nth(5).click()
    page.wait_for_selector(".sheet .qr")
    shot("move_seat")
    page.keyboard.press("Escape")
    hints = page.locator(".action .ask")
    if hints.count():
        hints.click()
        page.wait_for_selector(".hints .btn, .action [role=alert]", timeout=20_000)
        shot("hints")


def look_back(visitor: Visitor, shot: Shot) -> None:
    """Replay and review of a finished game, where the server shows them."""
    page = visitor.go("/")
    code = finished_table(page)
    if page.evaluate(f"fetch('/api/tables/{code}/replay?seat=-1').then(answer => answer.status)") != 200:
        return
    page.goto(f"{visitor.address}/t/{code}/replay?ply=4&seat=all")
    page.wait_for_selector("svg.b")
    shot("replay")
    page.goto(f"{visitor.address}/t/{code}/review")
    page.wait_for_selector(".rv .ch", timeout=90_000)
    shot("review")


def boards(visitor: Visitor, shot: Shot) -> None:
    """Every game at its first decision."""
    page = visitor.go("/")
    for game in DRAWN:
        page.goto(f"{visitor.address}/t/{quick_table(page, game)}")
        page.wait_for_selector("svg.b, .opts, .told", timeout=90_000)
        if page.locator("svg.b").count():
            my_move(page)
        shot(f"board_{game}")


def finish(visitor: Visitor, shot: Shot) -> None:
    """Text mode, and the end."""
    page = visitor.page
    page.goto(visitor.address + "/t/" + quick_table(page))
    my_move(page)
    page.locator(".bar .btn").last.click()
    page.locator(".sheet .list .btn").nth(3).click()
    page.wait_for_selector(".opts, .told")
    shot("text_mode")
    page.locator(".page.text header .btn").first.click()
    page.wait_for_selector("svg.b")
    page.goto(visitor.address + "/t/" + quick_table(page, steps=8, hat_step=4))
    page.wait_for_selector("svg.b")
    assert play_by_mouse(page)
    shot("end")


def take(folder: Path) -> None:
    """All pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for size in SIZES:
            for dark in (False, True):
                visitor = Visitor(browser, address, size, dark)

                def shot(name: str, visitor: Visitor = visitor, size: str = size, dark: bool = dark) -> None:
                    visitor.page.wait_for_timeout(250)
                    visitor.page.screenshot(path=folder / f"{name}-{size}-{'dark' if dark else 'light'}.png")

                for screens in (pages, waiting_room, hand_over, table, look_back, boards):
                    screens(visitor, shot)
                visitor.close()
        draw_mocks(browser, folder)
        browser.close()
    write_album(folder)


if __name__ == "__main__":
    take(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots"))
