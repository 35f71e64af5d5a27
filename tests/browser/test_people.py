"""Who I am on a device: links that ask first, switching people, guests who were removed, being forgotten."""

from playwright.sync_api import Page

from tests.browser.conftest import Window
from tests.browser.house import violations
from tests.browser.play import make_table

GAME = "hat_stairs"
POST = """([path, body]) => fetch(`/api/${path}`, {
  method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)
}).then(answer => answer.text()).then(text => text ? JSON.parse(text) : null)"""


def _table(page: Page, name: str) -> str:
    return make_table(page, GAME, [{"kind": "me", "name": name}, {"kind": "open"}], start=False)


def test_a_link_says_who_comes_and_the_old_person_can_come_back(window: Window) -> None:
    mia, grandpa = window(), window("phone")
    code = _table(mia.arrive(), "Mia")
    _table(grandpa.arrive(), "Grandpa")
    secret = mia.page.evaluate(POST, ["device", {}])["secret"]
    page = grandpa.go(f"/device?t={code}#{secret}")
    page.get_by_text("This link brings the seats of Mia to this device. Play as Mia here?").wait_for()
    page.get_by_text("Grandpa stays on this device").wait_for()
    page.get_by_text("Hat Stairs").wait_for()
    assert not violations(page)
    page.get_by_role("button", name="Sit here").click()
    page.wait_for_url(f"**/t/{code}")
    page = grandpa.go("/settings")
    page.get_by_role("heading", name="Your devices").wait_for()
    assert not violations(page)
    page.get_by_role("button", name="Switch to Grandpa").click()
    page.get_by_role("button", name="Switch to Mia").wait_for()
    mia.go("/settings").get_by_role("button", name="Sign out").click()
    page.reload()
    page.get_by_role("heading", name="What is kept about you").wait_for()
    assert page.get_by_role("button", name="Switch to Mia").count() == 0


def test_a_kicked_guest_is_told(window: Window) -> None:
    mia, eve = window(), window()
    code = _table(mia.arrive(), "Mia")
    eve.arrive().evaluate(POST, [f"tables/{code}/sit", {"seat": 1, "name": "Eve"}])
    page = eve.go(f"/t/{code}")
    page.get_by_text("Eve").first.wait_for()
    mia.page.evaluate(POST, [f"tables/{code}/kick", {"seat": 1}])
    page.get_by_role("heading", name="The host asked you to leave this table.").wait_for()
    page.reload()
    page.get_by_role("heading", name="The host asked you to leave this table.").wait_for()
    eve.errors.clear()  # the browser itself logs that the request was refused


def test_everything_about_me_is_deleted(window: Window) -> None:
    mia, ben = window(), window()
    code = _table(mia.arrive(), "Mia")
    ben.arrive().evaluate(POST, [f"tables/{code}/sit", {"seat": 1, "name": "Ben"}])
    page = mia.go("/settings")
    page.get_by_role("button", name="Delete everything about me").click()
    page.get_by_text("This cannot be undone.").wait_for()
    assert not violations(page)
    page.get_by_role("button", name="Delete everything about me").click()
    page.wait_for_url("**/")
    assert page.evaluate("fetch('/api/mine').then(answer => answer.json())") == []
    told = ben.page.evaluate(f"fetch('/api/tables/{code}').then(answer => answer.json())")
    assert [seat["name"] for seat in told["seats"]] == ["", "Ben"]
