"""Restore a table from its log; an unreadable log affects only its own table."""

import logging
from collections.abc import Sequence

import msgspec

from hatbox.table.tables import journal
from hatbox.table.tables.state import TableState
from hatbox.table.wire.problems import Conflict

LOG = logging.getLogger("hatbox.table")


def wake(code: str, entries: Sequence[bytes]) -> TableState:
    """Return a table from its log; replays every move, so call it in a thread."""
    state = TableState(code, first_entry(code, entries))
    for data in entries[1:]:
        try:
            state.fold(journal.decode(data))
        except Exception as error:
            raise _unreadable(code, state.v + 1, error) from error
    return state


def first_entry(code: str, entries: Sequence[bytes]) -> journal.Made:
    """Return how a table was made; a log that starts differently cannot be read."""
    try:
        first = journal.decode(entries[0])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _unreadable(code, 1, error) from error
    if not isinstance(first, journal.Made):
        raise _unreadable(code, 1, TypeError(type(first).__name__))
    return first


def _unreadable(code: str, version: int, error: Exception) -> Conflict:
    """Report one table that cannot wake; all others continue."""
    LOG.error("table %s cannot be read at entry %d: %s", code, version, error)
    return Conflict(
        f"Table {code} cannot be opened: this hatbox cannot read its entry {version}.", "unreadable"
    )
