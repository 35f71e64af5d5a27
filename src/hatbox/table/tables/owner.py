"""The owner of something: all that is done to it passes its mailbox, so that nothing needs a lock."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from hatbox.table.tables.mailbox import Done, Mailbox
from hatbox.table.wire.problems import Conflict, Refused

LOG = logging.getLogger("hatbox.table")
T = TypeVar("T")


class Owner:
    """Does one thing after another, until it is stopped."""

    def __init__(self, name: str) -> None:
        """Nothing waits."""
        self.stopped = False
        self._name = name
        self._mail = Mailbox()
        self._task: asyncio.Task[None] | None = None  # what takes longer now
        self._clock = asyncio.get_running_loop().time
        self.used()

    def used(self) -> None:
        """Somebody wanted something just now."""
        self.last_used = self._clock()

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Let the owner do something, and wait for its result."""
        self._must_be_awake()
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._mail.put(lambda free: self._begin(work, done, free))
        return await done

    def post(self, work: Callable[[], Awaitable[None]]) -> None:
        """Let the owner do something that nobody waits for."""
        if not self.stopped:
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            done.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._mail.put(lambda free: self._begin(work, done, free))

    def _must_be_awake(self) -> None:
        if self.stopped:
            raise Conflict("The table has just gone to sleep; please try again.", "asleep")

    def _begin(self, work: Callable[[], Awaitable[T]], done: "asyncio.Future[T]", free: Done) -> None:
        """Start something in a task; whoever stops waiting for it does not stop it."""
        self._task = asyncio.create_task(self._carry_out(work, done), name=self._name)
        self._task.add_done_callback(lambda _task: free())

    async def _carry_out(self, work: Callable[[], Awaitable[T]], done: "asyncio.Future[T]") -> None:
        """Do something and tell who waits for it."""
        self.used()
        try:
            result = await work()
            if not done.done():
                done.set_result(result)
        except Exception as error:
            if not isinstance(error, Refused):
                LOG.exception("%s failed", self._name)
            if not done.done():
                done.set_exception(error)

    async def stop(self) -> None:
        """Finish what waits; nothing new is begun."""
        self.stopped = True
        last: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._mail.put(lambda _free: last.set_result(None))
        await last
