"""The figures of the house-rule lab: complete, possible, and as `python -m benchmarks.variants` writes them."""

import json
from typing import Any

import pytest
from benchmarks.variants import is_offered
from benchmarks.variants_games import LEFT_OUT, PLANS, Cell, cells, changes
from benchmarks.variants_page import DATA

from hatbox.game import load, rulebooks

GAMES = tuple(PLANS)
AGAIN = "python -m benchmarks.variants"


def _read(slug: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / f"{slug}.json").read_text("utf-8"))
    return found


def test_every_game_of_the_box_is_measured() -> None:
    assert {slug for slug, book in rulebooks().items() if book.options} == set(GAMES)


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_that_can_matter_is_planned(slug: str) -> None:
    offered = {option.name for option in rulebooks()[slug].options if option.count == 1}
    assert {list(options)[-1] for options in changes(slug)} == offered - LEFT_OUT


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_on_offer_is_measured(slug: str) -> None:
    found = [Cell(slug, row["players"], row["options"]) for row in _read(slug)["rows"]]
    offered = [cell.name for cell in cells(slug)]
    missing = set(offered) - {cell.name for cell in found}
    assert not missing, f"measure them: {AGAIN} {slug}"
    assert len({cell.name for cell in found}) == len(found)
    assert all(is_offered(cell, offered) for cell in found), (
        f"some are measured that are not offered: {AGAIN} --minutes 0 {slug}"
    )


@pytest.mark.parametrize("slug", GAMES)
def test_rows_are_possible_and_intervals_hold_their_means(slug: str) -> None:
    data = _read(slug)
    for row in data["rows"]:
        load(slug, row["players"], **row["options"])
        assert row["games"] >= row["players"], row
        assert row["pairs"] >= row["players"], row
        assert row["sides"] in (2, row["players"])
        for mean, low, high in (row["length"], row["first"], row["better"]):
            assert 0 <= low <= mean <= high, row
        assert row["first"][2] <= 1
        assert row["better"][2] <= 1


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_tells_what_hints_are_worth(slug: str) -> None:
    found = _read(slug)["help"]
    assert [row["hints"] for row in found] == [0, 5, -1], f"measure them: {AGAIN} {slug}"
    for row in found:
        mean, low, high = row["share"]
        assert row["games"] > 0
        assert 0 <= low <= mean <= high <= 1


@pytest.mark.parametrize("slug", GAMES)
def test_every_number_of_players_is_described(slug: str) -> None:
    found = _read(slug)["character"]
    again = f"measure them: python -m benchmarks.character {slug}"
    assert sorted(row["players"] for row in found) == sorted(rulebooks()[slug].players), again
    for row in found:
        low, step, bars = row["lengths"]
        assert sum(bars) == row["games"] and bars[0] and bars[-1] and low > 0 and step > 0, again
        assert 0 <= row["forced"][0] <= 100 and 0 <= row["clear_after"][0] <= 100
        assert 0 < row["winner"][0] < row["winner"][-1] <= 1, "a win may be shared"


def test_what_an_option_needs_is_measured_alone_too() -> None:
    for slug in GAMES:
        all_rows = [row["options"] for row in _read(slug)["rows"]]
        for options in all_rows:
            assert dict(list(options.items())[:-1]) in all_rows
