"""A real server and a real browser, for tests and for screenshots."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site"
FOLDER = "games/hats"
KEPT = "html[data-kept]"  # the page no longer needs the network
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("HATBOX_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), "")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "landscape": (1024, 768), "desktop": (1440, 900)}
START_SECONDS = 90.0  # rules may have to be compiled first
SLOWEST = 60_000  # milliseconds: no state takes this long, however busy the machine is
ICON = "/icon.svg"
BLOCKED = "Service Worker registration blocked by Playwright"
# A table that does not exist; a drawing opened as a page: its styles are blocked, and Chromium asks for its icon.
ANYWAY = ("/NOSUCH", ICON, "/favicon.ico")
# Tables in the page are predictable and fast, like those of the test server.
TRIAL = """if (location.protocol === 'http:') {
  localStorage.setItem('hatbox.trial', '{"seed": 7, "pause": 0, "budget": 1}')
}"""
SPEAK = (Path(__file__).parent / "speak.js").read_text("utf-8").partition("\n")[2].strip()
READY = "html[data-ready]"  # nothing is moving and nothing is pending


def free_port() -> int:
    """An unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def serving(
    data: Path, port: int = 0, real: bool = False, mixed: bool = False, hasty: bool = False, smtp: str = ""
) -> Iterator[str]:
    """The address of a table server that runs for the duration of the block; the real one has its usual limits.

    A `mixed` server draws its dice together with its players, a `hasty` one soon notices that a player takes long, one
    with a mail server sends notices.
    """
    port = port or free_port()
    command = [sys.executable, "-m", "tests.browser.server", str(port), str(data)]
    command += [name for name, wanted in (("mixed", mixed), ("hasty", hasty), (smtp, smtp)) if wanted]
    if real:
        command = [sys.executable, "-m", "hatbox.cli.main", "serve", "--port", str(port), "--data", str(data)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as server:
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_for(f"{address}/healthz", server)
            yield address
        finally:
            server.terminate()
            _wait_for_the_end(server)


@contextlib.contextmanager
def hosting(root: Path, site: Path = SITE) -> Iterator[str]:
    """The address of the page without a server, in a subfolder of a plain web host, for the duration of the block."""
    (root / FOLDER).parent.mkdir(parents=True)
    (root / FOLDER).symlink_to(site)
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "http.server",
        str(port),
        "--bind",
        "127.0.0.1",
        "--directory",
        str(root),
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True) as host:
        try:
            _wait_for(f"http://127.0.0.1:{port}/{FOLDER}/", host)
            yield f"http://127.0.0.1:{port}/{FOLDER}"
        finally:
            host.terminate()


def _wait_for_the_end(server: "subprocess.Popen[str]") -> None:
    """Wait for the end of a server; one that is still compiling does not react to the stop signal."""
    try:
        server.wait(20)
    except subprocess.TimeoutExpired:
        server.kill()


def _wait_for(address: str, server: "subprocess.Popen[str]") -> None:
    """Wait until the server answers."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if server.poll() is not None:
            raise RuntimeError(f"the server ended: {server.stderr.read() if server.stderr else ''}")
        try:
            with urllib.request.urlopen(address, timeout=1):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError(f"no answer from {address}")


def settled(page: Page) -> Page:
    """Wait until the page says that it is idle."""
    page.wait_for_selector(READY, state="attached")
    return page


def without_network(visitor: "Visitor") -> Page:
    """The home page after a first visit, and from then on without a network."""
    page = visitor.go("/")
    page.wait_for_selector(KEPT, state="attached")
    visitor.context.set_offline(True)
    page.reload()
    return settled(page)


def launch(playwright: Playwright) -> Browser:
    """The system's Chromium."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


class Visitor:
    """A browser window that records everything that should never happen."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: str = "desktop",
        dark: bool = False,
        language: str = "en",
        calm: bool = True,
        works_offline: bool = False,
        quick_bots: bool = True,
    ) -> None:
        width, height = SIZES[size]
        self.address = address
        self.errors: list[str] = []
        self.foreign: list[str] = []
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            locale=language,
            reduced_motion="reduce" if calm else "no-preference",
            has_touch=size == "phone",
            # Otherwise every window would fetch the whole app again to cache it.
            service_workers="allow" if works_offline else "block",
        )
        if quick_bots:
            self.context.add_init_script(TRIAL)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(SLOWEST)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        expected = message.text == BLOCKED or message.location.get("url", "").endswith(ANYWAY)
        if message.type in ("error", "warning") and not expected:
            self.errors.append(message.text)

    def _asked(self, request: Request) -> None:
        here = (self.address, self.address.replace("http", "ws", 1), "data:", "blob:")
        if not request.url.startswith(here):
            self.foreign.append(request.url)

    def go(self, path: str = "/") -> Page:
        """Open an address of the app."""
        self.page.goto(self.address + path)
        return settled(self.page)

    def arrive(self) -> Page:
        """Be at the app's address without its home page, which takes a second to draw: enough to create a table."""
        self.page.goto(self.address + ICON)
        return self.page

    def close(self) -> None:
        """Close the window; nothing bad may have happened in it."""
        self.context.close()
        assert self.errors == [], self.errors
        assert self.foreign == [], self.foreign


def violations(page: Page, only: str = "") -> list[str]:
    """What axe-core finds on the page with its default rules, or with one that it only checks on demand."""
    # Evaluated by the debugger, so the content security policy of the page stays strict.
    page.evaluate(AXE.read_text("utf-8"))
    asked = {"runOnly": {"type": "rule", "values": [only]}} if only else {}
    found = page.evaluate("asked => axe.run(document, {resultTypes: ['violations'], ...asked})", asked)
    return [
        f"{v['id']}: {v['help']} · {node['html'][:160]} · {node.get('failureSummary', '')[:200]}"
        for v in found["violations"]
        for node in v["nodes"]
    ]
