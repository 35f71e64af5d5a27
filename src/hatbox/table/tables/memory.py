"""What a table remembers without storing it: the last lines of chat, and the last advice."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from hatbox.table.thinking.advice import Advice
from hatbox.table.wire.protocol import Said

LINES = 50  # of chat, for returning players


class ChatLines:
    """The last lines of chat."""

    def __init__(self) -> None:
        """Start without any."""
        self._lines: deque[Said] = deque(maxlen=LINES)

    @property
    def last_at(self) -> int:
        """When the last line was written, in milliseconds; 0: never."""
        return self._lines[-1].at if self._lines else 0

    def add(self, line: Said) -> None:
        """Remember a line."""
        self._lines.append(line)

    def since(self, at: int, muted: Collection[int]) -> list[Said]:
        """Return the lines after that moment, without those of muted seats."""
        return [line for line in self._lines if line.at > at and line.seat not in muted]


class LastAdvice:
    """The last advice for a position, so that hints and warnings agree with each other."""

    def __init__(self) -> None:
        """Start without any."""
        self._position = ""
        self._advice: Advice | None = None
        self._under_way: dict[str, asyncio.Task[Advice]] = {}  # by position

    async def once(self, position: str, think: Callable[[], Coroutine[Any, Any, Advice]]) -> Advice:
        """Compute advice for a position once for all who ask; one caller's cancellation stops no other."""
        if self._advice is not None and position == self._position:
            return self._advice
        return await asyncio.shield(self._task(position, think))

    def begin(self, position: str, think: Callable[[], Coroutine[Any, Any, Advice]]) -> None:
        """Start computing advice before a player waits for it."""
        if position != self._position:
            self._task(position, think)

    def _task(self, position: str, think: Callable[[], Coroutine[Any, Any, Advice]]) -> asyncio.Task[Advice]:
        """Return the task that computes advice for a position."""
        task = self._under_way.get(position)
        if task is None:
            task = self._under_way[position] = asyncio.create_task(think(), name="advice")
            task.add_done_callback(lambda done: self._end(position, done))
        return task

    def _end(self, position: str, task: asyncio.Task[Advice]) -> None:
        """Remember new advice, and forget the one before."""
        self._under_way.pop(position, None)
        if not task.cancelled() and task.exception() is None:
            self._position, self._advice = position, task.result()
