"""One owner that runs its jobs in the order they came, so that nothing needs a lock.

A job is a coroutine that awaits nothing but a `Pending`, such as a write to the store. It starts at once when
nothing else is running and is resumed by what it awaits, so it costs neither a task nor a turn of the event
loop. That is what makes moves cheap.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Generic, TypeVar, cast

from hatbox.table.wire.problems import Conflict, Refused

LOG = logging.getLogger("hatbox.table")
T = TypeVar("T")
Job = Coroutine[Any, Any, T]
Finished = Callable[[Any, Exception | None], None]  # takes a job's result, or its error; never raises


class Pending(Generic[T]):
    """A result that does not exist yet; one job may await it."""

    __slots__ = ("_error", "_result", "_resume", "_settled")

    def __init__(self) -> None:
        """Start without a result and without a waiting job."""
        self._settled = False
        self._result: T | None = None
        self._error: Exception | None = None
        self._resume: Callable[[], None] | None = None

    def settle(self, result: T | None, error: Exception | None) -> None:
        """Set the result and resume the job that waits for it."""
        self._settled, self._result, self._error = True, result, error
        if self._resume is not None:
            self._resume()

    def written(self, error: Exception | None) -> None:
        """Report that a write to the store has ended."""
        self._settled, self._error = True, error
        if self._resume is not None:
            self._resume()

    def then(self, resume: Callable[[], None]) -> None:
        """Set what to call once it is settled."""
        self._resume = resume

    def __await__(self) -> "Generator[Pending[T], None, T]":
        """Give itself to the mailbox, which resumes the job."""
        if not self._settled:
            yield self
        if self._error is not None:
            raise self._error
        return cast(T, self._result)


class Mailbox:
    """Runs jobs one after another; the only way to change what has an owner."""

    def __init__(self, name: str) -> None:
        """Start empty; the name is logged when a job fails."""
        self._name = name
        self._waiting: deque[tuple[Job[Any], Finished]] = deque()
        self._job: Job[Any] | None = None  # started and not finished
        self._finished: Finished | None = None  # called with its result
        self._running = False  # `_run` is active further up the stack

    @property
    def empty(self) -> bool:
        """Whether nothing is waiting or running."""
        return self._job is None and not self._waiting

    def put(self, job: Job[Any], finished: Finished) -> None:
        """Add a job; it starts now, or once all earlier ones are finished."""
        if self._job is not None or self._running:
            self._waiting.append((job, finished))
        else:
            self._job, self._finished = job, finished
            self._run()

    def refuse(self, error: Exception) -> None:
        """Refuse all waiting jobs."""
        while self._waiting:
            job, finished = self._waiting.popleft()
            job.close()
            finished(None, error)

    def _run(self) -> None:
        """Run until a job has to wait; a loop, so that quick jobs do not nest."""
        if self._running:
            return
        self._running = True
        try:
            while self._job is not None and self._step(self._job):
                if self._waiting:
                    self._job, self._finished = self._waiting.popleft()
        finally:
            self._running = False

    def _step(self, job: Job[Any]) -> bool:
        """Run a job until it waits or ends; return whether it ended."""
        result, problem = None, None
        try:
            pending = job.send(None)
        except StopIteration as end:
            result = end.value
        except Exception as error:
            problem = error
            if not isinstance(error, Refused):  # a bug of ours
                LOG.exception("%s failed", self._name)
        else:
            pending.then(self._run)
            return False
        finished, self._job, self._finished = self._finished, None, None
        assert finished is not None
        finished(result, problem)
        return True


class Owner:
    """An owner with a mailbox, until stopped."""

    def __init__(self, name: str) -> None:
        """Start with an empty mailbox."""
        self.stopped = False
        self._mail = Mailbox(name)
        self._clock = asyncio.get_running_loop().time
        self.last_used = self._clock()

    async def ask(self, job: Job[T]) -> T:
        """Run a job and wait for its result; cancelling the wait does not stop the job."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def finished(result: T, error: Exception | None) -> None:
            if done.done():
                return
            if error is None:
                done.set_result(result)
            else:
                done.set_exception(error)

        self.put(job, finished)
        return await done

    def post(self, job: Job[Any]) -> None:
        """Run a job whose result nobody waits for."""
        if self.stopped:
            job.close()
        else:
            self.put(job, _unheard)

    def put(self, job: Job[Any], finished: Finished) -> None:
        """Run a job and pass its result to a callback."""
        if self.stopped:
            job.close()
            raise Conflict("The table has just gone to sleep. Please try again.", "asleep")
        self.last_used = self._clock()
        self._mail.put(job, finished)

    async def stop(self) -> None:
        """Finish waiting jobs; accept no new ones."""
        last: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.stopped = True
        self._mail.put(_nothing(), lambda _result, _error: last.set_result(None))
        await last


async def _nothing() -> None:
    """The last job, after which there is none."""


def _unheard(result: object, error: Exception | None) -> None:
    """Ignore the result."""
