"""The library of every game, made where it is older than the rules or missing: a part of `hatbox warmup`.

Each is compiled in a process of its own: rules must not be optimised before all that an entry needs is in one place.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from hatbox.engine.cache import folder
from hatbox.engine.native import FOLDER, as_expected, file_of, is_fresh
from hatbox.errors import HatboxError
from hatbox.game import rulebook

LINKERS = ("cc", "gcc", "clang")
AS_LIBRARY = ("-shared", "-nostdlib", "-s")
CPUS = {"x86_64": "x86-64-v2", "aarch64": "generic", "arm64": "apple-m1"}


def linker() -> str | None:
    """The program that makes a library of an object file."""
    return next(filter(None, map(shutil.which, LINKERS)), None)


def can_be_made() -> bool:
    """Whether this machine has all it takes; without libraries the rules are compiled when they are first needed."""
    return linker() is not None and as_expected() and os.access(FOLDER.parent, os.W_OK)


def stale(wanted: Iterable[str]) -> list[str]:
    """The games whose libraries are missing, or older than the rules."""
    return [slug for slug in wanted if rulebook(slug).rules and not is_fresh(slug)]


def make(wanted: list[str]) -> Iterator[str]:
    """Make the libraries of some games, as many at a time as there are processors; names each when it is done."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in as_completed(pool.submit(_make, slug) for slug in wanted):
            yield done.result()


def _make(slug: str) -> str:
    """Make one library in a process that leaves the rules unoptimised."""
    unoptimised = {"NUMBA_OPT": "0", "HATBOX_CACHE": str(folder() / "portable")}
    command = [sys.executable, "-m", "hatbox.native", slug]
    done = subprocess.run(command, env=os.environ | unoptimised, capture_output=True, text=True, check=False)
    if done.returncode:
        raise HatboxError(f"The library of {slug} could not be made:\n{done.stderr}")
    return slug


def write_one(slug: str) -> None:
    """Compile the library of a game for this machine; the file appears whole or not at all."""
    from llvmlite import binding

    from hatbox.native.compiler import object_file

    triple = binding.get_process_triple()
    file = file_of(slug)
    with tempfile.TemporaryDirectory() as room:
        made, whole = Path(room, "game.o"), file.with_suffix(f".{os.getpid()}.part")
        made.write_bytes(object_file(rulebook(slug), triple, CPUS.get(triple.split("-")[0], "")))
        subprocess.run([str(linker()), *AS_LIBRARY, "-o", str(whole), str(made)], check=True)
        whole.replace(file)
