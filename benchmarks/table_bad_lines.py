"""Bad lines beside good ones: `python -m benchmarks.table_bad_lines [--tables 8] [--rate 400] [--rounds 5]`.

The same paced load in turns: alone, and with black-holed, slow and flapping spectators at every table. The figure is
the p99 of the good ones in both, medians of the rounds, since one slow write to the disk decides a p99 of some seconds;
how often the bad ones were cut or welcomed anew shows that they were bad indeed.
"""

import argparse
import asyncio
import json
import re
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import uvloop
from aiohttp import ClientSession

from benchmarks.table_load import Load, free_port, set_up

SMALL = 4096  # bytes that a bad line's machine takes before it says stop
PONG = 12.0  # seconds until somebody who hears nothing tries again
HELLO = b'{"t":"hello","last_v":0}'
UPGRADE = (
    "GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: aGF0Ym94IGlzIGFza2luZw==\r\n\r\n"
)


class BadLines:
    """Spectators whose lines are bad, until told to stop."""

    def __init__(self, address: str) -> None:
        """Nobody is there yet."""
        self._host = urlsplit(address).netloc
        self.seen: Counter[str] = Counter()
        self._tasks: list[asyncio.Task[None]] = []

    def come(self, code: str) -> None:
        """Two of each kind at one table."""
        for kind in (self._black_hole, self._slow, self._flapping) * 2:
            self._tasks.append(asyncio.create_task(kind(code)))

    async def leave(self) -> None:
        """Everybody goes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, code: str) -> socket.socket:
        """A line to a table, with a hello sent and nothing read."""
        loop = asyncio.get_running_loop()
        line = socket.socket()
        line.setblocking(False)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        host, port = self._host.split(":")
        await loop.sock_connect(line, (host, int(port)))
        await loop.sock_sendall(line, UPGRADE.format(code=code, host=self._host).encode())
        await loop.sock_sendall(line, bytes((0x81, 0x80 | len(HELLO), 0, 0, 0, 0)) + HELLO)
        return line

    async def _black_hole(self, code: str) -> None:
        """Never reads, nor hears that it was cut; comes back when its pongs have failed to come for long."""
        while True:
            with await self._connected(code):
                await asyncio.sleep(PONG)
            self.seen["black holes"] += 1

    async def _slow(self, code: str) -> None:
        """Reads a few bytes now and then: less than the table tells."""
        loop = asyncio.get_running_loop()
        while True:
            with await self._connected(code) as line:
                while data := await _read(loop, line):
                    self.seen["welcomes on slow lines"] += data.count(b'"t":"welcome"')
                    await asyncio.sleep(0.1)
            self.seen["slow lines cut"] += 1

    async def _flapping(self, code: str) -> None:
        """Comes, hears a little, and is gone without a word."""
        loop = asyncio.get_running_loop()
        while True:
            with await self._connected(code) as line:
                await _read(loop, line)
                await asyncio.sleep(0.2)
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            self.seen["flaps"] += 1


async def _read(loop: asyncio.AbstractEventLoop, line: socket.socket) -> bytes:
    """Some bytes; none when the line is cut."""
    try:
        return await loop.sock_recv(line, 512)
    except OSError:
        return b""


async def paced(load: Load, rate: int, seconds: float) -> tuple[float, float]:
    """Median and p99 in milliseconds."""
    await load.paced(rate, seconds)
    await asyncio.sleep(0.5)
    waits = sorted(load.latencies)
    return waits[len(waits) // 2] * 1000, waits[int(len(waits) * 0.99)] * 1000


async def measured(address: str, args: argparse.Namespace) -> dict[str, Any]:
    """Alone and with bad lines, in turns."""
    load, seen = Load(), Counter[str]()
    players = await set_up(address, "count_up", args.tables, load)
    alone, among = [], []
    for _ in range(args.rounds):
        alone.append(await paced(load, args.rate, args.seconds))
        bad = BadLines(address)
        for code in {player.code for player in players}:
            bad.come(code)
        await paced(load, args.rate, args.seconds)  # until the bad lines are full
        among.append(await paced(load, args.rate, args.seconds))
        await bad.leave()
        seen += bad.seen
    async with ClientSession() as session, session.get(f"{address}/metrics") as answer:
        counts = dict(re.findall(r"hatbox_(resyncs|cuts)_total (\d+)", await answer.text()))
    return {
        "tables": args.tables,
        "moves_per_second": args.rate,
        **told("alone", alone),
        **told("with_bad_lines", among),
        "cut_by_the_server": int(counts.get("cuts", 0)),
        "welcomed_anew": int(counts.get("resyncs", 0)),
        **seen,
    }


def told(name: str, rounds: list[tuple[float, float]]) -> dict[str, Any]:
    """The medians of both figures, and every p99."""
    middle = [round(median(values), 2) for values in zip(*rounds, strict=True)]
    return {f"{name}_p50_p99_ms": middle, f"{name}_p99s": [round(p99, 1) for _, p99 in rounds]}


def main() -> None:
    """Run both phases against a server of our own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--rate", type=int, default=400, help="moves per second in all")
    parser.add_argument("--seconds", type=float, default=8.0, help="per phase")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "benchmarks.table_server", str(port), folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE)
        try:
            assert server.stdout is not None and server.stdout.readline() == b"open\n"
            print(json.dumps(uvloop.run(measured(f"http://127.0.0.1:{port}", args))))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
