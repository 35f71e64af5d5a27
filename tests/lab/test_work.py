"""Work in pieces: the same results everywhere, nothing done twice, a machine that dies."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from hatbox.bots import Budget
from hatbox.errors import HatboxError
from hatbox.game import load
from hatbox.lab.arena import tournament
from hatbox.lab.places import Here, Workers, place
from hatbox.lab.simulate import (
    BOT_GAMES,
    PERCENTILES,
    play_chunk,
    play_random,
    play_with_bots,
    simulate,
    simulate_bots,
)
from hatbox.lab.work import Done, Kept, Piece, Place, Work, pieces_of, run

FEW = pieces_of("hat_stairs", 3, {"steps": 10}, (), Budget(), range(5, 105), 30)


class Counting(Here):
    """Counts the pieces that are done."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def done(self, work: Work, pieces: Iterable[Piece]) -> Iterator[Done]:
        for piece in pieces:
            self.seen.append(piece.first)
            yield from super().done(work, [piece])


def results(where: Place, kept: Kept | None = None) -> list[dict[str, Any]]:
    return [done.result for _, done in run(play_random, FEW, where, kept)]


def without_times(report: msgspec.Struct) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(report)
    return {name: value for name, value in found.items() if not name.endswith(("seconds", "per_second"))}


def test_pieces_cover_all_seeds_once() -> None:
    assert [(piece.first, piece.count) for piece in FEW] == [(5, 30), (35, 30), (65, 30), (95, 10)]


@pytest.mark.parametrize(
    "where", [Workers(2, threads=True), Workers(2, threads=False)], ids=["threads", "processes"]
)
def test_a_place_does_not_change_the_results(where: Place) -> None:
    assert results(where) == results(Here())


def test_the_report_is_that_of_all_games_together() -> None:
    game = load("catch_the_hat", 2)
    report = simulate(game, 300, seed=7)
    lengths, payoffs, _ = play_chunk(game, 7, (0, 300))
    assert report.steps == lengths.sum() and report.wins == (payoffs > 0).sum(axis=0).tolist()
    expected = [float(value) for value in np.percentile(lengths, PERCENTILES)]
    assert list(report.length.values()) == pytest.approx(expected)


def test_bots_and_arenas_are_the_same_in_processes() -> None:
    game, two = load("hat_stairs", 2), Workers(2, threads=False)
    task = (game, ["level_1", "random"], 9, Budget(iterations=20), 3)
    assert without_times(simulate_bots(*task)) == without_times(simulate_bots(*task, two))
    one, other = (
        tournament("hat_stairs", ["greedy", "random", "greedy"], 4, 2, {}, Budget(iterations=20), place=where)
        for where in (Here(), two)
    )
    assert one == other


def test_what_is_kept_is_not_done_again(tmp_path: Path) -> None:
    file, first, again = tmp_path / "results.jsonl", Counting(), Counting()
    with Kept(file) as kept:
        for _, _ in zip(range(2), run(play_random, FEW, first, kept), strict=False):
            pass  # the run is interrupted here
    with Kept(file) as kept:
        assert results(again, kept) == results(Here())
    assert first.seen == [5, 35] and again.seen == [65, 95]


def test_a_line_that_was_cut_off_is_done_again(tmp_path: Path) -> None:
    file, again = tmp_path / "results.jsonl", Counting()
    with Kept(file) as kept:
        results(Here(), kept)
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    with Kept(file) as kept:
        results(again, kept)
    assert again.seen == [95]
    rows = [json.loads(line) for line in file.read_bytes().splitlines()]
    assert [row | {"seconds": 0} for row in rows] == [
        json.loads(line) | {"seconds": 0} for line in whole.splitlines()
    ]


def test_a_row_tells_how_to_repeat_it(tmp_path: Path) -> None:
    with Kept(tmp_path / "results.jsonl") as kept:
        results(Here(), kept)
    row = json.loads((tmp_path / "results.jsonl").read_bytes().splitlines()[1])
    piece = msgspec.convert({name: row[name] for name in Piece.__struct_fields__}, Piece)
    assert row["work"] == "hatbox.lab.simulate.play_random" and play_random(piece) == row["result"]


def test_other_rules_or_bots_are_not_mixed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    again = Counting()
    with Kept(tmp_path / "results.jsonl") as kept:
        results(Here(), kept)
        monkeypatch.setattr("hatbox.lab.work._sources", lambda game, module: "another")
        results(again, kept)
    assert again.seen == [5, 35, 65, 95]


def test_bad_input_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear Grandma,\n", "utf-8")
    with pytest.raises(HatboxError, match="holds no results: see line 1"):
        Kept(text)
    assert text.read_text("utf-8") == "Dear Grandma,\n"
    with pytest.raises(HatboxError, match=r"cannot be kept in .*: is a directory"):
        Kept(tmp_path)
    with pytest.raises(HatboxError, match="here or on ray, not on 'moon'"):
        place("moon", 1)


def test_one_job_works_in_this_process() -> None:
    assert isinstance(place("", 1), Here)


def test_who_stops_loses_nothing_that_was_done(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    command = [
        sys.executable,
        "-m",
        "hatbox.cli.main",
        "sim",
        "catch_the_hat",
        "--bots",
        "level_2",
        "--budget",
    ]
    command += ["50", "--games", "100000", "--jobs", "1", "--keep", str(file)]
    heeds = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # the test runner may ignore it
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=heeds) as process:
        while not file.exists() or file.read_bytes().count(b"\n") < 2:
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate()
    assert process.returncode == 130 and "Traceback" not in error and str(file) in error
    rows = [json.loads(line) for line in file.read_bytes().splitlines()]
    assert [row["first"] for row in rows] == [BOT_GAMES * k for k in range(len(rows))]


@pytest.mark.skipif(os.name == "nt", reason="Ray's own test clusters do not run on Windows")
def test_a_cluster_gives_the_same_even_when_a_machine_dies() -> None:
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster as Machines

    from hatbox.lab.cluster import Cluster

    machines = Machines(initialize_head=True, head_node_args={"num_cpus": 1})
    other = machines.add_node(num_cpus=1)
    try:
        ray.init(address=machines.address, log_to_driver=False, logging_level="error")
        pieces = pieces_of("hat_stairs", 2, {}, ["level_2"], Budget(iterations=20), range(40), 2)
        expected = [play_with_bots(piece) for piece in pieces]
        where = Cluster(ahead=4)
        assert where.workers == 2
        found = []
        for k, (_, done) in enumerate(run(play_with_bots, pieces, where)):
            if k == 3:
                machines.remove_node(other, allow_graceful=False)
            found.append(done.result)
        assert found == expected
    finally:
        ray.shutdown()
        machines.shutdown()  # type: ignore[no-untyped-call]


def test_two_commands_may_keep_their_results_in_one_file(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with Kept(file) as one, Kept(file) as other:
        one.add(play_random, FEW[0], Done({"own": 1}, 0.5))
        other.add(play_random, FEW[1], Done({"own": 22}, 0.5))
        one.add(play_random, FEW[2], Done({"own": 333}, 0.5))
    with Kept(file) as both:
        assert [found.result["own"] for piece in FEW[:3] if (found := both.found(play_random, piece))] == [
            1,
            22,
            333,
        ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Kept(tmp_path / "results.jsonl") as kept, Path("/dev/full").open("ab", buffering=0) as full:
        monkeypatch.setattr(kept, "_file", full)
        with pytest.raises(HatboxError, match="no space left"):
            kept.add(play_random, FEW[0], Done({}, 0.0))
