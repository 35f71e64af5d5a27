"""The socket: messages are read whole however they arrive, and nothing private of aiohttp is used."""

import ast
import asyncio
import json
import os
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

import hatbox.table
from hatbox.table.connections.websocket import header
from tests.table.client import serving, visitors

FINAL, TEXT, CONTINUED = 0x80, 1, 0
MASKED, NO_MASK = 0x80, b"\0\0\0\0"
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
    """Two texts, the second one in parts, cut anywhere on their way."""
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
    """Names with an underscore are used on `self` and on classes of the same file, never on what others made."""
    tree = ast.parse(file.read_text())
    ours = {"self", "cls", *(node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.endswith("__"):
            owner = node.value
            assert isinstance(owner, ast.Name) and owner.id in ours, (
                f"line {node.lineno}: {ast.unparse(node)}"
            )
