"""Every screen fits: no small control, no cut text, no page that scrolls sideways (`tests/browser/fit.py`)."""

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Window
from tests.browser.fit import measured
from tests.browser.night_screens import nights
from tests.browser.screenshots import (
    boards,
    decisions,
    ends,
    in_words,
    look_back,
    one_device,
    pages,
    sheets,
    waiting_room,
)
from tests.browser.studio import Screens


@pytest.mark.parametrize(
    "screens", [pages, nights, waiting_room, one_device, decisions, sheets, look_back, boards, ends, in_words]
)
def test_every_screen_fits(browser: Browser, address: str, screens: Screens) -> None:
    assert measured(browser, address, [screens]) == []


def test_settings_of_one_page_hold_in_all(window: Window) -> None:
    visitor = window()
    page, other = visitor.go("/settings"), visitor.context.new_page()
    other.goto(visitor.address + "/settings")
    other.locator("main select").first.select_option("de")
    page.wait_for_selector("html[lang=de]")
    assert page.locator("h1").inner_text() == "Einstellungen"
