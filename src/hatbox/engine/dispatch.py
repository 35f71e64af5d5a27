"""The functions that every game has, for generic compiled code.

`apply(s, action)` inside a compiled function becomes the `apply` of the game that `s` belongs to, chosen by
the record's type while compiling: one search and one bulk loop serve all games at full speed.
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
    """A function that every game has one of its own of; compiled code goes there at once, see dispatch_numba.py."""
    DISPATCHED.append(f)
    return f


def function_of(state: type[Record], name: str) -> Callable[..., Any]:
    """A game's own function."""
    return _BY_MARK[state.mark][name]


def _ask(s: Any, name: str, *rest: Any) -> Any:
    """The answer of the game's own function, interpreted."""
    return _BY_MARK[_mark(s)][name](s, *rest)


def _mark(s: Any) -> str:
    """The name of the byte that marks a record's game."""
    return next(name for name in reversed(s.dtype.names) if name in _BY_MARK)


@dispatched
def setup(s: Record) -> None:
    """Lay out the game; players, options and generator are set before."""
    _ask(s, "setup")


@dispatched
def legal(s: Record, out: Buffer) -> int:
    """Write the legal actions into `out` and give their number."""
    return int(_ask(s, "legal", out))


@dispatched
def legal_set(s: Record) -> np.uint64:
    """The legal actions as bits, bit a for action a; 0: the game gives no such set, ask `legal`."""
    return np.uint64(_ask(s, "legal_set"))


@dispatched
def apply(s: Record, action: int) -> None:
    """Carry out one legal action and all that follows from it."""
    _ask(s, "apply", action)


@dispatched
def returns(s: Record, out: Values) -> None:
    """Write what the finished game is worth for each seat: they add up to 0, a lone winner gets 1."""
    _ask(s, "returns", out)


@dispatched
def resample(s: Record, seat: int) -> None:
    """Redraw from the generator all that `seat` cannot know (seat -1: a spectator).

    The outcome depends on the generator and on what the seat knows, on nothing hidden: bots start from it.
    """
    _ask(s, "resample", seat)


@dispatched
def observe(s: Record, seat: int, out: Tensor) -> None:
    """Write what `seat` knows with perfect memory as numbers."""
    _ask(s, "observe", seat, out)


@dispatched
def view(s: Record, seat: int, aid: bool, out: Any) -> None:
    """Write what a seat may see (-1: a spectator) into the game's view record; `aid` is the memory aid."""
    _ask(s, "view", seat, aid, out)


@dispatched
def why_not(s: Record, action: int) -> int:
    """The reason that forbids an action now, see reasons.py."""
    return int(_ask(s, "why_not", action))


@dispatched
def evaluate(s: Record, out: Values) -> None:
    """Write a guess of what the game in progress will be worth for each seat, from -1 to 1."""
    _ask(s, "evaluate", out)


@dispatched
def prefer(s: Record, action: int) -> float:
    """How good a legal action looks at first sight, from 0 to 1, for the seat that must act."""
    return float(_ask(s, "prefer", action))


@dispatched
def glimpse(s: Record) -> int:
    """What chance has just shown to everybody, 0 to 255: a die, the value of an open stone; 0 for nothing."""
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


# ---- what only levels, hints and exact players ask, see bots ---------------------------------------------------


@dispatched
def sightings(s: Record, seat: int, history: States, actions: Int32s, out: Any) -> int:
    """Write all that a seat was shown and could still know as (slot, what, when, moved), and give their number.

    `history` are the last positions, `actions` what was done in them; `when` is a number in them, -1: not told.
    """
    return int(_ask(s, "sightings", seat, history, actions, out))


@dispatched
def reach(s: Record) -> int:
    """How many actions back sightings can be found; 0: they have no times."""
    return int(_ask(s, "reach"))


@dispatched
def in_view(s: Record, seat: int, slot: int) -> bool:
    """Whether a seat sees at this moment what is there."""
    return bool(_ask(s, "in_view", seat, slot))


@dispatched
def forget(s: Record, seat: int, slot: int) -> None:
    """Make what a seat was shown there as good as never shown."""
    _ask(s, "forget", seat, slot)


@dispatched
def mix_up(s: Record, seat: int, slot: int) -> None:
    """Let a seat believe what it was shown there to be next to where it is."""
    _ask(s, "mix_up", seat, slot)


@dispatched
def reluctance(s: Record, seat: int, action: int) -> float:
    """How much speaks against a legal action at first sight: a level thinks only of those with the least."""
    return float(_ask(s, "reluctance", seat, action))


@dispatched
def alike(s: Record, action: int, other: int) -> bool:
    """Whether another action is as good as this one for sure."""
    return bool(_ask(s, "alike", action, other))


@dispatched
def turn_number(s: Record) -> int:
    """How many turns were played, where lesser players choose among whole turns; -1: they choose among actions."""
    return int(_ask(s, "turn_number"))


@dispatched
def facts(
    s: Record, action: int, after: Record, seat: int, won: bool, boards: States, acts: Any, pad: Any, out: Any
) -> None:
    """Note what an action does that leads to `after` at the end of the turn, see facts.py; the boards are for trying.

    `s` and `after` are worlds that the seat cannot tell from the true one, `won` says whether `after` is won for it.
    """
    _ask(s, "facts", action, after, seat, won, boards, acts, pad, out)


@dispatched
def sides(s: Record) -> int:
    """How many sides play against each other: teams, every so many seats one, or every seat for itself."""
    return int(_ask(s, "sides"))


@dispatched
def exact_key(s: Record) -> int:
    """Names the table of exact values for these players and options; 0: there is no exact player."""
    return int(_ask(s, "exact_key"))


@dispatched
def exact_size(s: Record) -> int:
    """How many numbers that table has."""
    return int(_ask(s, "exact_size"))


@dispatched
def exact_sweep(s: Record, table: Tensor) -> bool:
    """Improve the table once, which begins with zeros; whether it must be improved further."""
    return bool(_ask(s, "exact_sweep", table))


@dispatched
def exact_worth(s: Record, seat: int, action: int, table: Tensor) -> float:
    """What an action is worth to the seat that must act: of two players wins minus losses, of more the order counts."""
    return float(_ask(s, "exact_worth", seat, action, table))


@dispatched
def exact_slack(s: Record) -> float:
    """How much less than the best an action may be worth for the exact player to choose it."""
    return float(_ask(s, "exact_slack"))


compiled_in("hatbox.engine.dispatch_numba")
