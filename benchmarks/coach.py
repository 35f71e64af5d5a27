"""How often the coach can say why: `python -m benchmarks.coach --positions 200`.

Counts the decisions that matter – the best move wins at least 3 games in 100 more than the second – and how many of
them get more than “has the best chances”, and how many a sentence that the second move does not have.
"""

import argparse
import random
from collections import defaultdict
from itertools import cycle

import hatbox
from hatbox import conformance
from hatbox.bots import Budget, move_of
from hatbox.bots.players import make_bot

MATTERS = 0.03
PLIES = 300
EVERY = 5  # plies between two decisions, at most


def measure(slug: str, positions: int, iterations: int) -> dict[int, list[int]]:
    """By number of players: decisions, those that matter, those explained, those told apart from the second."""
    found: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    player, asked = make_bot("greedy"), 0
    for seed, (players, options) in enumerate(cycle(conformance.settings(hatbox.rulebooks()[slug]))):
        dice, row = random.Random(seed), found[players]
        match, pause = hatbox.load(slug, players, **options).match(seed=seed), dice.randint(0, 40)
        while not match.over and match.ply < PLIES:
            if len(match.legal) > 1 and pause <= 0:
                best, *others = match.hint(match.turn, Budget(iterations=iterations, seed=seed))
                row[0] += 1
                if others and best.chance - others[0].chance >= MATTERS:
                    row[1] += 1
                    row[2] += best.facts[0].key != "reason_best_chance"
                    row[3] += any(fact not in others[0].facts for fact in best.facts)
                asked, pause = asked + 1, dice.randint(1, EVERY)
                if asked == positions:
                    return found
            pause -= 1
            match.play(move_of(player, match, Budget(iterations=1, seed=dice.getrandbits(40))))
    return found


def main() -> None:
    """Measure all games, or those that are named."""
    parser = argparse.ArgumentParser()
    products = [slug for slug, book in hatbox.rulebooks().items() if book.product]
    parser.add_argument("slugs", nargs="*", default=products)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=400)
    given = parser.parse_args()
    for slug in given.slugs:
        for players, row in sorted(measure(slug, given.positions, given.iterations).items()):
            decisions, matter, explained, apart = row
            print(
                f"{slug} {players}: {decisions} decisions, {matter} matter, {explained} explained, {apart} apart"
            )


if __name__ == "__main__":
    main()
