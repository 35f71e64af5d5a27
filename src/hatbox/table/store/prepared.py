"""Answers that players give ahead of their turn: stored outside the journal, whose version everyone can see."""

from dataclasses import dataclass

import msgspec

from hatbox.table.store.queries import Queries

ANY = -1  # in a line: whatever is played
SCHEMA = """
CREATE TABLE IF NOT EXISTS prepared (
    code text NOT NULL, seat integer NOT NULL, guest text NOT NULL, ply integer NOT NULL, lines text NOT NULL,
    PRIMARY KEY (code, seat));
"""
KEEP = """
INSERT INTO prepared VALUES ($1, $2, $3, $4, $5) ON CONFLICT (code, seat) DO UPDATE
SET guest = excluded.guest, ply = excluded.ply, lines = excluded.lines
"""


@dataclass(frozen=True)
class Prepared:
    """What a seat answers: each line is a row of actions from a ply on, those of others and then its own."""

    guest: str  # who prepared it; it is played for nobody else
    ply: int
    lines: list[list[int]]


class StoredPrepared(Queries):
    """The part of a store that holds them."""

    async def keep_prepared(self, code: str, seat: int, new: Prepared) -> None:
        """Replace what a seat answers."""
        lines = msgspec.json.encode(new.lines).decode()
        await self.change([(KEEP, (code, seat, new.guest, new.ply, lines))])

    async def prepared(self, code: str) -> dict[int, Prepared]:
        """Return what the seats of a table answer."""
        rows = await self.query("SELECT seat, guest, ply, lines FROM prepared WHERE code = $1", code)
        return {
            seat: Prepared(guest, ply, msgspec.json.decode(lines, type=list[list[int]]))
            for seat, guest, ply, lines in rows
        }

    async def prepared_by(self, guest: str) -> dict[str, list[list[int]]]:
        """Return what a guest answers, by the code of the table."""
        rows = await self.query(
            "SELECT code, lines FROM prepared WHERE guest = $1 ORDER BY code, seat", guest
        )
        return {code: msgspec.json.decode(lines, type=list[list[int]]) for code, lines in rows}

    async def forget_prepared(self, guest: str) -> None:
        """Delete a guest's answers at all tables."""
        await self.change([("DELETE FROM prepared WHERE guest = $1", (guest,))])
