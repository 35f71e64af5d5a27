"""The position of the reference: pieces, jail, golden hat, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from .reference_board import FOUR_HOMES, HOMES_IN_USE, SIX_HOMES, Board, Node

Seat = int
Hat = int
Team = int

CHOICES: dict[str, tuple[Any, ...]] = {
    "board": ("auto", 6),
    "hats": ("auto", 3, 4, 5, 6),
    "goal": ("most_captured", "last_standing", "tower"),
    "teams": ("none", "team", "total"),
    "golden": (False, True),
    "six_again": ("may", "must", "once", "off"),
    "home_surplus": ("must_leave", "may_stay"),
    "exact_home": (False, True),
    "free_on_capture": (False, True),
    "gold_capture": ("turns", "every_field"),
    "gold_winner": (False, True),
    "team_share_yellow": (False, True),
    "tie_break": ("shared", "survivor"),
}


class Phase(IntEnum):
    """The phases in the order of the rules page's table; a resting position is never in ROLL."""

    ROLL = 0
    PICK = 1
    DEST = 2
    GOLD = 3
    SIX = 4
    OVER = 5


class Golden(IntEnum):
    """How a piece holds the golden hat, if at all."""

    NONE = 0
    CARRIED = 1
    WORN = 2


@dataclass
class Piece:
    """A free hat or a whole tower: the top hat, its field, the captives below (CH-14)."""

    top: Hat
    node: Node
    captives: set[Hat] = field(default_factory=set)
    golden: Golden = Golden.NONE

    @property
    def loaded(self) -> bool:
        """Whether it carries a captive; a golden hat that it wears does not count (CH-24, CH-R13, CH-R15)."""
        return bool(self.captives) or self.golden is Golden.CARRIED


@dataclass
class Position:
    """Everything on the table between two decisions."""

    players: int
    options: dict[str, Any]
    pieces: dict[Hat, Piece] = field(default_factory=dict)
    jail: dict[Hat, Seat] = field(default_factory=dict)
    golden_lies_on: Node | None = None
    turn: Seat = 0
    phase: Phase = Phase.ROLL
    die: int = 0
    picked: Hat | None = None
    pips: int = 0
    previous: Node | None = None
    extra: int = 0
    rolls: int = 0
    winners: set[Seat] = field(default_factory=set)
    capped: bool = False

    @property
    def board(self) -> Board:
        """The side of the board in use (CH-01, CH-02, option `board`)."""
        return SIX_HOMES if self.options["board"] == 6 or self.players >= 5 else FOUR_HOMES

    @property
    def hats_each(self) -> int:
        """Hats per player: 6 on the four-home side, 4 on the six-home side (CH-01, CH-02)."""
        if self.options["hats"] != "auto":
            return int(self.options["hats"])
        return 6 if self.board.homes == 4 else 4

    @property
    def all_hats(self) -> range:
        """The hats in play."""
        return range(self.players * self.hats_each)

    def owner(self, hat: Hat) -> Seat:
        """The seat that plays the colour of this hat."""
        return hat // self.hats_each

    def home(self, seat: Seat) -> Node:
        """The home node of this seat's colour (CH-04)."""
        return self.board.home_node(HOMES_IN_USE[self.board.homes, self.players][seat])

    def team(self, seat: Seat) -> Team:
        """The team of a seat; without teams each seat is its own (CH-41)."""
        return seat if self.options["teams"] == "none" else seat % 2

    def friends(self, one: Hat, other: Hat) -> bool:
        """Whether two hats have the same colour or team."""
        return self.team(self.owner(one)) == self.team(self.owner(other))

    def pieces_on(self, node: Node) -> list[Piece]:
        """All pieces that stand on this field."""
        return [piece for piece in self.pieces.values() if piece.node == node]

    def teams_alive(self) -> set[Team]:
        """Teams that still have a free top hat, on a home or on the track (CH-33, CH-R01, CH-45)."""
        return {self.team(self.owner(top)) for top in self.pieces}

    def clone(self) -> Position:
        """A copy whose pieces can be moved without touching this one."""
        twin = Position(**vars(self))
        twin.pieces = {
            top: Piece(top, piece.node, set(piece.captives), piece.golden)
            for top, piece in self.pieces.items()
        }
        twin.jail = dict(self.jail)
        twin.winners = set(self.winners)
        return twin


def default_options() -> dict[str, Any]:
    """The options of the rulebook's basic game (rules page 4)."""
    options = {name: values[0] for name, values in CHOICES.items()}
    return {**options, "roll_cap": 3000, "first_player": 0}


def check_options(players: int, options: dict[str, Any]) -> None:
    """Raise ValueError for a table that the rules page does not allow."""
    if not 2 <= players <= 6:
        raise ValueError("2 to 6 players")
    if set(options) != set(default_options()):
        raise ValueError("every option needs a value")
    for name, values in CHOICES.items():
        if options[name] not in values:
            raise ValueError(f"{name} cannot be {options[name]!r}")
    if options["hats"] in (5, 6) and (players >= 5 or options["board"] == 6):
        raise ValueError("at most four hats each on the six-home side")
    if options["teams"] != "none" and players not in (4, 6):
        raise ValueError("teams need four or six players")
    if options["golden"] and options["goal"] == "tower":
        raise ValueError("the golden hat could never be brought home")
    if options["free_on_capture"] and options["goal"] == "tower":
        raise ValueError("nobody is set free in the tower game")
    if options["roll_cap"] < 0:
        raise ValueError("roll_cap is 0 or more")
    if options["first_player"] not in ("random", *range(players)):
        raise ValueError("first_player is a seat or random")
