"""The form of a worked example, and the words its data is written in.

An example names only what matters; `full_fields` fills in the rest from a base position:

- the current seat is asked for a card (phase 2); round 1, hand size 6, ply 0, the last seat dealt;
- every figure not mentioned is in its dormitory, the caretaker is in the hall, no figure has arrived yet;
- each other seat holds a single Two, so that the turn passes on without a new deal;
- everyone gave away a Two in the exchange, and nobody knows any more where it is (`known` 0);
- nothing is discarded, and the stock holds all cards that are not mentioned.

Where the caretaker is in play although the rules page puts no figure in the hall, a yellow (or else another
idle) figure is added there, so that every position can come up in a real game.
"""

from dataclasses import dataclass, field
from typing import Any

RED, BLUE, GREEN, YELLOW = 0, 1, 2, 3
COLOURS = ("red", "blue", "green", "yellow")
TWO, THREE, FIVE, SIX, FOUR_CARD, SEVEN_CARD, START_9, START_1_8, SWAP_CARD, JOKER = range(10)
DORMITORY, HALL, UNUSED = 64, 65, 127
DECK = (8, 8, 8, 8, 8, 8, 8, 8, 8, 6)

# Action numbers (6.2). PIECE + f, TARGET + f name a field; STEPS + n is a portion of n points.
GIVE, PLAY, DISCARD, FOLD, STEPS = 0, 10, 20, 30, 43
MODE_START, MODE_1, MODE_2, MODE_3, MODE_4, MODE_BACK_4, MODE_5 = range(31, 38)
MODE_6, MODE_7, MODE_8, MODE_9, MODE_SWAP, MODE_NULL = range(38, 44)
ENTER, WALK, CARETAKER, PIECE, TARGET = 51, 52, 53, 54, 118

EXCHANGE_PHASE, CARD_PHASE, PIECE_PHASE, DISCARD1_PHASE, DISCARD2_PHASE, OVER_PHASE = 1, 2, 4, 8, 10, 11


@dataclass(frozen=True)
class FirstDealer:
    """Chance: this seat deals in round 1."""

    seat: int


@dataclass(frozen=True)
class Deal:
    """Chance: these are the four hands dealt, by seat, as counts of the ten kinds."""

    hands: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Draw:
    """Chance: this kind is drawn (GH-83)."""

    kind: int


Outcome = FirstDealer | Deal | Draw


@dataclass(frozen=True)
class Step:
    """One action, the chance outcomes it needs, and the exact legal set before it if that is the point."""

    action: int
    chance: tuple[Outcome, ...] = ()
    legal: frozenset[int] | None = None


@dataclass(frozen=True)
class Example:
    """A position, what is legal in it, what is done, and the expected result."""

    number: str
    title: str
    rules: tuple[str, ...]
    fields: dict[str, Any] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()
    players: int = 4
    options: dict[str, Any] = field(default_factory=dict)
    setup: tuple[Outcome, ...] = ()
    """Not empty: the example begins with the set-up of a game, and `fields` is not used."""
    legal: frozenset[int] | None = None
    """The exact legal set before the first step."""
    contains: frozenset[int] = frozenset()
    """Actions that must be legal before the first step."""
    lacks: frozenset[int] = frozenset()
    """Actions that must not be legal before the first step."""
    after: dict[str, Any] = field(default_factory=dict)
    """Fields of the record after the last step."""
    legal_after: frozenset[int] | None = None
    """The exact legal set after the last step."""
    over: bool | None = None
    winner: int | None = None


def acts(*actions: int) -> frozenset[int]:
    """Return a legal set."""
    return frozenset(actions)


def steps(*actions: int) -> tuple[Step, ...]:
    """Return steps that need no chance."""
    return tuple(Step(action) for action in actions)


def cards(*kinds: int) -> list[int]:
    """Return single cards as counts."""
    return [kinds.count(kind) for kind in range(len(DECK))]


def seats(players: int) -> tuple[int, ...]:
    """Return the seats in play."""
    return {2: (RED, GREEN), 3: (RED, BLUE, GREEN), 4: (RED, BLUE, GREEN, YELLOW)}[players]


def figures(players: int = 4, /, **places: tuple[int, ...]) -> list[list[int]]:
    """Return the field `pos`, places by colour name; figures not mentioned are in the dormitory."""
    rows = []
    for seat, colour in enumerate(COLOURS):
        size = (3 if players == 4 else 4) if seat in seats(players) else 0
        named = places.get(colour, ())
        row = sorted([*named, *[DORMITORY] * (size - len(named))])
        rows.append(row + [UNUSED] * (4 - size))
    return rows


def hands(
    turn: int, *kinds: int, players: int = 4, others: tuple[int, ...] = (TWO,), **named: tuple[int, ...]
) -> list[list[int]]:
    """Return the field `hand`: `kinds` for the current seat, `others` for every other seat not named."""
    rows = [cards(*named.get(colour, others)) for colour in COLOURS]
    for seat in set(range(4)) - set(seats(players)):
        rows[seat] = cards()
    rows[turn] = cards(*kinds)
    return rows


def dealt(players: int, *by_seat: tuple[int, ...]) -> Deal:
    """Return the deal in which the seats in play get these cards, in seat order."""
    rows = [cards()] * 4
    for seat, kinds in zip(seats(players), by_seat, strict=True):
        rows[seat] = cards(*kinds)
    return Deal(tuple(tuple(row) for row in rows))


def table(
    turn: int, hand: tuple[int, ...], caretaker: int = -1, /, **places: tuple[int, ...]
) -> dict[str, Any]:
    """Return the fields of a four-player position: who moves, with which cards, and where all figures stand."""
    return {
        "turn": turn,
        "hand": hands(turn, *hand),
        "caretaker": caretaker,
        "first_in": int(any(HALL in row for row in places.values())),
        "pos": figures(**places),
    }


def board(**places: tuple[int, ...]) -> dict[str, Any]:
    """Return the expectation that the figures of four players stand like this."""
    return {"pos": figures(**places)}


def base_fields(players: int) -> dict[str, Any]:
    """Return the base position, without `hand` and `stock`, which `full_fields` computes."""
    return {
        "pos": figures(players),
        "caretaker": -1,
        "first_in": 0,
        "discard": cards(),
        "given": [TWO if seat in seats(players) else -1 for seat in range(4)],
        "known": 0,
        "folded": 0,
        "drawn": -1,
        "dealer": seats(players)[-1],
        "turn": RED,
        "phase": CARD_PHASE,
        "hand_size": 6,
        "round": 1,
        "ply": 0,
        "sel_kind": -1,
        "sel_mode": -1,
        "sel_piece": -1,
        "sel_steps": -1,
        "seven_left": 0,
        "moved": 0,
        "winner": -1,
    }


def full_fields(example: Example) -> dict[str, Any]:
    """Return all fields of the record before the first step."""
    fields = base_fields(example.players) | example.fields
    fields.setdefault("hand", hands(fields["turn"], players=example.players))
    known = [*fields["hand"], fields["discard"]]
    fields.setdefault(
        "stock", [copies - sum(heap[kind] for heap in known) for kind, copies in enumerate(DECK)]
    )
    return fields
