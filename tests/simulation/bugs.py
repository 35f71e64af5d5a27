"""Bugs that could happen, as small patches: the simulation must find each of them."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

from hatbox.match.moves import Played
from hatbox.table.commands import moves
from hatbox.table.connections.audience import Audience
from hatbox.table.connections.connection import Connection
from hatbox.table.tables import journal
from hatbox.table.tables.mailbox import Owner, Pending
from hatbox.table.tables.state import TableState
from hatbox.table.tables.table import OpenTable
from hatbox.table.tables.views import BoardChange, PositionViews
from hatbox.table.watchers.bot_turns import BotTurns
from hatbox.table.watchers.presence import Presence
from hatbox.table.wire.problems import StoreFailed
from tests.simulation.disk import Disk, SimStore

Patch = contextlib.AbstractContextManager[Any]


def acknowledged_before_commit() -> Patch:
    """The visitor gets the acknowledgement before the move is on disk."""
    commit = OpenTable.commit

    async def early(table: OpenTable, entry: Any, acknowledge: Any = None) -> Any:
        if acknowledge is not None:
            acknowledge(table.state.v + 1)
        return await commit(table, entry)

    return mock.patch.object(OpenTable, "commit", early)


def shown_before_commit() -> Patch:
    """Everyone sees a move that may never be stored."""
    write = OpenTable._write

    def early(table: OpenTable, entry: Any) -> Any:
        if isinstance(entry, journal.Acted) and table.audience.connections:
            for connection in table.audience.connections:
                connection.push(table.audience.welcome(connection))
        return write(table, entry)

    return mock.patch.object(OpenTable, "_write", early)


def lost_epoch_check() -> Patch:
    """A process that is no longer the owner may write."""
    return mock.patch.object(Disk, "may_write", lambda *_: True)


def version_written_over() -> Patch:
    """Neither epoch nor version is checked: the last one wins."""

    @contextlib.contextmanager
    def both() -> Iterator[None]:
        with lost_epoch_check(), mock.patch.object(Disk, "is_there", lambda *_: False):
            yield

    return both()


def ids_forgotten() -> Patch:
    """A move that is sent again is not recognised."""
    return mock.patch.object(TableState, "_know", lambda *_: None)


def applied_twice() -> Patch:
    """Nor is it stale: it is made again."""
    refusal = moves._refusal

    def lenient(table: OpenTable, guest: str, message: Any) -> Any:
        found = refusal(table, guest, message)
        return None if found is not None and found.code == "stale" else found

    @contextlib.contextmanager
    def both() -> Iterator[None]:
        with ids_forgotten(), mock.patch.object(moves, "_refusal", lenient):
            yield

    return both()


def frame_to_the_wrong_viewer() -> Patch:
    """Everyone gets the frame of the first viewer."""
    frames = BoardChange.frames

    def mixed_up(change: BoardChange, viewers: Any) -> Any:
        found = frames(change, viewers)
        first = found[min(found)]
        return dict.fromkeys(found, first)

    return mock.patch.object(BoardChange, "frames", mixed_up)


def secret_events_for_all() -> Patch:
    """Events are not filtered."""
    return mock.patch.object(Played, "seen_by", lambda played, _seat: played.events)


def legal_moves_for_all() -> Patch:
    """Spectators are sent what the mover may do."""
    own = PositionViews.own

    def all_of_it(position: PositionViews, viewer: Any) -> bytes:
        told = own(position, viewer)
        return told.replace(b'"legal":{}', b'"legal":{%b}' % position.legal()) if position._actions else told

    return mock.patch.object(PositionViews, "own", all_of_it)


def resync_dropped() -> Patch:
    """A visitor who was too slow is not welcomed again."""

    async def nothing(presence: Presence, connection: Connection) -> None:
        connection.lagging = False

    return mock.patch.object(Presence, "resync", nothing)


def catch_up_leaves_one_out() -> Patch:
    """A returning visitor misses the first frame."""
    catch_up = Audience.catch_up

    def short(audience: Audience, connection: Connection, last_v: int) -> list[bytes]:
        found = catch_up(audience, connection, last_v)
        return found[1:] if len(found) > 1 else found

    return mock.patch.object(Audience, "catch_up", short)


def failed_write_counts() -> Patch:
    """What could not be stored is acknowledged all the same."""
    return mock.patch.object(Pending, "written", lambda pending, _error: pending.settle(None, None))


def state_kept_after_a_failed_write() -> Patch:
    """The table continues with a change that is not stored."""
    return mock.patch.object(OpenTable, "_start_again", lambda _table: StoreFailed("not saved"))


def last_entry_not_read() -> Patch:
    """A table is loaded without its last change."""
    log = SimStore.log

    async def short(store: SimStore, code: str) -> list[bytes]:
        entries = await log(store, code)
        return entries[:-1] if len(entries) > 3 else entries

    return mock.patch.object(SimStore, "log", short)


def visitors_left_behind() -> Patch:
    """Visitors of a table that was unloaded are not told to come back."""

    async def stop(table: OpenTable) -> None:
        await Owner.stop(table)

    return mock.patch.object(OpenTable, "stop", stop)


def bot_moves_twice() -> Patch:
    """A bot plays what it thought about, regardless of what has happened since."""
    act = BotTurns._act

    async def twice(bots: BotTurns, version: int, seat: int, action: int, chosen: bool) -> None:
        await act(bots, version, seat, action, chosen)
        if bots._table.state.playing:
            await bots._table.commit(journal.Acted(seat=seat, action=action, by="bot"))

    return mock.patch.object(BotTurns, "_act", twice)


BUGS: dict[str, Callable[[], Patch]] = {
    bug.__name__: bug
    for bug in (
        acknowledged_before_commit,
        shown_before_commit,
        lost_epoch_check,
        version_written_over,
        ids_forgotten,
        applied_twice,
        frame_to_the_wrong_viewer,
        secret_events_for_all,
        legal_moves_for_all,
        resync_dropped,
        catch_up_leaves_one_out,
        failed_write_counts,
        state_kept_after_a_failed_write,
        last_entry_not_read,
        visitors_left_behind,
        bot_moves_twice,
    )
}
