"""The position as each viewer may see it, and what a move told each viewer: the only way to the wire.

Everything here goes through `match.view` and `Played.seen_by`; a viewer is the tuple of its seats, empty for a
spectator.
"""

from base64 import b64encode
from collections.abc import Collection
from typing import TYPE_CHECKING, cast

import msgspec

from hatbox.match.match import Match, Played
from hatbox.rooms import SPECTATOR, Event
from hatbox.table.store.interface import Head
from hatbox.table.wire.protocol import Choice, Common, MoveFrame, Now, UndoneFrame
from hatbox.table.wire.table import ForkedFrom, Listed, SeatInfo, Table
from hatbox.table.wire.types import StandingAnswer, encode

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

Viewer = tuple[int, ...]
SEAT = b'{"seat":%d'  # how a view begins; a game without secrets shows the same to all but for this, and a test looks
NOBODYS = len(SEAT % SPECTATOR)
OWN = b',"views":{%b},"legal":{%b},"undo":%b,"standing":%b,"known":"%b"}'  # as `Now` has it beyond what is common
LOOKS_ON = b'%b%d":{"seat":%d%b'  # a whole frame for a seat that just looks on in a game without secrets
NOTHING_TO_DO = b'},"legal":{},"undo":false,"standing":{},"known":""}}'


class Views(dict[int, bytes]):
    """Views by seat, made and encoded when somebody first looks; only these seats and spectators have one."""

    def __init__(self, match: Match, seats: Collection[int], aid: bool) -> None:
        """Keep the position, which never changes, not the match, which does."""
        rules = match.game.rulebook
        self._seats = seats
        self._position, self._aid = match.now, aid
        self._alike = not rules.secrets

    def __missing__(self, seat: int) -> bytes:
        if seat not in self._seats and seat != SPECTATOR:
            raise KeyError(seat)
        if self._alike and seat != SPECTATOR:
            found = SEAT % seat + self[SPECTATOR][NOBODYS:]
        else:
            found = encode(self._position.view(seat, self._aid))
        self[seat] = found
        return found


class Extras(msgspec.Struct, frozen=True):
    """What belongs to a position but not to the rules: clocks and standing answers."""

    clocks: list[int] | None = None
    clock_runs: int = SPECTATOR
    standing: dict[int, StandingAnswer] = {}


NO_EXTRAS = Extras()


class Choices:
    """The legal moves of a position, whatever the match does next; their texts cost, so they are made on demand."""

    def __init__(self, match: Match) -> None:
        """Keep the position, not the match."""
        self._position, self._actions = match.now, match.legal

    def encoded(self) -> bytes:
        """All moves with their texts."""
        moves = [self._position.move(action) for action in self._actions]
        return encode([Choice(action=move.action, text=move.text) for move in moves])

    def known(self, seat: int) -> bytes:
        """The record as the seat may know it, for a game whose moves can be tried out in the browser."""
        book = self._position.game.rulebook
        if book.previews is None:
            return b""
        return b"%b:%b" % (book.record_layout.encode(), b64encode(self._position.known(seat)))


class PositionViews(msgspec.Struct, gc=False):
    """One position: what all are told, views by seat and moves, encoded for all who may see them."""

    ply: int
    turn: int
    over: bool
    winners: list[int]
    views: Views
    choices: Choices | None  # None: nobody is asked
    undo: int  # the seat that may take back, or SPECTATOR
    more: Extras = NO_EXTRAS

    def now(self, viewer: Viewer) -> Now:
        """The position for one viewer, already encoded: what encodes it further takes it as it is."""
        return cast(Now, msgspec.Raw(self.common() + self.own(viewer)))

    def common(self) -> bytes:
        """How the position begins for everybody."""
        known = Common(
            ply=self.ply,
            turn=self.turn,
            over=self.over,
            winners=self.winners,
            clocks=self.more.clocks,
            clock_runs=self.more.clock_runs,
        )
        return encode(known)[:-1]

    def own(self, viewer: Viewer) -> bytes:
        """How it ends for one viewer."""
        views = b",".join([b'"%d":%b' % (seat, self.views[seat]) for seat in viewer or (SPECTATOR,)])
        asked = self.choices if self.turn in viewer and not self.over else None
        legal = b'"%d":%b' % (self.turn, asked.encoded()) if asked is not None else b""
        undo = b"true" if self.undo in viewer else b"false"
        standing = {seat: answer for seat, answer in self.more.standing.items() if seat in viewer}
        known = asked.known(self.turn) if asked is not None else b""
        return OWN % (views, legal, undo, encode(standing) if standing else b"{}", known)


def take(match: Match, seats: Collection[int], aid: bool) -> PositionViews:
    """The position for these seats and for spectators; who said no in advance is not even asked."""
    asked = match.turn in seats and not match.declined
    return PositionViews(
        match.ply,
        match.turn,
        match.over,
        match.winners if match.over else [],
        Views(match, seats, aid),
        Choices(match) if asked else None,
        match.undo_seat,
    )


class BoardChange:
    """A change on the board as everybody is told of it: a move, or a move taken back."""

    __slots__ = ("_alike", "_common", "_played", "_secrets", "_shot", "_told", "_v", "frames")

    def __init__(self, v: int, shot: PositionViews, played: Played | None, secrets: bool) -> None:
        """`played` is None for a move taken back; `secrets`: the game has some."""
        self._v, self._shot, self._played, self._secrets = v, shot, played, secrets
        self._common = shot.common()
        self._alike: tuple[bytes, bytes] | None = None  # a frame without the number of the seat that looks on
        self._told: dict[bool, bytes] = {}  # by whether the move's text is open, where all events are
        self.frames: dict[Viewer, bytes] = {}

    def frame(self, viewer: Viewer) -> bytes:
        """The message for one viewer, put together once."""
        found = self.frames.get(viewer)
        if found is None:
            found = self.frames[viewer] = self._made(viewer)
        return found

    def _made(self, viewer: Viewer) -> bytes:
        """The message: what was told before, the position as all know it, and what is the viewer's own."""
        if self._played is None:
            return encode(UndoneFrame(v=self._v, ply=self._shot.ply, now=self._shot.now(viewer)))
        if (
            len(viewer) == 1
            and not self._secrets
            and self._shot.turn not in viewer
            and not self._shot.more.standing
        ):
            before, after = self._alike or self._for_lookers(self._played)
            return LOOKS_ON % (before, viewer[0], viewer[0], after)
        return b'%b"now":%b%b}' % (self._move(self._played, viewer), self._common, self._shot.own(viewer))

    def _for_lookers(self, played: Played) -> tuple[bytes, bytes]:
        """What comes before and after the seat's number, the same for all who can do nothing now."""
        before = b'%b"now":%b,"views":{"' % (self._move(played, ()), self._common)
        self._alike = before, self._shot.views[SPECTATOR][NOBODYS:] + NOTHING_TO_DO
        return self._alike

    def _move(self, played: Played, viewer: Viewer) -> bytes:
        """A move without its position: the same for all who are told the same."""
        events = played.seen_by(whose_eyes(played.seat, viewer)) if self._secrets else played.events
        everything = events == played.events
        shown = played.seat in viewer or (everything and not self._secrets)
        found = self._told.get(shown) if everything else None
        if found is None:
            found = encode(_frame(self._v, played, shown, events)).removesuffix(b'"now":null}')
            if everything:
                self._told[shown] = found
        return found


def move_in_log(v: int, played: Played, viewer: Viewer, secrets: bool, aid: bool) -> MoveFrame:
    """A move as the log keeps it for one viewer; without the memory aid what people should remember is gone."""
    events = played.seen_by(whose_eyes(played.seat, viewer))
    shown = played.seat in viewer or (not secrets and events == played.events)
    kept = events if aid else [event.later() for event in events]
    return _frame(v, played, shown and kept == events, kept)


def _frame(v: int, played: Played, shown: bool, events: list[Event]) -> MoveFrame:
    """A move; its text only where the choice is open."""
    text = played.move.text if shown else ""
    return MoveFrame(v=v, ply=played.ply, seat=played.seat, text=text, events=msgspec.Raw(encode(events)))


def whose_eyes(mover: int, viewer: Viewer) -> int:
    """The seat through which a viewer sees events.

    Several people on one device see what the mover sees, who holds it now, and otherwise what everybody may see.
    """
    if mover in viewer:
        return mover
    return viewer[0] if len(viewer) == 1 else SPECTATOR


# ---- the table around the board ----------------------------------------------------------------------------------


def table_for(table: "OpenTable", guest: str | None) -> Table:
    """The table for one guest; seed and record only when the game is over."""
    state = table.state
    made, over = state.made, state.status == "over"
    return Table(
        code=state.code,
        game=made.game,
        players=made.players,
        options=made.options,
        aid=made.aid,
        public=made.public,
        status="preparing" if table.preparing else state.status,
        host=bool(guest) and guest == made.host,
        seats=[seat_info(table, number, guest) for number in range(made.players)],
        v=state.v,
        seed_hash=state.promise,
        seed=str(made.seed) if over else None,
        salt=made.salt if over else None,
        layout=state.layout,
        record=made.record if over else None,
        rematch=state.rematch,
        hints=state.hints,
        chat=state.free_chat,
        clock=made.clock,
        forked_from=ForkedFrom(code=made.fork.code, ply=made.fork.ply) if made.fork else None,
        drawing=state.drawing,
    )


def seat_info(table: "OpenTable", number: int, guest: str | None) -> SeatInfo:
    """One seat for one guest."""
    seat = table.state.seats[number]
    return SeatInfo(
        seat=number,
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        mine=bool(guest) and seat.guest == guest,
        present=seat.kind == "bot" or seat.guest in table.presence.present,
        warm=seat.kind == "person" and (seat.guest in table.presence.warm or number in table.state.flagged),
        muted=bool(guest) and number in table.state.mutes.get(guest or "", ()),
        help=seat.help,
        hints_left=table.state.hints_left(number),
        hints_taken=table.state.hints_taken(number),
        commitment=table.state.draw.commitment(seat.guest),
        share=table.state.draw.shares[number].by if table.state.draw.shares else "",
    )


def listed(head: Head) -> Listed:
    """A table in a list."""
    names = [name for name in head.names if name]
    return Listed(
        code=head.code,
        game=head.game,
        players=head.players,
        status=head.status,  # type: ignore[arg-type]
        open=head.players - len(names),
        names=names,
    )
