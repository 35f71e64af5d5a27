"""A move keeps its time limit: everything that belongs to it counts, and nothing that can wait is computed in it."""

import threading
import time
from pathlib import Path

import pytest
from benchmarks.budget import ALLOWED, times

import hatbox
from hatbox.bots import Budget, exact, move_of
from hatbox.bots.players import make_bot
from hatbox.engine.record import States, Tensor


@pytest.mark.parametrize("slug", [slug for slug, book in hatbox.rulebooks().items() if book.product])
@pytest.mark.parametrize("bot", ["search", "level_2", "level_5"])
def test_a_move_keeps_its_time(slug: str, bot: str) -> None:
    """Others share the machine, so this measures CPU time; benchmarks.budget uses the clock."""
    times(slug, bot, 5, 2)  # compile and load
    assert times(slug, bot, 50, 4, time.thread_time)[-2] < ALLOWED * 50


def test_what_was_gathered_before_is_part_of_the_time() -> None:
    budget = Budget(milliseconds=100).since(time.perf_counter() - 0.03)
    assert 60 <= budget.milliseconds <= 70
    assert Budget(milliseconds=10).since(time.perf_counter() - 1).milliseconds == 1


def test_nobody_waits_for_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    done, started = threading.Event(), time.perf_counter()
    monkeypatch.setattr(exact, "_solve", lambda *_: done.wait())
    match = hatbox.load("hat_stairs", steps=17).match(seed=1)
    assert move_of(make_bot("level_5"), match, Budget(milliseconds=20)) in match.legal
    assert not len(exact.table_for(match.game, match.now.states, wait=False))
    done.set()
    assert time.perf_counter() - started < 60  # it returned, although nothing was solved


def test_a_table_is_solved_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    match, solved = hatbox.load("hat_stairs", steps=8, hat_step=3).match(seed=1), exact.solved
    calls: list[States] = []

    def counted(states: States) -> Tensor:
        calls.append(states)
        return solved(states)

    monkeypatch.setattr(exact, "folder", lambda *_: tmp_path)
    monkeypatch.setattr(exact, "solved", counted)
    tables = []
    for _ in range(2):
        exact._solving.clear()  # as a new process would start
        exact._tables.clear()
        tables.append(exact.table_for(match.game, match.now.states, wait=True))
    assert len(calls) == 1 and len(tables[0]) and (tables[0] == tables[1]).all()
