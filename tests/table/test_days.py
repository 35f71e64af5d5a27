"""Tables over days: nobody is replaced while time is left, and sleeping tables act when it is over."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import hatbox
from hatbox.table.store.interface import append
from hatbox.table.store.opening import opened_store
from hatbox.table.store.sqlite import SqliteStore
from hatbox.table.tables import journal
from hatbox.table.tables.state import TableState
from hatbox.table.wire.types import Pace
from tests.table.client import QUICK, Client, Refusal, Seat, asleep, serving, visitors
from tests.table.test_store import head

ME, OPEN, BOT = {"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot"}
LONG = replace(QUICK, grace=0.0, day=1e6)
SHORT = replace(QUICK, grace=0.0, day=0.2, due_every=0.05, sleep_after=0.2)
Story = Callable[[Client, Client], Awaitable[None]]


def played(folder: Path, settings: Any, story: Story) -> None:
    async def all_of_it() -> None:
        async with serving(folder, settings) as address, visitors(address, 2) as (ada, ben):
            await story(ada, ben)

    asyncio.run(all_of_it())


async def table_of(ada: Client, ben: Client, **pace: Any) -> str:
    """A game in progress between two people; Ada must act."""
    wish = {"days": 1, **pace} if pace.get("days", 1) else None
    code = await ada.make("connect_four", 2, seats=[ME, OPEN], pace=wish)
    await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
    await ada.post(f"/api/tables/{code}/start")
    return code


async def position(seat: Seat) -> Any:
    """The position, once the game has started."""
    while seat.now is None:
        await seat.next()
    return seat.now


def test_nobody_is_replaced_while_time_is_left(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        for days in (0, 14):  # in one sitting a bot takes over, over days it does not
            code = await table_of(ada, ben, days=days)
            async with ben.at(code) as watching:
                if not days:
                    await watching.until(
                        lambda frame: frame["t"] == "table" and frame["table"]["seats"][0]["warm"]
                    )
                    continue
                assert (await position(watching))["until"] > time.time()
                for _ in range(5):
                    table = await ben.get(f"/api/tables/{code}")
                    assert not table["seats"][0]["warm"] and not table["seats"][0]["stalls"]
                assert watching.now["ply"] == 0

    played(tmp_path, LONG, story)


def test_a_bot_makes_one_move_for_who_is_late(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await table_of(ada, ben)
        async with ben.at(code) as watching:
            while watching.now is None or watching.now["ply"] < 1:
                await watching.next()
            assert watching.now["turn"] == 1 and watching.now["until"] > 0
            assert not watching.table["seats"][0]["warm"]
            await watching.answer(await watching.act(watching.legal[0]))

    played(tmp_path, SHORT, story)


def test_a_bot_plays_on_where_the_host_chose_that(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await table_of(ada, ben, late="bot")
        async with ben.at(code) as watching:
            await watching.until(lambda frame: frame["t"] == "table" and frame["table"]["seats"][0]["warm"])
            await watching.play_through(min, most=6)  # both play: Ben, and a bot for Ada

    played(tmp_path, SHORT, story)


def test_a_game_may_just_wait(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await table_of(ada, ben, late="wait")
        async with ben.at(code) as watching:
            until = (await position(watching))["until"]
            while time.time() < until + SHORT.day:
                assert (await ben.get(f"/api/tables/{code}"))["status"] == "playing"
            assert watching.now["ply"] == 0
        await asleep(ada)  # and is not loaded for it

    played(tmp_path, SHORT, story)


def test_a_sleeping_table_wakes_when_somebody_is_late(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await table_of(ada, ben, days=3)
        await asleep(ada)
        while not (await ben.get("/api/mine"))[0]["waits"]:
            await asyncio.sleep(0.01)
        async with ben.at(code) as watching:
            assert (await position(watching))["ply"] >= 1

    played(tmp_path, SHORT, story)


def test_time_runs_while_the_server_is_away(tmp_path: Path) -> None:
    later = replace(LONG, day=0.0, due_every=0.05)

    async def story() -> None:
        async with serving(tmp_path, LONG) as address, visitors(address, 2) as (ada, ben):
            code = await table_of(ada, ben)
            async with ada.at(code) as seat:
                await position(seat)
        async with serving(tmp_path, later) as address, visitors(address, 1) as (eve,), eve.at(code) as seat:
            while (await position(seat))["ply"] < 2:
                await seat.next()

    asyncio.run(story())


def test_a_bot_does_not_wait_for_visitors(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make("connect_four", 2, seats=[BOT, ME], pace={"days": 7}, start=True)
        while not (await ada.get("/api/mine"))[0]["waits"]:
            await asyncio.sleep(0.01)
        async with ada.at(code) as seat:
            assert (await position(seat))["ply"] == 1

    played(tmp_path, LONG, story)


def test_bots_among_themselves_do_not_play_when_nobody_looks(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make("connect_four", 2, seats=[BOT, BOT], pace={"days": 1}, start=True)
        while (await ada.get(f"/api/tables/{code}"))["status"] != "playing":
            await asyncio.sleep(0.01)
        await asleep(ada)
        async with ada.at(code) as watching:
            assert (await watching.until("welcome"))["now"]["ply"] == 0

    played(tmp_path, SHORT, story)


def test_my_games_say_which_one_waits_for_me(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await table_of(ada, ben)
        async with ada.at(code) as seat:
            await position(seat)
        (mine,), (theirs,) = await ada.get("/api/mine"), await ben.get("/api/mine")
        assert mine["waits"] and mine["days"] and not theirs["waits"] and theirs["since"] <= time.time()
        async with ada.at(code) as seat:
            await seat.play_moves(min, 1)
        assert not (await ada.get("/api/mine"))[0]["waits"] and (await ben.get("/api/mine"))[0]["waits"]

    played(tmp_path, LONG, story)


def test_a_table_has_clocks_or_takes_days(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        both: dict[str, Any] = {"clock": {"minutes": 5}, "pace": {"days": 1}}
        with pytest.raises(Refusal, match="leave out `clock` or `pace`"):
            await ada.make(**both)
        code = await ada.make()
        with pytest.raises(Refusal, match="two_times"):
            await ada.post(f"/api/tables/{code}/agree", players=2, **both)
        with pytest.raises(Refusal, match="400"):
            await ada.make(pace={"days": 2})

    played(tmp_path, LONG, story)


def over_days() -> TableState:
    """A game of Ada and Ben that started at 1.0."""
    made = journal.Made(
        game="catch_the_hat",
        ruleset=hatbox.rulebooks()["catch_the_hat"].ruleset,
        players=2,
        options={},
        aid=False,
        public=False,
        host="h",
        seats=[journal.Seat(kind="person", name=name, guest=name) for name in ("Ada", "Ben")],
        seed=5,
        salt="s",
        record="r",
        pace=Pace(days=1),
    )
    state = TableState("AAAAA", made)
    state.fold(journal.Started(at=1.0))
    return state


def test_a_late_turn_is_played_to_its_end() -> None:
    """A turn of several actions must not take a day for each of them."""
    state = over_days()
    assert state.match is not None
    first, actions = state.match.turn, 0
    while state.match.turn == first:
        assert state.since == 1.0
        state.fold(journal.Acted(seat=first, action=state.match.legal[0], by="warm", at=2.0))
        actions += 1
    assert actions > 1 and state.since == 2.0
    state.fold(journal.Acted(seat=state.match.turn, action=state.match.legal[0], at=3.0))
    assert state.since == 3.0, "whoever acts in person has all days for the next action"


def test_the_store_knows_what_is_due_and_for_whom(place: Path | str) -> None:
    async def story() -> None:
        store = await opened_store(place)
        for code, due in (("AAAAA", 5.0), ("BBBBB", None), ("CCCCC", time.time() + 1e6)):
            await store.make(head(code), b"1")
            changed = head(code, status="playing", over_days=True, turn=0, since=4.0, due=due)
            await append(store, code, 2, b"2", changed)
        assert await store.due() == ["AAAAA"]
        assert sorted(await store.waiting_for("h")) == ["AAAAA", "BBBBB", "CCCCC"]
        found = next(one for one in await store.mine("h", 9) if one.code == "AAAAA")
        assert (found.over_days, found.turn, found.since, found.due) == (True, 0, 4.0, 5.0)
        await append(store, "AAAAA", 3, b"3", head("AAAAA", status="over", over_days=True))
        assert await store.due() == [] and "AAAAA" not in await store.waiting_for("h")
        await store.close()

    asyncio.run(story())


def test_everybody_sees_when_somebody_was_last_here(tmp_path: Path) -> None:
    made = []

    async def story(ada: Client, ben: Client) -> None:
        code = await table_of(ada, ben)
        made.append(code)
        async with ben.at(code) as watching:
            assert (await watching.until("presence"))["last_here"] == [None, None], "nobody has been here"
            async with ada.at(code) as seat:
                await seat.until("presence")
            gone = await watching.until(lambda frame: frame["t"] == "presence" and not frame["seats"][0])
            here = gone["last_here"][0]
            assert 0 <= time.time() - here < 7200 and here % 3600 == 0, "to the hour"

    async def later(ada: Client, eve: Client) -> None:
        async with eve.at(made[0]) as watching:
            seen = (await watching.until("presence"))["last_here"]
            assert all(0 <= time.time() - at < 7200 for at in seen)

    played(tmp_path, LONG, story)
    played(tmp_path, LONG, later)


def test_a_table_in_one_sitting_notes_no_visits(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await table_of(ada, ben, days=0)
        async with ada.at(code) as seat:
            assert (await seat.until("presence"))["last_here"] == []
        store = SqliteStore(tmp_path)
        assert await store.visits(code) == {}
        await store.close()

    played(tmp_path, LONG, story)


def test_a_person_who_is_forgotten_was_nowhere(place: Path | str) -> None:
    async def story() -> None:
        store = await opened_store(place)
        await store.note_visit("AAAAA", "ada", 5.0)
        await store.note_visit("AAAAA", "ada", 7.0)
        await store.note_visit("AAAAA", "ben", 6.0)
        assert await store.visits("AAAAA") == {"ada": 7.0, "ben": 6.0}
        await store.forget_visits("ada")
        await store.remove("BBBBB")
        assert await store.visits("AAAAA") == {"ben": 6.0}
        await store.remove("AAAAA")
        assert await store.visits("AAAAA") == {}
        await store.close()

    asyncio.run(story())
