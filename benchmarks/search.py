"""Our search against OpenSpiel's C++ MCTS on connect four: simulations per second, and a match at equal time.

Prints one JSON object. Needs open_spiel in the same environment: both sides play in one process, one thread each,
one after the other, so that the machine is the same for both.
"""

import argparse
import json
import time
from statistics import mean, median
from typing import Any

import pyspiel

from benchmarks.connect_four_bits import fast_game
from benchmarks.peers.open_spiel_mcts import MEMORY_MB, SEED, SIMULATIONS, UCT_C
from hatbox.bots import Budget, move_of
from hatbox.bots.players import SearchBot

TARGET_SPEED, TARGET_POINTS = 6.0, 0.75
UNLIMITED = 100_000_000  # simulations: the clock ends the search
ROUNDS = 5  # of each side, taking turns; the best counts, since other processes may share the machine


def their_bot(game: Any, simulations: int, seconds: float = -1.0, seed: int = SEED) -> Any:
    """OpenSpiel's search: plain UCT, one random rollout per simulation, ended by its own clock if it has one."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    uct = pyspiel.ChildSelectionPolicy.UCT
    return pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, MEMORY_MB, False, seed, False, uct, seconds)


def speeds() -> tuple[float, float]:
    """Simulations per second from the empty board: ours, theirs."""
    four, game = fast_game().match(seed=0), pyspiel.load_game("connect_four")
    bot, theirs = SearchBot(), their_bot(game, SIMULATIONS)
    move_of(bot, four, Budget(iterations=10))
    ours_best = theirs_best = 0.0
    for number in range(ROUNDS):
        started = time.perf_counter()
        move_of(bot, four, Budget(iterations=SIMULATIONS, seed=number))
        ours_best = max(ours_best, SIMULATIONS / (time.perf_counter() - started))
        started = time.perf_counter()
        theirs.step(game.new_initial_state())
        theirs_best = max(theirs_best, SIMULATIONS / (time.perf_counter() - started))
    return ours_best, theirs_best


def play(game: Any, we_begin: bool, milliseconds: int, seed: int) -> tuple[float, float, list[int]]:
    """One game by the clock: our points (1, 1/2 or 0), their seconds per move and the simulations of each."""
    match, state = fast_game().match(seed=seed), game.new_initial_state()
    theirs, ours = their_bot(game, UNLIMITED, milliseconds / 1000, seed + 1), SearchBot()
    we, used, done = 0 if we_begin else 1, 0.0, []
    while not match.over:
        if match.turn == we:
            action = move_of(ours, match, Budget(milliseconds=milliseconds, seed=1000 * seed + match.ply))
        else:
            started = time.perf_counter()
            root = theirs.mcts_search(state)
            used += time.perf_counter() - started
            action = int(root.best_child().action)
            done.append(int(root.explore_count))
        match.play(action)
        state.apply_action(action)
    return (match.returns[we] + 1) / 2, used / len(done), done


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--budget", type=int, default=50, metavar="MS", help="per move")
    args = parser.parse_args()
    ours, theirs = speeds()
    game = pyspiel.load_game("connect_four")
    games = [play(game, k % 2 == 0, args.budget, k // 2) for k in range(args.games)]
    found = {
        "ours": round(ours),
        "OpenSpiel": round(theirs),
        "ratio": round(ours / theirs, 2),
        "target ratio": TARGET_SPEED,
        "games": args.games,
        "milliseconds": args.budget,
        "their simulations per move": round(median(one for game in games for one in game[2])),
        "their milliseconds per move": round(1000 * mean(game[1] for game in games), 1),
        "share of the points": round(mean(game[0] for game in games), 4),
        "target share": TARGET_POINTS,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
