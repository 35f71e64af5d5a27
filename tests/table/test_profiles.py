"""Profiles: several people on one device, saved rules, and everything stored in one file."""

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hatbox.match.verify import verify
from hatbox.table.identity.people import MOST_OTHERS
from hatbox.table.server.http.people import LONGEST_RULES, MOST_RULES
from tests.table.client import Client, refused, serving, visitors
from tests.table.test_history import ADA, BEN, played

MARKUP = "<b onclick=x>&Mia"


async def join(client: Client, **wish: Any) -> None:
    await client.post("/api/people/new", **wish)


async def known(client: Client) -> dict[str, str]:
    """Names and ids of everyone on a device, the current person first."""
    return {person["profile"]["name"]: person["id"] for person in await client.get("/api/people")}


def test_a_family_shares_a_tablet(place: Path | str) -> None:
    async def story() -> None:
        async with serving(place) as address, visitors(address, 2) as (tablet, phone):
            assert (await tablet.get("/api/profile"))["name"] == ""
            await tablet.post("/api/profile", **ADA, rated=True)
            code = await tablet.make(seats=[{"kind": "me", "name": "Ada"}, {"kind": "open"}])
            await join(tablet, **BEN, child=True, rated=True)
            me = await tablet.get("/api/profile")
            assert me == {**BEN, "child": True, "rated": False}, "a child has no rating"
            assert list(await known(tablet)) == ["Ben", "Ada"] and await tablet.get("/api/mine") == []
            await tablet.post("/api/people/switch", id=(await known(tablet))["Ada"])
            assert [table["code"] for table in await tablet.get("/api/mine")] == [code]
            assert (await tablet.get("/api/profile"))["rated"]
            secret = (await tablet.post("/api/device"))["secret"]
            assert (await phone.post("/api/device/look", secret=secret))["profile"]["figure"] == "owl"
            await phone.post("/api/device/claim", secret=secret)
            await phone.post("/api/profile", **{**ADA, "colour": "black"})
            assert (await tablet.get("/api/profile"))["colour"] == "black", "a profile goes along"

    asyncio.run(story())


def test_strangers_cannot_appear_as_others(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 2) as (ada, eve):
            await ada.post("/api/profile", **ADA)
            (id,) = (await known(ada)).values()
            await eve.post("/api/profile", **BEN)
            for forged in (id, "", "0" * 16, "../" * 20):
                assert (await refused(eve.post("/api/people/switch", id=forged)))[0] == 404
            eve.session.headers["Authorization"] = f"Bearer {id}"
            for path in ("/api/profile", "/api/history", "/api/rivals", "/api/export", "/api/rule-sets"):
                assert await refused(eve.get(path)) == (401, "bad_token")

    asyncio.run(story())


def test_a_device_knows_so_many_people_and_no_more(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (tablet,):
            for number in range(MOST_OTHERS + 1):
                await join(tablet, **{**ADA, "name": f"Ada {number}"})
            assert len(await known(tablet)) == MOST_OTHERS + 1
            assert await refused(join(tablet, **BEN)) == (409, "too_many_profiles")

    asyncio.run(story())


@pytest.mark.parametrize(
    "wish",
    [
        {"name": "A" * 25},
        {"name": ""},
        {"name": "\u202eAda"},
        {"figure": "dragon"},
        {"colour": "#fff"},
        {"guest": "0123456789abcdef"},
    ],
)
def test_bad_profiles_are_refused(tmp_path: Path, wish: dict[str, str]) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            for path in ("/api/profile", "/api/people/new"):
                assert (await refused(ada.call("POST", path, {**ADA, **wish})))[0] == 400
            assert await ada.get("/api/people") == [], "nobody became a guest"

    asyncio.run(story())


def test_names_are_data(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            await ada.post("/api/profile", **{**ADA, "name": MARKUP})
            assert (await ada.get("/api/profile"))["name"] == MARKUP, "the page shows it as text"

    asyncio.run(story())


# ---- saved rules -------------------------------------------------------------------------------------------------

OURS: dict[str, Any] = {"name": "The way we play at Grandma’s", "game": "hat_stairs", "players": 3}


def test_rules_are_kept_under_a_name(place: Path | str) -> None:
    async def story() -> None:
        async with serving(place) as address, visitors(address, 2) as (ada, eve):
            options = {"steps": 10, "stuck": "pass", "no_repeat": True}
            (kept,) = await ada.post("/api/rule-sets", **OURS, options=options)
            assert kept == {**OURS, "id": kept["id"], "options": {"steps": 10, "no_repeat": True}}
            await eve.post("/api/rule-sets", **OURS)
            assert len(await eve.post("/api/rule-sets/end", id=kept["id"])) == 1, "it is not hers"
            assert len(await ada.get("/api/rule-sets")) == 1
            code = await ada.make(kept["game"], kept["players"], options=kept["options"])
            assert (await ada.get(f"/api/tables/{code}"))["options"]["steps"] == 10
            assert await ada.post("/api/rule-sets/end", id=kept["id"]) == []

    asyncio.run(story())


@pytest.mark.parametrize(
    "wish",
    [
        {"name": "x" * (LONGEST_RULES + 1)},
        {"name": " "},
        {"game": "chess"},
        {"players": 9},
        {"options": {"steps": 1000}},
        {"options": {"nonsense": 1}},
        {"options": {"steps": "<script>"}},
    ],
)
def test_bad_rules_are_refused(tmp_path: Path, wish: dict[str, Any]) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            assert (await refused(ada.call("POST", "/api/rule-sets", {**OURS, **wish})))[0] == 400
            assert await ada.get("/api/rule-sets") == []

    asyncio.run(story())


def test_nobody_keeps_ten_thousand_sets_of_rules(place: Path | str) -> None:
    async def story() -> None:
        async with serving(place) as address, visitors(address, 1) as (ada,):
            await ada.post("/api/rule-sets", **OURS)
            many = [refused(ada.post("/api/rule-sets", **OURS)) for _ in range(MOST_RULES + 10)]
            results = await asyncio.gather(*many, return_exceptions=True)
            assert results.count((409, "too_many_rules")) == 11
            assert len(await ada.get("/api/rule-sets")) == MOST_RULES

    asyncio.run(story())


# ---- everything in one file --------------------------------------------------------------------------------------


def test_everything_about_me_in_one_file(place: Path | str) -> None:
    async def story() -> None:
        async with serving(place) as address, visitors(address, 2) as (ada, ben):
            assert await refused(ada.get("/api/export")) == (401, "no_token")
            await ada.post("/api/profile", **ADA, rated=True)
            await ben.post("/api/profile", **BEN, rated=True)
            code = await played(ada, ben)
            await ada.post("/api/rule-sets", **OURS)
            async with ada.session.get(f"{address}/api/export") as answer:
                assert "attachment" in answer.headers["Content-Disposition"]
                text = await answer.text()
            assert "\n  " in text, "people can read it"
            found = msgspec.json.decode(text)
            assert found["profile"]["name"] == "Ada" and found["saved_rules"][0]["name"] == OURS["name"]
            (game,) = found["finished_games"]
            assert game["table"] == code and [seat["you"] for seat in game["seats"]] == [True, False]
            assert verify(msgspec.json.encode(game["record"])).ok
            assert found["ratings"][0]["games"] == 1 and found["devices"] and found["seats"]
            assert found["vacations"] == [] and found["prepared_moves"] == {}
            assert '"owl"' in text and '"cat"' not in text, "nothing of Ben's profile"

    asyncio.run(story())


def test_history_has_pages(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            codes = []
            for number in range(21):
                code = await ada.make("connect_four", seats=[{"kind": "me"}, {"kind": "bot"}], start=True)
                codes.append(code)
                async with ada.at(code) as seat:
                    await seat.play_through(random.Random(number).choice)
            first, second = [await ada.get(f"/api/history?page={page}") for page in (0, 1)]
            assert first["more"] and not second["more"]
            assert [game["code"] for game in first["games"] + second["games"]] == codes[::-1]

    asyncio.run(story())
