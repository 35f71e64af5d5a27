"""The rules reader, and the way from a refused move to its rule."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Window
from tests.browser.house import violations
from tests.browser.play import BOT, at_table, make_table, my_move, press_by_keyboard, quick_table

GAMES = ("catch_the_hat", "hat_stairs", "vanished_animal", "great_hall", "magic_hexagon")
LANGUAGES = ("en", "de", "fr", "nl", "es", "it", "pt", "sv", "da", "ru")
IN_VIEW = """id => {
  const box = document.getElementById(id).getBoundingClientRect()
  const room = document.querySelector('.sheet .in')?.getBoundingClientRect() ?? {top: 0, bottom: innerHeight}
  return box.top >= room.top && box.top + 60 <= room.bottom
}"""


def _read(page: Page, game: str, asked: str = "") -> None:
    """Open the reader and wait for its text."""
    page.goto(f"{page.url.split('/', 3)[0]}//{page.url.split('/', 3)[2]}/{game}/rules{asked}")
    page.wait_for_selector("li .rn")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_chapters_that_lead_to_their_rules(window: Window, game: str) -> None:
    page = window().arrive()
    _read(page, game)
    chapters = page.locator("nav[aria-label=Chapters] a")
    assert chapters.count() >= 6
    spans = page.locator("nav small").all_inner_texts()
    assert len({span.split(" – ")[0] for span in spans}) == len(spans)
    chapters.nth(2).click()
    expect(chapters.nth(2)).to_have_attribute("aria-current", "true")
    assert page.evaluate(IN_VIEW, chapters.nth(2).get_attribute("href")[1:])  # type: ignore[index]
    assert violations(page) == []


def test_an_address_shows_and_marks_its_rule(window: Window) -> None:
    for size in ("phone", "tablet", "desktop"):
        page = window(size).go("/hat_stairs/rules#HS-19")
        page.wait_for_selector("#HS-19.here")
        page.wait_for_function(IN_VIEW, arg="HS-19")
        assert page.evaluate("document.activeElement.id") == "HS-19"


def test_a_number_in_the_text_leads_to_that_rule(window: Window) -> None:
    page = window().go("/hat_stairs/rules")
    page.locator("#HS-22 p a", has_text="HS-20").click()
    page.wait_for_selector("#HS-20.here")
    assert page.url.endswith("#HS-20")


def test_rules_are_found_by_words_and_by_number(window: Window) -> None:
    page = window("phone").go("/hat_stairs/rules")
    page.wait_for_selector("li .rn")
    page.get_by_role("searchbox").fill("larder hat")
    expect(page.locator("#HS-01")).to_have_count(0)
    expect(page.locator("#HS-16")).to_be_visible()
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.get_by_text("No rule contains these words.")).to_be_visible()
    page.get_by_role("searchbox").fill("hs-16")
    page.locator("#HS-16 p a", has_text="HS-14").click()  # hidden by the search, shown all the same
    page.wait_for_function(IN_VIEW, arg="HS-14")


def test_what_holds_at_a_table_stands_beside_the_rules_and_in_them(window: Window) -> None:
    page = window().arrive()
    seats = [{"kind": "me", "name": "Mia"}, BOT, BOT]
    code = make_table(page, "hat_stairs", seats, options={"steps": 10, "hat_step": 4}, start=False)
    page.goto(at_table(page, code))
    page.get_by_role("link", name="Rules").click()
    agreed = page.locator(".agreed-on")
    expect(agreed).to_contain_text("The stairs have 10 steps.")
    expect(agreed).to_contain_text("3 players")
    expect(page.locator("#HS-03")).to_contain_text("At this table: The hat lies on step 4.")
    agreed.get_by_role("link", name="Rule HS-03").click()
    page.wait_for_selector("#HS-03.here")
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_selector(".qr")


def test_options_of_the_games_page_go_along_into_a_practice_game(window: Window) -> None:
    page = window().go("/hat_stairs?")
    page.locator(".more-options summary").click()
    page.locator("select:has(option[value='20'])").first.select_option("9")
    page.locator(".source a", has_text="Rules").click()
    expect(page.locator(".agreed-on")).to_contain_text("The stairs have 9 steps.")
    page.get_by_role("button", name="Play a practice game").click()
    page.wait_for_selector("svg.b")
    origin, code = page.url.split("/t/")
    page.goto(f"{origin}/hat_stairs/rules?table={code}")
    expect(page.locator(".agreed-on")).to_contain_text("The stairs have 9 steps.")


def test_a_picture_asks_and_answers(window: Window) -> None:
    page = window("phone").go("/catch_the_hat/rules")
    page.wait_for_selector("li .rn")
    card = page.locator(".try")
    assert card.locator(".says").count() == 0  # no tick and no cross before the answer
    card.get_by_role("button", name="Yes").click()
    expect(card.get_by_role("status")).to_contain_text("Rule CH-")
    assert card.locator(".says").count() == 1
    card.get_by_role("button", name="Another picture").click()
    expect(card.get_by_role("status")).to_have_text("Is this allowed?")


def test_the_chapters_fold_out_on_a_phone_with_keys_alone(window: Window) -> None:
    page = window("phone").go("/great_hall/rules")
    page.wait_for_selector("li .rn")
    press_by_keyboard(page, "nav summary")
    press_by_keyboard(page, "nav a[href='#chapter-GH-40']")
    page.wait_for_function(IN_VIEW, arg="chapter-GH-40")
    assert page.locator("nav details[open]").count() == 0
    assert violations(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reader_fits_in_every_language(window: Window, language: str) -> None:
    page = window("phone", language=language).arrive()
    for game in GAMES:
        _read(page, game)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game
        titles = page.locator("h1, h2, .try .btn, summary").all_inner_texts()
        assert titles and not [title for title in titles if "_" in title]


@pytest.mark.parametrize("size", ("phone", "desktop"))
def test_why_not_answers_with_sentence_number_picture_and_the_rule(window: Window, size: str) -> None:
    """After a look the player must swap: a press on an animal card is refused however the hats were dealt."""
    page = window(size).arrive()
    page.goto(at_table(page, quick_table(page, "vanished_animal")))
    my_move(page)
    page.locator('[data-spot="hat-2"]').click()
    page.wait_for_selector(".action:not(.action--wait)")
    page.locator('[data-spot^="card-"]').first.click(force=True)
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("VA-08")
    assert len(refusal.locator("> span").inner_text()) > len("That is not allowed here.") / 2
    assert violations(page) == []
    refusal.get_by_role("button", name="Why not?").click()
    expect(refusal.locator("svg .says").first).to_be_visible()
    expect(refusal).to_contain_text("look into a hat, or name the vanished animal")
    assert violations(page) == []
    refusal.get_by_role("link", name="Rule VA-08").click()
    page.wait_for_selector(".sheet #VA-08.here")
    page.wait_for_function(IN_VIEW, arg="VA-08")
    assert page.url.endswith(page.url.split("/t/")[1])  # still at the table
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_have_count(0)
