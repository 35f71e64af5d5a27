"""The batch plays the same games as the engine, however it is split."""

from typing import Any

import numpy as np
import pytest

import hatbox
from hatbox.adapters.batch import Batch
from hatbox.engine import entries
from tests.adapters.settings import ALL, SLUGS, Setting, name


def load(setting: Setting) -> Any:
    slug, players, options = setting
    return hatbox.load(slug, players, **options)


def arrays(batch: Batch) -> list[Any]:
    return [
        batch.current_player, batch.legal_action_mask, batch.observation, batch.rewards, batch.terminated,
        batch.truncated, batch.illegal, batch.random_action,
    ]  # fmt: skip


@pytest.mark.parametrize("setting", ALL, ids=name)
def test_arrays_tell_what_the_engine_tells(setting: Setting) -> None:
    game = load(setting)
    batch = hatbox.batch(game, 3, seed=5)
    mirror, buffer = batch.states.copy(), game.buffer()
    finished = 0
    for _ in range(400):
        actions = batch.sample().copy()
        assert batch.legal_action_mask[np.arange(3), actions].all()
        batch.step(actions)
        for i in range(3):
            legal = entries.step(mirror, i, actions[i], buffer)
            over = bool(mirror[i]["over"])
            assert (batch.terminated[i] or batch.truncated[i]) == over
            assert not over or batch.truncated[i] == mirror[i]["capped"]
            worth = np.zeros(game.players)
            if over:
                entries.worth(mirror, i, worth)
                mirror[i] = batch.states[i]
                legal = entries.step(mirror, i, entries.JUST_LOOK, buffer)
                finished += 1
            assert batch.rewards[i] == pytest.approx(worth)
            assert mirror[i] == batch.states[i]
            assert batch.current_player[i] == mirror[i]["turn"]
            assert sorted(buffer[:legal]) == np.flatnonzero(batch.legal_action_mask[i]).tolist()
            assert (batch.observation[i] == game.observation(mirror, int(mirror[i]["turn"]), i)).all()
    assert finished or game.slug != "connect_four"


@pytest.mark.parametrize("slug", SLUGS)
def test_threads_and_calls_change_nothing(slug: str) -> None:
    one, many = hatbox.batch(slug, 600, seed=3, threads=1), hatbox.batch(slug, 600, seed=3, threads=3)
    for _ in range(30):
        one.step(one.sample())
    many.random_steps(30)
    assert all((a == b).all() for a, b in zip(arrays(one), arrays(many), strict=True))
    assert one.states.tobytes() == many.states.tobytes()
    many.close()


def test_seeds_determine_everything() -> None:
    batch = hatbox.batch("hat_stairs", 50, seed=1, players=3)
    first = batch.states.tobytes()
    batch.random_steps(20)
    assert batch.states.tobytes() != first
    assert batch.reset(seed=1).states.tobytes() == first
    assert batch.reset(seed=2).states.tobytes() != first
    assert len({state["stones"].tobytes() for state in batch.states}) > 20


def test_arrays_are_written_in_place() -> None:
    batch = hatbox.batch("connect_four", 8)
    before = arrays(batch)
    batch.step(batch.sample())
    batch.step(np.zeros(8, np.int64))
    assert all(np.shares_memory(a, b) for a, b in zip(before, arrays(batch), strict=True))


@pytest.mark.parametrize("action", [-1, 7, 99, 0])
def test_an_illegal_action_loses(action: int) -> None:
    batch = hatbox.batch("connect_four", 2, autoreset="disabled")
    for _ in range(6):
        batch.step(np.zeros(2, int))  # the first column is full now
    batch.step(np.array([action, 1]))
    assert batch.illegal.tolist() == batch.terminated.tolist() == [True, False]
    assert batch.rewards.tolist() == [[-1, 1], [0, 0]]


def test_three_ways_to_begin_anew() -> None:
    moves = [0, 1, 0, 1, 0, 1, 0]
    same, later, never = (
        hatbox.batch("connect_four", 1, autoreset=mode) for mode in ("same_step", "next_step", "disabled")
    )
    for move in moves:
        for batch in (same, later, never):
            batch.step(np.array([move]))
    for batch in (same, later, never):
        assert batch.terminated.all() and batch.rewards.tolist() == [[1, -1]]
    assert same.observation.sum() == 0 and same.legal_action_mask.all()
    assert later.observation.sum() == 7 and not later.legal_action_mask.any()
    for batch in (later, never):
        batch.step(np.array([0]))
        assert batch.rewards.tolist() == [[0, 0]]
    assert not later.terminated.any() and later.observation.sum() == 0
    assert never.terminated.all() and never.observation.sum() == 7


def test_wishes_that_cannot_be_met() -> None:
    with pytest.raises(hatbox.HatboxError, match="at least 1 game"):
        hatbox.batch("connect_four", 0)
    with pytest.raises(hatbox.HatboxError, match="same_step, next_step, disabled"):
        hatbox.batch("connect_four", 1, autoreset="sometimes")
    with pytest.raises(hatbox.HatboxError, match="threads is 0"):
        hatbox.batch("connect_four", 1, threads=-1)
    for actions in (np.zeros(3, int), np.zeros((2, 1), int), np.zeros(2), 0):
        with pytest.raises(hatbox.HatboxError, match="takes 2 whole numbers, an action for each game"):
            hatbox.batch("connect_four", 2).step(actions)  # type: ignore[arg-type]
