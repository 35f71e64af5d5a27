"""One server and one browser for all browser tests of a worker process; a fresh window for each test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright: pip install -e .[dev]")

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.house import CHROMIUM, ROOT, SITE, SLOWEST, Visitor, hosting, launch, serving

BUILT = ROOT / "src" / "hatbox" / "web_dist" / "index.html"
NO_CHROMIUM = (
    "there is no Chromium: install the package chromium, or say where one is with HATBOX_CHROMIUM=/path/to/it"
)
OFFLINE_NOISE = "net::ERR_INTERNET_DISCONNECTED"
Window = Callable[..., Visitor]
Site = Callable[[], Visitor]
needs_site = pytest.mark.skipif(
    not (SITE / "index.html").exists(), reason="the page is not built: run make site"
)
expect.set_options(timeout=SLOWEST)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser or the app there is nothing to test."""
    why = "" if Path(CHROMIUM).is_file() else NO_CHROMIUM
    why = why or ("" if BUILT.exists() else "the web app is not built: run make web")
    for item in items:
        if why and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=why))


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server with fast bots and without limits."""
    with serving(tmp_path_factory.mktemp("tables")) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def window(browser: Browser, address: str) -> Iterator[Window]:
    """Opens windows; in the end none of them may have seen an error or a request to another host."""
    opened: list[Visitor] = []

    def open_one(*args: Any, **kwargs: Any) -> Visitor:
        opened.append(Visitor(browser, address, *args, **kwargs))
        return opened[-1]

    yield open_one
    for visitor in opened:
        visitor.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page without a server, in a subfolder of a plain web host."""
    with hosting(tmp_path_factory.mktemp("host")) as address:
        yield address


@pytest.fixture
def site(browser: Browser, folder: str) -> Iterator[Site]:
    """Opens windows at the page without a server; no request may leave the folder."""
    opened: list[Visitor] = []

    def open_one() -> Visitor:
        opened.append(Visitor(browser, folder, works_offline=True))
        return opened[-1]

    yield open_one
    for visitor in opened:
        visitor.errors[:] = [error for error in visitor.errors if OFFLINE_NOISE not in error]
        visitor.close()
