"""What the tests of help for a seat share: biased advice, a table for two, and how much help is left."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from hatbox.table.thinking.advice import Advice
from hatbox.table.thinking.process import Question
from hatbox.table.wire.types import NO_LIMIT, SOME_HINTS
from tests.table.client import Client, Direct, Seat, serving, visitors

GAME = "connect_four"
ME, OPEN, BOT = {"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "1"}
NONE, SOME, ALWAYS = ({"hints": hints, "warned": 0, "aid": False} for hints in (0, SOME_HINTS, NO_LIMIT))
Story = Callable[[Client, Client, Client], Awaitable[None]]


class Biased(Direct):
    """Praises the first moves or the last ones, and can be delayed or fail."""

    def __init__(self, backwards: bool = False) -> None:
        self.backwards, self.fails, self.asked = backwards, False, 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def advise(self, question: Question) -> Advice:
        self.asked += 1
        await self.may_answer.wait()
        if self.fails:
            raise RuntimeError("no idea")
        advice = await super().advise(question)
        return Advice(moves=advice.moves[:: -1 if self.backwards else 1], chances=advice.chances, margin=0.1)


def told(folder: Path, story: Story, brains: Direct | None = None) -> None:
    async def run() -> None:
        async with serving(folder, brains=brains) as address, visitors(address, 3) as (ada, ben, eve):
            await story(ada, ben, eve)

    asyncio.run(run())


async def table_for_two(ada: Client, ben: Client, help: Any = SOME, game: str = GAME, **more: Any) -> str:
    """Ada is the host; Ben, who starts, gets help from her."""
    code = await ada.make(game, seats=[OPEN, ME], **more)
    await ben.post(f"/api/tables/{code}/sit", seat=0, name="Ben")
    await ada.post(f"/api/tables/{code}/help", seat=0, help=help)
    return code


async def begun(ada: Client, code: str) -> str:
    await ada.post(f"/api/tables/{code}/start")
    while (await ada.get(f"/api/tables/{code}"))["status"] != "playing":
        await asyncio.sleep(0.01)
    return f"/api/tables/{code}"


async def my_turn(seat: Seat) -> None:
    """Read frames until I may act; the frame may have come already."""
    while not seat.legal:
        await seat.next()


async def both_move(one: Seat, other: Seat, number: int) -> None:
    """Play on both sides of the board, in two columns each, so that nobody wins for a while."""
    await one.play_moves(lambda legal: legal[number % 2], 1)
    await other.play_moves(lambda legal: legal[-1 - number % 2], 1)


def helps(table: Any) -> list[Any]:
    return [seat["help"] for seat in table["seats"]]


async def left(anybody: Client, path: str, seat: int = 0) -> tuple[int | None, int]:
    info = (await anybody.get(path))["seats"][seat]
    return info["hints_left"], info["hints_taken"]
