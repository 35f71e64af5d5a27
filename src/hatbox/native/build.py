"""Makes the libraries of games: `hatbox compile`, and `hatbox warmup` where they are missing or older than the rules.

Each game is compiled in a process of its own: its rules must not be optimised before all that an entry needs is in one
place. Libraries for several kinds of machines are made together, since most of the work is the same for all of them.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from hatbox.engine.cache import folder
from hatbox.engine.native import FOLDER, as_expected, file_of, kind_of_machine, mark
from hatbox.errors import HatboxError
from hatbox.game import rulebook

LINKERS = ("cc", "gcc", "clang")
AS_LIBRARY = ("-shared", "-s")
BY_ITSELF = ("-nostdlib",)  # on Linux: then one library serves every C library


class Machine(NamedTuple):
    """A kind of machine as the compiler and the linker call it, and the processors that a library runs on."""

    triple: str
    linked_as: str
    cpu: str


MACHINES = {
    "linux-x86_64": Machine("x86_64-unknown-linux-gnu", "x86_64-linux-gnu", "x86-64-v2"),
    "linux-aarch64": Machine("aarch64-unknown-linux-gnu", "aarch64-linux-gnu", "generic"),
    "darwin-arm64": Machine("arm64-apple-macosx11.0", "aarch64-macos", "apple-m1"),
    "darwin-x86_64": Machine("x86_64-apple-macosx10.15", "x86_64-macos", "x86-64-v2"),
    "win32-x86_64": Machine("x86_64-pc-windows-gnu", "x86_64-windows-gnu", "x86-64-v2"),
}


def linker(machine: str) -> list[str]:
    """The command that makes a library of an object file; none for a machine that no linker here knows."""
    if machine not in MACHINES:
        return []
    found = next(filter(None, map(shutil.which, LINKERS)), None)
    by_itself = BY_ITSELF if machine.startswith("linux") else ()
    if found and machine == kind_of_machine():
        return [found, *AS_LIBRARY, *by_itself]
    if importlib.util.find_spec("ziglang"):
        target = MACHINES[machine].linked_as
        return [sys.executable, "-m", "ziglang", "cc", "-target", target, *AS_LIBRARY, *by_itself]
    return []


def can_be_made() -> bool:
    """Whether a library for this machine can be made; without one rules are compiled when they are first needed."""
    compiler = importlib.util.find_spec("numba") is not None
    return (
        compiler and bool(linker(kind_of_machine())) and as_expected() and os.access(FOLDER.parent, os.W_OK)
    )


def check(machines: Iterable[str]) -> None:
    """Refuse machines for which nothing can be made here."""
    if importlib.util.find_spec("numba") is None:
        raise HatboxError("Libraries are made by Numba, which is not installed: install hatbox[compile].")
    for machine in machines:
        if machine not in MACHINES:
            raise HatboxError(f"There is no machine {machine!r}; there are {', '.join(MACHINES)}.")
        if not linker(machine):
            raise HatboxError(f"A library for {machine} needs a linker: install the Python package ziglang.")


def stale(wanted: Iterable[str], machines: Sequence[str] = ()) -> list[str]:
    """The games of which a library is missing, or older than the rules."""
    files = {slug: [file_of(slug, machine) for machine in machines or [kind_of_machine()]] for slug in wanted}
    return [
        slug for slug in files if rulebook(slug).rules and not all(_holds(file, slug) for file in files[slug])
    ]


def _holds(file: Path, slug: str) -> bool:
    """Whether a library comes from the present sources."""
    return file.exists() and mark(slug) in file.read_bytes()


def make(wanted: Sequence[str], machines: Sequence[str] = ()) -> Iterator[str]:
    """Make the libraries of some games, as many at a time as there are processors; names each game when it is done."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        work = [pool.submit(_make, slug, machines or [kind_of_machine()]) for slug in wanted]
        yield from (done.result() for done in as_completed(work))


def _make(slug: str, machines: Sequence[str]) -> str:
    """Make the libraries of a game in a process that leaves the rules unoptimised."""
    unoptimised = {"NUMBA_OPT": "0", "HATBOX_CACHE": str(folder() / "portable")}
    command = [sys.executable, "-m", "hatbox.native", slug, *machines]
    done = subprocess.run(command, env=os.environ | unoptimised, capture_output=True, text=True, check=False)
    if done.returncode:
        raise HatboxError(f"The library of {slug} could not be made:\n{done.stderr}")
    return slug


def write_one(slug: str, machines: Sequence[str]) -> None:
    """Compile the libraries of a game; a file appears whole or not at all."""
    from hatbox.native.compiler import linked, optimised

    module = linked(rulebook(slug))
    for machine in machines:
        file = file_of(slug, machine)
        with tempfile.TemporaryDirectory() as room:
            made, whole = Path(room, "game.o"), file.with_suffix(f".{os.getpid()}.part")
            made.write_bytes(optimised(module, MACHINES[machine].triple, MACHINES[machine].cpu))
            subprocess.run([*linker(machine), "-o", str(whole), str(made)], check=True)
            whole.replace(file)
