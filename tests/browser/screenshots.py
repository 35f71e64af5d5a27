"""Screenshots of every screen at all sizes, light and dark: `python -m tests.browser.screenshots FOLDER [SCREENS …]`.

The folder gets an index.html to browse; with HATBOX_MOCKS=FOLDER the mock-ups are shown next to the app. With
`--languages en,de,ru` there is a folder for each of the others. Screens are the names of the functions below.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as Trouble

from tests.browser.album import draw_mocks, write_album
from tests.browser.camera import Camera, folder_of
from tests.browser.house import launch, serving, settled
from tests.browser.night_screens import nights
from tests.browser.play import (
    BOT,
    YOUR_MOVE,
    finished_table,
    make_table,
    my_move,
    quick_table,
)
from tests.browser.studio import PEOPLE, Screens, Shot, Studio

# What is shown of a game in progress: how many moves were made, and with how many players.
MIDDLES = {
    "hat_stairs": (8, 4),
    "vanished_animal": (13, 4),
    "great_hall": (60, 4),
    "magic_hexagon": (30, 3),
    "catch_the_hat": (90, 4),
}
SHORT = {"hat_stairs": {"steps": 8, "hat_step": 4}, "vanished_animal": {"wins_needed": 1}}
CUT_THE_LINE = """() => {
  window.sockets.forEach(socket => socket.close())
  window.cut = true
}"""
NOTE_SOCKETS = """window.sockets = []
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given)
    if (window.cut) this.close()
    window.sockets.push(this)
  }
}"""


def pages(studio: Studio) -> None:
    """The pages around the table."""
    shot, page = studio.shot, studio.page
    studio.open("/", "article .btn--accent:enabled")
    shot("home")
    for game in MIDDLES:
        studio.open(f"/{game}", ".ways .btn--accent:enabled")
        shot(f"game_{game}")
    page.locator(".more-options summary").click()
    shot("game_options")
    studio.open("/hat_stairs/lab", "table")
    shot("lab")
    studio.open("/settings", ".seg")
    shot("settings")
    studio.open("/people", "form")
    shot("people")
    studio.open("/n", "#clock")
    shot("new_night")
    studio.open("/hat_stairs?rules=At+Grandma’s&players=3&steps=10&hat_step=4", ".tried")
    shot("game_sent")
    studio.open("/catch_the_hat/rules#CH-15", "#CH-15")
    shot("rules")
    studio.open("/hat_stairs/rules?steps=10&hat_step=4&no_repeat=true", ".agreed-on")
    shot("rules_options")
    studio.open("/about", "h1")
    shot("about")
    studio.open("/device?t=ABCD#secret", "h1")
    shot("device")
    studio.open("/t/NOSUCH", "h1")
    shot("no_table")
    studio.open("/nowhere/at/all", "h1")
    shot("no_page")


def lessons(studio: Studio) -> None:
    """The guided first games: the goal, then what the learner is asked to do."""
    for game in MIDDLES:
        page = studio.open(f"/{game}/lesson", ".lesson .next")
        studio.shot(f"lesson_{game}")
        page.locator(".lesson .next").click()
        studio.shot(f"lesson_{game}_move")


def puzzles(studio: Studio) -> None:
    """The list, and a puzzle of every game: asked, and solved."""
    studio.open("/hat_stairs/puzzles", "ol li a")
    studio.shot("puzzles")
    for game in MIDDLES:
        page = studio.open(f"/{game}/puzzles/1", ".puzzle .row .btn")
        studio.shot(f"puzzle_{game}")
        page.locator(".puzzle .row .btn").first.click()
        page.wait_for_selector(".puzzle.ended")
        studio.shot(f"puzzle_{game}_solved")


def waiting_room(studio: Studio) -> None:
    """A table to share: as the host and as a guest see it."""
    page = studio.open("/hat_stairs", ".ways .btn--accent:enabled")
    page.locator(".ways .btn").nth(1).click()
    page.wait_for_selector(".qr")
    with studio.guest() as guest:
        guest.page.goto(page.url)
        guest.page.wait_for_selector(".qr")
        studio.equip(guest.page)("waiting_guest")
        guest.page.locator(".name input").fill("Grandpa")
        guest.page.locator(".seat--open .btn").first.click()
        page.wait_for_selector("text=Grandpa")
        page.locator(".seats select").last.select_option(index=1)
        page.wait_for_selector(".help-what")
        studio.shot("waiting")


def one_device(studio: Studio) -> None:
    """Several people at one device, in a game with secrets."""
    code = make_table(studio.page, "vanished_animal", [{"kind": "me", "name": n} for n in PEOPLE[:2]])
    page = studio.open(f"/t/{code}", ".hand-over")
    studio.shot("hand_over")
    page.locator(".hand-over .btn--go").click()
    my_move(page)
    page.evaluate("dispatchEvent(new Event('blur'))")
    page.wait_for_selector(".cover")
    studio.shot("covered")


def decisions(studio: Studio) -> None:
    """A game from the first stone on, and what the table answers."""
    page, shot = studio.page, studio.shot
    studio.table("hat_stairs", hints=True, chat=True, clock={"minutes": 10, "seconds": 0})
    shot("table_start")
    page.locator('[data-spot="stone-3"]').click()
    page.wait_for_selector(f"{YOUR_MOVE} .row")
    shot("table_direction")
    page.locator(".action .btn[aria-disabled=true]").first.click(force=True)
    page.wait_for_selector(".refusal")
    shot("refusal")
    page.keyboard.press("Escape")
    page.locator(".action .ask").click()
    page.wait_for_selector(".hints .btn, .action [role=alert]")
    shot("hints")
    studio.table("hat_stairs", moves=8)
    page.locator(f"svg.b .possible, {YOUR_MOVE} .row .btn").first.focus()
    shot("table_preview")


def sheets(studio: Studio) -> None:
    """What opens beside the board."""
    page, shot = studio.page, studio.shot
    studio.table("hat_stairs", moves=8, chat=True)
    page.locator(".bar .btn").last.click()
    shot("menu")
    for name, place in (
        ("settings_sheet", 0),
        ("rules_sheet", 1),
        ("invite", 3),
        ("move_seat", 6),
        ("dice_sheet", 7),
        ("help", 8),
    ):
        page.locator(".sheet .list .btn").nth(place).click()
        settled(page)
        shot(name)
        page.keyboard.press("Escape")
        page.locator(".bar .btn").last.click()
    page.keyboard.press("Escape")
    page.evaluate("document.querySelector('.log .talk').click()")
    page.wait_for_selector(".phrases")
    shot("chat")
    page.locator(".phrases .btn").nth(1).click()
    page.wait_for_selector(".says")
    shot("emote", ("phone", "desktop"))
    page.evaluate("document.querySelector('.open-drawer').click()")
    shot("log_drawer", ("phone",))


def company(studio: Studio) -> None:
    """Watching, a big screen, an absent player, a lost connection."""
    page, shot = studio.page, studio.shot
    seats = [{"kind": "me", "name": "Mia"}, {"kind": "open"}, {**BOT, "name": "Olga"}]
    with studio.guest() as guest:
        code = make_table(page, "hat_stairs", seats, start=False)
        guest.page.goto(f"{studio.address}/t/{code}")
        guest.page.locator(".name input").fill("Grandpa")
        guest.page.locator(".seat--open .btn").first.click()
        studio.open(f"/t/{code}", "text=Grandpa")
        page.locator(".ways .btn--accent").click()
        guest.page.wait_for_selector("svg.b")
    page.wait_for_selector(".gone")
    shot("away", ("phone", "desktop"))
    page.wait_for_selector(".pl .bot >> nth=1")
    shot("bot_sits_in", ("phone", "desktop"))
    with studio.guest() as guest:
        code = studio.table("vanished_animal", moves=13)
        guest.page.goto(f"{studio.address}/t/{code}")
        guest.page.wait_for_selector("svg.b")
        studio.equip(guest.page)("spectator")
    for game, (moves, players) in MIDDLES.items():
        code = studio.table(game, players, moves)
        studio.open(f"/t/{code}/tv", ".tv svg.b")
        shot(f"tv_{game}", ("desktop", "landscape"))


def lost(studio: Studio) -> None:
    """The connection is gone, and no other can be made; words of other languages can still be fetched."""
    studio.page.add_init_script(NOTE_SOCKETS)
    studio.table("hat_stairs", moves=8)
    studio.page.evaluate(CUT_THE_LINE)
    studio.page.wait_for_selector(".conn--wait")
    studio.shot("lost")


def look_back(studio: Studio) -> None:
    """Replay and review of a finished game."""
    code = finished_table(studio.page)
    studio.open(f"/t/{code}/replay?ply=9&seat=all", "svg.b")
    studio.shot("replay")
    studio.open(f"/t/{code}/review", ".rv .ch")
    studio.shot("review")


def boards(studio: Studio) -> None:
    """Every game at its first decision and in progress."""
    for game, (moves, players) in MIDDLES.items():
        studio.table(game, players)
        studio.shot(f"{game}_start")
        studio.table(game, players, moves)
        studio.shot(f"{game}_middle")
    studio.table("catch_the_hat", 6, 150)
    studio.shot("catch_the_hat_six")


def ends(studio: Studio) -> None:
    """How every game ends."""
    for game in MIDDLES:
        code = finished_table(studio.page, game, **SHORT.get(game, {}))
        studio.open(f"/t/{code}", ".end")
        studio.shot(f"{game}_end")


def in_words(studio: Studio) -> None:
    """Text mode, and the home page of a person who has tables."""
    page = studio.page
    for game in ("hat_stairs", "great_hall"):
        code = quick_table(page, game)
        studio.open(f"/t/{code}", "svg.b")
        page.locator(".bar .btn").last.click()
        page.locator(".sheet .list .btn").nth(4).click()
        page.wait_for_selector(".opts, .told")
        studio.shot(f"text_{game}")
        page.locator(".page.text header .btn").first.click()
        page.wait_for_selector("svg.b")
    studio.open("/", ".mine")
    studio.shot("home_again")


SCREENS: tuple[Screens, ...] = (
    pages,
    nights,
    lessons,
    puzzles,
    waiting_room,
    one_device,
    decisions,
    sheets,
    company,
    lost,
    look_back,
    boards,
    ends,
    in_words,
)


def photograph(screens: Screens, browser: Browser, address: str, equip: Callable[[Page], Shot]) -> list[str]:
    """Photograph some screens, with a retry because deals differ; returns what could not be taken, in words."""
    problems: list[str] = []
    for _ in range(2):
        studio = Studio(browser, address, equip)
        try:
            screens(studio)
            return []
        except Trouble as trouble:
            problems = [f"{screens.__name__}: {trouble}"]
        finally:
            studio.visitor.context.close()
    return problems


def take(
    folder: Path,
    wanted: Collection[str],
    languages: Sequence[str] = ("en",),
    album: Sequence[Screens] = SCREENS,
) -> list[str]:
    """All pictures of an album; returns what could not be taken, in words."""
    missed: list[str] = []
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for screens in album:
            if not wanted or screens.__name__ in wanted:
                missed += photograph(screens, browser, address, lambda page: Camera(page, folder, languages))
        if album is SCREENS and not wanted:
            draw_mocks(browser, folder)
        browser.close()
    for language in languages:
        write_album(folder_of(folder, language))
    return missed


def main() -> list[str]:
    """The album that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/screenshots"))
    parser.add_argument("screens", nargs="*", help="names of functions; all of them if none is named")
    parser.add_argument("--languages", default="en", help="such as en,de,ru")
    given = parser.parse_args()
    return take(given.folder, given.screens, given.languages.split(","))


if __name__ == "__main__":
    sys.exit("\n".join(main()) or 0)
