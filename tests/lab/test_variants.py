"""`python -m benchmarks.variants`: what is measured, how it is added up, and that it can be stopped."""

from pathlib import Path

import pytest
from benchmarks import variants, variants_page
from benchmarks.variants import Cell

from hatbox.lab.statistics import share, spread


def test_a_mean_with_its_interval() -> None:
    assert spread([2.0, 4.0, 2.0, 4.0], 2) == [3.0, 1.9, 4.1]
    mean, low, high = share([1.0, 0.0, 1.0, 1.0], 2)
    assert low < mean == 0.75 < high


def test_a_team_that_begins_wins_together() -> None:
    plan = variants.Plan("random", "greedy", "random", 4, 5)
    cell = Cell("catch_the_hat", 4, {"teams": "team"})
    played = variants.play_even(cell, plan, 0)
    assert variants.sides(cell) == 2
    assert len(played["length"]) == 4
    assert all(0 <= first <= 1 for first in played["first"])


def test_of_an_odd_number_strong_and_weak_have_one_more_seat_in_turn() -> None:
    plan = variants.Plan("random", "greedy", "random", 6, 5)
    cell = Cell("hat_stairs", 3, {})
    assert [len(variants.play_better(cell, plan, block)["better"]) for block in (0, 1)] == [3, 3]
    assert variants.beginner(cell, 0) == 0


def test_stopped_work_is_taken_up_and_repeated_exactly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(variants, "KEPT", tmp_path / "kept.json")
    monkeypatch.setattr(variants, "DATA", tmp_path / "measured")
    plan = variants.Plan("random", "greedy", "random", 8, 5)
    cell = Cell("hat_stairs", 2, {"steps": 8})
    whole = variants.Keeper(60)
    whole.measure(cell, plan, 1.0)
    written = (tmp_path / "measured" / "hat_stairs.json").read_text("utf-8")
    (tmp_path / "kept.json").unlink()
    variants.Keeper(60).measure(cell, plan, 0.5)
    later = variants.Keeper(60)
    later.measure(cell, plan, 1.0)
    assert later.kept == whole.kept
    assert (tmp_path / "measured" / "hat_stairs.json").read_text("utf-8") == written
    variants.Keeper(-1).measure(cell, plan, 2.0)
    assert variants.Keeper(60).kept == whole.kept


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
