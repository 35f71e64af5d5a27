"""How a person plays, with keyboard and mouse."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Page

from tests.browser.house import READY, settled

YOUR_MOVE = ".action:not(.action--wait)"
END = ".end"
ROLL = ".action .roll"  # where the player rolls the die
PLAY = 'article:has(a[href$="/{game}"]) .btn--accent'
SHARE = 'article:has(a[href$="/{game}"]) .row .btn:not(.btn--accent)'
STORY_WENT_ON = "told => document.querySelector('.log').innerText !== told || document.querySelector('.end')"
NOTE_CLICK = """() => {
  window.clicked = new Promise(done => addEventListener('click', () => done(true), {once: true, capture: true}))
}"""
BOT = {"kind": "bot", "level": "1"}
# Moves for all my seats, the same ones every time, until it is my turn in a position that is WANTED; false: the game
# ended before that.
PLAY_UNTIL = """([code, calm]) => new Promise((done, failed) => {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${code}/socket`)
  const isWanted = (now, view, legal) => WANTED
  const stop = found => { socket.close(); done(found) }
  let version = 0
  let dice = 1
  socket.onopen = () => socket.send(JSON.stringify({t: 'hello', last_v: 0}))
  socket.onerror = failed
  socket.onmessage = message => {
    const {v, now} = JSON.parse(message.data)
    version = v ?? version
    if (!now) return
    if (now.over) return stop(false)
    const seat = now.turn
    const legal = now.legal[String(seat)] ?? []
    if (!legal.length) return
    if (isWanted(now, now.views[String(seat)], legal)) return stop(true)
    const quiet = legal.filter(move => !calm || !move.text.startsWith('name'))
    const able = quiet.length ? quiet : legal
    dice = dice * 48271 % 2147483647  // a generator of Lehmer's kind
    const {action} = able[dice % able.length]
    socket.send(JSON.stringify({t: 'act', id: `${version} ${dice}`, v_seen: version, seat, action}))
  }
})"""


def start_against_bots(page: Page, game: str = "hat_stairs") -> None:
    """One click on the home page."""
    page.locator(PLAY.format(game=game)).click()
    page.wait_for_selector("svg.b")


def start_by_keyboard(page: Page, game: str = "hat_stairs") -> None:
    """The same with keys only."""
    page.wait_for_selector(f"{PLAY.format(game=game)}:enabled")
    press_by_keyboard(page, PLAY.format(game=game))
    page.wait_for_selector("svg.b")


def press_by_keyboard(page: Page, what: str) -> None:
    """Press Tab until it has the focus, then Enter."""
    for _ in range(40):
        if page.evaluate("what => document.activeElement.matches(what)", what):
            return page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    raise AssertionError(f"{what} cannot be reached with the keyboard")


def make_table(page: Page, game: str, seats: Sequence[Mapping[str, object]], **more: object) -> str:
    """Create a table without clicks, which starts at once unless told otherwise, and return its code."""
    wish = {"game": game, "players": len(seats), "options": {}, "seats": seats, "start": True, **more}
    code: str = page.evaluate(
        "wish => fetch('/api/tables', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify(wish)}).then(answer => answer.json()).then(table => table.code)",
        wish,
    )
    return code


def at_table(page: Page, code: str) -> str:
    """The address of a table."""
    return urljoin(page.url, f"/t/{code}")


def quick_table(page: Page, game: str = "hat_stairs", **options: object) -> str:
    """A short two-player game against a bot; returns its code."""
    return make_table(page, game, [{"kind": "me", "name": "Mia"}, BOT], options=options)


def finished_table(page: Page, game: str = "hat_stairs", **options: object) -> str:
    """A short game against a bot, played to its end; returns its code."""
    short = {"steps": 8, "hat_step": 4} if game == "hat_stairs" else {}
    code = quick_table(page, game, **(options or short))
    play_some(page, code)
    return code


def play_some(page: Page, code: str, moves: int = 0) -> None:
    """Moves for all my seats to the end, or until this many were made and it is my turn (then nobody guesses)."""
    play_until(page, code, f"now.ply >= {moves}" if moves else "false", calm=bool(moves))


def play_until(page: Page, code: str, wanted: str, calm: bool = False) -> bool:
    """Moves until `now`, my `view` and `legal` are as wanted; False if the game ended before that.

    `calm`: nobody names an animal, because that would end the round.
    """
    return bool(page.evaluate(PLAY_UNTIL.replace("WANTED", wanted), [code, calm]))


def save_record(page: Page) -> Path:
    """Save the file of a game that is being played."""
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the game as a file").click()
    return Path(saved.value.path())


def my_turn(page: Page) -> None:
    """Wait until I must act, possibly by rolling the die, or the game is over."""
    page.wait_for_selector(f"{READY} :is({YOUR_MOVE}, {END})")


def my_move(page: Page) -> bool:
    """Wait until I must choose, with the die rolled; False: the game is over."""
    my_turn(page)
    if page.locator(ROLL).count():
        page.locator(ROLL).click()
        return my_move(page)
    return page.locator(END).count() == 0


def press_first(page: Page, selector: str) -> None:
    """Press the first of these on an idle page, and wait until it is idle again."""
    settled(page).locator(selector).first.click()
    settled(page)


def tap_first(page: Page, selector: str) -> None:
    """The same with a finger; the browser turns it into a click a moment later."""
    target = settled(page).locator(selector).first
    page.evaluate(NOTE_CLICK)
    target.tap()
    page.evaluate("window.clicked")
    settled(page)


def until_warned(page: Page, move: str) -> None:
    """Make moves until one of them triggers a warning; each time another of the possible ones."""
    for number in range(30):
        page.wait_for_selector(f"{READY} {move}")
        moves = page.locator(move)
        moves.nth(number % moves.count()).click()
        settled(page)
        if page.get_by_role("alertdialog").count():
            return
    raise AssertionError("nobody warns")


def play_by_mouse(page: Page, moves: int = 400) -> bool:
    """Press the first possible thing until the game ends; True if it did."""
    for _ in range(moves):
        if not my_move(page):
            return True
        press_first(page, "svg.b .possible, .action .btn--go")
    return False


def play_by_keyboard(page: Page, moves: int = 400) -> bool:
    """Only keys: Tab to the board, Enter."""
    for _ in range(moves):
        if not my_move(page):
            return True
        _reach_a_move(page)
        before = page.locator(".log").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_function(STORY_WENT_ON, arg=before)
    return False


def _reach_a_move(page: Page) -> None:
    """Press Tab until something possible has the focus."""
    move = ".possible, .action .btn:not([aria-disabled=true]):not(.btn--icon):not(.ask):not(.undo):not(.hints .btn)"
    at_a_move = f"() => document.activeElement.matches('{move}')"
    for _ in range(40):
        if page.evaluate(at_a_move):
            return
        page.keyboard.press("Tab")
    raise AssertionError("no move can be reached with the keyboard")
