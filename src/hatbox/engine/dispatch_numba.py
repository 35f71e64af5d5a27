"""How generic compiled code finds the functions of a game: by the type of its record, at compile time."""

from collections.abc import Callable
from typing import Any

from numba.extending import overload

from hatbox.engine.dispatch import CONNECTED, DISPATCHED, function_of
from hatbox.engine.numba_internals import from_dtype
from hatbox.engine.record import Record

HOW: dict[str, Any] = {"strict": False, "jit_options": {"error_model": "numpy"}}  # annotations may differ
_STATES: dict[Any, type[Record]] = {}  # by type, with and without a tape


def _state_of(kind: Any) -> type[Record] | None:
    """The state that a type belongs to; games may have been added since the last call."""
    if kind not in _STATES:
        for state in CONNECTED:
            _STATES[from_dtype(state.dtype)] = _STATES[from_dtype(state.telling)] = state
    return _STATES.get(kind)


def _dispatch(f: Callable[..., Any]) -> None:
    def chosen(s: Any, *rest: Any) -> Any:
        state = _state_of(s)
        return function_of(state, f.__name__) if state else None

    overload(f, **HOW)(chosen)


for _one in DISPATCHED:
    _dispatch(_one)
