"""A month of tables over days: `python -m tests.simulation.month [--tables 10000] [--kills 50] [--seed 0]`.

The real registry, tables, waker, sender of notices and SQLite file on a clock that is a number. People come by a
schedule, answer what waits for them, and go; the server is killed at bad moments, such as between a move's commit and
its acknowledgement or while a notice is on its way, and started again. Afterwards the file is read from its start.
"""

import argparse
import asyncio
import gc
import logging
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from unittest import mock

from hatbox.table.commands.dispatch import carry_out
from hatbox.table.config import Config, NoticeSettings
from hatbox.table.connections.connection import Connection
from hatbox.table.identity import codes
from hatbox.table.metrics import Metrics
from hatbox.table.notices import sender
from hatbox.table.server.garbage import search_rarely
from hatbox.table.store.notices import Subscription, Waiting
from hatbox.table.store.sqlite import SqliteStore
from hatbox.table.tables import journal
from hatbox.table.tables.catalogue import try_out
from hatbox.table.tables.registry import Registry
from hatbox.table.wire.requests import MakeTable
from hatbox.table.wire.table import Ack, Move, Start
from hatbox.table.wire.types import Pace
from tests.simulation import loop
from tests.simulation.loop import HERE
from tests.simulation.month_checks import Report, checked_file
from tests.simulation.process import SimThinkers
from tests.simulation.run import FAST, _Secrets

GAMES = (("hat_stairs", 2), ("magic_hexagon", 2), ("great_hall", 2), ("hat_stairs", 3))
EPOCH = 1_800_000_000.0
DAY, HOUR, MINUTE = 86400.0, 3600.0, 60.0
TABLES_EACH = 5  # at which a person sits, on average
ARRIVING = 0.3  # of the month, in which tables are made
LATE: tuple[Literal["move", "bot", "wait"], ...] = (
    "move",
    "wait",
    "move",
    "wait",
    "move",
    "wait",
    "move",
    "bot",
)
SETTLE, GATHER, EVERY = 20.0, 600.0, 600.0
NOTICES = NoticeSettings(every=EVERY, settle=SETTLE, gather=GATHER)
REAL_CPU = time.process_time


def wall() -> float:
    """The wall clock of the month."""
    return EPOCH + asyncio.get_running_loop().time()


class MonthStore(SqliteStore):
    """The real file; a commit and the word that it is done take a moment each, and a kill may fall between."""

    dead = False
    chance: random.Random

    def _connect(self) -> Any:
        link = super()._connect()
        link.execute("PRAGMA synchronous = OFF")  # a killed process loses nothing that the system has
        return link

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.call_later(self.chance.uniform(0, 0.2), self._commit_later, loop)

    def _commit_later(self, loop: asyncio.AbstractEventLoop) -> None:
        if self.dead:
            return
        batch, self._gathered = self._gathered, []
        self._commit(batch)
        loop.call_later(self.chance.uniform(0, 0.2), self._settle, loop, batch)

    def _settle(self, loop: asyncio.AbstractEventLoop, batch: Any) -> None:
        if not self.dead:
            super()._settle(loop, batch)

    def end(self) -> None:
        """Whatever happened, give the file back."""
        self.dead = self._closed = True
        self._batches.put(None)
        self._stop.set()
        for thread in self._threads:
            thread.join()
        self._reads.shutdown()
        self._reader.close()
        self._writer.close()


class Receiver:
    """Where notices arrive: each is noted, and takes a while."""

    def __init__(self, month: "Month") -> None:
        self._month = month
        self.sending = asyncio.Event()

    async def send(self, to: Subscription, notice: Any) -> None:
        """`notice` is the list of turns that it tells of."""
        told: list[Waiting] = notice
        self.sending.set()
        await asyncio.sleep(self._month.chance.uniform(0.1, 3))
        self._month.note("told", *(f"{to.guest} {one.code} {one.began!r} {wall()!r}" for one in told))
        await asyncio.sleep(self._month.chance.uniform(0, 1))


class Server:
    """One life of the server."""

    def __init__(self, month: "Month") -> None:
        self.alive = True
        self._tasks: set[asyncio.Task[Any]] = set()
        self.store = MonthStore(month.folder)
        self.store.chance = month.chance
        self.receiver = Receiver(month)
        self.registry = Registry(self.store, SimThinkers(month.chance), month.config)
        self.registry.catalogue._ready.update(game for game, _ in GAMES)
        self.run(self._start())

    async def _start(self) -> None:
        self.registry.start()
        kinds = {"sim": self.receiver}
        tells = sender.Sender(self.store, kinds, NOTICES, Metrics(), clock=wall)
        await tells.run()

    def run(self, work: Any) -> "asyncio.Task[Any]":
        """A task that ends with the server, and so do all that it starts."""
        token = HERE.set(self)
        try:
            return asyncio.get_running_loop().create_task(work)
        finally:
            HERE.reset(token)

    def adopt(self, task: "asyncio.Task[Any]") -> None:
        """Called for every task that this server starts."""
        if not self.alive:
            task.cancel()
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _stop_all(self) -> None:
        """A dead process has neither tasks nor timers."""
        for task in list(self._tasks):
            task.cancel()
        clock: Any = asyncio.get_running_loop()
        for timer in list(clock._scheduled):
            if timer._context.get(HERE) is self:
                timer.cancel()

    async def kill(self) -> None:
        """Like `kill -9`."""
        self.alive, self.store.dead = False, True
        self._stop_all()
        await asyncio.sleep(1)
        self.store.end()
        gc.collect()  # nor does it keep memory


@dataclass
class Month:
    """Everything that one seed drives."""

    folder: Path
    tables: int
    kills: int
    days: int = 30
    seed: int = 0
    loud: bool = False
    waking: list[float] = field(default_factory=list)  # seconds of processor time
    growth: list[float] = field(default_factory=list)  # MB
    pending: dict[tuple[str, str], Move] = field(default_factory=dict)  # sent, and not answered
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Nobody has come."""
        self.chance = random.Random(f"{self.seed} month")
        self.config = Config(
            thinking=(0, 0.5),
            prewarm=False,
            limits=FAST,
            seed=self.seed,
            due_every=5 * MINUTE,
            notices=NOTICES,
        )
        self.people = max(4, self.tables * 2 // TABLES_EACH)
        self.server: Server | None = None
        self.moving = asyncio.Event()
        self._ids = 0
        self._notes = (self.folder / "notes.txt").open("w")
        self._base = 0.0

    def note(self, kind: str, *lines: str) -> None:
        """Write down outside the server's memory what must be true at the end."""
        self.counts[kind] += len(lines)
        self._notes.writelines(f"{kind} {line}\n" for line in lines)

    # ---- the story -----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """The whole month."""
        for game, _ in GAMES:
            try_out(game)  # an idle server has the rules of all games in memory
        search_rarely()
        self._base = memory()
        self.server = Server(self)
        await self._subscribe()
        made = asyncio.create_task(self._make_tables())
        killer = asyncio.create_task(self._kill_often())
        for day in range(self.days):
            await self._day(day)
            self.growth.append(memory() - self._base)
            if self.loud:
                sys.stderr.write(f"day {day + 1}: {dict(self.counts)}, {self.growth[-1]:.0f} MB more\n")
        await made
        await killer
        while self.pending:  # the last answers that were lost are asked for again
            for guest, _ in list(self.pending):
                await self._visit(guest)
        await asyncio.sleep(2 * HOUR)
        if self.server is not None:
            await self.server.kill()
        self._notes.close()

    async def _subscribe(self) -> None:
        assert self.server is not None
        for number in range(self.people):
            new = Subscription(
                f"s{number}", f"p{number}", "sim", "", "{}", "en", b"%d" % number, f"x{number}", 0.0
            )
            await self.server.run(self.server.store.add_guest(new.guest, new.token))
            await self.server.run(self.server.store.subscribe(new))

    async def _make_tables(self) -> None:
        """Tables are made all the time in the first part of the month."""
        for number in range(self.tables):
            await asyncio.sleep(self.days * DAY * ARRIVING / self.tables)
            while not await self._answered(self._make_table(number)):
                await asyncio.sleep(10 * MINUTE)

    async def _make_table(self, number: int) -> None:
        assert self.server is not None
        game, players = GAMES[number % len(GAMES)]
        chance = random.Random(f"{self.seed} table {number}")
        guests = [f"p{k}" for k in chance.sample(range(self.people), players)]
        seats = [journal.Seat(kind="person", name=guest, guest=guest) for guest in guests]
        pace = Pace(days=chance.choice((1, 3, 7, 14)), late=chance.choice(LATE))
        wish = MakeTable(game=game, players=players, pace=pace)
        table = await self.server.registry.make(wish, guests[0], seats)
        await carry_out(table, guests[0], Start())
        self.counts["tables"] += 1

    async def _answered(self, work: Any) -> bool:
        """Ask the server; False: it is away, or died over it."""
        server = self.server
        if server is None:
            work.close()
            return False
        task = server.run(work)
        await asyncio.wait({task})
        if task.cancelled() or not server.alive:
            return False
        task.result()
        return True

    async def _day(self, day: int) -> None:
        """People come once or twice, some not at all; at night hardly anybody."""
        chance = random.Random(f"{self.seed} day {day}")
        begins = day * DAY
        visits = [
            (begins + min(DAY - 1, max(0.0, chance.gauss(15, 4) * HOUR)), person)
            for person in range(self.people)
            for _ in range(chance.choices((0, 1, 2), (83, 14, 3))[0])
        ]
        clock = asyncio.get_running_loop().time
        for at, person in sorted(visits):
            await asyncio.sleep(max(0.0, at - clock()))
            await self._visit(f"p{person}")
        await asyncio.sleep(max(0.0, begins + DAY - clock()))

    async def _visit(self, guest: str) -> None:
        """Come; if the server dies over it, or is away, once more later."""
        for _ in range(20):
            if await self._answered(self._play(guest)):
                return
            self.counts["came in vain"] += 1
            await asyncio.sleep(5 * MINUTE)

    async def _play(self, guest: str) -> None:
        """Answer everything that waits for a person."""
        assert self.server is not None
        registry, store = self.server.registry, self.server.store
        waiting = [code for who, code in self.pending if who == guest]
        for code in dict.fromkeys([*waiting, *await store.waiting_for(guest)]):
            asleep = code not in registry._awake
            began = REAL_CPU()
            table = await registry.table(code)
            if asleep:
                self.waking.append(REAL_CPU() - began)
            line = Connection(guest)
            await table.ask(table.presence.join(line, 0))
            self.note("visit", f"{guest} {code} {wall()!r}")
            await self._moves(table, guest)
            await table.ask(table.presence.leave(line))

    async def _moves(self, table: Any, guest: str) -> None:
        """The move whose answer was lost, then as many as it is this person's turn."""
        state, mine = table.state, table.state.seats_of(guest)
        for _ in range(60):
            key = guest, table.code
            move = self.pending.get(key)
            if move is None:
                match = state.match
                if match is None or match.over or match.turn not in mine or state.by_bot(match.turn):
                    return
                self._ids += 1
                action = random.Random(f"{self.seed} {self._ids}").choice(match.legal)
                move = Move(id=f"m{self._ids}", v_seen=state.v, seat=match.turn, action=action)
                self.pending[key] = move
                self.moving.set()
            answer = await carry_out(table, guest, move)
            self.pending.pop(key, None)
            if isinstance(answer, Ack):
                self.note("acked", f"{table.code} {answer.v} {move.id}")
            elif answer.code == "store":
                return
            else:
                self.note("refused", f"{table.code} {move.id}")

    # ---- trouble -------------------------------------------------------------------------------------------------

    async def _kill_often(self) -> None:
        """Kill the server at odd times: any, while a notice is on its way, or while a move is."""
        for number in range(self.kills):
            await asyncio.sleep(self.days * DAY / self.kills * self.chance.uniform(0.7, 1.2))
            server = self.server
            assert server is not None
            await self._bad_moment(server, number % 3)
            self.server = None
            self.note("killed", repr(wall()))
            await server.kill()
            await asyncio.sleep(self.chance.uniform(1, 30) * MINUTE)
            self.server = Server(self)

    async def _bad_moment(self, server: Server, kind: int) -> None:
        """Wait for one, but no longer than some hours."""
        event = (None, server.receiver.sending, self.moving)[kind]
        if event is not None:
            event.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(12 * HOUR):
                    await event.wait()
                await asyncio.sleep(self.chance.uniform(0, 0.4 if kind == 2 else 4))


def memory() -> float:
    """What this process has in memory, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


class _Twice(logging.Handler):
    """Writes down what the server says of notices that may arrive twice."""

    def __init__(self, month: Month) -> None:
        super().__init__()
        self._month = month

    def emit(self, record: logging.LogRecord) -> None:
        if "may arrive twice" in record.getMessage():
            tables: list[str] = record.__dict__["tables"]
            self._month.note("twice", *(f"{code} {wall()!r}" for code in tables))


@contextmanager
def _nothing_real(month: Month) -> Iterator[None]:
    """The month's clock instead of the machine's, and secrets that the seed knows."""
    random.seed(month.seed)
    twice, log = _Twice(month), logging.getLogger("hatbox")
    log.addHandler(twice)
    log.propagate = False
    with (
        mock.patch.object(codes, "secrets", _Secrets(month.seed)),
        mock.patch.object(sender, "notice_of", lambda waiting, language: list(waiting)),
        mock.patch.object(time, "time", wall),
    ):
        try:
            yield
        finally:
            log.removeHandler(twice)
            log.propagate = True


def simulate(tables: int, kills: int, days: int = 30, seed: int = 0, loud: bool = False) -> Report:
    """A month; what it showed."""
    folder = Path(tempfile.mkdtemp(prefix="hatbox-month-"))
    try:
        month = Month(folder, tables, kills, days, seed, loud)
        with _nothing_real(month):
            _, unheard = loop.run(month.run())
        report = checked_file(folder, GATHER + EVERY + 2 * HOUR)
        report.faults += unheard
        report.kills = month.counts["killed"]
        report.waking, report.growth = sorted(month.waking), month.growth
        report.judge()
        return report
    finally:
        shutil.rmtree(folder)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    began, cpu = time.perf_counter(), time.process_time()
    report = simulate(given.tables, given.kills, given.days, given.seed, loud=True)
    sys.stdout.write(report.text() + "\n")
    sys.stdout.write(
        f"took {time.perf_counter() - began:.0f} s, {time.process_time() - cpu:.0f} s of processor time\n"
    )
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
