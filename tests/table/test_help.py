"""Help for a seat: who may give it, what it counts, how long it lasts, and that nobody else learns what a hint said."""

import asyncio
import random
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hatbox.table.identity import codes
from hatbox.table.tables import journal, state
from hatbox.table.wire.types import NO_HELP, NO_LIMIT, SOME_HINTS, Help
from tests.table import toy
from tests.table.client import QUICK, Client, Refusal, Seat, asleep, refused, serving, visitors
from tests.table.helping import (
    ALWAYS,
    BOT,
    GAME,
    ME,
    NONE,
    OPEN,
    SOME,
    Biased,
    begun,
    both_move,
    helps,
    left,
    my_turn,
    table_for_two,
    told,
)
from tests.table.server import Server


def test_the_host_and_whoever_sits_there_give_help_before_the_start(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client, eve: Client) -> None:
        code = await ada.make("hat_stairs", 4, seats=[ME, OPEN, BOT, OPEN])
        path = f"/api/tables/{code}"
        await ben.post(f"{path}/sit", seat=1, name="Ben")
        async with eve.at(code) as watching:
            await watching.until("presence")
            assert helps(await ada.post(f"{path}/help", seat=1, help=SOME)) == [NONE, SOME] + [NONE] * 2
            frame = await watching.until("table")
            assert helps(frame["table"])[1] == SOME and frame["table"]["seats"][1]["hints_left"] == SOME_HINTS
        assert helps(await ben.post(f"{path}/help", seat=1, help=ALWAYS))[1] == ALWAYS, "my own"
        v = (await ben.get(path))["v"]
        assert (await ben.post(f"{path}/help", seat=1, help=ALWAYS))["v"] == v, "nothing new"
        table = await ben.post(f"{path}/sit", seat=1, name="Benjamin")
        assert helps(table)[1] == ALWAYS and table["seats"][1]["name"] == "Benjamin", (
            "a new name changes nothing"
        )
        await ben.post(f"{path}/stand", seat=1)
        assert helps(await ben.post(f"{path}/sit", seat=1, name="Ben"))[1] == NONE, "it went with the person"

    told(tmp_path, story)


def test_help_that_is_refused(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client, eve: Client) -> None:
        code = await ada.make("hat_stairs", 4, seats=[ME, OPEN, BOT, OPEN])
        path = f"/api/tables/{code}/help"
        await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
        assert await refused(eve.post(path, seat=0, help=SOME)) == (401, "no_token")
        await eve.make(seats=[ME])
        assert await refused(eve.post(path, seat=0, help=SOME)) == (403, "not_yours")
        assert await refused(eve.post(path, seat=3, help=SOME)) == (403, "not_yours")
        assert await refused(ben.post(path, seat=0, help=SOME)) == (403, "not_yours")
        assert await refused(ada.post(path, seat=2, help=SOME)) == (409, "no_person"), "a bot"
        assert await refused(ada.post(path, seat=3, help=SOME)) == (409, "no_person"), "nobody"
        assert await refused(ada.post(path, seat=4, help=SOME)) == (404, "no_seat")
        for wrong in (
            {"seat": 0},
            {"seat": 0, "help": "some"},
            {"seat": 0, "help": {"hints": 101}},
            {"seat": 0, "help": {"hints": -2}},
            {"seat": 0, "help": {"warned": 1001}},
            {"seat": 0, "help": {"much": 1}},
            {"seat": -1, "help": SOME},
            {"help": SOME},
        ):
            assert await refused(ada.post(path, **wrong)) == (400, "bad_request")
        await ada.post(f"/api/tables/{code}/fill", level="1")
        await begun(ada, code)
        for person, seat in ((ada, 0), (ada, 1), (ben, 1)):
            assert await refused(person.post(path, seat=seat, help=ALWAYS)) == (409, "started")
        assert helps(await eve.get(f"/api/tables/{code}")) == [NONE] * 4

    told(tmp_path, story)


def test_five_hints_and_not_one_more(tmp_path: Path) -> None:
    brains = Biased()

    async def story(ada: Client, ben: Client, eve: Client) -> None:
        path = await begun(ada, code := await table_for_two(ada, ben))
        async with ada.at(code) as a, ben.at(code) as b, eve.at(code) as e:
            for number in range(1, SOME_HINTS + 1):
                await my_turn(b)
                hint = await ben.post(f"{path}/hint", seat=0)
                assert hint["moves"][0]["action"] in b.legal
                for watching in (a, b, e):
                    seat = (await watching.until(lambda f: f["t"] == "table"))["table"]["seats"][0]
                    assert (seat["hints_left"], seat["hints_taken"]) == (SOME_HINTS - number, number)
                assert await ben.post(f"{path}/hint", seat=0) == hint, "the same, for nothing"
                assert brains.asked == number
                await both_move(b, a, number)
                assert await refused(ada.post(f"{path}/hint", seat=1)) == (409, "no_hints")
            await my_turn(b)
            assert await refused(ben.post(f"{path}/hint", seat=0)) == (409, "hints_used")
            assert await left(eve, path) == (0, SOME_HINTS)

    told(tmp_path, story, brains)


def test_a_hint_at_every_move(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client, eve: Client) -> None:
        path = await begun(ada, code := await table_for_two(ada, ben, ALWAYS))
        async with ada.at(code) as a, ben.at(code) as b:
            for number in range(1, SOME_HINTS + 2):
                await my_turn(b)
                await ben.post(f"{path}/hint", seat=0)
                assert await left(eve, path) == (None, number)
                await both_move(b, a, number)

    told(tmp_path, story)


def test_what_is_taken_back_gives_no_hint_back(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client, eve: Client) -> None:
        code = await ada.make(toy.RULEBOOK.slug, toy.SEATS, seats=[ME] * toy.SEATS)
        await ada.post(f"/api/tables/{code}/help", seat=0, help=SOME)
        path = await begun(ada, code)
        async with ada.at(code) as a:
            await my_turn(a)
            first = await ada.post(f"{path}/hint", seat=0)
            await a.answer(await a.act(first["moves"][0]["action"]))
            await ada.post(f"{path}/hint", seat=0)
            assert await left(eve, path) == (SOME_HINTS - 2, 2)
            await ada.post(f"{path}/undo", seat=0)
            await ada.post(f"{path}/hint", seat=0)
            assert await left(eve, path) == (SOME_HINTS - 2, 2), "seen before: neither back nor taken again"

    with toy.known():
        told(tmp_path, story)


def test_several_people_on_one_device(tmp_path: Path) -> None:
    """Only a person who plays alone against bots has hints without being given any."""

    async def story(ada: Client, ben: Client, eve: Client) -> None:
        code = await ada.make(GAME, seats=[ME, {"kind": "me", "name": "Mia"}])
        assert helps(await ada.post(f"/api/tables/{code}/help", seat=1, help=SOME)) == [NONE, SOME]
        path = await begun(ada, code)
        assert (await ada.get(path))["hints"] is False
        async with ada.at(code) as a:
            await my_turn(a)
            assert await refused(ada.post(f"{path}/hint", seat=0)) == (409, "no_hints")
            await a.play_moves(lambda legal: legal[0], 1)
            await ada.post(f"{path}/hint", seat=1)
            assert await left(eve, path, 1) == (SOME_HINTS - 1, 1)

    told(tmp_path, story)


def test_where_everybody_has_hints_nothing_is_counted(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client, eve: Client) -> None:
        path = await begun(ada, await table_for_two(ada, ben, hints=True))
        v = (await ada.get(path))["v"]
        await ben.post(f"{path}/hint", seat=0)
        assert await left(eve, path) == (None, 0) and (await ada.get(path))["v"] == v

    told(tmp_path, story)


def test_a_hint_that_nobody_gets_is_not_counted(tmp_path: Path) -> None:
    brains = Biased()

    async def story(ada: Client, ben: Client, eve: Client) -> None:
        path = await begun(ada, code := await table_for_two(ada, ben))
        brains.fails = True
        assert await refused(ben.post(f"{path}/hint", seat=0)) == (409, "no_hint")
        brains.fails = False
        brains.may_answer.clear()
        late = asyncio.create_task(refused(ben.post(f"{path}/hint", seat=0)))
        while brains.asked < 2:
            await asyncio.sleep(0.01)
        async with ben.at(code) as b:
            await my_turn(b)
            await b.play_moves(lambda legal: legal[0], 1)
        brains.may_answer.set()
        assert await late == (409, "stale")
        assert await left(eve, path) == (SOME_HINTS, 0)

    told(tmp_path, story, brains)


def test_two_questions_at_once_take_one_hint(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client, eve: Client) -> None:
        path = await begun(ada, await table_for_two(ada, ben))
        answers = await asyncio.gather(*(ben.post(f"{path}/hint", seat=0) for _ in range(8)))
        assert all(answer == answers[0] for answer in answers)
        assert await left(eve, path) == (SOME_HINTS - 1, 1)

    told(tmp_path, story)


def test_a_rematch_keeps_the_help_and_a_fork_does_not(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client, eve: Client) -> None:
        path = await begun(ada, code := await table_for_two(ada, ben))
        await ben.post(f"{path}/hint", seat=0)
        async with ada.at(code) as a, ben.at(code) as b:
            choose = random.Random(4).choice
            await asyncio.gather(a.play_through(choose), b.play_through(choose))
        assert await left(eve, path) == (SOME_HINTS - 1, 1), "the end tells who had help"
        again = (await ada.post(f"{path}/rematch"))["code"]
        seats = (await eve.get(f"/api/tables/{again}"))["seats"]
        assert [(seat["name"], seat["help"]) for seat in seats] == [("Ben", SOME), ("Ada", NONE)]
        assert await left(eve, f"/api/tables/{again}", 0) == (SOME_HINTS, 0), "a new game, new hints"
        fork = (await ben.post(f"{path}/fork", ply=0))["code"]
        assert helps(await ben.get(f"/api/tables/{fork}")) == [NONE, NONE]

    told(tmp_path, story)


def test_whoever_leaves_takes_the_help_along(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client, eve: Client) -> None:
        path = await begun(ada, await table_for_two(ada, ben, hints=False))
        await ben.post(f"{path}/hint", seat=0)
        table = await ben.post(f"{path}/stand", seat=0)
        assert table["seats"][0]["kind"] == "bot" and helps(table) == [NONE, NONE]
        assert table["seats"][0]["hints_taken"] == 1, "that stays true"

    told(tmp_path, story)


def test_a_table_that_slept_knows_what_was_taken(tmp_path: Path) -> None:
    async def run() -> None:
        settings = replace(QUICK, sleep_after=0.2)
        async with serving(tmp_path, settings) as address, visitors(address, 2) as (ada, ben):
            path = await begun(ada, await table_for_two(ada, ben))
            await ben.post(f"{path}/hint", seat=0)
            await asleep(ada)
            assert await left(ada, path) == (SOME_HINTS - 1, 1)
            await ben.post(f"{path}/hint", seat=0)
            assert await left(ada, path) == (SOME_HINTS - 1, 1), "the same position"

    asyncio.run(run())


async def patient_hint(ben: Client, path: str) -> Any:
    """Ask for a hint; a worker may still be getting ready."""
    for _ in range(20):
        try:
            return await ben.post(f"{path}/hint", seat=0)
        except Refusal as error:
            assert error.code == "no_hint"
    raise TimeoutError("nobody thinks of a hint")


def test_a_hint_that_was_given_survives_kill(place: Path | str) -> None:
    async def run() -> None:
        server = Server(place)
        await server.start()
        try:
            async with visitors(server.address, 2) as (ada, ben):
                path = await begun(ada, code := await table_for_two(ada, ben))
                await patient_hint(ben, path)
                await server.kill()
                await server.start()
                assert await left(ben, path) == (SOME_HINTS - 1, 1)
                await patient_hint(ben, path)
                assert await left(ben, path) == (SOME_HINTS - 1, 1), "the same position"
                async with ben.at(code) as b, ada.at(code) as a:
                    await b.play_moves(lambda legal: legal[0], 1)
                    await a.play_moves(lambda legal: legal[0], 1)
                await patient_hint(ben, path)
                await server.kill()
                await server.start()
                assert await left(ada, path) == (SOME_HINTS - 2, 2)
        finally:
            await server.stop()

    asyncio.run(run())


async def bytes_of_all(
    folder: Path, backwards: bool, monkeypatch: pytest.MonkeyPatch
) -> tuple[Any, list[list[str]]]:
    """A hint in the toy game; returns what it said, and the frames of the asker, another seat and a spectator."""
    monkeypatch.setattr(codes, "table_code", lambda language: "AAAAA")
    monkeypatch.setattr(state, "promise_of", lambda salt, seed: "promised")
    async with serving(folder, brains=Biased(backwards)) as address, visitors(address, 3) as people:
        ada, ben, _ = people
        code = await ada.make(toy.RULEBOOK.slug, toy.SEATS, seats=[OPEN, ME, ME])
        await ben.post(f"/api/tables/{code}/sit", seat=0, name="Ben")
        await ada.post(f"/api/tables/{code}/help", seat=0, help=SOME)
        path = await begun(ada, code)
        async with AsyncExitStack() as stack:
            visits: list[Seat] = []
            for person in (ben, ada, people[2]):
                visits.append(await stack.enter_async_context(person.at(code)))
                for visit in visits:
                    await visit.until("presence")
            hint = await ben.post(f"{path}/hint", seat=0)
            for visit in visits:
                await visit.until("table")
            return hint, [visit.raw for visit in visits]


def test_nobody_else_learns_what_a_hint_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with toy.known():
        one, seen = asyncio.run(bytes_of_all(tmp_path / "1", False, monkeypatch))
        other, seen_too = asyncio.run(bytes_of_all(tmp_path / "2", True, monkeypatch))
    assert one != other and seen == seen_too
    assert all(one["moves"][0]["text"] not in raw for raws in seen[1:] for raw in raws)


def test_logs_from_before_there_was_help() -> None:
    old = b'{"k":"seated","seats":{"0":{"kind":"person","name":"Ada","level":"","guest":"g"}}}'
    entry = journal.decode(old)
    assert isinstance(entry, journal.SeatsChanged) and entry.seats[0].help == NO_HELP


@pytest.mark.parametrize(("word", "hints"), [("none", 0), ("some", SOME_HINTS), ("always", NO_LIMIT)])
def test_logs_from_before_help_had_parts(word: str, hints: int) -> None:
    old = b'{"k":"seated","seats":{"0":{"kind":"person","name":"Ada","help":"%b"}}}' % word.encode()
    entry = journal.decode(old)
    assert isinstance(entry, journal.SeatsChanged) and entry.seats[0].help == Help(hints=hints)
    again = journal.decode(
        journal.encode(journal.SeatsChanged(seats={0: journal.Seat(given=Help(warned=80))}))
    )
    assert isinstance(again, journal.SeatsChanged) and again.seats[0].help.warned == 80
