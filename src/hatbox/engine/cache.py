"""Where compiled rules are kept: folders named after the sources, so that an edited rule never meets an old one.

Numba itself notices only that the file of a function changed, not that a function it calls in another file did.
So the engine has a folder named after its sources, and every game one named after the engine's and its own.
"""

import contextlib
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
ENGINE = tuple(PACKAGE / part for part in ("engine", "bots/search.py", "adapters/rows.py"))
CHOICES = tuple(
    PACKAGE / "bots" / f"{part}.py"
    for part in ("appraisal", "belief", "choice", "exact", "judgement", "turns")
)
LEARNING = PACKAGE / "bots" / "learning.py"  # in no library: compiled where somebody trains
UNUSED_AFTER_DAYS = 30


def sources_of(file: Path) -> Path:
    """The game that a source file belongs to: its folder, or the file of a game in one file."""
    return file.parent if (file.parent / "state.py").exists() else file


@cache
def sources_hash(*paths: Path) -> str:
    """Names the sources of compiled code."""
    digest = hashlib.sha256()
    for path in paths:
        for file in [path] if path.is_file() else sorted([*path.rglob("*.py"), *path.rglob("*.json")]):
            digest.update(str(file.relative_to(path.parent)).encode() + file.read_bytes())
    return digest.hexdigest()[:12]


@cache
def folder(*paths: Path) -> Path:
    """The folder for code compiled from the engine and these sources, in the first home that can be written."""
    name = f"{sources_hash(*ENGINE, *paths)}-{_compiler()}"
    for home in _homes():
        with contextlib.suppress(OSError):
            place = home / name
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
            (place / ".used").touch()
            _forget_unused(home.glob("*/.used"))
            return place
    return Path(tempfile.mkdtemp(prefix="hatbox-"))


def own_folders(name: str) -> list[Path]:
    """The folders of that name that nobody else can write, best place first; they need not exist."""
    return [home / name for home in _own_homes()]


def _compiler() -> str:
    """Names the compiler: another version may make other code."""
    try:
        return version("numba")
    except PackageNotFoundError:
        return "none"


def folder_for(file: Path) -> Path:
    """The folder for the functions of one source file."""
    if file in (*CHOICES, LEARNING):
        return folder(*CHOICES)
    ours = PACKAGE in file.parents and PACKAGE / "games" not in file.parents
    return folder() if ours else folder(sources_of(file))


def _own_homes() -> Iterator[Path]:
    """Where this user keeps what can be made again, best place first."""
    if chosen := os.environ.get("HATBOX_CACHE"):
        yield Path(chosen)
    if base := os.environ.get("XDG_CACHE_HOME"):
        yield Path(base) / "hatbox"
    with contextlib.suppress(RuntimeError):  # no home folder
        yield Path.home() / ".cache" / "hatbox"


def _homes() -> Iterator[Path]:
    """Where compiled code may be kept, best place first."""
    yield from _own_homes()
    yield Path(tempfile.gettempdir()) / f"hatbox-{os.getuid() if hasattr(os, 'getuid') else 'user'}"


def _forget_unused(marks: Iterable[Path]) -> None:
    """Remove the compiled code of old versions."""
    limit = time.time() - UNUSED_AFTER_DAYS * 86400
    for mark in marks:
        if mark.stat().st_mtime < limit:
            shutil.rmtree(mark.parent, ignore_errors=True)
