"""Behind a reverse proxy and on the open internet: whose address counts, which names are ours, who waits too long."""

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import WSServerHandshakeError, web

from hatbox.errors import HatboxError
from hatbox.table.config import Config
from hatbox.table.server.app import make_app
from hatbox.table.server.half_open import listen
from hatbox.table.server.origin import counted_as, networks, public_url, visitor
from hatbox.table.store.sqlite import SqliteStore
from tests.table.client import FAST, PATIENCE, QUICK, Client, Direct, refused, serving, visitors
from tests.table.server import Server

ME = {"kind": "me"}
LOCAL = networks("127.0.0.1")


def alone(folder: Path, story: Callable[[Client], Awaitable[None]], config: Config = QUICK) -> None:
    async def run() -> None:
        async with serving(folder, config) as address, visitors(address, 1) as (ada,):
            await story(ada)

    asyncio.run(run())


async def raw(address: str, request: bytes) -> bytes:
    """What the server answers to these bytes, until it closes the connection."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request)
    try:
        return await asyncio.wait_for(reader.read(), 20)
    finally:
        writer.close()


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7"),  # the first one can claim anything
        ("10.0.0.1", "203.0.113.7, 10.0.0.9", "203.0.113.7"),
        ("10.0.0.1", "203.0.113.7:4711", "203.0.113.7"),
        ("10.0.0.1", "[2001:db8::1]:443", "2001:db8::1"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("203.0.113.9", "203.0.113.7", "203.0.113.9"),  # nobody's proxy
    ],
)
def test_only_trusted_proxies_say_who_asks(peer: str, forwarded: str, found: str) -> None:
    assert visitor(peer, forwarded, networks("10.0.0.0/8")) == found


def test_a_household_is_counted_as_one() -> None:
    assert counted_as("2001:db8:1:2::5") == counted_as("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert counted_as("2001:db8:1:3::5") != counted_as("2001:db8:1:2::5")
    assert counted_as("::ffff:203.0.113.7") == counted_as("203.0.113.7") == "203.0.113.7"
    assert counted_as("somewhere") == "somewhere"


def test_settings_that_cannot_be_read_say_what_is_valid() -> None:
    with pytest.raises(HatboxError, match=re.escape("10.0.0.0/8")):
        networks("10.0.0.0/99")
    for wrong in ("hats.example.org", "ftp://x", "https://", "https://x/hats", "https://x/?a"):
        with pytest.raises(HatboxError, match=re.escape("https://hats.example.org")):
            public_url(wrong)
    assert public_url("https://Hats.Example.org/") == "https://hats.example.org"
    assert public_url("") == ""


def test_many_people_behind_one_proxy_are_not_limited_as_one(tmp_path: Path) -> None:
    limits = replace(FAST, requests_per_second=0.01, requests_at_once=4)

    async def story(ada: Client) -> None:
        for k in range(70):
            await ada.call("GET", "/api/games", headers={"X-Forwarded-For": f"203.0.113.{k}"})
        same = {"X-Forwarded-For": "203.0.113.7"}
        for _ in range(3):
            await ada.call("GET", "/api/games", headers=same)
        assert await refused(ada.call("GET", "/api/games", headers=same)) == (429, "too_fast")

    alone(tmp_path, story, replace(QUICK, limits=limits, trusted_proxies=LOCAL))


def test_strangers_cannot_choose_their_address(tmp_path: Path) -> None:
    limits = replace(FAST, requests_per_second=0.01, requests_at_once=4)

    async def story(ada: Client) -> None:
        answers = [
            ada.call("GET", "/api/games", headers={"X-Forwarded-For": f"203.0.113.{k}"}) for k in range(5)
        ]
        for answer in answers[:4]:
            await answer
        assert await refused(answers[4]) == (429, "too_fast")

    alone(tmp_path, story, replace(QUICK, limits=limits))


@pytest.mark.parametrize("trusted", [True, False])
def test_an_encrypted_line_gets_secure_cookies_and_links(tmp_path: Path, trusted: bool) -> None:
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7", "Host": "hats.example.org"}

    async def story(ada: Client) -> None:
        wish = {"game": "hat_stairs", "players": 2, "seats": [ME]}
        async with ada.session.post(f"{ada.address}/api/tables", json=wish, headers=forwarded) as answer:
            assert answer.status == 201
            assert ("Secure" in answer.headers["Set-Cookie"]) is trusted
            assert ("Strict-Transport-Security" in answer.headers) is trusted
            code = (await answer.json())["code"]
        plain = await (await ada.session.get(f"{ada.address}/api/tables/{code}/qr.svg")).read()
        sent = await ada.session.get(f"{ada.address}/api/tables/{code}/qr.svg", headers=forwarded)
        assert (await sent.read() != plain) and sent.status == 200

    alone(tmp_path, story, replace(QUICK, trusted_proxies=LOCAL if trusted else ()))


def test_a_public_address_fixes_the_name(tmp_path: Path) -> None:
    config = replace(QUICK, public_url="https://hats.example.org")

    async def story(ada: Client) -> None:
        assert await refused(ada.get("/api/games")) == (403, "foreign_host")
        assert await refused(ada.get("/")) == (403, "foreign_host")
        assert (await ada.get("/healthz"))["ok"], "machines ask by address"
        ours = {"Host": "hats.example.org", "Origin": "https://hats.example.org"}
        wish = {"game": "hat_stairs", "players": 2, "seats": [ME]}
        async with ada.session.post(f"{ada.address}/api/tables", json=wish, headers=ours) as answer:
            assert answer.status == 201 and "Secure" in answer.headers["Set-Cookie"]
        evil = {"Host": "evil.example", "Origin": "https://evil.example"}
        assert await refused(ada.call("POST", "/api/tables", wish, headers=evil)) == (403, "foreign_host")

    alone(tmp_path, story, config)


def test_metrics_are_for_the_operator(tmp_path: Path) -> None:
    async def story(ada: Client) -> None:
        async with ada.session.get(f"{ada.address}/metrics") as answer:
            assert answer.status == 200
        outside = {"X-Forwarded-For": "203.0.113.7"}
        assert await refused(ada.call("GET", "/metrics", headers=outside)) == (404, "not_found")

    for config in (QUICK, replace(QUICK, trusted_proxies=LOCAL)):
        alone(tmp_path, story, config)


def test_no_versions_are_told(tmp_path: Path) -> None:
    async def story(ada: Client) -> None:
        code = await ada.make(seats=[ME])
        for path in ("/", "/api/games", "/api/none"):
            async with ada.session.get(ada.address + path) as answer:
                assert answer.headers["Server"] == "hatbox"
        socket = await ada.session.ws_connect(f"{ada.address}/api/tables/{code}/socket")
        assert socket._response.headers["Server"] == "hatbox"
        await socket.close()
        for nonsense in (b"\x16\x03\x01\r\n\r\n", b"GET / HTTP/1.1\r\nno colon\r\n\r\n"):
            said = await raw(ada.address, nonsense)
            assert said.startswith((b"HTTP/1.1 400", b"HTTP/1.0 400"))
            assert b"Server: hatbox\r\n" in said and b"aiohttp" not in said

    alone(tmp_path, story)


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/%00", ""),
        ("/api/tables/%00", ""),
        ("/api/records/%00", ""),
        ("/" + "x" * 5000, ""),
        ("/" + "x/" * 2000, ""),
        ("/api/layouts/hat_stairs?players=2&slug=x", ""),
        ("/api/layouts/hat_stairs?players=99999999999999999999", ""),
        ("/api/mine", "Authorization: Bearer \xc3\xa9\xff\r\n"),
        ("/api/mine", "Cookie: hatbox_guest=\xff\xfe\r\n"),
        ("/api/games", "Host: " + "h" * 3000 + "\r\n"),
        ("/api/games", "X-Forwarded-For: \xff\r\n"),
    ],
)
def test_strange_requests_are_mistakes_of_the_visitor(tmp_path: Path, path: str, headers: str) -> None:
    async def story(ada: Client) -> None:
        host = "" if headers.startswith("Host") else "Host: here\r\n"
        text = f"GET {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n"
        answer = await raw(ada.address, text.encode("latin-1"))
        status = int(answer.split()[1])
        assert 200 <= status < 500 and (status >= 400 or path == "/api/games"), answer[:200]

    alone(tmp_path, story)


def test_options_with_unlucky_names_are_refused(tmp_path: Path) -> None:
    async def story(ada: Client) -> None:
        for name in ("slug", "players", "self", ""):
            wish = {"game": "hat_stairs", "players": 2, "options": {name: 2}}
            assert (await refused(ada.call("POST", "/api/tables", wish)))[0] == 400, name

    alone(tmp_path, story)


def test_headers_and_bodies_must_come_in_time(tmp_path: Path) -> None:
    limits = replace(FAST, head_seconds=0.3, body_seconds=0.3)

    async def story(ada: Client) -> None:
        assert await raw(ada.address, b"GET /api/games HTTP/1.1\r\nHost: here\r\n") == b""
        late = b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n{"
        assert b" 408 " in (await raw(ada.address, late)).split(b"\r\n")[0]
        assert await ada.get("/api/games"), "others are served"

    alone(tmp_path, story, replace(QUICK, limits=limits))


def test_half_open_connections_never_take_all_places(tmp_path: Path) -> None:
    limits = replace(FAST, half_open=8)

    async def story(ada: Client) -> None:
        host, port = ada.address.removeprefix("http://").split(":")
        lines = [await asyncio.open_connection(host, int(port)) for _ in range(20)]
        assert await ada.get("/api/games")
        ended = [line for line in lines if (await _ended(line[0]))]
        assert len(ended) >= 12 and ended[0] is lines[0], "the oldest go first"
        for _, writer in lines:
            writer.close()

    alone(tmp_path, story, replace(QUICK, limits=limits))


def test_many_half_requests_do_not_stop_a_small_server(tmp_path: Path) -> None:
    async def run() -> None:
        server = Server(tmp_path, files=1024)
        await server.start()
        lines = []
        for _ in range(1100):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"GET / HTTP/1.1\r\n")
            lines.append((reader, writer))
        async with visitors(server.address, 1) as (ada,):
            async with asyncio.timeout(PATIENCE):
                assert (await ada.get("/healthz"))["ok"]
        for _, writer in lines:
            writer.transport.abort()
        await server.stop()

    asyncio.run(run())


async def _ended(reader: asyncio.StreamReader) -> bool:
    try:
        async with asyncio.timeout(0.05):
            return await reader.read(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def test_a_player_gets_in_beside_many_hostile_sockets(tmp_path: Path) -> None:
    limits = replace(FAST, sockets_per_address=100, spectators_per_address=20)

    async def run() -> None:
        async with (
            serving(tmp_path, replace(QUICK, limits=limits)) as address,
            visitors(address, 2) as (ada, eve),
            AsyncExitStack() as crowd,
        ):
            code = await ada.make(seats=[ME, ME], start=True)
            let_in = 0
            for _ in range(200):
                try:
                    seat = await crowd.enter_async_context(eve.at(code))
                    frame = await seat.next()
                except WSServerHandshakeError as error:
                    assert error.status == 429
                    continue
                if frame["t"] == "welcome":
                    let_in += 1
                else:
                    assert frame["code"] == "too_many"
                    await seat.ws.close()  # or the client itself has no space for more
            assert let_in == limits.spectators_per_address
            async with ada.at(code) as seat:
                await seat.until(lambda _: seat.now is not None)
                assert (await seat.answer(await seat.act(seat.legal[0])))["t"] == "ack"
            frames = await ada.get(f"/api/tables/{code}/events?since=0")
            assert frames[0]["t"] == "welcome", "and by long polls"
            assert await refused(eve.get(f"/api/tables/{code}/events?since=0")) == (429, "too_many")

    asyncio.run(run())


def test_a_player_with_too_many_sockets_loses_the_oldest(tmp_path: Path) -> None:
    async def story(ada: Client) -> None:
        code = await ada.make(seats=[ME, ME], start=True)
        async with ada.at(code) as first, ada.at(code) as second:
            await first.until("welcome")
            await second.until(lambda _: second.now is not None)
            async with ada.at(code) as third:
                await third.until("welcome")
                with pytest.raises(ConnectionError):
                    while True:
                        await first.next()
                assert (await second.answer(await second.act(second.legal[0])))["t"] == "ack"

    alone(tmp_path, story, replace(QUICK, limits=replace(FAST, sockets_per_guest=2)))


def test_guessing_codes_ends_and_players_stay(tmp_path: Path) -> None:
    limits = replace(FAST, misses_at_once=5, misses_per_hour=1)

    async def run() -> None:
        async with (
            serving(tmp_path, replace(QUICK, limits=limits)) as address,
            visitors(address, 2) as (ada, eve),
        ):
            code = await ada.make(seats=[ME])
            assert (await eve.get(f"/api/tables/{code}"))["code"] == code
            for _ in range(5):
                assert await refused(eve.get("/api/tables/AAAAA")) == (404, "no_table")
            assert await refused(eve.get("/api/tables/AAAAA")) == (429, "too_many")
            assert await refused(eve.get(f"/api/tables/{code}")) == (429, "too_many")
            with pytest.raises(WSServerHandshakeError, match="429"):
                await eve.session.ws_connect(f"{address}/api/tables/{code}/socket")
            assert (await ada.get(f"/api/tables/{code}"))["code"] == code, "at the same address"

    asyncio.run(run())


class Full(SqliteStore):
    """A store whose disk is full."""

    async def check(self) -> None:
        raise sqlite3.OperationalError("database or disk is full")


def test_health_tells_the_truth(tmp_path: Path) -> None:
    async def run() -> None:
        for store, expected in ((SqliteStore(tmp_path / "a"), 200), (Full(tmp_path / "b"), 503)):
            app = make_app(store, QUICK, Direct(), tmp_path / "no_pages")
            runner = web.AppRunner(app)
            await runner.setup()
            server = await listen(runner, "127.0.0.1", 0)
            client = Client(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            async with client.session.get(f"{client.address}/healthz") as answer:
                assert answer.status == expected
                said = await answer.json()
                assert said["ok"] is (expected == 200) and bool(said["problem"]) is (expected == 503)
            await client.close()
            server.close()
            await runner.cleanup()

    asyncio.run(run())
