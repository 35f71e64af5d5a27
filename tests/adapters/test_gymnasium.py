"""Gymnasium's own checks, and what an episode against bots means."""

import warnings
from typing import Any

import numpy as np
import pytest

import hatbox
from tests.adapters.settings import ALL, SLUGS, Setting, name

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from hatbox.adapters.gymnasium import HatboxEnv  # noqa: E402
from hatbox.adapters.gymnasium_vector import HatboxVectorEnv  # noqa: E402

MODES = list(AutoresetMode)


def play(env: Any, seed: int, limit: int = 500) -> tuple[float, bool, bool, int]:
    """Random legal play to the end of an episode: reward, terminated, truncated, steps."""
    _, info = env.reset(seed=seed)
    chooser = np.random.default_rng(seed)
    for step in range(1, limit):
        assert (info["action_mask"] == env.unwrapped.action_masks()).all()
        action = chooser.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, terminated, truncated, info = env.step(action)
        assert env.observation_space.contains(seen)
        if terminated or truncated:
            return reward, terminated, truncated, step
    return 0.0, False, False, limit


@pytest.mark.parametrize("setting", ALL, ids=name)
def test_check_env(setting: Setting) -> None:
    slug, players, options = setting
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"hatbox/{slug}-v0", players=players, disable_env_checker=True, **options)
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("slug", SLUGS)
def test_check_env_with_rendering(slug: str) -> None:
    pytest.importorskip("resvg_py")
    check_env(gymnasium.make(f"hatbox/{slug}-v0", render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_episode_is_a_game(slug: str, seat: int | None) -> None:
    env = gymnasium.make(f"hatbox/{slug}-v0", seat=seat)
    assert play(env, 3) == play(env, 3)
    assert all(-1 <= play(env, seed)[0] <= 1 for seed in range(3))


@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_bots_play_the_other_seats(bot: str) -> None:
    env = HatboxEnv("hat_stairs", 3, opponents=[bot, "random"], iterations=20)
    assert play(env, 1) == play(env, 1)


def test_strong_opponents_win_more_often() -> None:
    against = {
        bot: sum(play(HatboxEnv("connect_four", opponents=bot, iterations=60), k)[0] for k in range(25))
        for bot in ("random", "search")
    }
    assert against["search"] < against["random"]


def test_an_illegal_action_ends_the_episode_and_says_why() -> None:
    env = HatboxEnv("hat_stairs")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(np.int64(6))
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"]["rule"] == "HS-09" and "HS-09" in info["illegal"]["sentence"]


def test_wishes_that_cannot_be_met() -> None:
    with pytest.raises(hatbox.HatboxError, match="seat is 0 to 1"):
        HatboxEnv("connect_four", seat=2)
    with pytest.raises(hatbox.HatboxError, match="There are 2 opponents here, not 1"):
        HatboxEnv("hat_stairs", 3, opponents=["random"])
    with pytest.raises(hatbox.HatboxError, match="random or greedy"):
        HatboxVectorEnv(2, "connect_four", opponents="search")


# ---- many at once ------------------------------------------------------------------------------------------


def masked(info: dict[str, Any], chooser: np.random.Generator) -> Any:
    """A random legal action per game."""
    return np.array([chooser.choice(np.flatnonzero(row)) if row.any() else 0 for row in info["action_mask"]])


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("mode", MODES)
def test_vector_episodes(slug: str, mode: AutoresetMode) -> None:
    envs = gymnasium.make_vec(f"hatbox/{slug}-v0", num_envs=5, seat=None, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] == mode
    seen, info = envs.reset(seed=1)
    chooser, ended = np.random.default_rng(1), np.zeros(5, bool)
    for _ in range(60):
        was_over = ended
        seen, rewards, terminated, truncated, info = envs.step(masked(info, chooser))
        ended = terminated | truncated
        assert envs.observation_space.contains(seen)
        assert not info["illegal"].any() and (rewards[~ended] == 0).all()
        if mode is AutoresetMode.NEXT_STEP:
            assert not (ended & was_over).any()
            assert (info["action_mask"].any(axis=1) != ended).all()
        elif mode is AutoresetMode.SAME_STEP:
            assert info["action_mask"].any(axis=1).all()
            assert not ended.any() or (info["_final_obs"] == ended).all()
        elif ended.any():
            with pytest.raises(hatbox.HatboxError, match="reset_mask"):
                envs.step(np.zeros(5, int))
            seen, info = envs.reset(options={"reset_mask": ended})
    envs.close()


def test_vector_seeds_determine_everything() -> None:
    def history(zero_copy: bool) -> list[bytes]:
        envs = HatboxVectorEnv(300, "hat_stairs", seat=None, zero_copy=zero_copy)
        seen, info = envs.reset(seed=9)
        found, chooser = [seen.tobytes()], np.random.default_rng(9)
        for _ in range(25):
            seen, rewards, *_, info = envs.step(masked(info, chooser))
            found += [seen.tobytes(), rewards.tobytes()]
        envs.close()
        return found

    assert history(False) == history(True)


def test_vector_illegal_actions_cost_one() -> None:
    envs = HatboxVectorEnv(3, "hat_stairs")
    envs.reset(seed=1)
    _, rewards, terminated, _, info = envs.step(np.array([6, 0, 99]))
    assert rewards.tolist() == [-1, 0, -1]
    assert terminated.tolist() == info["illegal"].tolist() == [True, False, True]


def test_greedy_opponents_are_harder_than_random_ones() -> None:
    def worth(opponents: str) -> float:
        envs = HatboxVectorEnv(200, "hat_stairs", opponents=opponents, autoreset_mode="SameStep")
        _, info = envs.reset(seed=2)
        chooser, total, games = np.random.default_rng(2), 0.0, 0
        for _ in range(60):
            _, rewards, terminated, truncated, info = envs.step(masked(info, chooser))
            total, games = total + rewards.sum(), games + int((terminated | truncated).sum())
        return total / max(1, games)

    assert worth("greedy") < worth("random") - 0.2
