"""`python -m benchmarks.character [GAME …]`: what games by the usual rules are like, for the page of the lab.

Equal bots play every number of players, and every position is valued (`hatbox lab` does the same for any options).
Results are kept and continued; the figures go into src/hatbox/lab/measured.
"""

import argparse
import json
from pathlib import Path

from benchmarks.variants_page import DATA, text_of
from hatbox.game import load, rulebook
from hatbox.lab.inspection import among_equals, character
from hatbox.lab.places import CLUSTER, place
from hatbox.lab.work import Kept

KEPT = Path(__file__).parent / "character.kept.jsonl"


def main() -> None:
    """Play the games and write the files."""
    parser = argparse.ArgumentParser()
    parser.add_argument("only", nargs="*", help="games, such as hat_stairs; none: all")
    parser.add_argument("--games", type=int, default=1000, help="for every number of players")
    parser.add_argument("--jobs", type=int, default=1, help="processes; 0: all cores")
    parser.add_argument("--on", choices=[CLUSTER], default="", help="use a cluster")
    args = parser.parse_args()
    with Kept(KEPT) as kept:
        for path in sorted(DATA.glob("*.json")):
            if args.only and path.stem not in args.only:
                continue
            rows = []
            for players in rulebook(path.stem).players:
                game = load(path.stem, players)
                found = among_equals(game, args.games, 0, place(args.on, args.jobs), kept=kept)
                rows.append({"players": players, **character(found)})
            data = json.loads(path.read_text("utf-8"))
            path.write_text(text_of({**data, "character": rows}), "utf-8")


if __name__ == "__main__":
    main()
