"""Game nights: one code to join, rounds at several tables, a standing that survives everything."""

import asyncio
import random
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hatbox.table.identity.given_names import given_names, is_given
from hatbox.table.nights.night import MOST_PEOPLE
from hatbox.table.store.history import SOMEBODY
from hatbox.table.store.opening import opened_store
from hatbox.table.store.sqlite import FILE
from hatbox.table.tables.registry import Registry
from hatbox.words import LANGUAGES
from tests.table.client import FAST, PATIENCE, QUICK, Client, refused, serving, visitors

NIGHTLY = replace(QUICK, night_look=0.02, poll=5.0, limits=replace(FAST, nights_per_hour=10**6))
STAIRS = {"game": "hat_stairs", "options": {"steps": 8}}
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus")
Json = dict[str, Any]


async def made(client: Client, **more: Any) -> str:
    """A night of short games; gives its code."""
    wish = {"name": "Friday", "games": [STAIRS], "players": 2, "rounds": 3, **more}
    return str((await client.post("/api/nights", **wish))["code"])


async def joined(code: str, clients: list[Client]) -> None:
    for name, client in zip(NAMES, clients, strict=False):
        await client.post(f"/api/nights/{code}/join", name=name)


async def seen(client: Client, code: str) -> Json:
    found: Json = await client.get(f"/api/nights/{code}")
    return found


async def start(client: Client, code: str, number: int) -> Json:
    found: Json = await client.post(f"/api/nights/{code}/round", number=number)
    return found


async def play(client: Client, code: str, seed: int = 1) -> None:
    """Go to my table, as the night says, and play to the end."""
    table = (await seen(client, code))["table"]
    if table:
        async with client.at(table) as seat:
            await seat.play_through(random.Random(seed).choice)


async def play_round(code: str, clients: list[Client]) -> None:
    await asyncio.gather(*(play(client, code, k) for k, client in enumerate(clients)))


@asynccontextmanager
async def night(place: Path | str, count: int, **more: Any) -> AsyncIterator[tuple[str, list[Client]]]:
    """A night with so many people, the first of whom runs it."""
    async with serving(place, NIGHTLY) as address, visitors(address, count) as clients:
        code = await made(clients[0], **more)
        await joined(code, clients)
        yield code, clients


def test_everybody_meets_everybody(place: Path | str) -> None:
    async def story() -> None:
        async with night(place, 4) as (code, clients):
            met: Counter[frozenset[int]] = Counter()
            for number in (1, 2, 3):
                view = await start(clients[0], code, number)
                assert len(view["played"]) == number and not view["preparing"]
                tables = view["played"][-1]["tables"]
                met.update(frozenset(table["seats"]) for table in tables)
                assert {table["code"] for table in tables} == {
                    (await seen(client, code))["table"] for client in clients
                }
                await play_round(code, clients)
            assert len(met) == 6 and set(met.values()) == {1}
            final = await seen(clients[3], code)
            rows = final["standing"]
            assert sum(row["points"] for row in rows) == 60 and {row["games"] for row in rows} == {3}
            assert [row["points"] for row in rows] == sorted((row["points"] for row in rows), reverse=True)
            assert all(
                table["points"] in ([10, 0], [0, 10]) for r in final["played"] for table in r["tables"]
            )
            assert final["table"] == "" and not final["host"] and final["me"] is not None
            history = await clients[0].get("/api/history")
            assert len(history["games"]) == 3, "games of a night are games as all others"

    asyncio.run(story())


def test_a_night_survives_restarts(place: Path | str) -> None:
    async def story() -> None:
        cookies: list[Any] = []
        async with night(place, 3, players=3) as (code, clients):
            await start(clients[0], code, 1)
            table = (await seen(clients[0], code))["table"]
            async with clients[0].at(table), clients[1].at(table), clients[2].at(table) as seat:
                await seat.until(lambda frame: bool(seat.now))
            cookies = [list(client.session.cookie_jar) for client in clients]
        async with serving(place, NIGHTLY) as address, visitors(address, 3) as again:
            for client, own in zip(again, cookies, strict=True):
                client.session.cookie_jar.update_cookies({one.key: one.value for one in own})
            assert (await seen(again[0], code))["table"] == table
            await play_round(code, again)
            assert sum(row["points"] for row in (await seen(again[1], code))["standing"]) == 15
        async with serving(place, NIGHTLY) as address, visitors(address, 1) as (anybody,):
            rows = (await seen(anybody, code))["standing"]
            assert sorted(row["points"] for row in rows) == [2.5, 2.5, 10], "who did not win is level"

    asyncio.run(story())


def test_tables_are_made_once_although_the_server_fell_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, calls = Registry.make, Counter[str]()

    async def failing(self: Registry, *given: Any, **more: Any) -> Any:
        calls[more.get("code", "")] += 1
        if len(calls) == 2 and sum(calls.values()) == 2:
            raise OSError("the disk is gone")
        return await make(self, *given, **more)

    async def story() -> None:
        monkeypatch.setattr(Registry, "make", failing)
        async with night(tmp_path, 4) as (code, clients):
            with pytest.raises(Exception, match=r"."):
                await start(clients[0], code, 1)
            async with asyncio.timeout(PATIENCE):
                while (await seen(clients[0], code))["preparing"]:
                    await asyncio.sleep(0.01)
            view = await seen(clients[0], code)
            assert len(view["played"]) == 1 and len(view["played"][0]["tables"]) == 2
            assert len(calls) == 2, "the planned codes and no others"
            await play_round(code, clients)
            assert {row["games"] for row in (await seen(clients[0], code))["standing"]} == {1}
            assert await start(clients[0], code, 1) == await seen(clients[0], code), (
                "pressed twice is pressed once"
            )

    asyncio.run(story())


def test_who_leaves_is_replaced_and_left_out_until_back(place: Path | str) -> None:
    async def story() -> None:
        async with night(place, 4) as (code, clients):
            await start(clients[0], code, 1)
            table = (await seen(clients[3], code))["table"]
            await clients[3].post(f"/api/nights/{code}/leave")
            assert (await seen(clients[3], code))["me"] is None
            seats = (await clients[0].get(f"/api/tables/{table}"))["seats"]
            assert sorted(seat["kind"] for seat in seats) == ["bot", "person"]
            await play_round(code, clients[:3])
            rows = {row["name"]: row for row in (await seen(clients[0], code))["standing"]}
            assert rows["Dan"]["games"] == 1 and rows["Dan"]["points"] == 0 and not rows["Dan"]["here"]
            view = await start(clients[0], code, 2)
            playing = [person for table in view["played"][1]["tables"] for person in table["seats"]]
            assert sorted(playing) == [0, 1, 2], "three at one table, where the game allows it"
            await clients[3].post(f"/api/nights/{code}/join", name="Somebody Else")
            rows = {row["name"]: row for row in (await seen(clients[0], code))["standing"]}
            assert rows["Dan"]["here"], "known by the old name"
            view = await start(clients[0], code, 3)
            playing = [person for table in view["played"][2]["tables"] for person in table["seats"]]
            assert sorted(playing) == [0, 1, 2, 3]
            cut = [table["cut"] for table in view["played"][1]["tables"]]
            assert cut == [True], "games that were not over are level"
            assert all(set(table["points"]) == {5} for table in view["played"][1]["tables"])

    asyncio.run(story())


def test_without_bots_somebody_sits_out_and_another_one_next(tmp_path: Path) -> None:
    async def story() -> None:
        async with night(tmp_path, 3, games=[{"game": "connect_four"}], bots=False) as (code, clients):
            out = []
            for number in (1, 2, 3):
                view = await start(clients[0], code, number)
                out += view["played"][-1]["byes"]
            assert sorted(out) == [0, 1, 2]
            rows = (await clients[0].post(f"/api/nights/{code}/end"))["standing"]
            assert [row["points"] for row in rows] == [15, 15, 15] and {row["rank"] for row in rows} == {1}

    asyncio.run(story())


def test_swiss_brings_winners_together_over_several_games(tmp_path: Path) -> None:
    async def story() -> None:
        games = [STAIRS, {"game": "connect_four"}]
        async with night(tmp_path, 4, kind="swiss", games=games) as (code, clients):
            await start(clients[0], code, 1)
            await play_round(code, clients)
            won = {row["person"] for row in (await seen(clients[0], code))["standing"] if row["points"] == 10}
            view = await start(clients[0], code, 2)
            assert won in [set(table["seats"]) for table in view["played"][1]["tables"]]
            assert [one["game"] for one in view["played"]] == ["hat_stairs", "connect_four"]

    asyncio.run(story())


def test_only_the_organiser_runs_the_night_and_may_hand_it_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with night(tmp_path, 3) as (code, (ada, ben, cleo)):
            path = f"/api/nights/{code}"
            for call in (
                start(ben, code, 1),
                ben.post(f"{path}/end"),
                ben.post(f"{path}/host", person=1),
                ben.post(f"{path}/leave", person=0),
            ):
                assert await refused(call) == (403, "organiser_only")
            assert await refused(ada.post(f"{path}/host", person=7)) == (404, "no_person")
            assert await refused(start(ada, code, 2)) == (409, "wrong_round")
            await ada.post(f"{path}/host", person=1)
            assert await refused(start(ada, code, 1)) == (403, "organiser_only")
            await start(ben, code, 1)
            await ben.post(f"{path}/leave", person=2)
            assert (await seen(cleo, code))["me"] is None, "sent home"
            await ben.post(f"{path}/end")
            assert await refused(start(ben, code, 2)) == (409, "night_over")
            assert await refused(cleo.post(f"{path}/join", name="Cleo")) == (409, "night_over")
            assert [one["over"] for one in await ada.get("/api/nights")] == [True]

    asyncio.run(story())


def test_a_table_of_a_night_has_no_host_and_starts_by_itself(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            serving(tmp_path, replace(NIGHTLY, night_start=0.05)) as address,
            visitors(address, 3) as clients,
        ):
            ada, ben, eve = clients
            code = await made(ada)
            await joined(code, [ada, ben])
            await start(ada, code, 1)
            table = (await seen(ada, code))["table"]
            path = f"/api/tables/{table}"
            number = next(seat["seat"] for seat in (await ada.get(path))["seats"] if seat["mine"])
            assert await refused(ada.post(f"{path}/sit", seat=number, name="Eve")) == (409, "night_table")
            assert await refused(ada.post(f"{path}/agree", players=2, chat=True)) == (403, "host_only")
            assert await refused(ada.post(f"{path}/kick", seat=1 - number)) == (403, "host_only")
            assert await refused(ada.post(f"{path}/help", seat=number, help={"hints": 5})) == (
                409,
                "night_table",
            )
            assert await refused(ada.post(f"{path}/start")) == (403, "host_only")
            assert await refused(eve.post(f"{path}/sit", seat=0, name="Eve")) == (409, "night_table")
            told = await eve.get(path)
            assert told["of_night"] and told["night"] == "", "only players are told which night it is"
            assert (await ada.get(path))["night"] == code and not (
                await ada.get(f"/api/tables/{await ada.make()}")
            )["of_night"]
            async with ada.at(table) as seat:  # Ben does not come
                await seat.until(lambda frame: bool(seat.now))
            await play_round(code, [ada, ben])
            assert await refused(ada.post(f"{path}/rematch")) == (409, "night_table")

    asyncio.run(story())


def test_a_teacher_locks_chat_and_names(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, NIGHTLY) as address, visitors(address, 3) as (ada, ben, cleo):
            code = await made(ada, lock_chat=True, lock_names=True, language="de")
            path = f"/api/nights/{code}"
            given = (await seen(ben, code))["names"]
            names = [one["name"] for one in given]
            assert names == list(given_names("de")) and [one["animal"] for one in given] == list(range(40))
            for typed in ("Benno", "Fuchs!", "Fuchs the Great", "Fuchs 2 3"):
                assert await refused(ben.post(f"{path}/join", name=typed)) == (400, "names_locked"), typed
            await ben.post(f"{path}/join", name=names[0])
            assert {"name": names[1], "animal": 1} == (await seen(cleo, code))["names"][0] and (
                await seen(ben, code)
            )["names"] == []
            await cleo.post(f"{path}/join", name=names[0])
            assert [row["name"] for row in (await seen(ada, code))["standing"]] == ["Fuchs", "Fuchs 2"]
            await start(ada, code, 1)
            async with (
                ben.at((await seen(ben, code))["table"]) as seat,
                cleo.at((await seen(ben, code))["table"]),
            ):
                await seat.until(lambda frame: bool(seat.now))
                assert not seat.table["chat"]
                await seat.send(t="chat", text="hello")
                assert (await seat.until("error"))["code"] == "no_chat"
                await seat.send(t="emote", key="emote_smile")
                await seat.until("emote")

    asyncio.run(story())


def test_the_operator_locks_chat_and_names_everywhere(tmp_path: Path) -> None:
    async def story() -> None:
        locked = replace(NIGHTLY, lock_chat=True, lock_names=True)
        async with serving(tmp_path, locked) as address, visitors(address, 2) as (ada, ben):
            assert await ada.get("/api/house") == {"lock_chat": True, "lock_names": True}
            rude = [{"kind": "me", "name": "Rude Word"}]
            assert await refused(ada.make(seats=rude)) == (400, "names_locked")
            mine = [{"kind": "me", "name": "Fox"}, {"kind": "open"}]
            code = await ada.make(seats=mine, chat=True)
            path = f"/api/tables/{code}"
            assert not (await ada.get(path))["chat"]
            await ada.post(f"{path}/agree", players=3, chat=True)
            assert not (await ada.get(path))["chat"]
            assert await refused(ben.post(f"{path}/sit", seat=1, name="Ben B")) == (400, "names_locked")
            await ben.post(f"{path}/sit", seat=1, name="Fox")
            await ada.post(f"{path}/fill", names=["Rude Word"])
            names = [seat["name"] for seat in (await ada.get(path))["seats"]]
            assert names[:2] == ["Fox", "Fox 2"] and is_given(names[2])
            for way in ("/api/profile", "/api/people/new"):
                wish = {"name": "Rude Word", "figure": "owl", "colour": "red"}
                assert await refused(ada.post(way, **wish)) == (400, "names_locked"), way
            await ada.post("/api/profile", name="Fox", figure="owl", colour="red")
            night = await seen(ada, await made(ada, name="Rude Word"))
            assert night["lock_chat"] and night["lock_names"] and night["name"] == ""

    asyncio.run(story())


def test_every_language_gives_enough_names() -> None:
    for language in LANGUAGES:
        assert len(set(given_names(language))) == 40
        assert all(is_given(name) and is_given(f"{name} 2") for name in given_names(language))
    assert not any(map(is_given, ("", "Fox 100", "Fox two", " 2", "Fo x", "2")))


def test_news_come_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with night(tmp_path, 2) as (code, (ada, ben)):
            before = await seen(ada, code)
            waits = asyncio.create_task(ada.get(f"/api/nights/{code}?since={before['mark']}"))
            await asyncio.sleep(0)
            await ben.post(f"/api/nights/{code}/leave")
            after = await waits
            assert after["mark"] != before["mark"] and len(after["standing"]) == 1
            assert (await ada.get(f"/api/nights/{code}?since=other"))["mark"] == after["mark"]

    asyncio.run(story())


def test_strangers_find_no_night_by_trying(tmp_path: Path) -> None:
    async def story() -> None:
        limits = replace(FAST, misses_at_once=5, misses_per_hour=0, nights_per_hour=2)
        async with (
            serving(tmp_path, replace(NIGHTLY, limits=limits)) as address,
            visitors(address, 3) as clients,
        ):
            ada, ben, eve = clients
            code = await made(ada)
            await ben.post(f"/api/nights/{code}/join", name="Ben")
            await made(ada)
            assert await refused(made(ada)) == (429, "too_many")
            for _ in range(5):
                assert await refused(eve.get("/api/nights/FERN-KTBMD")) == (404, "no_night")
            assert await refused(eve.get("/api/nights/FERN-KTBMD")) == (429, "too_many")
            assert await refused(eve.get(f"/api/nights/{code}")) == (429, "too_many")
            assert await refused(eve.post(f"/api/nights/{code}/join", name="Eve")) == (429, "too_many")
            assert (await seen(ben, code))["me"] == 0, "who takes part is not shut out"

    asyncio.run(story())


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"games": []}, "bad_request"),
        ({"games": [{"game": "chess"}]}, "bad_game"),
        ({"games": [{"game": "hat_stairs", "options": {"steps": 1000}}]}, "bad_game"),
        ({"players": 7}, "bad_request"),
        ({"rounds": 0}, "bad_request"),
        ({"name": "x" * 41}, "name_long"),
        ({"kind": "knockout"}, "bad_request"),
    ],
)
def test_a_night_that_cannot_be_is_refused(tmp_path: Path, wish: Json, code: str) -> None:
    async def story() -> None:
        async with serving(tmp_path, NIGHTLY) as address, visitors(address, 1) as (ada,):
            assert await refused(made(ada, **wish)) == (400, code)

    asyncio.run(story())


def test_a_night_is_full_at_some_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, NIGHTLY) as address, visitors(address, MOST_PEOPLE + 1) as clients:
            code = await made(clients[0], players=4)
            for client in clients[:-1]:
                await client.post(f"/api/nights/{code}/join", name="Mia")
            last = clients[-1].post(f"/api/nights/{code}/join", name="Mia")
            assert await refused(last) == (409, "night_full")
            view = await start(clients[0], code, 1)
            assert len(view["played"][0]["tables"]) == 15, "more tables than a guest may make in a while"

    asyncio.run(story())


def test_a_person_is_exported_and_forgotten(place: Path | str) -> None:
    async def story() -> None:
        async with night(place, 3, players=3) as (code, (ada, ben, cleo)):
            await start(ada, code, 1)
            await play_round(code, [ada, ben, cleo])
            (own,) = (await ada.get("/api/export"))["game_nights"]
            assert own["your_name"] == "Ada" and own["organiser"] and len(own["tables"]) == 1
            await ada.post("/api/forget-me")
            view = await seen(ben, code)
            assert sorted(row["name"] for row in view["standing"]) == ["Ben", "Cleo", SOMEBODY]
            assert sum(row["points"] for row in view["standing"]) == 15, "the games stay"
            assert view["host"], "the next one runs the night"
            assert not any(row["here"] for row in view["standing"] if row["name"] == SOMEBODY)
        store = await opened_store(place)
        found = await store.night(code)
        assert found is not None and '"Ada"' not in found.data
        await store.close()

    asyncio.run(story())


def test_old_nights_are_removed(place: Path | str) -> None:
    async def story() -> None:
        async with night(place, 2) as (code, _):
            pass
        store = await opened_store(place)
        await store.forget_old_nights(3600.0)
        assert await store.night(code) is not None
        await store.forget_old_nights(-1.0)
        assert await store.night(code) is None
        assert await store.results_of([]) == {}
        await store.close()

    asyncio.run(story())


def test_a_standing_outlives_its_tables(tmp_path: Path) -> None:
    async def story() -> None:
        async with night(tmp_path, 2) as (code, clients):
            await start(clients[0], code, 1)
            await play_round(code, clients)
            before = (await seen(clients[0], code))["standing"]
        with closing(sqlite3.connect(tmp_path / FILE)) as link:
            for table in ("results", "games", "heads", "log"):
                link.execute(f"DELETE FROM {table}")
            link.commit()
        async with serving(tmp_path, NIGHTLY) as address, visitors(address, 1) as (anybody,):
            assert (await seen(anybody, code))["standing"] == before

    asyncio.run(story())


def test_two_changes_at_once_are_both_kept(place: Path | str) -> None:
    async def story() -> None:
        async with serving(place, NIGHTLY) as address, visitors(address, 7) as clients:
            code = await made(clients[0])
            joins = [
                client.post(f"/api/nights/{code}/join", name=name)
                for name, client in zip(NAMES, clients, strict=True)
            ]
            await asyncio.gather(*joins)
            assert sorted(row["name"] for row in (await seen(clients[0], code))["standing"]) == sorted(NAMES)
            assert len(await clients[6].get("/api/nights")) == 1

    asyncio.run(story())


def test_processes_on_one_database_share_a_night(database: str) -> None:
    async def story() -> None:
        async with (
            serving(database, NIGHTLY) as one,
            serving(database, NIGHTLY) as other,
            visitors(one, 1) as (ada,),
            visitors(other, 1) as (ben,),
        ):
            code = await made(ada)
            await joined(code, [ada, ben])
            mark = (await seen(ben, code))["mark"]
            waits = asyncio.create_task(ben.get(f"/api/nights/{code}?since={mark}"))
            await start(ada, code, 1)
            assert (await waits)["played"]
            assert (await seen(ben, code))["table"] == (await seen(ada, code))["table"]

    asyncio.run(story())
