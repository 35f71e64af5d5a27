"""Notices in the browser: what is missing is named, each kind is switched on and off, messages lead to the table."""

import asyncio
import contextlib
import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from tests.browser.conftest import Window
from tests.browser.house import KEPT, Visitor, serving, settled, violations
from tests.browser.test_days import begin
from tests.table.receivers import Mailbox, Web, mail_server, web_server

# The person in seat 0 plays the first possible move until it is another seat's turn.
PLAY = """async code => {
  for (let k = 0; k < 50; k++) {
    const [{v, now}] = await (await fetch(`/api/tables/${code}/events?since=0`)).json()
    if (now.turn !== 0) return
    const body = JSON.stringify({id: `m${k}`, v_seen: v, seat: 0, action: now.legal['0'][0].action})
    await fetch(`/api/tables/${code}/act`, {method: 'POST', headers: {'Content-Type': 'application/json'}, body})
  }
}"""
TURN = "It is your turn in Hat Stairs with Mia."
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({title, body, tag, data}) => ({title, body, tag, path: data.path}))"""
CLICK = """async tag => {
  let notification
  while (!notification) [notification] = await self.registration.getNotifications({tag})
  const event = new NotificationEvent('notificationclick', {notification})
  self.dispatchEvent(event)
}"""


@dataclass
class Receivers:
    """A mail server and a web server for this test."""

    box: Mailbox
    web: Web


@pytest.fixture(scope="module")
def receivers() -> Iterator[Receivers]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    stack = contextlib.AsyncExitStack()

    async def start() -> Receivers:
        return Receivers(
            await stack.enter_async_context(mail_server()), await stack.enter_async_context(web_server())
        )

    yield asyncio.run_coroutine_threadsafe(start(), loop).result(20)
    asyncio.run_coroutine_threadsafe(stack.aclose(), loop).result(20)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()


@pytest.fixture(scope="module")
def telling(receivers: Receivers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that sends notices of all kinds."""
    with serving(tmp_path_factory.mktemp("telling"), smtp=receivers.box.url) as address:
        yield address


@pytest.fixture
def visitor(browser: Chromium, telling: str) -> Iterator[Any]:
    opened: list[Visitor] = []

    def open_one(*given: Any, **named: Any) -> Visitor:
        opened.append(Visitor(browser, telling, *given, **named))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


def panel(page: Page) -> Any:
    return page.locator("#notices")


def told(page: Page, count: int, got: list[Any]) -> None:
    """Wait until this many messages have arrived."""
    for _ in range(600):
        if len(got) >= count:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{len(got)} messages instead of {count}")


def test_a_server_without_settings_says_what_is_missing(window: Window) -> None:
    mia, ben = window("phone"), window()
    begin(mia.arrive(), ben.arrive())
    page = mia.go("/")
    page.get_by_role("link", name="Tell me when it is my turn").click()
    for setting in ("HATBOX_PUSH_CONTACT", "HATBOX_SMTP", "HATBOX_WEB_HOOKS"):
        expect(panel(page).get_by_text(setting)).to_be_visible()
    assert panel(page).get_by_role("switch").count() == 0
    assert not violations(page)


def test_mails_are_confirmed_tried_and_stopped(visitor: Any, receivers: Receivers) -> None:
    mia, ben = visitor(), visitor("phone")
    begin(mia.arrive(), ben.arrive())
    page = ben.go("/settings")
    panel(page).get_by_role("switch", name="By e-mail").press("Enter")
    assert not violations(page)
    page.get_by_label("E-mail address").fill("ben@example.org")
    page.keyboard.press("Enter")
    expect(page.get_by_text("we are sending to b…@example.org")).to_be_visible()
    link = re.search(r"http\S+", receivers.box.text())
    assert link
    page.goto(link[0])
    page.get_by_role("button", name="Yes, e-mail me").click()
    expect(page.get_by_text("We will e-mail you when a game is waiting for you.")).to_be_visible()
    assert not violations(page)
    page = ben.go("/settings")
    panel(page).get_by_role("button", name="Send me one now: By e-mail").click()
    expect(panel(page).get_by_text("Sent.")).to_be_visible()
    stop = re.search(r"http\S+stop#\S+", receivers.box.text())
    assert stop and "It works" in receivers.box.text()
    page.goto(stop[0])
    page.get_by_role("button", name="Stop the e-mails").click()
    expect(page.get_by_text("We have forgotten your address.")).to_be_visible()
    expect(panel(ben.go("/settings")).get_by_role("switch", name="By e-mail")).not_to_be_checked()


def test_a_web_hook_is_switched_on_and_off(visitor: Any, receivers: Receivers) -> None:
    mia, ben = visitor(), visitor()
    code = begin(mia.arrive(), ben.arrive())
    page = ben.go("/settings")
    panel(page).get_by_role("switch", name="By webhook").click()
    page.get_by_label("Webhook address").fill("http://10.0.0.1/x")
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_text("Messages cannot be sent to this address.")).to_be_visible()
    page.get_by_label("Webhook address").fill(f"{receivers.web.address}/hook")
    page.get_by_role("combobox", name="Message template").select_option("Gotify")
    assert not violations(page)
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_text("127.0.0.1")).to_be_visible()
    ben.errors.clear()  # the browser itself logs that the first request was refused
    page.goto("about:blank")
    mia.page.evaluate(PLAY, code)
    told(page, 1, receivers.web.got)
    sent = json.loads(receivers.web.got[-1].body)
    assert sent["title"] == "Hatbox" and f"/t/{code}" in sent["message"]
    page = ben.go("/settings")
    panel(page).get_by_role("switch", name="By webhook").click()
    expect(panel(page).get_by_role("switch", name="By webhook")).not_to_be_checked()


def test_chromium_shows_a_push_message_and_a_press_leads_to_the_table(visitor: Any, telling: str) -> None:
    mia, ben = visitor(), visitor(works_offline=True)
    code = begin(mia.arrive(), ben.arrive())
    ben.context.grant_permissions(["notifications"], origin=telling)
    page = ben.go("/settings")
    page.wait_for_selector(KEPT, state="attached")
    devtools = ben.context.new_cdp_session(page)
    registrations: list[Any] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"])
    )
    devtools.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(20)
    for body in ("an older one", TURN):  # the second replaces the first
        shown = {"title": "Hatbox", "body": body, "path": f"/t/{code}", "tag": code, "lang": "en"}
        message = {
            "origin": telling,
            "registrationId": registrations[0]["registrationId"],
            "data": json.dumps(shown),
        }
        devtools.send("ServiceWorker.deliverPushMessage", message)
        wanted = [{name: shown[name] for name in ("title", "body", "tag", "path")}]
        page.wait_for_function(
            f"async wanted => JSON.stringify(await ({SHOWN})()) === JSON.stringify(wanted)", arg=wanted
        )
    ben.context.service_workers[0].evaluate(CLICK, code)
    page.wait_for_url(f"**/t/{code}")
    settled(page).wait_for_function(
        f"async () => (await ({SHOWN})()).length === 0"
    )  # it closes a moment later
