"""Builds game libraries: `hatbox compile`, and `hatbox warmup` for those that are missing or older than the rules.

Each game is compiled in its own process, or in two if it is the only one: its rules must not be optimised before
everything an entry needs is in one place. Libraries for several kinds of machines are built together, because most of
the work is the same for all of them.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, NoReturn

from hatbox.engine.native import as_expected, file_of, is_fresh, kind_of_machine
from hatbox.errors import HatboxError
from hatbox.game import Rulebook, register, rulebook, slugs
from hatbox.wasm.build import write_one as write_module

LINKERS = ("cc", "gcc", "clang")
AS_LIBRARY = ("-shared", "-s")
BROWSERS = "browsers"  # used in place of a machine to ask for a WebAssembly module
BY_ITSELF = ("-nostdlib",)  # on Linux: one library then works with every C library


class Machine(NamedTuple):
    """A kind of machine: its names for the compiler and the linker, and the processors that a library runs on."""

    triple: str
    linked_as: str
    cpu: str


MACHINES = {
    "linux-x86_64": Machine("x86_64-unknown-linux-gnu", "x86_64-linux-gnu", "x86-64-v2"),
    "linux-aarch64": Machine("aarch64-unknown-linux-gnu", "aarch64-linux-gnu", "generic"),
    "darwin-arm64": Machine("arm64-apple-macosx11.0", "aarch64-macos.11.0", "apple-m1"),
    "darwin-x86_64": Machine("x86_64-apple-macosx10.15", "x86_64-macos.10.15", "x86-64-v2"),
    "win32-x86_64": Machine("x86_64-pc-windows-gnu", "x86_64-windows-gnu", "x86-64-v2"),
}


def linker(machine: str) -> list[str]:
    """The command that turns an object file into a library, or nothing if no linker here supports the machine."""
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
    """Whether a library for this machine can be built; without one, rules are compiled when first needed."""
    compiler = importlib.util.find_spec("numba") is not None
    return compiler and bool(linker(kind_of_machine())) and as_expected()


def check(machines: Iterable[str]) -> None:
    """Reject machines for which nothing can be built here."""
    if importlib.util.find_spec("numba") is None:
        raise HatboxError("Libraries are made by Numba, which is not installed: install hatbox[compile].")
    for machine in machines:
        if machine not in MACHINES:
            raise HatboxError(f"There is no machine {machine!r}; there are {', '.join(MACHINES)}.")
        if not linker(machine):
            raise HatboxError(f"A library for {machine} needs a linker: install the Python package ziglang.")


def game_at(name: str) -> Rulebook:
    """A game by its name, or by the folder or file of its source code."""
    place = Path(name).resolve()
    if name in slugs() or not ((place / "__init__.py").exists() or place.suffix == ".py"):
        return rulebook(name)
    sys.path.insert(0, str(place.parent))
    found = getattr(import_module(place.stem), "RULEBOOK", None)
    if not isinstance(found, Rulebook):
        raise HatboxError(f"{name} is no game: it has no RULEBOOK.")
    return register(found)


def stale(wanted: Iterable[str], machines: Sequence[str] = ()) -> list[str]:
    """The games whose library is missing, or older than the rules."""
    kinds = machines or [kind_of_machine()]
    return [slug for slug in wanted if rulebook(slug).rules and not all(is_fresh(slug, one) for one in kinds)]


def can_be_written(slug: str) -> bool:
    """Whether the library of a game can be written anywhere."""
    place = file_of(slug).parent
    return os.access(next(one for one in (place, *place.parents) if one.exists()), os.W_OK)


def make(
    wanted: Sequence[str], machines: Sequence[str] = (), modules: Mapping[str, Path] = MappingProxyType({})
) -> Iterator[str]:
    """Build the libraries of some games, one per processor at a time, and yield each game's name when it is done.

    `modules` says which games are also compiled for browsers, and into which files: both start with the same work.
    """
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        work = []
        for slug in wanted:
            files = {machine: file_of(slug, machine) for machine in machines or [kind_of_machine()]}
            files |= {BROWSERS: modules[slug]} if slug in modules else {}
            work.append(pool.submit(_make, rulebook(slug), files, 2 * len(wanted) <= cores))
        yield from (done.result() for done in as_completed(work))


def _make(book: Rulebook, files: Mapping[str, Path], in_two: bool) -> str:
    return Compilation(book, files, in_two).finish()


class Compilation:
    """A game being compiled in a process that leaves the rules unoptimised, or in two if cores are to spare."""

    def __init__(self, book: Rulebook, files: Mapping[str, Path], in_two: bool) -> None:
        """Start to compile for some machines, each into its file."""
        here = {"NUMBA_OPT": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
        targets = [f"{machine}={file.resolve()}" for machine, file in files.items()]
        in_two = in_two and hasattr(os, "fork")
        command = [sys.executable, "-m", "hatbox.native", book.slug, book.package, "12"[in_two], *targets]
        self.slug = book.slug
        self._said = tempfile.TemporaryFile("w+")  # noqa: SIM115 (a pipe stays open until forked processes end)
        self._process = subprocess.Popen(command, env=os.environ | here, stderr=self._said, text=True)

    def finish(self) -> str:
        """Wait until it is done, and return the game's name."""
        with self._said:
            if self._process.wait():
                self._said.seek(0)
                raise HatboxError(f"The library of {self.slug} could not be made:\n{self._said.read()}")
        return self.slug

    def terminate(self) -> None:
        """Stop it; files that are not complete never appear."""
        self._process.terminate()


def write_one(slug: str, package: str, in_two: bool, files: Mapping[str, Path]) -> None:
    """Compile a game's libraries by machine, and its browser module; each file appears complete or not at all."""
    from hatbox.native.compiler import compile_rules

    book = rulebook(slug) if slug in slugs() else register(import_module(package).RULEBOOK)
    libraries = {machine: file for machine, file in files.items() if machine != BROWSERS}
    for file in files.values():
        file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room:
        in_halves = in_two and len(libraries) == len(files)
        jobs = [
            partial(_write_objects, book, libraries, Path(room), half)
            for half in ((0, 1) if in_halves else (None,))
            if libraries
        ]
        jobs += [partial(write_module, slug, files[BROWSERS])] if BROWSERS in files else []
        compile_rules(book)
        _do(jobs, at_once=in_two)
        for machine, file in libraries.items():
            _link(machine, sorted(Path(room).glob(f"*.{machine}.o")), Path(room, "library"), file)


def _do(jobs: Sequence[Callable[[], None]], at_once: bool) -> None:
    """Run some jobs one after the other, or each in a process forked from here."""
    children = []
    for job in jobs[1:] if at_once else ():
        child = os.fork()
        if child == 0:
            _as_child(job)
        children.append(child)
    for job in jobs[:1] if at_once else jobs:
        job()
    if any(os.waitpid(child, 0)[1] for child in children):
        raise HatboxError("a part could not be compiled; the lines above say why")


def _as_child(job: Callable[[], None]) -> NoReturn:
    """Run a job and end this process, whatever happens."""
    try:
        job()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def _write_objects(book: Rulebook, machines: Iterable[str], room: Path, half: int | None) -> None:
    """Compile a whole game or one half of it, for some machines."""
    from hatbox.native.compiler import linked, optimised

    module = linked(book, half)
    for machine in machines:
        made = optimised(module, MACHINES[machine].triple, MACHINES[machine].cpu)
        Path(room, f"{half or 0}.{machine}.o").write_bytes(made)


def _link(machine: str, objects: Sequence[Path], made: Path, file: Path) -> None:
    """Link object files into a library; a Windows linker leaves other files next to its output."""
    subprocess.run([*linker(machine), "-o", str(made), *map(str, objects)], check=True)
    whole = file.with_suffix(f".{os.getpid()}.part")
    shutil.copy(made, whole)
    whole.replace(file)
