"""The record of a game of Catch the Hat, its constants and its options."""

from enum import IntEnum
from typing import Annotated

from hatbox.engine.record import Bool, Int8, Int8s, Record, Uint8, Uint8s, Uint32
from hatbox.errors import BadOption, OptionsClash
from hatbox.games.catch_the_hat.board import (
    HATS_BY_OPTION,
    HOMES_IN_USE,
    LAST_FIELD,
    home_field,
    side_of,
)
from hatbox.options import ON_OFF, Option, Options

SEATS = 6
HATS = 24  # never more in play (CH-01, CH-02)
GREY_LIMIT = 3  # pieces on a rest field (CH-22)
NONE = -1
NOWHERE = 255  # the golden hat is not used; no field left yet in this walk
JAILED = 255
UNUSED = 254

# values of the options
MOST_CAPTURED, LAST_STANDING, TOWER = range(3)
NO_TEAMS, TEAM, TOTAL = range(3)
MAY, MUST, ONCE, OFF = range(4)
MUST_LEAVE, MAY_STAY = range(2)
TURNS, EVERY_FIELD = range(2)
SHARED, SURVIVOR = range(2)
RANDOM_SEAT = 6

OPTIONS = (
    Option("board", "auto", "CH-04", choices=("auto", 6), house=True),
    Option("hats", "auto", "CH-01", choices=("auto", 3, 4, 5, 6), house=True),
    Option("goal", "most_captured", "CH-35", choices=("most_captured", "last_standing", "tower")),
    Option("teams", "none", "CH-41", choices=("none", "team", "total")),
    Option("golden", False, "CH-48", choices=ON_OFF),
    Option("six_again", "may", "CH-31", choices=("may", "must", "once", "off"), house=True),
    Option("home_surplus", "must_leave", "CH-R05", choices=("must_leave", "may_stay"), house=True),
    Option("exact_home", False, "CH-27", choices=ON_OFF, house=True),
    Option("free_on_capture", False, "CH-29", choices=ON_OFF, house=True),
    Option("gold_capture", "turns", "CH-R13", choices=("turns", "every_field"), house=True),
    Option("gold_winner", False, "CH-54", choices=ON_OFF, house=True),
    Option("team_share_yellow", False, "CH-R12", choices=ON_OFF, house=True),
    Option("tie_break", "shared", "CH-R09", choices=("shared", "survivor"), house=True),
    Option("roll_cap", 3000, "CH-R10", span=(1, 1_000_000), also=(0,), house=True),
    Option("first_player", 0, "CH-05", choices=(0, 1, 2, 3, 4, 5, "random"), seat=True),
)


class Phase(IntEnum):
    """What is to be chosen; the die is rolled at once, so no player ever waits in ROLL."""

    ROLL, PICK, DEST, GOLD, SIX, ENDED = range(6)


class Action(IntEnum):
    """The first action number of each group."""

    GO = 0  # + field
    PICK = 81  # + hat
    ROLL_AGAIN = 105
    STOP = 106
    PASS = 107


N_ACTIONS = 108


class State(Record, slug="catch_the_hat"):
    """Hat number = seat × hats per player + index; fields are numbered as in board.py."""

    pos: Annotated[Uint8s, HATS]  # field (a caught hat has its carrier's), or JAILED, or UNUSED
    boss: Annotated[Int8s, HATS]  # the tower's top hat for a caught hat, otherwise NONE
    jail: Annotated[Int8s, HATS]  # the seat in whose jail the hat is, or NONE
    rank: Annotated[Uint8s, HATS]  # position in the tower, counted down from 0 on top; for drawing only
    gold_pos: Uint8  # NOWHERE: the golden hat is not used
    gold_boss: Int8  # the hat that carries or wears it, NONE while it lies free
    gold_worn: Bool
    phase: Int8
    die: Int8
    picked: Int8  # the hat chosen for this move, or NONE
    pips: Int8  # left in GOLD, otherwise 0
    prev: Uint8  # the field just left in GOLD, otherwise NOWHERE
    extra: Uint8  # extra rolls taken in this turn
    winner_mask: Uint8  # one bit for each winning seat
    rolls: Uint32

    board: Int8
    hats: Int8
    goal: Int8
    teams: Int8
    golden: Bool
    six_again: Int8
    home_surplus: Int8
    exact_home: Bool
    free_on_capture: Bool
    gold_capture: Int8
    gold_winner: Bool
    team_share_yellow: Bool
    tie_break: Int8
    first_player: Int8
    roll_cap: Uint32


def check(players: int, options: Options) -> None:
    """Reject options that do not go together."""
    if options["hats"] in (5, 6) and (players > 4 or options["board"] == 6):
        raise BadOption("Option hats takes auto, 3 or 4 on the board with six homes (rule CH-02).")
    if options["teams"] != "none" and players not in (4, 6):
        raise BadOption(f"Option teams needs 4 or 6 players, not {players} (rule CH-41).")
    if options["golden"] and options["goal"] == "tower":
        raise BadOption("Option golden does not go with goal=tower: nobody goes home there (rule CH-47).")
    if options["free_on_capture"] and options["goal"] == "tower":
        raise OptionsClash(
            "Option free_on_capture does not go with goal=tower: nobody is set free there (rule CH-47)."
        )


# ---- plain Python, for snapshots ---------------------------------------------------------------------------


def side(s: State) -> int:
    """The side of the board in use (CH-01, CH-02)."""
    return side_of(s.players, s.board)


def hats_each(s: State) -> int:
    """How many hats each player has (CH-01, CH-02)."""
    return HATS_BY_OPTION[side(s)][s.hats]


def owner(s: State, hat: int) -> int:
    """The seat whose colour the hat has."""
    return hat // hats_each(s)


def team(s: State, seat: int) -> int:
    """CH-41: the team of a seat; without teams each seat is on its own."""
    return seat if s.teams == NO_TEAMS else seat % 2


def colours(s: State) -> tuple[int, ...]:
    """The home of each seat, which determines its colour (CH-04)."""
    return HOMES_IN_USE[side(s), s.players]


def home_of(s: State, seat: int) -> int:
    """The home field of a seat."""
    return home_field(side(s), colours(s)[seat])


def is_free(s: State, hat: int) -> bool:
    """A single hat or the top hat of a tower, on the track or on its home."""
    return bool(s.boss[hat] == NONE and s.pos[hat] <= LAST_FIELD)


def captives(s: State, hat: int) -> list[int]:
    """The captured hats below a top hat, from the top down."""
    return sorted((other for other in range(HATS) if s.boss[other] == hat), key=lambda other: s.rank[other])


def pieces_on(s: State, field: int) -> list[int]:
    """The top hats of all pieces on a field."""
    return [hat for hat in range(HATS) if s.pos[hat] == field and s.boss[hat] == NONE]
