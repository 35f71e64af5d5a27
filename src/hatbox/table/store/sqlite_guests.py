"""What SQLite holds about people, and how it forgets: tokens, links to other devices, removed tables."""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hatbox.table.store import notices, profiles
from hatbox.table.store.interface import NOTED_EVERY, UNUSED, Device, Head, Named, Rewrite

Statement = tuple[str, tuple[Any, ...]]
ADD_TOKEN = "INSERT INTO tokens (token, guest, made, used, browser) VALUES (?, ?, ?, ?, ?)"
GIVE = "INSERT INTO tokens SELECT ?, guest, ?, ?, ? FROM moves WHERE secret = ? AND until > ?"
LAST_CHANGE = "(SELECT at FROM log WHERE code = h.code ORDER BY version DESC LIMIT 1)"


SEATED = "SELECT s.guest, s.code, h.game, s.seat, h.names FROM seats s JOIN heads h ON h.code = s.code"


class SqliteGuests:
    """The part of the store that knows people."""

    _path: Path
    _forgotten: Callable[[bytes], None] = staticmethod(lambda _token: None)

    async def _write(self, statements: Sequence[Statement]) -> None:
        raise NotImplementedError

    async def _read(self, sql: str, *values: Any) -> list[Any]:
        raise NotImplementedError

    # ---- tokens ------------------------------------------------------------------------------------------------

    async def add_guest(self, id: str, token: bytes, browser: str = "") -> None:
        """Store a guest."""
        now = time.time()
        await self._write([(ADD_TOKEN, (token, id, now, now, browser))])

    async def guest(self, token: bytes) -> str | None:
        """Return the guest with a token that was used lately."""
        now = time.time()
        rows = await self._read("SELECT guest, used FROM tokens WHERE token = ?", token)
        if not rows or rows[0][1] < now - UNUSED:
            return None
        if rows[0][1] < now - NOTED_EVERY:
            with contextlib.suppress(sqlite3.Error):  # a full disk still lets people in
                await self._write([("UPDATE tokens SET used = ? WHERE token = ?", (now, token))])
        return str(rows[0][0])

    async def devices(self, guest: str) -> list[Device]:
        """Return a guest's devices, the last used first."""
        sql = "SELECT token, made, used, browser FROM tokens WHERE guest = ? AND used > ? ORDER BY used DESC, token"
        return [Device(*row) for row in await self._read(sql, guest, time.time() - UNUSED)]

    async def forget_tokens(self, tokens: Sequence[bytes]) -> None:
        """Revoke tokens, and report it."""
        ended: list[Statement] = [("DELETE FROM tokens WHERE token = ?", (token,)) for token in tokens]
        await self._write([*ended, *numbered(notices.of_devices(tokens))])
        for token in tokens:
            self._forgotten(token)

    async def forget_unused(self) -> None:
        """Remove expired tokens and links."""
        now = time.time()
        await self._write(
            [
                ("DELETE FROM tokens WHERE used < ?", (now - UNUSED,)),
                ("DELETE FROM moves WHERE until < ?", (now,)),
                *numbered([*notices.unused(now), *profiles.unused()]),
            ]
        )

    # ---- links to other devices --------------------------------------------------------------------------------

    async def offer_move(self, guest: str, secret: bytes, until: float) -> None:
        """Store the hash of a one-time secret."""
        await self._write(
            [
                ("DELETE FROM moves WHERE guest = ? OR until < ?", (guest, time.time())),
                ("INSERT INTO moves VALUES (?, ?, ?)", (secret, guest, until)),
            ]
        )

    async def offered(self, secret: bytes) -> str | None:
        """Return the guest behind a valid one-time secret."""
        rows = await self._read("SELECT guest FROM moves WHERE secret = ? AND until > ?", secret, time.time())
        return str(rows[0][0]) if rows else None

    async def claim_move(self, secret: bytes, token: bytes, browser: str = "") -> str | None:
        """Use up a one-time secret; a second claim finds nothing, because both statements are one transaction."""
        now = time.time()
        used_up: Statement = ("DELETE FROM moves WHERE secret = ?", (secret,))
        await self._write([(GIVE, (token, now, now, browser, secret, now)), used_up])
        return await self.guest(token)

    # ---- tables that are removed, people who are forgotten -----------------------------------------------------

    async def unchanged(self, status: str, seconds: float) -> list[str]:
        """Return the tables of a status that have not changed for so long."""
        sql = f"SELECT h.code FROM heads h WHERE h.status = ? AND h.made < ? AND {LAST_CHANGE} < ?"
        since = time.time() - seconds
        return [str(row[0]) for row in await self._read(sql, status, since, since)]

    async def remove(self, code: str) -> bool:
        """Remove a table with its journal and its record."""
        await self._write([(f"DELETE FROM {name} WHERE code = ?", (code,)) for name in REMOVED])
        return True

    async def tables_with(self, guest: str) -> list[str]:
        """Return all tables whose journal mentions a guest."""
        return await asyncio.to_thread(self._search, guest)

    def _search(self, guest: str) -> list[str]:
        """Read everything, on a separate connection that delays nobody."""
        sql = "SELECT DISTINCT code FROM log WHERE instr(entry, CAST(? AS BLOB)) ORDER BY code"
        with contextlib.closing(sqlite3.connect(self._path, timeout=10)) as link:
            return [str(row[0]) for row in link.execute(sql, (guest,))]

    async def rewrite(self, change: Rewrite) -> None:
        """Replace entries of a journal."""
        code, head = change.code, change.head
        statements: list[Statement] = [
            ("UPDATE log SET entry = ? WHERE code = ? AND version = ?", (entry, code, version))
            for version, entry in change.entries.items()
        ]
        names = ("UPDATE heads SET names = ?, host = ? WHERE code = ?", (names_of(head), head.host, code))
        statements += [names, *seats_of(head)]
        if change.record is not None:
            statements.append(
                ("UPDATE records SET data = ? WHERE id = ?", (change.record.data, change.record.id))
            )
        await self._write(statements)

    async def named(self, name: str) -> list[Named]:
        """Return the guests who sit anywhere under a name."""
        return [found for row in await self._read(SEATED) if (found := named_of(row)).name == name]

    async def seated(self, guest: str, limit: int = 50) -> list[Named]:
        """Return where a guest sits."""
        sql = f"{SEATED} WHERE s.guest = ? ORDER BY h.made DESC, s.seat LIMIT ?"
        return [named_of(row) for row in await self._read(sql, guest, limit)]


REMOVED = ("heads", "seats", "log", "records", "told", "visits", "games", "results", "prepared")


def numbered(changes: Sequence[Statement]) -> list[Statement]:
    """Return statements with numbered arguments, `$1`, as SQLite writes them."""
    return [(sql.replace("$", "?"), values) for sql, values in changes]


def named_of(row: Any) -> Named:
    """Return a seat with its name."""
    guest, code, game, seat, names = row
    return Named(guest, code, game, msgspec.json.decode(names)[seat])


def names_of(head: Head) -> str:
    """Return the names as they are stored."""
    return msgspec.json.encode(head.names).decode()


def seats_of(head: Head) -> list[Statement]:
    """Return who sits where, for the list of a guest's tables."""
    rows = [(head.code, seat, guest) for seat, guest in enumerate(head.guests) if guest]
    clear: Statement = ("DELETE FROM seats WHERE code = ?", (head.code,))
    return [clear, *(("INSERT INTO seats VALUES (?, ?, ?)", row) for row in rows)]
