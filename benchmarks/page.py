"""docs/benchmarks.md: measured parts stand between marks; everything around them is written by people and stays."""

import datetime
import os
import platform
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
TARGETS = {
    "hat_stairs": 5.0, "vanished_animal": 4.0, "great_hall": 1.0, "magic_hexagon": 0.2, "catch_the_hat": 1.0,
}  # fmt: skip
PAIRS = [  # a peer's driver, which of our figures does the same work, and the target for the ratio
    ("open_spiel_connect_four", "connect_four, one thread", ""),
    ("pgx_connect_four", "connect_four, batch, 100 steps per call", "20"),
    ("envpool_connect_four", "connect_four, batch, one call per step", "20"),
    ("pettingzoo_connect_four", "connect_four, batch, one call per step", ""),
]
WAYS = ("batch, one call per step", "batch, ten steps per call", "PettingZoo raw", "OpenSpiel")
Part = list[str]


def marks(name: str) -> tuple[str, str]:
    """Where a part begins and ends."""
    return f"<!-- bench: {name}: begin -->", f"<!-- bench: {name}: end -->"


def put(text: str, name: str, lines: Part) -> str:
    """The page with one part renewed."""
    begin, end = marks(name)
    before, rest = text.split(begin)
    return "\n".join([before + begin, *lines, end + rest.split(end)[1]])


def write(parts: dict[str, Part], page: Path = PAGE) -> None:
    """Renew these parts of the page."""
    text = page.read_text("utf-8")
    for name, lines in parts.items():
        text = put(text, name, lines)
    page.write_text(text, "utf-8")


def here() -> str:
    """The day and the machine."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    return f"{datetime.date.today().isoformat()} ({machine})"


def conditions(rounds: int, seconds: float) -> str:
    """When, where and for how long something was measured."""
    often = "one round" if rounds == 1 else f"medians of {rounds} rounds"
    return f"Taken on {here()}, {often} of {seconds:g} s per figure."


def peers_part(ours: dict[str, float], peers: dict[str, dict[str, Any]], missing: dict[str, str]) -> Part:
    """Connect four against the peers."""
    rows = ["| peer | what | steps/s | ours | steps/s | ratio | target |", "|---|---|---|---|---|---|---|"]
    for driver, name, target in PAIRS:
        if driver in peers:
            peer, rate = peers[driver], peers[driver]["steps_per_second"]
            rows.append(
                f"| {peer['peer']} {peer['version']} | {peer['what']} | {rate:,.0f} | {name} | {ours[name]:,.0f} "
                f"| **{ours[name] / rate:.1f}** | {target} |"
            )
    return [*rows, *(f"\n{driver} could not run here: {why}" for driver, why in missing.items())]


def games_part(ours: dict[str, float], yardstick: dict[str, Any]) -> Part:
    """Our games against the yardstick."""
    rate = yardstick["steps_per_second"]
    rows = [
        f"Yardstick: {yardstick['what']} – {rate:,.0f} steps/s ({yardstick['version']}).",
        "",
        "| game, random play, one thread | steps/s | times the yardstick | target |",
        "|---|---|---|---|",
    ]
    for slug, target in TARGETS.items():
        value = ours[f"{slug}, one thread"]
        rows.append(f"| {slug} | {value:,.0f} | **{value / rate:.1f}** | {target:g} |")
    return rows


def calls_part(ours: dict[str, float]) -> Part:
    """What Python can call in a second."""
    return [
        "| call | per second | target |",
        "|---|---|---|",
        f"| `engine.step` (one action, then the legal list) | {ours['engine.step from Python']:,.0f} | 500,000 |",
        f"| `Match.play` (record, hash, events) | {ours['Match.play']:,.0f} | 20,000 |",
    ]


def starts_part(starts: dict[str, Any]) -> Part:
    """Cold and warm starts in seconds."""
    rows = [
        f"`import hatbox`: {starts['import hatbox']:.2f} s. `hatbox warmup` of all games with an empty cache: "
        f"{starts['warm-up of all games']:.0f} s.",
        "",
        "| `hatbox play` | first prompt, empty cache | first decision, empty cache | first decision, warm |",
        "|---|---|---|---|",
    ]
    for slug, found in starts.items():
        if isinstance(found, dict):
            seconds = (found["first prompt"], found["ready cold"], found["ready warm"])
            rows.append(f"| {slug} | {' | '.join(f'{one:.1f} s' for one in seconds)} |")
    return rows


def search_part(found: dict[str, Any]) -> Part:
    """Our search against OpenSpiel's."""
    budget = f"{found['milliseconds']} ms a move"
    return [
        "| connect four, one thread | ours | OpenSpiel's C++ MCTS | | target |",
        "|---|---|---|---|---|",
        f"| simulations/s, 10,000 from the empty board | {found['ours']:,} | {found['OpenSpiel']:,} "
        f"| **{found['ratio']:.1f}** times | {found['target ratio']:g} |",
        f"| match of {found['games']} games, {budget} | | {found['their simulations per move']:,} simulations "
        f"in {found['their milliseconds per move']:g} ms "
        f"| **{found['share of the points']:.0%}** of the points | {found['target share']:.0%} |",
    ]


def research_part(found: dict[str, float]) -> Part:
    """The adapters, and the peers that are measured beside them."""
    slugs = [name.split(": ")[1] for name in found if name.startswith(WAYS[0])]
    rows = [f"| steps/s | {' | '.join(WAYS)} |", "|---|---|---|---|---|"]
    for slug in slugs:
        rates = [f"{found[f'{way}: {slug}']:,}" for way in WAYS]
        rows.append(f"| {slug} | {' | '.join(rates)} |")
    four, dominoes = "peer PettingZoo raw: connect_four_v3", "peer OpenSpiel: python_block_dominoes"
    if four in found:
        ratio = found["PettingZoo raw: connect_four"] / found[four]
        slowest = min(found[f"PettingZoo raw: {slug}"] for slug in slugs)
        rows += [
            "",
            f"PettingZoo's own connect four: {found[four]:,}; ours **{ratio:.1f}** times (target 5). ",
        ]
        rows[-1] += f"Our slowest game there: {slowest:,} (target 40,000)."
    if dominoes in found:
        slowest = min(found[f"OpenSpiel: {slug}"] for slug in slugs)
        rows += [
            "",
            f"OpenSpiel's Python dominoes: {found[dominoes]:,}; our slowest game there: {slowest:,} ",
        ]
        rows[-1] += f"(**{slowest / found[dominoes]:.2f}** times; target 1)."
    return rows
