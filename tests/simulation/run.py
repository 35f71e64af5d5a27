"""One run: two processes on one disk, some tables, many visitors, a minute of trouble, then a calm period."""

import asyncio
import contextlib
import gc
import hashlib
import json
import logging
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest import mock

from hatbox.table.config import Config, Limits
from hatbox.table.identity import codes
from hatbox.table.tables import journal
from hatbox.table.wire import rate_limit
from hatbox.table.wire.problems import Refused
from hatbox.table.wire.requests import MakeTable
from hatbox.table.wire.table import Start, TableRequest
from tests.simulation import loop
from tests.simulation.checks import faults_of
from tests.simulation.disk import Disk
from tests.simulation.process import Process
from tests.simulation.visitors import Visitor

TABLES, PROCESSES = 3, 2
TROUBLE, CALM = 60.0, 120.0  # seconds of the simulated clock
PATIENCE = 5.0  # seconds for a process to answer
MUCH = 10**9
FAST = Limits(messages_per_second=MUCH, messages_at_once=MUCH, requests_per_second=MUCH, tables_per_hour=MUCH)
GAMES = (("great_hall", 2), ("hat_stairs", 3), ("vanished_animal", 4))


def config_of(seed: int) -> Config:
    """Short times and small queues, so that everything happens within a minute."""
    return Config(
        thinking=(0, 0.5), patience=3, grace=6, countdown=2, sleep_after=6, frames_kept=8, queue=6, send_limit=2,
        prewarm=False, limits=FAST, seed=seed,
    )  # fmt: skip


class World:
    """Everything that one seed drives."""

    def __init__(self, seed: int) -> None:
        self.seed, self.calm = seed, False
        self.chance = random.Random(f"{seed} world")
        self.disk = Disk(random.Random(f"{seed} disk"))
        self.game, self.players = GAMES[seed % len(GAMES)]
        self.config = config_of(seed)
        self.processes: list[Process] = []
        self.visitors: list[Visitor] = []

    def start_process(self) -> Process:
        """A new process on the same disk."""
        process = Process(self.disk, self.chance, self.config, self.game)
        self.processes.append(process)
        return process

    # ---- finding a table -----------------------------------------------------------------------------------------

    async def owner_of(self, code: str, chance: random.Random) -> Process:
        """The process that owns a table, found by asking any of them."""
        asked = chance.choice(self.processes)
        number = await self._answer(asked, asked.owner(code))
        if number is None:
            return asked
        found = next((process for process in self.processes if process.store.id == number), None)
        if found is None:
            raise ConnectionError("the owner has died")
        return found

    async def _answer(self, process: Process, work: Any) -> Any:
        """A process's answer, unless it dies first."""
        task = process.run(work)
        await asyncio.wait({task}, timeout=PATIENCE)
        if not task.done() or task.cancelled():
            raise ConnectionError("no answer")
        return task.result()

    def ask(self, code: str, guest: str, request: TableRequest, chance: random.Random) -> None:
        """Send an HTTP request without waiting for the answer."""
        self._tasks.add(
            task := asyncio.get_running_loop().create_task(self._asked(code, guest, request, chance))
        )
        task.add_done_callback(self._tasks.discard)

    async def _asked(self, code: str, guest: str, request: TableRequest, chance: random.Random) -> None:
        with contextlib.suppress(Refused, ConnectionError):
            process = await self.owner_of(code, chance)
            await self._answer(process, process.ask(code, guest, request))

    # ---- the story -------------------------------------------------------------------------------------------------

    async def run(self) -> list[str]:
        """Everything from the first table to the last check; returns what is wrong."""
        self._tasks: set[asyncio.Task[None]] = set()
        for _ in range(PROCESSES):
            self.start_process()
        for number in range(TABLES):
            await self._make_table(number)
        lives = [asyncio.get_running_loop().create_task(visitor.live()) for visitor in self.visitors]
        await self._trouble()
        before = self._versions()
        stuck = await self._recovered(before)
        for life in lives:
            life.cancel()
        ended = await asyncio.gather(*lives, return_exceptions=True)
        broken = [repr(end) for end in ended if not isinstance(end, asyncio.CancelledError)]
        return [*broken, *faults_of(self.disk, [visitor.notes for visitor in self.visitors]), *stuck]

    async def _make_table(self, number: int) -> None:
        """A table of two people and bots, with a spectator."""
        guests = [f"guest {number} {seat}" for seat in range(2)]
        seats = [journal.Seat(kind="person", name=guest, guest=guest) for guest in guests]
        seats += [
            journal.Seat(kind="bot", name=f"bot {k}", level="1") for k in range(self.players - len(guests))
        ]
        process = self.chance.choice(self.processes)
        wish = MakeTable(game=self.game, players=self.players)
        table = await self._answer(process, process.registry.make(wish, guests[0], seats))
        await self._answer(process, process.ask(table.code, guests[0], Start()))
        for seat, guest in enumerate(guests):
            self.visitors.append(Visitor(self, table.code, guest, (seat,), len(self.visitors)))
        self.visitors.append(Visitor(self, table.code, "", (), len(self.visitors)))

    async def _trouble(self) -> None:
        """A minute in which anything may happen."""
        now = asyncio.get_running_loop().time
        end = now() + TROUBLE
        while now() < end:
            await asyncio.sleep(self.chance.uniform(1, 6))
            await self.chance.choice((self._kill, self._lose_lock, self._slow_disk, self._full_disk))()
        self.calm, self.disk.slow, self.disk.fails = True, 0.01, 0.0

    async def _kill(self) -> None:
        victim = self.chance.choice(self.processes)
        victim.kill()
        self.processes.remove(victim)
        await asyncio.sleep(self.chance.uniform(0, 1))
        self.start_process()

    async def _lose_lock(self) -> None:
        """A process hangs or its connection breaks; it notices later and comes back."""
        process = self.chance.choice(self.processes)
        process.store.lose_lock()
        await asyncio.sleep(self.chance.uniform(0, 5))
        process.within(process.store.notice)

    async def _slow_disk(self) -> None:
        self.disk.slow = self.chance.choice((0.01, 0.2, 1.5))

    async def _full_disk(self) -> None:
        self.disk.fails = self.chance.choice((0.3, 1.0))
        await asyncio.sleep(self.chance.uniform(0.5, 4))
        self.disk.fails = 0.0

    # ---- every table goes on -----------------------------------------------------------------------------------------

    def _versions(self) -> dict[str, int]:
        return {code: max(table.log) for code, table in self.disk.tables.items()}

    async def _recovered(self, before: dict[str, int]) -> list[str]:
        """Wait until every table has continued and every visitor has seen it; returns what has not."""
        end = asyncio.get_running_loop().time() + CALM
        missing: list[str] = []
        while asyncio.get_running_loop().time() < end:
            await asyncio.sleep(1)
            missing = self._missing(before)
            if not missing:
                break
        return missing

    def _missing(self, before: dict[str, int]) -> list[str]:
        now, found = self._versions(), []
        over = {code for code, table in self.disk.tables.items() if table.head.status == "over"}
        for code, version in now.items():
            if version <= before[code] and code not in over:
                found.append(f"{code} does not go on after version {version}")
        for visitor in self.visitors:
            code = visitor.notes.code
            if visitor.v < (now[code] if code in over else before[code] + 1):
                found.append(
                    f"{visitor.notes.guest or 'a spectator'} at {code} is stuck at {visitor.v} of {now[code]}"
                )
        return found

    def digest(self) -> str:
        """A fingerprint of everything that happened."""
        logs = {
            code: [table.log[v].decode() for v in sorted(table.log)]
            for code, table in self.disk.tables.items()
        }
        told = [[frame["v"] for frame in visitor.notes.frames] for visitor in self.visitors]
        return hashlib.sha256(json.dumps([logs, told]).encode()).hexdigest()[:16]


class _Secrets:
    """Secrets derived from the seed."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(f"{seed} secrets")
        self.choice, self.randbits = chance.choice, chance.getrandbits
        self.token_hex = self.token_urlsafe = lambda size: (
            chance.getrandbits(size * 8).to_bytes(size, "big").hex()
        )


@contextlib.contextmanager
def _nothing_real(seed: int) -> Iterator[None]:
    """No clock, randomness or log other than the simulation's."""
    random.seed(seed)
    clock = SimpleNamespace(monotonic=lambda: asyncio.get_running_loop().time())
    with mock.patch.object(codes, "secrets", _Secrets(seed)), mock.patch.object(rate_limit, "time", clock):
        logging.disable(logging.CRITICAL)
        try:
            yield
        finally:
            logging.disable(logging.NOTSET)


def simulate(seed: int) -> tuple[list[str], str]:
    """What is wrong after one run, and its fingerprint."""
    world = World(seed)

    async def story() -> list[str]:
        return await world.run()

    gc.disable()  # otherwise, garbage collection would depend on earlier runs
    try:
        with _nothing_real(seed):
            found, unheard = loop.run(story())
    finally:
        gc.collect()
        gc.enable()
    return [*found, *unheard], world.digest()
