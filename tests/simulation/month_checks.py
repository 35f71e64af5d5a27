"""What a month must have left: read from the file and from what its visitors wrote down."""

import contextlib
import sqlite3
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from hatbox.table.store.sqlite import FILE
from hatbox.table.tables import journal
from hatbox.table.tables.reading import first_entry
from hatbox.table.tables.state import TableState

DAY = 86400.0
SLOWEST_WAKING, MOST_GROWTH = 0.050, 50.0  # seconds of processor time; MB
OWN = ("person", "standing", "ahead")  # who moves for a person who has time left


@dataclass
class Report:
    """What a month showed."""

    tables: int = 0
    moves: int = 0
    by_people: int = 0
    by_bots: int = 0
    told: int = 0
    told_twice: int = 0
    may_be_twice: int = 0
    kills: int = 0
    waking: list[float] = field(default_factory=list)
    growth: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def judge(self) -> None:
        """Compare with what was promised."""
        if self.waking and self.share(0.99) > SLOWEST_WAKING:
            self.faults.append(f"waking took {self.share(0.99) * 1000:.0f} ms")
        if max(self.growth, default=0.0) > MOST_GROWTH:
            self.faults.append(f"memory grew by {max(self.growth):.0f} MB")

    def share(self, part: float) -> float:
        """The time within which so many tables woke."""
        return self.waking[min(len(self.waking) - 1, int(part * len(self.waking)))]

    def text(self) -> str:
        """For people."""
        lines = [
            f"{self.tables} tables, {self.moves} moves: {self.by_people} of people, {self.by_bots} of bots",
            f"{self.kills} kills; {self.told} notices, {self.told_twice} of them twice ({self.may_be_twice} logged)",
        ]
        if self.waking:
            times = ", ".join(f"{part:.0%} {self.share(part) * 1000:.1f} ms" for part in (0.5, 0.99, 1.0))
            lines.append(f"waking {len(self.waking)} times: {times} of processor time")
        if self.growth:
            lines.append(
                f"memory: at most {max(self.growth):.0f} MB more, {self.growth[-1]:.0f} MB at the end"
            )
        return "\n".join(
            [*lines, *(f"FAULT {fault}" for fault in self.faults[:20]), f"{len(self.faults)} faults"]
        )


@dataclass
class Turn:
    """A person's turn at a table: from when until when."""

    guest: str
    code: str
    began: float
    ended: float


class Notes:
    """What visitors, receivers and the log wrote down."""

    def __init__(self, file: Path) -> None:
        self.acked: dict[str, dict[str, int]] = defaultdict(dict)  # code → move's id → version
        self.refused: dict[str, set[str]] = defaultdict(set)
        self.told: dict[tuple[str, str, float], list[float]] = defaultdict(list)  # when a turn was told of
        self.twice: dict[str, list[float]] = defaultdict(list)  # when the log said so of a table
        self.kills: list[float] = []
        self.visits: dict[tuple[str, str], list[float]] = defaultdict(list)
        with file.open() as lines:
            for line in lines:
                kind, *rest = line.split()
                if kind == "acked":
                    self.acked[rest[0]][rest[2]] = int(rest[1])
                elif kind == "refused":
                    self.refused[rest[0]].add(rest[1])
                elif kind == "told":
                    self.told[rest[0], rest[1], float(rest[2])].append(float(rest[3]))
                elif kind == "twice":
                    self.twice[rest[0]].append(float(rest[1]))
                elif kind == "killed":
                    self.kills.append(float(rest[0]))
                else:
                    self.visits[rest[0], rest[1]].append(float(rest[2]))


def checked_file(folder: Path, slack: float) -> Report:
    """Everything that is in the file against everything that was written down.

    `slack`: seconds after which a notice must have come, with a server that is away for some time.
    """
    report, notes = Report(), Notes(folder / "notes.txt")
    report.may_be_twice = sum(map(len, notes.twice.values()))
    with contextlib.closing(sqlite3.connect(folder / FILE)) as link:
        logs: dict[str, list[tuple[int, bytes]]] = defaultdict(list)
        last = 0.0
        for (code,) in link.execute("SELECT code FROM heads ORDER BY code").fetchall():
            logs[code] = link.execute(
                "SELECT version, entry FROM log WHERE code = ? ORDER BY version", (code,)
            ).fetchall()
            last = max(last, link.execute("SELECT max(at) FROM log WHERE code = ?", (code,)).fetchone()[0])
            turns = _table(report, code, logs.pop(code), notes)
            check_notices(report, turns, notes, slack, last)
            report.tables += 1
        results = link.execute(
            "SELECT code, count(*) FROM games GROUP BY code HAVING count(*) > 1"
        ).fetchall()
        report.faults += [f"{code} is in the history twice" for code, _ in results]
    for key in notes.told:
        report.faults.append(f"{key} was told although that turn never was")
    return report


def _table(report: Report, code: str, log: list[tuple[int, bytes]], notes: Notes) -> list[Turn]:
    """One journal from its start; gives whose turn it was when."""
    if [version for version, _ in log] != list(range(1, len(log) + 1)):
        report.faults.append(f"{code} has gaps")
    entries = [entry for _, entry in log]
    state = TableState(code, first_entry(code, entries))
    ids: dict[str, int] = {}
    turns: list[Turn] = []
    for data in entries[1:]:
        entry = journal.decode(data)
        if isinstance(entry, journal.Acted):
            report.moves += 1
            _move(report, state, entry)
            if entry.id:
                ids[entry.id] = state.v + 1
        state.fold(entry)
        if state.began and (not turns or turns[-1].began != state.began or turns[-1].guest != state.asked):
            if turns:
                turns[-1].ended = min(turns[-1].ended, state.began)
            if state.asked:
                turns.append(Turn(state.asked, code, state.began, float("inf")))
    if state.status == "over" and turns:
        turns[-1].ended = min(turns[-1].ended, state.since)
    for id, version in notes.acked.pop(code, {}).items():
        if ids.pop(id, None) != version:
            report.faults.append(f"{code}: the acknowledged move {id} is not at version {version}")
    for id in notes.refused.pop(code, set()) & ids.keys():
        report.faults.append(f"{code}: the refused move {id} was made")
    if ids:
        report.faults.append(f"{code}: nobody was told of {sorted(ids)}, also when asking again")
    return turns


def _move(report: Report, state: TableState, entry: journal.Acted) -> None:
    """No bot in a seat that had time left."""
    if entry.by == "person":
        report.by_people += 1
        return
    report.by_bots += 1
    pace = state.made.pace
    assert pace is not None
    if entry.by in OWN or state.by_bot(entry.seat) or state.seats[entry.seat].kind == "bot":
        return
    if pace.late == "wait" or entry.at < state.since + pace.days * DAY:
        report.faults.append(f"{state.code}: a bot moved for seat {entry.seat}, which had time left")


def check_notices(report: Report, turns: list[Turn], notes: Notes, slack: float, last: float) -> None:
    """Each turn is told once, twice only when a kill fell between and the log said so; and one that lasted was told."""
    for turn in turns:
        times = sorted(notes.told.pop((turn.guest, turn.code, turn.began), []))
        report.told += len(times)
        report.told_twice += len(times) > 1
        if len(times) > 2:
            report.faults.append(f"{turn.guest} was told {len(times)} times of one turn at {turn.code}")
        elif len(times) == 2:
            report.faults += _told_twice(turn, times[0], times[1], notes)
        came = min(
            (at for at in notes.visits.get((turn.guest, turn.code), ()) if at >= turn.began), default=last
        )
        if not times and min(came, turn.ended, last) > turn.began + slack:
            report.faults.append(f"{turn.guest} was not told of a turn at {turn.code}")


def _told_twice(turn: Turn, first: float, second: float, notes: Notes) -> list[str]:
    """What is wrong with telling a person of one turn for the second time."""
    what = f"{turn.guest} was told twice of one turn at {turn.code}"
    reasons = (
        (notes.kills, "without a kill between"),
        (notes.twice[turn.code], "and the log did not say so"),
    )
    return [f"{what} {why}" for times, why in reasons if not any(first <= at <= second for at in times)]
