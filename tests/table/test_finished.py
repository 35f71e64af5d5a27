"""Finished games: replay from each seat's point of view, fork, verify, review; hints during the game."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import hatbox
from hatbox.bots import Budget, seen_by
from hatbox.match.recording import from_json, replay, to_json
from hatbox.match.verify import verify
from hatbox.table.store.sqlite import SqliteStore
from hatbox.table.tables import journal
from hatbox.table.tables.reading import wake
from hatbox.table.thinking.advice import advise
from tests.table import toy
from tests.table.client import Client, refused, serving, visitors

ME, OPEN, BOT = {"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "1"}


def told(folder: Path, story: Callable[[Client, Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with serving(folder) as address, visitors(address, 2) as (ada, ben):
            return await story(ada, ben)

    return asyncio.run(run())


async def played(
    ada: Client, game: str = "hat_stairs", players: int = 2, **more: Any
) -> tuple[str, list[str]]:
    """Play a whole game on one device; returns its code and what the device was sent."""
    code = await ada.make(game, players, seats=[ME] * players, start=True, **more)
    async with ada.at(code) as seat:
        await seat.play_through(random.Random(1).choice)
        await seat.until(lambda frame: frame["t"] == "table" and frame["table"]["status"] == "over")
        return code, seat.raw


def test_a_replay_shows_what_the_seat_saw(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make(toy.RULEBOOK.slug, toy.SEATS, seats=[ME, OPEN, BOT])
        await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
        assert await refused(ada.get(f"/api/tables/{code}/replay")) == (409, "not_over")
        await ada.post(f"/api/tables/{code}/start")
        async with ada.at(code) as a, ben.at(code) as b:
            choose = random.Random(1).choice
            await asyncio.gather(a.play_through(choose), b.play_through(choose))
            for seat, visit in enumerate((a, b)):
                answer = await ada.get(f"/api/tables/{code}/replay?seat={seat}")
                frames = {frame["ply"]: frame for frame in answer["frames"]}
                assert answer["table"]["status"] == "over" and answer["table"]["seed"]
                assert list(frames) == list(range(visit.now["ply"] + 1))
                assert (frames[0]["seat"], frames[0]["events"], frames[0]["text"]) == (-1, [], "")
                moves = [frame for frame in visit.frames if frame["t"] == "move"]
                assert moves, "it was told some"
                for move in moves:
                    frame = frames[move["ply"]]
                    assert frame["view"] == move["now"]["views"][str(seat)]
                    assert [frame[k] for k in ("seat", "text", "events")] == [
                        move[k] for k in ("seat", "text", "events")
                    ]
        everything = (await ben.get(f"/api/tables/{code}/replay?seat=all"))["frames"]
        assert all(frame["text"] for frame in everything[1:])
        for wrong in ("3", "-2", "x", ""):
            assert await refused(ben.get(f"/api/tables/{code}/replay?seat={wrong}")) == (400, "no_seat")
        record = (await ada.get(f"/api/tables/{code}"))["record"]
        again = await ben.get(f"/api/records/{record}/replay?seat=1")
        assert again["frames"] == (await ben.get(f"/api/tables/{code}/replay?seat=1"))["frames"]
        assert [seat["name"] for seat in again["table"]["seats"]] == ["Ada", "Ben", "Cleo"]

    with toy.known():
        told(tmp_path, story)


def test_records_are_verified(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code, _ = await played(ada)
        table = await ada.get(f"/api/tables/{code}")
        verdict = await ben.get(f"/api/records/{table['record']}/verify")
        assert verdict["ok"] and "promised" in verdict["sentence"]
        assert [check["check"] for check in verdict["checks"]] == [
            "readable",
            "moves",
            "promise",
            "shares",
            "finished",
        ]
        assert await refused(ben.get("/api/records/nothing/verify")) == (404, "no_record")
        async with ada.session.get(f"{ada.address}/api/records/{table['record']}") as answer:
            data = await answer.read()
        assert verify(data, table["seed_hash"]).ok
        assert not verify(data, "0" * 64).ok
        forged = verify(data.replace(table["salt"].encode(), b"0" * len(table["salt"])))
        assert not forged.ok and "its seal does not fit" in forged.sentence
        assert not verify(data.replace(b'"seed":"', b'"seed":"1')).ok
        assert not verify(b"{}").ok

    told(tmp_path, story)


def test_a_position_goes_on_at_a_table_of_its_own(tmp_path: Path) -> None:
    ply = 5

    async def story(ada: Client, ben: Client) -> str:
        code, _ = await played(ada, "connect_four")
        first = replay(from_json(await raw_record(ada, code)))
        forked = (await ben.post(f"/api/tables/{code}/fork", ply=ply))["code"]
        table = await ben.get(f"/api/tables/{forked}")
        assert (
            table["host"]
            and table["status"] == "waiting"
            and table["forked_from"] == {"code": code, "ply": ply}
        )
        assert [seat["mine"] for seat in table["seats"]] == [seat == first.seat_at(ply) for seat in (0, 1)]
        assert (
            table["seed"] is None
            and table["seed_hash"] != (await ada.get(f"/api/tables/{code}"))["seed_hash"]
        )
        assert await refused(ben.post(f"/api/tables/{code}/fork", ply=first.ply)) == (400, "bad_ply")
        assert await refused(ben.post(f"/api/tables/{forked}/fork", ply=0)) == (409, "not_over")
        await ben.post(f"/api/tables/{forked}/fill", level="1")
        await ben.post(f"/api/tables/{forked}/start")
        async with ben.at(forked) as seat:
            await seat.until(lambda _: seat.now is not None)
            assert seat.now["ply"] == ply and seat.now["undo"] is False
            await seat.play_through(random.Random(2).choice)
        record = from_json(await raw_record(ben, forked))
        second = replay(record)
        assert second.actions[:ply] == first.actions[:ply] and second.over
        table = await ben.get(f"/api/tables/{forked}")
        assert record.drawn_seed == int(table["seed"])
        assert (second.forks[0].of, second.forks[0].code) == (first.hash, code), "the fork has a name"
        assert (await ben.get(f"/api/records/{table['record']}/verify"))["ok"]
        return str(forked)

    forked = told(tmp_path, story)

    async def woken() -> None:
        store = SqliteStore(tmp_path)
        setting = wake(forked, await store.log(forked))
        assert setting.status == "over" and setting.made.fork and setting.made.fork.ply == ply
        await store.close()

    asyncio.run(woken())


async def raw_record(client: Client, code: str) -> bytes:
    record = (await client.get(f"/api/tables/{code}"))["record"]
    async with client.session.get(f"{client.address}/api/records/{record}") as answer:
        return await answer.read()


def test_nothing_is_taken_back_that_was_played_before_a_fork() -> None:
    match = hatbox.load("connect_four").match(1)
    for column in (0, 1, 2):
        match.play(column)
    fork = match.fork(3, seed=9)
    assert fork.undo_seat == -1 and fork._forked_at == 3
    again = hatbox.Match.after(match.game, 1, [0, 1, 2], fork.forks)
    assert again.hash == fork.hash
    assert [position.ply for position, _ in again.walk()] == [0, 1, 2, 3]


def test_hints_where_the_table_allows_them(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make("connect_four", seats=[ME, BOT], start=True)
        assert (await ada.get(f"/api/tables/{code}"))["hints"] is True, "alone against bots"
        async with ada.at(code) as seat:
            await seat.until(lambda _: bool(seat.legal))
            hint = await ada.post(f"/api/tables/{code}/hint", seat=0)
            assert 1 <= len(hint["moves"]) <= 3 and len(hint["chances"]) == 2
            assert all(move["action"] in seat.legal and move["text"] for move in hint["moves"])
        assert await refused(ben.post(f"/api/tables/{code}/hint", seat=0)) == (401, "no_token")
        other = await ada.make("connect_four", seats=[ME, OPEN])
        await ben.post(f"/api/tables/{other}/sit", seat=1, name="Ben")
        await ada.post(f"/api/tables/{other}/start")
        assert await refused(ada.post(f"/api/tables/{other}/hint", seat=0)) == (409, "no_hints")
        assert await refused(ben.post(f"/api/tables/{code}/hint", seat=0)) == (403, "not_yours")
        shared = await ada.make("connect_four", seats=[ME, ME], hints=True, start=True)
        assert await refused(ada.post(f"/api/tables/{shared}/hint", seat=1)) == (409, "not_your_turn")
        silent = await ada.make("connect_four", seats=[ME, BOT], hints=False, start=True)
        assert await refused(ada.post(f"/api/tables/{silent}/hint", seat=0)) == (409, "no_hints")

    told(tmp_path, story)


def test_a_review_of_every_decision(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code, _ = await played(ada, "connect_four")
        answer = await ben.get(f"/api/tables/{code}/review")
        assert answer["done"] < answer["total"]
        while "total" in answer:
            assert len(answer["plies"]) <= answer["done"], "shown as they come"
            assert answer["account"] or not answer["plies"], "the account comes first"
            await asyncio.sleep(0.02)
            answer = await ben.get(f"/api/tables/{code}/review")
        match = replay(from_json(await raw_record(ada, code)))
        reviewed = {one["ply"]: one for one in answer["plies"]}
        assert all(match.actions[ply - 1] == one["action"] for ply, one in reviewed.items())
        assert all(one["lost"] >= 0 and one["best_text"] for one in reviewed.values())
        for seat, worth in zip(answer["account"]["seats"], match.returns, strict=True):
            result = seat.pop("result")
            assert result == (worth + 1) / 2 and abs(sum(seat.values()) - result) < 1e-9
        assert [step["ply"] for step in answer["account"]["steps"]] == list(range(1, match.ply + 1))
        waiting = await ada.make(seats=[ME])
        assert await refused(ada.get(f"/api/tables/{waiting}/review")) == (409, "not_over")

    told(tmp_path, story)


def test_forks_of_old_logs() -> None:
    """Logs from before there were forks, clocks and chat can still be loaded."""
    old = (
        b'{"k":"made","game":"hat_stairs","ruleset":1,"players":2,"options":{},"aid":false,"public":false,'
        b'"host":"h","seats":[{"kind":"open"},{"kind":"open"}],"seed":1,"salt":"s","record":"r"}'
    )
    made = journal.decode(old)
    assert isinstance(made, journal.Made) and made.fork is None and made.clock is None and not made.chat


def test_advice_finds_the_winning_move() -> None:
    match = hatbox.load("connect_four").match(1)
    for column in (3, 0, 3, 0, 3, 1):
        match.play(column)
    seen = seen_by(match, match.turn, 1)
    advice = advise(seen, match.legal, Budget(milliseconds=600, seed=1))
    assert advice.moves[0].action == 3 and advice.moves[0].chance > 0.9
    assert sorted(move.action for move in advice.moves) == match.legal
    assert len(advice.chances) == 2 and 0 <= advice.margin <= 1
    twin = hatbox.Match.at(match.game, seen.states)
    assert twin.turn == match.turn and twin.legal == match.legal and twin.ply == 0


def test_a_fork_in_an_old_log_stands_where_it_stood() -> None:
    """Before forks had names they kept hidden information where it was."""
    old = journal.Forked(code="ABCDE", seed=5, actions=[0, 1, 2], reseeds=[(1, 8)])
    forks = old.with_seed("9")
    assert [(fork.ply, fork.seed, fork.redrawn, fork.named) for fork in forks] == [
        (1, "8", False, True),
        (3, "9", False, True),
    ]


def test_what_a_fork_draws_again_is_shown_to_who_should_remember_it(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code, _ = await played(ada, "vanished_animal", 3)
        forked = (await ben.post(f"/api/tables/{code}/fork", ply=4))["code"]
        assert (await ben.get(f"/api/tables/{forked}"))["aid"] is True
        code, _ = await played(ada, "connect_four")
        forked = (await ben.post(f"/api/tables/{code}/fork", ply=4))["code"]
        assert (await ben.get(f"/api/tables/{forked}"))["aid"] is False

    told(tmp_path, story)


def test_a_game_from_elsewhere_goes_on_at_a_table(tmp_path: Path) -> None:
    match = hatbox.load("great_hall", players=3).match(7, ["Ida", "Jo", "Kim"])
    for _ in range(20):
        match.play(match.legal[0])
    record, seats = to_json(match).decode(), [ME, BOT, {"kind": "open"}]

    async def story(ada: Client, ben: Client) -> None:
        code = (await ada.post("/api/records", record=record, seats=seats))["code"]
        table = await ada.get(f"/api/tables/{code}")
        assert table["host"] and table["status"] == "waiting" and table["forked_from"]["ply"] == match.ply
        assert [(seat["kind"], seat["name"]) for seat in table["seats"]] == [
            ("person", "Ida"),
            ("bot", "Jo"),
            ("open", ""),
        ]
        await ben.post(f"/api/tables/{code}/sit", seat=2, name="Ben")
        await ada.post(f"/api/tables/{code}/start")
        async with ada.at(code) as seat:
            await seat.until(lambda _: seat.now is not None)
            assert seat.now["ply"] >= match.ply
        altered = record.replace('"Jo"', '"Al"')
        assert await refused(ada.post("/api/records", record=altered, seats=seats)) == (400, "bad_record")
        assert await refused(ada.post("/api/records", record="{}", seats=seats)) == (400, "bad_record")
        assert await refused(ada.post("/api/records", record=record, seats=[ME])) == (400, "bad_seats")
        over, _ = await played(ada, "connect_four")
        whole = (await raw_record(ada, over)).decode()
        assert await refused(ada.post("/api/records", record=whole, seats=[ME, BOT])) == (409, "over")

    told(tmp_path, story)
