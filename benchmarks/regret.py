"""`python -m benchmarks.regret`: what the search loses to the exact player in the solved games of two.

Games are played by the search against the exact player. At every decision of the search its regret is taken from the
exact values: the best move's minus the chosen one's. The sum over a game, later turns discounted as in the solved game,
is on average just what the search loses against perfect play, and it varies far less than wins and losses do.
"""

import argparse
import json
import math
from collections.abc import Callable

import hatbox
from hatbox.bots import Bot, Budget, Seen, move_of, seen_by
from hatbox.bots.exact import worths_of
from hatbox.bots.players import make_bot
from hatbox.games.hat_stairs.exact import DISCOUNT
from hatbox.match.match import Match

SURE = 1.96  # standard deviations of a 95 % interval
LONGEST = 800  # actions: what is lost after 400 turns of hat_stairs counts less than a fiftieth
Worths = Callable[[Seen, list[int]], list[float]]


def stairs_worths(seen: Seen, moves: list[int]) -> list[float]:
    """Wins minus losses after each move of hat_stairs, in the game that was solved: discounted per turn."""
    left = DISCOUNT ** (int(seen.states[0]["turns"]) + 1)
    return [left * worth for worth in animal_worths(seen, moves)]


def animal_worths(seen: Seen, moves: list[int]) -> list[float]:
    """Wins minus losses after each move of vanished_animal."""
    return worths_of(seen.game, seen.states, seen.seat, moves)


GAMES: dict[str, Worths] = {"hat_stairs": stairs_worths, "vanished_animal": animal_worths}


def regret(match: Match, bot: Bot, worths: Worths, budget: Budget) -> float:
    """Let the bot move, and give how much less than the best its move was worth."""
    seen, moves = seen_by(match, match.turn, budget.seed), match.legal
    found = dict(zip(moves, worths(seen, moves), strict=True))
    chosen = bot.choose(seen, moves, budget)
    match.play(chosen)
    return max(found.values()) - found[chosen]


def lost_in_game(slug: str, bot: Bot, number: int, iterations: int) -> float:
    """What the bot loses in one game against the exact player; it begins every other game."""
    match, exact, lost = hatbox.load(slug).match(seed=number // 2), make_bot("level_5"), 0.0
    while not match.over and match.ply < LONGEST:
        budget = Budget(iterations=iterations, seed=1_000_003 * number + match.ply)
        if match.turn == number % 2:
            lost += regret(match, bot, GAMES[slug], budget)
        else:
            match.play(move_of(exact, match, budget))
    return lost


def main() -> None:
    """Measure one game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=list(GAMES), nargs="?", default="hat_stairs")
    parser.add_argument("--bot", default="search")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=16_000)
    args = parser.parse_args()
    bot = make_bot(args.bot)
    lost = [lost_in_game(args.game, bot, number, args.iterations) for number in range(args.games)]
    mean = sum(lost) / len(lost)
    spread = math.sqrt(sum((one - mean) ** 2 for one in lost) / max(1, len(lost) - 1) / len(lost))
    print(json.dumps({**vars(args), "loss": round(mean, 4), "margin": round(SURE * spread, 4)}))


if __name__ == "__main__":
    main()
