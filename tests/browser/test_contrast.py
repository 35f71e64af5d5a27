"""High contrast on real pages: every text has 7:1, light and dark (WCAG level AAA)."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Window
from tests.browser.house import settled, violations
from tests.browser.play import BOT, at_table, make_table

ME = {"kind": "me", "name": "Mia"}
GAMES = ("hat_stairs", "vanished_animal", "great_hall", "magic_hexagon", "catch_the_hat")
HIGH = """localStorage.getItem('hatbox.settings')
  || localStorage.setItem('hatbox.settings', '{"contrast": "high"}')"""


def faint(page: Page) -> list[str]:
    """Texts below 7:1."""
    return violations(settled(page), only="color-contrast-enhanced")


@pytest.mark.parametrize("dark", (False, True), ids=("light", "dark"))
def test_every_text_has_seven_to_one_in_high_contrast(window: Window, dark: bool) -> None:
    visitor = window(dark=dark)
    visitor.context.add_init_script(HIGH)
    found: dict[str, list[str]] = {}
    for path in ("/", "/hat_stairs", "/settings"):
        found[path] = faint(visitor.go(path))
    page = visitor.page
    page.goto(at_table(page, make_table(page, "hat_stairs", [ME, {"kind": "open"}], start=False)))
    page.wait_for_selector(".qr")
    found["waiting room"] = faint(page)
    for game in GAMES:
        page.goto(at_table(page, make_table(page, game, [ME, BOT, BOT])))
        page.wait_for_selector(".table .board svg")
        found[game] = faint(page)
    assert {place: texts for place, texts in found.items() if texts} == {}


def test_contrast_and_style_follow_the_choice_and_the_device(window: Window) -> None:
    page = window().go("/settings")
    root = page.locator("html")
    expect(root).to_have_attribute("data-contrast", "normal")
    page.emulate_media(contrast="more")
    expect(root).to_have_attribute("data-contrast", "high")
    page.emulate_media(contrast="no-preference")
    expect(root).to_have_attribute("data-contrast", "normal")
    page.get_by_role("button", name="High", exact=True).click()
    page.get_by_role("button", name="Paper").click()
    page.reload()
    expect(settled(page).locator("html")).to_have_attribute("data-contrast", "high")
    expect(root).to_have_attribute("data-world", "paper")


@pytest.mark.parametrize("world", ("calm", "paper"))
def test_axe_finds_nothing_in_the_other_styles(window: Window, world: str) -> None:
    visitor = window(dark=world == "calm")
    visitor.context.add_init_script(HIGH.replace('"contrast": "high"', f'"world": "{world}"'))
    page = visitor.go("/settings")
    assert violations(page) == []
    page.goto(at_table(page, make_table(page, "great_hall", [ME, BOT, BOT])))
    page.wait_for_selector(".table .board svg")
    assert violations(settled(page)) == []
