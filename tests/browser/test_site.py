"""The page without a server: a folder on any web host, which also works without a network after the first visit."""

import json
import re
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Page

from hatbox.match.verify import verify
from hatbox.words import LANGUAGES
from tests.browser.conftest import Site, needs_site
from tests.browser.from_home import start_by_mouse
from tests.browser.house import ROOT, settled, without_network
from tests.browser.play import END, my_move, press_first, start_against_bots

WORDS = 'localStorage.setItem(\'hatbox.settings\', \'{"textMode": true, "speed": "instant"}\')'
SHORT = {  # an option by its greatest value, and the value that makes a game short
    "hat_stairs": ("100000", "50"),
    "great_hall": ("100000", "1"),
    "magic_hexagon": ("lozenge", "lozenge"),
    "vanished_animal": ("10000", "20"),
    "catch_the_hat": ("1000000", "20"),
}
# A missing word shows its key, and a missing argument stays in braces.
NO_WORD = re.compile(r"\b[a-z]+_[a-z_]+\b|\{\w+\}")
WORDS_OF = {slug: json.loads((ROOT / f"src/hatbox/words/{slug}.json").read_text("utf-8")) for slug in SHORT}
# Everything written on the page or read out, piece by piece.
TEXTS = """() => {
  const said = [document.title]
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) said.push(walk.currentNode.data.trim())
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const one of document.body.querySelectorAll(`[${name}]`)) said.push(one.getAttribute(name))
  return said.filter(Boolean)
}"""

pytestmark = needs_site


def play_by_words(page: Page, decisions: int = 400) -> bool:
    """Press 1 for the first of the listed moves until the game ends; True if it did."""
    for _ in range(decisions):
        page.wait_for_selector(f"html[data-ready] :is(.opts, {END})")
        if page.locator(END).count():
            return True
        page.keyboard.press("1")
    return False


@pytest.mark.parametrize("game", SHORT)
def test_without_a_network_every_game_is_played_to_its_end(site: Site, game: str) -> None:
    visitor = site()
    visitor.context.add_init_script(WORDS)
    page = without_network(visitor)
    longest, chosen = SHORT[game]
    page.locator(f'article a[href$="/{game}"]').first.click()
    page.wait_for_selector(".ways .btn--accent:enabled")
    page.locator(".say select").nth(0).select_option("2")
    page.locator(".say select").nth(1).select_option("5")
    page.locator(".more-options summary").click()
    page.locator(f"select:has(option[value='{longest}'])").select_option(chosen)
    page.locator(".ways .btn--accent").first.click()
    page.wait_for_selector(f".opts, {END}")
    page.keyboard.press("1")
    page.reload()
    assert play_by_words(page)
    page.locator(f"{END} .more").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the game as a file").click()
    verdict = verify(Path(saved.value.path()).read_bytes())
    assert verdict.ok, verdict.sentence
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".rp")


def test_a_game_survives_its_page_and_is_listed_until_it_is_deleted(site: Site) -> None:
    visitor = site()
    page = without_network(visitor)
    start_against_bots(page)
    for _ in range(2):
        assert my_move(page)
        press_first(page, "svg.b .possible, .action .btn--go")
    my_move(page)
    story, address = page.locator(".log").inner_text(), page.url
    page.close()
    page = visitor.context.new_page()
    page.goto(address)
    my_move(page)
    assert page.locator(".log").inner_text() == story
    page.locator(".bar .home").click()
    kept = page.locator(".kept li")
    kept.get_by_role("link").first.click()
    my_move(page)
    page.go_back()
    kept.get_by_role("button").first.click()
    kept.get_by_role("button", name="Really delete?").click()
    page.wait_for_function("() => !document.querySelector('.kept li')")
    page.goto(address)
    page.get_by_role("heading", name="There is no table with this code.").wait_for()


def test_one_device_goes_round_without_a_network(site: Site) -> None:
    page = without_network(site())
    page.locator('article a[href$="/great_hall"]').first.click()
    page.wait_for_selector(".ways .btn--accent:enabled")
    page.locator(".say select").first.select_option("2")
    page.get_by_role("button", name="All on one device").click()
    page.get_by_role("button", name="Start the game").click()
    names = []
    for _ in range(2):
        page.wait_for_selector(".hand-over")
        assert page.locator(".hand .card").count() == 0
        names.append(page.locator("h1").inner_text())
        page.locator(".btn--go").click()
        my_move(page)
        assert page.locator(".hand .card").count() == 6
        page.locator(".hand .card").first.click()
        press_first(page, ".action .btn--go")
    assert names[0] != names[1]


def test_replay_review_rules_and_languages_need_no_network(site: Site) -> None:
    visitor = site()
    page = without_network(visitor)
    start_by_mouse(page, "hat_stairs", longest="100000", chosen="50")
    while my_move(page):
        press_first(page, "svg.b .possible, .action .btn--go")
    page.get_by_role("link", name="Review").click()
    page.wait_for_selector(".rv .alt")
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".rp")
    page.goto(f"{visitor.address}/#/hat_stairs/rules#HS-19")
    page.wait_for_selector("#HS-19")
    for language, word in (("de", "Regeln"), ("ru", "Правила")):
        page.locator(".speak select").select_option(language)
        page.get_by_role("heading", name=word).wait_for()


def texts(page: Page, english: set[str]) -> list[str]:
    """All text, as soon as none of it is English; rules appear a moment after their page."""
    page.wait_for_function(
        f"english => !({TEXTS})().some(text => english.includes(text))", arg=sorted(english)
    )
    return list(page.evaluate(TEXTS))


def test_every_language_needs_no_network_and_misses_no_word(site: Site) -> None:
    """Home, a game's page, its rules and a game in progress, in all languages; every game in two of them."""
    visitor = site()
    page = without_network(visitor)
    english: set[str] = set()
    for language, game in zip(LANGUAGES, cycle(SHORT), strict=False):
        page.goto(f"{visitor.address}/#/")
        settled(page).locator(".speak select").select_option(language)
        page.wait_for_selector(f"html[lang={language}][data-ready]", state="attached")
        said = texts(page, english)
        for place in (f"#/{game}", f"#/{game}/rules"):
            page.goto(f"{visitor.address}/{place}")
            page.locator("h1").first.wait_for()
            said += texts(settled(page), english)
        page.goto(f"{visitor.address}/#/")
        start_against_bots(settled(page), game)
        my_move(page)
        said += texts(page, english)
        assert page.evaluate("document.documentElement.lang") == language
        assert WORDS_OF[game]["title"][language] in said
        assert [text for text in said if NO_WORD.search(text)] == []
        if language == "en":
            english = {text for text in said if text.count(" ") > 2}
            assert len(english) > 20


def test_the_page_says_what_it_is_and_offers_nothing_that_needs_a_server(site: Site) -> None:
    page = site().go("/")
    assert "works without internet" in page.locator(".hero").inner_text()
    assert page.locator(".join").count() == 0
    assert page.get_by_role("button", name="Invite").count() == 0
    policy = page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content") or ""
    assert "default-src 'none'" in policy and "unsafe-inline" not in policy
    for name in ("manifest.webmanifest", "icon-192.png", "sw.js"):
        assert page.request.get(f"{page.url}{name}").ok
