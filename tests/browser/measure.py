"""How quick the app feels: first decision, interaction to next paint, layout shift. `python -m tests.browser.measure`.

Prints one line per figure. Times depend on the machine and on what else it does; the budgets are in docs/web.md.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.house import KEPT, Visitor, hosting, launch, serving, settled
from tests.browser.play import BOT, END, PLAY, make_table, my_move

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
    """Each figure as soon as it is known."""
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
    """From opening the home page: milliseconds to the first paint and to the first decision, and scripts in kB."""
    page.goto(f"{address}/", wait_until="commit")
    page.wait_for_selector("article .btn--accent:enabled")
    before = float(page.evaluate("performance.now()"))
    paint, size = float(page.evaluate(FIRST_PAINT)), float(page.evaluate(SCRIPTS)) / 1000
    page.locator(PLAY.format(game=game)).click()
    start = float(page.evaluate("performance.now()"))
    my_move(page)
    return paint, before + float(page.evaluate("performance.now()")) - start, size


def without_server(browser: Browser, address: str, game: str) -> tuple[float, float]:
    """Milliseconds to the first decision in a page without a server: cold, and when everything is kept."""
    visitor = Visitor(browser, address, works_offline=True, quick_bots=False)
    _, cold, _ = first_decision(visitor.page, address, game)
    visitor.page.wait_for_selector(KEPT, state="attached")
    page = visitor.context.new_page()
    _, warm, _ = first_decision(page, address, game)
    visitor.context.close()
    return cold, warm


def interactions(page: Page) -> tuple[list[float], float, int]:
    """Durations of presses until the next paint, the sum of layout shifts, and how many sizes the board had."""
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


def measure(games: list[str]) -> None:
    """All figures for some games."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        with serving(Path(data) / "real", real=True) as address:
            for game in games:
                starts = []
                for _ in range(ROUNDS):
                    browser = launch(playwright)  # nothing is in its caches
                    starts.append(cold_start(browser, address, game))
                    browser.close()
                paint, took, size = (median(one) for one in zip(*starts, strict=True))
                say(
                    f"{game}: first paint {paint:.0f} ms, first decision {took:.0f} ms after opening home;"
                    f" {size:.1f} kB of scripts before the first click"
                )
        with hosting(Path(data) / "host") as address:
            for game in games:
                both = []
                for _ in range(ROUNDS):
                    browser = launch(playwright)
                    both.append(without_server(browser, address, game))
                    browser.close()
                cold, warm = (median(one) for one in zip(*both, strict=True))
                say(f"{game} without a server: first decision {cold:.0f} ms cold, {warm:.0f} ms warm")
        with serving(Path(data) / "quick") as address:
            browser = launch(playwright)
            for game in games:
                for size in ("desktop", "phone"):
                    at_the_table(browser, address, game, size)
            browser.close()


if __name__ == "__main__":
    measure(sys.argv[1:] or ["hat_stairs", "great_hall"])
