"""Decorators for the functions of rules and bots, which stay plain Python functions.

Python calls entries. Each one comes from a game's library (native.py), or is compiled by Numba together with all rules
that it calls (compiling.py), or, if there is neither, is interpreted. `NUMBA_DISABLE_JIT=1` interprets everything,
for a debugger or the coverage tool. Numba is loaded only when something has to be compiled.
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
_MODULES: list[str] = []  # with compiled forms, until Numba is loaded

if INTERPRETED:
    # The generator's sums wrap around; NumPy would warn where compiled code does not.
    np.seterr(over="ignore")


def rule(f: F) -> F:
    """Mark a function that compiled code calls; compiled only for its declared types, when first needed."""
    RULES.add(f)
    return f


def part(f: F) -> F:
    """Mark a rule with so many array arguments that a call would cost more than its work, so callers inline it."""
    PARTS.append(f)
    return f


def entry(f: F) -> F:
    """Mark a function that Python calls; other threads can run in the meantime."""
    return f if INTERPRETED else cast(F, Door(f, long=True))


def brief_entry(f: F) -> F:
    """Mark an entry of a few microseconds, for which releasing the GIL would cost more than the work itself."""
    return f if INTERPRETED else cast(F, Door(f, long=False))


def is_compiled(one: Callable[..., Any], *args: Any) -> bool:
    """Whether an entry is machine code, or will be when it is called with these arguments."""
    return isinstance(one, Door) and one.is_compiled_for(args)


def compiled_in(module: str) -> None:
    """Name the module that says how functions of this one are compiled if they are more than plain rules."""
    _MODULES.append(module)


def load_compiled_forms() -> None:
    """Import those modules, now that Numba is loaded."""
    while _MODULES:
        importlib.import_module(_MODULES.pop(0))
