"""The commitment to the dice in real browsers: numbers are mixed, the commitment is kept, and a forgery is detected."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hatbox.match.recording import from_json
from hatbox.match.verify import verify
from hatbox.table.store.sqlite import FILE
from tests import forging
from tests.browser.house import Visitor, serving, settled, violations
from tests.browser.play import SHARE, at_table, play_some

# As on plain http in a home network: the browser offers neither hashing nor UUIDs.
AT_HOME = "delete Crypto.prototype.subtle; delete Crypto.prototype.randomUUID"
KEPT = "() => JSON.parse(localStorage.getItem('hatbox.dice') ?? '{}')"
OTHER_PROMISE = f"""code => {{
  const kept = ({KEPT})()
  kept[code].promise = '0'.repeat(64)
  localStorage.setItem('hatbox.dice', JSON.stringify(kept))
}}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mixed")


@pytest.fixture(scope="module")
def mixing(folder: Path) -> Iterator[str]:
    """A server that draws its dice together with its players."""
    with serving(folder, mixed=True) as address:
        yield address


@pytest.fixture
def people(browser: Browser, mixing: str) -> Iterator[tuple[Visitor, Visitor]]:
    """Two windows of two people."""
    both = Visitor(browser, mixing), Visitor(browser, mixing, "phone")
    for visitor in both:
        visitor.context.add_init_script(AT_HOME)
    yield both
    for visitor in both:
        visitor.close()


def record_of(page: Page, code: str) -> bytes:
    text: str = page.evaluate(
        "code => fetch(`/api/tables/${code}`).then(a => a.json())"
        ".then(table => fetch(`/api/records/${table.record}`)).then(a => a.text())",
        code,
    )
    return text.encode()


def code_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def open_dice(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Fair dice").click()
    settled(page)


def test_two_people_give_their_numbers_and_see_the_same_promise(people: tuple[Visitor, Visitor]) -> None:
    mia, ben = people
    page = mia.go("/hat_stairs")
    page.get_by_role("button", name="Make a table").first.click()
    page.wait_for_selector(".code-big")
    code = code_of(page)
    guest = ben.go(f"/t/{code}")
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Sit here").first.click()
    expect(page.get_by_text("Ben").first).to_be_visible()
    settled(page)
    settled(guest)
    page.get_by_role("button", name="Start the game").click()
    for window in (page, guest):
        window.wait_for_selector("svg.b")
        settled(window)
        open_dice(window)
        assert violations(window) == []
    pictures = [window.locator(".pictures svg").get_attribute("aria-label") for window in (page, guest)]
    assert pictures[0] == pictures[1] and pictures[0] and pictures[0].startswith("Picture of the code")
    kept = [window.evaluate(KEPT)[code] for window in (page, guest)]
    assert kept[0]["promise"] == kept[1]["promise"] and kept[0]["number"] != kept[1]["number"]
    assert all(one["opened"] for one in kept)
    expect(page.locator(".sheet")).to_contain_text("The dice include secret numbers from these players")


def test_the_device_checks_the_dice_of_a_finished_game(people: tuple[Visitor, Visitor], folder: Path) -> None:
    page = people[0].go("/")
    page.locator(SHARE.format(game="hat_stairs")).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("svg.b")
    code = code_of(page)
    play_some(page, code)
    page.goto(at_table(page, code))
    page.wait_for_selector(".end")
    data = record_of(page, code)
    draw = from_json(data).draw
    number = page.evaluate(KEPT)[code]["number"]
    assert draw is not None and draw.shares is not None and draw.shares[0].number == number
    assert verify(data, page.evaluate(KEPT)[code]["promise"]).ok
    page.locator(".end .more").click()
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator(".end section")).to_contain_text("Everything matches: nobody has changed the dice.")
    assert page.locator(".pictures svg").count() == 2 and violations(page) == []
    for change, sentence in (
        (lambda record: record["names"].reverse(), "The code does not match."),
        (lambda record: record.update(actions=record["actions"][::-1]), "The code does not match."),
    ):
        replace_record(folder, code, forging.edited(data, change))
        page.reload()
        page.locator(".end .more").click()
        page.get_by_role("button", name="Check the dice").click()
        expect(page.locator(".end section")).to_contain_text(sentence)
    replace_record(folder, code, data)
    page.evaluate(OTHER_PROMISE, code)
    page.reload()
    expect(page.locator(".end section")).to_contain_text("not what the table promised at the start")


def replace_record(folder: Path, code: str, data: bytes) -> None:
    """What a dishonest operator could do: change a record in the store."""
    with contextlib.closing(sqlite3.connect(folder / FILE, timeout=30)) as link:
        assert link.execute("UPDATE records SET data = ? WHERE code = ?", (data, code)).rowcount == 1
        link.commit()
