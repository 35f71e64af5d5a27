"""Who is at a game night: people who vanished, people sent home, and rounds that start by themselves."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hatbox.table.identity.given_names import given_bot_names
from hatbox.table.store.opening import opened_store
from hatbox.table.tables.catalogue import Catalogue
from tests.table.client import PATIENCE, Client, refused, serving, visitors
from tests.table.test_nights import NIGHTLY, Json, joined, made, night, play_round, seen, start

AWAY, PAUSE = NIGHTLY.night_away, NIGHTLY.night_pause
LOOKS = {"figure": "owl", "colour": "red"}
NOON = 1_800_000_000.0


class Wall:
    """The wall clock, which the test drives."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wall]:
    clock = Wall()
    monkeypatch.setattr(time, "time", clock)
    yield clock


def away_in(view: Json) -> list[str]:
    return sorted(row["name"] for row in view["standing"] if row["away"])


def people_in(view: Json) -> list[int]:
    """Who plays in the last round."""
    seats = [person for table in view["played"][-1]["tables"] for person in table["seats"]]
    return sorted([person for person in seats if person >= 0] + view["played"][-1]["byes"])


def second_round(view: Json) -> bool:
    """Whether it is there with all its tables."""
    return len(view["played"]) == 2 and not view["preparing"]


async def until(client: Client, code: str, wanted: Callable[[Json], bool]) -> Json:
    """The night as soon as it is as wanted; the client is there all the time."""
    async with asyncio.timeout(PATIENCE):
        view = await seen(client, code)
        while not wanted(view):
            view = await client.get(f"/api/nights/{code}?since={view['mark']}")
    return view


async def again(clients: list[Client], address: str) -> list[Client]:
    """The same devices at another server."""
    for client in clients:
        client.address = address
    return clients


@asynccontextmanager
async def devices(count: int) -> AsyncIterator[list[Client]]:
    """Devices that outlive the server."""
    async with visitors("", count) as clients:
        yield clients


# ---- away --------------------------------------------------------------------------------------------------------


def test_who_vanished_is_away_and_plays_again_after_coming_back(place: Path | str, wall: Wall) -> None:
    async def story() -> None:
        async with night(place, 4) as (code, clients):
            ada, ben, cleo, dan = clients
            assert people_in(await start(ada, code, 1)) == [0, 1, 2, 3]
            await play_round(code, clients)
            wall.now += AWAY / 2
            for client in (ada, ben, cleo):
                assert away_in(await seen(client, code)) == []
            wall.now += AWAY / 2
            assert away_in(await seen(ada, code)) == ["Dan"]
            assert people_in(await start(ada, code, 2)) == [0, 1, 2], "no bot plays for who went home"
            assert (await seen(dan, code))["me"] == 3 and (await seen(dan, code))["table"] == ""
            assert away_in(await seen(ada, code)) == []
            view = await start(ada, code, 3)
            assert people_in(view) == [0, 1, 2, 3]
            dans = next(row for row in view["standing"] if row["name"] == "Dan")
            assert (dans["games"], dans["byes"]) == (1, 0), "nothing for the round without Dan"

    asyncio.run(story())


def test_who_waits_for_news_is_there_and_all_learn_who_is_not(tmp_path: Path, wall: Wall) -> None:
    async def story() -> None:
        async with night(tmp_path, 2) as (code, (ada, ben)):
            mark = (await seen(ada, code))["mark"]
            waits = asyncio.create_task(ada.get(f"/api/nights/{code}?since={mark}"))
            await until(ben, code, lambda view: True)
            wall.now += AWAY
            assert away_in(await waits) == ["Ada", "Ben"], "the question is old, and nobody asked since"
            assert away_in(await seen(ada, code)) == ["Ben"]

    asyncio.run(story())


def test_who_sits_at_a_table_of_the_night_is_there(tmp_path: Path, wall: Wall) -> None:
    async def story() -> None:
        async with night(tmp_path, 2) as (code, (ada, ben)):
            await start(ada, code, 1)
            async with ben.at((await seen(ben, code))["table"]) as seat:
                await seat.until("welcome")
                wall.now += 2 * AWAY
                assert away_in(await seen(ada, code)) == []
            wall.now += AWAY
            assert away_in(await seen(ada, code)) == ["Ben"]

    asyncio.run(story())


def test_all_processes_know_who_is_there(database: str, wall: Wall) -> None:
    async def story() -> None:
        async with (
            serving(database, NIGHTLY) as one,
            serving(database, NIGHTLY) as other,
            visitors(one, 1) as (ada,),
            visitors(other, 1) as (ben,),
        ):
            code = await made(ada)
            await joined(code, [ada, ben])
            wall.now += AWAY
            assert away_in(await seen(ben, code)) == ["Ada"]
            assert away_in(await seen(ada, code)) == []

    asyncio.run(story())


def test_a_round_needs_two_people_who_are_there(tmp_path: Path, wall: Wall) -> None:
    async def story() -> None:
        async with night(tmp_path, 3) as (code, (ada, ben, _)):
            wall.now += AWAY
            assert await refused(start(ada, code, 1)) == (409, "too_few")
            await seen(ben, code)
            assert people_in(await start(ada, code, 1)) == [0, 1]

    asyncio.run(story())


def test_when_people_were_there_is_forgotten_with_the_night(place: Path | str) -> None:
    async def story() -> None:
        async with night(place, 2) as (code, (ada, _)):
            assert code in (await ada.get("/api/export"))["last_at_tables"]
        store = await opened_store(place)
        assert len(await store.visits(code)) == 2
        await store.forget_old_nights(-1.0)
        assert await store.visits(code) == {}
        await store.close()

    asyncio.run(story())


# ---- sent home ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begun", [False, True])
def test_who_was_sent_home_stays_out_until_let_in(tmp_path: Path, begun: bool) -> None:
    async def story() -> None:
        async with night(tmp_path, 3) as (code, (ada, ben, cleo)):
            path = f"/api/nights/{code}"
            if begun:
                await start(ada, code, 1)
            await ada.post(f"{path}/leave", person=1)
            for name in ("Ben", "Somebody Else"):
                assert await refused(ben.post(f"{path}/join", name=name)) == (403, "sent_home")
            view = await seen(ben, code)
            assert view["barred"] and view["me"] is None and view["sent_home"] == []
            assert (await seen(cleo, code))["sent_home"] == [], "only the organiser needs to know"
            assert (await seen(ada, code))["sent_home"] == [{"person": 1, "name": "Ben"}]
            assert ("Ben" in [row["name"] for row in view["standing"]]) == begun, "who played stays in it"
            assert await refused(ben.post(f"{path}/readmit", person=1)) == (403, "organiser_only")
            assert await refused(ada.post(f"{path}/readmit", person=2)) == (404, "no_person")
            assert await refused(ada.post(f"{path}/readmit", person=9)) == (404, "no_person")
            await ada.post(f"{path}/readmit", person=1)
            view = await seen(ben, code)
            assert view["me"] == 1 and not view["barred"]
            assert (await seen(ada, code))["sent_home"] == []

    asyncio.run(story())


def test_another_profile_of_the_device_is_no_way_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with night(tmp_path, 3) as (code, (ada, ben, _)):
            path = f"/api/nights/{code}"
            await ben.post("/api/people/new", name="Nobody", **LOOKS)
            assert await refused(ada.post(f"{path}/readmit", person=1)) == (404, "no_person")
            await ada.post(f"{path}/leave", person=1)
            assert await refused(ben.post(f"{path}/join", name="Nobody")) == (403, "sent_home")
            await ada.post(f"{path}/readmit", person=1)
            await ben.post(f"{path}/join", name="Nobody")

    asyncio.run(story())


def test_who_went_alone_may_come_back_and_numbers_stay(tmp_path: Path) -> None:
    async def story() -> None:
        async with night(tmp_path, 3) as (code, (ada, ben, cleo)):
            path = f"/api/nights/{code}"
            await ada.post(f"{path}/leave")
            assert (await seen(cleo, code))["me"] == 2, (
                "what the organiser pressed still means the same person"
            )
            await ada.post(f"{path}/join", name="Cleo")
            assert [row["name"] for row in (await seen(ben, code))["standing"]] == ["Cleo 2", "Ben", "Cleo"]

    asyncio.run(story())


# ---- rounds that start by themselves -----------------------------------------------------------------------------


def test_the_next_round_starts_by_itself(place: Path | str, wall: Wall) -> None:
    async def story() -> None:
        async with night(place, 2, rounds=2) as (code, clients):
            ada, ben = clients
            path = f"/api/nights/{code}"
            assert await refused(ben.post(f"{path}/auto", on=True)) == (403, "organiser_only")
            assert (await ada.post(f"{path}/auto", on=True))["auto_rounds"]
            assert (await seen(ada, code))["next_in"] is None, "the first round is the organiser's"
            await start(ada, code, 1)
            assert (await seen(ada, code))["next_in"] is None
            await play_round(code, clients)
            assert (await seen(ben, code))["next_in"] == PAUSE
            wall.now += PAUSE / 2
            assert (await seen(ben, code))["next_in"] == PAUSE / 2
            assert (await ada.post(f"{path}/auto", on=False))["next_in"] is None
            assert (await ada.post(f"{path}/auto", on=True))["next_in"] == PAUSE, "a new pause"
            wall.now += PAUSE
            view = await until(ben, code, second_round)
            assert people_in(view) == [0, 1] and view["next_in"] is None
            await play_round(code, clients)
            assert (await seen(ada, code))["next_in"] is None, "that was the last one"

    asyncio.run(story())


def test_a_round_starts_by_itself_after_a_restart(place: Path | str, wall: Wall) -> None:
    async def story() -> None:
        async with devices(3) as clients:
            async with serving(place, NIGHTLY) as address:
                ada, ben, _ = await again(clients, address)
                code = await made(ada, auto_rounds=True)
                await joined(code, clients)
                await start(ada, code, 1)
                await play_round(code, clients)
                assert (await seen(ada, code))["next_in"] == PAUSE
            wall.now += 10 * PAUSE
            async with serving(place, NIGHTLY) as address:
                await again(clients, address)
                for client in clients:
                    view = await seen(client, code)
                assert view["auto_rounds"] and len(view["played"]) == 1, "everybody has a moment to come back"
                wall.now += PAUSE
                view = await until(ben, code, second_round)
                assert people_in(view) == [0, 1, 2]

    asyncio.run(story())


def test_nobody_starts_a_round_for_a_room_that_is_empty(tmp_path: Path, wall: Wall) -> None:
    async def story() -> None:
        async with night(tmp_path, 3, auto_rounds=True) as (code, clients):
            ada, ben, _ = clients
            await start(ada, code, 1)
            await play_round(code, clients)
            wall.now += AWAY
            assert (await seen(ada, code))["next_in"] is None, "Ada is alone"
            assert (await seen(ben, code))["next_in"] == PAUSE
            wall.now += PAUSE
            view = await until(ada, code, second_round)
            assert people_in(view) == [0, 1]

    asyncio.run(story())


def test_a_table_that_all_have_left_keeps_nobody_waiting(tmp_path: Path, wall: Wall) -> None:
    async def story() -> None:
        async with night(tmp_path, 4, auto_rounds=True) as (code, clients):
            await start(clients[0], code, 1)
            tables = [(await seen(client, code))["table"] for client in clients]
            there = [client for client, at in zip(clients, tables, strict=True) if at == tables[0]]
            await play_round(code, there)
            assert (await seen(there[0], code))["next_in"] is None
            wall.now += AWAY
            await seen(there[1], code)
            assert (await seen(there[0], code))["next_in"] == PAUSE
            wall.now += PAUSE
            view = await until(there[0], code, second_round)
            assert [table["cut"] for table in view["played"][0]["tables"]].count(True) == 1
            assert len(people_in(view)) == 2

    asyncio.run(story())


def test_a_round_that_could_not_start_is_tried_again(
    tmp_path: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare = Catalogue.prepare
    failed: list[str] = []

    async def failing(self: Catalogue, slug: str) -> None:
        if not failed:
            failed.append(slug)
            raise OSError("no room")
        await prepare(self, slug)

    async def story() -> None:
        async with night(tmp_path, 2, auto_rounds=True) as (code, clients):
            ada, ben = clients
            await start(ada, code, 1)
            await play_round(code, clients)
            await seen(ada, code)
            monkeypatch.setattr(Catalogue, "prepare", failing)
            wall.now += PAUSE
            view = await until(ben, code, lambda view: bool(failed) and view["next_in"] == PAUSE)
            assert len(view["played"]) == 1
            await seen(ada, code)
            wall.now += PAUSE
            await until(ben, code, second_round)

    asyncio.run(story())


def test_bots_have_names_in_the_language_of_the_night(tmp_path: Path) -> None:
    async def story() -> None:
        async with night(tmp_path, 3, players=4, games=[{"game": "connect_four"}], language="de") as (
            code,
            clients,
        ):
            view = await start(clients[0], code, 1)
            names = set()
            for table in view["played"][0]["tables"]:
                seats = (await clients[0].get(f"/api/tables/{table['code']}"))["seats"]
                names |= {seat["name"] for seat in seats if seat["kind"] == "bot"}
            assert names and names <= set(given_bot_names("de"))

    asyncio.run(story())
