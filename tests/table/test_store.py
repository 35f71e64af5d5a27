"""The store: fences, groups of changes, and what a table does when nothing can be written."""

import asyncio
import contextlib
import shutil
import sqlite3
import time
from pathlib import Path
from typing import Any, cast

import pytest
from aiohttp import web

from hatbox.errors import HatboxError
from hatbox.table.server.app import make_app
from hatbox.table.store import sqlite
from hatbox.table.store.interface import CodeTaken, Fenced, Head, OnWritten, Store, StoredRecord, append
from hatbox.table.store.opening import opened_store
from hatbox.table.store.postgres import PostgresStore
from hatbox.table.store.sqlite import SqliteStore
from tests.table.client import QUICK, Client, Direct, Refusal


def head(code: str = "AAAAA", **more: Any) -> Head:
    fields: dict[str, Any] = {
        "game": "hat_stairs",
        "players": 2,
        "status": "waiting",
        "public": True,
        "host": "h",
        "guests": ("h", ""),
        "names": ("Ada", ""),
    }
    return Head(code=code, **{**fields, **more})


def test_a_version_is_written_once(place: Path | str) -> None:
    async def story() -> None:
        store = await opened_store(place)
        await store.make(head(), b"1")
        with pytest.raises(CodeTaken):
            await store.make(head(), b"again")
        writes = [append(store, "AAAAA", version, b"%d" % version) for version in (2, 3, 3, 4)]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert [isinstance(result, Fenced) for result in results] == [False, False, True, False]
        assert await store.log("AAAAA") == [b"1", b"2", b"3", b"4"]
        await store.close()

    asyncio.run(story())


def test_a_second_process_cannot_write_the_same_version(tmp_path: Path) -> None:
    async def story() -> None:
        one, other = SqliteStore(tmp_path), SqliteStore(tmp_path)
        await one.make(head(), b"1")
        results = await asyncio.gather(
            append(one, "AAAAA", 2, b"one"), append(other, "AAAAA", 2, b"other"), return_exceptions=True
        )
        assert sum(isinstance(result, Fenced) for result in results) == 1
        assert len(await one.log("AAAAA")) == 2
        await one.close()
        await other.close()

    asyncio.run(story())


def test_what_is_written_reaches_the_file_while_it_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "SWEEP_EVERY", 0.01)

    def tables_in_the_file() -> int:
        alone = shutil.copy(tmp_path / sqlite.FILE, tmp_path / "alone")  # without its journal
        with contextlib.closing(sqlite3.connect(alone)) as link, contextlib.suppress(sqlite3.DatabaseError):
            return int(link.execute("SELECT count(*) FROM heads").fetchone()[0])
        return 0  # not even the tables of the file have been written to it

    async def story() -> None:
        store = SqliteStore(tmp_path)
        await store.make(head(), b"1")
        async with asyncio.timeout(20):
            while tables_in_the_file() == 0:
                await asyncio.sleep(0.01)
        await store.close()

    asyncio.run(story())


async def claimed(url: str, code: str) -> PostgresStore:
    """A store that owns a table, although another process did."""
    store = await PostgresStore.open(url)
    for _ in range(3000):
        if await store.claim(code) is None:
            return store
        await asyncio.sleep(0.02)
    raise AssertionError("the dead owner still holds the table")


def test_one_living_process_owns_a_table(database: str) -> None:
    async def story() -> None:
        one, other = await PostgresStore.open(database), await PostgresStore.open(database)
        await one.announce("127.0.0.1:1")
        await one.make(head(), b"1")
        peer = await other.claim("AAAAA")
        assert peer is not None and (peer.address, peer.secret) == ("127.0.0.1:1", one.secret)
        with pytest.raises(Fenced):
            await append(other, "AAAAA", 2, b"other")
        await append(one, "AAAAA", 2, b"one")
        one.release("AAAAA")  # asleep, but still owned
        assert await other.claim("AAAAA") is not None and await one.claim("AAAAA") is None
        await one.close()
        assert await other.claim("AAAAA") is None and await other.claim("ZZZZZ") is None
        await append(other, "AAAAA", 3, b"other")
        assert await other.log("AAAAA") == [b"1", b"one", b"other"]
        await other.close()

    asyncio.run(story())


def test_an_owner_that_lost_its_lock_cannot_write(database: str) -> None:
    async def story() -> None:
        stale = await PostgresStore.open(database)
        lost: list[bool] = []
        stale.listen(lambda _token: None, lambda: lost.append(True))
        await stale.make(head(), b"1")
        epochs, number = dict(stale._epochs), stale._session.id
        link = stale._session._link
        reader = await stale._pool.acquire()
        await reader.execute("SELECT pg_terminate_backend($1)", link.get_server_pid())
        await stale._pool.release(reader)
        owner = await claimed(database, "AAAAA")
        while stale._session.id in (
            0,
            number,
        ):  # it notices the loss a moment later, then starts a new session
            await asyncio.sleep(0.02)
        assert lost and stale._session.id != number
        stale._epochs, stale._session.id = epochs, number  # as if it had not noticed
        with pytest.raises(Fenced):
            await append(stale, "AAAAA", 2, b"stale")
        await append(owner, "AAAAA", 2, b"owner")
        assert await owner.log("AAAAA") == [b"1", b"owner"]
        await owner.close()
        await stale.close()

    asyncio.run(story())


def test_a_revoked_token_is_forgotten_everywhere(database: str) -> None:
    async def story() -> None:
        one, other = await PostgresStore.open(database), await PostgresStore.open(database)
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        other.listen(heard.put_nowait, lambda: None)
        await one.add_guest("g", b"hash")
        assert await other.guest(b"hash") == "g"
        await one.forget_tokens([b"hash"])
        assert await asyncio.wait_for(heard.get(), 5) == b"hash" and await other.guest(b"hash") is None
        await one.close()
        await other.close()

    asyncio.run(story())


def test_a_database_that_is_not_there_is_told_without_its_password() -> None:
    url = "postgresql://ada:s3cret@/none?host=/nowhere"
    with pytest.raises(HatboxError, match="The database cannot be reached") as told:
        asyncio.run(opened_store(url))
    assert "s3cret" not in str(told.value)


def test_heads_seats_records_and_tokens(place: Path | str) -> None:
    async def story() -> None:
        store = await opened_store(place)
        await store.make(head(), b"1")
        await store.make(head("BBBBB", public=False, guests=("h", "g"), names=("Ada", "Ben")), b"1")
        assert [found.code for found in await store.public(9)] == ["AAAAA"]
        assert [found.code for found in await store.mine("g", 9)] == ["BBBBB"]
        assert await store.made_lately("h", 60) == 2
        await append(
            store, "AAAAA", 2, b"2", head(status="playing", guests=("h", "g")), StoredRecord("rec", b"{}")
        )
        assert await store.public(9) == [] and len(await store.mine("g", 9)) == 2
        assert await store.record("rec") == b"{}" and await store.record("none") is None
        await store.add_guest("h", b"hash")
        assert await store.guest(b"hash") == "h"
        await store.forget_tokens([b"hash"])
        assert await store.guest(b"hash") is None
        await store.close()

    asyncio.run(story())


def test_a_one_time_secret_outlives_the_process_and_works_once(place: Path | str) -> None:
    async def story() -> None:
        first = await opened_store(place)
        soon = time.time() + 60
        await first.offer_move("ada", b"old", soon)
        await first.offer_move("ada", b"new", soon)
        await first.offer_move("ben", b"late", time.time() - 1)
        await first.close()
        store = await opened_store(place)
        assert await store.claim_move(b"old", b"t1") is None, "a newer one has ended it"
        assert await store.claim_move(b"late", b"t2") is None, "it is too old"
        tries = await asyncio.gather(*(store.claim_move(b"new", b"t%d" % k) for k in range(3, 6)))
        assert sorted(map(str, tries)) == ["None", "None", "ada"]
        assert [await store.guest(b"t%d" % k) for k in range(3, 6)] == tries
        await store.close()

    asyncio.run(story())


class Moody:
    """A store whose disk is full now and then."""

    def __init__(self, store: Store) -> None:
        self.full, self._store = False, store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append_then(self, *given: Any) -> None:
        if self.full:
            return cast(OnWritten, given[-1])(OSError("no space left"))
        return self._store.append_then(*given)


def test_what_cannot_be_stored_did_not_happen(place: Path | str, tmp_path: Path) -> None:
    async def story() -> None:
        store: Any = Moody(await opened_store(place))
        runner = web.AppRunner(make_app(store, QUICK, Direct(), tmp_path / "no_pages"))
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        ada = Client(f"http://127.0.0.1:{runner.addresses[0][1]}")
        code = await ada.make(seats=[{"kind": "me"}] * 2, start=True)
        async with ada.at(code) as seat:
            await seat.until(lambda _: seat.now is not None)
            store.full = True
            message = {"t": "act", "id": "x", "v_seen": seat.v, "seat": 0, "action": 0}
            await seat.send(**message)
            assert (await seat.answer("x"))["code"] == "store"
            with pytest.raises(ConnectionError, match="1012"):
                await seat.next()
        with pytest.raises(Refusal, match="503"):
            await ada.post(f"/api/tables/{code}/stand", seat=0)
        store.full = False
        async with ada.at(code, seat.v) as again:
            again.now, again.v = seat.now, seat.v
            await again.send(**message)
            assert (await again.answer("x"))["t"] == "ack"
            assert (await again.until("move"))["v"] == seat.v + 1
        await ada.close()
        await runner.cleanup()

    asyncio.run(story())
