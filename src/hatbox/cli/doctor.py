"""`hatbox doctor`: what is missing or wrong on this machine, in plain words."""

import importlib.util
import os
import platform
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from hatbox import __version__
from hatbox.table.config import Config

PORT = 8000
LITTLE = 200  # megabytes on the disk
OLDEST = (3, 11)
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
KINDS = {"push": "push messages", "mail": "e-mails", "hook": "webhooks"}
SIGNS = {"ok": "✓", "missing": "–", "wrong": "✗"}


class Finding(msgspec.Struct, frozen=True):
    """One thing that was checked; `missing` is optional, `wrong` stops something from working."""

    what: str
    state: Literal["ok", "missing", "wrong"]
    sentence: str


def examine(data: Path, port: int = PORT, config: Config | None = None) -> list[Finding]:
    """Check everything Hatbox needs or can use; `config` is the configuration a server would have."""
    return [
        _python(),
        _rules(),
        _app(),
        _table(),
        _folder(data),
        _port(port),
        _notices(config or Config()),
        *_programs(),
    ]


def told(findings: list[Finding], as_json: bool) -> str:
    """As JSON, or as text for people, who may copy it into a report."""
    if as_json:
        return msgspec.json.encode(findings).decode()
    machine = (
        f"hatbox {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    )
    return "\n".join([machine, *(f"{SIGNS[one.state]} {one.sentence}" for one in findings)])


def all_well(findings: list[Finding]) -> bool:
    """Whether everything necessary works."""
    return all(one.state != "wrong" for one in findings)


def _python() -> Finding:
    wanted, found = ".".join(map(str, OLDEST)), platform.python_version()
    if sys.version_info < OLDEST:
        return Finding("python", "wrong", f"Python {found} is too old: Hatbox needs {wanted} or newer.")
    return Finding("python", "ok", f"Python {found} is new enough.")


def _rules() -> Finding:
    from hatbox.engine.native import is_fresh
    from hatbox.game import slugs
    from hatbox.lab.warmup import missing

    if all(is_fresh(slug) for slug in slugs()):
        return Finding("rules", "ok", "The rules of all games are compiled, as libraries.")
    left = missing(slugs())
    if not left:
        return Finding("rules", "ok", "The rules of all games are compiled, in the cache of this machine.")
    games = ", ".join(sorted({task.split(":")[0] for task in left}))
    return Finding(
        "rules",
        "missing",
        f"Not compiled yet: {games}. They are compiled at the first game, or now with: hatbox warmup",
    )


def _app() -> Finding:
    import hatbox

    page = Path(hatbox.__file__).parent / "web_dist" / "index.html"
    if page.is_file():
        return Finding("app", "ok", "The browser app is installed.")
    return Finding(
        "app",
        "wrong",
        "The browser app is missing. Install a wheel of Hatbox; in a copy of the sources, run: make web",
    )


def _table() -> Finding:
    lacking = [name for name in ("aiohttp", "segno") if importlib.util.find_spec(name) is None]
    if lacking:
        how = "Install it with: pip install 'hatbox[table]'"
        return Finding("table", "wrong", f"The web table needs {' and '.join(lacking)}. {how}")
    return Finding("table", "ok", "The web table is installed.")


def _folder(data: Path) -> Finding:
    """The nearest existing folder must be writable and have some space."""
    there = next(path for path in (data, *data.absolute().parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            room = shutil.disk_usage(there).free // 1_000_000
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        return Finding(
            "data", "wrong", f"Cannot write to {data}: {reason}. Choose another folder with --data"
        )
    if room < LITTLE:
        return Finding("data", "wrong", f"The disk of {data} is nearly full: {room} MB left.")
    return Finding("data", "ok", f"Games are stored in {data}, which is writable.")


def _port(port: int) -> Finding:
    with socket.socket() as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            hint = "a table may be running already. Choose another port with --port"
            return Finding("port", "missing", f"Port {port} is in use: {hint}")
    return Finding("port", "ok", f"Port {port} is free.")


def _notices(config: Config) -> Finding:
    """Which kinds of notices are on, and what the others need."""
    from hatbox.table.notices.settings import missing

    lacks = missing(config)
    on = [KINDS[kind] for kind, need in lacks.items() if not need]
    off = [f"{KINDS[kind]} need {need}" for kind, need in lacks.items() if need]
    told = f"Players can be notified of their turn by {', '.join(on)}. " if on else ""
    left = f"Off: {', '.join(off)}." if off else ""
    return Finding("notices", "ok" if on else "missing", f"{told}{left}".strip())


def _programs() -> Iterator[Finding]:
    """Needed only by some tests and by large servers."""
    browser = os.environ.get("HATBOX_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), "")
    if browser:
        yield Finding("chromium", "ok", "Chromium is installed, for the browser tests.")
    else:
        yield Finding(
            "chromium",
            "missing",
            "There is no Chromium, so the browser tests are skipped. Only developers need it.",
        )
    if importlib.util.find_spec("asyncpg"):
        yield Finding("postgres", "ok", "Tables can be stored in PostgreSQL.")
    else:
        how = "install it with: pip install 'hatbox[postgres]'"
        yield Finding(
            "postgres", "missing", f"There is no client for PostgreSQL; if you want to use it, {how}"
        )
