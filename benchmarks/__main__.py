"""`make bench`: our engine and its peers in one run, as ratios, written to docs/benchmarks.md.

The peers live in a throw-away environment. Everything is measured in processes of their own, one after another, in
several rounds; the table shows the median of each figure.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import venv
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
PEERS = HERE / "peers"
DRIVERS = ("open_spiel_connect_four", "open_spiel_maedn", "pgx_connect_four", "pettingzoo_connect_four")
TARGETS = {
    "hat_stairs": 5.0, "vanished_animal": 4.0, "great_hall": 1.0, "magic_hexagon": 0.2, "catch_the_hat": 1.0,
}  # fmt: skip


def run(command: list[str]) -> dict[str, Any]:
    """The JSON object that a driver prints last."""
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def peers_python(folder: Path) -> str:
    """Python of the throw-away environment."""
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    install = [
        python,
        "-m",
        "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
        "-r",
        str(PEERS / "requirements.txt"),
    ]
    subprocess.run(install, check=True)
    return python


def measure(rounds: int, seconds: float) -> tuple[dict[str, float], dict[str, dict[str, Any]]]:
    """Medians of our figures, and of the peers', over interleaved rounds."""
    ours: dict[str, list[float]] = defaultdict(list)
    peers: dict[str, list[dict[str, Any]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        python = peers_python(Path(folder))
        for number in range(rounds):
            print(f"round {number + 1} of {rounds}", flush=True)
            for name, value in run(
                [sys.executable, "-m", "benchmarks.ours", "--seconds", str(seconds)]
            ).items():
                ours[name].append(value)
            for driver in DRIVERS:
                peers[driver].append(run([python, str(PEERS / f"{driver}.py"), "--seconds", str(seconds)]))
    middle = {name: median(values) for name, values in ours.items()}
    return middle, {name: _median(found) for name, found in peers.items()}


def _median(found: list[dict[str, Any]]) -> dict[str, Any]:
    """The round whose rate is the median."""
    ordered = sorted(found, key=lambda one: float(one["steps_per_second"]))
    return ordered[len(ordered) // 2]


def peers_table(ours: dict[str, float], peers: dict[str, dict[str, Any]]) -> list[str]:
    """Connect four against the peers."""
    rows = ["| peer | what | steps/s | ours | steps/s | ratio |", "|---|---|---|---|---|---|"]
    pairs = [
        ("open_spiel_connect_four", "connect_four, one thread"),
        ("pgx_connect_four", "connect_four, all cores, observations"),
        ("pettingzoo_connect_four", "connect_four, all cores, observations"),
    ]
    for driver, name in pairs:
        peer = peers[driver]
        ratio = ours[name] / peer["steps_per_second"]
        rows.append(
            f"| {peer['peer']} {peer['version']} | {peer['what']} | {peer['steps_per_second']:,.0f} | {name} "
            f"| {ours[name]:,.0f} | **{ratio:.1f}** |"
        )
    return rows


def games_table(ours: dict[str, float], yardstick: dict[str, Any]) -> list[str]:
    """Our games against the yardstick."""
    rate = yardstick["steps_per_second"]
    rows = [
        f"Yardstick: {yardstick['what']} – {rate:,.0f} steps/s ({yardstick['version']}).",
        "",
        "| game, random play, one thread | steps/s | times the yardstick | target |",
        "|---|---|---|---|",
    ]
    for slug, target in TARGETS.items():
        if f"{slug}, one thread" in ours:
            value = ours[f"{slug}, one thread"]
            rows.append(f"| {slug} | {value:,.0f} | **{value / rate:.1f}** | {target:g} |")
    return rows


def starts_table(starts: dict[str, Any]) -> list[str]:
    """Cold and warm starts in seconds."""
    games = {slug: found for slug, found in starts.items() if isinstance(found, dict)}
    rows = [
        f"`import hatbox`: {starts['import hatbox']:.2f} s. `hatbox warmup` of all games with an empty cache: "
        f"{starts['warm-up of all games']:.0f} s.",
        "",
        "| `hatbox play` | first prompt, empty cache | first decision, empty cache | first decision, warm |",
        "|---|---|---|---|",
    ]
    for slug, found in games.items():
        rows.append(
            f"| {slug} | {found['first prompt']:.1f} s | {found['ready cold']:.1f} s | {found['ready warm']:.1f} s |"
        )
    return rows


def search_table(found: dict[str, Any]) -> list[str]:
    """Our search against OpenSpiel's."""
    budget = f"{found['milliseconds']} ms a move"
    return [
        "| connect four, one thread | ours | OpenSpiel's C++ MCTS | | target |",
        "|---|---|---|---|---|",
        f"| simulations/s, 10,000 from the empty board | {found['ours']:,} | {found['OpenSpiel']:,} "
        f"| **{found['ratio']:.1f}** times | {found['target ratio']:g} |",
        f"| match of {found['games']} games, {budget} | | {found['their simulations per move']:,} simulations a move "
        f"| **{found['share of the points']:.0%}** of the points | {found['target share']:.0%} |",
    ]


def research_table(found: dict[str, Any]) -> list[str]:
    """The adapters, and the peers that are measured beside them."""
    rows = [f"| {name} | {value:,} |" for name, value in found.items()]
    return ["| through an adapter | steps/s |", "|---|---|", *rows]


def page(
    ours: dict[str, float],
    peers: dict[str, dict[str, Any]],
    starts: dict[str, Any],
    search: dict[str, Any],
    research: dict[str, Any],
) -> str:
    """The whole page."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    lines = [
        "# Benchmarks",
        "",
        f"Written by `make bench` on one machine ({machine}) in one run; only the ratios mean anything elsewhere. "
        "How each peer is driven, and why that is its fastest public way: "
        "[benchmarks/peers](../benchmarks/peers/README.md).",
        "",
        "## Connect four against the peers",
        "",
        *peers_table(ours, peers),
        "",
        "Pgx and PettingZoo build an observation at every step, OpenSpiel's rollouts build none; ours builds them "
        "where the row says so. PettingZoo is the usual Python environment, one call per step.",
        "",
        "## The games",
        "",
        *games_table(ours, peers["open_spiel_maedn"]),
        "",
        "## From Python",
        "",
        "| call | per second | target |",
        "|---|---|---|",
        f"| `engine.step` (one action, then the legal list) | {ours['engine.step from Python']:,.0f} | 500,000 |",
        f"| `Match.play` (record, hash, events) | {ours['Match.play']:,.0f} | 20,000 |",
        "",
        "## Starts",
        "",
        *starts_table(starts),
        "",
        "## The search",
        "",
        *search_table(search),
        "",
        "## Research adapters",
        "",
        *research_table(research),
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4.0)
    args = parser.parse_args()
    ours, peers = measure(args.rounds, args.seconds)
    starts = run([sys.executable, "-m", "benchmarks.starts"])
    search = run([sys.executable, "-m", "benchmarks.search"])
    research = run([sys.executable, "-m", "benchmarks.research", "--seconds", str(args.seconds)])
    text = page(ours, peers, starts, search, research)
    (HERE.parent / "docs" / "benchmarks.md").write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
