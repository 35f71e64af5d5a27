"""A game from another package: listed on the home page, played in words against a bot to the end."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from hatbox.cli.scaffold import write
from tests.browser.house import READY
from tests.test_scaffold import NIM

FOUND = "[hatbox.games]\nnim = nim:RULEBOOK\n"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A table where Nim is installed next to the usual games."""
    place = tmp_path_factory.mktemp("own")
    write("nim", place)
    rules = place / "nim" / "rules.py"
    text = rules.read_text("utf-8")
    for body in NIM:
        text = text.replace("    raise NotImplementedError\n", body, 1)
    rules.write_text(text, "utf-8")
    package = place / "nim-0.1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: nim\nVersion: 0.1\n", "utf-8")
    (package / "entry_points.txt").write_text(FOUND, "utf-8")
    here = os.environ | {
        "PYTHONPATH": str(place),
        "HATBOX_BOT_DELAY": "0",
        "HATBOX_DATA": str(place / "data"),
    }
    command = [sys.executable, "-m", "hatbox.cli.main", "serve", "--port", "0"]
    with subprocess.Popen(
        command, env=here, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()


def test_a_game_of_your_own_is_played_in_words(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(address)
    card = page.locator("article", has=page.get_by_role("heading", name="Nim", exact=True))
    card.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", name=re.compile("^Nim · "))).to_be_visible()
    moves = page.get_by_role("button", name=re.compile("^action "))
    end = page.get_by_role("heading", name=re.compile("wins?!"))
    while not end.is_visible():
        page.wait_for_selector(READY)
        expect(moves.first.or_(end)).to_be_visible()
        if moves.first.is_visible():
            moves.first.click()
    page.close()
