"""How entries and rules are compiled with Numba; importing this module loads Numba.

A rule is compiled when compiled code first calls it, for exactly the types it declares.
"""

import contextlib
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, get_type_hints

import numba
import numpy as np
from numba import types
from numba.extending import lower_cast, register_jitable, typeof_impl

from hatbox.engine.cache import folder_for
from hatbox.engine.jit import PARTS, RULES, load_compiled_forms
from hatbox.engine.native import Door
from hatbox.engine.numba_internals import (
    EntryCache,
    NumbaExperimentalFeatureWarning,
    RuleCache,
    RuleCompiler,
    answer_with,
    config,
    from_dtype,
    is_portable,
    kept_in,
    typing_of,
)
from hatbox.engine.record import Buffer, Int32s, Record, States, Tensor, Uint8s, Values
from hatbox.engine.tape import WRITERS

warnings.filterwarnings("ignore", ".*considered a subtype of.*", NumbaExperimentalFeatureWarning)
OPTIONS: dict[str, Any] = {"error_model": "numpy"}
INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": RuleCompiler}
FORMS: dict[Callable[..., Any], Any] = {}  # what compiled code calls instead of certain functions


@contextlib.contextmanager
def _kept_for(f: Callable[..., Any]) -> Iterator[None]:
    """Cache compiled code in our own folder, leaving the setting of other Numba users alone."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder_for(Path(f.__code__.co_filename)))
    try:
        yield
    finally:
        config.CACHE_DIR = before


@cache
def compiled_entry(f: Callable[..., Any], long: bool) -> Any:
    """An entry that is compiled for the types it is called with."""
    get_ready()
    if is_portable():
        return numba.njit(**OPTIONS, **INNER)(f)
    with _kept_for(f):
        return kept_in(numba.njit(nogil=long, **OPTIONS)(f), EntryCache(f))


@cache
def compiled_rule(f: Callable[..., Any]) -> Any:
    """A rule as compiled code calls it."""
    dispatcher = numba.njit(**OPTIONS, **INNER)(f)
    if not is_portable():
        with _kept_for(f):
            kept_in(dispatcher, RuleCache(f))
    # Every call gets the declared version: undeclared integer types would each compile another version.
    return answer_with(dispatcher, lambda args: signature_of(f, args))


def get_ready() -> None:
    """Register how functions that are more than rules are compiled; importing more modules adds more of them."""
    load_compiled_forms()
    while PARTS:
        register_jitable(inline="always")(PARTS.pop())


@typeof_impl.register(Door)
def _typeof_door(value: Door, context: Any) -> Any:
    """Compiled code calls an entry like any other function."""
    return typeof_impl(value.compiled, context)


@typeof_impl.register(FunctionType)
def _typeof_function(value: Any, context: Any) -> Any:
    """Rules stay plain functions; compiled code gets their compiled form."""
    if value in FORMS:
        return typing_of(FORMS[value])
    return typeof_impl(compiled_rule(value), context) if value in RULES else None


def signature_of(f: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The declared argument types of a rule; plain `Record`, `States` and `Any` take the caller's type."""
    hints = get_type_hints(f)
    names = f.__code__.co_varnames[: f.__code__.co_argcount]
    return tuple(_numba_type(hints[name], arg, says(f)) for name, arg in zip(names, args, strict=True))


@cache
def says(f: Callable[..., Any]) -> bool:
    """Whether a rule, or one that it calls, writes notes: only those are also compiled for a record with a tape."""
    todo, known = [f], {f}
    while todo:
        one = todo.pop()
        used = [one.__globals__.get(name) for name in one.__code__.co_names]
        if any(one is writer for one in used for writer in WRITERS):
            return True
        fresh = {inner for inner in used if isinstance(inner, FunctionType) and inner in RULES} - known
        known |= fresh
        todo += fresh
    return False


def _numba_type(hint: Any, arg: Any, with_tape: bool) -> Any:
    """The compiled type for an annotation."""
    if hint in (Record, States, Any):
        return arg
    if isinstance(hint, type) and issubclass(hint, Record):
        return from_dtype(hint.telling if with_tape and arg == from_dtype(hint.telling) else hint.dtype)
    return TYPES[hint]


@lower_cast(types.Record, types.Record)  # type: ignore[untyped-decorator]
def _without_tape(target: Any, builder: Any, told: Any, plain: Any, record: Any) -> Any:
    """A record with a tape starts with the plain record, so the same address serves both."""
    return builder.bitcast(record, target.get_value_type(plain))


TYPES: dict[Any, Any] = {
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
