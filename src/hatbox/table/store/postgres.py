"""The store in PostgreSQL, for several processes on one or more machines.

A table belongs to the process that its head names, as long as that process lives: every process holds an
advisory lock under its own number, which ends with its connection. A process that needs a table of a dead one
takes it over and raises its epoch; writes under an older epoch, or for a version that exists, are refused.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg
import msgspec

from hatbox.errors import HatboxError
from hatbox.table.store.history import StoredHistory, adding
from hatbox.table.store.interface import CodeTaken, Fenced, Head, OnWritten, Peer, StoredRecord, turn_of
from hatbox.table.store.nights import StoredNights
from hatbox.table.store.notices import StoredNotices
from hatbox.table.store.postgres_guests import (
    AWAY,
    CHANGED,
    FORGOTTEN,
    TELL,
    PostgresGuests,
    names_of,
    seats_of,
)
from hatbox.table.store.postgres_session import LOCKS, PATIENCE, SETTINGS, Session, Stale, Statement, Write
from hatbox.table.store.prepared import StoredPrepared
from hatbox.table.store.profiles import StoredProfiles
from hatbox.table.store.queries import Change
from hatbox.table.store.vacations import StoredVacations
from hatbox.table.store.visits import StoredVisits

LOG = logging.getLogger("hatbox.table.postgres")
READERS = 4  # connections
PAUSE = 0.05  # seconds until the lock of a closed connection is free
HEAD = """SELECT h.code, h.game, h.players, h.status, h.public, h.host, h.names, h.over_days, h.turn, h.since, h.due
FROM heads h """
NEW_HEAD = """
INSERT INTO heads (code, game, players, status, public, names, host, made, owner, epoch)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1)
"""
CHANGE = """
UPDATE heads SET status = $1, names = $2, over_days = $3, turn = $4, since = $5, due = $6, began = $7, seen = $8
WHERE code = $9
"""
OWNER = """
SELECT h.owner, h.epoch, p.address, p.secret, extract(epoch FROM clock_timestamp() - p.beat)::float8 AS silent
FROM heads h LEFT JOIN processes p ON p.id = h.owner WHERE h.code = $1
"""
# The lock of a living process cannot be taken. The row is checked again in case another process took it over
# just now.
TAKE_OVER = """
UPDATE heads SET owner = $2, epoch = epoch + 1
WHERE code = $1 AND owner <> $2 AND pg_try_advisory_xact_lock_shared($3, owner) RETURNING epoch
"""
# A process that hangs still has its lock. Closing its connection frees the lock, and it cannot write any more
# either.
END = """
SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND mode = 'ExclusiveLock'
AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND classid = $1 AND objid = $2
"""
HUNG = 4.0  # seconds without a heartbeat


@dataclass
class PostgresStore(
    PostgresGuests,
    StoredNotices,
    StoredVisits,
    StoredHistory,
    StoredProfiles,
    StoredVacations,
    StoredPrepared,
    StoredNights,
):
    """Stores everything in the schema `hatbox` of one database; `open` makes one."""

    _session: Session
    _pool: Any

    def __post_init__(self) -> None:
        """Start owning nothing."""
        self._epochs: dict[str, int] = {}
        self.listen(lambda _token: None, lambda: None)
        self._session.lost = self._lose
        self._session.heard = self._hear

    @classmethod
    async def open(cls, url: str) -> "PostgresStore":
        """Connect; a database that cannot be reached is reported at once."""
        session = Session(url)
        await session.open()
        pool = asyncpg.create_pool(
            url, min_size=0, max_size=READERS, server_settings=SETTINGS, command_timeout=PATIENCE
        )
        return cls(session, await pool)

    @classmethod
    async def reached(cls, url: str) -> "PostgresStore":
        """Open, or say in one sentence why not, without the password that may be in the URL."""
        try:
            return await cls.open(url)
        except asyncpg.PostgresError as error:
            raise HatboxError(f"The database refused the connection: {error}.") from error
        except (OSError, ValueError, asyncpg.InterfaceError, TimeoutError) as error:
            reason = getattr(error, "strerror", None) or type(error).__name__
            raise HatboxError(f"The database cannot be reached: {reason}.") from error

    # ---- several processes ---------------------------------------------------------------------------------------

    @property
    def secret(self) -> str:
        """The secret that another process sends to speak for a visitor."""
        return self._session.secret

    async def announce(self, address: str) -> None:
        """Tell other processes where this one listens to them."""
        await self._session.announce(address)

    def listen(
        self,
        forgotten: Callable[[bytes], None],
        lost: Callable[[], None],
        changed: Callable[[str], None] = lambda _code: None,
        away: Callable[[str], None] = lambda _guest: None,
    ) -> None:
        """Set the callbacks for revoked tokens, for the loss of everything owned, and for other changes."""
        self._forgotten, self._lost, self._changed, self._away = forgotten, lost, changed, away

    def for_all(self, guest: str) -> list[Change]:
        """Return the statement that tells all processes that a person's vacation changed."""
        return [(TELL, (AWAY + guest,))]

    def _hear(self, text: str) -> None:
        """Handle a message from a process to all."""
        if text.startswith(FORGOTTEN):
            self._forgotten(bytes.fromhex(text.removeprefix(FORGOTTEN)))
        elif text.startswith(CHANGED):
            self._changed(text.removeprefix(CHANGED))
        elif text.startswith(AWAY):
            self._away(text.removeprefix(AWAY))

    def _lose(self) -> None:
        """The lock is gone: other processes may own our tables already."""
        self._epochs.clear()
        self._lost()

    async def claim(self, code: str) -> Peer | None:
        """Own a table, unless a living process does."""
        while code not in self._epochs:
            me = self._session.id
            if not me:
                raise ConnectionError("the database is not available")
            row = await self._pool.fetchrow(OWNER, code)
            if row is None:
                return None
            epoch = row["epoch"] if row["owner"] == me else None
            if epoch is None:
                epoch = await self._pool.fetchval(TAKE_OVER, code, me, LOCKS)
            if epoch is None:
                if not await self._hangs(row):
                    return Peer(row["address"] or "", row["secret"] or "")
            elif me == self._session.id:
                self._epochs[code] = epoch
        return None

    async def _hangs(self, owner: Any) -> bool:
        """Whether the owner sent no heartbeat for long; then its connection is closed, and we check again."""
        if owner["silent"] is None or owner["silent"] < HUNG:
            return False
        LOG.warning("process %s hangs: its tables are taken over", owner["owner"])
        await self._pool.execute(END, LOCKS, owner["owner"])
        await asyncio.sleep(PAUSE)
        return True

    def release(self, code: str) -> None:
        """Release a table; it stays ours until this process ends."""
        self._epochs.pop(code, None)

    # ---- writing -----------------------------------------------------------------------------------------------

    async def make(self, head: Head, entry: bytes) -> None:
        """Start a table's log, as its owner."""
        now, me = time.time(), self._session.id
        row = (
            head.code,
            head.game,
            head.players,
            head.status,
            head.public,
            names_of(head),
            head.host,
            now,
            me,
        )
        statements: list[Statement] = [
            (NEW_HEAD, row),
            ("INSERT INTO log VALUES ($1, 1, $2, $3)", (head.code, now, entry)),
            *seats_of(head),
        ]
        try:
            await self._session.write(statements)
        except asyncpg.UniqueViolationError as error:
            raise CodeTaken(head.code) from error
        if me == self._session.id:
            self._epochs[head.code] = 1

    def append_then(
        self,
        code: str,
        version: int,
        entry: bytes,
        head: Head | None,
        kept: StoredRecord | None,
        told: OnWritten,
    ) -> None:
        """Append to a table's log."""
        now, statements = time.time(), []
        if head is not None:
            changed = (head.status, names_of(head), head.over_days, *turn_of(head), code)
            statements = [(CHANGE, changed), *seats_of(head)]
        if kept is not None:
            statements.append(
                ("INSERT INTO records VALUES ($1, $2, $3, $4)", (kept.id, code, now, kept.data))
            )
            statements += adding(kept.game, now) if kept.game is not None else []

        def fenced(error: Exception | None) -> None:
            if isinstance(error, asyncpg.UniqueViolationError | Stale):
                self.release(code)
                error = Fenced(f"{code} {version}")
            told(error)

        row = (code, version, self._epochs.get(code, 0), now, entry)
        self._session.hand_in(Write(fenced, row, statements))

    async def keep(self, kept: StoredRecord) -> bool:
        """Add a record from elsewhere; False: one of that name exists, and stays."""
        row = (kept.id, "", time.time(), kept.data)
        try:
            await self._session.run("INSERT INTO records VALUES ($1, $2, $3, $4)", *row)
        except asyncpg.UniqueViolationError:
            return False
        return True

    # ---- reading -----------------------------------------------------------------------------------------------

    async def log(self, code: str) -> list[bytes]:
        """Return the whole log of a table."""
        rows = await self._pool.fetch("SELECT entry FROM log WHERE code = $1 ORDER BY version", code)
        return [row[0] for row in rows]

    async def public(self, limit: int) -> list[Head]:
        """Return public tables that wait."""
        sql = HEAD + "WHERE h.public AND h.status = 'waiting' ORDER BY h.made DESC LIMIT $1"
        return [_head(row) for row in await self._pool.fetch(sql, limit)]

    async def due(self) -> list[str]:
        """Return the tables over days at which the server must act by now."""
        rows = await self._pool.fetch("SELECT code FROM heads WHERE due < $1 ORDER BY due", time.time())
        return [str(row[0]) for row in rows]

    async def mine(self, guest: str, limit: int) -> list[Head]:
        """Return the tables of a guest."""
        sql = HEAD + "WHERE h.code IN (SELECT code FROM seats WHERE guest = $1) ORDER BY h.made DESC LIMIT $2"
        return [_head(row) for row in await self._pool.fetch(sql, guest, limit)]

    async def waiting_for(self, guest: str) -> list[str]:
        """Return the tables over days at which a guest must act."""
        sql = "SELECT h.code FROM heads h JOIN seats s ON s.code = h.code AND s.seat = h.turn WHERE s.guest = $1"
        return [str(row[0]) for row in await self._pool.fetch(sql, guest)]

    async def made_lately(self, guest: str, seconds: float) -> int:
        """Return how many tables a guest made."""
        sql = "SELECT count(*) FROM heads WHERE host = $1 AND made > $2"
        return int(await self._pool.fetchval(sql, guest, time.time() - seconds))

    async def record(self, id: str) -> bytes | None:
        """Return a record as JSON."""
        data = await self._pool.fetchval("SELECT data FROM records WHERE id = $1", id)
        return None if data is None else bytes(data)

    async def records(self) -> list[str]:
        """Return the names of all records, oldest first."""
        return [str(row[0]) for row in await self._pool.fetch("SELECT id FROM records ORDER BY at, id")]

    async def change(self, changes: Sequence[Change]) -> None:
        """Write statements together."""
        await self._session.write(changes)

    async def query(self, sql: str, *values: Any) -> list[Any]:
        """Read rows."""
        return [tuple(row) for row in await self._pool.fetch(sql, *values)]

    async def scrub(self) -> None:
        """Nothing to do: the database itself removes old versions of rows."""

    async def check(self) -> None:
        """Make a real write: the heartbeat that every process sends."""
        if not self._session.id:
            raise ConnectionError("the database is not available")
        await self._session.run(
            "UPDATE processes SET beat = clock_timestamp() WHERE id = $1", self._session.id
        )

    async def close(self) -> None:
        """Finish all writes, then disconnect."""
        await self._session.close()
        await self._pool.close()


def _head(row: Any) -> Head:
    code, game, players, status, public, host, names, over_days, *when = row
    found = tuple(msgspec.json.decode(names))
    return Head(code, game, players, status, bool(public), host, (), found, bool(over_days), *when)
