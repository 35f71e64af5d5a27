"""Whatever a visitor sends – wrong, late, repeated, for others, malformed – nothing breaks and nothing changes."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.table.client import QUICK, Client, Seat, serving, visitors

TWO = [{"kind": "me"}, {"kind": "me"}]
numbers = st.one_of(
    st.integers(-2, 12), st.integers(), st.just(2**63), st.none(), st.text(max_size=3), st.booleans()
)
acts = st.fixed_dictionaries(
    {
        "t": st.just("act"),
        "id": st.one_of(st.sampled_from("abc"), st.text(max_size=70)),
        "v_seen": numbers,
        "seat": numbers,
        "action": numbers,
    }
)
others = st.sampled_from(
    [
        {"t": "ping"},
        {"t": "hello", "last_v": 2},
        {"t": "hello", "last_v": -1},
        {"t": "emote", "key": "emote_clap", "seat": 1},
        {"t": "emote", "key": "x"},
        {"t": "act"},
        {"t": None},
        {},
        [],
        "text",
        0,
    ]
)
good = st.fixed_dictionaries({"t": st.just("move"), "pick": st.integers(0, 5)})
messages = st.lists(st.one_of(acts, others, good, st.text(max_size=30)), min_size=1, max_size=15)


async def send(seat: Seat, message: Any) -> None:
    """Send anything; a `move` becomes a legal one."""
    if isinstance(message, dict) and message.get("t") == "move":
        if seat.legal:
            await seat.act(seat.legal[message["pick"] % len(seat.legal)])
    else:
        text = message if isinstance(message, str) else msgspec.json.encode(message, enc_hook=str).decode()
        await seat.ws.send_str(text)


async def answered(seat: Seat, pongs: int) -> None:
    """A last ping comes back after everything before it."""
    await seat.send(t="ping")
    for _ in range(pongs):
        await seat.until("pong")


async def visit(address: str, wanted: list[Any]) -> None:
    async with visitors(address, 1) as (ada,):
        code = await ada.make("connect_four", seats=TWO, start=True)
        async with ada.at(code) as seat:
            while seat.now is None:
                await seat.next()
            before = seat.v
            for message in wanted:
                await send(seat, message)
                await answered(seat, 1 + (message == {"t": "ping"}))
            acks = {frame["v"] for frame in seat.frames if frame["t"] == "ack"}
            await settled(ada, code, before + len(acks))


async def settled(ada: Client, code: str, v: int) -> None:
    table = await ada.get(f"/api/tables/{code}")
    assert table["v"] == v, "only acknowledged moves change the table"


def test_any_messages(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with asyncio.Runner() as runner:
        server = serving(tmp_path, QUICK)
        address = runner.run(server.__aenter__())

        @settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(messages)
        def examples(wanted: list[Any]) -> None:
            runner.run(asyncio.wait_for(visit(address, wanted), 30))

        examples()
        runner.run(server.__aexit__(None, None, None))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


paths = st.sampled_from(
    [
        "act",
        "sit",
        "stand",
        "fill",
        "agree",
        "kick",
        "help",
        "hint",
        "start",
        "undo",
        "rematch",
        "events",
        "qr.svg",
        "",
    ]
)
bodies = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-5, 5), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["seat", "players", "options", "name", "level", "help", "id", "v_seen", "action", "x"]
            ),
            inner,
            max_size=5,
        ),
    ),
    max_leaves=8,
)


def test_any_requests(tmp_path: Path) -> None:
    with asyncio.Runner() as runner:
        server = serving(tmp_path, QUICK)
        address = runner.run(server.__aenter__())
        ada = runner.run(made(address))

        @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(paths, bodies, st.sampled_from(["AAAAA", "x", "%00", "ÄÖÜßß"]) | st.none())
        def examples(path: str, body: Any, code: str | None) -> None:
            status = runner.run(asked(ada, f"/api/tables/{code or ada_code[0]}/{path}", body))
            assert status < 500, (path, body, code)

        ada_code = [runner.run(ada.make("connect_four", seats=[{"kind": "me"}]))]
        examples()
        runner.run(ada.close())
        runner.run(server.__aexit__(None, None, None))


async def made(address: str) -> Client:
    return Client(address)


async def asked(ada: Client, path: str, body: Any) -> int:
    async with ada.session.post(ada.address + path, json=body) as answer:
        await answer.read()
        return answer.status
