"""Defaults for games that do not define a function: nothing hidden, nothing to remember, all moves equal."""

from collections.abc import Callable
from typing import Any

import numpy as np

from hatbox.engine.facts import WINS_NOW, say

ALIKE = 1e-9  # exact values closer than this are equal


def no_set(s: Any) -> Any:
    """The `legal_set` of a game without one."""
    return np.uint64(0)


def nothing_hidden(s: Any, seat: int) -> None:
    """The `resample` of a game without secrets."""


def all_even(s: Any, out: Any) -> None:
    """The `evaluate` of a game without one: nobody is ahead."""
    for seat in range(s.players):
        out[seat] = 0.0


def no_preference(s: Any, action: int) -> float:
    """The `prefer` of a game without one: all moves look equally good."""
    return 0.5


def nothing_shown(s: Any) -> int:
    """The `glimpse` of a game in which chance reveals nothing, its `reach`, and its exact table."""
    return 0


def no_features(s: Any, side: int, out: Any) -> int:
    """The `features` of a game that has learned nothing."""
    return 0


def no_weight(s: Any, number: int) -> int:
    """The `weight` of a game that has learned nothing."""
    return 0


def untrained(s: Any) -> bool:
    """The `trained` of a game that has learned nothing."""
    return False


def never_sighted(s: Any, seat: int, history: Any, actions: Any, out: Any) -> int:
    """The `sightings` of a game with nothing hidden."""
    return 0


def not_in_view(s: Any, seat: int, slot: int) -> bool:
    """The `in_view` of a game whose sightings are never in view."""
    return False


def kept_in_mind(s: Any, seat: int, slot: int) -> None:
    """The `forget` and `mix_up` of a game without them."""


def no_reluctance(s: Any, seat: int, action: int) -> float:
    """The `reluctance` of a game in which every move is sensible."""
    return 0.0


def only_itself(s: Any, action: int, other: int) -> bool:
    """The `alike` of a game whose moves all differ."""
    return action == other


def single_actions(s: Any) -> int:
    """The `turn_number` of a game in which every player chooses among actions."""
    return -1


def wins_or_nothing(
    s: Any, action: int, after: Any, seat: int, won: bool, boards: Any, acts: Any, pad: Any, out: Any
) -> None:
    """The `facts` of a game without any, with nothing hidden."""
    if won:
        say(out, WINS_NOW, 0, 0, 0)


def everybody_alone(s: Any) -> int:
    """The `sides` of a game without teams."""
    return int(s.players)


def never_solved(s: Any, table: Any) -> bool:
    """The `exact_sweep` of a game without exact play."""
    return False


def unknown_worth(s: Any, seat: int, action: int, table: Any) -> float:
    """The `exact_worth` of a game without exact play."""
    return 0.0


def only_the_best(s: Any) -> float:
    """The `exact_slack` of a game whose exact player accepts nothing less than the best."""
    return ALIKE


DEFAULT_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "legal_set": no_set,
    "resample": nothing_hidden,
    "evaluate": all_even,
    "prefer": no_preference,
    "glimpse": nothing_shown,
    "features": no_features,
    "weight": no_weight,
    "trained": untrained,
    "sightings": never_sighted,
    "reach": nothing_shown,
    "in_view": not_in_view,
    "forget": kept_in_mind,
    "mix_up": kept_in_mind,
    "reluctance": no_reluctance,
    "alike": only_itself,
    "turn_number": single_actions,
    "facts": wins_or_nothing,
    "sides": everybody_alone,
    "exact_key": nothing_shown,
    "exact_size": nothing_shown,
    "exact_sweep": never_solved,
    "exact_worth": unknown_worth,
    "exact_slack": only_the_best,
}
