"""The house-rule lab: players read what an option changes before they play."""

import json
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Window
from tests.browser.house import ROOT, violations

GAMES = ("hat_stairs", "vanished_animal", "great_hall", "magic_hexagon", "catch_the_hat")
ENOUGH = 16  # games, below which the page says nothing
WIDE = "document.documentElement.scrollWidth"


def _changes(game: str) -> list[dict[str, Any]]:
    """The measured changes that the page mentions."""
    path = ROOT / "src" / "hatbox" / "lab" / "measured" / f"{game}.json"
    rows = json.loads(path.read_text("utf-8"))["rows"]
    return [row for row in rows if row["options"] and min(row["games"], row["pairs"]) >= ENOUGH]


def test_one_line_leads_from_a_game_to_what_its_options_change(window: Window) -> None:
    visitor = window("phone")
    page = visitor.go("/hat_stairs")
    assert page.locator(".lab").count() == 0
    page.locator(".more-options summary").click()
    page.locator("select:has(option[value='20'])").first.select_option("20")
    page.get_by_role("link", name="For the curious").click()
    lab = page.locator(".lab")
    expect(lab.get_by_role("heading", name="The stairs have 20 steps.")).to_be_visible()
    expect(lab).to_contain_text("% longer.")
    expect(lab).to_contain_text("Tested by bots: “Medium” against each other")
    assert violations(page) == []
    page = visitor.go("/hat_stairs/lab?steps=19")
    expect(lab).to_contain_text("Nearest value tested: The stairs have 20 steps.")
    page = visitor.go("/hat_stairs/lab?steps=19&hat_step=4")
    expect(lab).to_contain_text("not together with the others")
    assert violations(page) == []
    page = visitor.go("/hat_stairs/lab")
    expect(lab).to_contain_text("The better players win")
    expect(lab.get_by_role("heading", level=2)).to_have_count(0)


def test_the_page_says_what_games_of_so_many_players_are_like(window: Window) -> None:
    path = ROOT / "src" / "hatbox" / "lab" / "measured" / "hat_stairs.json"
    found = {row["players"]: row for row in json.loads(path.read_text("utf-8"))["character"]}
    page = window("phone").go("/hat_stairs/lab")
    section = page.get_by_role("region", name="What this game is like")
    for players in (2, 4):
        page.get_by_role("button", name=f"{players} players").click()
        expect(section.locator("dl div").first).to_contain_text(str(round(found[players]["length"][0])))
        assert section.locator("rect").count() == len(found[players]["lengths"][2])
    assert violations(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_all_variants_stand_side_by_side(window: Window, game: str) -> None:
    counts = Counter(row["players"] for row in _changes(game))
    page = window("phone").go(f"/{game}")
    page.get_by_role("link", name="For the curious").click()
    if not counts:
        expect(page.locator("main")).to_contain_text("This has not been tested.")
        return
    for players, count in counts.items():
        page.get_by_role("button", name=f"{players} players").click()
        expect(page.locator("tbody")).to_have_count(count)
        assert page.evaluate(WIDE) == 390
    page.get_by_role("button", name="Skill and luck").press("Enter")
    expect(page.get_by_role("columnheader", name="Skill and luck")).to_have_attribute(
        "aria-sort", "descending"
    )
    assert violations(page) == []


@pytest.mark.parametrize("language", ("de", "ru", "fr", "nl"))
def test_the_lab_fits_on_a_phone_in_long_languages(window: Window, language: str) -> None:
    visitor = window("phone", language=language)
    for path in ("/magic_hexagon", "/magic_hexagon/lab"):
        page = visitor.go(path)
        page.wait_for_selector(".ways" if path == "/magic_hexagon" else "tbody")
        assert page.evaluate(WIDE) == 390, path
