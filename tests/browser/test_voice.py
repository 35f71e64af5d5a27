"""Reading aloud: one button, prompts, events, hints and lessons, and never what others nearby must not hear."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Window
from tests.browser.house import settled, violations
from tests.browser.play import BOT, at_table, make_table, my_move, press_first, until_warned
from tests.browser.voice import SAID, give_voice

ME = {"kind": "me", "name": "Mia"}
BEN = {"kind": "me", "name": "Ben"}
MOVE = "svg.b .possible, .action .btn--go"


def button(page: Page, name: str = "Read aloud") -> Locator:
    """The single button at the table."""
    return page.get_by_role("button", name=name, exact=True)


def test_one_button_reads_prompts_and_events_aloud(window: Window) -> None:
    visitor = window()
    give_voice(visitor, "en-GB", ends=True)
    page = visitor.go("/settings")
    page.goto(at_table(page, make_table(page, "catch_the_hat", [ME, BOT])))
    my_move(page)
    assert page.evaluate(SAID) == [], "off until somebody wants it"
    expect(button(page)).to_have_attribute("aria-pressed", "false")
    button(page).click()
    expect(button(page)).to_have_attribute("aria-pressed", "true")
    prompt = page.locator(".action > p").first.inner_text()
    assert page.evaluate(SAID) == [prompt]
    press_first(page, MOVE)
    my_move(page)
    told = page.locator(".log li .line, .log li .jump").all_inner_texts()
    assert any(line in page.evaluate(SAID) for line in told)
    page.reload()
    my_move(page)
    expect(button(page)).to_have_attribute("aria-pressed", "true")


def test_it_says_where_there_is_no_voice(window: Window) -> None:
    visitor = window(language="sv")
    give_voice(visitor, "en-GB")
    page = visitor.go("/settings")
    page.goto(at_table(page, make_table(page, "hat_stairs", [ME, BOT])))
    my_move(page)
    assert page.locator(".offer").count() == 0, "nobody offers what there is not"
    button(page, "Läs upp").click()
    expect(page.locator(".voice [role=status]")).to_have_text(
        "Den här enheten har ingen röst för det här språket."
    )
    expect(button(page, "Läs upp")).to_have_attribute("aria-pressed", "false")


def test_young_childrens_games_offer_it_once_before_the_first_move(window: Window) -> None:
    visitor = window("phone", language="de")
    give_voice(visitor, "de-DE")
    page = visitor.go("/settings")
    page.goto(at_table(page, make_table(page, "hat_stairs", [ME, BOT])))
    my_move(page)
    assert violations(page) == []
    page.locator(".offer .btn--accent").click()
    expect(page.locator(".offer")).to_have_count(0)
    assert page.evaluate(SAID) == [page.locator(".action > p").first.inner_text()]
    button(page, "Vorlesen").click()
    page.goto(at_table(page, make_table(page, "vanished_animal", [ME, BOT])))
    my_move(page)
    assert page.locator(".offer").count() == 0, "asked once"


def test_a_lesson_is_read_aloud_sentence_by_sentence(window: Window) -> None:
    visitor = window()
    give_voice(visitor, "en-GB")
    page = visitor.go("/hat_stairs/lesson")
    page.locator(".lesson .offer .btn--accent").click()
    sentence = page.locator(".lesson .sentence p")
    goal = sentence.inner_text()
    assert page.evaluate(SAID) == [goal]
    page.locator(".lesson .next").click()
    settled(page)
    assert page.evaluate("said.slice(-2)") == ["", sentence.inner_text()], (
        "whoever goes on need not hear the rest"
    )


def test_in_words_it_is_read_aloud_as_well(window: Window) -> None:
    visitor = window()
    give_voice(visitor, "en-GB")
    visitor.context.add_init_script(
        "localStorage.setItem('hatbox.settings', '{\"textMode\": true, \"voice\": true}')"
    )
    page = visitor.go("/settings")
    page.goto(at_table(page, make_table(page, "magic_hexagon", [ME, BOT])))
    settled(page).wait_for_selector(".big")
    assert page.evaluate(SAID)[-1] == page.locator(".big").inner_text()


def test_what_only_another_seat_may_know_is_never_said(window: Window) -> None:
    visitor = window()
    give_voice(visitor, "en-GB", ends=True)
    visitor.context.add_init_script("localStorage.setItem('hatbox.settings', '{\"voice\": true}')")
    page = visitor.go("/settings")
    page.goto(at_table(page, make_table(page, "vanished_animal", [ME, BEN])))
    for _ in range(3):  # look, swap, pass the device
        page.locator(".hand-over button").click()
        for _ in range(2):
            press_first(page, "svg.b .possible")
        page.wait_for_selector(".hand-over button")
    said = page.evaluate(SAID)
    names = {name for name in ("Mia", "Ben") if any(name in sentence for sentence in said)}
    assert names == {"Mia", "Ben"}, "whose turn it is may be heard"
    for animal in ("rabbit", "dove", "frog", "cat", "mouse", "owl"):
        assert not any(animal in sentence.lower() for sentence in said), said
    assert all("’s turn" in sentence or sentence.startswith("Pass the device") for sentence in said), said


def test_a_warning_is_said(window: Window) -> None:
    visitor = window()
    give_voice(visitor, "en-GB", ends=True)
    visitor.context.add_init_script("localStorage.setItem('hatbox.settings', '{\"voice\": true}')")
    page = visitor.go("/settings")
    helped = {**ME, "help": {"hints": 0, "warned": 1, "aid": False}}
    page.goto(at_table(page, make_table(page, "magic_hexagon", [helped, BOT])))
    until_warned(page, "svg.b .possible")
    warning = page.locator(".doubt p").inner_text()
    assert warning in page.evaluate(SAID)


def test_a_hint_is_said_unless_others_hear_it(window: Window) -> None:
    visitor = window()
    give_voice(visitor, "en-GB", ends=True)
    visitor.context.add_init_script("localStorage.setItem('hatbox.settings', '{\"voice\": true}')")
    page = visitor.go("/settings")
    page.goto(at_table(page, make_table(page, "magic_hexagon", [ME, BOT], hints=True)))
    my_move(page)
    page.locator(".ask").click()
    page.wait_for_selector(".hints")
    best = page.locator(".hints .tx").first.inner_text().split("\n")[0]
    assert any(sentence.startswith(best) for sentence in page.evaluate(SAID)), page.evaluate(SAID)
    page.goto(at_table(page, make_table(page, "great_hall", [ME, BEN, BOT], hints=True)))
    page.locator(".hand-over button").click()
    my_move(page)
    page.locator(".ask").click()
    page.wait_for_selector(".hints, .same")
    assert all("’s turn" in one or one.startswith("Pass the device") for one in page.evaluate(SAID)), (
        "others hear it"
    )
