"""One process of the table server: the real registry, tables and sessions on a simulated disk and connections."""

import asyncio
import contextlib
import random
from collections.abc import Callable
from typing import Any

from hatbox.table.commands.dispatch import carry_out
from hatbox.table.config import Config
from hatbox.table.connections.session import SocketSession
from hatbox.table.server.http.tables import MODULES
from hatbox.table.tables.registry import Registry
from hatbox.table.thinking.process import Question
from hatbox.table.wire.table import TableRequest
from tests.simulation.disk import Disk, SimStore
from tests.simulation.loop import HERE
from tests.simulation.network import Line

assert MODULES, "the handlers of all commands are known"


class SimThinkers:
    """Bots that choose at random, take their time, and sometimes fail."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    async def choose(self, question: Question) -> int:
        await asyncio.sleep(self._chance.uniform(0, 2))
        if self._chance.random() < 0.05:
            raise RuntimeError("no idea")
        return self._chance.choice(question.moves)

    async def advise(self, question: Question) -> Any:
        raise RuntimeError("no idea")

    async def appraise(self, question: Question) -> list[list[list[float]]]:
        raise RuntimeError("no idea")

    async def close(self) -> None:
        pass


class Process:
    """A process that can be killed."""

    def __init__(self, disk: Disk, chance: random.Random, config: Config, game: str) -> None:
        self.store = SimStore(disk)
        self.alive = True
        self._lines: list[Line] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self.registry = Registry(self.store, SimThinkers(chance), config)
        self.registry.catalogue._ready.add(game)
        self.store.listen(lambda _token: None, self.registry.forget_all)
        self.run(self._start())

    async def _start(self) -> None:
        self.registry.start()

    def run(self, work: Any) -> "asyncio.Task[Any]":
        """A task that ends with the process, as do all that it starts."""
        token = HERE.set(self)
        try:
            return asyncio.get_running_loop().create_task(work)
        finally:
            HERE.reset(token)

    def within(self, work: Callable[[], None]) -> None:
        """Something that happens to the process from outside, unless it is dead."""
        if self.alive:
            token = HERE.set(self)
            try:
                work()
            finally:
                HERE.reset(token)

    def adopt(self, task: "asyncio.Task[Any]") -> None:
        """Called for every task that this process starts."""
        if not self.alive:
            task.cancel()
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def connect(self, line: Line, code: str, guest: str | None) -> None:
        """A visitor's socket after its handshake."""
        session = SocketSession(line, line, self.registry, code, guest, guest or "nowhere")  # type: ignore[arg-type]
        line.take = lambda text: self.within(lambda: session.take(text))
        self._lines.append(line)
        self.run(self._visit(session))

    async def _visit(self, session: SocketSession) -> None:
        with contextlib.suppress(Exception):
            await session.run()

    async def owner(self, code: str) -> int | None:
        """The number of the process that owns a table; None: this one, from now on."""
        peer = await self.registry.elsewhere(code)
        return None if peer is None else int(peer.address)

    async def ask(self, code: str, guest: str, request: TableRequest) -> Any:
        """A request over HTTP."""
        return await carry_out(await self.registry.table(code), guest, request)

    def kill(self) -> None:
        """Like `kill -9`: nothing is finished, all connections break."""
        self.alive = False
        self.store.dead = True
        self.store.lose_lock()
        for line in self._lines:
            if not line.closed:
                line.break_off()
                line.closed = True
        for task in list(self._tasks):
            task.cancel()
