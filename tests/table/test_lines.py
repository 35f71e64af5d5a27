"""Slow, stuck and flapping connections: nobody else waits, and the bad one starts again."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest

from hatbox.table.connections.connection import Connection
from hatbox.table.connections.websocket import SocketWriter
from hatbox.table.tables.registry import Registry
from tests.table.client import QUICK, Seat, serving, visitors

ME = {"kind": "me"}


class Pipe:
    """A connection that is open or stuck."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.open = asyncio.Event()

    def ready(self) -> bool:
        return self.open.is_set()

    def send(self, text: bytes, following: bytes = b"") -> None:
        self.sent += [text, following] if following else [text]

    async def drained(self) -> None:
        await self.open.wait()


async def nothing() -> None:
    pass


def test_a_full_queue_is_dropped_and_restarted() -> None:
    async def story() -> None:
        line = Pipe()
        connection = Connection(None, 3, line)

        async def resync() -> None:
            connection.restart(b"welcome")
            connection.push(b"last")
            connection.close()

        line.open.set()
        connection.push(b"0")
        line.open.clear()
        pump = asyncio.create_task(connection.pump(line, resync, 5))
        for number in range(1, 10):
            connection.push(b"%d" % number)
            await asyncio.sleep(0)
        assert connection.lagging
        line.open.set()
        await pump
        assert line.sent == [b"0", b"welcome", b"last"]

    asyncio.run(story())


def test_frames_keep_their_order_when_a_line_recovers() -> None:
    async def story() -> None:
        line = Pipe()
        connection = Connection(None, 64, line)
        pump = asyncio.create_task(connection.pump(line, nothing, 5))
        for number in range(60):
            if number % 7 == 0:
                (line.open.clear if line.open.is_set() else line.open.set)()
            connection.push(b"%d" % number)
            await asyncio.sleep(0)
        line.open.set()
        async with asyncio.timeout(60):
            while len(line.sent) < 60:
                await asyncio.sleep(0)
        connection.close()
        await pump
        assert line.sent == [b"%d" % number for number in range(60)]

    asyncio.run(story())


def test_a_stuck_line_ends_by_itself() -> None:
    async def story() -> None:
        line = Pipe()
        connection = Connection(None, 3, line)
        connection.push(b"x")
        with pytest.raises(TimeoutError):
            await connection.pump(line, nothing, 0.05)

    asyncio.run(story())


def test_a_slow_visitor_delays_nobody_and_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real sockets; the spectator's connection is stuck for most of the game."""
    plies, stuck = 40, asyncio.Event()
    is_ready, drained = SocketWriter.ready, SocketWriter.drained

    def ready(line: SocketWriter) -> bool:
        return is_ready(line) and not (stuck.is_set() and line.spectator)

    async def patient(line: SocketWriter) -> None:
        while stuck.is_set() and line.spectator:
            await asyncio.sleep(0.01)
        await drained(line)

    async def story() -> None:
        monkeypatch.setattr(SocketWriter, "ready", ready)
        monkeypatch.setattr(SocketWriter, "drained", patient)
        async with serving(tmp_path, replace(QUICK, queue=4)) as address, visitors(address, 2) as (ada, eve):
            code = await ada.make(players=4, seats=[ME] * 4, start=True)
            async with ada.at(code) as a, eve.at(code) as e:
                await e.until("presence")
                await a.play_through(random.Random(7).choice, 2)
                stuck.set()
                await a.play_through(random.Random(7).choice, plies)
                stuck.clear()
                while e.v < a.v:
                    await e.next()
                kinds = [frame["t"] for frame in e.frames]
                assert kinds.count("welcome") >= 2 and kinds.count("move") < plies, (
                    "it was told to begin again"
                )
                assert e.now["ply"] == a.now["ply"]

    asyncio.run(story())


def watched(seat: Seat) -> bool:
    """Whether the seat was notified of a spectator."""
    return any(frame["t"] == "presence" and frame["watching"] for frame in seat.frames)


def test_a_dead_line_is_cut_and_the_visitor_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = asyncio.Event()
    is_ready, drained = SocketWriter.ready, SocketWriter.drained

    async def swallowed(line: SocketWriter) -> None:
        if line.spectator and dead.is_set():
            await asyncio.sleep(60)
        await drained(line)

    async def story() -> None:
        stuck = lambda line: is_ready(line) and not (line.spectator and dead.is_set())  # noqa: E731
        monkeypatch.setattr(SocketWriter, "ready", stuck)
        monkeypatch.setattr(SocketWriter, "drained", swallowed)
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


def test_a_flapping_visitor_never_misses_a_version(tmp_path: Path) -> None:
    """A connection that breaks after every few frames still delivers the whole history, without a second welcome."""

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 2) as (ada, eve):
            code = await ada.make(players=4, seats=[ME] * 4, start=True)
            async with ada.at(code) as a:
                await a.until(lambda _: a.now is not None)
                async with eve.at(code) as e:
                    await e.until("presence")
                told = e
                for _ in range(12):
                    await a.play_moves(random.Random(3).choice, 2)
                    async with eve.at(code, told.v) as back:
                        back.v, back.now, back.table = told.v, told.now, told.table
                        while back.v < a.v:
                            before = back.v
                            frame = await back.next()
                            assert frame["t"] != "welcome" and back.v in (before, before + 1)
                        told = back
                assert (
                    told.now["views"] == {"-1": told.now["views"]["-1"]} and told.now["ply"] == a.now["ply"]
                )

    asyncio.run(story())


def test_a_table_that_falls_asleep_between_handshake_and_hello_lets_the_visitor_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        hubs: list[Registry] = []
        start = Registry.start

        def remembered(hub: Registry) -> None:
            hubs.append(hub)
            start(hub)

        monkeypatch.setattr(Registry, "start", remembered)
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            code = await ada.make(seats=[ME, ME], start=True)
            async with ada.at(code) as first:
                await first.until(lambda _: first.now is not None)
            async with ada.session.ws_connect(f"{address}/api/tables/{code}/socket") as ws:
                hubs[0].forget(await hubs[0].table(code))
                seat = Seat(ws)
                await seat.send(t="hello", last_v=0)
                await seat.until("welcome")
                await seat.until("presence")
                await seat.play_moves(random.Random(3).choice, 3)
                assert hubs[0].awake == 1

    asyncio.run(story())
