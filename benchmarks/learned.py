"""`python -m benchmarks.learned`: level 5 with what it learned against level 5 by hand (`search@1`), at equal time.

First both think about the same positions, which tells how many iterations one has in the time of the other. Then they
play, seats rotated, the one by hand with so many iterations and the other with as many as take the same time. Games
are kept in learned.json as parts of a win and taken up again; after a change of weights or rules delete the entries
that are no longer true.
"""

import argparse
import json
import os
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from hatbox.bots import Bot, Budget, Seen, seen_by
from hatbox.bots.players import Thinker, make_bot
from hatbox.game import load
from hatbox.lab.arena import shares
from hatbox.lab.places import place
from hatbox.lab.simulate import play_out
from hatbox.lab.statistics import interval
from hatbox.lab.work import Piece, Result, pieces_of

HOME = Path(__file__).parent.parent
KEPT, PAGE = Path(__file__).parent / "learned.json", HOME / "docs" / "bots.md"
BEGIN, END = "<!-- learned: begin -->", "<!-- learned: end -->"
NEW, OLD = "level_5", "search@1"
POSITIONS, SAMPLE = 24, 2_000  # looked at to compare speeds, and iterations for each


class Pairing(NamedTuple):
    """A game for some players; the one by hand has so many iterations."""

    slug: str
    players: int
    iterations: int

    @property
    def name(self) -> str:
        """How the games are kept."""
        return f"{self.slug} {self.players}p {self.iterations}"


PAIRINGS = [
    Pairing("catch_the_hat", 2, 1_000),
    Pairing("catch_the_hat", 4, 1_000),
    Pairing("magic_hexagon", 2, 1_000),
    Pairing("great_hall", 2, 1_000),
    Pairing("great_hall", 4, 1_000),
]


@dataclass(frozen=True)
class Scaled:
    """A bot with a part of everybody's iterations."""

    bot: Bot
    part: float

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        """What the bot chooses with less or more to think."""
        return self.bot.choose(
            seen, moves, replace(budget, iterations=max(1, round(self.part * budget.iterations)))
        )


def speed(pairing: Pairing) -> float:
    """How many iterations the learned evaluation allows in the time of one by hand, in CPU time, alternating."""
    game, spent = load(pairing.slug, pairing.players), [0.0, 0.0]
    for seed in range(POSITIONS):
        match = game.match(seed=seed)
        for _ in range(7 * seed):
            if not match.over:
                match.play(match.legal[seed % len(match.legal)])
        for learned in (0, 1) if not match.over else ():
            thinker = Thinker(seen_by(match, match.turn, seed), 100_000, seed, 0, {"learned": learned})
            thinker.run(10)
            started = time.process_time()
            thinker.run(SAMPLE)
            spent[learned] += time.process_time() - started
    return spent[0] / spent[1]


def play_block(part: float, piece: Piece) -> Result:
    """One seed with every rotation of the seats."""
    game, made = (
        load(piece.game, piece.players, **piece.options),
        [Scaled(make_bot(NEW), part), make_bot(OLD)],
    )
    found = []
    for turned in range(piece.players):
        seats = [(seat + turned) % piece.players % 2 for seat in range(piece.players)]
        match = game.match(seed=piece.first)
        play_out(match, [made[k] for k in seats], piece.budget, piece.first * 1_000_003 + turned * 10_007)
        found.append(shares(match.returns, seats, 2)[0])
    return {"shares": found}


def play(kept: dict[str, Any], pairing: Pairing, games: int, jobs: int, on: str) -> None:
    """Play until so many games are kept; every block is written down at once."""
    entry = kept.setdefault(pairing.name, {"speed": round(speed(pairing), 3), "games": []})
    first, last = len(entry["games"]) // pairing.players, -(-games // pairing.players)
    options = load(pairing.slug, pairing.players).options
    budget = Budget(iterations=pairing.iterations)
    pieces = pieces_of(pairing.slug, pairing.players, options, (NEW, OLD), budget, range(first, last), 1)
    for done in place(on, jobs).done(partial(play_block, entry["speed"]), pieces):
        entry["games"] += [round(share, 4) for share in done.result["shares"]]
        new = KEPT.with_suffix(".new")
        new.write_text(json.dumps(kept) + "\n", "utf-8")
        os.replace(new, KEPT)


def table(kept: dict[str, Any]) -> list[str]:
    """What was played."""
    head = "| game | players | iterations by hand | speed of the learned one | games | share of wins | 95 % interval |"
    rows = []
    for name, entry in sorted(kept.items()):
        slug, players, iterations = name.split(" ")
        if won := entry["games"]:
            low, high = interval(won, int(players[:-1]))
            told = f"{len(won):,} | **{sum(won) / len(won):.1%}** | {low:.1%} – {high:.1%}"
            rows.append(f"| {slug} | {players[:-1]} | {int(iterations):,} | {entry['speed']:.2f} | {told} |")
    return [head, "|---|---|---|---|---|---|---|", *rows]


def main() -> None:
    """Play what the command line names, and write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("only", nargs="*", help="texts that a pairing must contain, such as great_hall 4p")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="per pairing; 0: only write")
    parser.add_argument("--iterations", type=int, metavar="N", help="of the one by hand")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="processes; 0: all cores")
    parser.add_argument("--on", choices=["ray"], default="", help="a cluster")
    args = parser.parse_args()
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    for pairing in PAIRINGS:
        if all(text in pairing.name for text in args.only) and args.games:
            chosen = pairing._replace(iterations=args.iterations or pairing.iterations)
            play(kept, chosen, args.games, args.jobs, args.on)
            print(table({chosen.name: kept[chosen.name]})[-1], flush=True)
    text = PAGE.read_text("utf-8")
    before, rest = text.split(BEGIN)
    PAGE.write_text("\n".join([before + BEGIN, *table(kept), END + rest.split(END)[1]]), "utf-8")


if __name__ == "__main__":
    main()
