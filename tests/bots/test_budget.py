"""A move keeps its time: all that belongs to it is counted, and nothing is computed within it that can wait."""

import time
from typing import Any

import pytest
from benchmarks.budget import ALLOWED, times

import hatbox
from hatbox.bots import Budget, move_of
from hatbox.bots.players import make_bot
from hatbox.games.hat_stairs import bot as stairs
from hatbox.games.hat_stairs.tables import is_ready, kept


@pytest.mark.parametrize("slug", [slug for slug, book in hatbox.rulebooks().items() if book.product])
@pytest.mark.parametrize("bot", ["search", "level_2", "level_5"])
def test_a_move_keeps_its_time(slug: str, bot: str) -> None:
    """Others share the machine, so that it is the processor's time; benchmarks.budget looks at the clock."""
    times(slug, bot, 5, 2)  # compile and load
    assert times(slug, bot, 50, 4, time.thread_time)[-2] < ALLOWED * 50


def test_what_was_gathered_before_is_part_of_the_time() -> None:
    budget = Budget(milliseconds=100).since(time.perf_counter() - 0.03)
    assert 60 <= budget.milliseconds <= 70
    assert Budget(milliseconds=10).since(time.perf_counter() - 1).milliseconds == 1


def slow(steps: int, hat_step: int) -> Any:
    """A table that takes its time."""
    time.sleep(2)


def test_nobody_waits_for_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stairs, "solve", slow)
    match = hatbox.load("hat_stairs").match(seed=1)
    move_of(make_bot("search"), match, Budget(milliseconds=5))
    started = time.perf_counter()
    assert move_of(make_bot("level_5"), match, Budget(milliseconds=20)) in match.legal
    assert time.perf_counter() - started < 1.5 and not is_ready(slow, 12, 6)


def test_a_table_is_solved_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr("hatbox.games.hat_stairs.tables.folder_for", lambda file: tmp_path)
    solved: list[int] = []
    for _ in range(2):
        assert list(kept("some", lambda: solved.append(1) or [1.0, 2.0])) == [1.0, 2.0]  # type: ignore[func-returns-value]
    assert solved == [1]
