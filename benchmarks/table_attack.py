"""What one greedy visitor costs the others: `python -m benchmarks.table_attack`.

A real server with one bot process. Ada plays against a bot, first alone; then beside a guest of another address who has
40 tables with bots and asks for 20 hints a second, each in a new position that waits for that guest. Printed: how long
Ada's bot takes to answer, how often it moved at random, and how the hints were answered. At last 1,100 others connect
and send half a request each, and Ada asks for something.
"""

import asyncio
import contextlib
import random
import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar

GAME, LEVEL = "connect_four", "5"
ANSWERS = 40  # of Ada's bot, each time
TABLES, HINTS = 40, 20  # of the other guest; hints a second
HALF_REQUESTS, FILES = 1100, 1024  # connections; files that the server may have open
ME, BOT = {"kind": "me"}, {"kind": "bot", "level": LEVEL}


class Visitor:
    """A guest at an address of its own."""

    def __init__(self, server: str, address: str) -> None:
        """Nothing is asked yet."""
        self.server, self.codes, self.answers = server, list[str](), Counter[int]()
        headers = {"X-Forwarded-For": address}
        self.session = ClientSession(cookie_jar=CookieJar(unsafe=True), headers=headers)

    async def post(self, path: str, **body: Any) -> Any:
        """A request; a refusal is no error here."""
        async with self.session.post(f"{self.server}/api/{path}", json=body) as answer:
            data = await answer.read()
            self.answers[answer.status] += 1
            return msgspec.json.decode(data) if data and answer.status < 400 else None

    async def table(self, other: dict[str, str] = BOT) -> str:
        """A new table, usually against a bot."""
        made = await self.post("tables", game=GAME, players=2, seats=[ME, other], start=True, hints=True)
        assert made is not None, "no table"
        self.codes.append(str(made["code"]))
        return self.codes[-1]

    @contextlib.asynccontextmanager
    async def at(self, code: str) -> AsyncIterator[ClientWebSocketResponse]:
        """A socket at a table."""
        async with self.session.ws_connect(f"{self.server}/api/tables/{code}/socket") as ws:
            await ws.send_str('{"t":"hello","last_v":0}')
            yield ws


async def play(visitor: Visitor, dice: random.Random, times: list[float], randoms: list[bool]) -> None:
    """One game at random; notes how long the bot took for each answer, and whether it was chosen at random."""
    async with visitor.at(await visitor.table()) as ws:
        moved = 0.0
        async for message in ws:
            frame = msgspec.json.decode(message.data)
            now = frame.get("now")
            if frame["t"] == "move" and frame["seat"] == 1 and moved:
                times.append(time.perf_counter() - moved)
                randoms.append(frame["at_random"])
            if now and now["over"]:
                return
            choices = [one["action"] for one in now["legal"].get("0", [])] if now else []
            if choices:
                moved = time.perf_counter()
                act = {"t": "act", "id": f"m{frame['v']}", "v_seen": frame["v"], "seat": 0}
                await ws.send_str(msgspec.json.encode(act | {"action": dice.choice(choices)}).decode())


async def measured(ada: Visitor, name: str) -> float:
    """The median time of an answer."""
    times: list[float] = []
    randoms: list[bool] = []
    dice = random.Random(1)
    while len(times) < ANSWERS:
        await play(ada, dice, times, randoms)
    times.sort()
    slow = times[int(0.95 * len(times))]
    print(
        f"{name}: {len(times)} answers, median {statistics.median(times):.2f} s, 95 % {slow:.2f} s, "
        f"slowest {times[-1]:.2f} s, {sum(randoms)} at random"
    )
    return statistics.median(times)


async def ask_for_hints(eve: Visitor, dice: random.Random) -> None:
    """One in every position of a game against oneself, a second each, without waiting for the answers."""
    code = await eve.table(ME)
    async with asyncio.TaskGroup() as asking, eve.at(code) as ws:
        async for message in ws:
            frame = msgspec.json.decode(message.data)
            now = frame.get("now")
            if not now or now["over"]:
                continue
            for seat, moves in now["legal"].items():
                asking.create_task(eve.post(f"tables/{code}/hint", seat=int(seat)))
                await asyncio.sleep(1)
                act = {"t": "act", "id": f"m{frame['v']}", "v_seen": frame["v"], "seat": int(seat)}
                await ws.send_str(
                    msgspec.json.encode(act | {"action": dice.choice(moves)["action"]}).decode()
                )


async def keep_playing(eve: Visitor, number: int) -> None:
    """One table after another, for ever."""
    while True:
        with contextlib.suppress(AssertionError):
            await play(eve, random.Random(number), [], [])
        await asyncio.sleep(1)


async def half_requests(ada: Visitor) -> None:
    """Beside many who never finish their request: how long the next one takes."""
    host, port = ada.server.removeprefix("http://").split(":")
    lines = []
    for _ in range(HALF_REQUESTS):
        lines.append((await asyncio.open_connection(host, int(port)))[1])
        lines[-1].write(b"GET / HTTP/1.1\r\n")
    started = time.perf_counter()
    async with ada.session.get(f"{ada.server}/api/games") as answer:
        await answer.read()
    print(
        f"beside {HALF_REQUESTS} half requests: status {answer.status} after {time.perf_counter() - started:.2f} s"
    )
    for line in lines:
        line.transport.abort()


def few_files() -> None:
    """For the server alone."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))


@contextlib.asynccontextmanager
async def serving() -> AsyncIterator[str]:
    """`hatbox serve` as people start it, behind a proxy that says who asks."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "hatbox.cli.main",
            "serve",
            "--port",
            "0",
            "--data",
            str(Path(folder) / "data"),
        ]
        process = await asyncio.create_subprocess_exec(
            *command, "--trusted-proxy", "127.0.0.1", stdout=asyncio.subprocess.PIPE, preexec_fn=few_files
        )
        assert process.stdout is not None
        while b"http" not in (line := await process.stdout.readline()):
            assert line, "the server has ended"
        try:
            yield line.decode().split()[-1]
        finally:
            process.terminate()
            await process.wait()


async def main() -> None:
    """Alone, then beside the greedy guest."""
    async with serving() as server:
        ada, eve = Visitor(server, "203.0.113.1"), Visitor(server, "203.0.113.2")
        await measured(ada, "warm-up")
        alone = await measured(ada, "alone")
        await eve.table()  # so that all that follows is the same guest's
        greedy = [asyncio.create_task(keep_playing(eve, number)) for number in range(TABLES)]
        while len(eve.codes) < TABLES:
            await asyncio.sleep(0.1)
        eve.answers.clear()
        greedy += [asyncio.create_task(ask_for_hints(eve, random.Random(n))) for n in range(HINTS)]
        beside = await measured(ada, f"beside {TABLES} tables and {HINTS} hints/s")
        for task in greedy:
            task.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)
        print(
            f"{beside / alone:.2f} times as long; the other guest's requests by status: {dict(eve.answers)}"
        )
        await half_requests(ada)
        await ada.session.close()
        await eve.session.close()


if __name__ == "__main__":
    asyncio.run(main())
