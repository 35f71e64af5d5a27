"""How rules are compiled: one place for the options of every compiled function.

Rules are plain Python; `@rule` compiles them with Numba when compiled code first calls them, for exactly
the types they declare. With `NUMBA_DISABLE_JIT=1` the same source runs interpreted.
"""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import numba.core.config
import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from hatbox.cache import folder_for
from hatbox.record import Buffer, Int32s, Record, States, Tensor, Values

config: Any = numba.core.config
F = TypeVar("F", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}
INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # Python never calls these


if config.DISABLE_JIT:
    np.seterr(
        over="ignore"
    )  # the generator's sums wrap around; NumPy would warn where compiled code does not


def _njit(f: Callable[..., Any], **more: Any) -> Any:
    """Compile with our cache folder, leaving the setting of other users of Numba alone."""
    place = folder_for(Path(f.__code__.co_filename))
    before, config.CACHE_DIR = config.CACHE_DIR, str(place)
    try:
        return numba.njit(**OPTIONS, **more)(f)
    finally:
        config.CACHE_DIR = before


def entry(f: F) -> F:
    """A function that Python calls; compiled once per game it is called with."""
    compiled: F = _njit(f)
    return compiled


def rule(f: F) -> F:
    """A function that compiled code calls; compiled for its declared types only, when first needed."""
    if config.DISABLE_JIT:
        return f
    return _declared(_njit(f, **INNER))


def _declared(dispatcher: Any) -> Any:
    """Answer every call with the declared version (undeclared integer types would compile a version each).

    `get_call_template` and `_can_compile` are Numba's own inner names, so its version is pinned and a test
    counts the compilations.
    """
    ask = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        wanted = signature_of(dispatcher.py_func, args)
        if wanted not in dispatcher.overloads:
            dispatcher.disable_compile(False)
            with _no_vectors():
                dispatcher.compile(wanted)
            dispatcher.disable_compile()
        return ask(args, kws)

    dispatcher.get_call_template = get_call_template
    return dispatcher


@contextlib.contextmanager
def _no_vectors() -> Iterator[None]:
    """Rules have no loops for vector instructions; looking for them in every rule costs a tenth of the time."""
    before = config.LOOP_VECTORIZE, config.SLP_VECTORIZE
    config.LOOP_VECTORIZE = config.SLP_VECTORIZE = 0
    try:
        yield
    finally:
        config.LOOP_VECTORIZE, config.SLP_VECTORIZE = before


def signature_of(f: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The declared argument types of a rule; plain `Record`, `States` and `Any` take the caller's type."""
    hints = get_type_hints(f)
    names = f.__code__.co_varnames[: f.__code__.co_argcount]
    return tuple(_numba_type(hints[name], arg) for name, arg in zip(names, args, strict=True))


def _numba_type(hint: Any, arg: Any) -> Any:
    """The compiled type behind one annotation."""
    if hint in (Record, States, Any):
        return arg
    if isinstance(hint, type) and issubclass(hint, Record):
        return from_dtype(hint.dtype)
    return _TYPES[hint]


_TYPES: dict[Any, Any] = {
    int: types.int64,
    np.uint64: types.uint64,
    bool: types.boolean,
    float: types.float64,
    Buffer: types.int16[::1],
    Int32s: types.int32[::1],
    Values: types.float64[::1],
    Tensor: types.float32[::1],
}
