"""A finished game from its start, each ply as one seat would have seen it."""

from collections.abc import Iterator

import msgspec

from hatbox.interfaces import SPECTATOR
from hatbox.match.match import Match, Played
from hatbox.match.recording import MatchRecord
from hatbox.table.finished.messages import ReplayFrame
from hatbox.table.tables.catalogue import layout_json
from hatbox.table.tables.views import Viewer, move_in_log
from hatbox.table.wire.problems import Refused
from hatbox.table.wire.table import SeatInfo, Table
from hatbox.table.wire.types import encode

ALL = "all"
Eyes = int | str  # a seat, SPECTATOR, or ALL
NO_EVENTS = msgspec.Raw(b"[]")


def eyes_of(text: str, players: int) -> Eyes:
    """Return whose view the caller wants."""
    if text == ALL:
        return ALL
    try:
        seat = int(text)
    except ValueError:
        seat = players
    if not SPECTATOR <= seat < players:
        raise Refused(f"`seat` must be a number from -1 to {players - 1}, or all.", "no_seat")
    return seat


def frames(match: Match, eyes: Eyes, aid: bool) -> Iterator[ReplayFrame]:
    """Return all plies, the start first."""
    for position, played in match.walk():
        seat, text, events = _move(played, eyes, match.game.rulebook.secrets)
        view = _view(position, eyes, aid)
        yield ReplayFrame(ply=position.ply, seat=seat, text=text, events=events, view=view)


def _move(played: Played | None, eyes: Eyes, secrets: bool) -> tuple[int, str, msgspec.Raw]:
    """Return who moved, what was chosen and what happened, as far as this viewer sees it."""
    if played is None:
        return SPECTATOR, "", NO_EVENTS
    if isinstance(eyes, str):
        return played.seat, played.move.text, msgspec.Raw(encode(played.events))
    viewer: Viewer = () if eyes == SPECTATOR else (eyes,)
    told = move_in_log(0, played, viewer, secrets, aid=True)
    return told.seat, told.text, told.events


def _view(position: Match, eyes: Eyes, aid: bool) -> msgspec.Raw:
    """Return what this viewer sees; a viewer of all events still sees the board as a spectator."""
    seat = SPECTATOR if isinstance(eyes, str) else eyes
    return msgspec.Raw(encode(position.view(seat, aid)))


def table_of(id: str, record: MatchRecord, match: Match) -> Table:
    """Return a record as a finished table, so that it can be shown like one."""
    draw = record.draw
    return Table(
        code="",
        game=record.game,
        players=record.players,
        options=record.options,
        aid=False,
        public=False,
        status="over",
        host=False,
        seats=[_seat(number, name) for number, name in enumerate(record.names)],
        v=0,
        seed_hash=draw.promise if draw else "",
        seed=draw.number if draw else str(record.drawn_seed),
        salt=draw.salt if draw else None,
        layout=layout_json(match.game),
        record=id,
    )


def _seat(number: int, name: str) -> SeatInfo:
    """A seat of which only the name is known."""
    return SeatInfo(seat=number, kind="person", name=name, level="", mine=False, present=False, warm=False)
