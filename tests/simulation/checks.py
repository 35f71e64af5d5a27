"""What must hold after every run; computed from the journals on disk, without the code that made the frames."""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

import msgspec

from hatbox.game import load
from hatbox.interfaces import SPECTATOR
from hatbox.match.match import Played
from hatbox.match.position import Position
from hatbox.table.tables import journal
from tests.simulation.disk import Disk, Owned
from tests.simulation.visitors import Notes


@dataclass(frozen=True)
class Seen:
    """A position, and whose decision it is."""

    position: Position
    turn: int
    over: bool
    legal: list[int]


class Truth:
    """A journal replayed by the rules alone."""

    def __init__(self, code: str, table: Owned) -> None:
        self.faults: list[str] = []
        self.moves: dict[int, journal.Acted] = {}  # by version
        self.played: dict[int, Played] = {}
        self.positions: dict[int, Seen] = {}  # by version: the position that everyone sees then
        self.code, self.last = code, max(table.log)
        if sorted(table.log) != list(range(1, self.last + 1)):
            self.faults.append(f"{code}: versions are missing in {sorted(table.log)}")
            return
        self._play([journal.decode(table.log[version]) for version in range(1, self.last + 1)])

    def _play(self, entries: list[Any]) -> None:
        made, match = entries[0], None
        for version, entry in enumerate(entries, 1):
            if isinstance(entry, journal.Started):
                match = load(made.game, made.players, **made.options).match(made.seed, _names(made))
            elif isinstance(entry, journal.Undone) and match is not None:
                match.undo(entry.seat)
            elif isinstance(entry, journal.Acted) and match is not None:
                if match.turn != entry.seat or entry.action not in match.legal:
                    self.faults.append(f"{self.code} {version}: {entry} is no move of this position")
                    return
                self.moves[version], self.played[version] = entry, match.play(entry.action)
            if match is not None:
                self.positions[version] = Seen(match.now, match.turn, match.over, match.legal)

    def views(self, version: int, seats: tuple[int, ...]) -> dict[str, Any]:
        """What these seats may see, as JSON."""
        position = self.positions[version].position
        return {str(seat): _plain(position.view(seat)) for seat in seats or (SPECTATOR,)}


def _names(made: journal.Made) -> list[str]:
    return [seat.name or f"seat {number}" for number, seat in enumerate(made.seats)]


def _plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def faults_of(disk: Disk, visitors: list[Notes]) -> list[str]:
    """Everything that is wrong."""
    truths = {code: Truth(code, table) for code, table in disk.tables.items()}
    found = [fault for truth in truths.values() for fault in truth.faults]
    found += [fault for notes in visitors for fault in notes.faults]
    found += _fences(disk)
    if found:
        return found
    for truth in truths.values():
        ids = Counter(move.id for move in truth.moves.values() if move.id)
        found += [f"{truth.code}: {id} was made {times} times" for id, times in ids.items() if times > 1]
    written = Counter(finished.code for finished in disk.histories)
    ended = Counter(code for code, truth in truths.items() if any(at.over for at in truth.positions.values()))
    found += [f"the history has {written}, but these games ended: {ended}"] if written != ended else []
    for notes in visitors:
        found += [*_moves(truths[notes.code], notes), *_frames(truths[notes.code], notes)]
    return found


def _fences(disk: Disk) -> list[str]:
    """Nobody but the owner wrote, and nothing was overwritten."""
    return [
        f"{one.code} {one.version} was written by {one.writer}, owned by {one.owner}, replaced {one.replaced}"
        for one in disk.audit
        if one.writer != one.owner or one.replaced
    ]


def _moves(truth: Truth, notes: Notes) -> list[str]:
    """Acknowledged moves are where they were reported, refused ones nowhere."""
    found = []
    for id, (version, action) in notes.acked.items():
        move = truth.moves.get(version)
        if move is None or (move.id, move.action) != (id, action):
            found.append(f"{truth.code}: {id} was acknowledged as version {version}, where there is {move}")
    stored = {move.id for move in truth.moves.values()}
    found += [
        f"{truth.code}: {id} was refused ({code}), but is there"
        for id, code in notes.refused.items()
        if id in stored
    ]
    return found


def _frames(truth: Truth, notes: Notes) -> list[str]:
    """No viewer got a byte it may not have."""
    found = []
    for frame in notes.frames:
        wrong = _frame(truth, notes, frame)
        if wrong:
            found.append(
                f"{truth.code}: {notes.guest or 'a spectator'} {notes.seats} got {wrong} in {frame['t']} {frame['v']}"
            )
    return found[:3]


def _frame(truth: Truth, notes: Notes, frame: dict[str, Any]) -> str:
    """What is wrong with a frame, or nothing."""
    if frame["v"] > truth.last:
        return "a version that is not stored"
    now = frame.get("now")
    if now is not None:
        match = truth.positions[frame["v"]]
        if now["views"] != truth.views(frame["v"], notes.seats):
            return "another view"
        asked = {str(match.turn)} if match.turn in notes.seats and not match.over else set()
        if set(now["legal"]) - asked or any(
            [choice["action"] for choice in choices] != list(match.legal) for choices in now["legal"].values()
        ):
            return "foreign moves"
    if frame["t"] == "move":
        return _events(truth.played.get(frame["v"]), notes, frame)
    return _told_before(truth, notes, frame) if frame["t"] == "welcome" else ""


def _events(played: Played | None, notes: Notes, frame: dict[str, Any]) -> str:
    if played is None:
        return "a move that is none"
    eyes = notes.seats[0] if notes.seats else SPECTATOR
    if frame["events"] != _plain(_seen(played, eyes)):
        return "other events"
    open_to_all = not played.before.game.rulebook.secrets
    return (
        ""
        if not frame["text"] or played.seat in notes.seats or open_to_all
        else "the text of a secret choice"
    )


def _seen(played: Played, eyes: int) -> list[Any]:
    """The events that a seat may see, according to each event itself."""
    return [seen for event in played.events if (seen := event.seen_by(eyes)) is not None]


def _told_before(truth: Truth, notes: Notes, frame: dict[str, Any]) -> str:
    """The moves that a newcomer is sent: without what people should remember by themselves."""
    eyes = notes.seats[0] if notes.seats else SPECTATOR
    for move in frame["moves"]:
        played = truth.played.get(move["v"])
        if played is None or move["events"] != _plain([event.later() for event in _seen(played, eyes)]):
            return "other events of a move before"
    return ""
