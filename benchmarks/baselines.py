"""`python -m benchmarks.baselines`: score our own bots at the tasks of `hatbox benchmark`, and write what ships.

Results are kept beside this file (not in the repository), so it can be stopped and taken up again. The scores go into
src/hatbox/lab/baselines.json and docs/research/benchmark.md.
"""

import argparse
from pathlib import Path

import msgspec

from hatbox.lab.benchmark import BASELINES, TASKS, Run, measure
from hatbox.lab.places import place
from hatbox.lab.work import Kept

HOME = Path(__file__).parent.parent
FILE, PAGE = HOME / "src" / "hatbox" / "lab" / BASELINES, HOME / "docs" / "research" / "benchmark.md"
KEPT = Path(__file__).parent / "baselines.kept.jsonl"
BEGIN, END = "<!-- baselines: begin -->", "<!-- baselines: end -->"
BOTS = ("random", "greedy", "search@1", "search", "level_5")


def table(runs: list[Run]) -> list[str]:
    """A row a task, a column a bot."""
    head = f"| task | games | {' | '.join(f'`{run.bot}`' for run in runs)} |"
    rows = []
    for k, task in enumerate(TASKS):
        cells = [f"{s.score:.1f} ({s.low:.1f} – {s.high:.1f})" for s in (run.scores[k] for run in runs)]
        rows.append(f"| `{task.name}` | {runs[0].scores[k].games:,} | {' | '.join(cells)} |")
    return [head, f"|---|{'---|' * (len(runs) + 1)}", *rows]


def main() -> None:
    """Measure all bots, and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=0, help="per task; 0: a full run")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0: all cores")
    parser.add_argument("--on", default="", choices=("", "ray"))
    args = parser.parse_args()
    with Kept(KEPT) as kept:
        where = place(args.on, args.jobs)
        runs = [measure(bot, TASKS, args.games, where, kept=kept) for bot in BOTS]
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(runs), indent=1) + b"\n")
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    PAGE.write_text("\n".join([before + BEGIN, *table(runs), END + rest.split(END)[1]]), "utf-8")


if __name__ == "__main__":
    main()
