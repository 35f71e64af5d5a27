"""A player who reconnects by itself, and what the logs must show after everything that happened to the server."""

import asyncio
import random
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
from aiohttp import ClientError

from hatbox.match.recording import MatchRecord, replay
from hatbox.table.store.sqlite import FILE
from hatbox.table.tables import journal
from hatbox.table.tables.reading import wake
from tests.table.client import Client, Refusal, Seat

LOST = (ConnectionError, ClientError, TimeoutError, Refusal)
LOG = "SELECT code, version, entry FROM log ORDER BY code, version"


class Player:
    """Plays both seats of one table after another, and reconnects by itself."""

    def __init__(self, address: str, number: int) -> None:
        self.client = Client(address)
        self.choose = random.Random(number).choice
        self.acked: list[tuple[str, str, int, int]] = []  # table, id, version, action
        self.pending: dict[str, Any] | None = None
        self.code = ""
        self.last: Seat | None = None
        self.games = 0
        self.lost = 0  # how often the connection broke

    async def play(self, end: asyncio.Event) -> None:
        while not end.is_set() or self.pending:
            try:
                if not self.code:
                    self.code = await self.client.make(seats=[{"kind": "me"}] * 2, start=True)
                    self.last = None
                await self.sit(end)
            except LOST:
                self.lost += 1
                self.moved_on()
                await asyncio.sleep(0.05)

    def moved_on(self) -> None:
        """Hook for players with several servers to go to."""

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
                    self.pending = self.move(seat)
                await self.settle(seat, self.pending)
            if seat.now["over"]:
                self.code = ""
                self.games += 1

    def move(self, seat: Seat) -> dict[str, Any]:
        id = f"{self.code}{next(Seat.numbers)}"
        action = self.choose(seat.legal)
        return {"t": "act", "id": id, "v_seen": seat.v, "seat": seat.now["turn"], "action": action}

    async def settle(self, seat: Seat, message: dict[str, Any]) -> None:
        await seat.send(**message)
        answer = await seat.answer(message["id"])
        if answer["t"] == "nack" and answer["code"] == "store":
            raise ConnectionError("not saved: send it again")
        assert answer["t"] == "ack", answer
        self.acked.append((self.code, message["id"], answer["v"], message["action"]))
        self.pending = None
        while seat.v < answer["v"]:
            await seat.next()


async def everybody_moves(
    players: Sequence[Player], tasks: Sequence[asyncio.Task[None]], since: float | None = None
) -> list[float]:
    """Wait until every player got one more move through; returns the seconds that took, or since that moment."""
    waiting, began = {player: len(player.acked) for player in players}, time.monotonic()
    seconds: list[float] = []
    while waiting:
        await asyncio.sleep(0.01)
        now = time.monotonic()
        for player in [player for player, count in waiting.items() if len(player.acked) > count]:
            del waiting[player]
            seconds.append(now - (began if since is None else since))
        assert not any(task.done() for task in tasks), [task for task in tasks if task.done()]
        assert now - began < 120, "somebody does not come back"
    return seconds


def rows_of(place: Path | str) -> tuple[list[Any], list[Any]]:
    """All log entries and all records of a store."""
    if isinstance(place, str):
        return asyncio.run(_rows_of_database(place))
    link = sqlite3.connect(place / FILE)
    found = link.execute(LOG).fetchall(), link.execute("SELECT data FROM records").fetchall()
    link.close()
    return found


async def _rows_of_database(url: str) -> tuple[list[Any], list[Any]]:
    link = await asyncpg.connect(url, server_settings={"search_path": "hatbox"})
    found = await link.fetch(LOG), await link.fetch("SELECT data FROM records")
    await link.close()
    return found


def read_logs(place: Path | str) -> dict[str, list[bytes]]:
    """All logs, without gaps; every record replays."""
    logs: dict[str, list[bytes]] = {}
    entries, records = rows_of(place)
    for code, version, entry in entries:
        mine = logs.setdefault(code, [])
        mine.append(entry)
        assert version == len(mine), "a version is missing"
    for (data,) in records:
        assert replay(msgspec.json.decode(data, type=MatchRecord)).over
    return logs


def check_logs(place: Path | str, players: Sequence[Player]) -> int:
    """No acknowledged move is missing, none is duplicated, every log is one legal history; returns the moves."""
    logs = read_logs(place)
    acked = [move for player in players for move in player.acked]
    for code, id, version, action in acked:
        entry = journal.decode(logs[code][version - 1])
        assert isinstance(entry, journal.Acted) and (entry.id, entry.action) == (id, action)
    ids = [
        e.id
        for entries in logs.values()
        for e in map(journal.decode, entries)
        if isinstance(e, journal.Acted)
    ]
    assert len(ids) == len(set(ids)), "a move was applied twice"
    assert len(ids) == len(acked), "what was not acknowledged was sent again until it was"
    for code, entries in logs.items():
        wake(code, entries)
    return len(acked)
