"""The socket: gaps, resending, refusals, undo, long poll, emotes, second hello."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hatbox.table.config import Config
from hatbox.table.tables.catalogue import compile_outside
from tests.table.client import QUICK, Client, Seat, serving, visitors

TWO = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Mia"}]
TURN, DOWN = 0, 7
FIELDS = 81  # of catch_the_hat: actions below choose where to go
FEW = 6  # turn a stone and go, three times: not enough to win


@asynccontextmanager
async def table(
    folder: Path, game: str = "hat_stairs", settings: Config = QUICK, **more: Any
) -> AsyncIterator[tuple[Client, Seat, str]]:
    """A started hot-seat table with one socket."""
    async with serving(folder, settings) as address, visitors(address, 1) as (ada,):
        code = await ada.make(game, seats=TWO, start=True, **more)
        async with ada.at(code) as seat:
            await seat.until(lambda frame: seat.now is not None)
            yield ada, seat, code


async def moved(seat: Seat, count: int = 1) -> None:
    """A few moves; nobody can win so early."""
    assert count <= FEW
    await seat.play_moves(random.Random(3).choice, count)


def test_a_short_gap_is_replayed_move_by_move(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as (ada, seat, code):
            await moved(seat, 2)
            known = seat.v
            await moved(seat, 4)
            missed = [raw for raw in seat.raw if raw.startswith('{"t":"move"')][-4:]
            async with ada.at(code, known) as again:
                await again.until("presence")
                assert again.raw[:-1] == missed, "the same bytes as if it had been there"
            async with ada.at(code, seat.v) as again:
                assert (await again.next())["t"] == "presence", "nothing is missing"
            async with ada.at(code, seat.v + 7) as again:
                assert (await again.next())["t"] == "welcome", "a version from nowhere"

    asyncio.run(story())


def test_a_long_gap_gives_a_welcome_with_a_log_that_forgets(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path, settings=replace(QUICK, frames_kept=4)) as (ada, seat, code):
            known = seat.v
            await moved(seat, 6)
            async with ada.at(code, known) as again:
                welcome = await again.next()
                assert welcome["t"] == "welcome" and len(welcome["moves"]) == 6
                turned = [e for m in welcome["moves"] for e in m["events"] if e["kind"] == "stone_turned"]
                assert turned and all(event["value"] == event["place"] == 0 for event in turned)
                assert not any(move["text"].startswith("stone") for move in welcome["moves"])
                assert welcome["now"] == seat.now

    asyncio.run(story())


def test_the_memory_aid_keeps_the_log(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path, aid=True) as (ada, seat, code):
            await moved(seat, 4)
            async with ada.at(code) as again:
                turned = [e for m in (await again.next())["moves"] for e in m["events"] if "value" in e]
                assert turned and all(event["value"] for event in turned)

    asyncio.run(story())


def test_a_move_sent_twice_is_applied_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as (ada, seat, code):
            message = {"t": "act", "id": "once", "v_seen": seat.v, "seat": seat.now["turn"], "action": TURN}
            await seat.send(**message)
            await seat.send(**message)
            first, second = await seat.answer("once"), await seat.answer("once")
            assert first == second and first["t"] == "ack"
            assert (await ada.get(f"/api/tables/{code}"))["v"] == first["v"]
            await moved(seat, 4)
            await seat.send(**message)
            assert await seat.answer("once") == first, "also much later"

    asyncio.run(story())


def test_refusals_reach_the_client_with_a_reason(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as (ada, seat, code), visitors(ada.address, 1) as (eve,):
            turn, v = seat.now["turn"], seat.v
            illegal = await seat.answer(await seat.act(DOWN))
            assert (illegal["code"], illegal["rule"], illegal["reason"]) == (
                "illegal",
                "HS-09",
                "whole_value",
            )
            unknown = await seat.answer(await seat.act(99))
            assert (unknown["code"], unknown["reason"]) == ("illegal", "unknown")
            other = await seat.answer(await seat.act(TURN, seat=1 - turn))
            assert other["code"] == "not_your_turn" and other["sentence"]
            async with eve.at(code) as watcher:
                await watcher.until("welcome")
                foreign = await watcher.answer(await watcher.act(TURN))
                assert foreign["code"] == "not_yours"
            await moved(seat)
            stale = await seat.answer(await seat.act(seat.legal[0], v_seen=v))
            assert stale["code"] == "stale"
            future = await seat.answer(await seat.act(seat.legal[0], v_seen=seat.v + 1))
            assert future["code"] == "stale"
            assert (await ada.get(f"/api/tables/{code}"))["v"] == seat.v, "refusals change nothing"

    asyncio.run(story())


def test_after_the_end_and_before_the_start(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path, "connect_four") as (ada, seat, _code):
            waiting = await ada.make("connect_four", seats=[{"kind": "me"}])
            async with ada.at(waiting) as early:
                await early.until("welcome")
                assert early.now is None
                assert (await early.answer(await early.act(0, seat=0)))["code"] == "not_started"
            for column in (0, 1, 0, 1, 0, 1, 0):
                await seat.answer(await seat.act(column))
                await seat.until("move")
            end = await seat.until("table")
            assert end["table"]["status"] == "over" and seat.now["winners"] == [0]
            assert (await seat.answer(await seat.act(0)))["code"] == "over"

    asyncio.run(story())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "bad_message"),
        ('{"t":"act"}', "bad_message"),
        ('{"t":"ping","more":1}', "bad_message"),
        ('{"t":"fly"}', "bad_message"),
        ('{"t":"emote","key":"rude"}', "bad_message"),
        ('{"t":"act","id":"' + "x" * 65 + '","v_seen":1,"seat":0,"action":0}', "bad_message"),
        ("[" * 5000, "bad_message"),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, text: str, code: str) -> None:
    async def story() -> None:
        async with table(tmp_path) as (_, seat, _code):
            await seat.ws.send_str(text)
            assert (await seat.until("error"))["code"] == code
            await seat.send(t="ping")
            await seat.until("pong")

    asyncio.run(story())


def test_the_first_message_is_a_hello(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as (ada, _, code):
            path = f"{ada.address}/api/tables/{code}/socket"
            async with ada.session.ws_connect(path) as ws:
                await ws.send_str('{"t":"ping"}')
                seat = Seat(ws)
                assert (await seat.next())["code"] == "no_hello"
                with pytest.raises(ConnectionError):
                    await seat.next()

    asyncio.run(story())


def test_undo_where_nothing_was_revealed(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as (ada, seat, code):
            await moved(seat)
            assert seat.now["undo"] is False, "a stone was seen"
            with pytest.raises(Exception, match="cannot_undo"):
                await ada.post(f"/api/tables/{code}/undo", seat=seat.now["turn"])

    asyncio.run(story())


def test_emotes_reach_everybody_and_spectators_have_none(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            table(tmp_path) as (ada, seat, code),
            visitors(ada.address, 1) as (eve,),
            eve.at(code) as watcher,
        ):
            await watcher.until("presence")
            await seat.send(t="emote", key="emote_clap", seat=1)
            assert await watcher.until("emote") == {"t": "emote", "seat": 1, "key": "emote_clap"}
            await watcher.send(t="emote", key="emote_clap")
            assert (await watcher.until("error"))["code"] == "not_yours"

    asyncio.run(story())


def test_long_poll_plays_like_a_socket(tmp_path: Path) -> None:
    async def story() -> None:
        settings = replace(QUICK, poll=0.3)
        async with serving(tmp_path, settings) as address, visitors(address, 1) as (ada,):
            code = await ada.make(seats=[{"kind": "me"}, {"kind": "bot"}], start=True)
            v, now = 0, None
            for number in range(400):
                for frame in await ada.get(f"/api/tables/{code}/events?since={v}"):
                    v, now = frame.get("v", v), frame.get("now", now)
                if now and now["over"]:
                    break
                if now and now["legal"]:
                    choices = next(iter(now["legal"].values()))
                    action = random.Random(number).choice(choices)["action"]
                    sent = {"id": f"p{number}", "v_seen": v, "seat": 0, "action": action}
                    answer = await ada.post(f"/api/tables/{code}/act", **sent)
                    assert answer["t"] == "ack" or answer["code"] == "stale", answer
            assert now and now["over"]

    asyncio.run(story())


def test_a_second_hello_catches_up(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as (_, seat, _code):
            await seat.send(t="hello", last_v=0)
            assert (await seat.until("welcome"))["now"] == seat.now

    asyncio.run(story())


def test_a_refusal_brings_the_numbers_of_its_sentence(tmp_path: Path) -> None:
    async def story() -> None:
        compile_outside(["catch_the_hat"])
        async with table(tmp_path, "catch_the_hat") as (_, seat, _code):
            while not all(action < FIELDS for action in seat.legal):  # a hat is chosen, its path is not
                await moved(seat)
            for field in range(FIELDS):
                answer = await seat.answer(await seat.act(field)) if field not in seat.legal else None
                if answer and answer["reason"] == "exact_roll":
                    assert answer["given"]["count"] in range(1, 7)
                    assert f"exactly {answer['given']['count']} " in answer["sentence"]
                    return
            raise AssertionError("every field is in reach")

    asyncio.run(story())
