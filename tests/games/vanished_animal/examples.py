"""The worked examples of the rules page (section 7) as plain data, for every engine of this game.

Places, animals, actions and field names are those of the rules page's section 6; seats A, B, C, D are 0 to 3.
A position is `base_fields(players)` overlaid with the example's own fields. A step that ends a round contains the deal
of the next one: afterwards the six hats are as dealt.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Deal = tuple[int, int, int, int, int, int]
Fields = dict[str, Any]

LAYOUT: Deal = (2, 0, 5, 1, 3, 4)  # places 0..4 and the box, as in worked example 1
NEXT: Deal = (5, 4, 3, 2, 1, 0)  # a deal for the next round
SPECTATOR = -1
DRAW = -2
LOOKS = frozenset(range(5))
NAMES = frozenset(range(5, 11))
UNSEEN = [-1, -1, -1, -1, -1]


def base_fields(players: int) -> Fields:
    """The first turn of a game: nothing looked at, seat 0 to act, hats as in `LAYOUT`."""
    nothing_yet: Fields = {"seen_by": [0] * 5, "named": [-1] * 4, "out": 0, "peek": -1, "swap_to": -1}
    to_act: Fields = {"phase": 0, "turn": 0, "starter": 0, "round": 1, "round_turns": 0, "voids": 0}
    return {"hats": list(LAYOUT), **nothing_yet, **to_act, "tokens": [0] * 4, "winner": -1, "n": players}


@dataclass(frozen=True)
class Step:
    """One action, the deal it needs when it ends a round, and fields that must hold right after it."""

    action: int
    deal: Deal | None = None
    then: Fields = field(default_factory=dict)


@dataclass(frozen=True)
class Known:
    """What one seat (or the `SPECTATOR`) knows; None and missing fields are not checked."""

    seat: int
    view: Fields = field(default_factory=dict)  # fields of its observation
    worlds: int | None = None  # layouts that its hard facts leave
    sensible: int | None = None  # those of them in which nobody named an animal they had seen
    missing: set[int] | None = None  # animals that may be in the box, by hard facts


@dataclass(frozen=True)
class RoundEnd:
    """What the last round end revealed: how, who (−1 for nobody), and six animals (−1 if not revealed)."""

    how: str  # "named" (VA-13), "last" (VA-15) or "void"
    winner: int
    told: tuple[int, ...]


@dataclass(frozen=True)
class Example:
    """One worked example, or one branch of it; legal sets are exact, None is not checked."""

    number: str
    title: str
    rules: tuple[str, ...]
    players: int
    options: Fields = field(default_factory=dict)
    before: Fields = field(default_factory=dict)
    legal: frozenset[int] | None = None  # before the first step
    known: tuple[Known, ...] = ()  # before the first step
    steps: tuple[Step, ...] = ()
    after: Fields = field(default_factory=dict)
    legal_after: frozenset[int] | None = None
    known_after: tuple[Known, ...] = ()
    round_end: RoundEnd | None = None
    winner: int | None = None  # the game is over: the wand's owner or `DRAW`; None: it goes on


def acts(*actions: int) -> frozenset[int]:
    """Exactly these actions."""
    return frozenset(actions)


def one_out(seat: int, name: int, **more: Any) -> Fields:
    """The fields of a round in which one seat has named a wrong animal."""
    named = [-1] * 4
    named[seat] = name
    return {"named": named, "out": 1 << seat, **more}


NEW_ROUND: Fields = {"seen_by": [0] * 5, "named": [-1] * 4, "out": 0, "phase": 0, "peek": -1, "swap_to": -1}
NEW_ROUND |= {"round_turns": 0, "hats": list(NEXT)}  # VA-20

LOOKING = [
    Example(
        "1", "a look is private, the swap is not with itself", ("VA-08", "VA-09", "VA-10", "R-17", "R-24"), 2,
        legal=LOOKS | NAMES, steps=(Step(0),),
        after={"phase": 1, "peek": 0, "turn": 0, "seen_by": [1, 0, 0, 0, 0], "round_turns": 0},
        legal_after=acts(12, 13, 14, 15),
        known_after=(Known(0, {"content": [2, -1, -1, -1, -1]}), Known(1, {"content": UNSEEN, "box": -1})),
    ),
    Example(
        "2", "the bit moves with the hat", ("VA-10", "VA-11", "VA-07"), 2, steps=(Step(0), Step(14)),
        after={"hats": [1, 0, 5, 2, 3, 4], "seen_by": [0, 0, 0, 1, 0], "turn": 1, "phase": 0, "peek": -1}
        | {"swap_to": -1, "round_turns": 1},
        known_after=(Known(0, {"content": [-1, -1, -1, 2, -1]}), Known(1, {"content": UNSEEN})),
    ),
    Example(
        "3", "both have seen the same hat", ("VA-09",), 2, steps=(Step(0), Step(14), Step(3)),
        after={"hats": [1, 0, 5, 2, 3, 4], "seen_by": [0, 0, 0, 3, 0], "turn": 1, "phase": 1, "peek": 3},
        known_after=(Known(1, {"content": [-1, -1, -1, 2, -1]}), Known(SPECTATOR, {"content": UNSEEN})),
    ),
    Example(
        "10", "naming an animal seen by oneself is legal and wrong", ("R-10", "VA-14"), 3,
        before={"seen_by": [1, 2, 4, 0, 0], "round_turns": 3}, legal=LOOKS | NAMES, steps=(Step(7),),
        after=one_out(0, 2, turn=1, phase=0, round_turns=4, seen_by=[1, 2, 4, 0, 0]),
    ),
    Example(
        "11", "only a name opens the box, and only for the namer", ("R-09", "VA-12", "R-23"), 3,
        legal=LOOKS | NAMES, known=(Known(0, {"box": -1}),), steps=(Step(5),), after=one_out(0, 0, turn=1),
        known_after=(Known(0, {"box": 4}), *(Known(seat, {"box": -1}) for seat in (1, 2, SPECTATOR))),
    ),
    Example(
        "12", "the swap may be left out", ("R-01",), 2, {"swap": "may"}, steps=(Step(2), Step(16)),
        after={"hats": list(LAYOUT), "seen_by": [0, 0, 1, 0, 0], "turn": 1, "phase": 0, "round_turns": 1},
    ),
    Example(
        "12b", "the choice of partners with an optional swap", ("R-01", "R-17"), 2, {"swap": "may"},
        steps=(Step(2),), after={"phase": 1}, legal_after=acts(11, 12, 14, 15, 16),
    ),
    Example(
        "13", "any two: the second swap may undo the first", ("VA-21", "R-03"), 2, {"expert": "any_two"},
        steps=(Step(0), Step(14, then={"phase": 2, "swap_to": 3, "peek": 0, "turn": 0}), Step(19)),
        after={"hats": list(LAYOUT), "seen_by": [1, 0, 0, 0, 0], "turn": 1, "phase": 0, "swap_to": -1},
    ),
    Example(
        "13b", "any two: or none", ("VA-21", "R-03"), 2, {"expert": "any_two"},
        steps=(Step(0), Step(14), Step(27)),
        after={"hats": [1, 0, 5, 2, 3, 4], "seen_by": [0, 0, 0, 1, 0], "turn": 1, "phase": 0},
    ),
    Example(
        "13c", "any two: the ten pairs", ("VA-21", "R-03"), 2, {"expert": "any_two"},
        steps=(Step(0), Step(14)), after={"phase": 2}, legal_after=frozenset(range(17, 28)),
    ),
    Example(
        "14", "other three: the pairs not just swapped", ("VA-21", "R-03"), 2, {"expert": "other_three"},
        steps=(Step(0), Step(14)), after={"phase": 2, "round_turns": 0}, legal_after=acts(21, 23, 25, 27),
    ),
    Example(
        "23", "no second look: by hat", ("VA-09",), 2, {"no_repeek": True},
        before={"seen_by": [0, 1, 2, 2, 1], "round_turns": 4}, legal=acts(0, 2, 3) | NAMES,
    ),
    Example(
        "23b", "no second look: the swap carries the ban along", ("VA-09", "VA-11"), 2, {"no_repeek": True},
        before={"seen_by": [0, 1, 0, 2, 1], "round_turns": 3, "turn": 1}, legal=acts(0, 1, 2, 4) | NAMES,
        steps=(Step(1), Step(13)), after={"turn": 0, "seen_by": [0, 0, 3, 2, 1]},
        legal_after=acts(0, 1, 3) | NAMES,
    ),
]  # fmt: skip

KNOWING = [
    Example(
        "16", "A has seen hats 0, 1, 2, B 0, 1, 3: three candidates for B", ("R-22",), 3,
        before={"hats": [0, 1, 2, 3, 4, 5], "seen_by": [7, 3, 1, 2, 0], "round_turns": 9},
        known=(Known(1, worlds=6, sensible=6, missing={2, 4, 5}),),
    ),
    Example(
        "16b", "B has not seen the wrong name: it must stand in hat 4", ("R-16", "R-22"), 3,
        before={"hats": [0, 1, 2, 3, 4, 5], "seen_by": [7, 3, 1, 2, 0], "round_turns": 9}, steps=(Step(9),),
        after=one_out(0, 4, turn=1), known_after=(Known(1, worlds=4, sensible=2, missing={2, 5}),),
    ),
    Example(
        "16c", "B had seen the wrong name: still three candidates", ("R-16", "R-22"), 3,
        before={"hats": [0, 1, 2, 3, 4, 5], "seen_by": [7, 3, 1, 2, 0], "round_turns": 9}, steps=(Step(8),),
        after=one_out(0, 3, turn=1), known_after=(Known(1, worlds=6, sensible=6, missing={2, 4, 5}),),
    ),
    Example(
        "17", "four hats seen: a name succeeds with 1/2", ("R-22",), 2,
        before={"seen_by": [3, 3, 3, 3, 0], "round_turns": 8},
        known=(Known(0, worlds=2, missing={3, 4}), Known(1, worlds=2, missing={3, 4})),
    ),
    Example(
        "18", "five hats seen: a name is certain", ("VA-13", "R-22"), 2,
        before={"seen_by": [3, 1, 1, 1, 1], "round_turns": 10}, known=(Known(0, worlds=1, missing={4}),),
        steps=(Step(9, NEXT),), after={"tokens": [1, 0, 0, 0], "round": 2},
    ),
    Example(
        "20", "a round begins with 720 worlds for everybody", ("VA-23", "R-22"), 4,
        known=tuple(Known(seat, worlds=720) for seat in (0, 1, 2, 3, SPECTATOR)), steps=(Step(0),),
        known_after=(Known(0, worlds=120), *(Known(seat, worlds=720) for seat in (1, 2, 3, SPECTATOR))),
    ),
    Example(  # constructed: in real play seat B would have looked into something by now
        "20b", "worlds after a wrong name", ("R-16", "R-22", "R-23"), 4,
        before={"seen_by": [9, 12, 0, 4, 0], "round_turns": 8}, steps=(Step(6),), after=one_out(0, 1, turn=1),
        known_after=(
            Known(0, {"box": 4}, worlds=24, missing={4}), Known(1, worlds=600), Known(2, worlds=24),
            Known(3, worlds=18), Known(SPECTATOR, worlds=600),
        ),
    ),
]  # fmt: skip

ROUNDS = [
    Example(
        "4", "a right name wins the round", ("VA-13", "VA-16", "VA-19"), 2, steps=(Step(9, NEXT),),
        after={"tokens": [1, 0, 0, 0], "starter": 1, "turn": 1, "round": 2},
        round_end=RoundEnd("named", 0, LAYOUT),
    ),
    Example(
        "4b", "a right name without the reveal tells the box", ("R-08", "R-21"), 2,
        {"reveal_at_round_end": False}, steps=(Step(9, NEXT),),
        round_end=RoundEnd("named", 0, (-1, -1, -1, -1, -1, 4)),
    ),
    Example(
        "5", "a wrong name of two hands the round over", ("VA-14", "VA-15", "R-11", "R-12", "R-13"), 2,
        steps=(Step(6, NEXT),), after={"tokens": [0, 1, 0, 0], "starter": 0, "turn": 0, "round": 2},
        round_end=RoundEnd("last", 1, LAYOUT),
    ),
    Example(
        "5b", "the last player's win without the reveal tells nothing", ("R-21",), 2,
        {"reveal_at_round_end": False}, steps=(Step(6, NEXT),), round_end=RoundEnd("last", 1, (-1,) * 6),
    ),
    Example(
        "6", "who is out is skipped", ("VA-14", "VA-07"), 3,
        steps=(
            Step(6, then=one_out(0, 1, turn=1, round_turns=1)), Step(0), Step(12, then={"turn": 2}),
            Step(0), Step(12, then={"turn": 1}), Step(0), Step(12, then={"turn": 2}),
        ),
        after=one_out(0, 1, round=1, round_turns=4),
    ),
    Example(
        "7", "the last one wins out of turn", ("VA-15", "R-11", "R-12"), 3,
        before=one_out(0, 1, turn=1, round_turns=1), steps=(Step(5, NEXT),),
        after={"tokens": [0, 0, 1, 0], "starter": 0, "turn": 0, "out": 0},
        round_end=RoundEnd("last", 2, LAYOUT),
    ),
    Example(
        "8", "the second round win takes the wand", ("VA-17", "VA-18", "VA-22"), 3,
        before={"tokens": [1, 1, 0, 0], "round": 3, "starter": 2, "round_turns": 1, "seen_by": [4] + [0] * 4},
        steps=(Step(9),),
        after={"tokens": [1, 1, 0, 0], "phase": 3, "hats": list(LAYOUT)}, legal_after=acts(), winner=0,
    ),
    Example(
        "8b", "also as the last one in the round", ("VA-15", "VA-17"), 2,
        before={"tokens": [1, 0, 0, 0], "round": 2, "starter": 1, "turn": 1}, steps=(Step(5),),
        after=one_out(1, 0, phase=3, tokens=[1, 0, 0, 0]), legal_after=acts(), winner=0,
    ),
    Example(
        "9", "the longest game of four: five rounds", ("VA-04", "VA-16", "VA-17", "VA-19", "R-14"), 4,
        steps=(
            Step(9, NEXT, {"tokens": [1, 0, 0, 0], "turn": 1}), Step(5, NEXT, {"tokens": [1, 1, 0, 0]}),
            Step(5, NEXT, {"tokens": [1, 1, 1, 0]}), Step(5, LAYOUT, {"tokens": [1, 1, 1, 1], "turn": 0}),
            Step(0), Step(12), Step(0), Step(12, then={"turn": 2}), Step(9),
        ),
        after={"tokens": [1, 1, 1, 1], "round": 5, "phase": 3}, winner=2,
    ),
    Example(
        "15", "a new round keeps the tokens only", ("VA-20", "VA-23"), 3,
        before=one_out(1, 0, seen_by=[1, 4, 5, 0, 2], tokens=[1, 0, 0, 0], round=2, starter=1, round_turns=6)
        | {"turn": 2}, steps=(Step(9, NEXT),),
        after=NEW_ROUND | {"tokens": [1, 0, 1, 0], "starter": 0, "turn": 0, "round": 3},
    ),
    Example(
        "19", "the turn cap makes the round void", ("R-07",), 2,
        before={"seen_by": [3, 0, 0, 0, 0], "round_turns": 99, "turn": 1}, steps=(Step(0), Step(12, NEXT)),
        after=NEW_ROUND | {"starter": 0, "turn": 0, "tokens": [0] * 4, "voids": 1, "round": 2},
        round_end=RoundEnd("void", -1, (0, 2, 5, 1, 3, 4)),
    ),
    Example(
        "19b", "a void round without the reveal tells nothing", ("R-07", "R-21"), 2,
        {"reveal_at_round_end": False}, before={"seen_by": [3, 0, 0, 0, 0], "round_turns": 99, "turn": 1},
        steps=(Step(0), Step(12, NEXT)), after={"voids": 1}, round_end=RoundEnd("void", -1, (-1,) * 6),
    ),
    Example(
        "21", "one win needed", ("R-20",), 2, {"wins_needed": 1}, steps=(Step(9),),
        after={"tokens": [0, 0, 0, 0]}, winner=0,
    ),
    Example(
        "21b", "three wins needed: a second token, then the wand", ("R-20",), 2, {"wins_needed": 3},
        before={"tokens": [1, 0, 0, 0], "round": 2, "starter": 1, "round_turns": 1, "seen_by": [2] + [0] * 4},
        steps=(Step(9, NEXT, {"tokens": [2, 0, 0, 0], "turn": 1}), Step(6)),
        after={"tokens": [2, 0, 0, 0], "round": 3}, winner=0,
    ),
    Example(
        "22", "a wrong name in the last turn, two left: void", ("R-07", "VA-14"), 3, {"round_turn_cap": 20},
        before={"seen_by": [7, 0, 0, 0, 0], "round_turns": 19, "turn": 1}, steps=(Step(5, NEXT),),
        after=NEW_ROUND | {"starter": 0, "turn": 0, "tokens": [0] * 4, "voids": 1, "round": 2},
    ),
    Example(
        "22b", "a wrong name in the last turn, one left wins", ("R-07", "VA-15"), 3, {"round_turn_cap": 20},
        before=one_out(0, 1, seen_by=[6, 0, 0, 0, 0], round_turns=19, turn=1), steps=(Step(5, NEXT),),
        after=NEW_ROUND | {"starter": 0, "turn": 0, "tokens": [0, 0, 1, 0], "voids": 0, "round": 2},
    ),
]  # fmt: skip

EXAMPLES = LOOKING + KNOWING + ROUNDS
