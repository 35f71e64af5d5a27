"""The tables of docs/lab.md, made of what `python -m benchmarks.variants` has measured."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HOME = Path(__file__).parent.parent
DATA, PAGE = HOME / "src" / "hatbox" / "lab" / "measured", HOME / "docs" / "lab.md"
STRICT = 2.576 / 1.96  # intervals are of 95 %; among so many comparisons a difference is told from 99 % on
MOST = 4  # changes of a game in the table
KINDS = ("length", "first", "better")
LISTS = ("rows", "help", "seats", "balanced", "character")
Row = dict[str, Any]


def text_of(data: dict[str, Any]) -> str:
    """The file of a game: a line per row, so that changes can be read."""
    plain = "".join(
        f" {json.dumps(name)}: {json.dumps(v)},\n" for name, v in data.items() if name not in LISTS
    )
    lists = ",\n".join(f" {json.dumps(name)}: [\n{lines(data.get(name, []))}\n ]" for name in LISTS)
    return f"{{\n{plain}{lists}\n}}\n"


def lines(rows: list[Row]) -> str:
    """One row a line."""
    return ",\n".join(f"  {json.dumps(row)}" for row in rows)


def differs(before: list[float], after: list[float]) -> bool:
    """Whether two figures differ by more than their margins; web/src/lib/measured.ts tells by the same rule."""
    margin = math.hypot(before[2] - before[1], after[2] - after[1]) / 2
    return abs(after[0] - before[0]) > STRICT * margin


def pairs(rows: list[Row]) -> Iterator[tuple[Row, Row]]:
    """Every change beside the game without it."""
    for after in rows:
        without = dict(list(after["options"].items())[:-1])
        for before in rows:
            if after["options"] and before["players"] == after["players"] and before["options"] == without:
                yield before, after


def size(before: Row, after: Row) -> float:
    """How much a change does at most, among what is sure."""
    parts = (
        [abs(after["length"][0] / before["length"][0] - 1)]
        if differs(before["length"], after["length"])
        else []
    )
    if before["sides"] == after["sides"]:
        parts += [
            abs(after[kind][0] - before[kind][0]) for kind in KINDS[1:] if differs(before[kind], after[kind])
        ]
    return max(parts, default=0.0)


def cell(before: Row, after: Row, kind: str) -> str:
    """Before and after, or a dash where no difference was shown."""
    one, two = before[kind], after[kind]
    if not differs(one, two) or (kind == "first" and before["sides"] != after["sides"]):
        return "–"
    return f"{one[0]:.0f} → {two[0]:.0f}" if kind == "length" else f"{one[0]:.0%} → {two[0]:.0%}"


def change_rows(slug: str, rows: list[Row]) -> list[str]:
    """The changes of a game that do most."""
    found = sorted(pairs(rows), key=lambda pair: -size(*pair))
    return [
        f"| {slug} | {after['players']} | {named(after['options'])} | {after['games']} | "
        + " | ".join(cell(before, after, kind) for kind in KINDS)
        + " |"
        for before, after in found[:MOST]
        if size(before, after)
    ]


def named(options: dict[str, Any]) -> str:
    """Options as one types them."""
    return ", ".join(f"`{name}={json.dumps(value).strip(chr(34))}`" for name, value in options.items())


def usual_rows(slug: str, data: dict[str, Any]) -> list[str]:
    """The game as it is, with every number of players."""
    return [
        f"| {slug} | {row['players']} | {data['even']} | {row['games']} | {row['length'][0]:.0f} | "
        f"{percent(row['first'])} | {data['strong']} – {data['weak']} | {percent(row['better'])} |"
        for row in data["rows"]
        if not row["options"]
    ]


def help_row(slug: str, data: dict[str, Any]) -> str:
    """What hints are worth in a game."""
    games = min((row["games"] for row in data["help"]), default=0)
    return f"| {slug} | {games} | " + " | ".join(percent(row["share"]) for row in data["help"]) + " |"


def percent(figure: list[float]) -> str:
    """A share with its interval."""
    return f"{figure[0]:.0%} ({figure[1]:.0%} – {figure[2]:.0%})"


def tables() -> dict[str, list[str]]:
    """Everything on the page that is measured."""
    found = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(DATA.glob("*.json"))}
    return {
        "usual": [
            "| game | players | bots | games | actions | starting player wins | stronger – weaker | stronger wins |",
            "|---|---|---|---|---|---|---|---|",
            *(line for slug, data in found.items() for line in usual_rows(slug, data)),
        ],
        "changes": [
            "| game | players | option | games | actions | starting player wins | stronger wins |",
            "|---|---|---|---|---|---|---|",
            *(line for slug, data in found.items() for line in change_rows(slug, data["rows"])),
        ],
        "help": [
            "| game | games each | no hint | five hints | always |",
            "|---|---|---|---|---|",
            *(help_row(slug, data) for slug, data in found.items()),
        ],
    }


def write_page(page: Path = PAGE) -> None:
    """Put the tables between their marks."""
    text = page.read_text("utf-8")
    for name, lines in tables().items():
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        before, rest = text.split(begin)
        text = "\n".join([before + begin, *lines, end + rest.split(end)[1]])
    page.write_text(text, "utf-8")
