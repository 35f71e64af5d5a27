"""The store in one SQLite file: one writer thread, many changes per commit, each on disk before it counts."""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from hatbox.table.store import CodeTaken, Fenced, Head, Kept, Peer

Statement = tuple[str, tuple[Any, ...]]
MOST_PER_COMMIT = 500
FILE = "hatbox.sqlite3"

SCHEMA = """
CREATE TABLE IF NOT EXISTS heads (
    code TEXT PRIMARY KEY, game TEXT NOT NULL, players INTEGER NOT NULL, status TEXT NOT NULL,
    public INTEGER NOT NULL, names TEXT NOT NULL, host TEXT NOT NULL, made REAL NOT NULL);
CREATE INDEX IF NOT EXISTS heads_by_host ON heads (host, made);
CREATE INDEX IF NOT EXISTS heads_public ON heads (made) WHERE public AND status = 'waiting';
CREATE TABLE IF NOT EXISTS log (
    code TEXT NOT NULL, version INTEGER NOT NULL, at REAL NOT NULL, entry BLOB NOT NULL,
    PRIMARY KEY (code, version)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
    code TEXT NOT NULL, seat INTEGER NOT NULL, guest TEXT NOT NULL, PRIMARY KEY (code, seat)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS seats_by_guest ON seats (guest);
CREATE TABLE IF NOT EXISTS records (id TEXT PRIMARY KEY, code TEXT NOT NULL, at REAL NOT NULL, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS tokens (token BLOB PRIMARY KEY, guest TEXT NOT NULL, made REAL NOT NULL) WITHOUT ROWID;
"""
HEAD = "SELECT h.code, h.game, h.players, h.status, h.public, h.host, h.names FROM heads h "


class _Write:
    """Statements that belong together, and who waits for them."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.statements = statements
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[None] = self.loop.create_future()
        self.error: Exception | None = None


class SqliteStore:
    """Keeps everything in one folder."""

    def __init__(self, folder: Path) -> None:
        """Open or make the file; a file that cannot be opened says so at once."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._path = folder / FILE
        self._writer = self._connect()
        self._writer.executescript(SCHEMA)
        self._reader = self._connect()
        self._reader.execute("PRAGMA query_only = ON")
        self._writes: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()
        self._reads = ThreadPoolExecutor(1, "store-reads")
        self._closed = False

    def _connect(self) -> sqlite3.Connection:
        link = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False, timeout=10)
        link.execute("PRAGMA journal_mode = WAL")
        link.execute("PRAGMA synchronous = FULL")
        return link

    # ---- one process alone -------------------------------------------------------------------------------------

    async def claim(self, code: str) -> Peer | None:
        """Every table is ours: the folder is locked."""
        return None

    def release(self, code: str) -> None:
        """Nothing is kept for a table."""

    def listen(self, forgotten: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        """There is nobody else to hear from."""

    # ---- writing -----------------------------------------------------------------------------------------------

    async def make(self, head: Head, entry: bytes) -> None:
        """Begin a table's log."""
        now = time.time()
        row = (head.code, head.game, head.players, head.status, head.public, _names(head), head.host, now)
        statements: list[Statement] = [
            ("INSERT INTO heads VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row),
            ("INSERT INTO log VALUES (?, 1, ?, ?)", (head.code, now, entry)),
            *_seats(head),
        ]
        try:
            await self._write(statements)
        except sqlite3.IntegrityError as error:
            raise CodeTaken(head.code) from error

    async def append(
        self, code: str, version: int, entry: bytes, head: Head | None = None, kept: Kept | None = None
    ) -> None:
        """Add to a table's log."""
        now = time.time()
        statements: list[Statement] = [("INSERT INTO log VALUES (?, ?, ?, ?)", (code, version, now, entry))]
        if head is not None:
            statements.append(
                ("UPDATE heads SET status = ?, names = ? WHERE code = ?", (head.status, _names(head), code))
            )
            statements += _seats(head)
        if kept is not None:
            statements.append(("INSERT INTO records VALUES (?, ?, ?, ?)", (kept.id, code, now, kept.data)))
        try:
            await self._write(statements)
        except sqlite3.IntegrityError as error:
            raise Fenced(f"{code} {version}") from error

    async def keep(self, kept: Kept) -> bool:
        """Add a record from elsewhere."""
        row = (kept.id, "", time.time(), kept.data)
        try:
            await self._write([("INSERT INTO records VALUES (?, ?, ?, ?)", row)])
        except sqlite3.IntegrityError:
            return False
        return True

    async def add_guest(self, id: str, token: bytes) -> None:
        """Remember a guest."""
        await self._write([("INSERT INTO tokens VALUES (?, ?, ?)", (token, id, time.time()))])

    async def forget_token(self, token: bytes) -> None:
        """Revoke a token."""
        await self._write([("DELETE FROM tokens WHERE token = ?", (token,))])

    async def _write(self, statements: Sequence[Statement]) -> None:
        """Hand statements to the writer and wait until they are on disk."""
        if self._closed:
            raise sqlite3.ProgrammingError("the store is closed")
        write = _Write(statements)
        self._writes.put(write)
        await write.done  # whoever stops waiting does not stop the write

    def _write_all(self) -> None:
        """The writer thread: whatever has gathered goes into one commit."""
        while (first := self._writes.get()) is not None:
            batch, last = [first], False
            while len(batch) < MOST_PER_COMMIT and not self._writes.empty():
                if (write := self._writes.get()) is None:
                    last = True
                    break
                batch.append(write)
            self._commit(batch)
            _report(batch)
            if last:
                return

    def _commit(self, batch: list[_Write]) -> None:
        """All in one transaction; when one of them fails, each in its own."""
        try:
            self._transact([statement for write in batch for statement in write.statements])
        except sqlite3.Error as error:
            if len(batch) == 1:
                batch[0].error = error
                return
            for write in batch:
                self._commit([write])

    def _transact(self, statements: Sequence[Statement]) -> None:
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            for sql, values in statements:
                self._writer.execute(sql, values)
            self._writer.execute("COMMIT")
        except BaseException:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise

    # ---- reading -----------------------------------------------------------------------------------------------

    async def log(self, code: str) -> list[bytes]:
        """The whole log of a table."""
        rows = await self._read("SELECT entry FROM log WHERE code = ? ORDER BY version", code)
        return [row[0] for row in rows]

    async def public(self, limit: int) -> list[Head]:
        """Public tables that wait."""
        sql = HEAD + "WHERE h.public AND h.status = 'waiting' ORDER BY h.made DESC LIMIT ?"
        return [_head(row) for row in await self._read(sql, limit)]

    async def mine(self, guest: str, limit: int) -> list[Head]:
        """The tables of a guest."""
        sql = HEAD + "WHERE h.code IN (SELECT code FROM seats WHERE guest = ?) ORDER BY h.made DESC LIMIT ?"
        return [_head(row) for row in await self._read(sql, guest, limit)]

    async def made_lately(self, guest: str, seconds: float) -> int:
        """How many tables a guest made."""
        sql = "SELECT count(*) FROM heads WHERE host = ? AND made > ?"
        return int((await self._read(sql, guest, time.time() - seconds))[0][0])

    async def record(self, id: str) -> bytes | None:
        """A record as JSON."""
        rows = await self._read("SELECT data FROM records WHERE id = ?", id)
        return bytes(rows[0][0]) if rows else None

    async def records(self) -> list[str]:
        """The names of all records."""
        return [str(row[0]) for row in await self._read("SELECT id FROM records ORDER BY at, id")]

    async def guest(self, token: bytes) -> str | None:
        """The guest with a token."""
        rows = await self._read("SELECT guest FROM tokens WHERE token = ?", token)
        return str(rows[0][0]) if rows else None

    async def _read(self, sql: str, *values: Any) -> list[Any]:
        """Ask in the reading thread."""

        def ask() -> list[Any]:
            return self._reader.execute(sql, values).fetchall()

        return await asyncio.get_running_loop().run_in_executor(self._reads, ask)

    async def close(self) -> None:
        """Finish all writes, then close the file."""
        if self._closed:
            return
        self._closed = True
        self._writes.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reads.shutdown()
        self._reader.close()
        self._writer.close()


def _report(batch: list[_Write]) -> None:
    """Tell everybody who waits, with one call per event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Write]] = {}
    for write in batch:
        by_loop.setdefault(write.loop, []).append(write)
    for loop, writes in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, writes)


def _settle(writes: list[_Write]) -> None:
    """Wake those who wait for their writes."""
    for write in writes:
        if write.done.done():
            continue
        if write.error is None:
            write.done.set_result(None)
        else:
            write.done.set_exception(write.error)


def _names(head: Head) -> str:
    return msgspec.json.encode(head.names).decode()


def _seats(head: Head) -> list[Statement]:
    """Who sits where, for the list of a guest's tables."""
    rows = [(head.code, seat, guest) for seat, guest in enumerate(head.guests) if guest]
    clear: Statement = ("DELETE FROM seats WHERE code = ?", (head.code,))
    return [clear, *(("INSERT INTO seats VALUES (?, ?, ?)", row) for row in rows)]


def _head(row: Any) -> Head:
    code, game, players, status, public, host, names = row
    return Head(code, game, players, status, bool(public), host, (), tuple(msgspec.json.decode(names)))
