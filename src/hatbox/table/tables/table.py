"""One live table: a single owner with a mailbox, so that nothing needs a lock.

A change is checked, appended to the store, committed, and only then acknowledged and shown.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from hatbox.errors import CannotUndo, IllegalMove
from hatbox.match.match import Match, Played
from hatbox.table.connections.connection import Connection
from hatbox.table.services import Services
from hatbox.table.store.interface import OnWritten, settling
from hatbox.table.tables import journal
from hatbox.table.tables.mailbox import Done
from hatbox.table.tables.owner import Owner
from hatbox.table.tables.state import TableState
from hatbox.table.tables.views import (
    NO_EXTRAS,
    BoardChange,
    Extras,
    PositionViews,
    Viewer,
    move_in_log,
    table_for,
    take,
)
from hatbox.table.wire.problems import Conflict, Refused, StoreFailed
from hatbox.table.wire.protocol import Ack, Act, Nack, NackCode, Said, Table, TableFrame, Welcome, encode
from hatbox.table.wire.requests import HintReply

LOG = logging.getLogger("hatbox.table")
LINES_KEPT = 50  # of chat, for those who come back
Reply = Callable[[bytes], None]
Frames = tuple[int, dict[Viewer, bytes]]  # a version, and what was told of it to whom


class LiveTable(Owner):
    """A table with its visitors; all changes pass through its mailbox."""

    def __init__(self, state: TableState, services: Services) -> None:
        """Begin to own the table."""
        super().__init__(f"table {state.code}")
        self.state = state
        self.services = services
        self.connections: set[Connection] = set()
        self.shown_v = state.v  # the last version that is stored
        self.preparing = False
        self.present: set[str] = set()
        self.warm: set[str] = set()
        self.changed: list[Callable[[], None]] = []  # called after every change: bots, presence, clocks
        self.spent: Callable[[], int] = lambda: 0  # milliseconds that the clock has run for this decision
        self.more: Callable[[], Extras] = lambda: NO_EXTRAS  # clocks and standing answers now
        self.hint: tuple[str, HintReply] | None = None  # the last one that was given, and its position
        self.said: deque[Said] = deque(maxlen=LINES_KEPT)
        self._kept: deque[Frames] = deque(maxlen=services.config.frames_kept)
        self._viewers: set[Viewer] = set()  # who has been here and may come back
        self._shot: PositionViews | None = None

    @property
    def idle(self) -> bool:
        """Whether nobody is there and nothing waits."""
        return not self.connections and self._mail.empty and not self.preparing

    async def stop(self) -> None:
        """End the owner after what it has to do; what is stored stays."""
        await super().stop()
        for connection in self.connections:
            connection.close()

    # ---- storing -------------------------------------------------------------------------------------------------

    async def store(self, entry: journal.AnyEntry, with_head: bool = False) -> None:
        """Append a change that `state` has already taken; when that fails the table starts again from its log."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._store(entry, settling(stored), with_head)
        await stored

    def _store(self, entry: journal.AnyEntry, told: OnWritten, with_head: bool = False) -> None:
        """The same for those who do not wait but are told."""
        state, services = self.state, self.services
        kept = state.kept() if isinstance(entry, journal.Acted) else None
        head = state.head() if with_head or kept else None
        began = time.perf_counter()

        def stored(error: Exception | None) -> None:
            if error is not None:
                LOG.error("table %s could not be stored: %s", state.code, error)
                services.forget(self)
                error = StoreFailed("The table could not be saved. Please try again.")
            else:
                services.metrics.stored(time.perf_counter() - began)
                self.shown_v = state.v
            told(error)

        services.store.append_then(state.code, state.v, journal.encode(entry), head, kept, stored)

    # ---- moves -----------------------------------------------------------------------------------------------------

    def act(self, guest: str, message: Act, reply: Reply, done: Done = lambda: None) -> None:
        """A person's move: acknowledged once it is stored, or refused with a reason; `done` after that."""
        self._must_be_awake()

        def both(free: Done) -> None:
            def finished() -> None:
                free()
                done()

            self._act(guest, message, reply, finished)

        self._mail.put(both)

    def _act(self, guest: str, message: Act, reply: Reply, finished: Done) -> None:
        """Check a move, make it, and hand it to the store; the rest follows when it is stored."""
        self.used()
        known = self.state.ids.get((guest, message.id))
        if known is not None:
            reply(encode(Ack(id=message.id, v=known)))
            return finished()
        try:
            refusal = self._refusal(guest, message) or self._moved(guest, message, reply, finished)
        except Exception:
            refusal = self._broken(message)
        if refusal is not None:
            reply(encode(refusal))
            finished()
        return None

    def _moved(self, guest: str, message: Act, reply: Reply, finished: Done) -> Nack | None:
        """Make a move and store it; the rules' refusal, if they refuse."""
        seat, action = message.seat, message.action
        entry = journal.Acted(seat=seat, action=action, id=message.id, guest=guest, ms=self.spent())
        try:
            played = self._make(entry)
        except IllegalMove as error:
            return self._nack(message, "illegal", str(error), error.rule, error.reason, error.given)

        def told(error: Exception | None) -> None:
            try:
                if error is None:
                    reply(encode(Ack(id=message.id, v=self.state.v)))
                    self._show(entry, played)
                else:
                    reply(encode(self._nack(message, "store", str(error))))
            except Exception:
                self._broken(message)
            finished()

        self._store(entry, told)
        return None

    def _broken(self, message: Act) -> Nack:
        """Our own mistake: what is stored counts, so the table starts again from its log."""
        LOG.exception("table %s failed", self.state.code)
        self.services.forget(self)
        return self._nack(message, "store", "The table could not be saved. Please try again.")

    def _refusal(self, guest: str, message: Act) -> Nack | None:
        """Why a move is refused before the rules are asked, or None."""
        state = self.state
        match = state.match
        if not state.has_seat(guest, message.seat):
            return self._nack(message, "not_yours", "This is not your seat.")
        if match is None:
            return self._nack(message, "not_started", "The game has not begun.")
        if match.over:
            return self._nack(message, "over", "The game is over.")
        if not state.position_v <= message.v_seen <= state.v:
            return self._nack(
                message, "stale", "The table has moved on. Have another look, then choose again."
            )
        if match.turn != message.seat:
            name = state.seats[match.turn].name
            return self._nack(message, "not_your_turn", f"Not yet: {name} plays now.")
        if match.turn in state.flagged:
            return self._nack(message, "not_your_turn", "Your time is up: a bot plays for you.")
        return None

    def _nack(
        self,
        message: Act,
        code: NackCode,
        sentence: str,
        rule: str = "",
        reason: str = "",
        given: dict[str, int | str] | None = None,
    ) -> Nack:
        self.services.metrics.count("nacks", "code", code)
        v = self.state.v
        return Nack(
            id=message.id, code=code, rule=rule, reason=reason, sentence=sentence, v=v, given=given or {}
        )

    async def play(self, entry: journal.Acted) -> None:
        """Make a move that nobody sent, such as a bot's: store it, then show it."""
        played = self._make(entry)
        await self.store(entry)
        self._show(entry, played)

    def _make(self, entry: journal.Acted) -> Played:
        """Carry a move out in memory; raises IllegalMove."""
        state = self.state
        assert state.match is not None
        played = state.match.play(entry.action)
        state.v += 1
        state.moved(entry, played)
        return played

    def _show(self, entry: journal.Acted, played: Played) -> None:
        """Show a move that is stored."""
        self.services.metrics.count("moves", "by", entry.by)
        self._happened(played)
        if self.state.status == "over":
            self.show_table()
        self.tell_changed()

    async def undo(self, guest: str, seat: int) -> int:
        """Take the last move back, where that is allowed."""
        state = self.state
        if seat not in state.seats_of(guest):
            raise Refused("This is not your seat.", "not_yours")
        if state.match is None:
            raise Conflict("The game has not begun.", "not_started")
        try:
            state.match.undo(seat)
        except CannotUndo as error:
            raise Conflict(str(error), "cannot_undo") from error
        state.v += 1
        entry = journal.Undone(seat=seat, ms=self.spent())
        state.taken_back(entry)
        await self.store(entry)
        self._happened(None)
        self.tell_changed()
        return state.v

    # ---- showing -----------------------------------------------------------------------------------------------------

    def tell_changed(self) -> None:
        """Let bots and presence look at what is new."""
        for look in self.changed:
            look()

    def shot(self) -> PositionViews | None:
        """The position now."""
        match = self.state.match
        if match is None:
            return None
        if self._shot is None:
            if self.state.has_offers:
                match.not_now = self.state.not_now()
            self._shot = take(match, self.state.people, self.state.made.aid)
        more = self.more()
        return self._shot if more is NO_EXTRAS else msgspec.structs.replace(self._shot, more=more)

    def _happened(self, played: Played | None) -> None:
        """Show a change on the board to everybody, and keep it for people who missed it."""
        match = self.state.match
        assert match is not None
        self._shot = None
        shot = self.shot()
        assert shot is not None
        happened = BoardChange(self.state.v, shot, played, match.game.rulebook.secrets)
        for connection in self.connections:
            connection.push(happened.frame(connection.viewer))
        for viewer in self._viewers:
            happened.frame(viewer)
        self._kept.append((self.state.v, happened.frames))

    def show_table(self) -> None:
        """Tell everybody that seats or status changed."""
        self._shot = None
        self._viewers = {viewer for viewer in self._viewers if {*viewer} <= {*self.state.people}}
        for connection in self.connections:
            connection.viewer = self.state.seats_of(connection.guest)
            connection.push(self.table_frame(connection))

    def table_frame(self, connection: Connection) -> bytes:
        """The table for one visitor."""
        shot = self.shot()
        now = shot.now(connection.viewer) if shot else None
        return encode(TableFrame(v=self.state.v, table=self.table(connection.guest), now=now))

    def table(self, guest: str | None) -> Table:
        """The table as a guest sees it."""
        return table_for(self, guest)

    def welcome(self, connection: Connection) -> bytes:
        """Everything one visitor needs."""
        shot, viewer = self.shot(), connection.viewer
        return encode(
            Welcome(
                v=self.state.v,
                table=self.table(connection.guest),
                moves=self._told(viewer),
                now=shot.now(viewer) if shot else None,
            )
        )

    def _told(self, viewer: Viewer) -> list[Any]:
        """The last moves as the log keeps them."""
        match: Match | None = self.state.match
        secrets = match is not None and match.game.rulebook.secrets
        aid = self.state.made.aid
        return [move_in_log(v, played, viewer, secrets, aid) for v, played in self.state.tail]

    def catch_up(self, connection: Connection, last_v: int) -> list[bytes]:
        """The frames a visitor missed, or a welcome when too many are missing."""
        v, viewer = self.state.v, connection.viewer
        self._viewers.add(viewer)
        missed = [frames.get(viewer) for version, frames in self._kept if version > last_v]
        frames = [frame for frame in missed if frame is not None]
        if not 0 < last_v <= v or len(frames) != v - last_v:
            return [self.welcome(connection)]
        if frames and self.state.status == "over":
            frames.append(self.table_frame(connection))
        return frames
