"""When people are on vacation, and what that changes at tables over days where it is their turn."""

import time
from collections.abc import Collection, Sequence

import msgspec

from hatbox.table.store.queries import Change, Queries

Span = tuple[float, float]  # from when until when, in seconds since 1970
KEPT = 400 * 86400.0  # seconds after its end that a vacation is kept
SCHEMA = """
CREATE TABLE IF NOT EXISTS vacations (
    guest text PRIMARY KEY, spans text NOT NULL, mark text NOT NULL, until double precision NOT NULL);
"""
# Changes nothing if the row has changed since it was read.
KEEP = """
INSERT INTO vacations VALUES ($1, $2, $3, $4) ON CONFLICT (guest) DO UPDATE
SET spans = excluded.spans, mark = excluded.mark, until = excluded.until WHERE vacations.mark = $5
"""
# The process that wakes the table recomputes the deadline.
LOOK = """
UPDATE heads SET due = $2 WHERE due > $2
AND EXISTS (SELECT 1 FROM seats s WHERE s.code = heads.code AND s.seat = heads.turn AND s.guest = $1)
"""


class StoredVacations(Queries):
    """The part of a store that knows who is on vacation."""

    def for_all(self, guest: str) -> list[Change]:
        """Return statements that tell other processes that a person's vacation changed."""
        return []

    async def vacation(self, guest: str) -> tuple[list[Span], str]:
        """Return a guest's spans in order, and the mark of this state."""
        rows = await self.query("SELECT spans, mark FROM vacations WHERE guest = $1", guest)
        return (_read(rows[0][0]), str(rows[0][1])) if rows else ([], "")

    async def keep_vacation(self, guest: str, spans: Sequence[Span], before: str, mark: str) -> None:
        """Store a guest's spans under a new mark, unless they changed since `before`."""
        last = spans[-1][1] if spans else 0.0
        kept = (guest, msgspec.json.encode(spans).decode(), mark, last, before)
        await self.change([(KEEP, kept), (LOOK, (guest, time.time())), *self.for_all(guest)])

    async def vacations(self, guests: Collection[str]) -> dict[str, list[Span]]:
        """Return the spans of some guests."""
        return {guest: (await self.vacation(guest))[0] for guest in guests}

    async def note_due(self, code: str, due: float) -> None:
        """Set when the server must act at a table over days, where nothing else changed."""
        await self.change([("UPDATE heads SET due = $2 WHERE code = $1 AND due IS NOT NULL", (code, due))])

    async def forget_vacation(self, guest: str) -> None:
        """Delete a guest's vacation."""
        await self.change([("DELETE FROM vacations WHERE guest = $1", (guest,)), *self.for_all(guest)])

    async def forget_old_vacations(self) -> None:
        """Remove old vacations: days are counted by the year."""
        await self.change([("DELETE FROM vacations WHERE until < $1", (time.time() - KEPT,))])


def _read(spans: str) -> list[Span]:
    return msgspec.json.decode(spans, type=list[Span])
