"""One visitor never takes all the bots: turns by address and guest, one search per position."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from hatbox.table.thinking.advice import Advice
from hatbox.table.thinking.fair_turns import ONE_FOR_OTHERS, Asker, FairTurns
from hatbox.table.thinking.process import Question
from tests.table.client import QUICK, Direct, serving, visitors

ME, BOT = {"kind": "me"}, {"kind": "bot", "level": "1"}


def order(askers: list[tuple[str, str, bool]]) -> list[int]:
    """The order in which these get the only place, which is taken when they arrive."""
    served: list[int] = []

    async def wait(turns: FairTurns, k: int) -> None:
        address, guest, urgent = askers[k]
        async with turns.turn(Asker(address, guest), urgent):
            served.append(k)

    async def run() -> None:
        turns = FairTurns(1)
        await turns.acquire(Asker("first", "first"))
        tasks = [asyncio.create_task(wait(turns, k)) for k in range(len(askers))]
        await asyncio.sleep(0)
        turns.release()
        await asyncio.gather(*tasks)
        await turns.acquire(Asker())  # the place is free again

    asyncio.run(run())
    return served


def test_addresses_take_turns() -> None:
    assert order([("eve", "e", True)] * 4 + [("ada", "a", True)] * 2) == [0, 4, 1, 5, 2, 3]


def test_guests_of_one_address_take_turns() -> None:
    assert order([("home", "mia", True)] * 3 + [("home", "ben", True)]) == [0, 3, 1, 2]


def test_many_guests_do_not_make_an_address_faster() -> None:
    eve = [("eve", f"guest {k}", True) for k in range(5)]
    assert order([*eve, ("ada", "a", True)])[1] == 5


def test_reviews_wait_for_live_tables_but_not_for_ever() -> None:
    served = order([("eve", "review", False), *[("ada", "a", True)] * (ONE_FOR_OTHERS + 5)])
    assert served.index(0) == ONE_FOR_OTHERS


def test_who_gives_up_leaves_no_gap() -> None:
    async def run() -> None:
        turns = FairTurns(1)
        await turns.acquire(Asker())
        waiting = [asyncio.create_task(turns.acquire(Asker("a", str(k)))) for k in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        turns.release()
        waiting[1].cancel()  # at the very moment when its turn came
        await asyncio.wait_for(waiting[2], 1)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(turns.acquire(Asker()), 0.01)
        turns.release()
        await asyncio.wait_for(turns.acquire(Asker()), 1)

    asyncio.run(run())


class Slow(Direct):
    """Thinks about a hint until it is told to continue."""

    def __init__(self) -> None:
        self.thoughts = 0
        self.go_on = asyncio.Event()

    async def advise(self, question: Question) -> Advice:
        self.thoughts += 1
        await self.go_on.wait()
        return await super().advise(question)


def test_a_position_is_thought_about_once(tmp_path: Path) -> None:
    async def story() -> None:
        slow = Slow()
        async with (
            serving(tmp_path, replace(QUICK, hint_ms=10), slow) as address,
            visitors(address, 1) as (ada,),
        ):
            code = await ada.make(seats=[ME, BOT], start=True)
            async with ada.at(code) as seat:
                await seat.until(lambda _: bool(seat.legal))
                asked = [
                    asyncio.create_task(ada.post(f"/api/tables/{code}/hint", seat=seat.now["turn"]))
                    for _ in range(20)
                ]
                while not slow.thoughts:
                    await asyncio.sleep(0)
                slow.go_on.set()
                answers = await asyncio.gather(*asked)
                assert slow.thoughts == 1 and all(answer == answers[0] for answer in answers)

    asyncio.run(story())
