"""`python -m benchmarks.ladder`: it can be stopped and resumed, and distinguishes earlier bots."""

from pathlib import Path

import pytest
from benchmarks import ladder
from benchmarks.ladder import Pairing

from hatbox.lab.places import Here, place


def test_a_ladder_goes_on_where_it_was_stopped_with_any_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairing = Pairing("hat_stairs", 2, "level_2", "level_1", 80)
    monkeypatch.setattr(ladder, "KEPT", tmp_path / "whole.json")
    ladder.play(whole := ladder.read(ladder.KEPT), pairing, 6, Here())
    monkeypatch.setattr(ladder, "KEPT", tmp_path / "parts.json")
    ladder.play(ladder.read(ladder.KEPT), pairing, 2, Here())
    ladder.play(parts := ladder.read(ladder.KEPT), pairing, 6, place("", jobs=2))
    assert parts == whole == ladder.read(ladder.KEPT) and len(whole[pairing.name]) == 6


def test_games_of_earlier_bots_stand_beside_the_new_ones() -> None:
    name = "hat_stairs 2p level_2 level_1 80"
    assert "| 4 | **75.0%** |" in ladder.table({name: "wwwl"}, {})[-1]
    line = ladder.table({}, {name: "wwld"})[-1]
    assert line.endswith("| – | – | – | 62.5% of 4 |")
