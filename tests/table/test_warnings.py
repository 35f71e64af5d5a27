"""Warnings before a move: when they come, what they count, whom they delay, and that nobody else learns about them.

The memory aid for one seat is here too.
"""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import hatbox
from hatbox.bots import Budget, Seen
from hatbox.bots.memory import salt_of, sightings_of
from hatbox.conformance import random_match
from hatbox.game import slugs
from hatbox.match.match import Match
from hatbox.table.identity import codes
from hatbox.table.tables import state, views
from hatbox.table.thinking.advice import Advice, AdvisedMove, advise, lost_by
from hatbox.table.thinking.process import Question
from hatbox.table.wire.types import encode
from tests.table import toy
from tests.table.client import QUICK, Client, Direct, Seat, asleep, refused, serving, visitors
from tests.table.helping import ME, NONE, OPEN, begun, my_turn, table_for_two, told
from tests.table.test_secrecy import twin_of

LOST = 0.25  # by every move except the best


class Strict(Direct):
    """One move is good, the first or the last; all others give away a lot."""

    def __init__(self, best: int = 0) -> None:
        self.best, self.asked = best, 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def advise(self, question: Question) -> Advice:
        self.asked += 1
        await self.may_answer.wait()
        best = question.moves[self.best]
        others = [AdvisedMove(action=one, chance=0.5) for one in question.moves if one != best]
        return Advice(
            moves=[AdvisedMove(action=best, chance=0.5 + LOST), *others], chances=[0.5, 0.5], margin=0.1
        )


def warned(thousandths: int) -> dict[str, Any]:
    return {**NONE, "warned": thousandths}


async def taken(anybody: Client, path: str, seat: int = 0) -> int:
    return int((await anybody.get(path))["seats"][seat]["warnings_taken"])


def test_warned_chosen_again_and_played_anyway(tmp_path: Path) -> None:
    brains = Strict()

    async def story(ada: Client, ben: Client, eve: Client) -> None:
        path = await begun(ada, code := await table_for_two(ada, ben, warned(200)))
        async with ada.at(code) as a, ben.at(code) as b, eve.at(code) as e:
            await my_turn(b)
            good, bad, worse = b.legal[:3]
            first = await ben.post(f"{path}/warning", seat=0, action=bad)
            assert (first["lost"], first["better"]["action"]) == (LOST, good) and first["better"]["text"]
            for watching in (a, b, e):
                frame = await watching.until(lambda f: f["t"] == "table")
                assert frame["table"]["seats"][0]["warnings_taken"] == 1, "everybody sees that"
            assert (await ben.post(f"{path}/warning", seat=0, action=worse))["lost"] == LOST
            assert await ben.post(f"{path}/warning", seat=0, action=good) == {"lost": 0.0, "better": None}
            assert (brains.asked, await taken(eve, path)) == (1, 1), "one position, one warning"
            await b.answer(await b.act(bad))
            await a.play_moves(lambda legal: legal[-1], 1)
            await my_turn(b)
            await ben.post(f"{path}/warning", seat=0, action=b.legal[-1])
            assert await taken(eve, path) == 2

    told(tmp_path, story, brains)


@pytest.mark.parametrize(("thousandths", "comes"), [(1, True), (250, True), (251, False), (1000, False)])
def test_a_warning_comes_from_what_was_agreed_on(tmp_path: Path, thousandths: int, comes: bool) -> None:
    async def story(ada: Client, ben: Client, eve: Client) -> None:
        path = await begun(ada, code := await table_for_two(ada, ben, warned(thousandths)))
        v = (await ada.get(path))["v"]
        async with ben.at(code) as b:
            await my_turn(b)
            found = await ben.post(f"{path}/warning", seat=0, action=b.legal[1])
        assert (found["better"] is not None) == comes
        assert (await taken(eve, path), (await ada.get(path))["v"] - v) == (int(comes), int(comes))

    told(tmp_path, story, Strict())


def test_who_gets_no_warnings(tmp_path: Path) -> None:
    brains = Strict()

    async def story(ada: Client, ben: Client, eve: Client) -> None:
        path = await begun(ada, code := await table_for_two(ada, ben))
        async with ben.at(code) as b:
            await my_turn(b)
            found = await ben.post(f"{path}/warning", seat=0, action=b.legal[1])
            assert found["better"] is None and brains.asked == 0, "hints are not warnings"
        assert await refused(ada.post(f"{path}/warning", seat=1, action=0)) == (409, "not_your_turn")
        assert await refused(ada.post(f"{path}/warning", seat=0, action=0)) == (403, "not_yours")
        await eve.make(seats=[ME])
        assert await refused(eve.post(f"{path}/warning", seat=0, action=0)) == (403, "not_yours")
        for wrong in ({}, {"action": 0}, {"seat": 0, "action": -1}, {"seat": 0, "action": "x"}):
            assert await refused(ben.post(f"{path}/warning", **wrong)) == (400, "bad_request")

    told(tmp_path, story, brains)


def test_a_slow_adviser_holds_nobody_up(tmp_path: Path) -> None:
    brains = Strict()

    async def story(ada: Client, ben: Client, eve: Client) -> None:
        path = await begun(ada, code := await table_for_two(ada, ben, warned(1)))
        brains.may_answer.clear()
        async with ben.at(code) as b:
            await my_turn(b)
            bad = b.legal[1]
            assert (await ben.post(f"{path}/warning", seat=0, action=bad))["better"] is None
            await b.answer(await b.act(bad))
        brains.may_answer.set()
        assert await taken(eve, path) == 0

    told(tmp_path, story, brains)


def test_the_table_thinks_ahead(tmp_path: Path) -> None:
    brains = Strict()

    async def story(ada: Client, ben: Client, eve: Client) -> None:
        path = await begun(ada, code := await table_for_two(ada, ben, warned(200)))
        brains.may_answer.clear()
        async with ben.at(code) as b:
            await my_turn(b)
            assert (await ben.post(f"{path}/warning", seat=0))["better"] is None, "at once"
            assert (brains.asked, await taken(eve, path)) == (1, 0)
            brains.may_answer.set()
            assert (await ben.post(f"{path}/warning", seat=0, action=b.legal[1]))["lost"] == LOST
            await ben.post(f"{path}/warning", seat=0)
            assert (brains.asked, await taken(eve, path)) == (1, 1)

    told(tmp_path, story, brains)


def test_hints_and_warnings_agree(tmp_path: Path) -> None:
    brains = Strict()

    async def story(ada: Client, ben: Client, eve: Client) -> None:
        both = {"hints": 5, "warned": 100, "aid": False}
        path = await begun(ada, code := await table_for_two(ada, ben, both))
        async with ben.at(code) as b:
            await my_turn(b)
            warning = await ben.post(f"{path}/warning", seat=0, action=b.legal[1])
            hint = await ben.post(f"{path}/hint", seat=0)
        assert hint["moves"][0] == warning["better"] and brains.asked == 1
        seat = (await eve.get(path))["seats"][0]
        assert (seat["hints_taken"], seat["warnings_taken"]) == (1, 1)

    told(tmp_path, story, brains)


def test_a_table_that_slept_knows_the_warnings(tmp_path: Path) -> None:
    async def run() -> None:
        settings = replace(QUICK, sleep_after=0.2)
        async with (
            serving(tmp_path, settings, brains=Strict()) as address,
            visitors(address, 2) as (ada, ben),
        ):
            path = await begun(ada, code := await table_for_two(ada, ben, warned(100)))
            async with ben.at(code) as b:
                await my_turn(b)
                bad = b.legal[1]
            await ben.post(f"{path}/warning", seat=0, action=bad)
            await asleep(ada)
            assert await taken(ada, path) == 1
            await ben.post(f"{path}/warning", seat=0, action=bad)
            assert await taken(ada, path) == 1, "the same position"

    asyncio.run(run())


async def bytes_of_all(
    folder: Path, best: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[Any, list[list[str]]]:
    """A warning in the toy game; returns what it said, and the frames of the warned, another seat and a spectator."""
    monkeypatch.setattr(codes, "table_code", lambda language: "AAAAA")
    monkeypatch.setattr(state, "promise_of", lambda salt, seed: "promised")
    async with serving(folder, brains=Strict(best)) as address, visitors(address, 3) as people:
        ada, ben, _ = people
        code = await ada.make(toy.RULEBOOK.slug, toy.SEATS, seats=[OPEN, ME, ME])
        await ben.post(f"/api/tables/{code}/sit", seat=0, name="Ben")
        await ada.post(f"/api/tables/{code}/help", seat=0, help=warned(100))
        path = await begun(ada, code)
        async with AsyncExitStack() as stack:
            visits: list[Seat] = []
            for person in (ben, ada, people[2]):
                visits.append(await stack.enter_async_context(person.at(code)))
                for visit in visits:
                    await visit.until("presence")
            said = await ben.post(f"{path}/warning", seat=0, action=1)
            for visit in visits:
                await visit.until("table")
            return said, [visit.raw for visit in visits]


def test_nobody_else_learns_what_a_warning_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with toy.known():
        one, seen = asyncio.run(bytes_of_all(tmp_path / "1", 0, monkeypatch))
        other, seen_too = asyncio.run(bytes_of_all(tmp_path / "2", -1, monkeypatch))
    assert one != other and one["better"] and other["better"] and seen == seen_too


def losses(match: Match, seed: int) -> list[float]:
    """What all moves give away, from what the seat to act may know."""
    seen = Seen(
        match.game, match.turn, match.guess(match.turn, seed), sightings_of(match, match.turn), salt_of(match)
    )
    advice = advise(seen, match.legal, Budget(iterations=60, seed=seed))
    return [lost_by(advice, action) for action in match.legal]


@pytest.mark.parametrize("slug", slugs())
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_warnings(slug: str) -> None:
    compared = 0
    for match in random_match(hatbox.load(slug, hatbox.rulebooks()[slug].players[-1]), 3, 12):
        if not match.over and len(match.legal) > 1:
            compared += 1
            for seed in (1, 2):
                assert losses(match, 7) == losses(twin_of(match, match.turn, seed), 7)
    assert compared


def test_the_memory_aid_of_one_seat_is_for_that_seat_alone() -> None:
    different = 0
    for match in random_match(hatbox.load("vanished_animal", 3), 1, 40):
        seen = views.PositionViews(match, (0, 1, 2), False, [1])
        for seat in range(3):
            assert seen.view(seat) == encode(match.view(seat, seat == 1))
        assert seen.view(-1) == encode(match.view(-1, False))
        different += encode(match.view(1, True)) != encode(match.view(1, False))
    assert different, "the aid shows something in this game"


def test_a_table_may_begin_with_help(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client, eve: Client) -> None:
        code = await ada.make(seats=[{**ME, "help": warned(100)}, {"kind": "bot", "level": "1"}])
        seats = (await eve.get(f"/api/tables/{code}"))["seats"]
        assert [seat["help"] for seat in seats] == [warned(100), NONE]

    told(tmp_path, story)
