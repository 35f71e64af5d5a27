"""Proves every sentence of the coach on many positions: `python -m tests.coach --positions 100000`.

The facts come from the compiled rules and from what the seat may know. They are proved on the true position by separate
slow programs (`tests/games/<game>/prove.py`), which try everything with the game's reference implementation.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import cycle

import hatbox
from hatbox import conformance
from hatbox.bots import Budget, move_of, seen_by
from hatbox.bots.advice import facts_of
from hatbox.bots.players import make_bot
from hatbox.engine.facts import Said
from hatbox.match.match import Match

GENERIC = ("reason_best_chance", "reason_only_move")
ASKED = 3  # moves of a position that are explained together
PLIES = 400  # of one game
HINTED = 0.3  # fraction of the positions in which a hint is requested
SKIPPED = 6  # plies between two positions, at most


def decisions(slug: str, positions: int, seed: int) -> Iterator[tuple[Match, list[int], list[list[Said]]]]:
    """Positions from games of every setting, half random and half greedy, with what some of their moves do."""
    settings = cycle(conformance.settings(hatbox.rulebooks()[slug]))
    greedy, found = make_bot("greedy"), 0
    for number, (players, options) in enumerate(settings, start=seed):
        dice = random.Random(number)
        match, pause = hatbox.load(slug, players, **options).match(seed=number), 0
        while not match.over and match.ply < PLIES:
            if len(match.legal) > 1 and pause <= 0:
                yield match, *told(match, dice, number)
                found, pause = found + 1, dice.randint(0, SKIPPED)
                if found == positions:
                    return
            pause -= 1
            budget = Budget(iterations=1, seed=dice.getrandbits(40))
            match.play(move_of(greedy, match, budget) if dice.random() < 0.5 else dice.choice(match.legal))


def told(match: Match, dice: random.Random, seed: int) -> tuple[list[int], list[list[Said]]]:
    """Some moves and what they do: any, or those of a hint, whose turns continue as the search expects."""
    if dice.random() < HINTED:
        found = match.hint(match.turn, Budget(iterations=60, seed=seed))
        return [one.action for one in found], [one.facts for one in found]
    actions = dice.sample(match.legal, min(ASKED, len(match.legal)))
    return actions, facts_of(seen_by(match, match.turn, seed), actions, seed)


def prove_all(slug: str, positions: int, seed: int = 0) -> Counter[str]:
    """Raise AssertionError for a false sentence; return how often every fact was stated."""
    prove = import_module(f"tests.games.{slug}.prove").prove
    count: Counter[str] = Counter()
    for match, actions, said in decisions(slug, positions, seed):
        for action, facts in zip(actions, said, strict=True):
            where = f"{slug} {conformance.name(match.game.players, match.game.options)}: {match.position}"
            claims = [fact for fact in facts if fact.key not in GENERIC]
            assert prove(match, action, claims), f"{where}, seat {match.turn}, action {action}: {claims}"
            count.update(fact.key for fact in facts)
    return count


def main() -> None:
    """Prove the sentences of all games, or of those that are named."""
    parser = argparse.ArgumentParser()
    products = [slug for slug, book in hatbox.rulebooks().items() if book.product]
    parser.add_argument("slugs", nargs="*", default=products)
    parser.add_argument("--positions", type=int, default=1000, help="of all games together")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    each = given.positions // len(given.slugs)
    for slug in given.slugs:
        count = prove_all(slug, each, given.seed)
        print(f"{slug}: {count.total()} sentences in {each} positions, none false")  # noqa: T201
        print("  " + ", ".join(f"{key} {number}" for key, number in count.most_common()))  # noqa: T201


if __name__ == "__main__":
    main()
