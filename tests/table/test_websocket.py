"""The socket: messages are read whole however they arrive, and nothing private of aiohttp is used."""

import ast
import asyncio
import json
import os
import struct
from pathlib import Path
from typing import cast

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, web

import hatbox.table
from hatbox.table.connections.websocket import TextReader, header
from tests.table.client import serving, visitors

FINAL, TEXT, CONTINUED = 0x80, 1, 0
MASKED, NO_MASK = 0x80, b"\0\0\0\0"
LIMIT = 1000
HOME = Path(hatbox.table.__file__).parent


def part(payload: bytes, first: int) -> bytes:
    """One short frame of a client, masked with zeros."""
    return bytes((first, MASKED | len(payload))) + NO_MASK + payload


async def answer(ws: ClientWebSocketResponse, kind: str) -> None:
    async with asyncio.timeout(10):
        while json.loads((await ws.receive()).data)["t"] != kind:
            pass


@pytest.mark.parametrize("size", [1, 3, 1000], ids=["bytewise", "in threes", "at once"])
def test_messages_arrive_whole_however_they_are_cut(tmp_path: Path, size: int) -> None:
    """Two texts, the second one in parts, split anywhere on their way."""
    hello, ping = b'{"t":"hello","last_v":0}', b'{"t":"ping"}'
    stream = part(hello, FINAL | TEXT) + part(ping[:5], TEXT) + part(ping[5:], FINAL | CONTINUED)

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,), ClientSession() as session:
            code = await ada.make()
            async with session.ws_connect(f"{address}/api/tables/{code}/socket") as ws:
                line = ws.get_extra_info("socket")
                for start in range(0, len(stream), size):
                    os.write(line.fileno(), stream[start : start + size])
                    await asyncio.sleep(0)
                await answer(ws, "welcome")
                await answer(ws, "pong")
                await ws.send_bytes(b"bytes")
                await answer(ws, "error")

    asyncio.run(story())


class Behind(asyncio.Protocol):
    """A stand-in for aiohttp: keeps what it gets."""

    def __init__(self) -> None:
        self.got = b""

    def data_received(self, data: bytes) -> None:
        self.got += data


class Line:
    """A request and its transport."""

    def __init__(self) -> None:
        self.protocol, self.transport = Behind(), self
        self.taken: list[str] = []
        TextReader(cast(web.Request, self), LIMIT, self.taken.append, lambda: None)

    def set_protocol(self, reader: TextReader) -> None:
        self.receive = reader.data_received


def frame(payload: bytes, first: int = FINAL | TEXT, mask: bytes = b"\1\2\3\4") -> bytes:
    """A client's frame of less than 64 kB."""
    size = len(payload)
    head = bytes((first, MASKED | size)) if size < 126 else struct.pack("!BBH", first, MASKED | 126, size)
    return head + mask + bytes(byte ^ mask[k % 4] for k, byte in enumerate(payload))


def test_whole_texts_are_taken_and_control_frames_passed_on() -> None:
    line, ping = Line(), frame(b"?", FINAL | WSMsgType.PING)
    texts = ["x" * size for size in (0, 1, 125, 126, 127, 300, LIMIT)] + ["Zauberhüte"]
    for text in texts:
        line.receive(frame(text.encode()))
    line.receive(frame(b"one") + ping + frame(b"two"))
    assert line.taken == [*texts, "one", "two"] and line.protocol.got == ping


@pytest.mark.parametrize(
    "unusual",
    [
        frame(b"half", TEXT),
        frame(b"bytes", FINAL | WSMsgType.BINARY),
        frame(b"\xff no text"),
        b"\x81\xff" + bytes(12),
    ],
    ids=["in parts", "binary", "bad UTF-8", "huge"],
)
def test_from_the_first_unusual_frame_on_aiohttp_reads_everything(unusual: bytes) -> None:
    line, later = Line(), [frame(b"later"), frame(b"and later")]
    line.receive(frame(b"first") + unusual + later[0])
    line.receive(later[1])
    assert line.taken == ["first"] and line.protocol.got == unusual + b"".join(later)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536, 200_000])
def test_frames_have_the_length_that_the_standard_wants(size: int) -> None:
    head = header(size)
    short, two, eight = head[1], int.from_bytes(head[2:4]), int.from_bytes(head[2:10])
    told, length = (short, 2) if short < 126 else (two, 4) if short == 126 else (eight, 10)
    assert head[0] == FINAL | WSMsgType.TEXT and told == size and len(head) == length


@pytest.mark.parametrize(
    "file", sorted(HOME.rglob("*.py")), ids=lambda file: file.relative_to(HOME).as_posix()
)
def test_no_borrowed_inner_parts(file: Path) -> None:
    """Names with an underscore are used on `self` and on classes of the same file, never on other people's code."""
    tree = ast.parse(file.read_text())
    ours = {"self", "cls", *(node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.endswith("__"):
            owner = node.value
            assert isinstance(owner, ast.Name) and owner.id in ours, (
                f"line {node.lineno}: {ast.unparse(node)}"
            )


def long_frame(size: int, payload: bytes = b"") -> bytes:
    """The start of a frame that claims to be this long."""
    return struct.pack("!BBQ", FINAL | TEXT, MASKED | 127, size) + NO_MASK + payload


TOO_LARGE = 16 * 1024 + 1
HALF = b"x" * (TOO_LARGE // 2 + 1)
PING = FINAL | WSMsgType.PING
VIOLATIONS = {
    "a text that is too large": (frame(b"x" * TOO_LARGE), 1009),
    "one that only says so": (long_frame(10**9), 1009),
    "one that says so, byte by byte": (long_frame(2**62, b"x" * 100), 1009),
    "two halves that are too large": (frame(HALF, TEXT) + frame(HALF, FINAL | CONTINUED), 1009),
    "bytes that are too large": (frame(b"x" * TOO_LARGE, FINAL | WSMsgType.BINARY), 1009),
    "a text without a mask": (bytes((FINAL | TEXT, 2)) + b"{}", 1002),
    "a ping without a mask": (bytes((PING, 1)) + b"?", 1002),
    "no mask after parts of a text": (frame(b'{"t":', TEXT) + bytes((FINAL | CONTINUED, 1)) + b"}", 1002),
    "a reserved bit": (frame(b"{}", 0x40 | FINAL | TEXT), 1002),
    "an unknown kind": (frame(b"{}", FINAL | 0x3), 1002),
    "a ping that is too long": (frame(b"x" * 126, PING), 1002),
    "no text after all": (frame(b"\xff\xff"), 1007),
}


@pytest.mark.parametrize("size", [10**9, 7], ids=["at once", "in sevens"])
@pytest.mark.parametrize("what", VIOLATIONS)
def test_a_line_that_breaks_the_standard_is_closed_as_the_standard_says(
    tmp_path: Path, what: str, size: int
) -> None:
    """RFC 6455, 5.1, 5.2, 5.5, 7.4.1: 1002 for a protocol error, 1007 for invalid UTF-8, 1009 for too much."""
    data, code = VIOLATIONS[what]

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            table = await ada.make()
            reader, writer = await asyncio.open_connection(*address.removeprefix("http://").split(":"))
            key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
            ask = f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade"
            writer.write(f"{ask}\r\n{key}\r\n\r\n".encode())
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            hello = frame(b'{"t":"hello","last_v":0}')
            stream = hello + data
            for start in range(0, len(stream), size):
                writer.write(stream[start : start + size])
                await asyncio.sleep(0)
            assert await close_code(reader) == code
            writer.close()
            assert (await ada.get("/healthz"))["ok"]

    asyncio.run(story())


async def close_code(reader: asyncio.StreamReader) -> int:
    """The code of the first closing frame that arrives."""
    async with asyncio.timeout(10):
        while True:
            first, size = await reader.readexactly(2)
            if size == 126:
                size = struct.unpack("!H", await reader.readexactly(2))[0]
            payload = await reader.readexactly(size)
            if first == FINAL | WSMsgType.CLOSE:
                return int.from_bytes(payload[:2], "big")
