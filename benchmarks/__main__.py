"""`make bench`: our engine and its peers in one run, as ratios, written between the marks of docs/benchmarks.md.

The peers live in a throw-away environment. Everything is measured in processes of their own, one after another, in
several rounds; the table shows the median of each figure. `--only` measures some of the parts.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import venv
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import page

PEERS = Path(__file__).parent / "peers"
DRIVERS = (
    "open_spiel_connect_four", "open_spiel_maedn", "pgx_connect_four", "envpool_connect_four",
    "pettingzoo_connect_four",
)  # fmt: skip
NEEDED = "open_spiel_maedn"  # the yardstick of our games
PARTS = ("peers", "starts", "search", "research")


def run(command: list[str]) -> dict[str, Any]:
    """The JSON object that a driver prints last."""
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def own(module: str, *arguments: object) -> dict[str, Any]:
    """What one of our own measuring scripts found."""
    print(f"{module} …", flush=True)
    return run([sys.executable, "-m", f"benchmarks.{module}", *map(str, arguments)])


def peers_python(folder: Path) -> str:
    """Python of the throw-away environment."""
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r"]
    subprocess.run([*install, str(PEERS / "requirements.txt")], check=True)
    return python


def measure(
    python: str, rounds: int, seconds: float
) -> tuple[dict[str, float], dict[str, dict[str, Any]], dict[str, str]]:
    """Medians of our figures and of the peers' over interleaved rounds, and which peers could not run, and why."""
    ours: dict[str, list[float]] = defaultdict(list)
    peers: dict[str, list[dict[str, Any]]] = defaultdict(list)
    missing: dict[str, str] = {}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", flush=True)
        for name, value in own("ours", "--seconds", seconds).items():
            ours[name].append(value)
        for driver in DRIVERS:
            try:
                found = run([python, str(PEERS / f"{driver}.py"), "--seconds", str(seconds)])
                peers[driver].append(found)
            except subprocess.CalledProcessError as error:
                if driver == NEEDED:
                    raise
                missing[driver] = f"it ended with code {error.returncode}."
    middle = {name: median(values) for name, values in ours.items()}
    return middle, {name: _median(found) for name, found in peers.items()}, missing


def _median(found: list[dict[str, Any]]) -> dict[str, Any]:
    """The round whose rate is the median."""
    ordered = sorted(found, key=lambda one: float(one["steps_per_second"]))
    return ordered[len(ordered) // 2]


def peers_parts(python: str, rounds: int, seconds: float) -> dict[str, page.Part]:
    """Everything that is measured in the same rounds as the peers."""
    with tempfile.TemporaryDirectory() as folder:
        found = measure(python or peers_python(Path(folder)), rounds, seconds)
    ours, peers, missing = found
    return {
        "peers": [page.conditions(rounds, seconds), "", *page.peers_part(ours, peers, missing)],
        "games": page.games_part(ours, peers[NEEDED]),
        "calls": page.calls_part(ours),
    }


def main() -> None:
    """Measure, and renew the page after every part: a part that fails takes nothing with it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4.0, help="per figure")
    parser.add_argument("--games", type=int, default=200, help="of the search's match")
    parser.add_argument("--only", nargs="+", default=PARTS, choices=PARTS)
    parser.add_argument("--peers", default="", metavar="PYTHON", help="of an environment that has the peers")
    args = parser.parse_args()
    day = f"Taken on {page.here()}."
    if "peers" in args.only:
        page.write(peers_parts(args.peers, args.rounds, args.seconds))
    if "starts" in args.only:
        page.write({"starts": [day, "", *page.starts_part(own("starts"))]})
    if "search" in args.only:
        page.write({"search": [day, "", *page.search_part(own("search", "--games", args.games))]})
    if "research" in args.only:
        found = own("research", "--seconds", args.seconds)
        page.write({"research": [page.conditions(1, args.seconds), "", *page.research_part(found)]})


if __name__ == "__main__":
    main()
