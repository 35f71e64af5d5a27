"""The research adapters' side of the benchmark: prints one JSON object; every figure is steps per second.

Peers that are installed here are measured in the same run: PettingZoo's connect four and OpenSpiel's Python dominoes.
EnvPool and Pgx have drivers of their own in benchmarks/peers, measured by `python -m benchmarks --only peers`.
"""

import argparse
import contextlib
import importlib
import json
import os
import random
import time
from collections.abc import Callable
from typing import Any

import hatbox
from hatbox.adapters.batch import Batch

SIZES = (1024, 4096, 16_384)  # games side by side; the fastest counts
STEPS_PER_CALL = 10
Way = Callable[[Batch, int], Callable[[], int]]


def per_second(work: Callable[[], int], seconds: float) -> float:
    """Steps per second of a piece of work that gives its number of steps."""
    work()
    steps, started = 0, time.perf_counter()
    while (used := time.perf_counter() - started) < seconds:
        steps += work()
    return steps / used


def stepped(batch: Batch, steps: int = STEPS_PER_CALL) -> Callable[[], int]:
    """The batch from Python: one call per step of all games, masks and observations included."""

    def work() -> int:
        for _ in range(steps):
            batch.step(batch.sample())
        return steps * batch.n

    return work


def fused(batch: Batch, steps: int = STEPS_PER_CALL) -> Callable[[], int]:
    """Several random steps of all games in one call, every mask and observation written."""

    def work() -> int:
        batch.random_steps(steps)
        return steps * batch.n

    return work


def best_batch(slug: str, way: Way, seconds: float, steps: int = STEPS_PER_CALL) -> float:
    """The rate of the best size."""
    found = []
    for size in SIZES:
        batch = hatbox.batch(slug, size)
        found.append(per_second(way(batch, steps), seconds / len(SIZES)))
        batch.close()
    return max(found)


def aec_game(env: Any, dice: random.Random) -> Callable[[], int]:
    """Whole random games of a PettingZoo environment, ours or its own.

    The mask is read by NumPy: a Python loop over it would take longer than a step of a game with a thousand actions.
    """

    def work() -> int:
        env.reset()
        moves = 0
        while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(dice.choice(mask.nonzero()[0].tolist()))
            moves += 1
        return moves

    return work


def spiel_game(game: Any, dice: random.Random) -> Callable[[], int]:
    """Whole random games of OpenSpiel; chance nodes count as steps."""

    def work() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            chance = state.is_chance_node()
            state.apply_action(
                dice.choice(state.chance_outcomes())[0] if chance else dice.choice(state.legal_actions())
            )
            moves += 1
        return moves

    return work


def ours(seconds: float) -> dict[str, float]:
    """All games through all adapters."""
    pettingzoo = importlib.import_module("hatbox.adapters.pettingzoo")
    importlib.import_module("hatbox.adapters.openspiel")
    pyspiel, dice = importlib.import_module("pyspiel"), random.Random(1)
    found = {}
    for slug in hatbox.rulebooks():
        found[f"batch, one call per step: {slug}"] = best_batch(slug, stepped, seconds)
        found[f"batch, ten steps per call: {slug}"] = best_batch(slug, fused, seconds)
        found[f"PettingZoo raw: {slug}"] = per_second(aec_game(pettingzoo.raw_env(slug), dice), seconds)
        found[f"OpenSpiel: {slug}"] = per_second(
            spiel_game(pyspiel.load_game(f"hatbox_{slug}"), dice), seconds
        )
    return found


def peers(seconds: float) -> dict[str, float]:
    """Those that can be imported here."""
    found, dice = {}, random.Random(1)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with contextlib.suppress(ImportError):
        importlib.import_module("open_spiel.python.games.block_dominoes")
        dominoes = importlib.import_module("pyspiel").load_game("python_block_dominoes")
        found["peer OpenSpiel: python_block_dominoes"] = per_second(spiel_game(dominoes, dice), seconds)
    with contextlib.suppress(ImportError):
        four = importlib.import_module("pettingzoo.classic.connect_four_v3").raw_env()
        found["peer PettingZoo raw: connect_four_v3"] = per_second(aec_game(four, dice), seconds)
    return found


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    seconds = parser.parse_args().seconds
    print(json.dumps({name: round(value) for name, value in (ours(seconds) | peers(seconds)).items()}))


if __name__ == "__main__":
    main()
