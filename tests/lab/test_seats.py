"""`python -m benchmarks.seats`: how often each seat wins, how that is reported, and that it can be stopped."""

import json
from pathlib import Path

import pytest
from benchmarks import seats
from benchmarks.seats import Company


def test_games_are_kept_taken_up_again_and_written_for_the_lab(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    company = Company("hat_stairs", 2, "level_1", 24, 6)
    page, data = tmp_path / "bots.md", tmp_path / "measured"
    data.mkdir()
    (data / "hat_stairs.json").write_text(
        '{"even": "level_3", "rows": [{"players": 2}], "help": []}', "utf-8"
    )
    page.write_text(f"before\n{seats.BEGIN}\n{seats.END}\nafter\n", "utf-8")
    for name, value in {
        "KEPT": tmp_path / "seats.json",
        "PAGE": page,
        "DATA": data,
        "COMPANIES": [company],
    }.items():
        monkeypatch.setattr(seats, name, value)
    stops = iter([False, False, True])
    kept = seats.known()
    seats.measure(kept, company, lambda: next(stops))
    assert len(seats.known()[company.name]) == 2
    seats.measure(again := seats.known(), company, lambda: False)
    assert len(again[company.name]) == 6
    assert json.dumps(again[company.name][:2]) == json.dumps(kept[company.name])
    seats.write_page(again)
    seats.write_measured()
    assert "| hat_stairs | 2 | level_1 | 24 | 6 |" in page.read_text("utf-8")
    written = json.loads((data / "hat_stairs.json").read_text("utf-8"))
    assert written["even"] == "level_3" and written["rows"] == [{"players": 2}]
    (told,) = written["seats"]
    assert told["games"] == 6 and sum(share[0] for share in told["shares"]) == pytest.approx(1, abs=1e-3)


def test_a_draw_is_divided_among_all_and_a_shared_win_among_its_winners() -> None:
    games: list[seats.Played] = [([0], 9, 0), ([], 9, 0), ([0, 2], 9, 0)]
    assert [seats.share(games, 3, seat)[0] for seat in range(3)] == [0.6111, 0.1111, 0.2778]
