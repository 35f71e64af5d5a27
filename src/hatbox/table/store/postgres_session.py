"""A process's connection to PostgreSQL: it holds the lock, writes in groups, and listens to other processes.

The lock and all writes share one connection, so a process that has lost the lock cannot write any more
either.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg

from hatbox.errors import HatboxError
from hatbox.table.store.history import SCHEMA as HISTORY
from hatbox.table.store.interface import OnWritten, settling, tell
from hatbox.table.store.migrations import migrate_database
from hatbox.table.store.nights import SCHEMA as NIGHTS
from hatbox.table.store.notices import SCHEMA as NOTICES
from hatbox.table.store.prepared import SCHEMA as PREPARED
from hatbox.table.store.profiles import SCHEMA as PROFILES
from hatbox.table.store.vacations import SCHEMA as VACATIONS
from hatbox.table.store.visits import SCHEMA as VISITS

LOG = logging.getLogger("hatbox.table.postgres")
LOCKS = 0x4A7B  # the first half of our advisory locks; the second is the number of the process
SCHEMA_LOCK = 0  # no process has this number
CHANNEL = "hatbox"
MOST_PER_COMMIT = 500
RETRY = 0.25  # seconds between two attempts to reconnect
PATIENCE = 15.0  # seconds for one command
BEAT = 1.0  # seconds between two heartbeats
SETTINGS = {
    "search_path": "hatbox",
    "synchronous_commit": "on",
    "tcp_keepalives_idle": "5",  # a machine that lost power is noticed after about 11 s
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}

SCHEMA = """
CREATE SEQUENCE IF NOT EXISTS process_numbers AS integer CYCLE;
CREATE TABLE IF NOT EXISTS processes (id integer PRIMARY KEY, address text NOT NULL, secret text NOT NULL);
CREATE TABLE IF NOT EXISTS heads (
    code text PRIMARY KEY, game text NOT NULL, players integer NOT NULL, status text NOT NULL,
    public boolean NOT NULL, names text NOT NULL, host text NOT NULL, made double precision NOT NULL,
    owner integer NOT NULL, epoch integer NOT NULL,
    turn integer, since double precision NOT NULL DEFAULT 0, due double precision,
    over_days boolean NOT NULL DEFAULT false, began double precision NOT NULL DEFAULT 0,
    seen integer NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS heads_by_host ON heads (host, made);
CREATE INDEX IF NOT EXISTS heads_public ON heads (made) WHERE public AND status = 'waiting';
CREATE TABLE IF NOT EXISTS log (
    code text NOT NULL, version integer NOT NULL, at double precision NOT NULL, entry bytea NOT NULL,
    PRIMARY KEY (code, version));
CREATE TABLE IF NOT EXISTS seats (
    code text NOT NULL, seat integer NOT NULL, guest text NOT NULL, PRIMARY KEY (code, seat));
CREATE INDEX IF NOT EXISTS seats_by_guest ON seats (guest);
CREATE TABLE IF NOT EXISTS records (
    id text PRIMARY KEY, code text NOT NULL, at double precision NOT NULL, data bytea NOT NULL);
CREATE TABLE IF NOT EXISTS tokens (
    token bytea PRIMARY KEY, guest text NOT NULL, made double precision NOT NULL,
    used double precision NOT NULL DEFAULT 0, browser text NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS moves (secret bytea PRIMARY KEY, guest text NOT NULL, until double precision NOT NULL);
ALTER TABLE processes ADD COLUMN IF NOT EXISTS beat timestamptz NOT NULL DEFAULT clock_timestamp();
"""

Statement = tuple[str, tuple[Any, ...]]
Append = tuple[str, int, int, float, bytes]  # code, version, epoch, when, entry
APPEND = """
INSERT INTO log (code, version, at, entry)
SELECT w.code, w.version, w.at, w.entry
FROM unnest($1::text[], $2::int[], $3::int[], $4::float8[], $5::bytea[]) AS w (code, version, epoch, at, entry)
JOIN heads h ON h.code = w.code AND h.epoch = w.epoch AND h.owner = $6
"""


class Stale(Exception):
    """The table is owned by another process now."""


@dataclass
class Write:
    """An entry of a log, the statements that belong to it, and their callbacks."""

    told: OnWritten
    append: Append | None
    statements: Sequence[Statement] = ()


class Session:
    """A connection with its own number; when it is lost, so is everything this process owned."""

    def __init__(self, url: str) -> None:
        """Set up; nothing is connected yet."""
        self._url = url
        self._link: Any = None
        self._writes: list[Write] = []
        self._wanted = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._heart: asyncio.Task[None] | None = None
        self._renewing: asyncio.Task[None] | None = None
        self._closing = False
        self.id = 0
        self.address = ""
        self.secret = secrets.token_urlsafe(24)  # with which other processes may speak for visitors
        self.lost: Callable[[], None] = lambda: None
        self.heard: Callable[[str], None] = lambda _text: None

    async def open(self) -> None:
        """Connect, create what is missing, and start writing."""
        await self._connect()
        self._writer = asyncio.create_task(self._write_all(), name="store")
        self._heart = asyncio.create_task(self._live(), name="heart")

    async def _connect(self) -> None:
        """Make a new connection under a new number that was never used before."""
        link = await asyncpg.connect(self._url, server_settings=SETTINGS, command_timeout=PATIENCE)
        async with link.transaction():
            await link.execute("SELECT pg_advisory_xact_lock($1, $2)", LOCKS, SCHEMA_LOCK)
            await migrate_database(
                link, SCHEMA + NOTICES + VISITS + HISTORY + PROFILES + VACATIONS + PREPARED + NIGHTS
            )
            number = await link.fetchval("SELECT nextval('process_numbers')::integer")
            await link.execute("SELECT pg_advisory_lock($1, $2)", LOCKS, number)
            gone = "DELETE FROM processes WHERE pg_try_advisory_xact_lock_shared($1, id)"
            await link.execute(gone, LOCKS)
            row = (number, self.address, self.secret)
            await link.execute("INSERT INTO processes (id, address, secret) VALUES ($1, $2, $3)", *row)
        await link.add_listener(CHANNEL, lambda _link, _pid, _channel, text: self.heard(text))
        link.add_termination_listener(self._ended)
        self.id, self._link = number, link

    async def announce(self, address: str) -> None:
        """Tell other processes where this one listens to them."""
        self.address = address
        await self.run("UPDATE processes SET address = $2 WHERE id = $1", self.id, address)

    async def _live(self) -> None:
        """Send heartbeats the way all writes go: a process that cannot write counts as dead."""
        while not self._closing:
            with contextlib.suppress(Exception):  # the next heartbeat will do
                beat = "UPDATE processes SET beat = clock_timestamp() WHERE id = $1"
                await self.run(beat, self.id)
            await asyncio.sleep(BEAT)

    # ---- when the line breaks ----------------------------------------------------------------------------------

    def _ended(self, link: Any) -> None:
        """The connection and the lock are gone: drop all tables and come back under a new number."""
        if self._closing or link is not self._link:
            return
        LOG.error("lost the database; all tables pause until it is back")
        self._link, self.id = None, 0
        self.lost()
        self._renewing = asyncio.get_running_loop().create_task(self._renew(), name="database")

    async def _renew(self) -> None:
        """Retry until the database is back."""
        while not self._closing:
            try:
                await self._connect()
                LOG.info("the database is back")
                return
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError):
                await asyncio.sleep(RETRY)
            except HatboxError as error:  # a newer hatbox has upgraded it meanwhile
                LOG.error("%s", error)
                return

    # ---- writing -----------------------------------------------------------------------------------------------

    async def run(self, sql: str, *values: Any) -> None:
        """One statement, written when this returns."""
        await self.write([(sql, values)])

    async def write(self, statements: Sequence[Statement]) -> None:
        """Write statements together and wait until they are on disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.hand_in(Write(settling(done), None, statements))
        await done  # cancelling the wait does not stop the write

    def hand_in(self, write: Write) -> None:
        """Queue a change; its owner is told when it is on disk."""
        if self._closing:
            return write.told(ConnectionError("the store is closed"))
        self._writes.append(write)
        self._wanted.set()
        return None

    async def _write_all(self) -> None:
        """Put everything queued into one commit."""
        while self._writes or not self._closing:
            if not self._writes:
                self._wanted.clear()
                await self._wanted.wait()
                continue
            batch, self._writes = self._writes[:MOST_PER_COMMIT], self._writes[MOST_PER_COMMIT:]
            await self._commit(batch)

    async def _commit(self, batch: list[Write]) -> None:
        """Write all in one transaction; if one of them fails, each separately."""
        try:
            await self._transact(batch)
        except Exception as error:
            if len(batch) > 1:
                for write in batch:
                    await self._commit([write])
            else:
                tell(batch[0].told, error)
            return
        for write in batch:
            tell(write.told, None)

    async def _transact(self, batch: list[Write]) -> None:
        link = self._link
        if link is None:
            raise ConnectionError("the database is not available")
        rows = [write.append for write in batch if write.append is not None]
        others = [statement for write in batch for statement in write.statements]
        async with link.transaction() if others or len(rows) > 1 else contextlib.nullcontext():
            if rows:
                await self._append(link, rows)
            for sql, values in others:
                await link.execute(sql, *values)

    async def _append(self, link: Any, rows: list[Append]) -> None:
        """Append all entries with one statement; those of tables that are no longer ours do not match."""
        done = await link.execute(APPEND, *(list(column) for column in zip(*rows, strict=True)), self.id)
        if int(done.rsplit(" ", 1)[1]) != len(rows):
            raise Stale(", ".join(row[0] for row in rows))

    async def close(self) -> None:
        """Finish all writes and release the lock."""
        self._closing = True
        if self._heart is not None:
            self._heart.cancel()
        self._wanted.set()
        for task in (self._writer, self._renewing):
            if task is not None:
                await _ended(task)
        if self._link is not None:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self._link.execute("DELETE FROM processes WHERE id = $1", self.id)
            await self._link.close()


def _ended(task: "asyncio.Task[None]") -> Awaitable[Any]:
    return asyncio.gather(task, return_exceptions=True)
