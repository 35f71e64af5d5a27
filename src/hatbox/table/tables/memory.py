"""What a table remembers without storing it: the last lines of chat, and the last hint."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from hatbox.table.wire.protocol import Said
from hatbox.table.wire.requests import HintReply

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


class LastHint:
    """The last hint that was given, so that asking again in the same position gives the same."""

    def __init__(self) -> None:
        """No hint was given."""
        self._position = ""
        self._hint: HintReply | None = None
        self._under_way: dict[str, asyncio.Task[HintReply]] = {}  # by position

    async def once(self, position: str, think: Callable[[], Coroutine[Any, Any, HintReply]]) -> HintReply:
        """Think about a position, once however many ask at the same time; who stops waiting stops nobody else."""
        task = self._under_way.get(position)
        if task is None:
            task = self._under_way[position] = asyncio.create_task(think(), name="hint")
            task.add_done_callback(lambda _: self._under_way.pop(position, None))
        return await asyncio.shield(task)

    def at(self, position: str) -> HintReply | None:
        """The hint that was given in this position."""
        return self._hint if position == self._position else None

    def keep(self, position: str, hint: HintReply) -> HintReply:
        """Remember a hint, and forget the one before."""
        self._position, self._hint = position, hint
        return hint
