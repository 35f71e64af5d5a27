"""Guests who were removed stay out; in a game without clocks the others may agree on a bot for a player who stalls."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from hatbox.table.config import Config
from tests.table.client import QUICK, Client, Seat, asleep, refused, serving, visitors

ME = {"kind": "me", "name": "Ada"}
SOON = replace(QUICK, stall=0.05)
Story = Callable[[list[Client]], Awaitable[None]]


def with_guests(folder: Path, count: int, story: Story, config: Config = SOON) -> None:
    async def run() -> None:
        async with serving(folder, config) as address, visitors(address, count) as clients:
            await story(clients)

    asyncio.run(run())


async def seated(clients: list[Client], **more: Any) -> str:
    """A game of hat_stairs in progress, one seat for each."""
    host, *others = clients
    code = await host.make(players=len(clients), seats=[ME], **more)
    for number, client in enumerate(others, 1):
        await client.post(f"/api/tables/{code}/sit", seat=number, name=f"Guest {number}")
    await host.post(f"/api/tables/{code}/start")
    return code


def stalls(seat: Seat, number: int = 0) -> bool:
    return seat.table is not None and bool(seat.table["seats"][number]["stalls"])


def test_a_kicked_guest_stays_out(tmp_path: Path) -> None:
    async def story(clients: list[Client]) -> None:
        ada, ben = clients
        code = await ada.make(players=3, seats=[ME])
        path = f"/api/tables/{code}"
        await ben.post(f"{path}/sit", seat=1, name="Ben")
        await ben.post(f"{path}/sit", seat=2, name="Ben's sister")
        async with ben.at(code) as seat:
            await seat.until("presence")
            table = await ada.post(f"{path}/kick", seat=1)
            assert [seat["kind"] for seat in table["seats"]] == ["person", "open", "open"]
            assert (await seat.until("error"))["code"] == "kicked", "the open line ends with the reason"
        for _ in range(2):
            assert await refused(ben.post(f"{path}/sit", seat=1, name="Ben")) == (403, "kicked")
            assert await refused(ben.get(path)) == (403, "kicked")
            assert await refused(ben.get(f"{path}/events?since=0")) == (403, "kicked")
            async with ben.at(code) as again:
                assert (await again.next())["code"] == "kicked"
            await asleep(ada)  # and after the table has slept

    with_guests(tmp_path, 2, story, replace(QUICK, sleep_after=0.3))


def test_hosts_do_not_keep_themselves_out(tmp_path: Path) -> None:
    async def story(clients: list[Client]) -> None:
        (ada,) = clients
        code = await ada.make(seats=[ME])
        await ada.post(f"/api/tables/{code}/kick", seat=0)
        await ada.post(f"/api/tables/{code}/sit", seat=0, name="Ada")

    with_guests(tmp_path, 1, story)


def test_a_bot_plays_when_all_others_agree_until_the_person_is_back(tmp_path: Path) -> None:
    async def story(clients: list[Client]) -> None:
        ada, ben, cleo = clients
        code = await seated(clients)
        path = f"/api/tables/{code}"
        async with ada.at(code) as a, ben.at(code) as b, cleo.at(code) as c:
            await b.until(lambda _: stalls(b))
            assert await refused(ada.post(f"{path}/stand-in", seat=0)) == (403, "not_yours")
            assert await refused(ben.post(f"{path}/stand-in", seat=2)) == (409, "not_stalling")
            table = await ben.post(f"{path}/stand-in", seat=0)
            assert table["seats"][0]["agreed"] == 1 and not table["seats"][0]["warm"]
            await c.until(lambda _: stalls(c) and c.table["seats"][0]["agreed"] == 1)
            assert (await ben.post(f"{path}/stand-in", seat=0))["seats"][0]["agreed"] == 1, "one voice each"
            table = await cleo.post(f"{path}/stand-in", seat=0)
            assert table["seats"][0]["warm"] and table["seats"][0]["stood_in"]
            await b.until(lambda frame: frame["t"] == "move" and frame["seat"] == 0)
            while a.now is None or not a.table["seats"][0]["stood_in"]:
                await a.next()
            assert await refused(ben.post(f"{path}/back", seat=0)) == (403, "not_yours")
            table = await ada.post(f"{path}/back", seat=0)
            assert not table["seats"][0]["warm"] and not table["seats"][0]["stood_in"]
            while a.v < table["v"]:
                await a.next()
            choose = random.Random(1).choice
            await asyncio.gather(a.play_through(choose), b.play_through(choose), c.play_through(choose))

    with_guests(tmp_path, 3, story)


def test_what_was_agreed_survives_sleep_and_moves_of_the_person_wait(tmp_path: Path) -> None:
    async def story(clients: list[Client]) -> None:
        ada, ben = clients
        code = await seated(clients)
        async with ada.at(code) as a, ben.at(code) as b:
            await b.until(lambda _: stalls(b))
            await ben.post(f"/api/tables/{code}/stand-in", seat=0)
            while a.now is None or not a.table["seats"][0]["stood_in"]:
                await a.next()
            answer = await a.answer(await a.act(a.now["legal"]["0"][0]["action"], 0))
            assert (answer["t"], answer["code"]) == ("nack", "not_your_turn")
        await asleep(ada)
        assert (await ada.get(f"/api/tables/{code}"))["seats"][0]["stood_in"]

    with_guests(tmp_path, 2, story, replace(SOON, thinking=(3600, 3600), sleep_after=0.3))


def test_spectators_and_games_with_clocks_have_no_vote(tmp_path: Path) -> None:
    async def story(clients: list[Client]) -> None:
        ada, ben, cleo = clients
        code = await seated([ada, ben])
        timed = await seated([ada, ben], clock={"minutes": 1})
        async with ada.at(timed) as a, ben.at(code) as b:
            await b.until(lambda _: stalls(b))
            await cleo.make()  # now a guest
            assert await refused(cleo.post(f"/api/tables/{code}/stand-in", seat=0)) == (403, "not_yours")
            assert await refused(ben.post(f"/api/tables/{timed}/stand-in", seat=0)) == (409, "not_stalling")
            assert not stalls(a)

    with_guests(tmp_path, 3, story)


def test_a_move_ends_the_vote(tmp_path: Path) -> None:
    async def story(clients: list[Client]) -> None:
        ada, ben = clients
        code = await seated(clients)
        async with ada.at(code) as a, ben.at(code) as b:
            await b.until(lambda _: stalls(b))
            await a.until(lambda _: stalls(a))
            await a.play_moves(random.Random(1).choice, 1)
            await b.until(lambda frame: frame["t"] == "move")
            while stalls(b):
                await b.next()

    with_guests(tmp_path, 2, story)
