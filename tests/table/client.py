"""A visitor for tests: speaks the protocol, remembers what it was sent."""

import asyncio
import itertools
import random
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse, ClientWSTimeout, CookieJar, WSMsgType, web

from hatbox.table.config import Config, Limits
from hatbox.table.server.app import make_app
from hatbox.table.server.half_open import listen
from hatbox.table.thinking.advice import Advice, AdvisedMove
from hatbox.table.thinking.process import Question, appraise

Frame = dict[str, Any]
PATIENCE = 60.0  # seconds; on a cold machine a game may still be compiled
FAST = Limits(
    messages_per_second=1e6,
    messages_at_once=10**6,
    requests_per_second=1e6,
    requests_at_once=10**6,
    tables_per_hour=10**6,
    guests_per_hour=10**6,
    sockets_per_address=10**6,
)
SEED = 6_174_583_920_461  # long, so that tests can search for it where it must not be
QUICK = Config(thinking=(0, 0), countdown=0, prewarm=False, limits=FAST, seed=SEED)


class Direct:
    """Bots that think in the test's own process."""

    async def choose(self, question: Question) -> int:
        return random.Random(question.seed).choice(question.moves)

    async def advise(self, question: Question) -> Advice:
        chances = [1 / question.players] * question.players
        moves = [AdvisedMove(action=a, chance=0.5) for a in question.moves]
        return Advice(moves=moves, chances=chances, margin=0.1)

    async def appraise(self, question: Question) -> list[list[list[float]]]:
        return appraise(question)

    async def close(self) -> None:
        pass


class Refusal(Exception):
    """The server refused."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(f"{status} {code}: {sentence}")
        self.status, self.code, self.sentence = status, code, sentence


async def refused(call: Awaitable[Any]) -> tuple[int, str]:
    """The status and the code with which the server refused, after checking that it gave a sentence."""
    try:
        await call
    except Refusal as error:
        assert error.sentence
        return error.status, error.code
    raise AssertionError("not refused")


class Client:
    """One device with its cookie."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.session = ClientSession(cookie_jar=CookieJar(unsafe=True))

    async def close(self) -> None:
        await self.session.close()

    async def call(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        async with self.session.request(method, self.address + path, json=body, **more) as answer:
            data = await answer.read()
            value: Any = msgspec.json.decode(data) if data else None
            if answer.status >= 400:
                raise Refusal(answer.status, value["code"], value["sentence"])
            return value

    async def get(self, path: str) -> Any:
        return await self.call("GET", path)

    async def post(self, path: str, **body: Any) -> Any:
        return await self.call("POST", path, body)

    async def make(self, game: str = "hat_stairs", players: int = 2, **more: Any) -> str:
        answer = await self.post("/api/tables", game=game, players=players, **more)
        return str(answer["code"])

    @asynccontextmanager
    async def at(self, code: str, last_v: int = 0, watch: bool = False) -> AsyncIterator["Seat"]:
        path = f"{self.address}/api/tables/{code}/socket{'?watch=1' if watch else ''}"
        async with self.session.ws_connect(path, timeout=ClientWSTimeout(ws_close=1.0)) as ws:
            seat = Seat(ws)
            await seat.send(t="hello", last_v=last_v)
            yield seat


class Seat:
    """One open socket."""

    numbers = itertools.count(1)

    def __init__(self, ws: ClientWebSocketResponse) -> None:
        self.ws = ws
        self.v = 0
        self.now: Any = None
        self.table: Any = None
        self.frames: list[Frame] = []
        self.raw: list[str] = []

    async def send(self, **message: Any) -> None:
        await self.ws.send_str(msgspec.json.encode(message).decode())

    async def next(self) -> Frame:
        async with asyncio.timeout(PATIENCE):  # wait_for may swallow a cancellation
            message = await self.ws.receive()
        if message.type is not WSMsgType.TEXT:
            raise ConnectionError(f"closed with {self.ws.close_code}")
        self.raw.append(message.data)
        frame: Frame = msgspec.json.decode(message.data)
        self.take(frame)
        return frame

    def take(self, frame: Frame) -> None:
        self.frames.append(frame)
        if frame["t"] in ("welcome", "move", "undone", "table"):
            self.v = frame["v"]
            self.now = frame.get("now") or self.now
            self.table = frame.get("table") or self.table

    async def until(self, wanted: str | Callable[[Frame], bool]) -> Frame:
        while True:
            frame = await self.next()
            if frame["t"] == wanted if isinstance(wanted, str) else wanted(frame):
                return frame

    @property
    def mine(self) -> list[int]:
        return [seat["seat"] for seat in self.table["seats"] if seat["mine"]]

    @property
    def legal(self) -> list[int]:
        return [c["action"] for choices in self.now["legal"].values() for c in choices] if self.now else []

    async def act(self, action: int, seat: int | None = None, **more: Any) -> str:
        id = more.pop("id", f"a{next(self.numbers)}")
        chosen = self.now["turn"] if seat is None else seat
        await self.send(t="act", id=id, v_seen=more.pop("v_seen", self.v), seat=chosen, action=action)
        return str(id)

    async def answer(self, id: str) -> Frame:
        return await self.until(lambda frame: frame["t"] in ("ack", "nack") and frame["id"] == id)

    async def play_through(self, choose: Callable[[list[int]], int], most: int = 10**6) -> int:
        """Play my seats to the end of the game, or to this ply."""
        moves = 0
        while self.now is None:
            await self.next()
        while not self.now["over"] and self.now["ply"] < most:
            if self.legal:
                await self.play_moves(choose, 1)
                moves += 1
            else:
                await self.next()
        return moves

    async def play_moves(self, choose: Callable[[list[int]], int], count: int) -> None:
        """Make this many moves, waiting for my turn."""
        for _ in range(count):
            while not self.legal:
                await self.next()
                if self.now and self.now["over"]:
                    return
            answer = await self.answer(await self.act(choose(self.legal)))
            assert answer["t"] == "ack", answer
            while self.v < answer["v"]:
                await self.next()


@asynccontextmanager
async def serving(
    place: Path | str, settings: Config = QUICK, brains: Any = None, port: int = 0
) -> AsyncIterator[str]:
    """A server in this process; yields its address."""
    pages = Path("no_pages") if isinstance(place, str) else place / "no_pages"
    runner = web.AppRunner(make_app(place, settings, brains or Direct(), pages), shutdown_timeout=1)
    await runner.setup()
    server = await listen(runner, "127.0.0.1", port)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await runner.cleanup()


def free_port() -> int:
    """An unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def asleep(client: Client) -> None:
    """Wait until no table is loaded."""
    async with asyncio.timeout(PATIENCE):
        while (await client.get("/healthz"))["tables"]:
            await asyncio.sleep(0.02)


@asynccontextmanager
async def visitors(address: str, count: int) -> AsyncIterator[list[Client]]:
    """Several devices."""
    clients = [Client(address) for _ in range(count)]
    try:
        yield clients
    finally:
        for client in clients:
            await client.close()
