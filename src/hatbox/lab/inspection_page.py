"""The findings about a set of rules: as a table for terminals, and as a self-contained page with plots."""

from collections.abc import Sequence
from html import escape

from hatbox.lab.inspection import Inspection, binned
from hatbox.lab.statistics import Estimate
from hatbox.printing import table
from hatbox.words import has, say

WIDE, HIGH, ROOM = 560, 200, 36  # of a plot, and the space for the numbers beside it
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
  color: #2b2440; background: #fffaf0; }
table { border-collapse: collapse; } td, th { padding: .3rem .9rem .3rem 0; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; } figure { margin: 2rem 0; }
figcaption { font-weight: 600; } svg { width: 100%; max-width: 40rem; height: auto; }
.bar { fill: #6b3a7d; } .line { fill: none; stroke: #0d8a94; stroke-width: 3; } text { font-size: 12px; fill: #5a5070; }
.axis { stroke: #b9aecb; }
@media (prefers-color-scheme: dark) { body { color: #f3ecdf; background: #211c2e; } text { fill: #c9bfd8; }
  .bar { fill: #b98ad0; } .line { stroke: #4cc3cc; } .axis { stroke: #5a5070; } }
"""


def rows(found: Inspection) -> list[tuple[str, str, str]]:
    """Each finding with its value and its interval."""

    def hundredths(estimate: Estimate) -> tuple[str, str]:
        share, low, high = (100 * one for one in estimate)
        return f"{share:.1f} %", f"{low:.1f} – {high:.1f}"

    def number(estimate: Estimate, unit: str = "") -> tuple[str, str]:
        mean, low, high = estimate
        return f"{mean:.1f}{unit}", f"{low:.1f} – {high:.1f}"

    even, strong, weak = (bot.replace("_", " ") for bot in found.bots)
    return [
        ("actions in a game", *number(found.length)),
        ("wins of the side that begins", *hundredths(found.first)),
        (f"wins of {strong} against {weak}", *hundredths(found.better)),
        ("games without a winner", f"{100 * found.draws / found.games:.1f} %", ""),
        ("how often the lead changes", *number(found.lead_changes)),
        ("only the winner is ahead after", *number(found.clear_after, " %")),
        ("moves without a choice", *number(found.forced, " %")),
        (f"decisions that matter, all players ({even})", *number(found.decisions)),
    ]


def title(found: Inspection, changed: Sequence[str]) -> str:
    """The game, its players, and what differs from the default rules."""
    rules = ", ".join(changed) or "the usual rules"
    name = say(found.game, "title") if has(found.game, "title") else found.game
    return f"{name} · {found.players} players · {rules} · {found.games:,} games"


def text(found: list[Inspection], changed: Sequence[str]) -> str:
    """A table for terminals, with the default rules next to the requested ones."""
    head = ["", *(name for one in found for name in (_name(one, found), "95 % interval"))]
    columns = [rows(one) for one in found]
    lines = [
        [cells[0][0], *(part for cell in cells for part in cell[1:])] for cells in zip(*columns, strict=True)
    ]
    return table(head, lines, title(found[0], changed), head[1:])


def _name(one: Inspection, found: list[Inspection]) -> str:
    """The heading of a column."""
    return "usual" if one is not found[0] else "found"


def page(found: list[Inspection], changed: Sequence[str]) -> str:
    """Everything as HTML."""
    head = "".join(f"<th>{_name(one, found)}</th><th>95 % interval</th>" for one in found)
    columns = [rows(one) for one in found]
    lines = "".join(
        f"<tr><td>{escape(cells[0][0])}</td>"
        + "".join(f'<td class="n">{escape(part)}</td>' for cell in cells for part in cell[1:])
        + "</tr>"
        for cells in zip(*columns, strict=True)
    )
    name, first = escape(title(found[0], changed)), found[0]
    plots = [
        _figure("How many actions games take", _histogram(first.lengths)),
        _figure("The chance of the later winner, from the first move to the last", _line(first.winner)),
        _figure("Wins by seat, from the one that begins", _bars([seat[0] for seat in first.seats])),
    ]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title><style>{STYLE}</style>'
        f"<h1>{name}</h1><table><tr><th></th>{head}</tr>{lines}</table>{''.join(plots)}</html>\n"
    )


# ---- plots -------------------------------------------------------------------------------------------------


def _figure(caption: str, drawn: str) -> str:
    """A plot with its caption."""
    return f"<figure><figcaption>{escape(caption)}</figcaption>{drawn}</figure>"


def _svg(parts: Sequence[str], low: str, high: str, top: str) -> str:
    """A plot between two axes, with the ends of both labelled."""
    right, floor = ROOM + WIDE, HIGH + 10
    axes = f'<path class="axis" fill="none" d="M{ROOM} 10V{floor}H{right}"/>'
    names = (
        f'<text x="{ROOM}" y="{floor + 16}">{low}</text>'
        f'<text x="{right}" y="{floor + 16}" text-anchor="end">{high}</text>'
        f'<text x="{ROOM - 4}" y="20" text-anchor="end">{top}</text>'
    )
    return f'<svg viewBox="0 0 {right + 8} {floor + 24}" role="img">{axes}{"".join(parts)}{names}</svg>'


def _histogram(numbers: Sequence[int]) -> str:
    """A histogram of some numbers."""
    low, step, counts = binned(numbers)
    return _columns(
        [count / max(counts) for count in counts], str(low), str(low + step * len(counts) - 1), ""
    )


def _bars(shares: Sequence[float]) -> str:
    """A bar for each share."""
    top = max(*shares, 0.01)
    return _columns([one / top for one in shares], "first", "last", f"{100 * top:.0f} %")


def _columns(heights: Sequence[float], low: str, high: str, top: str) -> str:
    """Columns side by side, as fractions of the highest."""
    wide = WIDE / len(heights)
    bars = [
        f'<rect class="bar" x="{ROOM + k * wide + 1:.1f}" y="{10 + HIGH * (1 - one):.1f}" '
        f'width="{wide - 2:.1f}" height="{HIGH * one:.1f}"/>'
        for k, one in enumerate(heights)
    ]
    return _svg(bars, low, high, top)


def _line(shares: Sequence[float]) -> str:
    """A line through equally spaced shares."""
    points = [
        f"{ROOM + WIDE * k / max(1, len(shares) - 1):.1f} {10 + HIGH * (1 - one):.1f}"
        for k, one in enumerate(shares)
    ]
    return _svg([f'<path class="line" d="M{"L".join(points)}"/>' if points else ""], "start", "end", "100 %")
