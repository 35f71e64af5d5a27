"""`python -m benchmarks.variants`: what is measured, how it is added up, and that it can be stopped."""

from pathlib import Path

import pytest
from benchmarks import variants, variants_games, variants_page
from benchmarks.variants_games import Cell, Plan

from hatbox.lab.places import Here
from hatbox.lab.statistics import share, spread
from hatbox.lab.work import Kept, Piece


def test_a_mean_with_its_interval() -> None:
    assert spread([2.0, 4.0, 2.0, 4.0], 2) == [3.0, 1.9, 4.1]
    mean, low, high = share([1.0, 0.0, 1.0, 1.0], 2)
    assert low < mean == 0.75 < high


def test_a_team_that_begins_wins_together() -> None:
    cell = Cell("catch_the_hat", 4, {"teams": "team"})
    played = variants_games.play(Piece(*cell, ("random",), 5, 0, 0, 1))
    assert variants_games.sides(cell) == 2
    assert len(played["length"]) == 4
    assert all(0 <= first <= 1 for first in played["first"])


def test_of_an_odd_number_strong_and_weak_have_one_more_seat_in_turn() -> None:
    cell = Cell("hat_stairs", 3, {})
    piece = Piece(*cell, ("greedy", "random"), 5, 0, 0, 2)
    assert [len(variants_games.play_better(piece, block)["better"]) for block in (0, 1)] == [3, 3]
    assert len(variants_games.play(piece)["better"]) == 6
    assert variants_games.beginner(cell, 0) == 0


def test_stopped_work_is_taken_up_and_repeated_exactly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(variants, "DATA", tmp_path / "measured")
    monkeypatch.setitem(variants_games.PLANS, "hat_stairs", Plan("random", "greedy", "random", 40, 5))
    cells, file = [Cell("hat_stairs", 2, {}), Cell("hat_stairs", 2, {"steps": 8})], tmp_path / "kept.jsonl"

    def measured(parts: list[float], seconds: float = 60.0) -> str:
        with Kept(file) as kept:
            run = variants.Measurement(Here(), kept, seconds)
            for part in parts:
                run.measure(cells, part)
            run.write("hat_stairs")
        return (tmp_path / "measured" / "hat_stairs.json").read_text("utf-8")

    whole = measured([1.0])
    assert '"games": 80' in whole and '"games": 40' in whole
    file.unlink()
    assert measured([0.5]) == whole  # a row with fewer games does not replace one with more
    (tmp_path / "measured" / "hat_stairs.json").unlink()
    assert '"games": 20' in measured([0.5])
    assert measured([1.0], seconds=-1.0).count('"games": 20') == 1  # no time: only what is there
    assert measured([0.5, 1.0]) == whole


def test_pairs_are_made_of_the_options_that_change_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = {"players": 2, "options": {}, "sides": 2, "games": 9, "pairs": 9}
    plain |= {"length": [10.0, 9.5, 10.5], "first": [0.5, 0.4, 0.6], "better": [0.5, 0.4, 0.6]}

    def with_length(options: dict[str, object], length: float) -> dict[str, object]:
        return {**plain, "options": options, "length": [length, length - 0.5, length + 0.5]}

    rows = [
        plain,
        with_length({"steps": 8}, 5.0),
        with_length({"steps": 16}, 30.0),
        with_length({"direction": "away"}, 12.0),
        with_length({"hat_step": 4}, 10.1),  # too little to be sure
    ]
    monkeypatch.setattr(variants, "measured", lambda slug: {"rows": rows})
    monkeypatch.setattr(variants, "is_allowed", lambda cell: True)
    assert variants.together("hat_stairs") == [Cell("hat_stairs", 2, {"steps": 16, "direction": "away"})]


def test_only_the_tables_of_the_page_are_renewed(tmp_path: Path) -> None:
    page = tmp_path / "lab.md"
    marks = [
        f"<!-- {name}: {place} -->" for name in ("usual", "changes", "help") for place in ("begin", "end")
    ]
    page.write_text("\n".join(["before", *marks, "after"]), "utf-8")
    variants_page.write_page(page)
    lines = page.read_text("utf-8").split("\n")
    assert (lines[0], lines[-1]) == ("before", "after")
    assert [line for line in lines if line in marks] == marks
    assert sum("| hat_stairs | 2 | level_3 |" in line for line in lines) == 1


def test_a_change_is_compared_with_the_game_without_it() -> None:
    plain = {"players": 2, "options": {}, "sides": 2, "length": [10.0, 9.0, 11.0]}
    golden = {**plain, "options": {"golden": True}, "length": [20.0, 19.0, 21.0]}
    winner = {**plain, "options": {"golden": True, "gold_winner": True}, "length": [21.0, 20.0, 22.0]}
    other = {**plain, "players": 4}
    found = list(variants_page.pairs([plain, golden, winner, other]))
    assert found == [(plain, golden), (golden, winner)]
    assert variants_page.cell(plain, golden, "length") == "10 → 20"
    assert variants_page.cell(golden, winner, "length") == "–"
    assert variants_page.named({"golden": True, "teams": "team"}) == "`golden=true`, `teams=team`"
