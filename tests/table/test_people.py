"""Who is there: grace period, a bot that fills in, the way back; sleeping tables; bots that fail."""

import asyncio
import gc
import random
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import hatbox
from hatbox.match.match import Match
from hatbox.table.connections.connection import Connection
from hatbox.table.tables.table import OpenTable
from hatbox.table.thinking.advice import Advice
from hatbox.table.thinking.process import Question
from hatbox.table.thinking.workers import Workers, decide, question_of
from tests.table.client import QUICK, asleep, serving, visitors

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot"}
PATIENT = replace(QUICK, patience=0.2, budget_ms=0)


def test_a_bot_keeps_the_seat_warm_and_hands_it_back(tmp_path: Path) -> None:
    async def story() -> None:
        settings = replace(QUICK, grace=0.2, thinking=(0.05, 0.05))
        async with serving(tmp_path, settings) as address, visitors(address, 2) as (ada, ben):
            code = await ada.make(seats=[ME, OPEN])
            await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
            await ada.post(f"/api/tables/{code}/start")
            async with ada.at(code) as a:
                async with ben.at(code) as b:
                    await b.until(lambda _: b.now is not None)
                warm = await a.until(lambda f: f["t"] == "table" and f["table"]["seats"][1]["warm"])
                assert warm["table"]["seats"][1]["kind"] == "person"
                while not (a.now["legal"]):
                    await a.next()
                await a.play_moves(random.Random(1).choice, 2)
                await a.until(lambda f: f["t"] == "move" and f["seat"] == 1)
                async with ben.at(code) as b:
                    await b.until(lambda f: f["t"] == "presence" and f["seats"][1])
                    await a.until(lambda f: f["t"] == "table" and not f["table"]["seats"][1]["warm"])
                    await asyncio.gather(
                        a.play_through(random.Random(2).choice), b.play_through(random.Random(3).choice)
                    )

    asyncio.run(story())


@pytest.mark.parametrize("game", ["great_hall", "magic_hexagon"])
def test_bots_take_no_time_for_what_nobody_sees(tmp_path: Path, game: str) -> None:
    """GH-11, MH-60: the starter gives a card, or is asked about hypnosis, before a person's first decision."""

    async def story() -> None:
        settings = replace(QUICK, thinking=(3600, 3600))
        async with serving(tmp_path, settings) as address, visitors(address, 1) as (ada,):
            code = await ada.make(game=game, players=4, seats=[ME, BOT, BOT, BOT], start=True)
            async with ada.at(code) as seat:
                await seat.until(lambda _: seat.now is not None and bool(seat.now["legal"]))

    asyncio.run(story())


def test_tables_sleep_and_wake(tmp_path: Path) -> None:
    async def story() -> None:
        settings = replace(QUICK, sleep_after=0.6)
        async with serving(tmp_path, settings) as address, visitors(address, 1) as (ada,):
            code = await ada.make(seats=[ME, ME], start=True)
            async with ada.at(code) as seat:
                await seat.until(lambda _: seat.now is not None)
                await seat.play_moves(random.Random(1).choice, 7)
                now = seat.now
                await asyncio.sleep(1.0)
                assert (await ada.get("/healthz"))["tables"] == 1, "not while somebody is there"
            await asleep(ada)
            async with ada.at(code) as again:
                welcome = await again.until("welcome")
                assert welcome["now"] == now and [m["v"] for m in welcome["moves"]] == list(range(3, 10))
                await again.play_through(random.Random(2).choice)

    asyncio.run(story())


class Broken:
    """Bots that fail in a particular way."""

    def __init__(self, how: str) -> None:
        self.how = how

    async def choose(self, question: Question) -> int:
        if self.how == "fails":
            raise RuntimeError("no idea")
        if self.how == "sleeps":
            await asyncio.sleep(60)
        return 999

    async def advise(self, question: Question) -> Advice:
        raise RuntimeError("no idea")

    async def appraise(self, question: Question) -> list[list[list[float]]]:
        raise RuntimeError("no idea")

    async def close(self) -> None:
        pass


@pytest.mark.parametrize("how", ["fails", "cheats"])
def test_a_broken_bot_is_replaced_for_its_move(tmp_path: Path, how: str) -> None:
    async def story() -> None:
        async with serving(tmp_path, PATIENT, Broken(how)) as address, visitors(address, 1) as (ada,):
            code = await ada.make("connect_four", seats=[ME, BOT], start=True)
            async with ada.at(code) as seat:
                await seat.play_through(random.Random(1).choice)
                told = {frame["seat"]: frame["at_random"] for frame in seat.frames if frame["t"] == "move"}
                assert told == {0: False, 1: True}, "everybody is told"
            async with ada.at(code) as again:
                moves = (await again.until("welcome"))["moves"]
                assert {move["seat"]: move["at_random"] for move in moves} == told

    asyncio.run(story())


def question() -> Question:
    return question_of(hatbox.load("connect_four").match(1), "1", 100)


def test_a_slow_bot_is_replaced() -> None:
    action, chosen = asyncio.run(decide(Broken("sleeps"), question(), 0.01))
    assert action in range(7) and not chosen


@pytest.mark.parametrize("how", ["fails", "cheats"])
def test_a_failed_bot_is_an_error_for_the_operator(how: str, caplog: pytest.LogCaptureFixture) -> None:
    action, chosen = asyncio.run(decide(Broken(how), question(), 1.0))
    assert action in range(7) and not chosen
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert "bot 1 of connect_four" in caplog.text


def test_a_bot_gets_a_resampled_state() -> None:
    match = hatbox.load("hat_stairs").match(1)
    states = {question_of(match, "1", 100).states for _ in range(5)}
    assert len(states) == 5 and match.now.data not in states


def test_worker_processes_think_and_are_replaced_when_they_hang_or_die() -> None:
    async def story() -> None:
        workers = Workers(1)
        try:
            assert await workers.choose(question()) in range(7)
            wrong = msgspec.structs.replace(question(), game="chess")
            with pytest.raises(RuntimeError, match="chess"):
                await workers.choose(wrong)
            thinking = asyncio.create_task(workers.choose(question()))
            await asyncio.sleep(0)
            thinking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await thinking
            assert await workers.choose(question()) in range(7), "the worker is free again"
            worker = workers._idle[0]
            worker._process.kill()
            with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
                await workers.choose(question())
            assert await workers.choose(question()) in range(7), "a dead worker is replaced"
            assert worker not in workers._idle
            workers._longest = 0.0
            with pytest.raises(TimeoutError):
                await workers.choose(question())
            assert not workers._idle, "one that hangs is thrown away"
        finally:
            await workers.close()

    asyncio.run(story())


def of_tables() -> dict[int, object]:
    """Everything in memory that belongs to tables."""
    gc.collect()
    return {
        id(thing): thing for thing in gc.get_objects() if isinstance(thing, OpenTable | Match | Connection)
    }


def test_finished_tables_leave_nothing_in_memory(tmp_path: Path) -> None:
    async def story() -> None:
        settings = replace(QUICK, sleep_after=0.05)
        before = of_tables()  # what earlier tests have left
        async with serving(tmp_path, settings) as address, visitors(address, 1) as (ada,):
            for number in range(20):
                seats = [ME, BOT] if number % 2 else [ME, ME]
                code = await ada.make("connect_four", seats=seats, start=True)
                async with ada.at(code) as seat:
                    await seat.play_through(random.Random(number).choice)
            for _ in range(300):
                await asyncio.sleep(0.2)
                left = of_tables().keys() - before.keys()
                if not left:
                    return
            raise AssertionError(f"{len(left)} objects of finished tables are left")

    asyncio.run(story())
