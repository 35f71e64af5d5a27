"""Nothing leaks: two hidden worlds that a viewer cannot tell apart produce the same bytes on the wire."""

import asyncio
import copy
import os
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import hatbox
from hatbox.conformance import random_match
from hatbox.engine import entries
from hatbox.game import Game, rulebook, slugs
from hatbox.match.match import Match
from hatbox.table.config import Config, NoticeSettings
from hatbox.table.identity import codes
from hatbox.table.store.sqlite import SqliteStore
from hatbox.table.tables import state, views
from hatbox.table.tables import table as table_module
from hatbox.table.tables.reading import wake
from hatbox.table.watchers import seen as seen_module
from hatbox.table.watchers.ahead import when_asked
from hatbox.table.wire.protocol import Ahead, Choice, MoveFrame
from hatbox.table.wire.types import encode
from tests.table import toy
from tests.table.client import QUICK, Client, Seat, free_port, serving, visitors
from tests.table.receivers import HOST, web_server

REAL = slugs()
PLIES = 60
CODE = "AAAAA"
SAME = -1  # instead of a seed: the true world
WORLDS = int(os.environ.get("HATBOX_WORLDS", "1"))  # games per number of players


@pytest.fixture
def toy_game() -> Any:
    with toy.known() as game:
        yield game


def twin_of(match: Match, seat: int, seed: int) -> Match:
    """The same match in another world that a seat cannot tell from the true one."""
    twin = copy.copy(match)
    twin._buffer, twin._plies, twin._trace = (
        match.game.buffer(),
        list(match._plies),
        copy.deepcopy(match._trace),
    )
    twin._hold(match._states if seed == SAME else match.guess(seat, seed))
    twin._step(entries.JUST_LOOK)
    return twin


def shown(match: Match, viewer: views.Viewer) -> bytes:
    return encode(views.PositionViews(match, viewer, aid=False).now(viewer))


def check_positions(game: Game, first: int = 1) -> None:
    for match in random_match(game, first, PLIES):
        if match.over:
            break
        for viewer in [(), *((seat,) for seat in range(game.players))]:
            for seed in (1, 2):
                twin = twin_of(match, viewer[0] if viewer else -1, seed)
                assert shown(match, viewer) == shown(twin, viewer), (match, viewer)


@pytest.mark.parametrize("slug", REAL)
def test_positions_tell_a_viewer_only_what_it_knows(slug: str) -> None:
    check_positions(hatbox.load(slug, hatbox.rulebooks()[slug].players[-1]))


def test_positions_of_a_game_with_secrets(toy_game: Game) -> None:
    check_positions(toy_game)


@pytest.mark.parametrize("slug", [slug for slug in REAL if not rulebook(slug).secrets])
@pytest.mark.parametrize("aid", [False, True])
def test_games_without_secrets_show_everybody_the_same(slug: str, aid: bool) -> None:
    """Everything except the seat itself; frames rely on it."""
    for players in rulebook(slug).players:
        match = hatbox.load(slug, players).match(players)
        choose = random.Random(players).choice
        while not match.over and match.ply < PLIES:
            seen = views.PositionViews(match, range(players), aid)
            for seat in range(players):
                assert seen.view(seat) == encode(match.view(seat, aid))
            played = match.play(choose(match.legal))
            for seat in range(-1, players):
                assert played.seen_by(seat) == played.events


async def world(
    folder: Path,
    seed: int,
    notes: list[int],
    monkeypatch: pytest.MonkeyPatch,
    pace: dict[str, int] | None = None,
    config: Config = QUICK,
    prepare: Callable[[list[Client]], Awaitable[None]] | None = None,
    port: int = 0,
) -> list[list[str]]:
    """Play the toy game in one world; returns the bytes of each seat and of a spectator, except for the end."""
    monkeypatch.setattr(codes, "table_code", lambda language: CODE)
    monkeypatch.setattr(state, "promise_of", lambda salt, seed: "promised")
    async with serving(folder, config, port=port) as address, visitors(address, 4) as people:
        seats = [{"kind": "me", "name": "P0"}]
        code = await people[0].make(toy.RULEBOOK.slug, toy.SEATS, seats=seats, seed=seed, pace=pace)
        for seat in (1, 2):
            await people[seat].post(f"/api/tables/{code}/sit", seat=seat, name=f"P{seat}")
        if prepare is not None:
            await prepare(people)
        await people[0].post(f"/api/tables/{code}/start")
        while (await people[0].get(f"/api/tables/{code}"))["status"] != "playing":
            await asyncio.sleep(0.01)
        async with AsyncExitStack() as stack:
            visits: list[Seat] = []
            for person in people:
                visits.append(await stack.enter_async_context(person.at(code)))
                for visit in visits:
                    await visit.until("presence")
            for turn, note in enumerate(notes):
                for action in (note, toy.DONE):
                    await visits[turn].act(action, seat=turn, id="x" * (turn + 1) + str(action == toy.DONE))
                    for visit in visits:
                        await visit.until("move")
            return [[raw for raw in visit.raw if '"ack"' not in raw] for visit in visits]


def cards(game: Game, seed: int) -> tuple[int, ...]:
    return tuple(game.match(seed).state.card)


def test_hidden_worlds_look_the_same_on_the_wire(
    tmp_path: Path, toy_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = {cards(toy_game, seed): seed for seed in range(60)}
    mine = {
        seed: asyncio.run(world(tmp_path / str(seed), seed, [0, seed % 3], monkeypatch))
        for seed in hands.values()
    }
    seeds = list(hands.values())
    for seat in range(toy.SEATS):
        for one in seeds:
            for other in seeds:
                knows = [cards(toy_game, seed)[seat] for seed in (one, other)]
                wrote = [seed % 3 if seat == 1 else 0 for seed in (one, other)]
                same = mine[one][seat] == mine[other][seat]
                differ = [
                    pair
                    for pair in zip(mine[one][seat], mine[other][seat], strict=False)
                    if pair[0] != pair[1]
                ]
                assert same == (knows[0] == knows[1] and wrote[0] == wrote[1]), differ
    assert len({tuple(worlds[3]) for worlds in mine.values()}) == 1, "a spectator knows nothing"


def test_nobody_can_tell_who_gets_notices(
    tmp_path: Path, toy_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes do not depend on who wants to be notified, on a receiver that fails, or on a page that nobody sees."""
    later = time.time() + 3600
    stopped = SimpleNamespace(time=lambda: later, perf_counter=time.perf_counter)
    monkeypatch.setattr(table_module, "time", stopped)

    async def played(name: str, prepare: Any, status: int = 200) -> tuple[list[list[str]], int]:
        async with web_server() as receiver:
            receiver.status = status

            async def told(people: list[Client]) -> None:
                for person in people[:3] if prepare else ():
                    await person.post("/api/notices/hook", address=receiver.address)

            told_of = NoticeSettings(
                hooks=(HOST,), every=0.005, settle=-7200.0, gather=0.0, pauses=(0.0,) * 99
            )
            port = free_port()
            config = replace(QUICK, notices=told_of, public_url=f"http://{HOST}:{port}")
            monkeypatch.setattr(seen_module.Seen, "_looks", lambda _: False)  # nobody's page can be seen
            bytes_of = await world(tmp_path / name, 7, [0, 1], monkeypatch, {"days": 3}, config, told, port)
            return bytes_of, len(receiver.got)

    without, nothing = asyncio.run(played("without", False))
    taken, some = asyncio.run(played("with", True))
    failed, many = asyncio.run(played("failing", True, 500))
    assert without == taken == failed and not nothing and some and many


def test_nobody_can_tell_who_has_a_profile(
    tmp_path: Path, toy_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes do not depend on profiles, children, ratings that all or some want, or saved rules."""

    async def played(name: str, *profiles: dict[str, bool]) -> list[list[str]]:
        async def prepare(people: list[Client]) -> None:
            for number, (person, more) in enumerate(zip(people, profiles, strict=False)):
                wish = {"name": f"Secret {number}", "figure": "owl", "colour": "black", **more}
                await person.call("POST", "/api/profile", wish)
                await person.post("/api/rule-sets", name="Ours", game="hat_stairs", players=2)

        return await world(tmp_path / name, 7, [0, 1], monkeypatch, prepare=prepare)

    without = asyncio.run(played("without"))
    assert without == asyncio.run(played("rated", *[{"rated": True}] * 3))
    assert without == asyncio.run(played("mixed", {"child": True}, {"rated": True}, {}))


def test_the_seed_comes_only_with_the_end(tmp_path: Path, toy_game: Game) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            code = await ada.make(toy.RULEBOOK.slug, toy.SEATS, seats=[{"kind": "me"}] * 3, start=True)
            async with ada.at(code) as seat:
                await seat.play_through(lambda legal: legal[0])
                seed = (await seat.until("table"))["table"]["seed"]
                assert not any(seed in raw for raw in seat.raw[:-1]) and seed in seat.raw[-1]

    asyncio.run(story())


def test_undo_is_seen_by_all_and_never_across_turns(tmp_path: Path, toy_game: Game) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 2) as (ada, ben):
            seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]
            code = await ada.make(toy.RULEBOOK.slug, toy.SEATS, seats=seats)
            await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
            await ada.post(f"/api/tables/{code}/start")
            async with ada.at(code) as a, ben.at(code) as b:
                await a.until(lambda _: a.now is not None)
                await b.until(lambda _: b.now is not None)
                await a.act(2, id="first")
                assert (await a.until("move"))["text"] == "write 2" and a.now["undo"]
                seen = await b.until("move")
                assert seen["text"] == "" and seen["events"][0]["number"] == toy.NOTHING
                assert not b.now["undo"]
                with pytest.raises(Exception, match="not_yours"):
                    await ben.post(f"/api/tables/{code}/undo", seat=0)
                await ada.post(f"/api/tables/{code}/undo", seat=0)
                undone = await b.until("undone")
                assert undone["ply"] == 0 and undone["now"]["views"]["1"]["written"] == [False] * 3
                await a.until("undone")
                assert (await a.answer(await a.act(2, id="first")))["t"] == "ack", "resent: not played again"
                assert (await ada.get(f"/api/tables/{code}"))["v"] == a.v
                for action in (1, toy.DONE):
                    await a.answer(await a.act(action))
                    await a.until("move")
                with pytest.raises(Exception, match="cannot_undo"):
                    await ada.post(f"/api/tables/{code}/undo", seat=0)

    asyncio.run(story())


def test_a_big_screen_on_a_players_device_shows_what_spectators_see(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            seats = [{"kind": "me"}, *[{"kind": "bot"}] * 3]
            code = await ada.make("great_hall", 4, seats=seats)
            await ada.post(f"/api/tables/{code}/start")
            async with ada.at(code, watch=True) as screen:
                while screen.now is None:
                    await screen.next()
                assert list(screen.now["views"]) == ["-1"] and not screen.now["legal"]
                assert not screen.mine
                answer = await screen.answer(await screen.act(0, seat=0))
                assert answer["code"] == "not_yours"
            welcome, *_ = await ada.get(f"/api/tables/{code}/events?since=0&watch=1")
            assert list(welcome["now"]["views"]) == ["-1"]

    asyncio.run(story())


def viewers(game: Game) -> list[views.Viewer]:
    return [(), *((seat,) for seat in range(game.players))]


def told(match: Match, action: int, viewer: views.Viewer) -> tuple[bytes, bytes]:
    """What the rules let a viewer know about a move, and the bytes that the table sends."""
    played = match.play(action)
    eyes = viewer[0] if viewer else -1
    mine = match.legal if match.turn in viewer and not match.over else []
    undo = match.undo_seat in viewer
    known = encode([played.seen_by(eyes), match.view(eyes), mine, match.winners if match.over else [], undo])
    shot = views.PositionViews(match, viewer, aid=False)
    happened = views.BoardChange(1, shot, played, match.game.rulebook.secrets)
    frame = happened.frames([viewer])[viewer]
    now = msgspec.json.decode(frame, type=MoveFrame).now
    assert now is not None
    assert msgspec.json.decode(encode(now)) == msgspec.json.decode(frame)["now"], (
        "nothing but what `Now` says"
    )
    assert [now.ply, now.turn, now.over, now.undo] == [match.ply, match.turn, match.over, undo]
    assert {seat: bytes(view) for seat, view in now.views.items()} == {str(eyes): encode(match.view(eyes))}
    assert [move["action"] for moves in now.legal.values() for move in msgspec.json.decode(moves)] == mine
    return known, frame


def check_moves(game: Game, seed: int) -> int:
    """The same move in two worlds: viewers who may not know the difference get the same bytes; returns the pairs."""
    pairs, dice = 0, random.Random(seed)
    for match in random_match(game, seed, PLIES):
        if match.over:
            break
        action = dice.choice(match.legal)
        for viewer in viewers(game):
            one = twin_of(match, viewer[0] if viewer else -1, SAME)
            other = twin_of(match, viewer[0] if viewer else -1, dice.randrange(2**32))
            if action not in other.legal:
                continue
            known, sent = told(one, action, viewer)
            known_there, sent_there = told(other, action, viewer)
            if known == known_there:
                assert sent == sent_there, (match, viewer, action)
                pairs += 1
    return pairs


@pytest.mark.parametrize("slug", [slug for slug in REAL if hatbox.rulebooks()[slug].secrets])
def test_moves_tell_a_viewer_only_what_it_may_know(slug: str) -> None:
    for players in hatbox.rulebooks()[slug].players:
        game = hatbox.load(slug, players)
        pairs = sum(check_moves(game, seed) for seed in range(WORLDS))
        assert pairs > WORLDS, "many worlds look alike"
        for seed in range(1, WORLDS):
            check_positions(game, seed)


def choices_ahead(match: Match, viewer: views.Viewer, people: tuple[int, ...]) -> dict[int, Ahead]:
    """What a seat may choose before its turn, computed in a world that it cannot tell from the true one."""
    if match.over or match.turn not in people or match.turn in viewer:
        return {}
    found = {seat: when_asked(twin_of(match, seat, 7), seat) for seat in viewer}
    return {
        seat: Ahead(legal=[Choice(action=move.action, text=str(move)) for move in asked[1].moves])
        for seat, asked in found.items()
        if asked
    }


def test_what_can_be_chosen_ahead_tells_a_seat_only_what_it_knows() -> None:
    asked = 0
    for players in rulebook("great_hall").players:
        for match in random_match(hatbox.load("great_hall", players), players, 300):
            for seat in range(players):
                told = [
                    choices_ahead(twin_of(match, seat, seed), (seat,), (match.turn,)) for seed in (SAME, 1, 2)
                ]
                assert told[0] == told[1] == told[2]
                asked += bool(told[0])
    assert asked > 20


@pytest.mark.parametrize("slug", [slug for slug in REAL if hatbox.rulebooks()[slug].secrets])
def test_the_wire_carries_nothing_else(tmp_path: Path, slug: str) -> None:
    """Every frame of a real game, byte by byte, follows from its viewer's view, events and moves."""

    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 3) as (ada, ben, eve):
            players = hatbox.rulebooks()[slug].players[0]
            bots = [{"kind": "bot"}] * (players - 2)
            code = await ada.make(slug, players, seats=[{"kind": "me"}, {"kind": "open"}, *bots])
            await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
            await ada.post(f"/api/tables/{code}/start")
            async with ada.at(code) as a, ben.at(code) as b, eve.at(code) as e:
                choose = random.Random(5).choice
                await asyncio.gather(a.play_through(choose, PLIES), b.play_through(choose, PLIES))
                while e.v < max(a.v, b.v):
                    await e.next()
        store = SqliteStore(tmp_path)
        match = wake(code, await store.log(code)).match
        await store.close()
        assert match is not None
        compared = 0
        for position, played in match.walk():
            for visit, viewer in ((a, (0,)), (b, (1,)), (e, ())):
                moves = (frame for frame in visit.raw if frame.startswith('{"t":"move"'))
                frame = next((move for move in moves if f'"ply":{position.ply},' in move), None)
                if frame is None or played is None:
                    continue
                v = int(msgspec.json.decode(frame)["v"])
                shot = views.PositionViews(position, viewer, aid=False)
                shot.extras = views.Extras(ahead=choices_ahead(position, viewer, people=(0, 1)))
                happened = views.BoardChange(v, shot, played, match.game.rulebook.secrets)
                assert frame.encode() == happened.frames([viewer])[viewer], (viewer, position)
                compared += 1
        assert compared > 2 * min(PLIES, match.ply)

    asyncio.run(story())
