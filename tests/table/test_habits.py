"""Clocks, standing answers, chat, mutes, and absent players: stored where they must last."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hatbox.table.commands import chat
from hatbox.table.tables.catalogue import compile_outside
from hatbox.table.wire.rate_limit import Buckets
from tests.table import toy
from tests.table.client import QUICK, Client, Refusal, Seat, asleep, serving, visitors

ME, OPEN, BOT = {"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "1"}
MINUTE = 60_000


async def two_at(ada: Client, ben: Client, game: str = "connect_four", players: int = 2, **more: Any) -> str:
    """Two people and bots; the game has started."""
    code = await ada.make(game, players, seats=[ME, OPEN, *[BOT] * (players - 2)], **more)
    await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
    await ada.post(f"/api/tables/{code}/start")
    return code


def test_clocks_run_for_people_and_survive_sleep(tmp_path: Path) -> None:
    async def story() -> None:
        settings = replace(QUICK, sleep_after=0.3)
        async with serving(tmp_path, settings) as address, visitors(address, 2) as (ada, ben):
            code = await two_at(ada, ben, clock={"minutes": 1, "seconds": 5})
            assert (await ada.get(f"/api/tables/{code}"))["clock"] == {"minutes": 1, "seconds": 5}
            async with ada.at(code) as a:
                await a.until(lambda _: a.now is not None)
                assert a.now["clocks"] == [MINUTE, MINUTE] and a.now["clock_runs"] == 0
                await asyncio.sleep(0.3)
                await a.answer(await a.act(0))
                now = (await a.until("move"))["now"]
                assert now["clock_runs"] == 1, "somebody with a seat waits"
                spent = MINUTE + 5000 - now["clocks"][0]
                assert 300 <= spent < 5000 and now["clocks"][1] == MINUTE
            await asleep(ada)
            async with ada.at(code) as a:
                await a.until("welcome")
                assert a.now["clocks"][0] == now["clocks"][0], "woken from the log"
                assert MINUTE - 5000 < a.now["clocks"][1] <= MINUTE, "nobody was there: it stood still"

    asyncio.run(story())


def test_when_the_time_is_up_a_bot_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hatbox.table.tables.state.MINUTE", 300)

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 2) as (ada, ben):
            code = await two_at(ada, ben, clock={"minutes": 1, "seconds": 0})
            async with ada.at(code) as a, ben.at(code) as b:
                await a.until(lambda f: f["t"] == "table" and f["table"]["seats"][0]["warm"])
                assert a.now["clocks"][0] == 0
                late = await a.answer(await a.act(0, seat=0))
                assert late["t"] == "nack"
                await b.play_through(random.Random(1).choice)
                assert a.table["seats"][0]["kind"] == "person"
            table = await ada.get(f"/api/tables/{code}")
            assert table["status"] == "over" and table["seats"][0]["warm"], "for the rest of the game"

    asyncio.run(story())


def test_taking_back_gives_no_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            wish = {"clock": {"minutes": 1, "seconds": 60}, "start": True}
            code = await ada.make(toy.RULEBOOK.slug, toy.SEATS, seats=[ME] * 3, **wish)
            async with ada.at(code) as a:
                await a.until(lambda _: a.now is not None)
                for _ in range(3):
                    before = a.now["clocks"][0]
                    await a.answer(await a.act(1, seat=0))
                    assert (await a.until("move"))["now"]["undo"] and a.now["clocks"][0] <= before
                    await ada.post(f"/api/tables/{code}/undo", seat=0)
                    assert (await a.until("undone"))["now"]["clocks"][0] <= before
                for action in (1, toy.DONE):
                    await a.answer(await a.act(action, seat=0))
                    await a.until("move")
                assert MINUTE < a.now["clocks"][0] <= 2 * MINUTE, "once, when the turn is over"

    with toy.known():
        asyncio.run(story())


def test_everybody_is_asked_for_hypnosis_as_often_as_wanted(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            serving(tmp_path, replace(QUICK, sleep_after=0.2)) as address,
            visitors(address, 2) as (ada, ben),
        ):
            compile_outside(["magic_hexagon"])
            code = await two_at(ada, ben, "magic_hexagon")
            path = f"/api/tables/{code}"
            async with ada.at(code) as a, ben.at(code) as b:
                await a.until(lambda _: a.now is not None)
                assert a.now["standing"] == {"0": "once"}
                with pytest.raises(Refusal, match="not_yours"):
                    await ada.post(f"{path}/standing", seat=1, answer="ask")
                await ben.post(f"{path}/standing", seat=1, answer="ask")
                await b.until(lambda _: b.now is not None and b.now["standing"] == {"1": "ask"})
                await a.until("table")
                assert a.now["standing"] == {"0": "once"}, "not for others to know"
                choose = random.Random(3).choice
                await asyncio.gather(a.play_through(choose, 40), b.play_through(choose, 40))
                assert any(offered(frame, "1") for frame in b.frames), "who wants to be asked is asked"
                offers = [frame for frame in a.frames if offered(frame, "0")]
                assert len(offers) == 1, "the others once"
                seen = offers[0]["now"]["views"]["0"]
                assert seen["turn_index"] >= 2 and seen["hypnosis_matters"], "not before their first move"
                assert a.now["standing"] == {"0": "not_now"}
                assert any(f["t"] == "move" and f["seat"] == 0 and not f["events"] for f in a.frames)
            await asleep(ada)
            async with ben.at(code) as b:
                await b.until("welcome")
                assert b.now["standing"] == {"1": "ask"}, "woken from the log"
            other = await ada.make("connect_four", seats=[ME])
            with pytest.raises(Refusal, match="no_offers"):
                await ada.post(f"/api/tables/{other}/standing", seat=0, answer="ask")

    asyncio.run(story())


NO_HYPNOSIS = 1098


def offered(frame: dict[str, Any], seat: str) -> bool:
    """Whether a frame offers hypnosis to a seat."""
    now = frame.get("now") or {"legal": {}}
    return any(choice["action"] == NO_HYPNOSIS for choice in now["legal"].get(seat, []))


def test_chat_is_the_hosts_switch(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 3) as (ada, ben, eve):
            silent = await two_at(ada, ben)
            code = await two_at(ada, ben, chat=True)
            async with ada.at(code) as a, ben.at(code) as b, eve.at(code) as e, ada.at(silent) as s:
                for visit in (a, b, e, s):
                    await visit.until("presence")
                await a.send(t="chat", text="  Well   played! \U0001f3a9 ")
                for visit in (a, b, e):
                    said = await visit.until("chat")
                    assert (said["seat"], said["name"], said["text"]) == (0, "Ada", "Well played! \U0001f3a9")
                    assert said["at"] > 1_700_000_000_000
                for visit, message, wrong in (
                    (s, {"text": "hello"}, "no_chat"),
                    (e, {"text": "hello"}, "not_yours"),
                    (a, {"text": "hello", "seat": 1}, "not_yours"),
                    (a, {"text": " \n "}, "bad_text"),
                    (a, {"text": "a\u202eb"}, "bad_text"),
                    (a, {"text": "x" * 201}, "bad_message"),
                ):
                    await visit.send(t="chat", **message)
                    assert (await visit.until("error"))["code"] == wrong
                await ben.post(f"/api/tables/{code}/mute", seat=0, muted=True)
                await b.until(lambda f: f["t"] == "table" and f["table"]["seats"][0]["muted"])
                assert not (await a.until("table"))["table"]["seats"][0]["muted"], "only Ben knows"
                heard = len(b.frames)
                await a.send(t="chat", text="can you hear me")
                await a.send(t="emote", key="emote_clap")
                await e.until("emote")
                await b.send(t="ping")
                await b.until("pong")
                assert not [f for f in b.frames[heard:] if f["t"] in ("chat", "emote")]
                await ben.post(f"/api/tables/{code}/mute", seat=0, muted=False)
                await a.send(t="emote", key="emote_wave")
                assert (await b.until("emote"))["key"] == "emote_wave"

    asyncio.run(story())


def test_who_comes_back_hears_what_was_said_meanwhile(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 3) as (ada, ben, eve):
            code = await two_at(ada, ben, chat=True)

            async def lines(client: Client, **hello: Any) -> list[str]:
                path = f"{address}/api/tables/{code}/socket"
                async with client.session.ws_connect(path) as ws:
                    seat = Seat(ws)
                    await seat.send(t="hello", **hello)
                    await seat.send(t="ping")
                    await seat.until("pong")
                    return [frame["text"] for frame in seat.frames if frame["t"] == "chat"]

            async with ada.at(code) as a, ben.at(code) as b:
                said = []
                for text in ("one", "two", "three"):
                    await a.send(t="chat", text=text)
                    said.append(await a.until("chat"))
                await b.send(t="chat", text="four")
                said.append(await a.until("chat"))
            assert [line["at"] for line in said] == sorted({line["at"] for line in said})
            assert await lines(eve) == [], "who does not ask is told nothing twice"
            assert await lines(eve, heard=0) == ["one", "two", "three", "four"]
            assert await lines(ben, last_v=2, heard=said[1]["at"]) == ["three", "four"]
            await ben.post(f"/api/tables/{code}/mute", seat=0, muted=True)
            assert await lines(ben, heard=0) == ["four"]

    asyncio.run(story())


@pytest.mark.rule("GH-12")
def test_partners_have_only_preset_phrases_during_the_game(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            compile_outside(["great_hall"])
            for players, free in ((4, False), (3, True)):
                code = await ada.make("great_hall", players, seats=[ME, *[BOT] * (players - 1)], chat=True)
                assert (await ada.get(f"/api/tables/{code}"))["chat"] is True, "before the cards are dealt"
                await ada.post(f"/api/tables/{code}/start")
                async with ada.at(code) as a:
                    await a.until(lambda _: a.now is not None)
                    assert a.table["chat"] is free
                    await a.send(t="chat", text="I have a joker")
                    answer = await a.until(lambda frame: frame["t"] in ("chat", "error"))
                    assert (answer["t"] == "chat") is free
                    await a.send(t="emote", key="phrase_wow")
                    await a.until("emote")

    asyncio.run(story())


@pytest.mark.rule("VA-14")
def test_who_is_out_of_a_round_keeps_the_secret(tmp_path: Path) -> None:
    """VA-R15: only emotes and phrases; the others may write."""

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            compile_outside(["vanished_animal"])
            seats = [{"kind": "me", "name": name} for name in ("Ada", "Ben", "Cleo")]
            code = await ada.make("vanished_animal", 3, seats=seats, chat=True, options={"wins_needed": 5})
            await ada.post(f"/api/tables/{code}/start")
            async with ada.at(code) as a:
                await a.until(lambda _: a.now is not None)
                out = [False] * 3
                while not any(out):
                    namer = a.now["turn"]
                    await a.play_moves(lambda legal: max(legal), 1)
                    out = a.now["views"][str(namer)]["out"]
                for seat in range(3):
                    await a.send(t="chat", text="it is the owl", seat=seat)
                    answer = await a.until(lambda frame: frame["t"] in ("chat", "error"))
                    assert (answer["t"] == "error") is out[seat], answer
                await a.send(t="emote", key="phrase_wow", seat=namer)
                await a.until("emote")

    asyncio.run(story())


def test_too_much_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "_SAYINGS", Buckets(0.001, 3))

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            code = await ada.make(seats=[ME], chat=True)
            async with ada.at(code) as a:
                for _ in range(4):
                    await a.send(t="chat", text="hello")
                assert (await a.until("error"))["code"] == "too_fast"

    asyncio.run(story())


def test_everybody_sees_when_a_bot_takes_over(tmp_path: Path) -> None:
    async def story() -> None:
        settings = replace(QUICK, grace=0.1, countdown=1.5)
        async with serving(tmp_path, settings) as address, visitors(address, 2) as (ada, ben):
            code = await two_at(ada, ben)
            async with ada.at(code) as a:
                async with ben.at(code) as b:
                    await b.until("presence")
                await a.until(lambda f: f["t"] == "presence" and f["seats"][1])
                gone = await a.until(lambda f: f["t"] == "presence" and not f["seats"][1])
                assert gone["away"] == [None, None], "a silent grace"
                assert (await a.until("presence"))["away"] == [None, 2], "then a countdown"
                async with ben.at(code) as b:
                    back = await a.until(lambda f: f["t"] == "presence" and f["seats"][1])
                    assert back["away"] == [None, None]
                await a.until(lambda f: f["t"] == "presence" and f["away"][1] is not None)
                await a.until(lambda f: f["t"] == "table" and f["table"]["seats"][1]["warm"])
                assert (await a.until("presence"))["away"] == [None, None]

    asyncio.run(story())


@pytest.mark.parametrize(
    "wrong",
    [{"clock": {"minutes": 0}}, {"clock": {"minutes": 999, "seconds": 0}}, {"clock": 5}, {"chat": "yes"}],
)
def test_wishes_that_cannot_be(tmp_path: Path, wrong: dict[str, Any]) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            with pytest.raises(Refusal, match="bad_request"):
                await ada.make(seats=[ME], **wrong)

    asyncio.run(story())
