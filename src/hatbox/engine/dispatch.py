"""The doors that every game has, for generic compiled code.

`apply(s, action)` inside a compiled function becomes the `apply` of the game that `s` belongs to, chosen by
the record's type while compiling: one search and one bulk loop serve all games at full speed.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.extending import overload

from hatbox.engine.numba_internals import from_dtype
from hatbox.engine.record import Buffer, Record, Tensor, Values

_BY_TYPE: dict[Any, dict[str, Callable[..., Any]]] = {}
_BY_MARK: dict[str, dict[str, Callable[..., Any]]] = {}
_HOW: dict[str, Any] = {"strict": False, "jit_options": {"error_model": "numpy"}}  # annotations may differ


def open_doors(state: type[Record], doors: dict[str, Callable[..., Any]]) -> None:
    """Let generic code reach a game's rules through the type of its record."""
    kind = from_dtype(state.dtype)
    known = _BY_TYPE.get(kind)
    assert known is None or _BY_MARK.get(state.mark) is known, f"two games share the record of {state.slug}"
    _BY_TYPE[kind] = _BY_TYPE[from_dtype(state.telling)] = _BY_MARK[state.mark] = doors


def _interpreted(s: Any, name: str) -> Callable[..., Any]:
    return _BY_MARK[_mark(s)][name]


def _mark(s: Any) -> str:
    """The name of the byte that marks a record's game."""
    return next(name for name in reversed(s.dtype.names) if name in _BY_MARK)


def _compiled(s: Any, name: str) -> Any:
    """The game's own function, uncompiled: a wrapper around it would halve the speed."""
    door = _BY_TYPE[s][name] if s in _BY_TYPE else None
    return getattr(door, "py_func", door)


def setup(s: Record) -> None:
    """Lay out the game; players, options and generator are set before."""
    _interpreted(s, "setup")(s)


@overload(setup, **_HOW)
def _setup(s: Any) -> Any:
    return _compiled(s, "setup")


def legal(s: Record, out: Buffer) -> int:
    """Write the legal actions into `out` and give their number."""
    return int(_interpreted(s, "legal")(s, out))


@overload(legal, **_HOW)
def _legal(s: Any, out: Any) -> Any:
    return _compiled(s, "legal")


def legal_set(s: Record) -> np.uint64:
    """The legal actions as bits, bit a for action a; 0: the game gives no such set, ask `legal`."""
    return np.uint64(_interpreted(s, "legal_set")(s))


@overload(legal_set, **_HOW)
def _legal_set(s: Any) -> Any:
    return _compiled(s, "legal_set")


def apply(s: Record, action: int) -> None:
    """Carry out one legal action and all that follows from it."""
    _interpreted(s, "apply")(s, action)


@overload(apply, **_HOW)
def _apply(s: Any, action: Any) -> Any:
    return _compiled(s, "apply")


def returns(s: Record, out: Values) -> None:
    """Write what the finished game is worth for each seat: they add up to 0, a lone winner gets 1."""
    _interpreted(s, "returns")(s, out)


@overload(returns, **_HOW)
def _returns(s: Any, out: Any) -> Any:
    return _compiled(s, "returns")


def resample(s: Record, seat: int) -> None:
    """Redraw from the generator all that `seat` cannot know (seat -1: a spectator).

    The outcome depends on the generator and on what the seat knows, on nothing hidden: bots start from it.
    """
    _interpreted(s, "resample")(s, seat)


@overload(resample, **_HOW)
def _resample(s: Any, seat: Any) -> Any:
    return _compiled(s, "resample")


def observe(s: Record, seat: int, out: Tensor) -> None:
    """Write what `seat` knows with perfect memory as numbers."""
    _interpreted(s, "observe")(s, seat, out)


@overload(observe, **_HOW)
def _observe(s: Any, seat: Any, out: Any) -> Any:
    return _compiled(s, "observe")


def view(s: Record, seat: int, aid: bool, out: Any) -> None:
    """Write what a seat may see (-1: a spectator) into the game's view record; `aid` is the memory aid."""
    _interpreted(s, "view")(s, seat, aid, out)


@overload(view, **_HOW)
def _view(s: Any, seat: Any, aid: Any, out: Any) -> Any:
    return _compiled(s, "view")


def why_not(s: Record, action: int) -> int:
    """The reason that forbids an action now, see reasons.py."""
    return int(_interpreted(s, "why_not")(s, action))


@overload(why_not, **_HOW)
def _why_not(s: Any, action: Any) -> Any:
    return _compiled(s, "why_not")


def evaluate(s: Record, out: Values) -> None:
    """Write a guess of what the game in progress will be worth for each seat, from -1 to 1."""
    _interpreted(s, "evaluate")(s, out)


@overload(evaluate, **_HOW)
def _evaluate(s: Any, out: Any) -> Any:
    return _compiled(s, "evaluate")


def prefer(s: Record, action: int) -> float:
    """How good a legal action looks at first sight, from 0 to 1, for the seat that must act."""
    return float(_interpreted(s, "prefer")(s, action))


@overload(prefer, **_HOW)
def _prefer(s: Any, action: Any) -> Any:
    return _compiled(s, "prefer")


def glimpse(s: Record) -> int:
    """What chance has just shown to everybody, 0 to 255: a die, the value of an open stone; 0 for nothing."""
    return int(_interpreted(s, "glimpse")(s))


@overload(glimpse, **_HOW)
def _glimpse(s: Any) -> Any:
    return _compiled(s, "glimpse")
