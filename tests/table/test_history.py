"""What people have played: written once, seen by those who sat there, filled in for older games, rated if wanted."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from hatbox.cli.main import main
from hatbox.table.finished.rating import FRESH, after_game, rate_all, recomputed
from hatbox.table.finished.rivals import rivalries
from hatbox.table.store.history import SOMEBODY, Finished, Meeting, Result
from hatbox.table.store.interface import Store, StoredRecord, append
from hatbox.table.store.opening import opened_store
from hatbox.table.store.sqlite import SqliteStore
from hatbox.table.tables.catalogue import Catalogue
from hatbox.table.tables.forgetting import forget_person, nobody_awake
from hatbox.table.tables.history import fill_history
from tests.table.client import Client, refused, serving, visitors
from tests.table.test_store import head

OPEN, BOT = {"kind": "open"}, {"kind": "bot", "level": "1"}
ADA = {"name": "Ada", "figure": "owl", "colour": "red"}
BEN = {"name": "Ben", "figure": "cat", "colour": "blue"}


async def played(ada: Client, ben: Client, seed: int = 1, game: str = "connect_four", **more: Any) -> str:
    """A whole game of two people."""
    code = await ada.make(game, seats=[{"kind": "me", "name": "Ada"}, OPEN], **more)
    await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
    await ada.post(f"/api/tables/{code}/start")
    async with ada.at(code) as a, ben.at(code) as b:
        await asyncio.gather(
            a.play_through(random.Random(seed).choice), b.play_through(random.Random(seed + 1).choice)
        )
    return code


async def begin(host: Client, code: str) -> None:
    """Start, and wait until the rules are ready."""
    await host.post(f"/api/tables/{code}/start")
    async with host.at(code) as seat:
        await seat.until(lambda _: seat.now is not None)


def finished(code: str, winner: int = 0, guests: tuple[str, ...] = ("a", "b"), **more: Any) -> Finished:
    results = tuple(
        Result(seat, guest, guest.upper(), "", seat, 1 if seat == winner else 2, seat == winner)
        for seat, guest in enumerate(guests)
    )
    fields = {"game": "hat_stairs", "players": len(guests), "at": 0.0, "counts": True, "results": results}
    return Finished(code, **{**fields, **more})


def test_a_game_is_in_the_history_of_those_who_played_it(place: Path | str) -> None:
    async def story() -> None:
        async with serving(place) as address, visitors(address, 3) as (ada, ben, eve):
            assert await ada.get("/api/history") == {"games": [], "more": False}
            codes = [await played(ada, ben, seed) for seed in (1, 5, 9)]
            found = await ada.get("/api/history")
            assert [game["code"] for game in found["games"]] == codes[::-1] and not found["more"]
            names = [(seat["name"], seat["mine"]) for seat in found["games"][0]["seats"]]
            assert names == [("Ada", True), ("Ben", False)]
            (rival,) = await ada.get("/api/rivals")
            (other,) = await ben.get("/api/rivals")
            assert rival["name"] == "Ben" and other["name"] == "Ada" and rival["games"] == 3
            assert (rival["mine"], rival["theirs"]) == (other["theirs"], other["mine"])
            assert rival["mine"] + rival["theirs"] == 3 and rival["my_run"] == other["their_run"]
            assert rival["parts"][0]["game"] == "connect_four" and rival["parts"][0]["players"] == 2
            assert await ada.get(f"/api/rivals/{rival['id']}") == rival
            here = await ben.get(f"/api/tables/{codes[0]}/rivals")
            assert here == [{"seat": 0, "games": 3, "mine": other["mine"], "theirs": other["theirs"]}]
            await eve.make()
            assert (await eve.get("/api/history"))["games"] == [] == await eve.get("/api/rivals")
            assert await eve.get(f"/api/tables/{codes[0]}/rivals") == [], "nobody's business"
            assert await refused(eve.get(f"/api/rivals/{rival['id']}")) == (404, "no_rival")
            assert await refused(ben.get(f"/api/rivals/{rival['id']}")) == (404, "no_rival"), "ids are my own"
            assert await refused(ada.get("/api/history?page=-1")) == (400, "bad_page")
            assert await refused(ada.get("/api/history?page=99999999999999")) == (400, "bad_page")
            guests = [guest for code in codes for guest in await _guests(address, place, code)]
            for path in ("/api/history", "/api/rivals", f"/api/tables/{codes[0]}/rivals", "/api/people"):
                text = str(await ada.get(path))
                assert not [guest for guest in guests if guest in text], "ids of guests are never sent"

    asyncio.run(story())


async def _guests(address: str, place: Path | str, code: str) -> list[str]:
    store = await opened_store(place)
    try:
        return [result.guest for result in await store.results(code)]
    finally:
        await store.close()


def test_a_game_counts_once_whatever_happens(place: Path | str) -> None:
    """The history is written with the last move: a failed write leaves nothing, a second one changes nothing."""

    async def story() -> None:
        store = await opened_store(place)
        await store.make(head(), b"1")
        end = StoredRecord("r", b"{}", finished("AAAAA"))
        await append(store, "AAAAA", 2, b"2", head(status="over"), end)
        with pytest.raises(Exception):  # noqa: B017 - fenced, whatever the database calls it
            again = StoredRecord("s", b"{}", finished("AAAAA", winner=1))
            await append(store, "AAAAA", 2, b"2", head(status="over"), again)
        await store.add_finished(finished("AAAAA", winner=1))
        ((game),) = await store.history("a", 9)
        assert [result.won for result in game.results] == [True, False] and game.at > 0
        assert await store.history("a", 1, 1) == [] == await store.history("x", 9)
        await store.remove("AAAAA")
        assert await store.history("a", 9) == [] and await store.results("AAAAA") == []
        await store.close()

    asyncio.run(story())


def test_games_from_before_there_was_a_history_are_added(place: Path | str) -> None:
    async def story() -> None:
        async with serving(place) as address, visitors(address, 2) as (ada, ben):
            await played(ada, ben)
            tokens = [client.session.cookie_jar for client in (ada, ben)]
            before = await ada.get("/api/history")
        store = await opened_store(place)
        await store.change([("DELETE FROM games", ()), ("DELETE FROM results", ())])  # type: ignore[attr-defined]
        await store.make(head("BBBBB", status="over"), b"what is this?")
        await store.close()
        async with serving(place) as address, visitors(address, 1) as (again,):
            again.session._cookie_jar = tokens[0]
            async with asyncio.timeout(30):
                while not (after := await again.get("/api/history"))["games"]:
                    await asyncio.sleep(0.05)
            ended, found = before["games"][0].pop("at"), after["games"][0].pop("at")
            assert after == before and abs(ended - found) <= 1, "the time is that of the last move"

    asyncio.run(story())


def test_whoever_leaves_a_game_does_not_leave_its_result(place: Path | str) -> None:
    async def story() -> None:
        async with serving(place) as address, visitors(address, 2) as (ada, ben):
            code = await ada.make("connect_four", seats=[{"kind": "me", "name": "Ada"}, OPEN])
            await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
            await begin(ada, code)
            await ben.post(f"/api/tables/{code}/stand", seat=1)
            async with ada.at(code) as seat:
                await seat.play_through(random.Random(1).choice)
            ((game),) = (await ben.get("/api/history"))["games"]
            mine = game["seats"][1]
            assert mine["mine"] and mine["level"] and not mine["won"] and mine["place"] == 2

    asyncio.run(story())


# ---- me against you ----------------------------------------------------------------------------------------------


def met(code: str, won: int, lost: int, sides: tuple[int, int] = (0, 1), name: str = "Ben") -> Meeting:
    return Meeting(code, "hat_stairs", 2, "ben", name, won, lost, *sides)


def test_runs_and_scores() -> None:
    games = [met("f", 0, 1, name="Benny"), met("e", 1, 0), met("d", 1, 0), met("c", 0, 0), met("b", 1, 0)]
    one = rivalries(games)["ben"]
    assert one.name == "Benny", "as in the latest game"
    assert (one.all.games, one.all.mine, one.all.theirs) == (5, 3, 1)
    assert (one.my_run, one.their_run) == (2, 1)


def test_partners_and_people_with_several_seats_are_not_compared() -> None:
    assert rivalries([met("a", 1, 1, (0, 0))]) == {}
    assert rivalries([met("a", 1, 0), met("a", 1, 0)]) == {}


# ---- ratings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_winner_gains_and_everybody_is_known_better(players: int) -> None:
    new = after_game([(seat, 1 if seat == 1 else 2, FRESH) for seat in range(players)])
    assert new[1][0] > FRESH[0] > new[0][0] and all(sigma < FRESH[1] for _, sigma in new)
    assert len({rating for seat, rating in enumerate(new) if seat != 1}) == 1, "losers are level"


def test_teams_win_together() -> None:
    new = after_game([(seat % 2, 1 if seat % 2 else 2, FRESH) for seat in range(4)])
    assert new[0] == new[2] and new[1] == new[3] and new[1][0] > new[0][0]


def test_a_draw_of_equals_changes_no_number() -> None:
    assert [mu for mu, _ in after_game([(0, 1, FRESH), (1, 1, FRESH)])] == pytest.approx([FRESH[0]] * 2)


async def filled(store: Store, count: int = 60) -> None:
    """Games of some people, of two kinds, two to four at a table."""
    chance = random.Random(3)
    for number in range(count):
        guests = tuple(chance.sample("abcdef", chance.choice([2, 3, 4])))
        game, code = chance.choice(["hat_stairs", "great_hall"]), f"G{number:04}"
        await store.make(head(code, status="over"), b"1")
        winner = chance.randrange(len(guests))
        await store.add_finished(finished(code, winner, guests, game=game, at=1.0 + number // 3))


def where(place: Path | str) -> list[str]:
    return ["--database", place] if isinstance(place, str) else ["--data", str(place)]


def test_ratings_follow_from_the_history(place: Path | str) -> None:
    async def story() -> None:
        store = await opened_store(place)
        await filled(store)
        assert await rate_all(store) == 60 and await rate_all(store) == 0
        assert await recomputed(store) == (60, 0)
        await store.add_finished(finished("LATE", at=0.5))  # it ended earlier, but was stored late
        assert await rate_all(store) == 1 and await recomputed(store) == (61, 0)
        await store.forget_history("a")
        assert await recomputed(store) == (61, 0), "also when somebody is forgotten"
        await store.remove("G0000")
        assert await recomputed(store) == (60, 0), "or a game is removed"
        assert await asyncio.to_thread(main, ["ratings", *where(place)]) == 0
        changed = "UPDATE results SET mu = mu + 1 WHERE code = 'G0030' AND seat = 0"
        await store.change([(changed, ())])  # type: ignore[attr-defined]
        assert (await recomputed(store))[1] > 0
        assert await asyncio.to_thread(main, ["ratings", *where(place)]) == 2
        await store.close()

    asyncio.run(story())


def test_two_processes_rate_at_once(database: str) -> None:
    async def story() -> None:
        one, other = await opened_store(database), await opened_store(database)
        await filled(one, 20)
        await asyncio.gather(rate_all(one), rate_all(other))
        assert await recomputed(one) == (20, 0) and await one.last_number() == 20
        await one.close()
        await other.close()

    asyncio.run(story())


async def ratings(client: Client) -> dict[str, int]:
    return {one["game"]: one["games"] for one in (await client.get("/api/ratings"))["games"]}


def test_only_games_of_people_who_all_want_it_are_rated(place: Path | str) -> None:
    async def story() -> None:
        async with serving(place) as address, visitors(address, 2) as (ada, ben):
            await ada.post("/api/profile", **ADA, rated=True)
            await played(ada, ben)
            assert await ratings(ada) == {}, "Ben does not want it"
            await ben.post("/api/profile", **BEN, rated=True)
            await played(ada, ben)
            assert await ratings(ada) == await ratings(ben) == {"connect_four": 1}
            (mine,) = (await ada.get("/api/ratings"))["games"]
            assert mine["margin"] > 0 and not mine["sure"], "one game says little"
            await played(ada, ben, hints=True)
            assert await ratings(ada) == {"connect_four": 1}, "hints make it another game"
            profile = await ben.post("/api/profile", **BEN, rated=True, child=True)
            assert not profile["rated"] and (await ben.get("/api/ratings")) == {"on": False, "games": []}
            await played(ada, ben)
            assert await ratings(ada) == {"connect_four": 1}, "children are not rated"

    asyncio.run(story())


def test_a_lost_game_cannot_be_taken_out_of_the_rating(tmp_path: Path) -> None:
    """What counts was settled when the game started."""

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 2) as (ada, ben):
            await ada.post("/api/profile", **ADA, rated=True)
            await ben.post("/api/profile", **BEN, rated=True)
            code = await ada.make("connect_four", seats=[{"kind": "me", "name": "Ada"}, OPEN])
            await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
            await begin(ada, code)
            await ben.post("/api/profile", **BEN, rated=False)
            await ben.post(f"/api/tables/{code}/stand", seat=1)
            async with ada.at(code) as seat:
                await seat.play_through(random.Random(1).choice)
            (mine,) = (await ada.get("/api/ratings"))["games"]
            await ben.post("/api/profile", **BEN, rated=True)
            (his,) = (await ben.get("/api/ratings"))["games"]
            assert his["value"] < 1000 < mine["value"] or mine["value"] == 1000 > his["value"]

    asyncio.run(story())


# ---- being forgotten ---------------------------------------------------------------------------------------------


def test_a_history_without_whoever_wished_it(place: Path | str) -> None:
    async def story() -> None:
        async with serving(place) as address, visitors(address, 2) as (ada, ben):
            await ada.post("/api/profile", **ADA, rated=True)
            await played(ada, ben)
            await ada.post("/api/rule-sets", name="Ours", game="hat_stairs", players=2, options={"steps": 8})
            link = (await ada.post("/api/device"))["secret"]
            guests = await _guests(address, place, (await ada.get("/api/history"))["games"][0]["code"])
            await ada.post("/api/forget-me")
            ((game),) = (await ben.get("/api/history"))["games"]
            assert [seat["name"] for seat in game["seats"]] == [SOMEBODY, "Ben"]
            assert await ben.get("/api/rivals") == [], "nobody to compare with"
            assert await refused(ben.post("/api/device/claim", secret=link)) == (404, "no_secret")
            store = await opened_store(place)
            assert await store.profile(guests[0]) is None and await store.saved_rules(guests[0]) == []
            assert await store.history(guests[0], 9) == []
            await store.close()

    asyncio.run(story())


def test_whoever_is_forgotten_while_the_history_is_filled_stays_forgotten(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 2) as (ada, ben):
            code = await played(ada, ben)
        store = SqliteStore(tmp_path)
        guest = (await store.results(code))[0].guest
        await store.drop_finished(code)
        add = store.add_finished

        async def late(finished: Finished) -> None:
            await forget_person(store, guest, nobody_awake)
            await add(finished)

        store.add_finished = late  # type: ignore[method-assign]
        catalogue = Catalogue()
        assert await fill_history(store, catalogue) == 0 and not await store.history(guest, 9)
        store.add_finished = add  # type: ignore[method-assign]
        assert await fill_history(store, catalogue) == 1
        assert [result.name for result in await store.results(code)] == [SOMEBODY, "Ben"]
        await catalogue.close()
        await store.close()

    asyncio.run(story())
