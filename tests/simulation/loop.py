"""An event loop whose clock is a number: waiting takes no time, and the same seed gives the same run."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
HERE: ContextVar[Any] = ContextVar("process", default=None)  # the simulated process whose code is running


class Stuck(Exception):
    """Nothing will ever happen again."""


class _NoSelector(selectors.SelectSelector):
    """Waits only for the clock."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stuck("every task waits for something that cannot come")
        self.now += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Threads run at once and in order, so that nothing depends on the machine."""

    def __init__(self) -> None:
        self._clock = _NoSelector()
        super().__init__(self._clock)
        self.set_task_factory(_named)  # type: ignore[arg-type]
        self.failures: list[str] = []
        self.set_exception_handler(self._note)

    def time(self) -> float:
        return self._clock.now

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> "asyncio.Future[T]":  # type: ignore[override]
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done

    def _note(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if "destroyed" not in context["message"]:  # what a killed process leaves behind
            self.failures.append(f"{context['message']}: {context.get('exception')!r}")


def _named(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T], **more: Any) -> "asyncio.Task[T]":
    task = asyncio.Task(work, loop=loop, **more)
    process = HERE.get()
    if process is not None:
        process.adopt(task)
    return task


def run(main: Coroutine[Any, Any, T]) -> tuple[T, list[str]]:
    """Run to the end; returns the result, and unhandled errors."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(main), loop.failures
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        asyncio.set_event_loop(None)
        loop.close()
