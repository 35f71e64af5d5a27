"""What a table remembers without storing it: the last lines of chat, and the last advice."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from hatbox.table.thinking.advice import Advice
from hatbox.table.wire.protocol import Said

LINES = 50  # of chat, for those who come back


class ChatLines:
    """The last lines that people wrote."""

    def __init__(self) -> None:
        """Nobody has said anything."""
        self._lines: deque[Said] = deque(maxlen=LINES)

    @property
    def last_at(self) -> int:
        """When the last line was written, in milliseconds; 0: there is none."""
        return self._lines[-1].at if self._lines else 0

    def add(self, line: Said) -> None:
        """Remember a line."""
        self._lines.append(line)

    def since(self, at: int, muted: Collection[int]) -> list[Said]:
        """The lines after that moment, without those of muted seats."""
        return [line for line in self._lines if line.at > at and line.seat not in muted]


class LastAdvice:
    """What was last thought of a position, so that hints and warnings always say the same there."""

    def __init__(self) -> None:
        """Nobody has asked."""
        self._position = ""
        self._advice: Advice | None = None
        self._under_way: dict[str, asyncio.Task[Advice]] = {}  # by position

    async def once(self, position: str, think: Callable[[], Coroutine[Any, Any, Advice]]) -> Advice:
        """Think about a position, once however many ask at the same time; who stops waiting stops nobody else."""
        if self._advice is not None and position == self._position:
            return self._advice
        return await asyncio.shield(self._task(position, think))

    def begin(self, position: str, think: Callable[[], Coroutine[Any, Any, Advice]]) -> None:
        """Think about a position before somebody waits for it."""
        if position != self._position:
            self._task(position, think)

    def _task(self, position: str, think: Callable[[], Coroutine[Any, Any, Advice]]) -> asyncio.Task[Advice]:
        """The one that thinks about a position."""
        task = self._under_way.get(position)
        if task is None:
            task = self._under_way[position] = asyncio.create_task(think(), name="advice")
            task.add_done_callback(lambda done: self._end(position, done))
        return task

    def _end(self, position: str, task: asyncio.Task[Advice]) -> None:
        """Remember what was thought, and forget what came before."""
        self._under_way.pop(position, None)
        if not task.cancelled() and task.exception() is None:
            self._position, self._advice = position, task.result()
