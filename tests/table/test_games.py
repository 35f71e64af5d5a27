"""Whole games over the socket: every registered game, people and bots, hot seat, spectator."""

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

import hatbox
from hatbox.game import slugs
from hatbox.match.draw import promise_of
from hatbox.match.recording import MatchRecord, replay
from hatbox.table import example_bot
from hatbox.table.tables.catalogue import compile_outside
from tests.table.client import serving, visitors

ME = {"kind": "me"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "2"}


LONG = 150  # plies after which a long random game is abandoned; other tests play it to the end


def seats_of(slug: str) -> tuple[int, list[dict[str, str]]]:
    """The smallest game of its kind: two people, the others bots."""
    compile_outside([slug])
    players = hatbox.rulebooks()[slug].players[0]
    return players, [ME, OPEN, *[BOT] * (players - 2)]


async def both_play(address: str, slug: str) -> None:
    async with visitors(address, 2) as (ada, ben):
        players, seats = seats_of(slug)
        code = await ada.make(slug, players, seats=seats)
        await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
        await ada.post(f"/api/tables/{code}/start")
        async with ada.at(code) as a, ben.at(code) as b:
            choose = random.Random(1).choice
            await asyncio.gather(a.play_through(choose, LONG), b.play_through(choose, LONG))
            table = await ada.get(f"/api/tables/{code}")
            if table["status"] == "over":
                assert promise_of(table["salt"], int(table["seed"])) == table["seed_hash"]
                record = await ben.get(f"/api/records/{table['record']}")
                assert replay(msgspec.convert(record, MatchRecord)).winners == a.now["winners"]
            else:
                assert table["seed"] is None and table["record"] is None and a.now["ply"] >= LONG


@pytest.mark.parametrize("slug", slugs())
def test_two_people_and_bots_play_every_game(tmp_path: Path, slug: str) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address:
            await both_play(address, slug)

    asyncio.run(story())


def test_hot_seat_and_spectator(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 2) as (ada, eve):
            code = await ada.make(
                seats=[{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Mia"}], start=True
            )
            async with ada.at(code) as a, eve.at(code) as e:
                await asyncio.gather(a.play_through(random.Random(2).choice), e.play_through(lambda _: 0))
                assert set(a.now["views"]) == {"0", "1"}
                assert set(e.now["views"]) == {"-1"} and not e.legal
                assert [s["name"] for s in a.table["seats"]] == ["Ada", "Mia"]
                assert e.mine == []

    asyncio.run(story())


@pytest.mark.parametrize("slug", slugs())
def test_the_example_bot_plays_every_game(tmp_path: Path, slug: str) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            players, seats = seats_of(slug)
            code = await ada.make(slug, players, seats=seats)
            async with ada.at(code) as a:
                bot = asyncio.create_task(example_bot.play(address, code))
                await a.until(
                    lambda frame: frame["t"] == "table" and frame["table"]["seats"][1]["kind"] == "person"
                )
                await ada.post(f"/api/tables/{code}/start")
                await a.play_through(random.Random(1).choice, LONG)
                if a.now["over"]:
                    assert await bot == a.now["winners"]
                bot.cancel()

    asyncio.run(story())
