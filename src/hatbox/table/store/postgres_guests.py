"""What PostgreSQL holds about people, and how it forgets: tokens, links to other devices, removed tables."""

import contextlib
import time
from collections.abc import Sequence
from typing import Any

import asyncpg
import msgspec

from hatbox.table.store import notices, profiles
from hatbox.table.store.interface import NOTED_EVERY, UNUSED, Device, Head, Named, Rewrite
from hatbox.table.store.postgres_session import LOCKS, Session, Statement

ADD_TOKEN = "INSERT INTO tokens (token, guest, made, used, browser) VALUES ($1, $2, $3, $3, $4)"
GIVE = """
WITH used AS (DELETE FROM moves WHERE secret = $1 RETURNING guest, until)
INSERT INTO tokens (token, guest, made, used, browser) SELECT $2, guest, $3, $3, $4 FROM used WHERE until > $3
"""
LAST_CHANGE = "(SELECT at FROM log WHERE code = h.code ORDER BY version DESC LIMIT 1)"
# A table of a living process is removed by that process, which knows whether it has visitors.
REMOVE = """
DELETE FROM heads WHERE code = $1 AND (owner = $2 OR pg_try_advisory_xact_lock_shared($3, owner))
"""
GONE = "DELETE FROM {name} WHERE code = $1 AND NOT EXISTS (SELECT FROM heads WHERE heads.code = $1)"
FORGOTTEN, CHANGED, AWAY = "token ", "table ", "away "  # messages to all processes
TELL = "SELECT pg_notify('hatbox', $1)"


SEATED = "SELECT s.guest, s.code, h.game, s.seat, h.names FROM seats s JOIN heads h ON h.code = s.code"


class PostgresGuests:
    """The part of the store that knows people."""

    _session: Session
    _pool: Any
    _epochs: dict[str, int]

    # ---- tokens ------------------------------------------------------------------------------------------------

    async def add_guest(self, id: str, token: bytes, browser: str = "") -> None:
        """Store a guest."""
        await self._session.run(ADD_TOKEN, token, id, time.time(), browser)

    async def guest(self, token: bytes) -> str | None:
        """Return the guest with a token that was used lately."""
        now = time.time()
        row = await self._pool.fetchrow("SELECT guest, used FROM tokens WHERE token = $1", token)
        if row is None or row[1] < now - UNUSED:
            return None
        if row[1] < now - NOTED_EVERY:
            with contextlib.suppress(
                OSError, asyncpg.PostgresError
            ):  # a database that cannot write still lets people in
                await self._session.run("UPDATE tokens SET used = $2 WHERE token = $1", token, now)
        return str(row[0])

    async def devices(self, guest: str) -> list[Device]:
        """Return a guest's devices, the last used first."""
        sql = "SELECT token, made, used, browser FROM tokens WHERE guest = $1 AND used > $2 ORDER BY used DESC, token"
        return [Device(*row) for row in await self._pool.fetch(sql, guest, time.time() - UNUSED)]

    async def forget_tokens(self, tokens: Sequence[bytes]) -> None:
        """Revoke tokens, and tell every process that may have cached them."""
        told: list[Statement] = [(TELL, (FORGOTTEN + token.hex(),)) for token in tokens]
        ended: Statement = ("DELETE FROM tokens WHERE token = ANY($1)", (list(tokens),))
        await self._session.write([ended, *notices.of_devices(tokens), *told])

    async def forget_unused(self) -> None:
        """Remove expired tokens and links."""
        now = time.time()
        await self._session.write(
            [
                ("DELETE FROM tokens WHERE used < $1", (now - UNUSED,)),
                ("DELETE FROM moves WHERE until < $1", (now,)),
                *notices.unused(now),
                *profiles.unused(),
            ]
        )

    # ---- links to other devices --------------------------------------------------------------------------------

    async def offer_move(self, guest: str, secret: bytes, until: float) -> None:
        """Store the hash of a one-time secret."""
        await self._session.write(
            [
                ("DELETE FROM moves WHERE guest = $1 OR until < $2", (guest, time.time())),
                ("INSERT INTO moves VALUES ($1, $2, $3)", (secret, guest, until)),
            ]
        )

    async def offered(self, secret: bytes) -> str | None:
        """Return the guest behind a valid one-time secret."""
        sql = "SELECT guest FROM moves WHERE secret = $1 AND until > $2"
        found = await self._pool.fetchval(sql, secret, time.time())
        return None if found is None else str(found)

    async def claim_move(self, secret: bytes, token: bytes, browser: str = "") -> str | None:
        """Use up a one-time secret; of two concurrent claims the second waits for the first and finds nothing."""
        await self._session.run(GIVE, secret, token, time.time(), browser)
        return await self.guest(token)

    # ---- tables that are removed, people who are forgotten -----------------------------------------------------

    async def unchanged(self, status: str, seconds: float) -> list[str]:
        """Return the tables of a status that have not changed for so long."""
        sql = f"SELECT h.code FROM heads h WHERE h.status = $1 AND h.made < $2 AND {LAST_CHANGE} < $2"
        return [str(row[0]) for row in await self._pool.fetch(sql, status, time.time() - seconds)]

    async def remove(self, code: str) -> bool:
        """Remove a table with its journal and its record, unless another living process owns it."""
        self._epochs.pop(code, None)
        statements: list[Statement] = [(REMOVE, (code, self._session.id, LOCKS))]
        statements += [
            (GONE.format(name=name), (code,))
            for name in ("seats", "log", "records", "told", "visits", "games", "results", "prepared")
        ]
        await self._session.write(statements)
        return not await self._pool.fetchval("SELECT 1 FROM heads WHERE code = $1", code)

    async def tables_with(self, guest: str) -> list[str]:
        """Return all tables whose journal mentions a guest."""
        sql = "SELECT DISTINCT code FROM log WHERE position($1::bytea IN entry) > 0 ORDER BY code"
        return [str(row[0]) for row in await self._pool.fetch(sql, guest.encode())]

    async def rewrite(self, change: Rewrite) -> None:
        """Replace entries of a journal under a higher epoch: its owner, whichever process that is, reads it again."""
        code, head = change.code, change.head
        self._epochs.pop(code, None)
        fence = "UPDATE heads SET epoch = epoch + 1, names = $2, host = $3 WHERE code = $1"
        statements: list[Statement] = [(fence, (code, names_of(head), head.host))]
        statements += [
            ("UPDATE log SET entry = $3 WHERE code = $1 AND version = $2", (code, version, entry))
            for version, entry in change.entries.items()
        ]
        statements += seats_of(head)
        if change.record is not None:
            statements.append(
                ("UPDATE records SET data = $2 WHERE id = $1", (change.record.id, change.record.data))
            )
        await self._session.write([*statements, (TELL, (CHANGED + code,))])

    async def named(self, name: str) -> list[Named]:
        """Return the guests who sit anywhere under a name."""
        return [found for row in await self._pool.fetch(SEATED) if (found := _named(row)).name == name]

    async def seated(self, guest: str, limit: int = 50) -> list[Named]:
        """Return where a guest sits."""
        sql = f"{SEATED} WHERE s.guest = $1 ORDER BY h.made DESC, s.seat LIMIT $2"
        return [_named(row) for row in await self._pool.fetch(sql, guest, limit)]


def _named(row: Any) -> Named:
    guest, code, game, seat, names = row
    return Named(guest, code, game, msgspec.json.decode(names)[seat])


def names_of(head: Head) -> str:
    """Return the names as they are stored."""
    return msgspec.json.encode(head.names).decode()


def seats_of(head: Head) -> list[Statement]:
    """Return who sits where, for the list of a guest's tables."""
    taken = [(seat, guest) for seat, guest in enumerate(head.guests) if guest]
    add = "INSERT INTO seats SELECT $1, * FROM unnest($2::int[], $3::text[])"
    return [
        ("DELETE FROM seats WHERE code = $1", (head.code,)),
        (add, (head.code, [seat for seat, _ in taken], [guest for _, guest in taken])),
    ]
