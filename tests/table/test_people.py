"""Who is there: grace, a bot that keeps the seat warm, the way back; slow lines; sleeping tables; bots that fail."""

import asyncio
import gc
import random
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import hatbox
from hatbox.match import Match
from hatbox.table.advice import Advice
from hatbox.table.bot_process import Question
from hatbox.table.bot_seats import Workers, decide, question_of
from hatbox.table.catalogue import compile_outside
from hatbox.table.fanout import Connection
from hatbox.table.live import LiveTable
from hatbox.table.socket import Visit
from tests.table.client import QUICK, Seat, serving, visitors

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
            for _ in range(100):
                await asyncio.sleep(0.05)
                if (await ada.get("/healthz"))["tables"] == 0:
                    break
            else:
                raise AssertionError("the table does not sleep")
            async with ada.at(code) as again:
                welcome = await again.until("welcome")
                assert welcome["now"] == now and [m["v"] for m in welcome["moves"]] == list(range(3, 10))
                await again.play_through(random.Random(2).choice)

    asyncio.run(story())


def test_a_full_queue_is_dropped_and_restarted() -> None:
    async def story() -> None:
        connection, sent = Connection(None, queue=3), []
        gate = asyncio.Event()

        async def send(frame: bytes) -> None:
            await gate.wait()
            sent.append(frame)
            if frame == b"last":
                connection.close()

        async def resync() -> None:
            connection.restart(b"welcome")
            connection.push(b"last")

        pump = asyncio.create_task(connection.pump(send, resync, 5))
        for number in range(10):
            connection.push(b"%d" % number)
            await asyncio.sleep(0)
        assert connection.lagging
        gate.set()
        await pump
        assert sent == [b"0", b"welcome", b"last"]

    asyncio.run(story())


def test_a_stuck_line_ends_by_itself() -> None:
    async def story() -> None:
        connection = Connection(None)
        connection.push(b"x")
        with pytest.raises(TimeoutError):
            await connection.pump(lambda _: asyncio.sleep(10), lambda: asyncio.sleep(0), 0.05)

    asyncio.run(story())


def test_a_slow_visitor_delays_nobody_and_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plies, pause = 80, 0.1
    send = Visit._send

    async def slowly(visit: Visit, frame: bytes) -> None:
        if visit._connection.guest is None:
            await asyncio.sleep(pause)
        await send(visit, frame)

    async def story() -> None:
        monkeypatch.setattr(Visit, "_send", slowly)
        compile_outside(["catch_the_hat"])
        async with serving(tmp_path, replace(QUICK, queue=4)) as address, visitors(address, 2) as (ada, eve):
            code = await ada.make("catch_the_hat", seats=[ME, ME], start=True)
            async with ada.at(code) as a, eve.at(code) as e:
                await a.play_through(random.Random(7).choice, plies)
                while e.v < a.v:
                    await e.next()
                kinds = [frame["t"] for frame in e.frames]
                assert kinds.count("welcome") >= 2 and kinds.count("move") < plies, (
                    "it was told to begin again"
                )
                assert e.now["ply"] == a.now["ply"] >= plies

    asyncio.run(story())


def watched(seat: Seat) -> bool:
    """Whether the seat was told of a spectator."""
    return any(frame["t"] == "presence" and frame["watching"] for frame in seat.frames)


def test_a_dead_line_is_cut_and_the_visitor_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = Visit._send
    dead = asyncio.Event()

    async def swallowed(visit: Visit, frame: bytes) -> None:
        if visit._connection.guest is None and dead.is_set():
            await asyncio.sleep(60)
        await send(visit, frame)

    async def story() -> None:
        monkeypatch.setattr(Visit, "_send", swallowed)
        async with (
            serving(tmp_path, replace(QUICK, send_limit=0.1)) as address,
            visitors(address, 2) as (ada, eve),
        ):
            code = await ada.make(seats=[ME, ME], start=True)
            async with ada.at(code) as a, eve.at(code) as e:
                for visit in (a, e):
                    while visit.now is None or not watched(visit):
                        await visit.next()
                dead.set()
                await a.play_moves(random.Random(7).choice, 1)
                with pytest.raises(ConnectionError):
                    await e.next()
                assert (await a.until("presence"))["watching"] == 0
                dead.clear()
                async with eve.at(code, e.v) as again:
                    assert (await again.next())["t"] == "move", "what it missed"

    asyncio.run(story())


class Broken:
    """Bots that fail in a way of their own."""

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

    async def close(self) -> None:
        pass


@pytest.mark.parametrize("how", ["fails", "cheats"])
def test_a_broken_bot_is_replaced_for_its_move(tmp_path: Path, how: str) -> None:
    async def story() -> None:
        async with serving(tmp_path, PATIENT, Broken(how)) as address, visitors(address, 1) as (ada,):
            code = await ada.make("connect_four", seats=[ME, BOT], start=True)
            async with ada.at(code) as seat:
                await seat.play_through(random.Random(1).choice)

    asyncio.run(story())


def question() -> Question:
    return question_of(hatbox.load("connect_four").match(1), "1", 100)


def test_a_slow_bot_is_replaced() -> None:
    action = asyncio.run(decide(Broken("sleeps"), question(), 0.01))
    assert action in range(7)


def test_a_bot_gets_a_resampled_state() -> None:
    match = hatbox.load("hat_stairs").match(1)
    states = {question_of(match, "1", 100).states for _ in range(5)}
    assert len(states) == 5 and match._bytes not in states


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
        id(thing): thing for thing in gc.get_objects() if isinstance(thing, LiveTable | Match | Connection)
    }


def test_finished_tables_leave_nothing_in_memory(tmp_path: Path) -> None:
    async def story() -> None:
        settings = replace(QUICK, sleep_after=0.05)
        before = of_tables()  # what the tests before have left
        async with serving(tmp_path, settings) as address, visitors(address, 1) as (ada,):
            for number in range(20):
                seats = [ME, BOT] if number % 2 else [ME, ME]
                code = await ada.make("connect_four", seats=seats, start=True)
                async with ada.at(code) as seat:
                    await seat.play_through(random.Random(number).choice)
            for _ in range(20):
                await asyncio.sleep(0.2)
                left = of_tables().keys() - before.keys()
                if not left:
                    return
            raise AssertionError(f"{len(left)} objects of finished tables are left")

    asyncio.run(story())
