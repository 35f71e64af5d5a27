"""What is removed: tables that never started, finished ones after a while, and people who ask to be forgotten."""

import asyncio
import contextlib
import random
import sqlite3
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from yarl import URL

from hatbox.cli.main import main
from hatbox.match.draw import sha256_of
from hatbox.match.verify import verify
from hatbox.table.config import Config
from hatbox.table.identity.codes import is_code
from hatbox.table.store.history import SOMEBODY
from hatbox.table.store.interface import Store
from hatbox.table.store.opening import opened_store
from hatbox.table.store.sqlite import FILE
from hatbox.table.tables.sweeper import sweep
from tests.table.client import PATIENCE, QUICK, Client, Direct, Frame, refused, serving, visitors
from tests.table.test_store import head

ADA = "Ada Lovelace"
OPEN, BOT = {"kind": "open"}, {"kind": "bot", "level": "1"}
ME = {"kind": "me", "name": ADA}
MIXED = replace(QUICK, seed=None)
DAY = 86400.0
NUMBER = sha256_of("a number")


@contextlib.contextmanager
def sleeping(code: str) -> Any:
    yield True


async def age(place: Path | str, seconds: float) -> None:
    """Make everything in a store this much older."""
    changes = [f"UPDATE log SET at = at - {seconds}", f"UPDATE heads SET made = made - {seconds}"]
    changes.append(f"UPDATE tokens SET used = used - {seconds}")
    if isinstance(place, Path):
        with contextlib.closing(sqlite3.connect(place / FILE, timeout=10, isolation_level=None)) as link:
            for change in changes:
                link.execute(change)
        return
    link = await asyncpg.connect(place, server_settings={"search_path": "hatbox"})
    for change in changes:
        await link.execute(change)
    await link.close()


async def some_tables(store: Store) -> None:
    for code, status in (("AAAAA", "waiting"), ("BBBBB", "playing"), ("CCCCC", "over")):
        await store.make(head(code, status=status), b"1")
    await store.add_guest("h", b"hash")


async def left(store: Store) -> list[str]:
    return [code for code in ("AAAAA", "BBBBB", "CCCCC") if await store.log(code)]


def test_old_tables_and_tokens_are_removed(place: Path | str) -> None:
    async def story() -> None:
        store = await opened_store(place)
        await some_tables(store)
        assert await sweep(store, Config(), sleeping) == 0
        await age(place, 0.9 * DAY)
        assert await sweep(store, Config(), sleeping) == 0
        await age(place, 0.2 * DAY)
        assert await sweep(store, Config(), sleeping) == 1 and await left(store) == ["BBBBB", "CCCCC"]
        assert not await store.public(9) and len(await store.mine("h", 9)) == 2
        await age(place, 30 * DAY)
        assert await sweep(store, Config(), sleeping) == 0, "finished games are kept for ever"
        assert await sweep(store, Config(keep_finished=40 * DAY), sleeping) == 0
        assert await sweep(store, Config(keep_finished=30 * DAY), sleeping) == 1
        assert await left(store) == ["BBBBB"] and await store.guest(b"hash") == "h"
        await age(place, 181 * DAY)
        assert await store.guest(b"hash") is None, "unused for 180 days, swept or not"
        await sweep(store, Config(), sleeping)
        await age(place, -1000 * DAY)
        assert await store.guest(b"hash") is None, "it is gone"
        await store.close()

    asyncio.run(story())


def test_a_table_of_another_living_process_stays(database: str) -> None:
    async def story() -> None:
        owner, other = await opened_store(database), await opened_store(database)
        await owner.make(head(), b"1")
        await age(database, 2 * DAY)
        assert await sweep(other, Config(), sleeping) == 0 and await owner.log("AAAAA") == [b"1"]
        assert await sweep(owner, Config(), sleeping) == 1 and await owner.log("AAAAA") == []
        await owner.close()
        await other.close()

    asyncio.run(story())


def test_a_table_where_somebody_waits_is_not_removed(tmp_path: Path) -> None:
    async def story() -> None:
        settings = replace(QUICK, keep_waiting=0.2, sweep_every=0.02, sleep_after=0.2)
        async with serving(tmp_path, settings) as address, visitors(address, 1) as (ada,):
            code = await ada.make(seats=[ME], public=True)
            async with ada.at(code) as seat:
                await seat.until("presence")
                swept = time.monotonic() + 0.6
                while time.monotonic() < swept:
                    await asyncio.sleep(0.05)
                await ada.post(f"/api/tables/{code}/fill", level="1")  # it is still there
            async with asyncio.timeout(PATIENCE):
                while await ada.get("/api/tables"):
                    await asyncio.sleep(0.05)
            assert await refused(ada.get(f"/api/tables/{code}")) == (404, "no_table")

    asyncio.run(story())


# ---- people ------------------------------------------------------------------------------------------------------


def everything(place: Path) -> bytes:
    """All bytes of a data folder, including those of free pages."""
    raw = b"".join(file.read_bytes() for file in place.iterdir() if file.is_file())
    with contextlib.closing(sqlite3.connect(place / FILE, timeout=10)) as link:
        return (
            raw
            + "\n".join(link.iterdump()).encode()
            + b"".join(
                bytes(row[0])
                for row in link.execute("SELECT entry FROM log UNION ALL SELECT data FROM records")
            )
        )


async def begun(ada: Client, ben: Client) -> str:
    """A game of two people with Ada's share in the dice."""
    code = await ada.make(seats=[ME, OPEN], commitment=sha256_of(NUMBER), chat=True)
    await ben.post(f"/api/tables/{code}/sit", seat=1, name="Ben")
    await ada.post(f"/api/tables/{code}/start")
    await ada.post(f"/api/tables/{code}/open", number=NUMBER)
    return code


async def played(ada: Client, ben: Client, most: int = 10**6) -> str:
    code = await begun(ada, ben)
    async with ada.at(code) as a, ben.at(code) as b:
        await asyncio.gather(
            a.play_through(random.Random(1).choice, most), b.play_through(random.Random(2).choice, most)
        )
    return code


async def record_of(client: Client, code: str) -> bytes:
    id = (await client.get(f"/api/tables/{code}"))["record"]
    async with client.session.get(f"{client.address}/api/records/{id}") as found:
        return await found.read()


def names(table: Frame) -> list[str]:
    return [seat["name"] for seat in table["seats"]]


def test_whoever_wishes_it_is_forgotten_everywhere(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, MIXED) as address, visitors(address, 2) as (ada, ben):
            over = await played(ada, ben)
            before = verify(await record_of(ben, over))
            waiting = await ben.make(seats=[{"kind": "me", "name": "Ben"}, OPEN, BOT], players=3)
            await ada.post(f"/api/tables/{waiting}/sit", seat=1, name=ADA)
            left = await played(ada, ben, 4)
            await ada.post(f"/api/tables/{left}/stand", seat=0)
            guest = ada.session.cookie_jar.filter_cookies(URL(address))["hatbox_guest"].value
            async with ben.at(over) as seat:
                await seat.until("presence")
                await ada.post("/api/forget-me")
                with pytest.raises(ConnectionError):  # the table is loaded again: reconnect
                    await seat.until("never")
            assert ADA.encode() not in everything(tmp_path), "also while the server runs"
            assert not ada.session.cookie_jar.filter_cookies(URL(address)), "the cookie is gone"
            ada.session.cookie_jar.update_cookies({"hatbox_guest": guest})
            assert await refused(ada.get("/api/mine")) == (401, "bad_token")
            table = await ben.get(f"/api/tables/{over}")
            assert names(table) == [SOMEBODY, "Ben"] and table["status"] == "over"
            assert names(await ben.get(f"/api/tables/{waiting}"))[1] == "", "a seat that nobody needs is open"
            assert names(await ben.get(f"/api/tables/{left}"))[0] == SOMEBODY, "also where a bot took over"
            assert not [listed for listed in await ben.get("/api/mine") if ADA in listed["names"]]
            after = verify(await record_of(ben, over))
            assert before.ok and "promised" in before.sentence
            assert after.ok and "promised" not in after.sentence, after
            assert (await ben.get(f"/api/tables/{over}/replay?seat=1"))["frames"]

    asyncio.run(story())
    assert ADA.encode() not in everything(tmp_path) and ADA not in str(everything(tmp_path))


def test_nobody_is_found_where_seats_have_moved(tmp_path: Path) -> None:
    """A bot that takes over a seat keeps the name; the host had removed the seat beside it."""

    async def story() -> None:
        async with serving(tmp_path, QUICK) as address, visitors(address, 2) as (ben, ada):
            seats = [{"kind": "me", "name": "Ben"}, OPEN, OPEN]
            code = await ben.make("hat_stairs", 3, seats=seats)
            path = f"/api/tables/{code}"
            await ada.post(f"{path}/sit", seat=2, name=ADA)
            await ben.post(f"{path}/agree", players=2)
            await ben.post(f"{path}/start")
            async with ben.at(code) as seat:
                await seat.until(lambda frame: bool(frame.get("now")))
            table = await ada.post(f"{path}/stand", seat=1)
            assert names(table) == ["Ben", ADA]
            await ada.post("/api/forget-me")
            assert names(await ben.get(path)) == ["Ben", SOMEBODY]
        assert ADA.encode() not in everything(tmp_path)

    asyncio.run(story())


def test_a_game_goes_on_without_its_name_and_its_record_says_so(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            serving(tmp_path, replace(MIXED, grace=0.01)) as address,
            visitors(address, 2) as (ada, ben),
        ):
            code = await played(ada, ben, 6)
            promise = (await ben.get(f"/api/tables/{code}"))["seed_hash"]
            await ada.post("/api/forget-me")
            async with ben.at(code) as seat:
                welcome = await seat.until("welcome")
                assert welcome["now"]["ply"] >= 6 and names(welcome["table"]) == [SOMEBODY, "Ben"]
                assert welcome["table"]["seed_hash"] == promise, "the dice depend on it"
                await seat.play_through(random.Random(3).choice)
            found = verify(await record_of(ben, code))
            assert found.ok and "was removed" in found.sentence

    asyncio.run(story())


def test_operators_delete_by_guest_or_token(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> str:
        async with serving(tmp_path, MIXED) as address, visitors(address, 2) as (ada, ben):
            await played(ada, ben, 2)
            assert main_fails(["delete", ADA, "--data", str(tmp_path / "nowhere")])
            return str((await ben.post("/api/tokens"))["secret"])

    secret = asyncio.run(story())
    data = ["--data", str(tmp_path)]
    assert main_fails(["delete", "Nobody", *data])
    assert main(["delete", ADA, *data]) == 0
    listed = capsys.readouterr().out
    guest, tables = listed.splitlines()[0].split("  tables ")
    assert is_code(tables) and ADA.encode() in everything(tmp_path), "a name alone deletes nothing"
    assert main(["delete", "--guest", guest, *data]) == 0
    assert capsys.readouterr().out == "Deleted: all tokens, and the name at 1 table.\n"
    assert ADA.encode() not in everything(tmp_path) and guest.encode() not in everything(tmp_path)
    assert main_fails(["delete", "--guest", guest, *data])
    assert main(["delete", f"--token={secret}", *data]) == 0
    assert main_fails(["delete", f"--token={secret}", *data])


def main_fails(arguments: list[str]) -> bool:
    return main(arguments) == 2


def test_a_folder_in_use_is_not_touched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from hatbox.table.server.serve import folder_lock

    asyncio.run(opened_and_closed(tmp_path))
    with folder_lock(tmp_path):
        assert main_fails(["delete", "--guest", "x", "--data", str(tmp_path)])
    assert "already uses the folder" in capsys.readouterr().err


async def opened_and_closed(folder: Path) -> None:
    await (await opened_store(folder)).close()


def test_other_processes_read_the_journal_again(database: str) -> None:
    """The process that owns the table still has it in memory: it is fenced off and notified."""
    from aiohttp import web

    from hatbox.table.server.app import make_app
    from hatbox.table.server.half_open import listen
    from hatbox.table.server.http.request import TABLES

    async def story() -> None:
        app = make_app(database, MIXED, Direct(), Path("no_pages"))
        runner = web.AppRunner(app, shutdown_timeout=1)
        await runner.setup()
        server = await listen(runner, "127.0.0.1", 0)
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with visitors(address, 2) as (ada, ben):
            code = await played(ada, ben, 4)
            owned = await app[TABLES].table(code)
            await asyncio.to_thread(
                main, ["delete", "--guest", owned.state.seats[0].guest, "--database", database]
            )
            while not owned.stopped:
                await asyncio.sleep(0.02)
            assert names(await ben.get(f"/api/tables/{code}")) == [SOMEBODY, "Ben"]
            await ben.post(f"/api/tables/{code}/stand", seat=1)  # and it can be written to
        server.close()
        await runner.cleanup()

    asyncio.run(story())
