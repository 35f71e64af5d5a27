"""The store: fences, groups of changes, and what a table does when nothing can be written."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from hatbox.table.app import make_app
from hatbox.table.sqlite_store import SqliteStore
from hatbox.table.store import CodeTaken, Fenced, Head, Kept
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


def test_a_version_is_written_once(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path)
        await store.make(head(), b"1")
        with pytest.raises(CodeTaken):
            await store.make(head(), b"again")
        writes = [store.append("AAAAA", version, b"%d" % version) for version in (2, 3, 3, 4)]
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
            one.append("AAAAA", 2, b"one"), other.append("AAAAA", 2, b"other"), return_exceptions=True
        )
        assert sum(isinstance(result, Fenced) for result in results) == 1
        assert len(await one.log("AAAAA")) == 2
        await one.close()
        await other.close()

    asyncio.run(story())


def test_heads_seats_records_and_tokens(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path)
        await store.make(head(), b"1")
        await store.make(head("BBBBB", public=False, guests=("h", "g"), names=("Ada", "Ben")), b"1")
        assert [found.code for found in await store.public(9)] == ["AAAAA"]
        assert [found.code for found in await store.mine("g", 9)] == ["BBBBB"]
        assert await store.made_lately("h", 60) == 2
        await store.append("AAAAA", 2, b"2", head(status="playing", guests=("h", "g")), Kept("rec", b"{}"))
        assert await store.public(9) == [] and len(await store.mine("g", 9)) == 2
        assert await store.record("rec") == b"{}" and await store.record("none") is None
        await store.add_guest("h", b"hash")
        assert await store.guest(b"hash") == "h"
        await store.forget_token(b"hash")
        assert await store.guest(b"hash") is None
        await store.close()

    asyncio.run(story())


class Moody(SqliteStore):
    """A store whose disk is full now and then."""

    full = False

    async def append(self, *given: Any, **more: Any) -> None:
        if self.full:
            raise OSError("no space left")
        await super().append(*given, **more)


def test_what_cannot_be_stored_did_not_happen(tmp_path: Path) -> None:
    async def story() -> None:
        store = Moody(tmp_path)
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
