"""Measure uniformly random connect four in PettingZoo, without its checking wrappers.

Every step builds the observation of the player to move and picks a random action from its action mask.
"""

import argparse
import importlib
import json
import os
import random
import time
from importlib.metadata import version
from typing import Any

WARM_UP_GAMES = 20


def make_env() -> Any:
    """Return the bare environment; the greeting of pygame would spoil standard output."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    return importlib.import_module("pettingzoo.classic.connect_four_v3").raw_env()


def play_game(env: Any, rng: random.Random) -> int:
    """Play one random game and return its number of moves."""
    env.reset()
    moves = 0
    while not env.terminations[env.agent_selection]:
        mask = env.observe(env.agent_selection)["action_mask"].tolist()
        env.step(rng.choice([action for action, legal in enumerate(mask) if legal]))
        moves += 1
    return moves


def main() -> None:
    """Play random games and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure")
    seconds = parser.parse_args().seconds
    env = make_env()
    rng = random.Random(1)
    for _ in range(WARM_UP_GAMES):
        play_game(env, rng)
    steps = 0
    games = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        steps += play_game(env, rng)
        games += 1
    report = {
        "peer": "PettingZoo",
        "version": version("pettingzoo"),
        "what": "connect_four_v3 raw_env, random masked actions, one game at a time",
        "steps": steps,
        "seconds": elapsed,
        "steps_per_second": steps / elapsed,
        "threads": 1,
        "mean_game_length": steps / max(1, games),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
