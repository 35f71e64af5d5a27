"""Child mode: pictures instead of text, no chat, no clocks, gentle bots, and a sum to solve before leaving it."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Window
from tests.browser.house import settled, violations
from tests.browser.play import BOT, YOUR_MOVE, at_table, make_table, my_move, start_against_bots
from tests.browser.voice import SAID, give_voice

ME = {"kind": "me", "name": "Mia"}


def turn_on(page: Page) -> None:
    """The switch on the settings page."""
    page.get_by_role("switch", name="Child mode").click()
    expect(page.locator("html")).to_have_attribute("data-child", "yes")


def answer_sum(page: Page, off_by: int) -> None:
    """Enter the sum, solved or off by this much."""
    first, second = map(int, re.findall(r"\d+", page.locator(".sum").inner_text()))
    page.locator(".sum input").fill(str(first + second + off_by))
    page.get_by_role("button", name="Confirm").click()


def test_a_sum_leads_out_of_child_mode(window: Window) -> None:
    page = window("phone").go("/settings")
    turn_on(page)
    page.get_by_role("switch", name="Child mode").click()
    assert violations(page) == []
    before = page.locator(".sum").inner_text()
    answer_sum(page, off_by=1)
    page.wait_for_selector("text=Not quite. Try this one!")
    assert page.locator(".sum").inner_text() != before, "the same sum would be a matter of counting up"
    expect(page.locator("html")).to_have_attribute("data-child", "yes")
    answer_sum(page, off_by=0)
    expect(page.locator("html")).to_have_attribute("data-child", "no")
    assert page.locator(".sum").count() == 0
    page.reload()
    expect(settled(page).locator("html")).to_have_attribute("data-child", "no")


def test_a_game_in_child_mode_has_faces_and_gentle_bots_only(window: Window) -> None:
    visitor = window()
    page = visitor.go("/settings")
    turn_on(page)
    assert page.get_by_text("Delete everything about me").count() == 0
    page = visitor.go("/vanished_animal")
    page.wait_for_selector(".ways .btn--accent:enabled")
    assert page.get_by_label("Bot").input_value() == "1"
    assert page.get_by_label("Memory aid").is_checked()
    assert page.locator(".curious").count() == 0
    page = visitor.go("/")
    start_against_bots(page)
    my_move(page)
    page.wait_for_selector(f"{YOUR_MOVE} .child")
    assert violations(page) == []
    page.locator(".talk").click()
    page.wait_for_selector(".sheet .pic")
    assert page.locator(".sheet .phrases .btn:not(.pic), .sheet input").count() == 0
    page.get_by_role("button", name="Menu").click()
    page.locator(".sheet .list .btn").first.click()
    assert page.locator(".sheet summary").count() == 0, "nothing for developers"


def test_no_clock_and_no_written_word_of_others(window: Window) -> None:
    visitor = window()
    turn_on(visitor.go("/settings"))
    page = visitor.page
    clock = {"minutes": 5, "seconds": 0}
    page.goto(at_table(page, make_table(page, "hat_stairs", [ME, BOT], chat=True, clock=clock)))
    my_move(page)
    assert page.locator(".clk").count() == 0
    page.locator(".talk").click()
    page.wait_for_selector(".sheet .pic")
    assert page.locator(".sheet input, .sheet .said").count() == 0


def test_the_sentence_is_said_once_and_again_on_demand(window: Window) -> None:
    visitor = window(language="de")
    give_voice(visitor, "de-DE")
    page = visitor.go("/settings")
    page.get_by_role("switch", name="Kindermodus").click()
    page.goto(at_table(page, make_table(page, "hat_stairs", [ME, BOT])))
    my_move(page)
    sentence = page.locator(".action .child p").text_content()
    assert page.evaluate(SAID) == [sentence]
    page.get_by_role("button", name="Noch einmal sagen").click()
    assert page.evaluate(SAID) == [sentence, sentence]
    page.get_by_role("button", name="Ton").click()
    assert page.get_by_role("button", name="Noch einmal sagen").count() == 0
    assert page.evaluate("said.at(-1)") == "", "what is being said ends with the sound"


def test_secrets_of_a_shared_device_are_never_said(window: Window) -> None:
    visitor = window()
    give_voice(visitor, "en-GB")
    turn_on(visitor.go("/settings"))
    page = visitor.page
    page.goto(at_table(page, make_table(page, "great_hall", [ME, {"kind": "me", "name": "Ben"}, BOT])))
    page.wait_for_selector(".hand-over button")
    assert page.evaluate(SAID) == ["Pass the device to Mia."], "nothing else before the device is handed over"
    page.locator(".hand-over button").click()
    my_move(page)
    sentence = page.locator(".action .child p").text_content() or ""
    assert page.evaluate(SAID)[1:] == ["It’s Mia’s turn."]
    assert sentence not in page.evaluate(SAID), "the sentence stays on the screen"
