"""Before and after the game: making, sitting, filling, kicking, starting, rematch, lists, cookies."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.table.client import Client, refused, serving, visitors

ME, OPEN, BOT = {"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "1"}


def with_two(folder: Path, story: Callable[[Client, Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with serving(folder) as address, visitors(address, 2) as (ada, ben):
            await story(ada, ben)

    asyncio.run(run())


def kinds(table: Any) -> list[str]:
    return [seat["kind"] for seat in table["seats"]]


def test_sit_stand_fill_kick_start(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make(players=4, seats=[ME])
        path = f"/api/tables/{code}"
        table = await ben.post(f"{path}/sit", seat=1, name="  Ben  ")
        assert table["seats"][1]["name"] == "Ben" and table["seats"][1]["mine"] and not table["host"]
        assert await refused(ben.post(f"{path}/sit", seat=0, name="Ben")) == (409, "seat_taken")
        assert await refused(ben.post(f"{path}/sit", seat=4, name="Ben")) == (404, "no_seat")
        assert await refused(ben.post(f"{path}/start")) == (403, "host_only")
        assert await refused(ben.post(f"{path}/fill", level="2")) == (403, "host_only")
        assert await refused(ben.post(f"{path}/kick", seat=0)) == (403, "host_only")
        assert await refused(ben.post(f"{path}/stand", seat=0)) == (403, "not_yours")
        assert await refused(ada.post(f"{path}/start")) == (409, "open_seats")
        assert kinds(await ben.post(f"{path}/stand", seat=1)) == ["person", "open", "open", "open"]
        await ben.post(f"{path}/sit", seat=2, name="Ben")
        assert kinds(await ada.post(f"{path}/kick", seat=2)) == ["person", "open", "open", "open"]
        table = await ada.post(f"{path}/fill", level="4")
        assert kinds(table) == ["person", "bot", "bot", "bot"] and table["host"]
        assert {seat["level"] for seat in table["seats"][1:]} == {"4"}
        assert len({seat["name"] for seat in table["seats"]}) == 4
        await ada.post(f"{path}/start")
        assert await refused(ada.post(f"{path}/kick", seat=1)) == (409, "started")
        assert await refused(ben.post(f"{path}/sit", seat=1, name="Ben")) == (409, "started")

    with_two(tmp_path, story)


def test_changes_are_told_to_everybody(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make(seats=[ME])
        async with ada.at(code) as seat:
            await seat.until("presence")
            await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
            assert (await seat.until("table"))["table"]["seats"][1]["name"] == "Ben"
            async with ben.at(code) as other:
                await other.until("presence")
                assert (await seat.until("presence"))["seats"] == [True, True]
                assert seat.table["seats"][0]["mine"] and not seat.table["seats"][1]["mine"]
            assert (await seat.until("presence"))["seats"] == [True, False]

    with_two(tmp_path, story)


def test_rematch_with_the_next_one_to_begin(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make("hat_stairs", seats=[ME, OPEN])
        await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
        assert await refused(ada.post(f"/api/tables/{code}/rematch")) == (409, "not_over")
        await ada.post(f"/api/tables/{code}/start")
        async with ada.at(code) as a, ben.at(code) as b:
            choose = random.Random(4).choice
            await asyncio.gather(a.play_through(choose), b.play_through(choose))
            first = await ben.post(f"/api/tables/{code}/rematch")
            assert await ada.post(f"/api/tables/{code}/rematch") == first
            told = await a.until(lambda frame: frame["t"] == "table" and frame["table"]["rematch"])
            assert told["table"]["rematch"] == first["code"] and told["table"]["rematch_by"] == 1
        path = f"/api/tables/{first['code']}"
        table = await ben.get(path)
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "Ben"], "everybody keeps seat and colour"
        assert [seat["host"] for seat in table["seats"]] == [True, False]
        assert table["options"]["starter"] == 1 and table["status"] == "waiting"
        assert table["starts"] and not table["host"]
        assert await refused(ben.post(f"{path}/kick", seat=0)) == (403, "host_only")
        await ben.post(f"{path}/start")
        async with ben.at(first["code"]) as b:
            assert (await b.until(lambda frame: bool(frame.get("now"))))["now"]["turn"] == 1

    with_two(tmp_path, story)


def test_lists_and_records(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        shown = await ada.make(seats=[ME], public=True)
        hidden = await ada.make(seats=[ME])
        assert [table["code"] for table in await ben.get("/api/tables")] == [shown]
        assert [table["code"] for table in await ada.get("/api/mine")] == [hidden, shown]
        assert await ben.get("/api/mine") == []
        assert (await ben.get("/api/tables"))[0] | {"open": 1, "names": ["Ada"]} == (
            await ben.get("/api/tables")
        )[0]
        assert await refused(ben.get("/api/records/nothing")) == (404, "no_record")
        assert await refused(ben.get("/api/tables/QQQQQ")) == (404, "no_table")
        assert await refused(ben.get("/api/tables/0O1")) == (404, "no_table")
        assert (await ben.get(f"/api/tables/{shown.lower()}"))["code"] == shown

    with_two(tmp_path, story)


def test_games_and_layouts(tmp_path: Path) -> None:
    async def story(ada: Client, _: Client) -> None:
        games = {game["slug"]: game for game in await ada.get("/api/games")}
        assert games["hat_stairs"]["secrets"] is False
        layout = await ada.get("/api/layouts/hat_stairs?steps=8")
        assert len(layout["wide"]["steps"]) == len(layout["tall"]["steps"]) == 8
        code = await ada.make(options={"steps": 20}, seats=[ME])
        assert len((await ada.get(f"/api/tables/{code}"))["layout"]["wide"]["steps"]) == 20
        assert await refused(ada.get("/api/layouts/chess")) == (404, "no_game")
        assert await refused(ada.get("/api/layouts/hat_stairs?players=x")) == (400, "bad_request")
        assert await refused(ada.get("/api/layouts/hat_stairs?steps=99")) == (400, "bad_game")

    with_two(tmp_path, story)


def test_leaving_during_the_game_hands_the_seat_to_a_bot(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make(seats=[ME, OPEN])
        await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
        await ada.post(f"/api/tables/{code}/start")
        async with ada.at(code) as seat, ben.at(code) as left:
            await seat.until(lambda _: seat.now is not None)
            await left.until(lambda _: left.now is not None)
            await ben.post(f"/api/tables/{code}/stand", seat=1)
            await seat.play_through(random.Random(6).choice)
            assert seat.table["seats"][1]["kind"] == "bot" and seat.table["seats"][1]["name"] == "Ben"

    with_two(tmp_path, story)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "players": 2}, "bad_game"),
        ({"game": "hat_stairs", "players": 9}, "bad_game"),
        ({"game": "hat_stairs", "players": 2, "options": {"steps": 3}}, "bad_game"),
        ({"game": "hat_stairs", "players": 2, "options": {"wings": True}}, "bad_game"),
        ({"game": "hat_stairs", "players": 2, "wings": True}, "bad_request"),
        ({"game": "hat_stairs"}, "bad_request"),
        ({"game": "hat_stairs", "players": 2, "seats": [ME] * 3}, "bad_seats"),
        ({"game": "hat_stairs", "players": 2, "seats": [{"kind": "me", "name": "x" * 25}]}, "name_long"),
        ({"game": "hat_stairs", "players": 2, "seats": [{"kind": "me", "name": "a\u202eb"}]}, "bad_name"),
        ({"game": "hat_stairs", "players": 2, "seats": [{"kind": "me", "name": "a\nb"}]}, "bad_name"),
        ({"game": "hat_stairs", "players": 2, "seats": [{"kind": "bot", "level": "9"}]}, "bad_request"),
        ([], "bad_request"),
    ],
)
def test_a_table_that_cannot_be_made(tmp_path: Path, body: Any, code: str) -> None:
    async def story(ada: Client, _: Client) -> None:
        assert await refused(ada.call("POST", "/api/tables", body)) == (400, code)
        assert await ada.get("/api/mine") == []

    with_two(tmp_path, story)


def test_a_name_is_kept_in_its_composed_form(tmp_path: Path) -> None:
    async def story(ada: Client, _: Client) -> None:
        code = await ada.make(seats=[{"kind": "me", "name": "Zoe\u0308 \U0001f469\u200d\U0001f680"}])
        assert (await ada.get(f"/api/tables/{code}"))["seats"][0]["name"] == "Zoë \U0001f469\u200d\U0001f680"

    with_two(tmp_path, story)


def test_the_invitation_as_a_picture(tmp_path: Path) -> None:
    async def story(ada: Client, _: Client) -> None:
        code = await ada.make(seats=[ME])
        async with ada.session.get(f"{ada.address}/api/tables/{code}/qr.svg") as answer:
            assert answer.content_type == "image/svg+xml" and b"<svg" in await answer.read()

    with_two(tmp_path, story)


def test_a_seat_moves_to_another_device_once(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make(seats=[ME])
        old = (await ada.post("/api/device"))["secret"]
        secret = (await ada.post("/api/device"))["secret"]
        assert await refused(ben.post("/api/device/claim", secret=old)) == (404, "no_secret")
        await ben.post("/api/device/claim", secret=secret)
        table = await ben.get(f"/api/tables/{code}")
        assert table["host"] and table["seats"][0]["mine"]
        assert await refused(ben.post("/api/device/claim", secret=secret)) == (404, "no_secret")

    with_two(tmp_path, story)


def test_the_host_changes_what_is_played(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make("hat_stairs", 3, seats=[ME, OPEN, OPEN])
        path = f"/api/tables/{code}"
        await ben.post(f"{path}/sit", seat=2, name="Ben")
        wish = {"players": 2, "options": {"starter": 1}, "aid": True, "hints": True}
        assert await refused(ben.post(f"{path}/agree", **wish)) == (403, "host_only")
        assert await refused(ada.post(f"{path}/agree", players=9)) == (400, "bad_game")
        assert await refused(ada.post(f"{path}/agree", players=2, options={"hats": 3})) == (400, "bad_game")
        async with ben.at(code) as seat:
            table = await ada.post(f"{path}/agree", **wish)
            told = await seat.until(lambda frame: frame["t"] == "table" and frame["table"]["players"] == 2)
            assert [one["mine"] for one in told["table"]["seats"]] == [False, True]
        assert [one["name"] for one in table["seats"]] == ["Ada", "Ben"], "whoever has a seat keeps one"
        assert table["options"]["starter"] == 1 and table["aid"] and table["hints"]
        more = await ada.post(f"{path}/agree", players=4)
        assert [one["kind"] for one in more["seats"]] == ["person", "person", "open", "open"]
        assert await refused(ada.post(f"{path}/fill", seat=1)) == (409, "seat_taken")
        one_bot = await ada.post(f"{path}/fill", seat=3, level="1")
        assert [one["kind"] for one in one_bot["seats"]] == ["person", "person", "open", "bot"]
        other_level = await ada.post(f"{path}/fill", seat=3, level="5")
        assert other_level["seats"][3] == one_bot["seats"][3] | {"level": "5"}, "the same bot"
        await ada.post(f"{path}/fill")
        await ada.post(f"{path}/start")
        assert await refused(ada.post(f"{path}/agree", players=2)) == (409, "started")

    with_two(tmp_path, story)


def test_bots_have_names_in_the_letters_of_whoever_asks(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        names = ["Анна", "Борис", "Вера"]
        code = await ada.make("hat_stairs", 3, seats=[ME, BOT], names=names)
        table = await ada.post(f"/api/tables/{code}/fill", names=names)
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "Борис", "Вера"]
        wish = {"game": "hat_stairs", "players": 2, "seats": [ME, BOT], "names": ["\u200b"]}
        assert (await refused(ada.call("POST", "/api/tables", wish)))[0] == 400

    with_two(tmp_path, story)


def test_what_was_agreed_survives_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            code = await ada.make("hat_stairs", 3, seats=[ME, OPEN, BOT])
            before = await ada.post(f"/api/tables/{code}/agree", players=2, options={"starter": 1})
        async with serving(tmp_path) as address, visitors(address, 1) as (again,):
            after = await again.get(f"/api/tables/{code}")
            assert after["players"] == 2 and after["options"] == before["options"]
            assert [seat["kind"] for seat in after["seats"]] == ["person", "bot"]

    asyncio.run(story())
