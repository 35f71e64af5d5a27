"""The viewers of a table and what they are shown: frames per viewer, the latest kept for latecomers."""

from collections import deque
from typing import TYPE_CHECKING

from hatbox.match.match import Played
from hatbox.table.connections.connection import Connection
from hatbox.table.tables.views import (
    BoardChange,
    Extras,
    PositionViews,
    Viewer,
    move_in_log,
    table_for,
)
from hatbox.table.thinking.fair_turns import Asker
from hatbox.table.wire.protocol import MoveFrame, TableFrame, Welcome
from hatbox.table.wire.types import encode

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

Frames = tuple[int, dict[Viewer, bytes]]  # a version, and its frame for each viewer


class Audience:
    """The connections of one table."""

    def __init__(self, table: "OpenTable") -> None:
        """Start without viewers."""
        self.connections: dict[Connection, None] = {}  # in the order in which they came
        self._table = table
        self._state = table.state
        self._frames: deque[Frames] = deque(maxlen=table.services.config.frames_kept)
        self._viewers: set[Viewer] = set()  # those here, and those who were here and may come back
        self._position: PositionViews | None = None

    def asker(self) -> Asker:
        """Return whose turn bots use up: the first player's who came, or the first spectator's."""
        first = next((one for one in self.connections if one.viewer), None)
        first = first or next(iter(self.connections), None)
        return Asker(first.address, first.guest or "") if first else Asker()

    def address_of(self, guest: str) -> str:
        """Return the address of a guest at the table; empty: not here."""
        return next((one.address for one in self.connections if one.guest == guest), "")

    def send(self, frame: bytes) -> None:
        """Send the same frame to everyone."""
        for connection in self.connections:
            connection.push(frame)

    def send_from(self, seat: int, frame: bytes) -> None:
        """Send what a seat says to everyone who has not muted it."""
        mutes = self._state.mutes
        for connection in self.connections:
            if seat not in mutes.get(connection.guest or "", ()):
                connection.push(frame)

    def show_board(self, played: Played | None) -> None:
        """Show a move, or with None an undo, and keep it for those who missed it."""
        state, self._position = self._state, None
        position = self.position()
        assert position is not None
        change = BoardChange(state.v, position, played, state.rulebook.secrets, state.v in state.at_random)
        frames = change.frames(self._viewers)
        for connection in self.connections:
            connection.push(frames[connection.viewer])
        self._frames.append((state.v, frames))

    def show_table(self) -> None:
        """Show everyone that seats or status changed."""
        self._position = None
        self._viewers = {viewer for viewer in self._viewers if {*viewer} <= {*self._state.people}}
        for connection in self.connections:
            connection.viewer = self._state.seats_of(connection.guest)
            self._viewers.add(connection.viewer)
            connection.push(self._table_frame(connection))

    def show_to(self, guest: str) -> None:
        """Show one guest something that nobody else sees."""
        for connection in self.connections:
            if connection.guest == guest:
                connection.push(self._table_frame(connection))

    def position(self) -> PositionViews | None:
        """Return the current position; None before the start."""
        state = self._state
        if state.match is None:
            return None
        if self._position is None:
            if state.has_offers:
                state.match.not_now = state.not_now()
            self._position = PositionViews(state.match, state.people, state.made.aid, state.aided)
        if state.left or state.has_offers or state.made.pace or state.rulebook.at_once:
            self._position.extras = self._extras()
        return self._position

    def _extras(self) -> Extras:
        """Return clocks, standing answers, and answers given ahead."""
        state = self._state
        standing = {seat: state.answer(seat) for seat in state.people if state.has_offers}
        left, runs = self._table.clocks.now()
        return Extras(left, runs, standing, self._table.days.until, self._table.ahead.told())

    def welcome(self, connection: Connection) -> bytes:
        """Return everything one visitor needs."""
        state, viewer, position = self._state, connection.viewer, self.position()
        moves: list[MoveFrame] = [
            move_in_log(
                v, played, viewer, state.rulebook.secrets, state.has_aid(viewer), v in state.at_random
            )
            for v, played in state.tail
        ]
        now = position.now(viewer) if position else None
        return encode(
            Welcome(v=state.v, table=table_for(self._table, connection.guest), moves=moves, now=now)
        )

    def catch_up(self, connection: Connection, last_v: int) -> list[bytes]:
        """Return the frames that a visitor missed, or a welcome when too many are missing."""
        v, viewer = self._state.v, connection.viewer
        self._viewers.add(viewer)
        missed = [frames.get(viewer) for version, frames in self._frames if version > last_v]
        frames = [frame for frame in missed if frame is not None]
        if not 0 < last_v <= v or len(frames) != v - last_v:
            return [self.welcome(connection)]
        if frames and self._state.status == "over":
            frames.append(self._table_frame(connection))
        return frames

    def _table_frame(self, connection: Connection) -> bytes:
        """Return the table for one visitor."""
        position = self.position()
        now = position.now(connection.viewer) if position else None
        return encode(TableFrame(v=self._state.v, table=table_for(self._table, connection.guest), now=now))
