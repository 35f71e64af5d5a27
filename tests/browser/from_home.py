"""From the home page into a short game against the weakest bot, by mouse or with keys alone."""

from playwright.sync_api import Page

READY = ".ways .btn--accent:enabled"
START = ".ways .btn--accent"


def start_by_mouse(page: Page, game: str, longest: str, chosen: str, players: int = 2) -> None:
    """Open the game's page, choose the players and one option, and start; the option is known by its greatest value."""
    page.locator(f'article a[href$="/{game}"]').first.click()
    page.wait_for_selector(READY)
    page.locator(".say select").nth(0).select_option(str(players))
    page.locator(".say select").nth(1).select_option("1")
    page.locator(".more-options summary").click()
    page.locator(_option(longest)).select_option(chosen)
    page.locator(START).first.click()
    page.wait_for_selector("svg.b")


def start_by_keys(page: Page, game: str, longest: str, steps: int) -> None:
    """The same with keys; the option gets the value this many steps below the first, -1: the last one."""
    tab_to(page, f'article a[href$="/{game}"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(READY)
    tab_to(page, ".say select")
    page.keyboard.press("2")
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    tab_to(page, ".more-options summary")
    page.keyboard.press("Enter")
    tab_to(page, _option(longest))
    page.keyboard.press("End" if steps < 0 else "Home")
    for _ in range(steps):
        page.keyboard.press("ArrowDown")
    tab_to(page, START)
    page.keyboard.press("Enter")
    page.wait_for_selector("svg.b")
    assert page.locator(".players .pl").count() == 2


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until it has the focus."""
    for _ in range(120):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with the keyboard")


def _option(longest: str) -> str:
    return f"select:has(option[value='{longest}'])"
