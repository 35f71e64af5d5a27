"""Rules compiled ahead of time: small libraries, one per game, used if they were built from the current sources.

Our own games have theirs in one folder; any other game has its library next to its sources, or in the user's cache.
A library contains every entry of one game as a function that the Python interpreter can call, and a list of them (see
the package `native`). It is not an extension module and is independent of the Python version: it receives the addresses
of the functions it calls, and reads from an array object where its numbers are. That relies on how Python and NumPy
lay out their objects, so the layout is checked once before any library is opened.
"""

import ctypes
import functools
import hashlib
import importlib.util
import json
import os
import platform
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import numpy as np

from hatbox.engine.cache import CHOICES, ENGINE, PACKAGE, own_folders, sources_hash
from hatbox.engine.record import HOMES

COMPILED = (*ENGINE, *CHOICES, *(PACKAGE / "adapters" / f"{part}.py" for part in ("kernels", "duel")))
FOLDER = PACKAGE / "libraries"
ENDINGS = {"darwin": "dylib", "win32": "dll"}
ARRAY, NOT_IMPLEMENTED = "ndarray", "NotImplemented"
FUNCTIONS = (
    *("PyLong_AsLongLong", "PyLong_AsUnsignedLongLongMask", "PyObject_IsTrue", "PyFloat_AsDouble"),
    *("PyLong_FromLongLong", "PyLong_FromUnsignedLongLong", "PyBool_FromLong", "PyFloat_FromDouble"),
    *("PyErr_Occurred", "PyErr_Clear", "Py_IncRef", "PyEval_SaveThread", "PyEval_RestoreThread"),
)
OBJECTS = {ARRAY: np.ndarray, NOT_IMPLEMENTED: NotImplemented, "None": None}
PYTHON = (*OBJECTS, *FUNCTIONS)  # what a library receives, in this order
NOT_COMPILED = (
    "These rules are not compiled, so this is slow: there is no library of them for this machine, and Numba, which "
    "could make one, is not installed. Install hatbox[compile]; `hatbox compile GAME` then makes the library."
)
TAKES_A_LIST_OF_ARGUMENTS = 0x80  # METH_FASTCALL
Key = tuple[str, str, tuple[int, ...]]  # an entry, the dtype of its first array, which arguments are None


class Layout(NamedTuple):
    """Offsets of the parts of an array object, and of a dtype object."""

    type: int = 8
    data: int = 16
    ndim: int = 24
    shape: int = 32
    dtype: int = 56
    flags: int = 64
    number: int = 28
    itemsize: int = 40


LAYOUT = Layout()
USABLE = 0x501  # flags of an array that is contiguous, aligned and writable


class Method(ctypes.Structure):
    """The structure that describes a function to Python (PyMethodDef)."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("text", ctypes.c_char_p),
    )


def name_of(dtype: "np.dtype[Any]") -> str:
    """A stable name for a dtype; those of records are too long to be written out."""
    if dtype.names is None:
        return dtype.str
    fields: Any = dtype.fields
    text = repr([(name, str(fields[name][0]), fields[name][1]) for name in dtype.names])
    return hashlib.sha256(f"{text} {dtype.itemsize}".encode()).hexdigest()[:16]


def label(f: Callable[..., Any]) -> str:
    """A name for an entry."""
    return f"{f.__module__.removeprefix('hatbox.')}.{f.__name__}"


def kind_of_machine() -> str:
    """A name for the kind of machine that a library runs on."""
    return f"{sys.platform}-{platform.machine().lower().replace('amd64', 'x86_64')}"


def places_of(slug: str) -> list[Path]:
    """The folders where the library of a game may be, best first."""
    home = HOMES.get(slug)
    if home is None or PACKAGE in home.parents:
        return [FOLDER]
    return [home if home.is_dir() else home.parent, *own_folders("libraries")]


def file_of(slug: str, machine: str = "") -> Path:
    """Where the library of a game is, or where one can be written."""
    machine = machine or kind_of_machine()
    name = f"{slug}.{machine}.{ENDINGS.get(machine.split('-')[0], 'so')}"
    places = places_of(slug)
    made = [place for place in places if _comes_from_sources(place / name, slug)]
    writable = [place for place in places if not place.exists() or os.access(place, os.W_OK)]
    return [*made, *writable, *places][0] / name


def is_fresh(slug: str, machine: str = "") -> bool:
    """Whether there is a library of a game, built from the current sources."""
    return _comes_from_sources(file_of(slug, machine), slug)


def _comes_from_sources(file: Path, slug: str) -> bool:
    """Whether a file is a library built from the current sources."""
    return file.exists() and mark(slug) in file.read_bytes()


def mark(slug: str) -> bytes:
    """The text in a library that was built from the current sources."""
    return f"made from {sources(slug)}".encode()


def sources(slug: str) -> str:
    """A name for all sources of a game's library."""
    folder, file = PACKAGE / "games" / slug, PACKAGE / "games" / f"{slug}.py"
    return sources_hash(*COMPILED, HOMES.get(slug) or (folder if folder.exists() else file))


@functools.cache
def as_expected() -> bool:
    """Whether Python and NumPy lay out arrays as the libraries expect."""
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    if sys.implementation.name != "cpython" or sys.maxsize < 1 << 32 or not locked:
        return False
    array = np.zeros((3, 2), np.int16)

    def read(start: int, offset: int, kind: Any = ctypes.c_int64) -> int:
        return int(kind.from_address(start + offset).value)

    dtype = read(id(array), LAYOUT.dtype)
    return (
        read(id(array), LAYOUT.type) == id(np.ndarray)
        and read(id(array), LAYOUT.data) == array.ctypes.data
        and read(id(array), LAYOUT.ndim, ctypes.c_int32) == array.ndim
        and [read(read(id(array), LAYOUT.shape), 8 * k) for k in range(2)] == [3, 2]
        and read(id(array), LAYOUT.flags, ctypes.c_int32) & USABLE == USABLE
        and dtype == id(array.dtype)
        and read(dtype, LAYOUT.number, ctypes.c_int32) == array.dtype.num
        and read(dtype, LAYOUT.itemsize) == array.itemsize
    )


@functools.cache
def opened(file: Path) -> dict[Key, Callable[..., Any]]:
    """The entries of a library, ready to be called; none if the system refuses to open it."""
    try:
        library = ctypes.PyDLL(str(file))
    except OSError:
        return {}
    rows = json.loads(ctypes.c_char_p.in_dll(library, "hatbox_list").value or b"[]")
    known = (ctypes.c_void_p * len(PYTHON)).in_dll(library, "hatbox_python")
    for k, name in enumerate(PYTHON):
        known[k] = id(OBJECTS[name]) if name in OBJECTS else _address(ctypes.pythonapi, name)
    return {(row["entry"], row["first"], tuple(row["without"])): _function(library, row) for row in rows}


def _address(library: Any, name: str) -> int:
    """The address of a function."""
    return int(ctypes.cast(library[name], ctypes.c_void_p).value or 0)


_METHODS: list[Method] = []  # Python refers to them for as long as the functions exist


def _function(library: Any, row: dict[str, Any]) -> Callable[..., Any]:
    """A library function as Python calls it; it returns NotImplemented for arguments it was not compiled for."""
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    name = row["entry"].rsplit(".", 1)[-1].encode()
    _METHODS.append(Method(name, _address(library, row["symbol"]), TAKES_A_LIST_OF_ARGUMENTS, None))
    made: Callable[..., Any] = make(ctypes.addressof(_METHODS[-1]), None, None)
    return made


def find(key: Key) -> Callable[..., Any] | None:
    """An entry in the library of any game built from the current sources, imported games first."""
    for slug in dict.fromkeys([*HOMES, *_there()]):
        if found := _entries(slug).get(key):
            return found
    return None


@functools.cache
def _there() -> list[str]:
    """Our own games with a library for this machine, imported or not."""
    return sorted({file.name.split(".")[0] for file in FOLDER.glob(f"*.{kind_of_machine()}.*")})


@functools.cache
def _entries(slug: str) -> dict[Key, Callable[..., Any]]:
    """The entries of a game whose library can be used; none with HATBOX_COMPILE=1."""
    if os.environ.get("HATBOX_COMPILE") or not as_expected() or not is_fresh(slug):
        return {}
    return opened(file_of(slug))


@functools.cache
def has_compiler() -> bool:
    """Whether Numba can compile what no library has; if not, a warning says so once."""
    if importlib.util.find_spec("numba") is None:
        warnings.warn(NOT_COMPILED, stacklevel=2)
        return False
    return True


class Door:
    """What Python calls: an entry in the library of the game that its first array belongs to, or one compiled now."""

    def __init__(self, f: Callable[..., Any], long: bool) -> None:
        """Read the annotations: an argument that may be None needs another entry. A long one lets other threads run."""
        hints = get_type_hints(f).items()
        self.py_func, self.long, self.__doc__, self.__name__ = f, long, f.__doc__, f.__name__
        self._optional = any(type(None) in get_args(hint) for name, hint in hints if name != "return")
        self._known: dict[Any, Callable[..., Any]] = {}

    @functools.cached_property
    def compiled(self) -> Any:
        """The function as compiled by Numba, or interpreted if Numba is not installed."""
        if not has_compiler():
            return np.errstate(over="ignore")(self.py_func)  # the generator's sums wrap around
        from hatbox.engine.compiling import compiled_entry

        return compiled_entry(self.py_func, self.long)

    def __call__(self, *args: Any) -> Any:
        """Call it, compiling it if no library has it."""
        try:
            result = self._known[args[0].dtype](*args)
        except (KeyError, AttributeError):
            result = self._found(args)(*args)
        return self.compiled(*args) if result is NotImplemented else result

    def _found(self, args: tuple[Any, ...]) -> Callable[..., Any]:
        """The function for these arguments, cached if the first array alone determines it."""
        found: Callable[..., Any] = self._in_library(args) or self.compiled
        if isinstance(args[0], np.ndarray) and not self._optional:
            self._known[args[0].dtype] = found
        return found

    def _in_library(self, args: tuple[Any, ...]) -> Callable[..., Any] | None:
        """The library function for these arguments."""
        arrays = [one.dtype for one in args if isinstance(one, np.ndarray)]
        without = tuple(k for k, one in enumerate(args) if one is None)
        return find((label(self.py_func), name_of(arrays[0]) if arrays else "", without))

    def is_compiled_for(self, args: tuple[Any, ...]) -> bool:
        """Whether it runs as machine code for these arguments."""
        return self._in_library(args) is not None or has_compiler()
