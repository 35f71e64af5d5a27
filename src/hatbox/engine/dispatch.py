"""The functions that every game has, for generic compiled code.

`apply(s, action)` inside a compiled function becomes the `apply` of the game that `s` belongs to, chosen by the type
of the record at compile time: one search and one bulk loop serve all games at full speed.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from hatbox.engine.jit import compiled_in
from hatbox.engine.record import Buffer, Int32s, Record, States, Tensor, Values

F = TypeVar("F", bound=Callable[..., Any])
_BY_MARK: dict[str, dict[str, Callable[..., Any]]] = {}
CONNECTED: list[type[Record]] = []  # the states of all games
DISPATCHED: list[Callable[..., Any]] = []  # the functions below


def connect(state: type[Record], functions: dict[str, Callable[..., Any]]) -> None:
    """Let generic code reach a game's rules through the type of its record."""
    _BY_MARK[state.mark] = functions
    CONNECTED.append(state)


def dispatched(f: F) -> F:
    """Mark a function that every game defines; compiled code calls the game's own directly, see dispatch_numba.py."""
    DISPATCHED.append(f)
    return f


def function_of(state: type[Record], name: str) -> Callable[..., Any]:
    """The game's own version of a function."""
    return _BY_MARK[state.mark][name]


def _ask(s: Any, name: str, *rest: Any) -> Any:
    """Call the game's own function, interpreted."""
    return _BY_MARK[_mark(s)][name](s, *rest)


def _mark(s: Any) -> str:
    """The name of the byte that identifies a record's game."""
    return next(name for name in reversed(s.dtype.names) if name in _BY_MARK)


@dispatched
def setup(s: Record) -> None:
    """Set up the game; players, options and generator have been set before."""
    _ask(s, "setup")


@dispatched
def legal(s: Record, out: Buffer) -> int:
    """Write the legal actions into `out` and return their number."""
    return int(_ask(s, "legal", out))


@dispatched
def legal_set(s: Record) -> np.uint64:
    """The legal actions as bits, bit a for action a; 0: the game has no such set, use `legal`."""
    return np.uint64(_ask(s, "legal_set"))


@dispatched
def apply(s: Record, action: int) -> None:
    """Carry out one legal action and everything that follows from it."""
    _ask(s, "apply", action)


@dispatched
def returns(s: Record, out: Values) -> None:
    """Write the value of a finished game for each seat: they add up to 0, and a sole winner gets 1."""
    _ask(s, "returns", out)


@dispatched
def resample(s: Record, seat: int) -> None:
    """Redraw everything that `seat` cannot know, using the generator (seat -1: a spectator).

    The result depends only on the generator and on what the seat knows, on nothing hidden: bots start from it.
    """
    _ask(s, "resample", seat)


@dispatched
def observe(s: Record, seat: int, out: Tensor) -> None:
    """Write what `seat` knows with perfect memory, as numbers."""
    _ask(s, "observe", seat, out)


@dispatched
def view(s: Record, seat: int, aid: bool, out: Any) -> None:
    """Write what a seat may see (-1: a spectator) into the game's view record; `aid` is the memory aid."""
    _ask(s, "view", seat, aid, out)


@dispatched
def why_not(s: Record, action: int) -> int:
    """The reason why an action is not allowed now, see reasons.py."""
    return int(_ask(s, "why_not", action))


@dispatched
def evaluate(s: Record, out: Values) -> None:
    """Write an estimate of what the game in progress will be worth to each seat, from -1 to 1."""
    _ask(s, "evaluate", out)


@dispatched
def prefer(s: Record, action: int) -> float:
    """How good a legal action looks at first sight to the seat that must act, from 0 to 1."""
    return float(_ask(s, "prefer", action))


@dispatched
def glimpse(s: Record) -> int:
    """What chance has just revealed to everyone, 0 to 255: a die, the value of an open stone; 0 for nothing."""
    return int(_ask(s, "glimpse"))


@dispatched
def features(s: Record, side: int, out: Int32s) -> int:
    """Write the numbers of all features of a side that hold now, and give how many; one may stand there twice."""
    return int(_ask(s, "features", side, out))


@dispatched
def weight(s: Record, number: int) -> int:
    """What was learned of a feature, in parts of a score, see learned.py."""
    return int(_ask(s, "weight", number))


@dispatched
def trained(s: Record) -> bool:
    """Whether weights were learned for these players and options."""
    return bool(_ask(s, "trained"))


# ---- only used by levels, hints and exact players, see bots ----------------------------------------------------


@dispatched
def sightings(s: Record, seat: int, history: States, actions: Int32s, out: Any) -> int:
    """Write everything a seat was shown and may still know as (slot, what, when, moved), and return the count.

    `history` holds the last positions, `actions` what was done in them; `when` is an index into them, or -1 if unknown.
    """
    return int(_ask(s, "sightings", seat, history, actions, out))


@dispatched
def reach(s: Record) -> int:
    """How many actions back sightings can be found; 0: sightings have no times."""
    return int(_ask(s, "reach"))


@dispatched
def in_view(s: Record, seat: int, slot: int) -> bool:
    """Whether a seat can see what is there right now."""
    return bool(_ask(s, "in_view", seat, slot))


@dispatched
def forget(s: Record, seat: int, slot: int) -> None:
    """Make a seat forget what it was shown there."""
    _ask(s, "forget", seat, slot)


@dispatched
def mix_up(s: Record, seat: int, slot: int) -> None:
    """Make a seat believe that what it was shown there is in a neighbouring place."""
    _ask(s, "mix_up", seat, slot)


@dispatched
def reluctance(s: Record, seat: int, action: int) -> float:
    """How much speaks against a legal action at first sight: bot levels consider only the actions with the least."""
    return float(_ask(s, "reluctance", seat, action))


@dispatched
def alike(s: Record, action: int, other: int) -> bool:
    """Whether another action is certainly as good as this one."""
    return bool(_ask(s, "alike", action, other))


@dispatched
def turn_number(s: Record) -> int:
    """How many turns were played, if weaker players choose among whole turns; -1: they choose among actions."""
    return int(_ask(s, "turn_number"))


@dispatched
def facts(
    s: Record, action: int, after: Record, seat: int, won: bool, boards: States, acts: Any, pad: Any, out: Any
) -> None:
    """Note what an action does that leads to `after` at the end of the turn, see facts.py; boards are scratch space.

    `s` and `after` are worlds that the seat cannot tell from the true one; `won` says whether the seat has won `after`.
    """
    _ask(s, "facts", action, after, seat, won, boards, acts, pad, out)


@dispatched
def sides(s: Record) -> int:
    """How many sides play against each other: teams of every n-th seat, or every seat on its own."""
    return int(_ask(s, "sides"))


@dispatched
def exact_key(s: Record) -> int:
    """Identifies the table of exact values for these players and options; 0: there is no exact player."""
    return int(_ask(s, "exact_key"))


@dispatched
def exact_size(s: Record) -> int:
    """How many numbers that table holds."""
    return int(_ask(s, "exact_size"))


@dispatched
def exact_sweep(s: Record, table: Tensor) -> bool:
    """Improve the table once, starting from zeros, and return whether it needs more."""
    return bool(_ask(s, "exact_sweep", table))


@dispatched
def exact_worth(s: Record, seat: int, action: int, table: Tensor) -> float:
    """An action's value to the acting seat: wins minus losses for two players; with more, only the order counts."""
    return float(_ask(s, "exact_worth", seat, action, table))


@dispatched
def exact_slack(s: Record) -> float:
    """How far below the best an action's value may be for the exact player to choose it."""
    return float(_ask(s, "exact_slack"))


compiled_in("hatbox.engine.dispatch_numba")
