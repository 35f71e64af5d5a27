"""Vacations: no days run for people who are away, at most 14 days a year, however they ask for more."""

import asyncio
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from hatbox.table.identity.vacation import (
    Span,
    Vacations,
    away_until,
    days_of,
    ended,
    joined,
    left_in,
    runs_out,
    start_of,
    with_days,
)
from hatbox.table.store.interface import append
from hatbox.table.store.opening import opened_store
from hatbox.table.wire.problems import Refused
from tests.table.client import QUICK, Client, asleep, refused, serving, visitors
from tests.table.test_days import played, position, table_of
from tests.table.test_store import head

DAY = 86400.0
NOON = datetime(2026, 7, 6, 12, tzinfo=UTC).timestamp()
CALM = replace(
    QUICK, grace=0.0, due_every=0.02, sleep_after=0.2
)  # days are real days, sleeping tables are checked often


class Wall:
    """The wall clock, which the test controls."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wall]:
    clock = Wall()
    monkeypatch.setattr(time, "time", clock)
    yield clock


def day(text: str) -> date:
    return date.fromisoformat(text)


# ---- counting ----------------------------------------------------------------------------------------------------


def test_time_stands_still_on_vacation() -> None:
    away = [(100.0, 200.0), (500.0, 600.0)]
    assert runs_out(0.0, 50.0, away) == 50.0
    assert runs_out(0.0, 150.0, away) == 250.0
    assert runs_out(120.0, 50.0, away) == 250.0, "a turn that begins on vacation has all its days afterwards"
    assert runs_out(0.0, 450.0, away) == 650.0, "the second one begins before the time is over"
    assert runs_out(0.0, 350.0, away) == 450.0
    assert runs_out(300.0, 10.0, away) == 310.0
    assert away_until(away, 150.0) == 200.0 and away_until(away, 200.0) is None


def test_fourteen_days_and_no_more() -> None:
    spans = with_days([], NOON, None, day("2026-07-19"))
    assert spans == [(NOON, start_of(day("2026-07-20")))] and left_in(spans, 2026) == 0
    for first, last in (
        ("2026-07-06", "2026-07-20"),
        ("2026-07-20", "2026-07-20"),
        ("2026-12-31", "2027-01-01"),
    ):
        with pytest.raises(Refused, match="at most 14 vacation days a year; 0 are left in 2026"):
            with_days(spans, NOON, day(first), day(last))
    assert with_days(spans, NOON, day("2026-07-10"), day("2026-07-12")) == spans, (
        "days that are taken already"
    )


def test_the_end_of_a_year_gives_each_year_its_own_days() -> None:
    now = start_of(day("2026-12-01"))
    spans = with_days([], now, day("2026-12-18"), day("2027-01-14"))
    assert (left_in(spans, 2026), left_in(spans, 2027)) == (0, 0) and len(spans) == 1
    with pytest.raises(Refused, match="0 are left in 2027"):
        with_days(spans, now, day("2027-03-01"), day("2027-03-01"))
    with pytest.raises(Refused, match="14 are left in 2026"):
        with_days([], now, day("2026-12-17"), day("2027-01-01"))


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("2026-07-05", "2026-07-07"),
        ("2026-07-08", "2026-07-07"),
        (None, "2026-07-05"),
        ("2028-01-01", "2028-01-02"),
    ],
)
def test_days_that_cannot_be_taken(first: str | None, last: str) -> None:
    with pytest.raises(Refused):
        with_days([], NOON, day(first) if first else None, day(last))


def test_who_comes_back_early_gets_the_other_days_back() -> None:
    spans = with_days([], NOON, None, day("2026-07-19"))
    back = ended(spans, NOON + 2 * DAY, NOON)
    assert back == [(NOON, NOON + 2 * DAY)] and left_in(back, 2026) == 11, "the day of the return is used"
    later = with_days(back, NOON + 2 * DAY, day("2026-08-01"), day("2026-08-03"))
    assert ended(later, NOON + 3 * DAY, start_of(day("2026-08-01"))) == back, "it never began"
    for start in (NOON, 1.0):
        with pytest.raises(Refused, match="no such vacation"):
            ended(back, NOON + 3 * DAY, start)


def test_no_order_of_wishes_gives_more_than_fourteen_days() -> None:
    for seed in range(60):
        dice, now, spans = random.Random(seed), NOON, list[Span]()
        given: set[date] = set()
        for _ in range(40):
            now += dice.choice((60.0, 3600.0, 2 * DAY, 9 * DAY))
            today = datetime.fromtimestamp(now, UTC).date()
            first = today + timedelta(days=dice.randrange(30))
            try:
                if dice.random() < 0.3 and spans:
                    spans = ended(spans, now, dice.choice(spans)[0])
                else:
                    spans = with_days(
                        spans,
                        now,
                        None if dice.random() < 0.3 else first,
                        first + timedelta(days=dice.randrange(9)),
                    )
            except Refused:
                continue
            assert spans == joined(spans)
            given |= days_of((start, min(until, now)) for start, until in spans)  # those actually taken
            for year in (2026, 2027):
                assert left_in(spans, year) >= 0 and sum(one.year == year for one in given) <= 14


# ---- at the store ------------------------------------------------------------------------------------------------


def test_two_devices_at_once_take_no_more_than_one(place: Path | str, wall: Wall) -> None:
    async def story() -> None:
        store = await opened_store(place)
        people = Vacations(store)
        wishes = [
            people.take(
                "ada", day("2026-08-01") + timedelta(days=7 * k), day("2026-08-07") + timedelta(days=7 * k)
            )
            for k in range(4)
        ]
        done = await asyncio.gather(*wishes, return_exceptions=True)
        assert sum(one is None for one in done) <= 2
        assert all(one is None or isinstance(one, Refused) for one in done)
        spans, _ = await store.vacation("ada")
        taken = sum(one is None for one in done)
        assert left_in(spans, 2026) == 14 - 7 * taken and taken
        await store.close()
        store = await opened_store(place)
        assert (await store.vacation("ada"))[0] == spans, "it survives a restart"
        await store.forget_vacation("ada")
        assert await store.vacation("ada") == ([], "")
        await store.close()

    asyncio.run(story())


def test_a_change_lets_the_server_look_at_tables_where_it_is_their_turn(
    place: Path | str, wall: Wall
) -> None:
    async def story() -> None:
        store = await opened_store(place)
        for code, turn, due in (("AAAAA", 0, NOON + 9), ("BBBBB", None, NOON + 9), ("CCCCC", 0, None)):
            await store.make(head(code), b"1")
            await append(
                store, code, 2, b"2", head(code, status="playing", over_days=True, turn=turn, due=due)
            )
        await Vacations(store).take("h", None, day("2026-07-08"))
        wall.now += 1
        assert await store.due() == ["AAAAA"]
        await store.note_due("AAAAA", NOON + 99)
        await store.note_due("CCCCC", NOON)
        assert await store.due() == []
        wall.now += 400 * DAY
        await store.forget_old_vacations()
        assert (await store.vacation("h"))[0]
        wall.now += 9 * DAY
        await store.forget_old_vacations()
        assert not (await store.vacation("h"))[0]
        await store.close()

    asyncio.run(story())


# ---- at a table --------------------------------------------------------------------------------------------------


async def woken(client: Client) -> None:
    """Wait until a sleeping table was checked, and sleeps again."""
    while not (await client.get("/healthz"))["tables"]:
        await asyncio.sleep(0.01)
    await asleep(client)


async def ply(client: Client, code: str) -> int:
    async with client.at(code, watch=True) as watching:
        return int((await position(watching))["ply"])


def test_nobody_is_replaced_on_vacation_asleep_or_awake(tmp_path: Path, wall: Wall) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await table_of(ada, ben, days=1)
        async with ben.at(code) as watching:
            assert (await position(watching))["until"] == NOON + DAY
            answer = await ada.post("/api/vacation/take", last="2026-07-10")
            assert [span["now"] for span in answer["spans"]] == [True]
            assert [year["left"] for year in answer["years"]] == [9, 14]
            told = await watching.until(
                lambda frame: frame["t"] == "presence" and any(frame["vacation_until"])
            )
            back = start_of(day("2026-07-11"))
            assert told["vacation_until"] == [back, None]
            assert watching.now["until"] == back + DAY
        await asleep(ada)
        wall.now += 3 * DAY  # the day would be over
        assert await ply(ben, code) == 0
        await asleep(ada)
        wall.now = back + DAY - 60
        assert await ply(ben, code) == 0
        await asleep(ada)
        wall.now = back + DAY + 60
        async with ben.at(code) as watching:
            while (await position(watching))["ply"] < 1:
                await watching.next()  # a bot moves for Ada, as the host chose

    played(tmp_path, CALM, story)


def test_a_sleeping_table_is_woken_when_a_vacation_ends_early(tmp_path: Path, wall: Wall) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await table_of(ada, ben, days=1)
        start = (await ada.post("/api/vacation/take", last="2026-07-16"))["spans"][0]["start"]
        await asleep(ada)
        wall.now += 2 * DAY
        answer = await ada.post("/api/vacation/end", start=start)
        assert answer["spans"] == [] and answer["years"][0]["left"] == 11
        wall.now += 1
        await woken(ada)
        wall.now += DAY
        async with ben.at(code) as watching:
            while (await position(watching))["ply"] < 1:
                await watching.next()
        assert await refused(ada.post("/api/vacation/end", start=start)) == (404, "no_vacation")

    played(tmp_path, CALM, story)


def test_a_turn_that_begins_on_vacation_waits_behind_it(tmp_path: Path, wall: Wall) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await table_of(ada, ben, days=3)
        await ben.post("/api/vacation/take", first="2026-07-07", last="2026-07-08")
        async with ada.at(code) as seat:
            await position(seat)
            seen = await seat.until("presence")
            assert seen["vacation_until"] == [None, None], "nobody is told of what is to come"
            wall.now = start_of(day("2026-07-07")) + 60
            await seat.play_moves(min, 1)
            assert seat.now["turn"] == 1 and seat.now["until"] == start_of(day("2026-07-09")) + 3 * DAY
        assert (await ben.get("/api/mine"))[0]["waits"], "notices go out as always"

    played(tmp_path, CALM, story)


def test_a_vacation_survives_a_restart(tmp_path: Path, wall: Wall) -> None:
    made: list[str] = []

    async def story(ada: Client, ben: Client) -> None:
        made.append(await table_of(ada, ben, days=1))
        async with ada.at(made[0]) as seat:
            await position(seat)
        await ada.post("/api/vacation/take", last="2026-07-10")

    async def later(eve: Client, _: Client) -> None:
        wall.now += 2 * DAY
        async with eve.at(made[0]) as watching:
            assert (await position(watching))["ply"] == 0
            assert (await watching.until("presence"))["vacation_until"][0] == start_of(day("2026-07-11"))

    played(tmp_path, CALM, story)
    played(tmp_path, CALM, later)


def test_what_strangers_and_bad_days_are_told(tmp_path: Path, wall: Wall) -> None:
    async def story(ada: Client, ben: Client) -> None:
        stranger = await ben.get("/api/vacation")
        assert stranger["known"] is False and stranger["today"] == "2026-07-06"
        assert await refused(ben.post("/api/vacation/take", last="2026-07-10")) == (401, "no_token")
        await ada.make()
        assert await refused(ada.post("/api/vacation/take", last="2026-07-32")) == (400, "bad_request")
        assert await refused(ada.post("/api/vacation/take", last="2026-07-01")) == (400, "bad_days")
        assert await refused(ada.post("/api/vacation/take", last="2026-07-20")) == (409, "too_many_days")
        assert (await ada.get("/api/vacation"))["years"] == [
            {"year": 2026, "left": 14},
            {"year": 2027, "left": 14},
        ]

    played(tmp_path, CALM, story)


def test_clocks_of_one_sitting_run_on(tmp_path: Path, wall: Wall) -> None:
    async def story(ada: Client, ben: Client) -> None:
        seats = [{"kind": "me"}, {"kind": "bot"}]
        code = await ada.make("connect_four", 2, seats=seats, clock={"minutes": 5}, start=True)
        await ada.post("/api/vacation/take", last="2026-07-10")
        async with ada.at(code) as seat:
            assert (await position(seat))["clock_runs"] == 0
            assert (await seat.until("presence"))["vacation_until"] == []

    played(tmp_path, CALM, story)


def test_another_process_hears_of_a_vacation(database: str, wall: Wall, tmp_path: Path) -> None:
    async def story() -> None:
        one, other = await opened_store(database), await opened_store(database)
        heard: list[str] = []
        other.listen(lambda _token: None, lambda: None, away=heard.append)
        await Vacations(one).take("ada", None, day("2026-07-08"))
        async with asyncio.timeout(20):
            while heard != ["ada"]:
                await asyncio.sleep(0.01)
        await one.close()
        await other.close()

    asyncio.run(story())


def test_a_person_who_is_forgotten_has_no_vacation(tmp_path: Path, wall: Wall) -> None:
    async def story() -> None:
        async with serving(tmp_path, CALM) as address, visitors(address, 1) as (ada,):
            await ada.make()
            await ada.post("/api/vacation/take", last="2026-07-08")
            await ada.post("/api/forget-me")
        store: Any = await opened_store(tmp_path)
        assert await store.query("SELECT * FROM vacations") == []
        await store.close()

    asyncio.run(story())
