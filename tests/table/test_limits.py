"""Limits and strangers: sizes, floods, other sites, wrong tokens, headers."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import WSServerHandshakeError

from hatbox.table.config import Limits
from tests.table.client import FAST, QUICK, Client, Refusal, serving, visitors

ME = {"kind": "me"}


def alone(folder: Path, story: Callable[[Client], Awaitable[None]], limits: Limits = FAST) -> None:
    async def run() -> None:
        async with serving(folder, replace(QUICK, limits=limits)) as address, visitors(address, 1) as (ada,):
            await story(ada)

    asyncio.run(run())


async def status(call: Awaitable[object]) -> tuple[int, str]:
    with pytest.raises(Refusal) as caught:
        await call
    return caught.value.status, caught.value.code


def test_large_bodies_are_refused(tmp_path: Path) -> None:
    async def story(ada: Client) -> None:
        assert await status(ada.make("x" * 70_000)) == (413, "too_large")

    alone(tmp_path, story)


def test_large_messages_close_the_socket(tmp_path: Path) -> None:
    async def story(ada: Client) -> None:
        code = await ada.make(seats=[ME])
        async with ada.at(code) as seat:
            await seat.until("presence")
            await seat.ws.send_str("x" * 17_000)
            with pytest.raises(ConnectionError, match="1009"):
                await seat.next()

    alone(tmp_path, story)


def test_a_flood_closes_the_socket_and_haste_is_told(tmp_path: Path) -> None:
    async def story(ada: Client) -> None:
        code = await ada.make(seats=[ME, ME], start=True)
        async with ada.at(code) as seat:
            await seat.until(lambda _: seat.now is not None)
            for _ in range(5):
                await seat.send(t="ping")
            assert (await seat.answer(await seat.act(0)))["code"] == "too_fast"
            with pytest.raises(ConnectionError, match="1008"):
                for _ in range(40):
                    await seat.send(t="ping")
                while True:
                    await seat.next()

    alone(tmp_path, story, replace(FAST, messages_per_second=0.1, messages_at_once=5, flood=20))


def test_too_many_requests_and_tables(tmp_path: Path) -> None:
    async def story(ada: Client) -> None:
        await ada.make(seats=[ME])
        await ada.make(seats=[ME])
        assert await status(ada.make(seats=[ME])) == (429, "too_many")
        with pytest.raises(Refusal, match="429 too_fast"):
            for _ in range(10):
                await ada.get("/healthz")

    alone(tmp_path, story, replace(FAST, tables_per_hour=2, requests_per_second=0.1, requests_at_once=8))


def test_a_household_fetches_the_app_as_often_as_it_likes(tmp_path: Path) -> None:
    async def story(ada: Client) -> None:
        for _ in range(20):
            async with ada.session.get(f"{ada.address}/hat_stairs") as answer:
                assert answer.status == 200

    alone(tmp_path, story, replace(FAST, requests_per_second=0.1, requests_at_once=8))


def test_foreign_sites_may_not_act(tmp_path: Path) -> None:
    async def story(ada: Client) -> None:
        code = await ada.make(seats=[ME])
        foreign = {"Origin": "https://elsewhere.example"}
        call = ada.call("POST", f"/api/tables/{code}/fill", {}, headers=foreign)
        assert await status(call) == (403, "foreign_origin")
        with pytest.raises(WSServerHandshakeError, match="403"):
            await ada.session.ws_connect(f"{ada.address}/api/tables/{code}/socket", headers=foreign)
        own = {"Origin": ada.address}
        assert await ada.call("POST", f"/api/tables/{code}/fill", {}, headers=own)
        await (await ada.session.ws_connect(f"{ada.address}/api/tables/{code}/socket", headers=own)).close()

    alone(tmp_path, story)


@pytest.mark.parametrize("header", [{"Authorization": "Bearer nonsense"}, {"Authorization": "Basic x"}])
def test_wrong_tokens_are_refused(tmp_path: Path, header: dict[str, str]) -> None:
    async def story(ada: Client) -> None:
        code = await ada.make(seats=[ME])
        path = f"/api/tables/{code}"
        assert await status(ada.call("GET", path, headers=header)) == (401, "bad_token")
        with pytest.raises(WSServerHandshakeError, match="401"):
            await ada.session.ws_connect(f"{ada.address}{path}/socket", headers=header)

    alone(tmp_path, story)


def test_a_forgotten_cookie_is_cleared(tmp_path: Path) -> None:
    async def story(ada: Client) -> None:
        code = await ada.make(seats=[ME])
        token = next(iter(ada.session.cookie_jar)).value
        await ada.post("/api/leave")
        headers = {"Cookie": f"hatbox_guest={token}"}
        async with ada.session.get(f"{ada.address}/api/tables/{code}", headers=headers) as answer:
            assert answer.status == 401 and "Max-Age=0" in answer.headers["Set-Cookie"]
        assert (await ada.get(f"/api/tables/{code}"))["host"] is False, "a stranger now"
        assert await status(ada.post(f"/api/tables/{code}/start")) == (401, "no_token")

    alone(tmp_path, story)


def test_headers_and_pages(tmp_path: Path) -> None:
    async def story(ada: Client) -> None:
        async with ada.session.get(f"{ada.address}/t/ABCDE") as answer:
            assert answer.status == 200 and "Hatbox" in await answer.text()
            policy = answer.headers["Content-Security-Policy"]
            assert (
                "default-src 'none'" in policy
                and "unsafe-inline" not in policy
                and " 'unsafe-eval'" not in policy
            )
        pages = tmp_path / "no_pages"
        (pages / "assets").mkdir(parents=True)
        (pages / "index.html").write_text("the app")
        (pages / "assets" / "a.js").write_text("code")
        for path in ("/", "/hat_stairs", "/t/ABCDE/tv", "/r/abc"):
            async with ada.session.get(ada.address + path) as answer:
                assert await answer.text() == "the app" and answer.headers["Cache-Control"] == "no-cache"
        async with ada.session.get(f"{ada.address}/assets/a.js") as answer:
            assert (
                "javascript" in answer.headers["Content-Type"]
                and "immutable" in answer.headers["Cache-Control"]
            )
        for path in (
            "/../hatbox.sqlite3",
            "/%2e%2e/hatbox.sqlite3",
            "/assets/none.js",
            "/api/none",
            "/x.php",
        ):
            assert await status(ada.get(path)) == (404, "not_found"), path
        assert await status(ada.call("DELETE", "/api/tables")) == (405, "bad_method")

    alone(tmp_path, story)
