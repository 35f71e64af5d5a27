"""The pages around the table: languages, settings, invitations, access."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Window
from tests.browser.house import settled, violations
from tests.browser.play import YOUR_MOVE, at_table, my_move, play_by_mouse, press_first, quick_table


def test_the_language_changes_in_place_and_is_kept(window: Window) -> None:
    page = window().go("/hat_stairs")
    page.wait_for_selector("h1")
    english = page.locator("h1").inner_text()
    page.locator("header select").select_option("ru")
    page.wait_for_function("english => document.querySelector('h1').innerText !== english", arg=english)
    assert page.evaluate("document.documentElement.lang") == "ru"
    page.reload()
    page.wait_for_selector("h1")
    assert page.evaluate("document.documentElement.lang") == "ru"


def test_the_language_changes_in_the_middle_of_a_game(window: Window) -> None:
    page = window().arrive()
    page.goto(at_table(page, quick_table(page)))
    my_move(page)
    english = page.locator(".action p").first.inner_text()
    page.get_by_role("button", name="Menu").click()
    page.locator(".sheet .list .btn").first.click()
    page.locator(".sheet select").select_option("de")
    page.wait_for_function(
        "english => document.querySelector('.action p').innerText !== english", arg=english
    )
    assert page.evaluate("document.documentElement.lang") == "de"


def test_every_option_is_a_sentence_in_another_language(window: Window) -> None:
    visitor = window(language="ru")
    for game in ("catch_the_hat", "hat_stairs", "vanished_animal", "great_hall", "magic_hexagon"):
        page = visitor.go(f"/{game}")
        page.wait_for_selector(".ways .btn--accent:enabled")
        page.locator(".more-options summary").click()
        told = page.locator(".option option, .option .tick").all_inner_texts()
        assert told and not [one for one in told if re.search("[a-z]", one)], game


def test_somebody_joins_by_the_code_and_both_play(window: Window) -> None:
    host, guest = window().go("/hat_stairs"), window("phone").go("/")
    host.locator(".say select").first.select_option("2")
    host.get_by_role("button", name="Make a table").click()
    host.wait_for_selector(".qr")
    code = host.locator(".code-big").inner_text()
    guest.locator("#code").fill(code.lower())
    guest.get_by_role("button", name="Join", exact=True).click()
    guest.get_by_label("Your name").fill("Grandpa")
    guest.get_by_role("button", name="Sit here").click()
    host.wait_for_selector("text=Grandpa")
    host.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        page.wait_for_selector("svg.b")
    for page in (host, guest):
        my_move(page)
        press_first(page, "svg.b .possible")
        while page.locator(YOUR_MOVE).count():
            press_first(page, "svg.b .possible, .action .btn--go")
    my_move(host)
    expect(guest.locator(".log li")).to_have_count(host.locator(".log li").count())


def test_the_tab_says_whose_turn_it_is(window: Window) -> None:
    mine, watching = window(), window()
    page = mine.arrive()
    address = at_table(page, quick_table(page))
    page.goto(address)
    my_move(page)
    expect(page).to_have_title(re.compile("^Your turn · Hat Stairs · "))
    watching.arrive()
    watching.page.goto(address)
    watching.page.wait_for_selector("svg.b")
    expect(watching.page).to_have_title(re.compile("^Hat Stairs · "))


def test_what_a_panel_counts_is_said_once_and_with_its_unit(window: Window) -> None:
    page = window().arrive()
    page.goto(at_table(page, quick_table(page, "magic_hexagon")))
    my_move(page)
    panels = page.get_by_role("region", name="At this table").get_by_role("listitem")
    expect(panels).to_have_count(2)
    assert panels.first.aria_snapshot().count("Your turn") == 1
    assert panels.first.get_by_role("img", name="red: 0 discs").count() == 1


def test_a_wrong_code_is_said_plainly(window: Window) -> None:
    page = window().go("/t/NOSUCH")
    page.wait_for_selector("text=There is no table with this code.")


def test_settings_are_seen_at_once_and_kept(window: Window) -> None:
    page = window().go("/settings")
    page.get_by_role("button", name="Dark").last.click()
    page.get_by_role("button", name="130 %").click()
    page.reload()
    page.wait_for_selector("h1")
    root = page.evaluate("({...document.documentElement.dataset})")
    assert root["theme"] == "dark" and root["size"] == "largest"


def test_asking_before_each_move(window: Window) -> None:
    page = window().go("/settings")
    page.get_by_role("switch", name="Ask before each move").click()
    page.goto(at_table(page, quick_table(page)))
    my_move(page)
    page.locator('[data-spot="stone-1"]').click()
    assert page.locator(".log li.now").count() == 0
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_selector(".log li.now")


def test_a_trouble_is_said_in_the_language_of_the_page(window: Window) -> None:
    visitor = window(language="de")
    page = visitor.go("/device?t=ABCD#nosuchsecret")
    page.wait_for_selector("text=Dieser Link wurde schon benutzt oder ist zu alt.")
    visitor.errors.clear()  # the browser itself logs that the request was refused


def test_a_new_page_is_said_to_a_screen_reader(window: Window) -> None:
    page = window().go("/")
    page.get_by_role("link", name="Settings").click()
    page.wait_for_selector("[role=status] >> text=Settings – Hatbox", state="attached")
    page.get_by_role("button", name="Done").click()
    page.wait_for_selector("article")


def test_the_host_fills_seats_with_bots_of_a_chosen_level(window: Window) -> None:
    page = window("phone").go("/hat_stairs")
    page.get_by_role("button", name="Make a table").click()
    page.locator(".ways").get_by_label("Level").select_option("5")
    page.get_by_role("button", name="Bot here").first.click()
    page.get_by_role("button", name="Remove the bot").click()
    page.wait_for_selector(".seat--open >> nth=2")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("svg.b")
    assert page.locator(".pl .bot").count() == 3


@pytest.mark.parametrize(("size", "dark"), (("phone", False), ("tablet", True), ("desktop", False)))
def test_axe_finds_nothing_on_any_screen(window: Window, size: str, dark: bool) -> None:
    visitor = window(size, dark)
    for path in ("/", "/hat_stairs", "/settings", "/hat_stairs/rules", "/about", "/t/NOSUCH"):
        page = visitor.go(path)
        assert violations(page) == [], path
    page = visitor.go("/hat_stairs")
    page.get_by_role("button", name="Make a table").click()
    page.wait_for_selector(".qr")
    assert violations(page) == []
    page.goto(visitor.address + "/t/" + quick_table(page, steps=8, hat_step=4))
    my_move(page)
    assert violations(page) == []
    press_first(page, "svg.b .possible")
    assert page.locator(".action .row").count() == 1
    assert violations(page) == []
    page.get_by_role("button", name="Menu").click()
    assert violations(settled(page)) == []
    page.keyboard.press("Escape")
    page.goto(page.url + "/tv")
    page.wait_for_selector(".tv svg.b")
    assert violations(page) == []
    page.go_back()
    page.wait_for_selector("svg.b")
    assert play_by_mouse(page)
    assert violations(settled(page)) == []
