"""`kill -9` under load: no acknowledged move is missing, none is doubled, everybody goes on."""

import asyncio
import os
import random
import sqlite3
import time
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import ClientError

from hatbox.recording import MatchRecord, replay
from hatbox.table import log
from hatbox.table.setting import wake
from hatbox.table.sqlite_store import FILE
from tests.table.client import Client, Refusal, Seat
from tests.table.server import Server

KILLS = int(os.environ.get("HATBOX_KILLS", "10"))
PLAYERS = 6
LOST = (ConnectionError, ClientError, TimeoutError, Refusal)


class Player:
    """Plays both seats of one table after another, and comes back by itself."""

    def __init__(self, address: str, number: int) -> None:
        self.client = Client(address)
        self.choose = random.Random(number).choice
        self.acked: list[tuple[str, str, int, int]] = []  # table, id, version, action
        self.pending: dict[str, Any] | None = None
        self.code = ""
        self.last: Seat | None = None
        self.games = 0

    async def play(self, end: asyncio.Event) -> None:
        while not end.is_set() or self.pending:
            try:
                if not self.code:
                    self.code = await self.client.make(seats=[{"kind": "me"}] * 2, start=True)
                    self.last = None
                await self.sit(end)
            except LOST:
                await asyncio.sleep(0.05)

    async def sit(self, end: asyncio.Event) -> None:
        async with self.client.at(self.code, self.last.v if self.last else 0) as seat:
            if self.last:
                seat.v, seat.now, seat.table = self.last.v, self.last.now, self.last.table
            self.last = seat
            await seat.until("presence")  # now everything that was missed is here
            if seat.table["status"] == "waiting":  # killed while the rules were loaded: start again
                await self.client.post(f"/api/tables/{self.code}/start")
            while seat.now is None:
                await seat.next()
            while self.pending or not (end.is_set() or seat.now["over"]):
                if self.pending is None:
                    id = f"{self.code}{next(Seat.numbers)}"
                    action = self.choose(seat.legal)
                    self.pending = {
                        "t": "act",
                        "id": id,
                        "v_seen": seat.v,
                        "seat": seat.now["turn"],
                        "action": action,
                    }
                await self.settle(seat, self.pending)
            self.code = ""
            self.games += 1

    async def settle(self, seat: Seat, message: dict[str, Any]) -> None:
        await seat.send(**message)
        answer = await seat.answer(message["id"])
        assert answer["t"] == "ack", answer
        self.acked.append((self.code, message["id"], answer["v"], message["action"]))
        self.pending = None
        while seat.v < answer["v"]:
            await seat.next()


async def killing(folder: Path) -> tuple[list[Player], float]:
    server, end, slowest = Server(folder), asyncio.Event(), 0.0
    players = [Player(server.address, number) for number in range(PLAYERS)]
    tasks: list[asyncio.Task[None]] = []
    try:
        await server.start()
        tasks = [asyncio.create_task(player.play(end)) for player in players]
        for number in range(KILLS):
            slowest = max(slowest, await everybody_moves(players, tasks))
            await asyncio.sleep(random.Random(number).uniform(0, 0.25))
            await server.kill()
            await server.start()
        end.set()
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        for player in players:
            await player.client.close()
        assert await server.stop() == 0
    return players, slowest


async def everybody_moves(players: list[Player], tasks: list[asyncio.Task[None]]) -> float:
    """Wait until every player got one more move through; gives the seconds."""
    before, began = [len(player.acked) for player in players], time.monotonic()
    while any(len(player.acked) == count for player, count in zip(players, before, strict=True)):
        await asyncio.sleep(0.01)
        assert not any(task.done() for task in tasks), [task for task in tasks if task.done()]
        assert time.monotonic() - began < 60, "somebody does not come back"
    return time.monotonic() - began


def read_logs(folder: Path) -> dict[str, list[bytes]]:
    logs: dict[str, list[bytes]] = {}
    link = sqlite3.connect(folder / FILE)
    for code, version, entry in link.execute("SELECT code, version, entry FROM log ORDER BY code, version"):
        entries = logs.setdefault(code, [])
        entries.append(entry)
        assert version == len(entries), "a version is missing"
    for (data,) in link.execute("SELECT data FROM records"):
        assert replay(msgspec.json.decode(data, type=MatchRecord)).over
    link.close()
    return logs


def test_no_acknowledged_move_is_lost_or_doubled(tmp_path: Path) -> None:
    players, slowest = asyncio.run(killing(tmp_path))
    logs = read_logs(tmp_path)
    acked = [move for player in players for move in player.acked]
    assert len(acked) > KILLS * PLAYERS and sum(player.games for player in players) > 0
    for code, id, version, action in acked:
        entry = log.decode(logs[code][version - 1])
        assert isinstance(entry, log.Acted) and (entry.id, entry.action) == (id, action)
    ids = [e.id for entries in logs.values() for e in map(log.decode, entries) if isinstance(e, log.Acted)]
    assert len(ids) == len(set(ids)), "a move was applied twice"
    assert len(ids) == len(acked), "what was not acknowledged was sent again until it was"
    for code, entries in logs.items():
        wake(code, entries)
    print(f"{KILLS} kills, {len(acked)} moves, slowest return {slowest:.1f} s")  # noqa: T201
