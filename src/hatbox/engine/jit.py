"""How rules are compiled: one place for the options of every compiled function.

Rules are plain Python; `@rule` compiles them with Numba when compiled code first calls them, for exactly
the types they declare. With `NUMBA_DISABLE_JIT=1` the same source runs interpreted.
"""

import contextlib
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast, get_type_hints

import numba
import numpy as np
from numba import types
from numba.extending import lower_cast, typeof_impl

from hatbox.engine.cache import folder_for
from hatbox.engine.native import Door
from hatbox.engine.numba_internals import (
    EntryCache,
    NumbaExperimentalFeatureWarning,
    RuleCache,
    RuleCompiler,
    answer_with,
    config,
    from_dtype,
    kept_in,
)
from hatbox.engine.record import Buffer, Int32s, Record, States, Tensor, Uint8s, Values
from hatbox.engine.tape import WRITERS

F = TypeVar("F", bound=Callable[..., Any])

warnings.filterwarnings("ignore", ".*considered a subtype of.*", NumbaExperimentalFeatureWarning)
OPTIONS: dict[str, Any] = {"error_model": "numpy"}
INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": RuleCompiler}


if config.DISABLE_JIT:
    # The generator's sums wrap around; NumPy would warn where compiled code does not.
    np.seterr(over="ignore")


@contextlib.contextmanager
def _kept_for(f: Callable[..., Any]) -> Iterator[None]:
    """Keep compiled code in our cache folder, leaving the setting of other users of Numba alone."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder_for(Path(f.__code__.co_filename)))
    try:
        yield
    finally:
        config.CACHE_DIR = before


def entry(f: F) -> F:
    """A function that Python calls: from a game's library, or compiled now; other threads run meanwhile."""
    return _entry(f, nogil=True)


def brief_entry(f: F) -> F:
    """An entry of a few microseconds: to let another thread run and to wait for it would cost more than the work."""
    return _entry(f, nogil=False)


def _entry(f: F, nogil: bool) -> F:
    if config.DISABLE_JIT:
        return f
    with _kept_for(f):
        compiled = kept_in(numba.njit(nogil=nogil, **OPTIONS)(f), EntryCache(f))
    door: Any = Door(f, compiled)
    return cast(F, door)


@typeof_impl.register(Door)
def _typeof_door(value: Door, context: Any) -> Any:
    """Compiled code calls an entry like any other function."""
    return typeof_impl(value.compiled, context)


def rule(f: F) -> F:
    """A function that compiled code calls; compiled for its declared types only, when first needed."""
    if config.DISABLE_JIT:
        return f
    dispatcher = numba.njit(**OPTIONS, **INNER)(f)
    with _kept_for(f):
        kept_in(dispatcher, RuleCache(f))
    # Every call gets the declared version: undeclared integer types would compile a version each.
    declared: F = answer_with(dispatcher, lambda args: signature_of(f, args))
    return declared


def signature_of(f: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The declared argument types of a rule; plain `Record`, `States` and `Any` take the caller's type."""
    hints = get_type_hints(f)
    names = f.__code__.co_varnames[: f.__code__.co_argcount]
    return tuple(_numba_type(hints[name], arg, says(f)) for name, arg in zip(names, args, strict=True))


@cache
def says(f: Callable[..., Any]) -> bool:
    """Whether a rule, or one that it calls, writes notes: only those are compiled for a record with a tape too."""
    todo, known = [f], {f}
    while todo:
        one = todo.pop()
        used = [one.__globals__.get(name) for name in one.__code__.co_names]
        if any(one is writer for one in used for writer in WRITERS):
            return True
        fresh = {inner for inner in (getattr(rule, "py_func", None) for rule in used) if inner} - known
        known |= fresh
        todo += fresh
    return False


def _numba_type(hint: Any, arg: Any, with_tape: bool) -> Any:
    """The compiled type behind one annotation."""
    if hint in (Record, States, Any):
        return arg
    if isinstance(hint, type) and issubclass(hint, Record):
        return from_dtype(hint.telling if with_tape and arg == from_dtype(hint.telling) else hint.dtype)
    return _TYPES[hint]


@lower_cast(types.Record, types.Record)  # type: ignore[untyped-decorator]
def _without_tape(target: Any, builder: Any, told: Any, plain: Any, record: Any) -> Any:
    """A record with a tape begins with the plain record, so the same place serves both."""
    return builder.bitcast(record, target.get_value_type(plain))


_TYPES: dict[Any, Any] = {
    int: types.int64,
    np.uint64: types.uint64,
    bool: types.boolean,
    float: types.float64,
    Buffer: types.int16[::1],
    Int32s: types.int32[::1],
    Uint8s: types.uint8[::1],
    Values: types.float64[::1],
    Tensor: types.float32[::1],
}
