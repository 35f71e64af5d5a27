"""PettingZoo's own suites, for every game, player count and a choice of options."""

import warnings
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import hatbox
from hatbox.errors import IllegalMove
from tests.adapters.settings import ALL, SEATINGS, SLUGS, Setting, name

pytest.importorskip("pettingzoo")

from pettingzoo import make
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)

from hatbox.adapters import pettingzoo

# the suite only knows dictionaries as observations from its own list, and no empty boards
HARMLESS = "Observation is not a NumPy array|Observation space for each agent probably|.*is all zeros"


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    """The suites warn about what they merely dislike."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=HARMLESS)
        yield


def made(maker: Any, setting: Setting, **more: Any) -> Any:
    slug, players, options = setting
    return partial(maker, slug, players=players, **options, **more)


@pytest.mark.parametrize("setting", ALL, ids=name)
def test_api(setting: Setting) -> None:
    api_test(made(pettingzoo.env, setting)(), num_cycles=1000)


@pytest.mark.parametrize("setting", ALL, ids=name)
def test_parallel_api(setting: Setting) -> None:
    parallel_api_test(made(pettingzoo.parallel_env, setting)(), num_cycles=300)


@pytest.mark.parametrize("setting", ALL, ids=name)
def test_seeds(setting: Setting) -> None:
    seed_test(made(pettingzoo.env, setting), num_cycles=100)
    parallel_seed_test(made(pettingzoo.parallel_env, setting), num_cycles=100)


def seeded(maker: Any, seed: int, **settings: Any) -> Any:
    """An environment whose games and sampled actions are all determined by a seed."""
    env = maker(**settings)
    env.unwrapped._random = np.random.default_rng(seed)
    for agent in env.possible_agents:
        env.action_space(agent).seed(seed)
    return env


def outlasts(env: Any, steps: int) -> bool:
    """Whether the first game is still going on after some sampled actions."""
    env.reset()
    for _ in range(steps):
        env.step(env.action_space(env.agent_selection).sample())
        if any(env.terminations.values()):
            return False
    return True


@pytest.mark.parametrize("setting", SEATINGS, ids=name)
def test_max_cycles(setting: Setting) -> None:
    lenient = {"illegal": "random", "order": "rotation"}
    env = made(pettingzoo.env, setting, **lenient)
    parallel = made(pettingzoo.parallel_env, setting, **lenient)
    seed = next(k for k in range(99) if outlasts(seeded(env, k), 4 * setting[1]))
    max_cycles_test(
        SimpleNamespace(env=partial(seeded, env, seed), parallel_env=partial(seeded, parallel, seed))
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_rendering(slug: str) -> None:
    pytest.importorskip("resvg_py")
    render_test(partial(pettingzoo.env, slug))


@pytest.mark.parametrize("slug", SLUGS)
def test_performance_benchmark_runs(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 10_000, 2))  # its five seconds pass quickly
    monkeypatch.setattr("time.time", lambda: next(clock))
    performance_benchmark(pettingzoo.env(slug))


@pytest.mark.parametrize("setting", ALL, ids=name)
def test_observations_fit_their_space(setting: Setting) -> None:
    env = made(pettingzoo.raw_env, setting)()
    env.reset(seed=1)
    chooser = np.random.default_rng(1)
    for _ in range(300):
        if any(env.terminations.values()) or any(env.truncations.values()):
            break
        for agent in env.agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen), seen
            assert (agent == env.agent_selection) == bool(seen["action_mask"].any())
        env.step(int(chooser.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))


def test_rewards_and_the_end() -> None:
    env = pettingzoo.raw_env("connect_four")
    env.reset(seed=0)
    for column in [0, 1, 0, 1, 0, 1, 0]:
        env.step(column)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values()) and not any(env.truncations.values())


def test_a_cap_truncates() -> None:
    env = pettingzoo.raw_env("hat_stairs", max_turns=50)
    env.reset(seed=0)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(legal[-1] if len(legal) == 2 else legal[0]))
    assert all(env.truncations.values()) != all(env.terminations.values())


def test_an_illegal_action_is_refused_or_ends_the_game() -> None:
    env = pettingzoo.raw_env("hat_stairs")
    env.reset(seed=0)
    with pytest.raises(IllegalMove, match="HS-09"):
        env.step(6)
    checked = pettingzoo.env("hat_stairs")
    checked.reset(seed=0)
    checked.step(6)
    assert checked.rewards["player_0"] == -1 and all(checked.terminations.values())


def test_the_registry_knows_every_game() -> None:
    for slug in SLUGS:
        assert str(make("aec", f"hatbox/{slug}-v0").unwrapped) == f"hatbox_{slug}_v0"
        assert make("parallel", f"hatbox/{slug}-v0").possible_agents


def test_settings_are_checked() -> None:
    with pytest.raises(hatbox.HatboxError, match="order is one of turn, rotation"):
        pettingzoo.env("connect_four", order="chaos")
    with pytest.raises(hatbox.HatboxError, match="hat_stairs has no option"):
        pettingzoo.env("hat_stairs", colour="red")
