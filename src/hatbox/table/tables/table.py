"""An open table: its state, its viewers, and the one way in which it changes."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

import msgspec

from hatbox.errors import CannotUndo, IllegalMove
from hatbox.match.match import Played
from hatbox.table.connections.audience import Audience
from hatbox.table.services import Services
from hatbox.table.tables import journal
from hatbox.table.tables.mailbox import Owner, Pending
from hatbox.table.tables.memory import ChatLines, LastAdvice
from hatbox.table.tables.state import TableState
from hatbox.table.watchers.ahead import AnswersAhead
from hatbox.table.watchers.bot_turns import BotTurns
from hatbox.table.watchers.clocks import Clocks
from hatbox.table.watchers.days import Days
from hatbox.table.watchers.draw import DrawWatcher
from hatbox.table.watchers.gathering import Gathering
from hatbox.table.watchers.presence import Presence
from hatbox.table.watchers.seen import Seen
from hatbox.table.watchers.stalling import Stalling
from hatbox.table.watchers.standing import StandingAnswers
from hatbox.table.watchers.vacations import AwayPeople
from hatbox.table.wire.problems import StoreFailed

LOG = logging.getLogger("hatbox.table")
NOT_SAVED = "The table could not be saved. Please try again."


class Watcher(Protocol):
    """Something that acts on changes of a table."""

    def look(self) -> None:
        """Act on a change."""
        ...


class OpenTable(Owner):
    """A table in memory, the owner of its state: everything that changes or reads it is a job of its mailbox."""

    def __init__(self, state: TableState, services: Services) -> None:
        """Start owning the table, without viewers."""
        super().__init__(f"table {state.code}")
        self.state = state
        self.services = services
        self.stored_v = state.v
        self._preparing = False
        self.chat = ChatLines()
        self.last_advice = LastAdvice()
        self.presence = Presence(self)
        self.clocks = Clocks(self)
        self.away = AwayPeople(self)
        self.ahead = AnswersAhead(self)
        self.days = Days(self)
        self.seen = Seen(self)
        self.stalling = Stalling(self)
        self.audience = Audience(self)
        self.draw = DrawWatcher(self)
        self.gathering = Gathering(self)
        self._watchers: list[Watcher] = [self.away, self.presence, BotTurns(self), self.draw, self.stalling]
        self._watchers += [StandingAnswers(self)] if state.has_offers else []
        self._watchers += [self.ahead, self.clocks, self.days, self.seen]
        self._watchers += [self.gathering] if state.made.night else []

    @property
    def code(self) -> str:
        """The table's code."""
        return self.state.code

    @property
    def preparing(self) -> bool:
        """Whether the host has started, and the dice are being drawn or the rules compiled."""
        return self.state.drawing or (self._preparing and self.state.match is None)

    @property
    def idle(self) -> bool:
        """Whether there are no viewers and no jobs."""
        return not self.audience.connections and self._mail.empty and not self.preparing

    async def commit(
        self, entry: journal.AnyEntry, acknowledge: Callable[[int], None] | None = None
    ) -> Played | None:
        """Change the table, the only way to do so: fold the entry into the state, store it, show it.

        What the rules refuse is raised before anything has changed. `acknowledge` gets the new version as
        soon as it is stored, before any viewer sees the change. A change that cannot be stored did not
        happen: the table is restored from its journal.
        """
        if isinstance(entry, journal.OnBoard) and self.state.made.pace is not None:
            entry = msgspec.structs.replace(entry, at=time.time())
        played = self._folded(entry)
        began = time.perf_counter()
        try:
            await self._write(entry)
        except Exception as error:
            LOG.error("table %s could not be stored: %s", self.code, error)
            raise self._start_again() from error
        self.services.metrics.stored(time.perf_counter() - began)
        v = self.stored_v = self.state.v
        try:
            if acknowledge is not None:
                acknowledge(v)
            self._show(entry, played)
        except Exception:  # it is stored, so it counts: viewers who missed it reconnect and see it
            LOG.exception("table %s failed to show a change", self.code)
            self._start_again()
        return played

    def _folded(self, entry: journal.AnyEntry) -> Played | None:
        """Fold the entry into the state; a bug may leave half of it there, so then the journal counts."""
        try:
            return self.state.fold(entry)
        except (IllegalMove, CannotUndo):
            raise
        except Exception:
            self._start_again()
            raise

    def _write(self, entry: journal.AnyEntry) -> Pending[None]:
        """Give a folded entry to the store, with the table's head and record where they change."""
        state = self.state
        record = state.record() if isinstance(entry, journal.Acted) else None
        listed = entry.in_lists or record or (state.made.pace is not None and entry.on_board)
        head = replace(state.head(), due=self.days.due, seen=self.seen.noted()) if listed else None
        write: Pending[None] = Pending()
        self.services.store.append_then(
            state.code, state.v, journal.encode(entry), head, record, write.written
        )
        return write

    def _start_again(self) -> StoreFailed:
        """The state differs from the store: stop using it and read the journal again."""
        failed = StoreFailed(NOT_SAVED)
        self.services.forget(self)
        self._mail.refuse(failed)
        return failed

    def _show(self, entry: journal.AnyEntry, played: Played | None) -> None:
        """Show a stored change, then run the watchers."""
        if isinstance(entry, journal.Acted):
            self.services.metrics.count("moves", "by", entry.by)
        moved = entry.on_board and not entry.in_lists  # or an undo
        if moved:
            self.audience.show_board(played)
        if not moved or self.state.status == "over":
            self.audience.show_table()
        self.look()

    def look(self) -> None:
        """Let presence, bots, standing answers and clocks act on the change."""
        for watcher in self._watchers:
            watcher.look()

    async def show_preparing(self, preparing: bool) -> None:
        """Show everyone whether the rules are being compiled, which is not stored."""
        self._preparing = preparing
        self.audience.show_table()

    async def stop(self) -> None:
        """Stop the owner after its remaining jobs; a bot that is still thinking is ignored."""
        self.presence.close()
        self.clocks.close()
        self.days.close()
        self.away.close()
        self.ahead.close()
        self.stalling.close()
        self.gathering.close()
        await super().stop()
        for connection in self.audience.connections:
            connection.close()
