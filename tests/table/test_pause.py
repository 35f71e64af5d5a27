"""A pause while time counts: one person asks, all people agree, anyone ends it, and no clock runs meanwhile."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from hatbox.table.tables import journal
from tests.table.client import Client, asleep, refused
from tests.table.test_days import BOT, LONG, ME, OPEN, SHORT, over_days, played, position, table_of

UNHURRIED = replace(SHORT, day=1.0)  # both must agree before the first day is over


async def begun(ada: Client, ben: Client, **pace: Any) -> str:
    """A game over days in progress; Ada must act."""
    code = await table_of(ada, ben, **pace)
    while (await ada.get(f"/api/tables/{code}"))["status"] != "playing":
        await asyncio.sleep(0.01)
    return code


async def wish(client: Client, code: str, on: bool = True) -> tuple[list[int], bool]:
    table = await client.post(f"/api/tables/{code}/pause", on=on)
    return table["pause_wished"], table["paused"]


def test_a_pause_begins_when_all_people_agree_and_anybody_ends_it(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await begun(ada, ben)
        async with ben.at(code) as watching:
            await position(watching)
            assert await wish(ada, code) == ([0], False) == await wish(ada, code)
            asked = await watching.until("table")
            assert asked["table"]["pause_wished"] == [0] and asked["now"]["until"] is not None
            assert await wish(ben, code) == ([0, 1], True)
            paused = await watching.until("table")
            assert paused["table"]["paused"] and paused["now"]["until"] is None
            assert not (await ada.get("/api/mine"))[0]["waits"], "nobody waits for her in a pause"
            assert await wish(ben, code, on=False) == ([], False)
            assert (await watching.until("table"))["now"]["until"] is not None
            assert (await ada.get("/api/mine"))[0]["waits"]

    played(tmp_path, LONG, story)


def test_no_days_run_in_a_pause_asleep_or_awake(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await begun(ada, ben, late="move")
        await wish(ada, code)
        assert (await wish(ben, code))[1]
        began = time.time()
        await asleep(ada)  # and it is not loaded, although the days would be over
        while time.time() < began + 2 * UNHURRIED.day:
            assert (await ada.get("/healthz"))["tables"] == 0
        async with ben.at(code) as watching:
            assert (await position(watching))["ply"] == 0
            await wish(ben, code, on=False)
            while watching.now["ply"] < 1:
                await watching.next()  # then a bot moves for Ada, as the host chose

    played(tmp_path, UNHURRIED, story)


def test_a_move_ends_a_pause(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await begun(ada, ben)
        await wish(ben, code)
        assert (await wish(ada, code))[1]
        async with ada.at(code) as seat:
            await position(seat)
            await seat.play_moves(min, 1)
            assert not (await ada.get(f"/api/tables/{code}"))["paused"] and seat.now["until"] > 0

    played(tmp_path, LONG, story)


def test_clocks_and_bots_stand_still(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make("connect_four", 2, seats=[ME, BOT], clock={"minutes": 5}, start=True)
        async with ada.at(code) as seat:
            assert (await position(seat))["clock_runs"] == 0
            assert (await wish(ada, code)) == ([0], True), "she is the only person"
            paused = await seat.until(lambda frame: frame["t"] == "table" and frame["table"]["paused"])
            assert paused["now"]["clock_runs"] == -1
            assert (await wish(ada, code, on=False)) == ([], False)
            going = await seat.until(lambda frame: frame["t"] == "table" and not frame["table"]["paused"])
            assert going["now"]["clock_runs"] == 0

    played(tmp_path, LONG, story)


def test_who_may_ask_and_where(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        plain = await ada.make("connect_four", 2, seats=[ME, BOT], start=True)
        assert await refused(ada.post(f"/api/tables/{plain}/pause", on=True)) == (409, "no_clock")
        waiting = await ada.make("connect_four", 2, seats=[ME, OPEN], pace={"days": 1})
        assert await refused(ada.post(f"/api/tables/{waiting}/pause", on=True)) == (409, "no_clock")
        await ben.make()
        code = await ada.make("connect_four", 2, seats=[ME, BOT], pace={"days": 1}, start=True)
        assert await refused(ben.post(f"/api/tables/{code}/pause", on=True)) == (403, "not_yours")

    played(tmp_path, LONG, story)


def test_a_pause_survives_a_restart(tmp_path: Path) -> None:
    made: list[str] = []

    async def story(ada: Client, ben: Client) -> None:
        made.append(await begun(ada, ben))
        await wish(ada, made[0])
        await wish(ben, made[0])

    async def later(eve: Client, _: Client) -> None:
        table = await eve.get(f"/api/tables/{made[0]}")
        assert table["paused"] and table["pause_wished"] == [0, 1]

    played(tmp_path, LONG, story)
    played(tmp_path, LONG, later)


def test_the_time_of_a_pause_is_given_back() -> None:
    state = over_days()
    before = state.since
    for guest, at in (("Ada", 10.0), ("Ben", 20.0)):
        state.fold(journal.PauseWished(guest=guest, on=True, at=at))
    assert state.paused and state.waits_for is None
    state.fold(journal.PauseWished(guest="Ben", on=False, at=50.0))
    assert not state.paused and state.since == before + 30.0 and state.waits_for is not None
