"""A database in memory that several processes share: slow, full, gone, or interrupted in the middle of a commit."""

import asyncio
import random
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from hatbox.table.store.history import Finished
from hatbox.table.store.interface import CodeTaken, Fenced, Head, OnWritten, Peer, StoredRecord, tell
from hatbox.table.store.prepared import Prepared


@dataclass
class Owned:
    """A table on disk."""

    head: Head
    owner: int
    epoch: int
    log: dict[int, bytes] = field(default_factory=dict)


@dataclass
class Written:
    """Who wrote an entry, and who owned the table then."""

    code: str
    version: int
    writer: tuple[int, int]
    owner: tuple[int, int]
    replaced: bool


@dataclass
class _Write:
    code: str
    version: int
    epoch: int
    entry: bytes
    head: Head | None
    record: StoredRecord | None
    told: OnWritten


class Disk:
    """What survives everything."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.tables: dict[str, Owned] = {}
        self.records: dict[str, bytes] = {}
        self.histories: list[Finished] = []
        self.alive: set[int] = set()  # numbers of processes that hold their lock
        self.audit: list[Written] = []
        self.slow, self.fails = 0.01, 0.0  # the longest a commit takes, in seconds; how often it fails
        self._numbers = 0

    def number(self) -> int:
        """A number that no process had before."""
        self._numbers += 1
        self.alive.add(self._numbers)
        return self._numbers

    def append(self, write: _Write, writer: int) -> None:
        """Write one entry, if the fences allow it."""
        table = self.tables[write.code]
        if not self.may_write(table, writer, write.epoch) or self.is_there(table, write.version):
            raise Fenced(f"{write.code} {write.version}")
        owner = (table.owner, table.epoch)
        replaced = write.version in table.log
        self.audit.append(Written(write.code, write.version, (writer, write.epoch), owner, replaced))
        table.log[write.version] = write.entry
        if write.head is not None:
            table.head = write.head
        if write.record is not None:
            self.records[write.record.id] = write.record.data
            self.histories += [write.record.game] if write.record.game else []

    def may_write(self, table: Owned, writer: int, epoch: int) -> bool:
        """Only the owner writes, under the current epoch, and only while it holds its lock."""
        return (table.owner, table.epoch) == (writer, epoch) and writer in self.alive

    def is_there(self, table: Owned, version: int) -> bool:
        """No version is written twice."""
        return version in table.log


class SimStore:
    """One process at the disk; behaves like `PostgresStore`."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.id = disk.number()
        self.dead = False  # the process was killed: nothing of it reaches the disk, nobody is notified
        self._epochs: dict[str, int] = {}
        self._waiting: list[_Write] = []
        self._busy = False
        self.listen(lambda _token: None, lambda: None)

    def listen(
        self,
        forgotten: Callable[[bytes], None],
        lost: Callable[[], None],
        changed: Callable[[str], None] = lambda _code: None,
        away: Callable[[str], None] = lambda _guest: None,
    ) -> None:
        self._lost = lost

    # ---- owning ------------------------------------------------------------------------------------------------

    def lose_lock(self) -> None:
        """The connection broke: others may take our tables now; the process only notices later."""
        self.disk.alive.discard(self.id)

    def notice(self) -> None:
        """The process finds out, and comes back under a new number."""
        self._epochs.clear()
        self.id = self.disk.number()
        self._lost()

    async def claim(self, code: str) -> Peer | None:
        await self._round_trip()
        table = self.disk.tables.get(code)
        if table is None:
            return None
        if self.id not in self.disk.alive:
            raise ConnectionError("the database is away")
        if table.owner != self.id:
            if table.owner in self.disk.alive:
                return Peer(str(table.owner), "")
            table.owner, table.epoch = self.id, table.epoch + 1
        self._epochs[code] = table.epoch
        return None

    def release(self, code: str) -> None:
        self._epochs.pop(code, None)

    # ---- writing -----------------------------------------------------------------------------------------------

    async def make(self, head: Head, entry: bytes) -> None:
        await self._round_trip()
        if head.code in self.disk.tables:
            raise CodeTaken(head.code)
        if self.id not in self.disk.alive:
            raise ConnectionError("the database is away")
        self.disk.tables[head.code] = Owned(head, self.id, 1, {1: entry})
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
        write = _Write(code, version, self._epochs.get(code, 0), entry, head, kept, told)
        self._waiting.append(write)
        if not self._busy:
            self._busy = True
            self._later(self._commit)

    def _later(self, work: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(self.disk.chance.uniform(0, self.disk.slow), work)

    def _commit(self) -> None:
        """Commit whatever has accumulated: each write counts or fails, and its owner is notified a moment later."""
        if self.dead:
            return
        batch, self._waiting = self._waiting, []
        settled: list[tuple[_Write, Exception | None]] = [(write, self._written(write)) for write in batch]
        self._later(lambda: self._settle(settled))

    def _written(self, write: _Write) -> Exception | None:
        if self.disk.chance.random() < self.disk.fails:
            return OSError(28, "No space left on device")
        try:
            self.disk.append(write, self.id)
        except Fenced as error:
            self.release(write.code)
            return error
        return None

    def _settle(self, settled: list[tuple[_Write, Exception | None]]) -> None:
        if self.dead:  # interrupted: it is on disk, and nobody was notified
            return
        self._busy = bool(self._waiting)
        if self._busy:
            self._later(self._commit)
        for write, error in settled:
            tell(write.told, error)

    async def _round_trip(self) -> None:
        await asyncio.sleep(self.disk.chance.uniform(0, self.disk.slow))
        if self.dead:
            await asyncio.Event().wait()

    # ---- reading -----------------------------------------------------------------------------------------------

    async def log(self, code: str) -> list[bytes]:
        await self._round_trip()
        table = self.disk.tables.get(code)
        return [table.log[version] for version in sorted(table.log)] if table else []

    async def made_lately(self, guest: str, seconds: float) -> int:
        return 0

    async def unchanged(self, status: str, seconds: float) -> list[str]:
        return []

    async def forget_unused(self) -> None:
        pass

    async def forget_old_vacations(self) -> None:
        pass

    async def forget_old_nights(self, seconds: float) -> None:
        pass

    async def prepared(self, code: str) -> dict[int, Prepared]:
        await self._round_trip()
        return {}

    async def due(self) -> list[str]:
        return []

    async def not_in_history(self, limit: int) -> list[str]:
        return []

    async def wanting_ratings(self, guests: Collection[str]) -> frozenset[str]:
        return frozenset()

    async def record(self, id: str) -> bytes | None:
        return self.disk.records.get(id)

    def __getattr__(self, name: str) -> Any:
        raise NotImplementedError(f"the simulation needs no {name}")
