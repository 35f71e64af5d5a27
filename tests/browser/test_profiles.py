"""People on one device, what they played, their scores against each other, and rules that are saved and sent."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, Window, needs_site
from tests.browser.house import Visitor, settled, violations
from tests.browser.play import PLAY_UNTIL, at_table, make_table, play_some, press_by_keyboard
from tests.browser.test_child_mode import answer_sum
from tests.browser.test_people import POST

GAME = "hat_stairs"
SHORT = {"steps": 8, "hat_step": 4}
MARKUP = "<img src=x onerror=alert(1)>"
WIDE = "document.documentElement.scrollWidth"


def new_person(page: Page, name: str, figure: str = "Owl", child: bool = False) -> None:
    """Fill in the form of a profile."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("radio", name=figure).check(force=True)
    if child:
        page.get_by_label("For a child").check()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name=name, exact=True, pressed=True).wait_for()
    settled(page)


def play(mia: Visitor, ben: Visitor) -> str:
    """A short game of two people to its end; returns its code."""
    seats = [{"kind": "me", "name": "Mia"}, {"kind": "open"}]
    code = make_table(mia.page, GAME, seats, options=SHORT, start=False)
    ben.page.evaluate(POST, [f"tables/{code}/sit", {"seat": 1, "name": "Ben"}])
    mia.page.evaluate(POST, [f"tables/{code}/start", {}])
    ben.page.evaluate(f"given => {{ ({PLAY_UNTIL.replace('WANTED', 'false')})(given) }}", [code, False])
    play_some(mia.page, code)
    return code


def test_a_family_takes_turns_on_a_tablet(window: Window) -> None:
    tablet = window("phone")
    page = tablet.go("/")
    page.get_by_role("link", name="Who is playing?").first.click()
    new_person(page, "Mia")
    code = make_table(page, GAME, [{"kind": "me", "name": "Mia"}, {"kind": "open"}], start=False)
    page.get_by_role("button", name="Add someone").click()
    assert violations(page) == []
    new_person(page, "Tim", "Frog", child=True)
    expect(page.locator("html")).to_have_attribute("data-child", "yes")
    assert page.get_by_role("heading", name="Rating").count() == 0, "children have no rating"
    assert page.evaluate("fetch('/api/mine').then(answer => answer.json())") == []
    page.get_by_role("button", name="Switch to Mia").click()
    answer_sum(page, off_by=1)
    page.get_by_text("Not quite.").wait_for()
    assert page.get_by_role("button", name="Tim", exact=True, pressed=True).count(), "a child stays a child"
    answer_sum(page, off_by=0)
    page.get_by_role("button", name="Mia", exact=True, pressed=True).wait_for()
    expect(page.locator("html")).to_have_attribute("data-child", "no")
    assert [table["code"] for table in page.evaluate("fetch('/api/mine').then(answer => answer.json())")] == [
        code
    ], "nobody's games are lost"
    page.get_by_role("button", name="Forget me on this device").click()
    page.get_by_text("If you do not play on any other device").wait_for()
    page.get_by_role("button", name="Forget me on this device").click()
    page.get_by_role("button", name="Switch to Tim").click()
    expect(page.locator("html")).to_have_attribute("data-child", "yes")
    assert page.get_by_role("button", name="Mia").count() == 0
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-child", "yes")


def test_me_against_you(window: Window) -> None:
    mia, ben = window("phone"), window()
    mia.arrive()
    ben.arrive()
    for _ in range(2):
        code = play(mia, ben)
    (rival,) = mia.page.evaluate("fetch('/api/rivals').then(answer => answer.json())")
    ahead, behind = max(rival["mine"], rival["theirs"]), min(rival["mine"], rival["theirs"])
    line = re.compile(rf"{ahead} : {behind}")
    page = mia.go("/people")
    page.get_by_role("link", name=line).click()
    page.get_by_text("2 games against each other. Longest winning streak").wait_for()
    page.get_by_role("row", name=re.compile("Hat Stairs 2 players")).wait_for()
    assert violations(page) == [] and page.evaluate(WIDE) <= 390
    page = mia.go("/people")
    assert page.get_by_role("link", name=re.compile("Hat Stairs: (You win|Ben wins)")).count() == 2
    page = mia.go(f"/t/{code}")
    page.locator(".end .rivals", has_text=line).wait_for()
    assert violations(page) == []
    other = ben.go("/people")
    other.get_by_role("link", name=line).wait_for()
    waiting = make_table(
        other, GAME, [{"kind": "me", "name": "Ben"}, {"kind": "open"}, {"kind": "open"}], start=False
    )
    ben.page.goto(at_table(other, waiting))
    assert ben.page.locator(".rivals").count() == 0
    mia.page.evaluate(POST, [f"tables/{waiting}/sit", {"seat": 1, "name": "Mia"}])
    ben.page.locator(".rivals", has_text=line).wait_for()


def test_a_rating_for_whoever_wants_one(window: Window) -> None:
    mia, ben = window(), window()
    for visitor, name in ((mia, "Mia"), (ben, "Ben")):
        page = visitor.go("/people")
        new_person(page, name)
        assert page.get_by_role("switch", name="I want a rating").get_attribute("aria-checked") == "false"
        press_by_keyboard(page, "[aria-labelledby=rating] [role=switch]")
        page.get_by_text("No rated games yet.").wait_for()
    play(mia, ben)
    page = mia.go("/people")
    page.get_by_text(re.compile(r"[\d,]+ ± \d+ – still settling \(1 game\)")).wait_for()
    assert violations(page) == []


def test_whoever_is_deleted_is_somebody_in_every_language(window: Window, tmp_path: Path) -> None:
    mia, ben = window(), window(language="de")
    new_person(mia.go("/people"), "Mia")
    ben.arrive()
    code = play(mia, ben)
    page = mia.go("/settings")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save everything about me as a file").click()
    mine = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert mine["profile"]["name"] == "Mia" and mine["finished_games"][0]["table"] == code
    page.get_by_role("button", name="Delete everything about me").click()
    page.get_by_role("button", name="Delete everything about me").click()
    page.wait_for_url("**/")
    other = ben.go("/people")
    other.get_by_text(re.compile("jemand, Ben")).wait_for()
    assert other.get_by_text("Mia").count() == 0 and other.get_by_text("somebody").count() == 0
    other = ben.go(f"/t/{code}")
    other.locator(".end", has_text="jemand").wait_for()
    assert other.get_by_text("Mia").count() == 0 and other.get_by_text("somebody").count() == 0


# ---- saved rules -------------------------------------------------------------------------------------------------


def test_rules_are_saved_sent_and_played(window: Window) -> None:
    mia, ben = window("phone"), window()
    page = mia.go(f"/{GAME}")
    page.locator(".more-options summary").click()
    page.locator("select:has(option[value='20'])").first.select_option("10")
    page.get_by_text("The lab has tested 1 of these 1 changes.").wait_for()
    page.get_by_role("button", name="Save these rules").click()
    page.get_by_label("A name for these rules").fill(MARKUP)
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Delete these rules").wait_for()
    assert violations(page) == [] and page.evaluate(WIDE) <= 390
    page = mia.go(f"/{GAME}")
    page.get_by_label("Saved rules").select_option(label=MARKUP)
    assert page.locator("select:has(option[value='20'])").first.input_value() == "10"
    link = "?rules=At+Grandma’s&players=3&steps=10&no_repeat=true"
    other = ben.go(f"/{GAME}{link}")
    other.get_by_text("These rules were sent to you: At Grandma’s").wait_for()
    other.get_by_role("button", name="Make a table").click()
    other.wait_for_url("**/t/*")
    code = other.url.rsplit("/", 1)[1]
    table = other.evaluate(f"fetch('/api/tables/{code}').then(answer => answer.json())")
    assert table["players"] == 3 and table["options"]["steps"] == 10 and table["options"]["no_repeat"] is True


def test_a_bad_link_says_so_and_changes_nothing(window: Window) -> None:
    page = window().go("/")
    for link in (
        "players=3&steps=1000",
        "players=9",
        "players=2&nonsense=1",
        "steps=10",
        "players=2&steps=<b>",
    ):
        page.goto(f"{page.url.split('/', 3)[0]}//{page.url.split('/')[2]}/{GAME}?rules=X&{link}")
        page.get_by_role("alert").filter(
            has_text="This link contains rules that this game does not know."
        ).wait_for()
        assert page.get_by_role("button", name="Save these rules").count() == 0


@needs_site
def test_people_and_rules_without_a_server(site: Site) -> None:
    visitor = site()
    page = visitor.go("/#/people")
    new_person(page, "Mia")
    page.get_by_role("button", name="Add someone").click()
    new_person(page, "Tim", "Frog", child=True)
    expect(page.locator("html")).to_have_attribute("data-child", "yes")
    page.reload()
    page.get_by_role("button", name="Switch to Mia").click()
    answer_sum(page, off_by=0)
    page.get_by_role("button", name="Mia", exact=True, pressed=True).wait_for()
    page = visitor.go(f"/#/{GAME}?rules=Ours&players=2&steps=10")
    page.get_by_text("These rules were sent to you: Ours").wait_for()
    page.get_by_role("button", name="Save these rules").click()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Delete these rules").wait_for()


def test_a_name_changed_in_the_settings_is_the_profiles_too(window: Window) -> None:
    page = window().go("/people")
    new_person(page, "Mia")
    page.goto(page.url.replace("/people", "/settings"))
    page.get_by_label("Your name").fill("Mia Lou")
    with page.expect_response(re.compile("/api/profile$")):
        page.get_by_label("Your name").press("Tab")
    assert page.evaluate("fetch('/api/profile').then(answer => answer.json())")["name"] == "Mia Lou"
    settled(page)
