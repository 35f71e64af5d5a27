"""Where compiled rules are cached: folders named after the sources, so that an edited rule never meets old code.

Numba itself only notices changes to a function's own file, not to a function that it calls in another file.
So the engine has a folder named after its sources, and every game has one named after the engine's and its own.
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
    """The source of the game that a file belongs to: its folder, or the file itself for a game in one file."""
    return file.parent if (file.parent / "state.py").exists() else file


@cache
def sources_hash(*paths: Path) -> str:
    """A name for the sources of compiled code."""
    digest = hashlib.sha256()
    for path in paths:
        for file in [path] if path.is_file() else sorted([*path.rglob("*.py"), *path.rglob("*.json")]):
            digest.update(str(file.relative_to(path.parent)).encode() + file.read_bytes())
    return digest.hexdigest()[:12]


@cache
def folder(*paths: Path) -> Path:
    """The folder for code compiled from the engine and these sources, in the first writable cache directory."""
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
    """Folders of that name that nobody else can write to, best first; they need not exist."""
    return [home / name for home in _own_homes()]


def _compiler() -> str:
    """A name for the compiler, because another version may generate different code."""
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
    """The cache directories of the current user, best first."""
    if chosen := os.environ.get("HATBOX_CACHE"):
        yield Path(chosen)
    if base := os.environ.get("XDG_CACHE_HOME"):
        yield Path(base) / "hatbox"
    with contextlib.suppress(RuntimeError):  # no home folder
        yield Path.home() / ".cache" / "hatbox"


def _homes() -> Iterator[Path]:
    """Where compiled code may be cached, best place first."""
    yield from _own_homes()
    yield Path(tempfile.gettempdir()) / f"hatbox-{os.getuid() if hasattr(os, 'getuid') else 'user'}"


def _forget_unused(marks: Iterable[Path]) -> None:
    """Remove code compiled from old versions."""
    limit = time.time() - UNUSED_AFTER_DAYS * 86400
    for mark in marks:
        if mark.stat().st_mtime < limit:
            shutil.rmtree(mark.parent, ignore_errors=True)
