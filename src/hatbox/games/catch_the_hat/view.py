"""What everyone sees of the wheel: all of it."""

from typing import Annotated, Any

import msgspec

from hatbox.engine import schema
from hatbox.engine.jit import rule
from hatbox.engine.schema import UpTo, Words
from hatbox.games.catch_the_hat.board import HOMES, SEAT_HOME
from hatbox.games.catch_the_hat.ending import score
from hatbox.games.catch_the_hat.pieces import hats_each, is_free, owner, side, team
from hatbox.games.catch_the_hat.state import HATS, NONE, NOWHERE, SEATS, State

CHOOSING = Words("", "hat", "field", "step", "six", "nothing")  # by phase
GOLDEN = Words("", "carried", "worn").or_none()
PER_SEAT = UpTo(SEATS, "players")


class Piece(msgspec.Struct, frozen=True):
    """A free hat or a tower."""

    hat: int  # number of the top hat
    seat: int  # its owner
    field: int
    captives: Annotated[list[int], UpTo(HATS)]  # owners of the hats below, from the top
    golden: Annotated[str, GOLDEN]


class View(schema.View, frozen=True, kw_only=True):
    """The whole table, the same for everyone except for the viewer's seat."""

    homes: int  # of the side of the board in use: 4 or 6
    colours: Annotated[list[int], PER_SEAT]  # the home of each seat, which determines its colour
    teams: Annotated[list[int], PER_SEAT]  # without teams, the seat's own number
    hats_each: int
    pieces: Annotated[list[Piece], UpTo(HATS)]
    jails: Annotated[list[list[int]], PER_SEAT, UpTo(HATS)]  # owners of the hats in a seat's jail
    golden_field: int  # -1: not used
    golden_holder: int  # the hat that carries or wears it, -1: it lies free
    choosing: Annotated[str, CHOOSING]
    die: int
    picked: int  # the hat chosen for this move, or -1
    pips: int  # left for the golden wearer
    left: int  # the field it has just left, or -1
    extra: int  # extra rolls in this turn
    rolls: int
    roll_cap: int
    scores: Annotated[list[int], PER_SEAT]
    winners: Annotated[list[int], UpTo(SEATS)]


@rule
def show_piece(s: State, hat: int, p: Any) -> None:
    """Show one free hat or tower, with the owners of the hats below."""
    p.hat, p.seat, p.field, p.n_captives = hat, owner(s, hat), s.pos[hat], 0
    for rank in range(1, HATS):
        for other in range(HATS):
            if s.boss[other] == hat and s.rank[other] == rank:
                p.captives[p.n_captives] = owner(s, other)
                p.n_captives += 1
    p.golden = 0 if s.gold_boss != hat else 2 if s.gold_worn else 1


@rule
def show_seat(s: State, seat: int, v: Any) -> None:
    """Show colour, team, jail, score and victory of a seat."""
    v.colours[seat] = SEAT_HOME[side(s), s.players, seat]
    v.teams[seat] = team(s, seat)
    v.scores[seat] = score(s, seat)
    v.n_jails[seat] = 0
    for hat in range(HATS):
        if s.jail[hat] == seat:
            v.jails[seat, v.n_jails[seat]] = owner(s, hat)
            v.n_jails[seat] += 1
    if (s.winner_mask >> seat) & 1:
        v.winners[v.n_winners] = seat
        v.n_winners += 1


@rule
def view(s: State, seat: int, aid: bool, v: Any) -> None:
    """Show the table to a seat or a spectator; there is nothing to remember, so `aid` changes nothing."""
    v.n_pieces = v.n_winners = 0
    for hat in range(HATS):
        if is_free(s, hat):
            show_piece(s, hat, v.pieces[v.n_pieces])
            v.n_pieces += 1
    for other in range(s.players):
        show_seat(s, other, v)
    v.homes, v.hats_each = HOMES[side(s)], hats_each(s)
    v.golden_field = NONE if s.gold_pos == NOWHERE else s.gold_pos
    v.golden_holder, v.choosing, v.die, v.picked, v.pips = s.gold_boss, s.phase, s.die, s.picked, s.pips
    v.left = NONE if s.prev == NOWHERE else s.prev
    v.extra, v.rolls, v.roll_cap = s.extra, s.rolls, s.roll_cap
