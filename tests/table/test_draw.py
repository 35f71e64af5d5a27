"""The draw of the dice: every player's number is part of it, and nobody can hold up the game or choose in secret."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from hatbox.match.draw import Share, joint_promise, seed_of, sha256_of
from hatbox.match.recording import MatchRecord, from_json, replay
from hatbox.match.verify import verify
from hatbox.table.tables import journal
from hatbox.table.tables.state import TableState
from tests.table.client import QUICK, SEED, Client, Seat, refused, serving, visitors

MIXED = replace(QUICK, seed=None, draw=60.0)
SHORT = replace(MIXED, draw=0.2)
ME, OPEN, BOT = {"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "1"}
NUMBERS = [sha256_of(f"number {k}") for k in range(4)]
HASHES = [sha256_of(number) for number in NUMBERS]
Story = Callable[[Client, Client], Awaitable[Any]]


def told(folder: Path, story: Story, settings: Any = MIXED) -> Any:
    async def run() -> Any:
        async with serving(folder, settings) as address, visitors(address, 2) as (ada, ben):
            return await story(ada, ben)

    return asyncio.run(run())


async def two_seated(ada: Client, ben: Client, game: str = "hat_stairs") -> str:
    """A table of two people who have sent their commitments."""
    code = await ada.make(game, seats=[ME, OPEN])
    await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
    await ada.post(f"/api/tables/{code}/commit", commitment=HASHES[0])
    await ben.post(f"/api/tables/{code}/commit", commitment=HASHES[1])
    return code


async def begun(seat: Seat) -> None:
    await seat.until(lambda _: seat.now is not None)


async def finished(client: Client, code: str) -> tuple[bytes, MatchRecord]:
    """Play my seats to the end; returns the record."""
    async with client.at(code) as seat:
        await seat.play_through(random.Random(1).choice)
    id = (await client.get(f"/api/tables/{code}"))["record"]
    async with client.session.get(f"{client.address}/api/records/{id}") as answer:
        data = await answer.read()
    return data, from_json(data)


def shares_of(record: MatchRecord) -> list[str]:
    assert record.draw is not None and record.draw.shares is not None
    return [share.by for share in record.draw.shares]


def test_everybodys_number_is_in_the_dice(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await two_seated(ada, ben)
        table = await ben.get(f"/api/tables/{code}")
        assert table["seed_hash"] == "" and not table["drawing"], "nobody commits after seeing the promise"
        assert [seat["commitment"] for seat in table["seats"]] == HASHES[:2]
        await ada.post(f"/api/tables/{code}/start")
        table = await ben.get(f"/api/tables/{code}")
        promise = table["seed_hash"]
        assert table["drawing"] and table["status"] == "preparing" and len(promise) == 64
        async with ada.at(code) as a, ben.at(code) as b:
            await ada.post(f"/api/tables/{code}/open", number=NUMBERS[0])
            assert (await ben.get(f"/api/tables/{code}"))["status"] == "preparing", "Ben has not opened his"
            await ben.post(f"/api/tables/{code}/open", number=NUMBERS[1])
            await asyncio.gather(begun(a), begun(b))
            told = "".join([*a.raw, *b.raw])
            assert NUMBERS[0] not in told and NUMBERS[1] not in told
            choose = random.Random(1).choice
            await asyncio.gather(a.play_through(choose), b.play_through(choose))
        table = await ben.get(f"/api/tables/{code}")
        assert [seat["share"] for seat in table["seats"]] == ["player", "player"]
        async with ben.session.get(f"{ben.address}/api/records/{table['record']}") as answer:
            data = await answer.read()
        verdict = verify(data, promise)
        assert verdict.ok and "The dice hold the numbers of Ada, Ben." in [c.sentence for c in verdict.checks]
        record = from_json(data)
        assert record.seed != table["seed"], "the table's number is not the seed"
        assert (await ben.get(f"/api/records/{table['record']}/verify"))["ok"]

    told(tmp_path, story)


def test_who_does_not_open_a_number_is_named_and_holds_nobody_up(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await two_seated(ada, ben)
        await ada.post(f"/api/tables/{code}/start")
        promise = (await ada.get(f"/api/tables/{code}"))["seed_hash"]
        await ada.post(f"/api/tables/{code}/open", number=NUMBERS[0])
        async with ada.at(code) as a, ben.at(code) as b:
            await begun(a)
            assert [seat["share"] for seat in a.table["seats"]] == ["player", "late"], "for all to see"
            assert await refused(ben.post(f"/api/tables/{code}/open", number=NUMBERS[1])) == (409, "no_draw")
            choose = random.Random(1).choice
            await asyncio.gather(a.play_through(choose), b.play_through(choose))
        data, record = await finished(ada, code)
        assert shares_of(record) == ["player", "late"] and verify(data, promise).ok
        assert any("Ben did not open a number in time" in c.sentence for c in verify(data).checks)

    told(tmp_path, story, SHORT)


def test_nothing_can_be_chosen_once_the_promise_is_public(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make(seats=[ME, OPEN])
        path = f"/api/tables/{code}"
        await ben.post("/api/tables", game="hat_stairs", players=2)  # so that Ben is a guest
        assert await refused(ben.post(f"{path}/commit", commitment=HASHES[1])) == (403, "not_yours")
        await ben.post(f"{path}/sit", seat=1, name="Ben")
        assert await refused(ben.post(f"{path}/commit", commitment="short")) == (400, "bad_request")
        await ben.post(f"{path}/commit", commitment=HASHES[2])
        await ben.post(f"{path}/commit", commitment=HASHES[1])  # before the start, the last one counts
        assert await refused(ben.post(f"{path}/open", number=NUMBERS[1])) == (409, "no_draw")
        await ada.post(f"{path}/start")
        promise = (await ada.get(path))["seed_hash"]
        assert await refused(ben.post(f"{path}/commit", commitment=HASHES[2])) == (409, "started")
        assert await refused(ben.post(f"{path}/open", number=NUMBERS[2])) == (400, "wrong_number")
        assert await refused(ada.post(f"{path}/open", number=NUMBERS[0])) == (400, "wrong_number")
        assert await refused(ada.post(f"{path}/start")) == (409, "started")
        assert await refused(ben.post(f"{path}/sit", seat=1, name="Bob")) == (409, "started")
        await ben.post(f"{path}/stand", seat=1)  # leaving now does not undo the draw either
        table = await ada.get(path)
        assert (table["seed_hash"], table["drawing"], table["seats"][1]["kind"]) == (promise, True, "bot")
        await ben.post(f"{path}/open", number=NUMBERS[1])
        data, record = await finished(ada, code)
        assert shares_of(record) == ["none", "player"] and verify(data, promise).ok

    told(tmp_path, story)


def test_a_restarted_server_keeps_its_promise(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, MIXED) as address, visitors(address, 1) as (ada,):
            code = await ada.make(seats=[ME, BOT], commitment=HASHES[0], start=True)
            promise = (await ada.get(f"/api/tables/{code}"))["seed_hash"]
            await ada.post(f"/api/tables/{code}/open", number=NUMBERS[0])
            cookies = {c.key: c.value for c in ada.session.cookie_jar}
            async with ada.at(code) as seat:
                await begun(seat)
            other = await ada.make(seats=[ME, BOT], commitment=HASHES[0], start=True)
            other_promise = (await ada.get(f"/api/tables/{other}"))["seed_hash"]
        async with serving(tmp_path, MIXED) as address, visitors(address, 1) as (ada,):
            ada.session.cookie_jar.update_cookies(cookies)
            assert (await ada.get(f"/api/tables/{code}"))["seed_hash"] == promise
            async with ada.at(other) as seat:
                await seat.until("welcome")
                assert seat.table["drawing"] and seat.table["seed_hash"] == other_promise
                await ada.post(f"/api/tables/{other}/open", number=NUMBERS[0])
                await begun(seat)
            _, record = await finished(ada, other)
            assert shares_of(record) == ["player", "none"]

    asyncio.run(run())


def test_a_restarted_server_that_hears_nothing_goes_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, MIXED) as address, visitors(address, 1) as (ada,):
            code = await ada.make(seats=[ME, BOT], commitment=HASHES[0], start=True)
            cookies = {c.key: c.value for c in ada.session.cookie_jar}
        async with serving(tmp_path, SHORT) as address, visitors(address, 1) as (ada,):
            ada.session.cookie_jar.update_cookies(cookies)
            _, record = await finished(ada, code)
            assert shares_of(record) == ["late", "none"]

    asyncio.run(run())


def test_a_rematch_and_a_fork_draw_again(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make("connect_four", seats=[ME, BOT], commitment=HASHES[0], start=True)
        await ada.post(f"/api/tables/{code}/open", number=NUMBERS[0])
        await finished(ada, code)
        again = (await ada.post(f"/api/tables/{code}/rematch"))["code"]
        forked = (await ada.post(f"/api/tables/{code}/fork", ply=4))["code"]
        await ada.post(f"/api/tables/{forked}/fill", level="1")
        seen = set()
        for table in (again, forked):
            seats = (await ada.get(f"/api/tables/{table}"))["seats"]
            assert not any(seat["commitment"] for seat in seats)
            await ada.post(f"/api/tables/{table}/commit", commitment=HASHES[1])
            await ada.post(f"/api/tables/{table}/start")
            await ada.post(f"/api/tables/{table}/open", number=NUMBERS[1])
            data, record = await finished(ada, table)
            assert "player" in shares_of(record) and verify(data).ok
            seen.add(record.drawn_seed)
        assert len(seen) == 2 and record.forks[0].code == code

    told(tmp_path, story)


def test_several_seats_on_one_device_give_one_number(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make("connect_four", seats=[ME, ME], commitment=HASHES[0], start=True)
        await ada.post(f"/api/tables/{code}/open", number=NUMBERS[0])
        data, record = await finished(ada, code)
        assert shares_of(record) == ["player", "player"] and verify(data).ok

    told(tmp_path, story)


def test_a_game_without_numbers_begins_at_once(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make("connect_four", seats=[ME, BOT])
        assert (await ada.get(f"/api/tables/{code}"))["seed_hash"] == ""
        table = await ada.post(f"/api/tables/{code}/start")
        assert not table["drawing"]
        async with ada.at(code) as seat:
            await begun(seat)
            table = seat.table
            assert len(table["seed_hash"]) == 64
        data, record = await finished(ada, code)
        assert shares_of(record) == ["none", "none"] and verify(data, table["seed_hash"]).ok
        assert any("the table alone rolled the dice" in c.sentence for c in verify(data).checks)

    told(tmp_path, story)


def test_an_option_that_is_new_since_the_promise_does_not_break_it() -> None:
    """A table continues after an update that added an option to its game."""
    made = journal.Made(
        game="hat_stairs",
        ruleset=1,
        players=2,
        options={"steps": 8, "hat_step": 4},
        aid=False,
        public=False,
        host="h",
        seats=[journal.Seat(kind="bot", name=name) for name in ("Ada", "Ben")],
        seed=5,
        salt="s",
        record="r",
        mixed=True,
    )
    state = TableState("AAAAA", made)
    state.fold(journal.Started(shares=[Share(), Share()]))
    assert state.match is not None
    while not state.match.over:
        state.fold(journal.Acted(seat=state.match.turn, action=state.match.legal[-1]))
    record = state.record()
    assert record is not None and verify(record.data, state.promise).ok


def test_a_test_server_leaves_the_mix_out(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make("connect_four", seats=[ME, BOT], commitment=HASHES[0], start=True)
        _, record = await finished(ada, code)
        assert record.seed == str(SEED) and record.draw is not None and record.draw.shares is None

    told(tmp_path, story, QUICK)


def test_the_seed_depends_on_every_number(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        code = await ada.make("connect_four", seats=[ME, BOT], commitment=HASHES[0], start=True)
        await ada.post(f"/api/tables/{code}/open", number=NUMBERS[0])
        _, record = await finished(ada, code)
        assert replay(record).seed == record.drawn_seed
        draw = record.draw
        assert draw is not None and draw.shares is not None and seed_of(draw) == record.drawn_seed
        others: list[Share] = [
            Share(by="late", commitment=HASHES[0]),
            Share(by="player", commitment=HASHES[0], number=NUMBERS[1]),
            Share(),
        ]
        seeds = {seed_of(msgspec.structs.replace(draw, shares=[one, draw.shares[1]])) for one in others}
        assert len(seeds | {record.drawn_seed}) == 4
        commitments = [share.commitment for share in draw.shares]
        renamed = msgspec.structs.replace(record.head, names=["Eve", "Ben"])
        assert joint_promise(record.head, commitments, draw.salt, draw.number) == draw.promise
        assert joint_promise(renamed, commitments, draw.salt, draw.number) != draw.promise

    told(tmp_path, story)
