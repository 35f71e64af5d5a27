"""The store in one SQLite file: one writer thread, many changes per commit, each on disk before it counts."""

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from hatbox.table.store.history import SCHEMA as HISTORY
from hatbox.table.store.history import StoredHistory, adding
from hatbox.table.store.interface import (
    CodeTaken,
    Fenced,
    Head,
    OnWritten,
    Peer,
    StoredRecord,
    settling,
    tell,
    turn_of,
)
from hatbox.table.store.migrations import migrate_file
from hatbox.table.store.nights import SCHEMA as NIGHTS
from hatbox.table.store.nights import StoredNights
from hatbox.table.store.notices import SCHEMA as NOTICES
from hatbox.table.store.notices import StoredNotices
from hatbox.table.store.prepared import SCHEMA as PREPARED
from hatbox.table.store.prepared import StoredPrepared
from hatbox.table.store.private import private_file, private_folder
from hatbox.table.store.profiles import SCHEMA as PROFILES
from hatbox.table.store.profiles import StoredProfiles
from hatbox.table.store.queries import Change
from hatbox.table.store.sqlite_guests import SqliteGuests, Statement, names_of, numbered, seats_of
from hatbox.table.store.vacations import SCHEMA as VACATIONS
from hatbox.table.store.vacations import StoredVacations
from hatbox.table.store.visits import SCHEMA as VISITS
from hatbox.table.store.visits import StoredVisits

Row = tuple[str, int, float, bytes]  # of the log: code, version, when, entry
MOST_PER_COMMIT = 250
SWEEP_EVERY = 1.0  # seconds
MOST_UNSWEPT = 4_000  # pages of the write-ahead log; beyond that the writer itself checkpoints
FILE = "hatbox.sqlite3"

SCHEMA = """
CREATE TABLE IF NOT EXISTS heads (
    code TEXT PRIMARY KEY, game TEXT NOT NULL, players INTEGER NOT NULL, status TEXT NOT NULL,
    public INTEGER NOT NULL, names TEXT NOT NULL, host TEXT NOT NULL, made REAL NOT NULL,
    turn integer, since double precision NOT NULL DEFAULT 0, due double precision,
    over_days boolean NOT NULL DEFAULT false, began double precision NOT NULL DEFAULT 0,
    seen integer NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS heads_by_host ON heads (host, made);
CREATE INDEX IF NOT EXISTS heads_public ON heads (made) WHERE public AND status = 'waiting';
CREATE TABLE IF NOT EXISTS log (
    code TEXT NOT NULL, version INTEGER NOT NULL, at REAL NOT NULL, entry BLOB NOT NULL,
    PRIMARY KEY (code, version)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
    code TEXT NOT NULL, seat INTEGER NOT NULL, guest TEXT NOT NULL, PRIMARY KEY (code, seat)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS seats_by_guest ON seats (guest);
CREATE TABLE IF NOT EXISTS records (id TEXT PRIMARY KEY, code TEXT NOT NULL, at REAL NOT NULL, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS tokens (
    token BLOB PRIMARY KEY, guest TEXT NOT NULL, made REAL NOT NULL, used double precision NOT NULL DEFAULT 0,
    browser TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS moves (secret BLOB PRIMARY KEY, guest TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS checks (id INTEGER PRIMARY KEY, at REAL NOT NULL);
"""
HEAD = """SELECT h.code, h.game, h.players, h.status, h.public, h.host, h.names, h.over_days, h.turn, h.since, h.due
FROM heads h """
NEW_HEAD = "INSERT INTO heads (code, game, players, status, public, names, host, made) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
CHANGE = """
UPDATE heads SET status = ?, names = ?, over_days = ?, turn = ?, since = ?, due = ?, began = ?, seen = ? WHERE code = ?
"""


@dataclass(slots=True)
class _Write:
    """An entry of a log, the statements that belong to it, and its callback."""

    told: OnWritten
    row: Row | None
    statements: Sequence[Statement] = ()
    error: Exception | None = None
    may_be_fenced: bool = False  # if its version exists, another process has written it


Batch = list[_Write]


class SqliteStore(
    SqliteGuests,
    StoredNotices,
    StoredVisits,
    StoredHistory,
    StoredProfiles,
    StoredVacations,
    StoredPrepared,
    StoredNights,
):
    """Stores everything in one folder."""

    def __init__(self, folder: Path) -> None:
        """Open or create the file; a file that cannot be opened is reported at once."""
        private_folder(folder)
        self._path = folder / FILE
        private_file(self._path)
        parts = (SCHEMA, NOTICES, VISITS, HISTORY, PROFILES, VACATIONS, PREPARED, NIGHTS)
        migrate_file(self._path, "".join(parts))
        self._writer = self._connect()
        self._reader = self._connect()
        self._reader.execute("PRAGMA query_only = ON")
        self._gathered: Batch = []
        self._under_way = False  # the writer has a batch, or gets one in this round of the loop
        self._all_written: asyncio.Future[None] | None = None
        self._batches: queue.SimpleQueue[tuple[asyncio.AbstractEventLoop, Batch] | None] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=work, name=f"store-{name}", daemon=True)
            for name, work in (("writes", self._write_all), ("sweeps", self._sweep))
        ]
        for thread in self._threads:
            thread.start()
        self._reads = ThreadPoolExecutor(1, "store-reads")
        self._closed = False

    def _connect(self) -> sqlite3.Connection:
        link = sqlite3.connect(
            self._path,
            isolation_level=None,
            check_same_thread=False,
            timeout=10,
            cached_statements=MOST_PER_COMMIT + 50,
        )
        link.execute("PRAGMA journal_mode = WAL")
        link.execute("PRAGMA synchronous = FULL")
        link.execute("PRAGMA secure_delete = ON")  # what is deleted leaves no trace in free pages
        link.execute(f"PRAGMA wal_autocheckpoint = {MOST_UNSWEPT}")
        return link

    # ---- one process alone -------------------------------------------------------------------------------------

    async def claim(self, code: str) -> Peer | None:
        """Return None: every table is ours, because the folder is locked."""
        return None

    def release(self, code: str) -> None:
        """Nothing to release."""

    async def lease(self, owner: str, seconds: float) -> bool:
        """Return True: no other process sends notices."""
        return True

    def listen(
        self,
        forgotten: Callable[[bytes], None],
        lost: Callable[[], None],
        changed: Callable[[str], None] = lambda _code: None,
        away: Callable[[str], None] = lambda _guest: None,
    ) -> None:
        """Keep the callback for tokens that this process revokes; there are no other processes."""
        self._forgotten = forgotten

    # ---- writing -----------------------------------------------------------------------------------------------

    async def make(self, head: Head, entry: bytes) -> None:
        """Start a table's log."""
        now = time.time()
        row = (head.code, head.game, head.players, head.status, head.public, names_of(head), head.host, now)
        statements: list[Statement] = [
            (NEW_HEAD, row),
            *seats_of(head),
        ]
        try:
            await self._write(statements, (head.code, 1, now, entry))
        except sqlite3.IntegrityError as error:
            raise CodeTaken(head.code) from error

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
            statements.append(("INSERT INTO records VALUES (?, ?, ?, ?)", (kept.id, code, now, kept.data)))
            statements += numbered(adding(kept.game, now)) if kept.game is not None else []
        self._hand_in(_Write(told, (code, version, now, entry), statements, may_be_fenced=True))

    async def keep(self, kept: StoredRecord) -> bool:
        """Add a record from elsewhere."""
        row = (kept.id, "", time.time(), kept.data)
        try:
            await self._write([("INSERT INTO records VALUES (?, ?, ?, ?)", row)])
        except sqlite3.IntegrityError:
            return False
        return True

    async def _write(self, statements: Sequence[Statement], row: Row | None = None) -> None:
        """Give statements to the writer and wait until they are on disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._hand_in(_Write(settling(done), row, statements))
        await done  # cancelling the wait does not stop the write

    def _hand_in(self, write: _Write) -> None:
        """Collect the changes of one round of the event loop, or those that come while the writer is busy."""
        if self._closed:
            return write.told(sqlite3.ProgrammingError("the store is closed"))
        self._gathered.append(write)
        if not self._under_way:
            self._under_way = True
            loop = asyncio.get_running_loop()
            loop.call_soon(self._hand_over, loop)
        return None

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Put everything collected into one commit."""
        batch, self._gathered = self._gathered[:MOST_PER_COMMIT], self._gathered[MOST_PER_COMMIT:]
        self._batches.put((loop, batch))

    def _settle(self, loop: asyncio.AbstractEventLoop, batch: Batch) -> None:
        """Finish a commit: start the next one first, then call the callbacks."""
        self._under_way = bool(self._gathered)
        if self._under_way:
            self._hand_over(loop)
        for write in batch:
            tell(write.told, write.error)
        if self._all_written is not None and not self._under_way and not self._all_written.done():
            self._all_written.set_result(None)

    def _write_all(self) -> None:
        """Run the writer thread."""
        while (given := self._batches.get()) is not None:
            self._write_batch(*given)
            del given  # so that the waiting thread holds no table in memory

    def _write_batch(self, loop: asyncio.AbstractEventLoop, batch: Batch) -> None:
        """Make one commit, and report it."""
        self._commit(batch)
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._settle, loop, batch)

    def _sweep(self) -> None:
        """Checkpoint the write-ahead log beside the writer, which it would hold up."""
        link = self._connect()
        while not self._stop.wait(SWEEP_EVERY):
            with contextlib.suppress(sqlite3.Error):  # the writer meets the same error, and reports it
                link.execute("PRAGMA wal_checkpoint(PASSIVE)")
        link.close()

    def _commit(self, batch: Batch) -> None:
        """Write all in one transaction; if one of them fails, each separately."""
        try:
            self._transact(batch)
        except sqlite3.Error as error:
            if len(batch) > 1:
                for write in batch:
                    self._commit([write])
                return
            fenced = batch[0].may_be_fenced and isinstance(error, sqlite3.IntegrityError)
            batch[0].error = Fenced(str(error)) if fenced else error

    def _transact(self, batch: Batch) -> None:
        """Append all entries with one statement, so that this thread rarely waits for Python's lock."""
        rows = [write.row for write in batch if write.row is not None]
        todo = [statement for write in batch for statement in write.statements]
        if rows:
            todo.insert(0, (_insert(len(rows)), tuple(chain.from_iterable(rows))))
        if len(todo) == 1:
            self._writer.execute(*todo[0])
            return
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            for sql, values in todo:
                self._writer.execute(sql, values)
            self._writer.execute("COMMIT")
        except BaseException:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise

    # ---- reading -----------------------------------------------------------------------------------------------

    async def log(self, code: str) -> list[bytes]:
        """Return the whole log of a table."""
        rows = await self._read("SELECT entry FROM log WHERE code = ? ORDER BY version", code)
        return [row[0] for row in rows]

    async def public(self, limit: int) -> list[Head]:
        """Return public tables that wait."""
        sql = HEAD + "WHERE h.public AND h.status = 'waiting' ORDER BY h.made DESC LIMIT ?"
        return [_head(row) for row in await self._read(sql, limit)]

    async def due(self) -> list[str]:
        """Return the tables over days at which the server must act by now."""
        rows = await self._read("SELECT code FROM heads WHERE due < ? ORDER BY due", time.time())
        return [str(row[0]) for row in rows]

    async def mine(self, guest: str, limit: int) -> list[Head]:
        """Return the tables of a guest."""
        sql = HEAD + "WHERE h.code IN (SELECT code FROM seats WHERE guest = ?) ORDER BY h.made DESC LIMIT ?"
        return [_head(row) for row in await self._read(sql, guest, limit)]

    async def waiting_for(self, guest: str) -> list[str]:
        """Return the tables over days at which a guest must act."""
        sql = (
            "SELECT h.code FROM heads h JOIN seats s ON s.code = h.code AND s.seat = h.turn WHERE s.guest = ?"
        )
        return [str(row[0]) for row in await self._read(sql, guest)]

    async def made_lately(self, guest: str, seconds: float) -> int:
        """Return how many tables a guest made."""
        sql = "SELECT count(*) FROM heads WHERE host = ? AND made > ?"
        return int((await self._read(sql, guest, time.time() - seconds))[0][0])

    async def record(self, id: str) -> bytes | None:
        """Return a record as JSON."""
        rows = await self._read("SELECT data FROM records WHERE id = ?", id)
        return bytes(rows[0][0]) if rows else None

    async def records(self) -> list[str]:
        """Return the names of all records."""
        return [str(row[0]) for row in await self._read("SELECT id FROM records ORDER BY at, id")]

    async def change(self, changes: Sequence[Change]) -> None:
        """Write statements with numbered arguments."""
        await self._write(numbered(changes))

    async def query(self, sql: str, *values: Any) -> list[Any]:
        """Read with a statement with numbered arguments."""
        ((asked, given),) = numbered([(sql, values)])
        return await self._read(asked, *given)

    async def _read(self, sql: str, *values: Any) -> list[Any]:
        """Query in the reading thread."""

        def ask() -> list[Any]:
            return self._reader.execute(sql, values).fetchall()

        return await asyncio.get_running_loop().run_in_executor(self._reads, ask)

    async def scrub(self) -> None:
        """Empty the write-ahead log, which may still hold an erased name; a little later if it is being read."""

        def empty() -> None:
            with contextlib.closing(self._connect()) as link:
                link.execute("PRAGMA wal_checkpoint(TRUNCATE)")

        await asyncio.to_thread(empty)

    async def check(self) -> None:
        """Make a real write."""
        await self._write([("INSERT OR REPLACE INTO checks VALUES (1, ?)", (time.time(),))])

    async def close(self) -> None:
        """Finish all writes, then close the file."""
        if self._closed:
            return
        self._closed = True
        if self._under_way:
            self._all_written = asyncio.get_running_loop().create_future()
            await self._all_written
        self._batches.put(None)
        self._stop.set()
        for thread in self._threads:
            await asyncio.to_thread(thread.join)
        self._reads.shutdown()
        self._reader.close()
        self._writer.close()


@cache
def _insert(rows: int) -> str:
    """Return the statement that adds so many entries."""
    return "INSERT INTO log VALUES " + ", ".join(["(?, ?, ?, ?)"] * rows)


def _head(row: Any) -> Head:
    code, game, players, status, public, host, names, over_days, *when = row
    found = tuple(msgspec.json.decode(names))
    return Head(code, game, players, status, bool(public), host, (), found, bool(over_days), *when)
