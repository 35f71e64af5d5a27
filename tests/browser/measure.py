"""How fast the app feels: first decision, interaction to next paint, layout shift. `python -m tests.browser.measure`.

Prints one line per figure. Times depend on the machine and its load; the budgets are in docs/web.md.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

import hatbox
from tests.browser.house import KEPT, Visitor, hosting, launch, serving, settled
from tests.browser.play import BOT, END, PLAY, make_table, my_move, my_turn

# Event timing rounds to 8 ms and starts at 16 ms, so a shorter interaction counts as 16.
WATCH = """() => {
  window.paints = []
  window.shift = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.paints.push(entry.duration)
  }).observe({type: 'event', buffered: true, durationThreshold: 16})
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
  }).observe({type: 'layout-shift', buffered: true})
}"""
SCRIPTS = """() => performance.getEntriesByType('resource')
  .filter(entry => entry.name.endsWith('.js')).reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""
FIRST_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
CHOICES = "svg.b .possible, .action .btn--go, .opts .btn, .hand .possible, .action .row .btn:not(.undo)"
BOARD = """() => {
  const box = document.querySelector('.board svg.b').getBoundingClientRect()
  return [box.x, box.y, box.width, box.height].map(Math.round).join(' ')
}"""
MOVES = 12
ROUNDS = 3


def say(line: str) -> None:
    """Print each figure as soon as it is known."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def cold_start(browser: Browser, address: str, game: str) -> tuple[float, float, float]:
    """In a fresh browser: milliseconds to the first paint and to the first decision, and scripts in kB."""
    visitor = Visitor(browser, address, quick_bots=False)
    page = visitor.page
    paint, took, size = first_decision(page, address, game)
    visitor.context.close()
    return paint, took, size


def first_decision(page: Page, address: str, game: str) -> tuple[float, float, float]:
    """In a fresh browser: milliseconds to the first paint and to the first decision, and kB of scripts."""
    page.goto(f"{address}/", wait_until="commit")
    page.wait_for_selector("article .btn--accent:enabled")
    before = float(page.evaluate("performance.now()"))
    paint, size = float(page.evaluate(FIRST_PAINT)), float(page.evaluate(SCRIPTS)) / 1000
    page.locator(PLAY.format(game=game)).click()
    start = float(page.evaluate("performance.now()"))
    my_turn(page)
    return paint, before + float(page.evaluate("performance.now()")) - start, size


def without_server(browser: Browser, address: str, game: str) -> tuple[float, float]:
    """Milliseconds to the first decision in a page without a server: cold, and with everything cached."""
    visitor = Visitor(browser, address, works_offline=True, quick_bots=False)
    _, cold, _ = first_decision(visitor.page, address, game)
    visitor.page.wait_for_selector(KEPT, state="attached")
    page = visitor.context.new_page()
    _, warm, _ = first_decision(page, address, game)
    visitor.context.close()
    return cold, warm


def interactions(page: Page) -> tuple[list[float], float, int]:
    """Durations of presses until the next paint, the total layout shift, and how many sizes the board had."""
    page.evaluate(WATCH)
    boxes = set()
    for _ in range(MOVES):
        if not my_move(page) or page.locator(END).count():
            break
        boxes.add(page.evaluate(BOARD))
        page.locator(CHOICES).first.click(force=True)
        settled(page)
    paints, shift = page.evaluate("[window.paints, window.shift]")
    return [float(paint) for paint in paints], float(shift), len(boxes)


def at_the_table(browser: Browser, address: str, game: str, size: str) -> None:
    """A game with four seats on one kind of device."""
    visitor = Visitor(browser, address, size)
    page = visitor.go("/")
    code = make_table(page, game, [{"kind": "me", "name": "Mia"}, BOT, BOT, BOT])
    page.goto(f"{address}/t/{code}")
    page.wait_for_selector("svg.b")
    paints, shift, boxes = interactions(page)
    worst, usual = max(paints, default=16.0), median(paints or [16.0])
    say(
        f"{game} with four seats on a {size}: next paint {usual:.0f} ms usually, {worst:.0f} ms at worst"
        f" of {len(paints)}; layout shift {shift:.4f}; the board had {boxes} size{'s' if boxes > 1 else ''}"
    )
    visitor.context.close()


def with_a_server(playwright: Playwright, data: Path, games: list[str]) -> None:
    """Starting games against bots on a page served by a table."""
    with serving(data, real=True) as address:
        for game in games:
            paint, took, size = _medians(playwright, cold_start, address, game)
            say(
                f"{game}: first paint {paint:.0f} ms, first decision {took:.0f} ms after opening home;"
                f" {size:.1f} kB of scripts before the first click"
            )


def alone(playwright: Playwright, data: Path, games: list[str]) -> None:
    """The same on a page without a server."""
    with hosting(data) as address:
        for game in games:
            cold, warm = _medians(playwright, without_server, address, game)
            say(f"{game} without a server: first decision {cold:.0f} ms cold, {warm:.0f} ms warm")


def _medians(
    playwright: Playwright, take: Callable[[Browser, str, str], tuple[float, ...]], address: str, game: str
) -> list[float]:
    """The medians of some rounds, each in a browser with empty caches."""
    rounds = []
    for _ in range(ROUNDS):
        browser = launch(playwright)
        rounds.append(take(browser, address, game))
        browser.close()
    return [median(one) for one in zip(*rounds, strict=True)]


def presses(playwright: Playwright, data: Path, games: list[str]) -> None:
    """How soon a press is painted, and whether anything moves by itself."""
    with serving(data) as address:
        browser = launch(playwright)
        for game in games:
            for size in ("desktop", "phone"):
                at_the_table(browser, address, game, size)
        browser.close()


def main() -> None:
    """All figures of all games, or of those that are named."""
    parts = {"server": with_a_server, "alone": alone, "presses": presses}
    slugs = [book.slug for book in hatbox.rulebooks().values() if book.product]
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=slugs)
    parser.add_argument("--only", choices=parts, help="one part of the figures")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        for name in [given.only] if given.only else parts:
            parts[name](playwright, Path(data) / name, given.games)


if __name__ == "__main__":
    main()
