"""A game night on several devices: plan it, join it by its code, play its rounds, and see the final standing."""

import re
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Window
from tests.browser.house import settled, violations
from tests.browser.play import PLAY_UNTIL

TO_THE_END = PLAY_UNTIL.replace("WANTED", "false")
PLAY_ON = f"given => {{ ({TO_THE_END})(given) }}"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ELSEWHERE = "old => /[/]t[/]/.test(location.pathname) && !old.includes(location.pathname.split('/').pop())"
TABLE = re.compile(r".*/t/[A-Z]+-[A-Z]{4}$")
NIGHT = re.compile(r".*/n/[A-Z]+-[A-Z]{5}$")


def planned(page: Page, **locks: bool) -> str:
    """A night of two rounds, made on its page; its code."""
    page.get_by_role("link", name="Plan a game night").click()
    page.get_by_label("Name of the night").fill("Friday")
    page.get_by_label("Catch the Hat").uncheck()
    page.get_by_label("Hat Stairs").check()
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_label("Rounds").fill("2")
    for name in ("Lock chat", "Lock names"):
        if locks.get(name.replace(" ", "_").lower()):
            page.get_by_role("switch", name=name).click()
    assert violations(page) == []
    page.get_by_role("button", name="Open the night").click()
    page.wait_for_url(NIGHT)
    page.get_by_text("You run this night.").wait_for()
    return urlparse(page.url).path.rsplit("/", 1)[-1]


def come(page: Page, code: str, name: str) -> None:
    """Type the code on the home page, however, and join."""
    page.get_by_label("Table code").fill(code.lower().replace("-", ""))
    page.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_url(NIGHT)
    take_part(page, name)


def take_part(page: Page, name: str) -> None:
    page.get_by_label("Your name", exact=True).fill(name)
    page.get_by_role("button", name="Take part").click()
    page.get_by_text("Stay on this page").wait_for()


def code_of(page: Page) -> str:
    page.wait_for_url(TABLE)
    return urlparse(page.url).path.rsplit("/", 1)[-1]


def test_a_night_from_joining_to_the_final_standing(window: Window) -> None:
    teacher, screen = window(), window()
    pupils = [window("phone") for _ in range(4)]
    code = planned(teacher.go("/"))
    tv = screen.go(f"/n/{code}/tv")
    tv.get_by_text("Nobody has joined yet.").wait_for()
    for pupil, name in zip(pupils, ("Ada", "Ben", "Cleo", "Dan"), strict=True):
        come(pupil.go("/"), code, name)
        tv.get_by_role("cell", name=name).wait_for()
    tv.get_by_role("heading", name="4 players").wait_for()  # there is nothing to rank yet
    assert violations(pupils[0].page) == [] and pupils[0].page.evaluate(WIDE) == 0
    met: set[frozenset[int]] = set()
    before: list[str] = []
    for number in (1, 2):
        teacher.page.get_by_role("button", name=f"Start round {number}").click()
        for pupil in pupils:  # every device goes to its table by itself
            pupil.page.wait_for_function(ELSEWHERE, arg=before)
        tables = [code_of(pupil.page) for pupil in pupils]
        assert sorted(map(tables.count, tables)) == [2, 2, 2, 2]
        met |= {frozenset(k for k, at in enumerate(tables) if at == table) for table in set(tables)}
        for pupil, table in zip(pupils, tables, strict=True):
            pupil.page.evaluate(PLAY_ON, [table, False])
        for pupil in pupils:
            pupil.page.get_by_role("link", name="Back to the game night").wait_for()
        assert tv.get_by_text("Stay on this page").count() == 0, "nobody plays on the big screen"
        before = tables
    assert len(met) == 4, "nobody meets anybody twice"
    tv.get_by_role("heading", name="Final standing").wait_for()
    assert violations(tv) == []
    back = pupils[1].page
    back.get_by_role("link", name="Back to the game night").click()
    back.get_by_role("heading", name="Final standing").wait_for()
    assert violations(back) == [] and back.evaluate(WIDE) == 0
    rows = back.locator("tbody tr")
    expect(rows).to_have_count(4)
    points = [float(text) for text in rows.locator("td:nth-child(3)").all_inner_texts()]
    assert sum(points) == 40 and points == sorted(points, reverse=True)
    teacher.page.get_by_text("4 players").click()
    assert teacher.page.get_by_role("button", name="Send home: Ada").inner_text() == "Send home"
    teacher.page.get_by_role("button", name="Close the night").click()
    teacher.page.get_by_role("button", name="Close the night").click()
    back.get_by_text("This night is over.").wait_for()


def test_a_class_with_locked_names_and_chat(window: Window) -> None:
    teacher, pupil, other = window(), window("phone"), window("phone", language="de")
    code = planned(teacher.go("/"), lock_chat=True, lock_names=True)
    page = pupil.go(f"/n/{code}")
    page.get_by_label("Choose your name").select_option("Otter")
    assert page.get_by_role("textbox").count() == 0
    page.get_by_role("button", name="Take part").click()
    page.get_by_text("Stay on this page").wait_for()
    german = other.go(f"/n/{code}")
    chooser = german.get_by_label("Such dir einen Namen aus")
    expect(chooser.locator("option").first).to_have_text("Fox (Fuchs)")
    chooser.select_option("Fox")
    german.get_by_role("button", name="Mitspielen").click()
    teacher.page.get_by_role("cell", name="Otter").wait_for()
    teacher.page.get_by_role("button", name="Start round 1").click()
    code_of(page)
    page.wait_for_selector("svg.b")
    assert page.get_by_placeholder("Write something nice").count() == 0


def test_who_leaves_comes_back_and_a_reload_stays(window: Window) -> None:
    ada, ben = window(), window("phone")
    code = planned(ada.go("/"))
    page = ada.page
    page.get_by_label("Your name", exact=True).fill("Ada")
    page.get_by_role("button", name="Take part").click()
    come(ben.go("/"), code, "Ben")
    ben.page.get_by_role("button", name="Leave the night").click()
    ben.page.get_by_text("A bot plays your game to its end.").wait_for()
    ben.page.get_by_role("button", name="Leave the night").click()
    ben.page.get_by_role("button", name="Take part").wait_for()
    expect(page.get_by_role("button", name="Start round 1")).to_be_disabled()
    ben.page.get_by_role("button", name="Take part").click()
    page.get_by_role("button", name="Start round 1").click()
    table = code_of(ben.page)
    ben.page.go_back()
    ben.page.get_by_role("link", name="Go to my table").click()
    assert code_of(ben.page) == table
    home = ben.go("/")
    home.get_by_role("link", name=re.compile("Friday")).wait_for()
    settled(home)


def test_a_night_by_keyboard_in_text_mode(window: Window) -> None:
    ada, ben = window(), window()
    for visitor in (ada, ben):
        visitor.go("/")
        visitor.page.evaluate("localStorage.setItem('hatbox.settings', JSON.stringify({textMode: true}))")
        visitor.page.reload()
    code = planned(ada.page)
    for visitor, name in ((ada, "Ada"), (ben, "Ben")):
        page = visitor.go(f"/n/{code}")
        page.get_by_label("Your name", exact=True).focus()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.get_by_text("Stay on this page").wait_for()
    start = ada.page.get_by_role("button", name="Start round 1")
    expect(start).to_be_enabled()  # until then this page has not heard of Ben
    start.focus()
    ada.page.keyboard.press("Enter")
    table = code_of(ada.page)
    assert code_of(ben.page) == table
    for visitor in (ada, ben):
        visitor.page.evaluate(PLAY_ON, [table, False])
    ada.page.get_by_role("link", name="Back to the game night").wait_for()


def test_rounds_start_by_themselves_and_spectators_find_back(window: Window) -> None:
    ada, ben, eve = window(), window("phone"), window()
    code = planned(ada.go("/"))
    take_part(ada.page, "Ada")
    come(ben.go("/"), code, "Ben")
    ada.page.get_by_role("switch", name="Start the next round automatically").click()
    ada.page.get_by_role("button", name="Start round 1").click()
    first = code_of(ben.page)
    watching = eve.go(f"/n/{code}")
    watching.get_by_role("link", name=re.compile("^Watch")).click()
    for visitor in (ada, ben):
        code_of(visitor.page)
        visitor.page.evaluate(PLAY_ON, [first, False])
    watching.get_by_role("link", name="Back to the game night").wait_for()
    assert watching.get_by_role("button", name="Play again").count() == 0
    watching.reload()
    watching.get_by_role("link", name="Back to the game night").click()
    watching.wait_for_url(NIGHT)
    for visitor in (ada, ben):
        visitor.page.wait_for_function(ELSEWHERE, arg=[first])
    assert code_of(ada.page) == code_of(ben.page)


def test_who_is_sent_home_stays_out_until_let_in(window: Window) -> None:
    ada, ben = window(), window("phone")
    code = planned(ada.go("/"))
    come(ben.go("/"), code, "Ben")
    ada.page.locator("summary", has_text="1 player").click()
    ada.page.get_by_role("button", name="Send home: Ben").click()
    ben.page.get_by_text("The organiser sent you home").wait_for()
    assert ben.page.get_by_role("button", name="Take part").count() == 0
    assert violations(ada.page) == [] and violations(ben.page) == []
    ada.page.get_by_role("button", name="Let Ben in again").click()
    ben.page.get_by_text("Stay on this page").wait_for()


def test_who_is_away_is_shown_and_not_waited_for(window: Window) -> None:
    ada, ben = window(), window("phone")
    code = planned(ada.go("/"))
    take_part(ada.page, "Ada")
    come(ben.go("/"), code, "Ben")

    def without_ben(route: Route) -> None:
        answer = route.fetch()
        night = answer.json()
        night["standing"][1]["away"] = True
        route.fulfill(response=answer, json=night)

    ada.page.route(re.compile(rf"/api/nights/{code}$"), without_ben)
    page = ada.go(f"/n/{code}")
    page.get_by_role("cell", name="Ben (away)").wait_for()
    page.get_by_text("Away, so not in the next round: Ben.").wait_for()
    expect(page.get_by_role("button", name="Start round 1")).to_be_disabled()
    assert violations(page) == []


def test_where_names_are_given_the_settings_take_none(window: Window) -> None:
    visitor = window()
    locked = {"lock_chat": True, "lock_names": True}
    visitor.page.route("**/api/house", lambda route: route.fulfill(json=locked))
    page = visitor.go("/settings")
    page.get_by_text("Names are given here").wait_for()
    assert page.get_by_role("textbox").count() == 0
    page = visitor.go("/people")
    page.get_by_label("Choose your name").select_option("Otter")
    assert page.get_by_role("textbox").count() == 0


@pytest.mark.parametrize("code", ["FERN-KTBMD", "fernktbmd"])
def test_a_night_that_is_not_there(window: Window, code: str) -> None:
    visitor = window()
    visitor.go(f"/n/{code}").get_by_text("There is no game night with this code.").wait_for()
    visitor.errors[:] = [error for error in visitor.errors if "404" not in error]
