"""`python -m benchmarks.regret`: what the search loses to the exact player in the solved games of two."""

import argparse
import json
import math

from hatbox.bots.players import make_bot
from hatbox.lab.regret import DISCOUNTS, lost_in_game
from hatbox.lab.statistics import SURE


def main() -> None:
    """Measure one game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=list(DISCOUNTS), nargs="?", default="hat_stairs")
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
