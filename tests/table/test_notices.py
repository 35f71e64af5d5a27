"""Notices that leave the browser: once per turn, batched, never to people who are looking, and retried on failure."""

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hatbox.table.config import Config, NoticeSettings
from hatbox.table.metrics import Metrics
from hatbox.table.notices.kinds.kind import Gone, NotTaken
from hatbox.table.notices.message import Notice
from hatbox.table.notices.sender import Sender
from hatbox.table.store.interface import Store, append
from hatbox.table.store.notices import UNCONFIRMED, Subscription
from hatbox.table.store.opening import opened_store
from hatbox.table.store.sqlite import FILE
from tests.table.client import QUICK, Client, free_port, refused, serving, visitors
from tests.table.receivers import HOST, Browser, Mailbox, Web, mail_server, web_server
from tests.table.server import Server
from tests.table.test_days import position, table_of
from tests.table.test_store import head

ADDRESS = "mia@example.org"
NOW = 1e9  # for a test with its own clock
SETTINGS = NoticeSettings()


# ---- the sender, with a clock of its own -------------------------------------------------------------------------


@dataclass
class Notebook:
    """A kind of notice that keeps what is sent, or fails as configured."""

    sent: list[tuple[str, str]]
    fails: type[BaseException] | None = None

    async def send(self, to: Subscription, notice: Notice) -> None:
        self.sent.append((to.id, notice.text))
        if self.fails is not None:
            raise self.fails("no")


class Office:
    """A store with one guest who wants to be notified, and a sender whose clock the test controls."""

    def __init__(self, store: Store) -> None:
        self.store, self.now, self.book = store, NOW, Notebook([])
        self.versions: dict[str, int] = {}
        self.sender = self.fresh()

    def fresh(self) -> Sender:
        """A sender as in a new process."""
        return Sender(self.store, {"hook": self.book}, SETTINGS, Metrics(), lambda: self.now)

    async def subscribe(self, id: str = "s1", guest: str = "h", **more: Any) -> None:
        fields: dict[str, Any] = {"address": "a", "details": "{}", "language": "en", "token": id.encode()}
        await self.store.subscribe(
            Subscription(id, guest, "hook", secret=id, made=NOW - 1, **{**fields, **more})
        )

    async def turn(
        self, code: str, seat: int | None = 0, began: float | None = None, seen: bool = False
    ) -> None:
        """A person's turn starts; the move is written together with it."""
        if code not in self.versions:
            self.versions[code] = 1
            await self.store.make(head(code), b"1")
        self.versions[code] += 1
        new = head(code, status="playing", over_days=True, guests=("h", "b"), names=("Ada", "Ben"), turn=seat)
        new = replace(new, began=self.now if began is None else began, seen=seen)
        await append(self.store, code, self.versions[code], b"x", new)

    async def after(self, seconds: float) -> list[str]:
        """What has been sent by then."""
        self.book.sent.clear()
        self.now += seconds
        await self.sender.look()
        return [text for _, text in self.book.sent]


def with_office(place: Path | str, story: Callable[[Office], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await opened_store(place)
        try:
            office = Office(store)
            await office.subscribe()
            await story(office)
        finally:
            await store.close()

    asyncio.run(run())


TURN = "It is your turn in Hat Stairs with Ben."


def test_somebody_is_told_once_per_turn(place: Path | str) -> None:
    async def story(office: Office) -> None:
        await office.turn("AAAAA")
        assert await office.after(1) == [], "somebody may just be loading the page"
        assert await office.after(SETTINGS.settle) == [TURN]
        for _ in range(3):
            assert await office.after(SETTINGS.gather) == []
        await office.turn("AAAAA", seat=1)
        assert await office.after(SETTINGS.gather) == [], "Ben wants no notices"
        await office.turn("AAAAA")
        assert await office.after(SETTINGS.settle) == [TURN]

    with_office(place, story)


def test_what_comes_within_ten_minutes_is_gathered(place: Path | str) -> None:
    async def story(office: Office) -> None:
        await office.turn("AAAAA")
        assert await office.after(SETTINGS.settle) == [TURN]
        for code in ("BBBBB", "CCCCC", "DDDDD"):
            await office.turn(code)
            assert await office.after(60) == []
        await office.turn("DDDDD", seat=1)  # she has moved there in the meantime
        assert await office.after(SETTINGS.gather) == ["2 games are waiting for you."]
        assert await office.after(SETTINGS.gather) == []

    with_office(place, story)


def test_who_has_seen_the_turn_is_not_told(place: Path | str) -> None:
    async def story(office: Office) -> None:
        await office.turn("AAAAA", seen=True)
        await office.turn("BBBBB")
        await office.store.mark_seen("BBBBB", office.now)
        await office.turn("CCCCC")
        await office.store.mark_seen("CCCCC", office.now - 5)  # an earlier turn
        assert await office.after(SETTINGS.settle) == [TURN]

    with_office(place, story)


def test_turns_from_before_are_not_told(place: Path | str) -> None:
    async def story(office: Office) -> None:
        await office.turn("AAAAA", began=NOW - 50)
        assert await office.after(SETTINGS.settle) == []

    with_office(place, story)


def test_a_receiver_that_fails_is_tried_again_with_growing_pauses_and_given_up(place: Path | str) -> None:
    async def story(office: Office) -> None:
        office.book.fails = NotTaken
        await office.turn("AAAAA")
        assert await office.after(SETTINGS.settle) == [TURN]
        for pause in SETTINGS.pauses:
            assert await office.after(pause - 1) == [] and await office.after(1) == [TURN]
        assert await office.after(1e6) == []
        (way,) = await office.store.subscriptions("h")
        assert way.failed and not way.sending
        office.book.fails = None
        await office.turn("BBBBB")
        assert await office.after(SETTINGS.settle) == [TURN], "a new turn is told again"
        assert not (await office.store.subscriptions("h"))[0].failed

    with_office(place, story)


def test_one_receiver_that_fails_keeps_no_other_waiting(place: Path | str) -> None:
    async def story(office: Office) -> None:
        await office.subscribe("s2")
        await office.subscribe("s3", guest="b")
        await office.turn("AAAAA")
        office.book.fails = NotTaken
        assert len(await office.after(SETTINGS.settle)) == 2, "both ways of Ada, none of Ben"

    with_office(place, story)


def test_a_receiver_that_is_gone_is_forgotten(place: Path | str) -> None:
    async def story(office: Office) -> None:
        office.book.fails = Gone
        await office.turn("AAAAA")
        assert await office.after(SETTINGS.settle) == [TURN]
        assert await office.store.subscriptions("h") == []

    with_office(place, story)


class Killed(BaseException):
    """The process ends between sending and recording it."""


def test_a_server_that_is_killed_while_it_sends_sends_at_most_twice_and_says_so(
    place: Path | str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(office: Office) -> None:
        office.book.fails = Killed
        await office.turn("AAAAA")
        office.now += SETTINGS.settle
        for _ in range(2):
            with pytest.raises(Killed):
                await office.sender.look()
            await office.store.end_lease(office.sender._name)
            office.sender = office.fresh()
        office.book.fails = None
        assert len(office.book.sent) == 2 and await office.after(1) == [] and await office.after(1e6) == []

    with caplog.at_level(logging.WARNING):
        with_office(place, story)
    assert caplog.text.count("may arrive twice") == 1 and caplog.text.count("is given up") == 1


def test_a_real_server_that_is_killed_while_it_sends(tmp_path: Path) -> None:
    async def story() -> None:
        server = Server(tmp_path, telling=True)
        await server.start()
        async with web_server() as web, visitors(server.address, 2) as (ada, ben):
            web.hangs = True
            await ben.make()
            await ben.post("/api/notices/hook", address=f"{web.address}/x")
            await bens_turn(Town(ada, ben, Mailbox(), web))
            async with asyncio.timeout(60):
                while not web.got:
                    await asyncio.sleep(0.01)
            await server.kill()  # it was sent, and that was not recorded
            web.hangs = False
            await server.start()
            async with asyncio.timeout(60):
                while len(web.got) < 2:
                    await asyncio.sleep(0.01)
            store_says = "SELECT sending, (SELECT count(*) FROM told) FROM subscriptions"
            with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as link:
                async with asyncio.timeout(60):
                    while link.execute(store_says).fetchone() != (0, 1):
                        await asyncio.sleep(0.01)
            assert len(web.got) == 2 and web.got[0].body == web.got[1].body
        assert await server.stop() == 0

    asyncio.run(story())


def test_one_process_sends(database: str) -> None:
    async def story() -> None:
        store, other = await opened_store(database), await opened_store(database)
        office, twin = Office(store), Office(other)
        await office.subscribe()
        await office.turn("AAAAA")
        twin.now = office.now
        both = await asyncio.gather(office.after(SETTINGS.settle), twin.after(SETTINGS.settle))
        assert sorted(both) == [[], [TURN]]
        await store.end_lease(office.sender._name)
        await other.end_lease(twin.sender._name)
        await store.close()
        await other.close()

    asyncio.run(story())


def test_what_nobody_uses_any_more_is_forgotten(place: Path | str) -> None:
    async def story(office: Office) -> None:
        store, now = office.store, time.time()
        for guest in ("h", "ada", "ben"):
            await store.add_guest(guest, guest.encode())
        await office.subscribe("mail", "ada", confirmed=0, token=b"")
        old = Subscription("old", "ben", "mail", "a", "{}", "en", b"", "old", now - UNCONFIRMED - 1, 0)
        await store.subscribe(old)
        await office.subscribe("nobody", "nobody")
        await office.subscribe("device", "ada", token=b"ada")
        await store.confirm("mail", now)
        await store.forget_unused()
        found = {
            guest: [one.id for one in await store.subscriptions(guest)]
            for guest in ("h", "ada", "ben", "nobody")
        }
        assert found == {"h": ["s1"], "ada": ["device", "mail"], "ben": [], "nobody": []}
        await store.forget_tokens([b"ada"])
        assert [one.id for one in await store.subscriptions("ada")] == ["mail"], "signed out on that device"
        await store.unsubscribe_all("ada")
        assert await store.subscriptions("ada") == []

    with_office(place, story)


# ---- the whole server, with real receivers ------------------------------------------------------------------------


@dataclass
class Town:
    """A server, its two players, and everything that it can write to."""

    ada: Client
    ben: Client
    box: Mailbox
    web: Web

    async def until(self, there: Callable[[], Any]) -> None:
        async with asyncio.timeout(20):
            while not there():
                await asyncio.sleep(0.01)

    async def ways(self, client: Client) -> list[Any]:
        return list((await client.get("/api/notices"))["ways"])


def settings(box: Mailbox, **more: Any) -> Config:
    usual: dict[str, Any] = {
        "push_contact": "mailto:ops@example.org",
        "smtp": box.url,
        "mail_from": "hats@example.org",
        "hooks": (HOST,),
        "every": 0.02,
        "settle": 0.0,
        "gather": 0.0,
        "timeout": 2.0,
    }
    return replace(QUICK, grace=0.0, day=1e6, notices=NoticeSettings(**{**usual, **more}))


@contextlib.asynccontextmanager
async def town(folder: Path, **more: Any) -> AsyncIterator[Town]:
    async with mail_server() as box, web_server() as web:
        port = free_port()
        config = replace(settings(box, **more), public_url=f"http://{HOST}:{port}")
        async with serving(folder, config, port=port) as address, visitors(address, 2) as (ada, ben):
            yield Town(ada, ben, box, web)


def played(folder: Path, story: Callable[[Town], Awaitable[None]], **more: Any) -> None:
    async def run() -> None:
        async with town(folder, **more) as found:
            await story(found)

    asyncio.run(run())


async def bens_turn(town: Town) -> str:
    """Ada moves; Ben is not there."""
    code = await table_of(town.ada, town.ben)
    async with town.ada.at(code) as seat:
        await position(seat)
        await seat.play_moves(min, 1)
    return code


def test_a_web_hook_is_called_when_it_is_my_turn(tmp_path: Path) -> None:
    async def story(town: Town) -> None:
        await town.ben.make()  # he becomes a guest
        template = '{"message": "{text}", "url": "{link}"}'
        hook = f"{town.web.address}/message?token=abc"
        told = await town.ben.post("/api/notices/hook", address=hook, template=template, language="de")
        assert [way["label"] for way in told["ways"]] == [HOST] and "abc" not in str(told)
        code = await bens_turn(town)
        await town.until(lambda: town.web.got)
        (got,) = town.web.got
        assert got.path == "/message?token=abc" and got.headers["Content-Type"] == "application/json"
        body = msgspec.json.decode(got.body)
        assert body == {
            "message": "Du bist dran: connect_four mit Ada.",
            "url": f"{town.ben.address}/t/{code}",
        }

    played(tmp_path, story)


def test_a_push_message_is_signed_and_only_the_browser_can_read_it(tmp_path: Path) -> None:
    async def story(town: Town) -> None:
        await town.ben.make()
        key = (await town.ben.get("/api/notices"))["key"]
        browser = Browser(f"{town.web.address}/push/ben")
        told = await town.ben.post("/api/notices/push", **browser.wish)
        assert [(way["kind"], way["here"]) for way in told["ways"]] == [("push", True)]
        code = await bens_turn(town)
        await town.until(lambda: town.web.got)
        shown = browser.read(town.web.got[0], key, time.time())
        turn = "It is your turn in connect_four with Ada."
        assert shown == {"title": "Hatbox", "body": turn, "path": f"/t/{code}", "tag": code, "lang": "en"}
        assert b"Ada" not in town.web.got[0].body
        town.web.status = 410
        await bens_turn(town)
        async with asyncio.timeout(20):
            while await town.ways(town.ben):
                await asyncio.sleep(0.01)

    played(tmp_path, story)


def test_a_mail_address_is_confirmed_first_and_every_mail_can_stop_it(tmp_path: Path) -> None:
    async def story(town: Town) -> None:
        await town.ben.make()
        told = await town.ben.post("/api/notices/mail", address=ADDRESS, language="en")
        (way,) = told["ways"]
        assert way["label"] == "m…@example.org" and not way["confirmed"] and ADDRESS not in str(told)
        await bens_turn(town)
        assert await refused(town.ben.post("/api/notices/try", id=way["id"])) == (409, "not_offered")
        assert [mail["Subject"] for mail in town.box.mails] == ["Messages about your turn?"]
        secret = town.box.text().partition("/notices?confirm#")[2].split()[0]
        assert await refused(town.ada.post("/api/notices/confirm", secret="guessed")) == (404, "no_secret")
        await town.ada.post("/api/notices/confirm", secret=secret)  # in whichever browser opens the link
        code = await bens_turn(town)
        await town.until(lambda: len(town.box.mails) == 2)
        assert f"{town.ben.address}/t/{code}" in town.box.text()
        one_click = town.box.mails[1]["List-Unsubscribe"].strip(" <>").removeprefix(town.ben.address)
        async with town.ben.session.post(
            town.ben.address + one_click, data={"List-Unsubscribe": "One-Click"}
        ) as done:
            assert done.status == 204
        assert await town.ways(town.ben) == []
        await town.ada.post(one_click)  # twice does no harm

    played(tmp_path, story)


def test_nobody_can_have_a_stranger_mailed_again_and_again(tmp_path: Path) -> None:
    async def story(town: Town) -> None:
        for client in (town.ada, town.ben):
            await client.make()
        for client in (town.ada, town.ben, town.ada):
            await client.post("/api/notices/mail", address=ADDRESS)
        for address in (ADDRESS, ADDRESS.upper()):
            assert await refused(town.ben.post("/api/notices/mail", address=address)) == (429, "too_many")
        assert len(town.box.mails) == 3
        bad = town.ben.post("/api/notices/mail", address="a@b.de\nBcc: c@d.de")
        assert await refused(bad) == (400, "bad_mail")
        town.box.refuses = True
        assert await refused(town.ben.post("/api/notices/mail", address="b@c.de")) == (409, "not_reached")
        assert await town.ways(town.ben) == []

    played(tmp_path, story)


def test_who_looks_at_the_table_gets_nothing(tmp_path: Path) -> None:
    async def story(town: Town) -> None:
        await town.ben.make()
        await town.ben.post("/api/notices/hook", address=f"{town.web.address}/x")
        code = await table_of(town.ada, town.ben)
        async with town.ada.at(code) as a, town.ben.at(code) as b:
            await asyncio.gather(position(a), position(b))
            await a.play_moves(min, 1)
            await b.until("move")  # he sees it
        later = await bens_turn(town)  # another table, where he is not
        await town.until(lambda: town.web.got)
        assert [later in one.body.decode() for one in town.web.got] == [True]

    played(tmp_path, story)


def test_a_page_that_nobody_can_see_does_not_count_as_looking(tmp_path: Path) -> None:
    async def story(town: Town) -> None:
        await town.ben.make()
        await town.ben.post("/api/notices/hook", address=f"{town.web.address}/x")
        code = await table_of(town.ada, town.ben)
        async with town.ada.at(code) as a, town.ben.at(code) as b:
            await asyncio.gather(position(a), position(b))
            await b.send(t="ping", hidden=True)
            await b.until("pong")
            await a.play_moves(min, 1)
            await town.until(lambda: town.web.got)
            await b.send(t="ping")
            await b.until("pong")
            await b.play_moves(min, 1)
            await a.play_moves(min, 1)  # now he looks
            await b.send(t="ping")
            await b.until("pong")
        later = await bens_turn(town)
        await town.until(lambda: len(town.web.got) > 1)
        assert [later in one.body.decode() for one in town.web.got] == [False, True]

    played(tmp_path, story)


def test_somebody_tries_it_out(tmp_path: Path) -> None:
    async def story(town: Town) -> None:
        await town.ben.make()
        told = await town.ben.post("/api/notices/hook", address=f"{town.web.address}/x", language="fr")
        (way,) = told["ways"]
        await town.ben.post("/api/notices/try", id=way["id"])
        assert town.web.got[0].body.decode().startswith("Ça marche")
        await town.ben.post("/api/notices/language", language="sv")
        await town.ben.post("/api/notices/try", id=way["id"])
        assert town.web.got[1].body.decode().startswith("Det fungerar")
        town.web.status = 500
        assert await refused(town.ben.post("/api/notices/try", id=way["id"])) == (409, "not_reached")
        await town.ada.make()
        assert await refused(town.ada.post("/api/notices/try", id=way["id"])) == (404, "no_way")
        assert await refused(town.ada.post("/api/notices/end", id=way["id"])) == (404, "no_way")
        for _ in range(3):
            await refused(town.ben.post("/api/notices/try", id=way["id"]))
        assert await refused(town.ben.post("/api/notices/try", id=way["id"])) == (429, "too_many")
        assert (await town.ben.post("/api/notices/end", id=way["id"]))["ways"] == []

    played(tmp_path, story)


def test_a_receiver_that_hangs_does_not_disturb_play(tmp_path: Path) -> None:
    async def story(town: Town) -> None:
        town.web.hangs = True
        await town.ben.make()
        await town.ben.post("/api/notices/hook", address=f"{town.web.address}/x")
        await bens_turn(town)
        await town.until(lambda: town.web.got)
        async with asyncio.timeout(1.5):  # less than the receiver may take
            await bens_turn(town)

    played(tmp_path, story)


def test_without_settings_everything_is_off_and_says_what_is_missing(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 2) as (ada, eve):
            await ada.make()
            told = await ada.get("/api/notices")
            lacks = {offer["kind"]: offer["missing"] for offer in told["offers"]}
            assert (
                lacks == {"push": "HATBOX_PUSH_CONTACT", "mail": "HATBOX_SMTP", "hook": "HATBOX_WEB_HOOKS"}
                and not told["key"]
            )
            assert await refused(ada.post("/api/notices/mail", address=ADDRESS)) == (409, "not_offered")
            assert not (await eve.get("/api/notices"))["known"]
            assert await refused(eve.post("/api/notices/mail", address=ADDRESS)) == (401, "no_token")

    asyncio.run(story())


def test_the_key_of_a_server_stays_the_same_and_is_never_told(tmp_path: Path) -> None:
    keys = []

    async def story(town: Town) -> None:
        keys.append((await town.ada.get("/api/notices"))["key"])

    for _ in range(2):
        played(tmp_path, story)
    assert keys[0] == keys[1] and len(keys[0]) == 87, "the public half of it"


def test_who_is_forgotten_is_not_told_any_more(tmp_path: Path) -> None:
    async def story(town: Town) -> None:
        await bens_turn(town)
        await town.ben.post("/api/notices/hook", address=f"{town.web.address}/private-topic")
        await town.ben.post("/api/notices/mail", address=ADDRESS)
        await town.ben.post("/api/forget-me")

    played(tmp_path, story)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as link:
        assert link.execute("SELECT * FROM subscriptions").fetchall() == []


def test_nothing_about_receivers_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story(town: Town) -> None:
        town.web.status = 500
        await town.ben.make()
        hook = f"{town.web.address}/private-topic"
        told = await town.ben.post("/api/notices/hook", address=hook)
        await town.ben.post("/api/notices/mail", address=ADDRESS)
        await bens_turn(town)
        await town.until(lambda: town.web.got)
        await refused(town.ben.post("/api/notices/try", id=told["ways"][0]["id"]))

    with caplog.at_level(logging.DEBUG, "hatbox"):
        played(tmp_path, story)
    assert "did not accept" in caplog.text
    assert not any(word in caplog.text for word in ("private-topic", ADDRESS, "mia", "abc"))
