"""Load on the table: `python -m benchmarks.table_load [--game hat_stairs] [--tables 500] [--peer]`.

Every table has four people with a socket each. First a paced phase (moves per second in all, latency from sending a
move to seeing it), then everybody moves as fast as the server answers. Rates are per CPU-second of the server's
process, so a busy machine disturbs them little; latencies mean something only on an idle one.
"""

import argparse
import asyncio
import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from aiohttp import ClientSession
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

SEATS = 4
PEER = Path(__file__).parent / "peers" / "boardgame_io"
TICKS = os.sysconf("SC_CLK_TCK")


class Now(msgspec.Struct):
    """What a player needs of a position."""

    ply: int
    turn: int
    over: bool
    legal: dict[str, list[dict[str, Any]]]


class Frame(msgspec.Struct):
    """What a player needs of a frame."""

    t: str
    v: int = 0
    now: Now | None = None


decode = msgspec.json.Decoder(Frame).decode


class Load:
    """All tables, and what is counted."""

    def __init__(self) -> None:
        """Nothing has happened."""
        self.moves = 0
        self.flood = False
        self.waiting: deque[Player] = deque()  # whose turn it is, in the paced phase
        self.latencies: list[float] = []

    def turn_of(self, player: "Player") -> None:
        """A player may move now."""
        if self.flood:
            player.move()
        else:
            self.waiting.append(player)

    async def paced(self, rate: int, seconds: float) -> None:
        """So many moves per second in all."""
        self.latencies, begin, sent = [], time.perf_counter(), 0
        while (elapsed := time.perf_counter() - begin) < seconds:
            while sent < elapsed * rate and self.waiting:
                self.waiting.popleft().move()
                sent += 1
            await asyncio.sleep(0.001)

    def let_go(self) -> None:
        """From now on everybody moves at once."""
        self.flood = True
        while self.waiting:
            self.waiting.popleft().move()


class Player(WSListener):
    """One seat at one table."""

    def __init__(self, load: Load, code: str, seat: int) -> None:
        """Not connected yet."""
        self.load, self.code, self.seat, self.number = load, code, seat, 0
        self.sent = 0.0
        self.now: Now | None = None
        self.v = 0
        self.line: Any = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Say hello."""
        self.line = transport
        transport.send(WSMsgType.TEXT, b'{"t":"hello","last_v":0}')

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Look at a frame; move when it is my turn."""
        if frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code())
            return
        if frame.msg_type != WSMsgType.TEXT:
            return
        seen = decode(frame.get_payload_as_bytes())
        if seen.now is None:
            assert seen.t != "nack", frame.get_payload_as_ascii_text()
            return
        self.v, self.now = seen.v, seen.now
        if self.sent:
            self.load.latencies.append(time.perf_counter() - self.sent)
            self.sent = 0.0
            self.load.moves += 1
        if (seen.t != "table" and seen.now.legal) or (
            seen.t == "table" and self.number == 0 and seen.now.legal
        ):
            self.load.turn_of(self)

    def move(self) -> None:
        """Make the first legal move."""
        assert self.now is not None
        self.number += 1
        choices = self.now.legal[str(self.seat)]
        action = choices[self.number % len(choices)]["action"]
        self.sent = time.perf_counter()
        act = {"t": "act", "id": f"{self.number}", "v_seen": self.v, "seat": self.seat, "action": action}
        self.line.send(WSMsgType.TEXT, msgspec.json.encode(act))


async def set_up(address: str, game: str, tables: int, load: Load) -> list[Player]:
    """Tables with four people each; the same four sit everywhere."""
    async with ClientSession() as session:
        tokens = []
        for _ in range(SEATS):
            async with session.post(f"{address}/api/tokens", json={}) as answer:
                tokens.append((await answer.json())["secret"])
        heads = [{"Authorization": f"Bearer {token}"} for token in tokens]

        async def post(path: str, by: int, **body: Any) -> Any:
            async with session.post(f"{address}/api/tables{path}", json=body, headers=heads[by]) as answer:
                assert answer.status < 400, await answer.text()
                return await answer.json()

        async def one() -> list[Player]:
            made = await post("", 0, game=game, players=SEATS, seats=[{"kind": "me"}])
            code = made["code"]
            for seat in range(1, SEATS):
                await post(f"/{code}/sit", seat, seat=seat, name=f"P{seat}")
            players: list[Player] = []
            for seat in range(SEATS):
                url = f"ws{address[4:]}/api/tables/{code}/socket"
                player = Player(load, code, seat)
                await ws_connect(lambda player=player: player, url, extra_headers=heads[seat])
                players.append(player)
            await post(f"/{code}/start", 0)
            return players

        everybody: list[Player] = []
        for _ in range(tables):
            everybody += await one()
        while any(player.now is None for player in everybody):
            await asyncio.sleep(0.05)
        return everybody


def cpu_of(pid: int) -> float:
    """CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_of(pid: int) -> float:
    """Megabytes that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


async def measured(pid: int, address: str, args: argparse.Namespace) -> dict[str, Any]:
    """Both phases."""
    load = Load()
    await set_up(address, args.game, args.tables, load)
    await load.paced(args.rate, args.seconds)
    await asyncio.sleep(0.5)
    waits = sorted(load.latencies)
    paced = len(waits)
    load.moves, used, began = 0, cpu_of(pid), time.perf_counter()
    load.let_go()
    await asyncio.sleep(args.seconds)
    moves, used, took = load.moves, cpu_of(pid) - used, time.perf_counter() - began
    return {
        "game": args.game,
        "tables": args.tables,
        "moves_per_cpu_second": round(moves / used),
        "moves_per_second": round(moves / took),
        "paced_moves": paced,
        "paced_p50_ms": round(statistics.median(waits) * 1000, 2) if waits else None,
        "paced_p99_ms": round(waits[int(paced * 0.99)] * 1000, 2) if waits else None,
        "server_mb": round(memory_of(pid)),
    }


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ours(args: argparse.Namespace) -> dict[str, Any]:
    """Our server on SQLite, or on the database given."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        place = args.database or folder
        command = [sys.executable, "-m", "benchmarks.table_server", str(port), place, args.loop]
        server = subprocess.Popen(command, stdout=subprocess.PIPE)
        try:
            assert server.stdout is not None and server.stdout.readline() == b"open\n"
            found = uvloop.run(measured(server.pid, f"http://127.0.0.1:{port}", args))
            return {"server": "hatbox", "store": "PostgreSQL" if args.database else "SQLite", **found}
        finally:
            server.terminate()
            server.wait()


def peer(args: argparse.Namespace) -> dict[str, Any]:
    """boardgame.io's server and its own client library, both in node."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("package.json", "server.cjs", "load.cjs"):
            (Path(folder) / name).write_text((PEER / name).read_text())
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund"]
        subprocess.run(install, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        port, lobby = free_port(), free_port()
        server = subprocess.Popen(
            ["node", "server.cjs", str(port), str(lobby)], cwd=folder, stdout=subprocess.PIPE
        )
        try:
            assert server.stdout is not None and server.stdout.readline() == b"open\n"
            given = (port, lobby, server.pid, args.tables, args.rate, args.seconds)
            command = ["node", "load.cjs", *map(str, given)]
            done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
            found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
            return {"server": "boardgame.io", "store": "memory", **found}
        finally:
            server.terminate()
            server.wait()


def main() -> None:
    """Ours, and the peer's beside it if that is wanted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="count_up", help="count_up (trivial) or any game for four")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=int, default=1000, help="moves per second in the paced phase")
    parser.add_argument("--seconds", type=float, default=8.0, help="per phase")
    parser.add_argument("--database", default="", help="PostgreSQL instead of SQLite")
    parser.add_argument("--loop", default="uvloop", choices=("uvloop", "asyncio"), help="of the server")
    parser.add_argument("--peer", action="store_true", help="measure boardgame.io too")
    args = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(json.dumps(ours(args)))
    if args.peer:
        print(json.dumps(peer(args)))


if __name__ == "__main__":
    main()
