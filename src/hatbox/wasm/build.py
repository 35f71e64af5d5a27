"""`hatbox wasm`: writes the module of every game if it is missing or older than the rules.

Each game's rules are compiled in their own process, because they must not be optimised for this machine.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hatbox.engine.cache import CHOICES, ENGINE, PACKAGE, folder, sources_hash
from hatbox.errors import HatboxError
from hatbox.game import Rulebook, rulebook, rulebooks
from hatbox.wasm.module import named_section

SECTION = "hatbox"
DESCRIBED_IN = (
    "wasm",
    *(f"bots/{part}.py" for part in ("account", "advice", "levels", "memory", "players")),
    "game.py",
    "options.py",
)
COMPILED_FROM = (*ENGINE, *CHOICES, *(PACKAGE / part for part in DESCRIBED_IN))


def sources(slug: str) -> str:
    """A name for all sources of a game's module."""
    return sources_hash(*COMPILED_FROM, PACKAGE / "games" / slug)


def stale(target: Path) -> Iterator[Rulebook]:
    """The games whose modules in a folder are missing, or older than the rules."""
    for book in rulebooks().values():
        file = target / f"{book.slug}.wasm"
        if book.product and not (file.exists() and is_fresh(file.read_bytes(), book.slug)):
            yield book


def is_fresh(module: bytes, slug: str) -> bool:
    """Whether a module was built from the current sources."""
    return f'"sources":"{sources(slug)}"'.encode() in (named_section(module, SECTION) or b"")


def write(target: Path) -> list[Path]:
    """Bring all modules in a folder up to date and return those that were written."""
    target.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda book: _made(book.slug, target / f"{book.slug}.wasm"), stale(target)))


def _made(slug: str, file: Path) -> Path:
    """Compile one module in a process that leaves the rules unoptimised."""
    unoptimised = {"NUMBA_OPT": "0", "HATBOX_CACHE": str(folder() / "portable")}
    command = [sys.executable, "-m", "hatbox.wasm", slug, str(file)]
    done = subprocess.run(command, env=os.environ | unoptimised, capture_output=True, text=True, check=False)
    if done.returncode:
        raise HatboxError(f"The module of {slug} could not be made:\n{done.stderr}")
    return file


def write_one(slug: str, file: Path) -> None:
    """Compile the module of a game; the file appears complete or not at all."""
    from hatbox.wasm.compiler import object_file
    from hatbox.wasm.description import description
    from hatbox.wasm.exports import EXPORTS
    from hatbox.wasm.module import finished

    book = rulebook(slug)
    exports = [f.__name__ for f in EXPORTS]
    made = finished(object_file(book), exports, {SECTION: description(book, sources(slug))})
    part = file.with_suffix(".part")
    part.write_bytes(made)
    part.replace(file)
