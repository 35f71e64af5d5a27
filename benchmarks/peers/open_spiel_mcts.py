"""Measure the simulations per second of OpenSpiel's C++ MCTS on connect four.

Each move searches afresh from the initial position, with one random rollout per simulation, in one thread.
"""

import argparse
import json
import time
from importlib.metadata import version
from typing import Any

import pyspiel

SIMULATIONS = 10_000
MEMORY_MB = 1_000
UCT_C = 2.0
SEED = 1


def make_bot(game: Any) -> Any:
    """Return the C++ search bot: plain UCT, no solver, one rollout per simulation."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    return pyspiel.MCTSBot(game, evaluator, UCT_C, SIMULATIONS, MEMORY_MB, False, SEED, False)


def main() -> None:
    """Search the initial position again and again and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure")
    seconds = parser.parse_args().seconds
    game = pyspiel.load_game("connect_four")
    bot = make_bot(game)
    state = game.new_initial_state()
    done = int(bot.mcts_search(state).explore_count)
    if done != SIMULATIONS:
        raise RuntimeError(f"the search did {done} simulations instead of {SIMULATIONS}")
    moves = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        bot.step(state)
        moves += 1
    report = {
        "peer": "OpenSpiel",
        "version": version("open_spiel"),
        "what": "connect four, C++ MCTSBot from the initial position, 10,000 simulations per move; "
        "steps are simulations",
        "steps": moves * SIMULATIONS,
        "seconds": elapsed,
        "steps_per_second": moves * SIMULATIONS / elapsed,
        "threads": 1,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
