"""Puzzles in a real browser: a wrong try first, then the solution; the puzzle of the day, streaks, filters."""

import json
from datetime import UTC, date, datetime

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from hatbox.lab.puzzles import Puzzle, puzzles_of
from tests.browser.conftest import Site, Window, needs_site
from tests.browser.house import Visitor, settled, violations, without_network

GAMES = (
    "catch_the_hat",
    "hat_stairs",
    "vanished_animal",
    "great_hall",
    "magic_hexagon",
)  # as on the home page
SMALLEST: ViewportSize = {"width": 360, "height": 640}
ENDED, SENTENCE, CHOICES = ".puzzle.ended", ".puzzle .sentence", ".opts .btn"
DAY = date(2026, 11, 18)
EPOCH = date(1970, 1, 1)
STRIDE, DAILY = 107, 300


def puzzle(game: str, number: int) -> Puzzle:
    return [puzzle for source in puzzles_of(game).sources for puzzle in source.puzzles][number - 1]


def number_with(game: str, steps: int) -> int:
    """The first puzzle with at least this many choices, or else the first one."""
    every = [puzzle for source in puzzles_of(game).sources for puzzle in source.puzzles]
    return next((k + 1 for k, one in enumerate(every) if len(one.steps) >= steps), 1)


def keep(visitor: Visitor, **settings: object) -> None:
    """Settings that the page finds on its first visit."""
    text = json.dumps({"voiceOffered": True, **settings})
    visitor.context.add_init_script(
        f"if (!localStorage.getItem('hatbox.settings')) localStorage.setItem('hatbox.settings', {text!r})"
    )


def solve(page: Page, asked: Puzzle) -> None:
    """Find every choice of the turn by its place in the list of text mode."""
    for losses in asked.steps:
        expect(page.locator(CHOICES)).to_have_count(len(losses))
        page.locator(CHOICES).nth(losses.index(0)).click()
        settled(page)
    expect(page.locator(ENDED)).to_have_count(1)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_try_is_told_gently_and_the_solution_says_why(window: Window, game: str) -> None:
    number = number_with(game, 2)
    asked = puzzle(game, number)
    visitor = window()
    keep(visitor, textMode=True)
    page = visitor.go(f"/{game}/puzzles/{number}")
    expect(page.locator(CHOICES)).to_have_count(len(asked.steps[0]))
    assert violations(page) == []
    worst = asked.steps[0].index(max(asked.steps[0]))
    settled(page).locator(CHOICES).nth(worst).click()
    expect(page.locator(SENTENCE)).to_contain_text(f"about {max(asked.steps[0])} win")
    assert page.locator(ENDED).count() == 0, "nothing has happened yet"
    solve(page, asked)
    expect(page.locator(SENTENCE)).to_contain_text(f"at least {asked.margin} game")
    assert page.locator(f"{SENTENCE} .why").inner_text()
    page = visitor.go(f"/{game}/puzzles")
    expect(page.locator("li a.done")).to_have_count(1)
    assert page.locator(".kept a[href*=LOCAL]").count() == 0, "a puzzle is kept nowhere"


@pytest.mark.parametrize("game", GAMES)
def test_the_solution_plays_itself_out_on_the_board(window: Window, game: str) -> None:
    visitor = window("phone", language="de")
    visitor.page.set_viewport_size(SMALLEST)
    keep(visitor)
    page = visitor.go(f"/{game}/puzzles/2")
    page.wait_for_selector(".puzzle .row .btn")
    assert violations(settled(page)) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".puzzle .row .btn").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(ENDED)
    assert page.locator(".end").count() == 0, "the result would cover the reason"
    for button in settled(page).locator(".puzzle .row .btn").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= SMALLEST["height"]
    assert visitor.go(f"/{game}/puzzles").locator("li a.done").count() == 0, "being shown is not solving"


def test_what_must_be_remembered_is_shown_first_or_by_the_memory_aid(window: Window) -> None:
    every = [puzzle for source in puzzles_of("hat_stairs").sources for puzzle in source.puzzles]
    number = next(k + 1 for k, one in enumerate(every) if one.theme == "remember" and one.ply - one.shown > 3)
    visitor = window()
    keep(visitor, textMode=True)
    page = visitor.go(f"/hat_stairs/puzzles/{number}")
    page.wait_for_selector(CHOICES)
    before = settled(page).locator("dl").inner_text()
    page.locator(".puzzle .row .btn").nth(1).click()
    expect(page.locator(".puzzle .row .btn")).to_have_count(1)
    assert settled(page).locator("dl").inner_text() != before, "the aid tells what was seen"


def test_everybody_has_the_same_puzzle_on_the_same_day(window: Window) -> None:
    days = (DAY - EPOCH).days
    game = GAMES[days % 5]
    number = 1 + days // 5 * STRIDE % min(DAILY, puzzles_of(game).count)
    visitor = window()
    visitor.page.clock.set_fixed_time(datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC))
    keep(visitor, textMode=True, streak={"day": days - 1, "length": 2})
    page = visitor.go("/")
    expect(page.locator(".daily")).to_contain_text("2 days in a row")
    page.locator(".daily a[href$='/today']").click()
    page.wait_for_url(f"**/{game}/puzzles/today")
    expect(page.locator(".puzzle .about")).to_contain_text(f"Puzzle {number}")
    solve(settled(page), puzzle(game, number))
    expect(page.locator(SENTENCE)).to_contain_text("3 days in a row")
    expect(visitor.go("/").locator(".daily")).to_contain_text("3 days in a row")


def test_the_list_can_be_narrowed_down_and_the_rules_lead_to_it(window: Window) -> None:
    visitor = window()
    page = visitor.go("/hat_stairs/rules")
    page.locator('.themes a[href$="theme=escape"]').click()
    page.wait_for_url("**/hat_stairs/puzzles?theme=escape")
    every = [puzzle for source in puzzles_of("hat_stairs").sources for puzzle in source.puzzles]
    expect(settled(page).locator("ol li a")).to_have_count(sum(one.theme == "escape" for one in every))
    assert violations(page) == []
    assert visitor.go("/hat_stairs").locator('a[href$="/hat_stairs/puzzles"]').count() == 1


def test_a_number_that_does_not_exist_is_told(window: Window) -> None:
    page = window().go("/hat_stairs/puzzles/9999")
    expect(page.locator("body")).to_contain_text(f"from 1 to {puzzles_of('hat_stairs').count}")


@needs_site
def test_puzzles_need_no_server_and_no_network(site: Site) -> None:
    visitor = site()
    without_network(visitor)
    page = visitor.go("/#/vanished_animal/puzzles/1")
    page.wait_for_selector(".puzzle .row .btn")
    settled(page).locator(".puzzle .row .btn").first.click()
    page.wait_for_selector(ENDED)
