"""What the functions of rules and bots are marked with; they stay plain Python functions.

Python calls entries. Each is taken from the library of a game (native.py), or compiled by Numba together with all rules
that it calls (compiling.py), or, where there is neither, run as it stands. `NUMBA_DISABLE_JIT=1` runs everything as it
stands, under a debugger or the coverage tool. Numba is loaded only when something has to be compiled.
"""

import importlib
import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

from hatbox.engine.native import Door

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
RULES: set[Callable[..., Any]] = set()
PARTS: list[Callable[..., Any]] = []
_MODULES: list[str] = []  # with compiled forms, as long as Numba is not there

if INTERPRETED:
    # The generator's sums wrap around; NumPy would warn where compiled code does not.
    np.seterr(over="ignore")


def rule(f: F) -> F:
    """A function that compiled code calls; compiled for its declared types only, when first needed."""
    RULES.add(f)
    return f


def part(f: F) -> F:
    """A rule with so many arrays as arguments that a call would cost more than its work: callers copy it."""
    PARTS.append(f)
    return f


def entry(f: F) -> F:
    """A function that Python calls; other threads run meanwhile."""
    return f if INTERPRETED else cast(F, Door(f, long=True))


def brief_entry(f: F) -> F:
    """An entry of a few microseconds: to let another thread run and to wait for it would cost more than the work."""
    return f if INTERPRETED else cast(F, Door(f, long=False))


def is_compiled(one: Callable[..., Any], *args: Any) -> bool:
    """Whether an entry is machine code, or will be when it is called with these arguments."""
    return isinstance(one, Door) and one.is_compiled_for(args)


def compiled_in(module: str) -> None:
    """Name the module that says how the functions of this one are compiled, where that is more than to be a rule."""
    _MODULES.append(module)


def load_compiled_forms() -> None:
    """Import those modules, now that Numba is there."""
    while _MODULES:
        importlib.import_module(_MODULES.pop(0))
