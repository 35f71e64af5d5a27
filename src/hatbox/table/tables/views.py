"""The position and each move as each viewer may see them: the only way to the wire.

Everything here goes through `match.view` and `Played.seen_by`; a viewer is the tuple of its seats, empty for
a spectator.
"""

from base64 import b64encode
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, cast

import msgspec

from hatbox.interfaces import SPECTATOR
from hatbox.match.match import Match, Played
from hatbox.table.store.interface import Head
from hatbox.table.wire.problems import Conflict
from hatbox.table.wire.protocol import Ahead, Choice, Common, MoveFrame, Now, UndoneFrame
from hatbox.table.wire.table import ForkedFrom, Glance, Listed, SeatInfo, Table
from hatbox.table.wire.types import StandingAnswer, encode

if TYPE_CHECKING:
    from hatbox.table.tables.state import TableState
    from hatbox.table.tables.table import OpenTable

Viewer = tuple[int, ...]
SEAT = b'{"seat":%d'  # how a view starts; without secrets only this differs between viewers (tested)
NOBODYS = len(SEAT % SPECTATOR)
OWN = b',"views":{%b},"legal":{%b},"undo":%b,"standing":%b,"known":"%b","ahead":%b}'  # `Now` beyond `Common`
MOVE = b'{"t":"move","v":%d,"ply":%d,"seat":%d,"text":%b,"events":%b,"at_random":%b,"now":'  # see `MoveFrame`
LOOKER = b'"%d":{"seat":%d'  # all that differs for seats that only look on in a game without secrets
NOTHING_TO_DO = b'},"legal":{},"undo":false,"standing":{},"known":"","ahead":{}}}'


class Extras(msgspec.Struct, frozen=True):
    """What belongs to a position but not to the rules: clocks, standing answers, answers given ahead."""

    clocks: list[int] | None = None
    clock_runs: int = SPECTATOR
    standing: dict[int, StandingAnswer] = {}
    until: float | None = None
    ahead: dict[int, Ahead] = {}


NO_EXTRAS = Extras()


class PositionViews:
    """One position for some seats and for spectators; every part is encoded once, when first needed."""

    __slots__ = (
        "_actions", "_aid", "_alike", "_legal", "_position", "_seats", "_views",
        "aided", "extras", "over", "ply", "turn", "undo", "winners",
    )  # fmt: skip

    def __init__(self, match: Match, seats: Collection[int], aid: bool, aided: Collection[int] = ()) -> None:
        """Keep the position, which never changes, not the match; seats that decline in advance get no moves.

        The memory aid is for everyone, or for the `aided` seats alone.
        """
        self.ply, self.turn, self.over = match.ply, match.turn, match.over
        self.winners = match.winners if self.over else []
        self.undo = match.undo_seat  # the seat that may undo, or SPECTATOR
        self.extras = NO_EXTRAS
        self._position, self._seats, self._aid, self.aided = match.now, seats, aid, aided
        self._alike = not match.game.rulebook.secrets
        self._views: dict[int, bytes] = {}
        asked = self.turn in seats and not self.over and not match.declined
        self._actions = match.legal if asked else []
        self._legal = b""

    def view(self, seat: int) -> bytes:
        """Return what a seat may see; only these seats and spectators have a view."""
        found = self._views.get(seat)
        if found is None:
            found = self._views[seat] = self._seen(seat)
        return found

    def _seen(self, seat: int) -> bytes:
        if seat == SPECTATOR:
            return self._position.view_json(SPECTATOR, self._aid)
        if seat not in self._seats:
            raise KeyError(seat)
        if self._alike and seat not in self.aided:
            return SEAT % seat + self.view(SPECTATOR)[NOBODYS:]
        return self._position.view_json(seat, self._aid or seat in self.aided)

    def legal(self) -> bytes:
        """Return the moves with their texts."""
        if not self._legal:
            texts = self._position.texts(self._actions)
            moves = [
                Choice(action=action, text=text) for action, text in zip(self._actions, texts, strict=True)
            ]
            self._legal = b'"%d":%b' % (self.turn, encode(moves))
        return self._legal

    def known(self) -> bytes:
        """Return the record as the acting seat may know it, for a game whose moves can be tried in the browser."""
        book = self._position.game.rulebook
        if book.previews is None:
            return b""
        return b"%b:%b" % (book.record_layout.encode(), b64encode(self._position.known(self.turn)))

    def now(self, viewer: Viewer) -> Now:
        """Return the position for one viewer, already encoded, to be embedded as it is."""
        return cast(Now, msgspec.Raw(self.common() + self.own(viewer)))

    def common(self) -> bytes:
        """Return how the position starts for everyone."""
        known = Common(
            ply=self.ply,
            turn=self.turn,
            over=self.over,
            winners=self.winners,
            clocks=self.extras.clocks,
            clock_runs=self.extras.clock_runs,
            until=self.extras.until,
        )
        return encode(known)[:-1]

    def own(self, viewer: Viewer) -> bytes:
        """Return how it ends for one viewer."""
        if len(viewer) == 1:
            views = b'"%d":%b' % (viewer[0], self.view(viewer[0]))
        else:
            views = b",".join([b'"%d":%b' % (seat, self.view(seat)) for seat in viewer or (SPECTATOR,)])
        asked = self._actions and self.turn in viewer
        legal, known = (self.legal(), self.known()) if asked else (b"", b"")
        undo = b"true" if self.undo in viewer else b"false"
        standing = b"{}"
        if self.extras.standing:
            standing = encode({seat: how for seat, how in self.extras.standing.items() if seat in viewer})
        ahead = b"{}"
        if self.extras.ahead:
            ahead = encode({seat: own for seat, own in self.extras.ahead.items() if seat in viewer})
        return OWN % (views, legal, undo, standing, known, ahead)


class BoardChange:
    """A change on the board as each viewer is shown it: a move, or an undo."""

    __slots__ = ("_at_random", "_common", "_open", "_played", "_position", "_secrets", "_told", "_v")

    def __init__(
        self, v: int, position: PositionViews, played: Played | None, secrets: bool, at_random: bool = False
    ) -> None:
        """Keep the change; `played` is None for an undo. `secrets`: the game has some."""
        self._v, self._position, self._played, self._secrets = v, position, played, secrets
        self._at_random = b"true" if at_random else b"false"
        self._common = position.common()
        self._open = played is not None and (not secrets or played.is_open)
        self._told: dict[bool, bytes] = {}  # by whether the move's text is open, if all events are

    def frames(self, viewers: Iterable[Viewer]) -> dict[Viewer, bytes]:
        """Return the message for a viewer; without secrets all who look on share one except for the seat."""
        extras = self._position.extras
        if self._played is None or self._secrets or extras.standing or extras.ahead or self._position.aided:
            return {viewer: self._frame(viewer) for viewer in viewers}
        before, after = self._for_lookers(self._played)
        turn = self._position.turn
        return {
            viewer: before + LOOKER % (viewer[0], viewer[0]) + after
            if len(viewer) == 1 and viewer[0] != turn
            else self._frame(viewer)
            for viewer in viewers
        }

    def _frame(self, viewer: Viewer) -> bytes:
        """Return the move, the position as everyone sees it, and the viewer's own part."""
        position = self._position
        if self._played is None:
            return encode(UndoneFrame(v=self._v, ply=position.ply, now=position.now(viewer)))
        return self._move(self._played, viewer) + self._common + position.own(viewer) + b"}"

    def _for_lookers(self, played: Played) -> tuple[bytes, bytes]:
        """Return what comes before and after the seat's number, the same for all who cannot act now."""
        before = self._move(played, ()) + self._common + b',"views":{'
        return before, self._position.view(SPECTATOR)[NOBODYS:] + NOTHING_TO_DO

    def _move(self, played: Played, viewer: Viewer) -> bytes:
        """Return a move without its position: the same for all who see the same."""
        events = played.events if self._open else played.seen_by(whose_eyes(played.seat, viewer))
        everything = self._open or events == played.events
        shown = played.seat in viewer or (everything and not self._secrets)
        found = self._told.get(shown) if everything else None
        if found is None:
            text = encode(played.text if shown else "")
            found = MOVE % (self._v, played.ply, played.seat, text, encode(events), self._at_random)
            if everything:
                self._told[shown] = found
        return found


def move_in_log(
    v: int, played: Played, viewer: Viewer, secrets: bool, aid: bool, at_random: bool = False
) -> MoveFrame:
    """Return a move as the log shows it; without the memory aid, what players must remember is left out.

    Its text is included only where the choice is open.
    """
    events = played.seen_by(whose_eyes(played.seat, viewer))
    shown = played.seat in viewer or (not secrets and events == played.events)
    kept = events if aid else [event.later() for event in events]
    return MoveFrame(
        v=v,
        ply=played.ply,
        seat=played.seat,
        text=played.text if shown and kept == events else "",
        events=msgspec.Raw(encode(kept)),
        at_random=at_random,
    )


def whose_eyes(mover: int, viewer: Viewer) -> int:
    """Return the seat through which a viewer sees events.

    Several people on one device see what the mover sees, who holds it now, and otherwise what everyone may
    see.
    """
    if mover in viewer:
        return mover
    return viewer[0] if len(viewer) == 1 else SPECTATOR


# ---- the table around the board ----------------------------------------------------------------------------------


def table_for(table: "OpenTable", guest: str | None) -> Table:
    """Return the table for one guest; seed and record only when the game is over."""
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
        starts=state.may_start(guest),
        seats=[seat_info(table, number, guest) for number in range(made.players)],
        v=state.v,
        seed_hash=state.promise,
        seed=str(made.seed) if over else None,
        salt=made.salt if over else None,
        layout=state.layout,
        record=made.record if over else None,
        rematch=state.rematch.code if state.rematch else None,
        rematch_by=_asked_again(state),
        hints=state.hints,
        chat=state.free_chat and not table.services.config.lock_chat,
        clock=made.clock,
        pace=made.pace,
        forked_from=ForkedFrom(code=made.fork.code, ply=made.fork.ply) if made.fork else None,
        drawing=state.drawing,
        pause_wished=[number for number in state.people if state.seats[number].guest in state.pause.wished],
        paused=state.paused,
        night=made.night if state.seats_of(guest) else "",
        of_night=bool(made.night),
    )


def glance_at(state: "TableState", guest: str | None) -> Glance:
    """Return the position for a small picture; several people on one device see what everyone may see."""
    seats = state.seats_of(guest)
    if state.match is None:
        raise Conflict("The game has not started yet.", "not_started")
    eyes = seats[0] if len(seats) == 1 else SPECTATOR
    aid = state.made.aid if eyes == SPECTATOR else state.has_aid((eyes,))
    return Glance(
        seat=eyes,
        names=[seat.name for seat in state.seats],
        options=state.made.options,
        aid=aid,
        layout=state.layout,
        view=msgspec.Raw(state.match.now.view_json(eyes, aid)),
    )


def _asked_again(state: "TableState") -> int | None:
    """Return the seat of the player who asked for a rematch."""
    return next(iter(state.seats_of(state.rematch.by)), None) if state.rematch else None


def seat_info(table: "OpenTable", number: int, guest: str | None) -> SeatInfo:
    """Return one seat for one guest."""
    seat = table.state.seats[number]
    return SeatInfo(
        seat=number,
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        mine=bool(guest) and seat.guest == guest,
        host=bool(seat.guest) and seat.guest == table.state.made.host,
        present=seat.kind == "bot" or seat.guest in table.presence.present,
        warm=seat.kind == "person" and (seat.guest in table.presence.warm or table.state.by_bot(number)),
        muted=bool(guest) and number in table.state.mutes.get(guest or "", ()),
        help=seat.help,
        hints_left=table.state.hints_left(number),
        hints_taken=table.state.hints_taken(number),
        warnings_taken=table.state.warnings_taken(number),
        commitment=table.state.draw.commitment(seat.guest),
        stalls=table.stalling.seat == number,
        agreed=len(table.stalling.agreed) if table.stalling.seat == number else 0,
        stood_in=number in table.state.stood_in,
        share=table.state.draw.shares[number].by if table.state.draw.shares else "",
    )


def listed(head: Head, waits: bool = False) -> Listed:
    """Return a table in a list; it may be waiting for the caller."""
    names = [name for name in head.names if name]
    return Listed(
        code=head.code,
        game=head.game,
        players=head.players,
        status=head.status,  # type: ignore[arg-type]
        open=head.players - len(names),
        names=names,
        days=head.over_days,
        waits=waits,
        since=head.since,
    )
