"""Measure uniformly random four-player maedn in OpenSpiel, with the games played by C++ bots.

`pyspiel.evaluate_bots` plays one whole game per call: C++ uniform random bots decide and C++ rolls the die.
`steps` counts player decisions only; `steps_with_chance` also counts the die rolls.  Both come from
OpenSpiel's own game history, averaged over games of the same bots.

As an extra, `rollout_steps_per_second` gives the decisions per second of `RandomRolloutEvaluator`, which
plays the games without bots.  It is driven by an `MCTSBot` with a single simulation, from the position after
the first die roll, because a search from a chance node crashes.
"""

import argparse
import json
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import pyspiel

GAME = "maedn(players=4,twoPlayersOpposite=true)"
GAMES_FOR_LENGTH = 4_000
GAMES_PER_CALL = 100


def make_bots(game: Any) -> list[Any]:
    """Return one C++ uniform random bot for each player."""
    return [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]


def mean_lengths(game: Any) -> tuple[float, float]:
    """Return the mean number of decisions, and of decisions and die rolls together, of a random game."""
    bots = make_bots(game)
    decisions = 0
    moves = 0
    for seed in range(GAMES_FOR_LENGTH):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        history = state.full_history()
        decisions += sum(entry.player >= 0 for entry in history)
        moves += len(history)
    return decisions / GAMES_FOR_LENGTH, moves / GAMES_FOR_LENGTH


def bots_player(game: Any) -> Callable[[int], None]:
    """Return a function that plays games between C++ uniform random bots."""
    bots = make_bots(game)

    def play(first_seed: int) -> None:
        for seed in range(first_seed, first_seed + GAMES_PER_CALL):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    return play


def rollouts_player(game: Any) -> Callable[[int], None]:
    """Return a function that plays random games inside one call of the C++ rollout evaluator."""
    evaluator = pyspiel.RandomRolloutEvaluator(GAMES_PER_CALL, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])

    def play(_first_seed: int) -> None:
        bot.mcts_search(state)

    return play


def measure(play: Callable[[int], None], seconds: float) -> tuple[int, float]:
    """Call `play` for at least `seconds`; return the games played and the time taken."""
    play(0)
    games = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        play(games)
        games += GAMES_PER_CALL
    return games, elapsed


def main() -> None:
    """Measure random play and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure")
    seconds = parser.parse_args().seconds
    game = pyspiel.load_game(GAME)
    decisions, moves = mean_lengths(game)
    rollouts, rollout_time = measure(rollouts_player(game), seconds)
    games, elapsed = measure(bots_player(game), seconds)
    report = {
        "peer": "OpenSpiel",
        "version": version("open_spiel"),
        "what": "four-player maedn, games of C++ uniform random bots by evaluate_bots; steps are decisions",
        "steps": round(games * decisions),
        "seconds": elapsed,
        "steps_per_second": games * decisions / elapsed,
        "threads": 1,
        "steps_with_chance": round(games * moves),
        "steps_with_chance_per_second": games * moves / elapsed,
        "games": games,
        "mean_game_length": decisions,
        "mean_game_length_with_chance": moves,
        "rollout_steps_per_second": rollouts * decisions / rollout_time,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
