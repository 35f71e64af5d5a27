"""Answers given in advance: gifts that everyone chooses at once, and lines for games without chance or secrets."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import hatbox
from hatbox.conformance import random_match
from hatbox.engine.notes import CHANCE
from hatbox.game import rulebook, slugs
from hatbox.games.great_hall.state import Action as HallAction
from hatbox.games.great_hall.state import Phase
from hatbox.games.magic_hexagon.state import Action as HexagonAction
from hatbox.match.match import Match
from hatbox.table.identity import codes
from hatbox.table.store.opening import opened_store
from hatbox.table.store.prepared import ANY, Prepared
from hatbox.table.tables import state
from hatbox.table.tables import table as table_module
from hatbox.table.watchers.ahead import is_at_once, when_asked
from tests.table.client import QUICK, Client, Seat, asleep, refused, serving, visitors

SWIFT = replace(QUICK, day=1e6, answer_after=0.0, due_every=0.05, sleep_after=0.2)
SEATS = [{"kind": "me", "name": "P0"}, *[{"kind": "open"}] * 3]
Story = Callable[[str, list[Client]], Awaitable[None]]
Wish = Callable[[Match], list[list[int]]]


def played(folder: Path, game: str, players: int, story: Story, settings: Any = SWIFT, **more: Any) -> None:
    """A game in progress with this many people, and a spectator."""

    async def all_of_it() -> None:
        async with serving(folder, settings) as address, visitors(address, players + 1) as people:
            await story(await begun(game, people[:-1], **more), people)

    asyncio.run(all_of_it())


async def begun(game: str, people: list[Client], **more: Any) -> str:
    code = await people[0].make(
        game, len(people), seats=SEATS[: len(people)], **{"pace": {"days": 3}, **more}
    )
    for seat, person in enumerate(people[1:], 1):
        await person.post(f"/api/tables/{code}/sit", seat=seat, name=f"P{seat}")
    await people[0].post(f"/api/tables/{code}/start")
    while (await people[0].get(f"/api/tables/{code}"))["status"] != "playing":
        await asyncio.sleep(0.01)
    return code


async def now_of(person: Client, code: str) -> Any:
    """The position as a person sees it."""
    return (await person.get(f"/api/tables/{code}/events?since=0"))[0]["now"]


async def ahead(person: Client, code: str, seat: int, *lines: list[int]) -> Any:
    """Prepare something, and see what is prepared."""
    await person.post(f"/api/tables/{code}/ahead", seat=seat, lines=list(lines))
    return (await now_of(person, code))["ahead"].get(str(seat))


async def act(person: Client, code: str, seat: int, action: int) -> Any:
    welcome = (await person.get(f"/api/tables/{code}/events?since=0"))[0]
    answer = await person.post(
        f"/api/tables/{code}/act", id=f"{welcome['v']} {seat}", v_seen=welcome["v"], seat=seat, action=action
    )
    assert answer["t"] == "ack", answer


async def until_turn(person: Client, code: str, seat: int) -> Any:
    """Wait until it is a seat's turn."""
    while (now := await now_of(person, code))["turn"] != seat:
        await asyncio.sleep(0.01)
    return now


# ---- which games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", [slug for slug in slugs() if rulebook(slug).foreseeable])
def test_nothing_is_drawn_or_hidden_where_lines_can_be_prepared(slug: str) -> None:
    book = rulebook(slug)
    assert not book.secrets
    for players in book.players:
        for match in random_match(hatbox.load(slug, players), players, 10**4):
            for action in random.Random(match.ply).sample(match.legal, min(2, len(match.legal))):
                told = match.game.with_tape(match._states)
                twin = Match.at(
                    match.game, told.view("u1")[: match._states.itemsize].view(match._states.dtype)
                )
                twin.play(action)
                assert CHANCE not in twin._tape.numbers()
            if not match.over:
                assert match.game.snapshot(match.guess(0, 5)).board == match.state.board


def test_gifts_are_chosen_one_after_the_other_whatever_they_are() -> None:
    for players in (2, 3, 4):
        for match in random_match(hatbox.load("great_hall", players), 3, 400):
            if match.over or not is_at_once(match):
                continue
            for seat in range(players):
                asked = when_asked(match, seat)
                chose = match.state.given[seat] >= 0
                assert (asked is None) == chose
                if asked:
                    own = [
                        HallAction.GIVE + kind for kind, count in enumerate(match.state.hand[seat]) if count
                    ]
                    assert asked[1].legal == own and asked[1].turn == seat
                    assert asked[1].ply == asked[0] and asked[1].state.phase == Phase.EXCHANGE


# ---- gifts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", [{"days": 3}, None])
def test_gifts_are_taken_from_all_in_any_order(tmp_path: Path, pace: Any) -> None:
    async def story(code: str, people: list[Client]) -> None:
        turn = (await now_of(people[0], code))["turn"]
        waiting = [(turn + k) % 4 for k in (3, 1, 2)]
        for seat in waiting:
            own = (await now_of(people[seat], code))["ahead"][str(seat)]
            first, last = own["legal"][0]["action"], own["legal"][-1]["action"]
            assert own["lines"] == [] and str(seat) not in (await now_of(people[seat], code))["legal"]
            assert (await ahead(people[seat], code, seat, [first]))["lines"][0][-1] == first
            chosen = (await ahead(people[seat], code, seat, [last]))["lines"]
            assert chosen == [[ANY] * ((seat - turn) % 4) + [last]], "it may be changed"
        assert (await now_of(people[4], code))["ahead"] == {}
        mine = (await now_of(people[turn], code))["legal"][str(turn)][0]["action"]
        await act(people[turn], code, turn, mine)
        while (now := await now_of(people[0], code))["ply"] < 4:
            await asyncio.sleep(0.01)
        assert now["views"]["0"]["choosing"] == "card" and now["views"]["0"]["given"]

    played(tmp_path, "great_hall", 4, story, pace=pace)


def test_what_cannot_be_given(tmp_path: Path) -> None:
    async def story(code: str, people: list[Client]) -> None:
        turn = (await now_of(people[0], code))["turn"]
        seat = (turn + 1) % 2
        path = f"/api/tables/{code}/ahead"
        have = [one["action"] for one in (await now_of(people[seat], code))["ahead"][str(seat)]["legal"]]
        missing = next(HallAction.GIVE + k for k in range(13) if HallAction.GIVE + k not in have)
        for lines in ([[missing]], [[have[0], have[0]]], [[have[0]], [have[0]]]):
            assert await refused(people[seat].post(path, seat=seat, lines=lines)) == (400, "bad_line")
        assert await refused(people[turn].post(path, seat=seat, lines=[[0]])) == (403, "not_yours")
        assert (await refused(people[seat].post(path, seat=seat, lines=[[0] * 25])))[0] == 400
        mine = (await now_of(people[turn], code))["legal"][str(turn)][0]["action"]
        await people[turn].post(path, seat=turn, lines=[[mine]])  # as if the turn had come in the meantime
        await until_turn(people[seat], code, seat)

    played(tmp_path, "great_hall", 2, story)


# ---- lines -------------------------------------------------------------------------------------------------------


def opening() -> Match:
    """The same game on this side, up to the first move: nobody is hypnotised before."""
    match = hatbox.load("magic_hexagon", 2).match(QUICK.seed)
    while HexagonAction.NO_HYPNOSIS in match.legal:
        match.play(HexagonAction.NO_HYPNOSIS)
    return match


def played_on(match: Match, action: int) -> list[int]:
    """Play a move, and decline every hypnosis; returns the actions."""
    actions = [action]
    match.play(action)
    while HexagonAction.NO_HYPNOSIS in match.legal:
        actions.append(HexagonAction.NO_HYPNOSIS)
        match.play(HexagonAction.NO_HYPNOSIS)
    return actions


def whole_turn(match: Match, choose: Callable[[list[int]], int]) -> list[int]:
    """Play until another seat must move."""
    seat, actions = match.turn, list[int]()
    while match.turn == seat and not match.over:
        actions += played_on(match, choose(match.legal))
    return actions


def two_turns(
    start: Match, mine: Callable[[list[int]], int], theirs: Callable[[list[int]], int]
) -> list[int]:
    """A line: what they do, and what I then do."""
    match = start.fork(start.ply)
    return whole_turn(match, theirs) + whole_turn(match, mine)


async def first_move(person: Client, code: str) -> Match:
    """Wait until a seat must move."""
    match = opening()
    while (await now_of(person, code))["ply"] < match.ply:
        await asyncio.sleep(0.01)
    return match


async def play_turn(people: list[Client], code: str, turn: int, actions: list[int]) -> None:
    """Play the moves of a turn; standing answers decline hypnosis."""
    for action in actions:
        if action != HexagonAction.NO_HYPNOSIS:
            await until_turn(people[turn], code, turn)
            await act(people[turn], code, turn, action)


def test_an_expected_move_is_answered_at_once(tmp_path: Path) -> None:
    async def story(code: str, people: list[Client]) -> None:
        match = await first_move(people[0], code)
        turn = match.turn
        other = 1 - turn
        lines = [two_turns(match, min, min), two_turns(match, max, max)]
        told = await ahead(people[other], code, other, *lines)
        assert told["lines"] == lines and told["known"]
        assert (await now_of(people[turn], code))["ahead"] == {}, "only the own ones are told"
        await play_turn(people, code, turn, whole_turn(match, max))
        match = opening()
        for action in lines[1]:
            match.play(action)
        while (now := await now_of(people[0], code))["ply"] < match.ply:
            await asyncio.sleep(0.01)
        assert now["turn"] == turn
        assert now["views"]["0"]["score"] == match.view(0).score  # type: ignore[attr-defined]
        assert (await now_of(people[other], code))["ahead"][str(other)]["lines"] == []

    played(tmp_path, "magic_hexagon", 2, story)


def hypnotising(start: Match) -> tuple[list[int], int]:
    """A line: they move, I move, and then I hypnotise them; and the ply after it."""
    match = start.fork(start.ply)
    line = whole_turn(match, min) + whole_turn(match, min)
    assert line.pop() == HexagonAction.NO_HYPNOSIS, "that was my own question"
    match.undo()
    hypnosis = max(match.legal)
    assert match.turn != start.turn and hypnosis >= HexagonAction.NAME
    return [*line, hypnosis], match.ply + 1


@pytest.mark.parametrize("answer", ["once", "ask", "not_now"])
def test_hypnosis_is_prepared_too_whatever_the_standing_answer_is(tmp_path: Path, answer: str) -> None:
    async def story(code: str, people: list[Client]) -> None:
        match = await first_move(people[0], code)
        turn, other = match.turn, 1 - match.turn
        await people[other].post(f"/api/tables/{code}/standing", seat=other, answer=answer)
        line, ply = hypnotising(match)
        await ahead(people[other], code, other, line)
        await play_turn(people, code, turn, whole_turn(match, min))
        while (now := await now_of(people[turn], code))["ply"] < ply:
            await asyncio.sleep(0.01)
        assert now["turn"] == turn
        assert now["views"][str(turn)]["named"] == line[-1] - HexagonAction.NAME
        assert now["views"][str(turn)]["cards"][other] is False

    played(tmp_path, "magic_hexagon", 2, story)


def test_a_game_that_leaves_every_line_asks_again(tmp_path: Path) -> None:
    async def story(code: str, people: list[Client]) -> None:
        match = await first_move(people[0], code)
        turn, other = match.turn, 1 - match.turn
        await ahead(people[other], code, other, two_turns(match, min, min))
        await play_turn(people, code, turn, whole_turn(match, max))
        now = await until_turn(people[other], code, other)
        assert now["legal"] and not now["ahead"]

    played(tmp_path, "magic_hexagon", 2, story)


def test_lines_are_kept_and_played_after_a_restart(tmp_path: Path) -> None:
    made: list[Any] = []

    async def story(code: str, people: list[Client]) -> None:
        match = await first_move(people[0], code)
        turn, other = match.turn, 1 - match.turn
        line = two_turns(match, min, min)
        await ahead(people[other], code, other, line)
        await play_turn(people, code, turn, whole_turn(match, min))
        await until_turn(people[other], code, other)
        made.extend([code, opening().ply + len(line)])

    async def later() -> None:
        async with serving(tmp_path, SWIFT) as address, visitors(address, 1) as (eve,):
            while (await now_of(eve, made[0]))["ply"] < made[1]:
                await asyncio.sleep(0.01)
            await asleep(eve)

    played(tmp_path, "magic_hexagon", 2, story, replace(SWIFT, answer_after=1e6))
    asyncio.run(later())


def test_a_sleeping_table_answers(tmp_path: Path) -> None:
    """The server ended before the answer was played, and nobody comes: the table is loaded for it."""
    made: list[Any] = []

    async def story(code: str, people: list[Client]) -> None:
        match = await first_move(people[0], code)
        turn, other = match.turn, 1 - match.turn
        await ahead(people[other], code, other, two_turns(match, min, min))
        await play_turn(people, code, turn, whole_turn(match, min))
        await until_turn(people[other], code, other)
        made.append(code)

    async def later() -> None:
        async with serving(tmp_path, SWIFT):
            store: Any = await opened_store(tmp_path)
            while (await store.query("SELECT turn FROM heads"))[0][0] == 1:
                await asyncio.sleep(0.02)
            await store.close()

    played(tmp_path, "magic_hexagon", 2, story, replace(SWIFT, answer_after=1.0, sleep_after=60.0))
    asyncio.run(later())


def test_lines_that_cannot_be(tmp_path: Path) -> None:
    async def story(code: str, people: list[Client]) -> None:
        match = await first_move(people[0], code)
        turn, other = match.turn, 1 - match.turn
        path, line = f"/api/tables/{code}/ahead", two_turns(match, min, min)
        theirs = whole_turn(match.fork(match.ply), min)
        for lines in ([theirs], [[*theirs, *theirs]], [[1]], [[*line, 10**6]]):
            assert await refused(people[other].post(path, seat=other, lines=lines)) == (400, "bad_line")
        two = [line, [*theirs, *two_turns(match, max, min)[len(theirs) :]]]
        assert await refused(people[other].post(path, seat=other, lines=two)) == (400, "two_answers")
        assert await refused(people[turn].post(path, seat=turn, lines=[line])) == (409, "not_waiting")
        assert (await ahead(people[other], code, other, line))["lines"] == [line]
        assert (await ahead(people[other], code, other))["lines"] == [], "and taken back"

    played(tmp_path, "magic_hexagon", 2, story)


@pytest.mark.parametrize(("game", "pace"), [("magic_hexagon", None), ("catch_the_hat", {"days": 3})])
def test_no_lines_elsewhere(tmp_path: Path, game: str, pace: Any) -> None:
    async def story(code: str, people: list[Client]) -> None:
        other = 1 - (await now_of(people[0], code))["turn"]
        assert (await now_of(people[other], code))["ahead"] == {}
        answer = people[other].post(f"/api/tables/{code}/ahead", seat=other, lines=[[1]])
        assert await refused(answer) == (409, "no_ahead")

    played(tmp_path, game, 2, story, pace=pace)


def test_the_store_keeps_what_is_prepared(place: Path | str) -> None:
    async def story() -> None:
        store = await opened_store(place)
        await store.keep_prepared("AAAAA", 1, Prepared("ada", 3, [[1, 2]]))
        await store.keep_prepared("AAAAA", 1, Prepared("ada", 4, [[ANY, 5], [6]]))
        await store.keep_prepared("BBBBB", 0, Prepared("ben", 0, []))
        await store.close()
        store = await opened_store(place)
        assert await store.prepared("AAAAA") == {1: Prepared("ada", 4, [[ANY, 5], [6]])}
        await store.forget_prepared("ada")
        assert await store.prepared("AAAAA") == {}
        await store.remove("BBBBB")
        assert await store.prepared("BBBBB") == {}
        await store.close()

    asyncio.run(story())


# ---- what others learn -------------------------------------------------------------------------------------------


def alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix everything that differs from run to run."""
    stopped = SimpleNamespace(time=lambda: 5e9, perf_counter=time.perf_counter)
    monkeypatch.setattr(table_module, "time", stopped)
    monkeypatch.setattr(codes, "table_code", lambda language: "AAAAA")
    monkeypatch.setattr(state, "promise_of", lambda salt, seed: "promised")
    monkeypatch.setattr(time, "time", lambda: 5e9)


def told(seat: Seat) -> list[str]:
    """What a visitor was sent, except presence and answers to their own moves."""
    return [raw for raw in seat.raw if "presence" not in raw and '"ack"' not in raw]


async def bytes_of_others(folder: Path, wish: Wish) -> list[list[str]]:
    """Everything that the mover and a spectator are sent while a waiting player prepares lines, and the mover moves."""
    settings = replace(SWIFT, answer_after=1e6)
    async with serving(folder, settings) as address, visitors(address, 3) as people:
        code = await begun("magic_hexagon", people[:2])
        match = await first_move(people[0], code)
        mover, waits = match.turn, 1 - match.turn
        async with people[mover].at(code) as first, people[2].at(code) as eve:
            for one in (first, eve):
                await one.until("presence")
            for lines in (wish(match), [], wish(match)) if wish(match) else ():
                await people[waits].post(f"/api/tables/{code}/ahead", seat=waits, lines=lines)
            await first.act(min(first.legal), id="first")
            for one in (first, eve):
                await one.until("move")
            return [told(first), told(eve)]


def test_nobody_can_tell_who_has_prepared_a_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alike(monkeypatch)
    wishes: dict[str, Wish] = {
        "none": lambda match: [],
        "one": lambda match: [two_turns(match, min, min)],
        "more": lambda match: [two_turns(match, max, min), two_turns(match, max, max)],
        "hypnosis": lambda match: [hypnotising(match)[0]],
    }
    sent = [asyncio.run(bytes_of_others(tmp_path / name, wish)) for name, wish in wishes.items()]
    assert all(one == sent[0] for one in sent) and all(sent[0])


def test_nobody_can_tell_which_gift_was_chosen_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alike(monkeypatch)

    async def given(name: str, which: int) -> list[list[str]]:
        async with serving(tmp_path / name, SWIFT) as address, visitors(address, 5) as people:
            code = await begun("great_hall", people[:4])
            turn = (await now_of(people[0], code))["turn"]
            seat = (turn + 2) % 4
            own = (await now_of(people[seat], code))["ahead"][str(seat)]["legal"]
            async with people[turn].at(code) as first, people[4].at(code) as eve:
                others = (first, eve)
                for one in others:
                    await one.until("presence")
                await ahead(people[seat], code, seat, [own[which]["action"]])
                for giver in (turn, (turn + 1) % 4):
                    legal = (await now_of(people[giver], code))["legal"][str(giver)]
                    await act(people[giver], code, giver, legal[0]["action"])
                for one in others:
                    while one.now["ply"] < 3:
                        await one.next()
                return [told(one) for one in others]

    assert asyncio.run(given("one", 0)) == asyncio.run(given("other", -1))


def test_hypnosis_costs_a_question_at_most_and_no_day_per_turn(tmp_path: Path) -> None:
    async def story(code: str, people: list[Client]) -> None:
        asked = [0, 0, 0]
        for _ in range(24):
            turn = (await now_of(people[0], code))["turn"]
            legal = [one["action"] for one in (await now_of(people[turn], code))["legal"].get(str(turn), [])]
            if not legal:
                continue  # a standing answer is on its way
            offered = HexagonAction.NO_HYPNOSIS in legal
            asked[turn] += offered
            await act(people[turn], code, turn, HexagonAction.NO_HYPNOSIS if offered else min(legal))
        assert max(asked) <= 1
        for seat in range(3):
            await people[seat].post(f"/api/tables/{code}/standing", seat=seat, answer="not_now")
        for _ in range(12):
            turn = (await now_of(people[0], code))["turn"]
            legal = [one["action"] for one in (await now_of(people[turn], code))["legal"].get(str(turn), [])]
            assert HexagonAction.NO_HYPNOSIS not in legal
            if legal:
                await act(people[turn], code, turn, min(legal))

    played(tmp_path, "magic_hexagon", 3, story)
