"""The position of the slow reference: hats, players, options – in the rulebook's terms."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from itertools import combinations
from typing import Any, TypeAlias

Seat: TypeAlias = int
Place: TypeAlias = int
Animal: TypeAlias = int

ANIMALS = 6
PLACES = 5  # the circle; the boxed hat cannot be looked into or swapped
MOST_PLAYERS = 4
FIRST_ROUND = 1  # rounds are counted 1, 2, … as in worked example 9
VOIDS_FOR_A_DRAW = 20

# Action numbers of the rules page, section 6.
PEEK = 0
NAME = 5
SWAP = 11
NO_SWAP = 16
SWAP2 = 17
SKIP2 = 27
ACTIONS = 28
PAIRS: list[tuple[Place, Place]] = list(combinations(range(PLACES), 2))  # lexicographic order


class Phase(IntEnum):
    """What the current seat has to decide."""

    ACT = 0
    SWAP = 1
    SWAP2 = 2
    ENDED = 3


@dataclass
class Hat:
    """One hat with its animal, and the seats that have looked into it in this round."""

    animal: Animal
    seen_by: set[Seat] = field(default_factory=set)


@dataclass
class RoundEnd:
    """What becomes public when a round ends (R-08, R-21)."""

    how: str  # "named" (VA-13), "last" (VA-15) or "void"
    winner: Seat | None
    told: list[int]  # animals of places 0..4 and of the box, −1 where nothing becomes public


@dataclass
class Position:
    """Everything on the table, open and hidden."""

    players: int
    options: dict[str, Any]
    circle: list[Hat]
    boxed: Hat
    turn: Seat
    starter: Seat
    phase: Phase = Phase.ACT
    looked_at: Place | None = None
    swapped_with: Place | None = None
    wrong_names: dict[Seat, Animal] = field(default_factory=dict)  # exactly the seats that are out
    tokens: list[int] = field(default_factory=list)
    round: int = FIRST_ROUND
    round_turns: int = 0
    voids: int = 0
    winner: Seat | None = None
    drawn: bool = False
    last_round: RoundEnd | None = None

    def still_in(self) -> list[Seat]:
        """Seats that still take part in this round (VA-14)."""
        return [seat for seat in range(self.players) if seat not in self.wrong_names]


def default_options() -> dict[str, Any]:
    """The options of the rules page's section 4 with their defaults; `players` is passed separately."""
    return {
        "swap": "must",
        "expert": "off",
        "starter": 0,
        "wins_needed": 2,
        "reveal_at_round_end": True,
        "no_repeek": False,
        "round_turn_cap": 100,
        "track_marks": False,
    }


def complete_options(players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Fill in the defaults; ValueError for a number of players, a name or a value that does not exist."""
    if not 2 <= players <= MOST_PLAYERS:
        raise ValueError(f"2 to 4 players, not {players} (VA-01)")
    unknown = set(options) - set(default_options())
    if unknown:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    complete = {**default_options(), **options}
    for name, value in complete.items():
        if not is_option_value(players, name, value):
            raise ValueError(f"option {name} cannot be {value!r}")
    return complete


def is_option_value(players: int, name: str, value: Any) -> bool:
    """Whether the rules page's section 4 lists this value."""
    if name == "swap":
        return value in ("must", "may")
    if name == "expert":
        return value in ("off", "any_two", "other_three")
    if name == "starter":
        return value == "random" or (is_whole_number(value) and 0 <= value < players)
    if name == "wins_needed":
        return is_whole_number(value) and 1 <= value <= 5
    if name == "round_turn_cap":
        return is_whole_number(value) and (value == 0 or 20 <= value <= 10000)
    return isinstance(value, bool)  # reveal_at_round_end, no_repeek, track_marks


def is_whole_number(value: Any) -> bool:
    """Whether a value is an int but not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)
