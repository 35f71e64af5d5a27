"""How quick the app feels: first decision, interaction to next paint, layout shift. `python -m tests.browser.measure`.

Prints one line per figure. Times depend on the machine and on what else it does; the budgets are in docs/web.md.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.house import Visitor, launch, serving
from tests.browser.play import END, my_move, quick_table

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
MOVES = 12


def say(line: str) -> None:
    """Each figure as soon as it is known."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def cold_start(browser: Browser, address: str, game: str) -> float:
    """Milliseconds from the click on the home page to the first decision, in a fresh browser."""
    visitor = Visitor(browser, address)
    page = visitor.go("/")
    page.wait_for_selector("article .btn--accent:enabled")
    before = page.evaluate("performance.now()")
    page.locator(f'article:has(a[href="/{game}"]) .btn--accent').click()
    my_move(page)
    took = float(page.evaluate("performance.now()")) - float(before)
    visitor.context.close()
    return took


def interactions(page: Page) -> tuple[list[float], float]:
    """Durations of presses until the next paint, and the sum of layout shifts, over some moves."""
    page.evaluate(WATCH)
    for _ in range(MOVES):
        if not my_move(page) or page.locator(END).count():
            break
        page.locator("svg.b .possible, .action .btn--go, .opts .btn, .hand .possible").first.click(force=True)
        page.wait_for_timeout(150)
    paints, shift = page.evaluate("[window.paints, window.shift]")
    return [float(paint) for paint in paints], float(shift)


def measure(games: list[str]) -> None:
    """All figures for some games."""
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for game in games:
            say(f"{game}: first decision after {cold_start(browser, address, game):.0f} ms")
            for size in ("desktop", "phone"):
                visitor = Visitor(browser, address, size)
                page = visitor.go("/")
                page.goto(f"{address}/t/{quick_table(page, game)}")
                page.wait_for_selector("svg.b, .opts")
                paints, shift = interactions(page)
                worst, usual = max(paints, default=16.0), median(paints or [16.0])
                say(
                    f"{game} on a {size}: next paint {usual:.0f} ms usually, {worst:.0f} ms at worst"
                    f" of {len(paints)}; layout shift {shift:.4f}"
                )
                visitor.context.close()
        browser.close()


if __name__ == "__main__":
    measure(sys.argv[1:] or ["hat_stairs", "great_hall"])
