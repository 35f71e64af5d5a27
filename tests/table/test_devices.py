"""Who I am on a device: links that say whose seats they bring, switching people, devices that are signed out."""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from yarl import URL

from hatbox.table.identity.browsers import browser_of
from hatbox.table.server.serve import running
from hatbox.table.store.interface import UNUSED
from hatbox.table.store.opening import opened_store
from hatbox.table.store.sqlite import FILE
from tests.table.client import QUICK, Client, refused, serving, visitors

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
SAFARI = (
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML) Version/17.5 Safari/604.1"
)
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/128.0 Safari/537.36 Edg/128.0"
DAY = 86400.0
Story = Callable[[Client, Client], Awaitable[None]]


def me(name: str) -> dict[str, str]:
    return {"kind": "me", "name": name}


def with_two(folder: Path, story: Story) -> None:
    async def run() -> None:
        async with serving(folder) as address, visitors(address, 2) as (ada, ben):
            await story(ada, ben)

    asyncio.run(run())


def cookie(client: Client, name: str = "hatbox_guest") -> str:
    found = client.session.cookie_jar.filter_cookies(URL(client.address)).get(name)
    return found.value if found else ""


def test_a_link_says_whose_seats_it_brings_and_is_not_used_up(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        await ada.make(seats=[me("Ada"), me("Ada's dad")])
        await ada.make("connect_four", seats=[me("Ada")])
        secret = (await ada.post("/api/device"))["secret"]
        for _ in range(2):
            told = await ben.post("/api/device/look", secret=secret)
            assert told == {
                "id": "",
                "names": ["Ada", "Ada's dad"],
                "games": ["connect_four", "hat_stairs"],
                "here": False,
                "profile": None,
            }
        assert not cookie(ben), "looking makes nobody a guest"
        await ben.post("/api/device/claim", secret=secret)
        assert await refused(ben.post("/api/device/look", secret=secret)) == (404, "no_secret")
        assert await refused(ben.post("/api/device/look", secret="guessed")) == (404, "no_secret")

    with_two(tmp_path, story)


def test_who_was_here_before_stays_known_and_can_switch_back(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        adas = await ada.make(seats=[me("Ada")])
        bens = await ben.make(seats=[me("Ben")])
        before = cookie(ben)
        await ben.post("/api/device/claim", secret=(await ada.post("/api/device"))["secret"])
        assert [table["code"] for table in await ben.get("/api/mine")] == [adas]
        people = await ben.get("/api/people")
        assert [(person["names"], person["here"]) for person in people] == [(["Ada"], True), (["Ben"], False)]
        await ben.post("/api/people/switch", id=people[1]["id"])
        assert cookie(ben) == before and [table["code"] for table in await ben.get("/api/mine")] == [bens]
        people = await ben.get("/api/people")
        assert [(person["names"], person["here"]) for person in people] == [(["Ben"], True), (["Ada"], False)]
        assert await refused(ben.post("/api/people/switch", id="nobody")) == (404, "no_person_here")
        told = str(people)
        assert before not in told and cookie(ada) not in told and cookie(ben, "hatbox_others") not in told

    with_two(tmp_path, story)


def test_no_script_reads_a_token(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        await ada.make(seats=[me("Ada")])
        await ben.make(seats=[me("Ben")])
        secret = (await ada.post("/api/device"))["secret"]
        async with ben.session.post(f"{ben.address}/api/device/claim", json={"secret": secret}) as answer:
            given = answer.headers.getall("Set-Cookie")
        assert len(given) == 2 and all("HttpOnly" in one and "SameSite=Lax" in one for one in given)

    with_two(tmp_path, story)


def test_the_same_person_again_is_one_person(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        await ada.make(seats=[me("Ada")])
        for _ in range(3):
            await ben.post("/api/device/claim", secret=(await ada.post("/api/device"))["secret"])
        assert len(await ben.get("/api/people")) == 1
        assert len(await ben.get("/api/devices")) == 2, "tokens that nobody needs are gone"

    with_two(tmp_path, story)


def test_forged_cookies_of_others_lead_nowhere(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        await ada.make(seats=[me("Ada")])
        ben.session.cookie_jar.update_cookies({"hatbox_others": ".".join(["x" * 40] * 90)}, URL(ben.address))
        assert await ben.get("/api/people") == []
        await ben.post("/api/device/claim", secret=(await ada.post("/api/device"))["secret"])
        assert [person["names"] for person in await ben.get("/api/people")] == [["Ada"]]

    with_two(tmp_path, story)


def test_devices_are_listed_by_kind_and_signed_out(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        ada.session.headers["User-Agent"], ben.session.headers["User-Agent"] = FIREFOX, SAFARI
        code = await ada.make(seats=[me("Ada")])
        await ben.post("/api/device/claim", secret=(await ada.post("/api/device"))["secret"])
        devices = {device["browser"]: device for device in await ada.get("/api/devices")}
        assert {kind: device["here"] for kind, device in devices.items()} == {
            "Firefox, Android": True,
            "Safari, iPad": False,
        }
        assert abs(devices["Safari, iPad"]["used"] / 1000 - time.time()) < 60
        async with ben.at(code) as b, ada.at(code) as a:
            await asyncio.gather(a.until("presence"), b.until("presence"))
            await ada.post("/api/devices/sign-out", id=devices["Safari, iPad"]["id"])
            assert (await b.until("error"))["code"] == "signed_out"
            with pytest.raises(ConnectionError, match="1008"):
                await b.until("never")
            await a.send(t="ping")
            await a.until("pong")  # the others stay
        assert await refused(ben.get("/api/mine")) == (401, "bad_token")
        assert await refused(ada.post("/api/devices/sign-out", id="wrong")) == (404, "no_device")

    with_two(tmp_path, story)


def test_nobody_signs_out_somebody_else(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        await ada.make(seats=[me("Ada")])
        await ben.make(seats=[me("Ben")])
        (device,) = await ada.get("/api/devices")
        assert await refused(ben.post("/api/devices/sign-out", id=device["id"])) == (404, "no_device")
        assert await ada.get("/api/mine")

    with_two(tmp_path, story)


@contextlib.asynccontextmanager
async def two_servers(database: str) -> AsyncIterator[list[str]]:
    async with (
        running(database, "127.0.0.1", 0, QUICK) as one,
        running(database, "127.0.0.1", 0, QUICK) as other,
    ):
        yield [f"http://127.0.0.1:{one}", f"http://127.0.0.1:{other}"]


def test_signing_out_ends_the_lines_at_every_process(database: str) -> None:
    async def story() -> None:
        async with two_servers(database) as addresses:
            ada, ben = map(Client, addresses)
            code = await ada.make(seats=[me("Ada")])
            await ben.post("/api/device/claim", secret=(await ada.post("/api/device"))["secret"])
            own = await ben.make("connect_four", seats=[me("Ada")])
            other = next(device for device in await ada.get("/api/devices") if not device["here"])
            async with ben.at(code) as b, ben.at(own) as c:  # by the owner elsewhere, and here
                await asyncio.gather(b.until("presence"), c.until("presence"))
                await ada.post("/api/devices/sign-out", id=other["id"])
                for seat in (b, c):
                    assert (await seat.until("error"))["code"] == "signed_out"
            for _ in range(250):
                if await status(ben) == 401:
                    break
                await asyncio.sleep(0.02)
            else:
                raise AssertionError("the other process still knows the token")
            await ada.close()
            await ben.close()

    asyncio.run(story())


async def status(client: Client) -> int:
    async with client.session.get(f"{client.address}/api/mine") as answer:
        return answer.status


async def set_used(place: Path | str, used: float) -> None:
    change = f"UPDATE tokens SET used = {used}"
    if isinstance(place, Path):
        with contextlib.closing(sqlite3.connect(place / FILE, timeout=10, isolation_level=None)) as link:
            link.execute(change)
        return
    link = await asyncpg.connect(place, server_settings={"search_path": "hatbox"})
    await link.execute(change)
    await link.close()


def test_a_token_is_noted_once_a_day_and_ends_after_half_a_year(place: Path | str) -> None:
    async def story() -> None:
        store = await opened_store(place)
        await store.add_guest("g", b"hash", "Firefox, Linux")

        async def used() -> float:
            (device,) = await store.devices("g")
            assert device.browser == "Firefox, Linux"
            return device.used

        lately, long_ago = time.time() - DAY / 2, time.time() - UNUSED + DAY
        await set_used(place, lately)
        assert await store.guest(b"hash") == "g" and await used() == pytest.approx(lately), "not twice a day"
        await set_used(place, long_ago)
        assert await store.guest(b"hash") == "g" and time.time() - await used() < 60
        await set_used(place, time.time() - UNUSED - DAY)
        assert await store.guest(b"hash") is None and await store.devices("g") == []
        await store.close()

    asyncio.run(story())


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        (FIREFOX, "Firefox, Android"),
        (SAFARI, "Safari, iPad"),
        (EDGE, "Edge, Windows"),
        ("curl/8.5", ""),
        ("", ""),
    ],
)
def test_a_browser_is_named_by_its_kind_only(agent: str, kind: str) -> None:
    assert browser_of(agent) == kind


def test_wrong_links_are_counted_like_wrong_codes(tmp_path: Path) -> None:
    async def story(ada: Client, ben: Client) -> None:
        answers: list[Any] = [
            await refused(ben.post("/api/device/look", secret=f"guess {k}")) for k in range(60)
        ]
        assert answers[0] == (404, "no_secret") and answers[-1] == (429, "too_many")

    with_two(tmp_path, story)
