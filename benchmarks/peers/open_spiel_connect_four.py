"""Measure uniformly random connect four in OpenSpiel, with the games played in C++.

There are two public ways to have C++ play random games from Python.  Both are probed, and the faster one
is then measured for the full time:

* `evaluate_bots`: one call plays one game between two C++ uniform random bots;
* `rollouts`: `RandomRolloutEvaluator` plays many games in one call.  It has no `evaluate` method in Python,
  so an `MCTSBot` with a single simulation drives it: that simulation evaluates the root, which is the
  initial position, and so plays exactly the wanted number of random games from it.
"""

import argparse
import json
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import pyspiel

GAMES_FOR_LENGTH = 20_000
GAMES_PER_CALL = 1_000
PROBE_SHARE = 0.2

Player = Callable[[], int]


def bots_player(game: Any) -> Player:
    """Return a function that plays games between two C++ uniform random bots."""
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]

    def play() -> int:
        for seed in range(GAMES_PER_CALL):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return GAMES_PER_CALL

    return play


def rollouts_player(game: Any) -> Player:
    """Return a function that plays random games inside one call of the C++ rollout evaluator."""
    evaluator = pyspiel.RandomRolloutEvaluator(GAMES_PER_CALL, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    state = game.new_initial_state()

    def play() -> int:
        bot.mcts_search(state)
        return GAMES_PER_CALL

    return play


def mean_length(game: Any) -> float:
    """Return the mean number of moves of a random game, counted over many games."""
    bots = [pyspiel.make_uniform_random_bot(player, player + 101) for player in range(game.num_players())]
    moves = 0
    for seed in range(GAMES_FOR_LENGTH):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        moves += int(state.move_number())
    return moves / GAMES_FOR_LENGTH


def measure(play: Player, seconds: float) -> tuple[int, float]:
    """Call `play` for at least `seconds`; return the games played and the time taken."""
    games = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        games += play()
    return games, elapsed


def main() -> None:
    """Probe both ways, measure the faster one and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure")
    seconds = parser.parse_args().seconds
    game = pyspiel.load_game("connect_four")
    length = mean_length(game)
    players = {"evaluate_bots": bots_player(game), "rollouts": rollouts_player(game)}
    probes: dict[str, float] = {}
    for name, play in players.items():
        play()
        games, elapsed = measure(play, seconds * PROBE_SHARE)
        probes[name] = games * length / elapsed
    fastest = max(probes, key=lambda name: probes[name])
    games, elapsed = measure(players[fastest], seconds)
    report = {
        "peer": "OpenSpiel",
        "version": version("open_spiel"),
        "what": f"connect four, uniformly random games played in C++, fastest way: {fastest}",
        "steps": round(games * length),
        "seconds": elapsed,
        "steps_per_second": games * length / elapsed,
        "threads": 1,
        "mean_game_length": length,
        "candidates": probes,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
