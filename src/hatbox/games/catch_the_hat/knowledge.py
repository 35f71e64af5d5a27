"""What a seat may know: everything, since nothing is hidden; only the die is random."""

import msgspec

from hatbox.engine.jit import rule
from hatbox.engine.record import Tensor
from hatbox.games.catch_the_hat.board import FIELDS, HOMES, SEAT_HOME, TURNED
from hatbox.games.catch_the_hat.pieces import hats_each, side
from hatbox.games.catch_the_hat.state import (
    DEST,
    ENDED,
    GOLD,
    HATS,
    NONE,
    NOWHERE,
    PICK,
    SEATS,
    SIX,
    State,
    captives,
    colours,
    is_free,
    owner,
    team,
)
from hatbox.games.catch_the_hat.state import hats_each as plain_hats_each
from hatbox.games.catch_the_hat.state import side as plain_side
from hatbox.rooms import Piece, View

OBSERVATION = (
    Piece("field", HATS * FIELDS, "where each hat is, own hats first, fields as seen from the own home"),
    Piece("tower", HATS * HATS, "the top hat above each caught hat, own hats first"),
    Piece("jail", HATS * SEATS, "the jail that each hat is in, own seat first"),
    Piece("golden field", FIELDS, "where the golden hat is, as seen from the own home"),
    Piece("golden holder", HATS, "the hat that carries or wears it, own hats first"),
    Piece("golden worn", 1, "1 when it is worn"),
    Piece("picked", HATS, "the hat chosen for this move, own hats first"),
    Piece("left", FIELDS, "the field that the golden wearer has just left"),
    Piece("phase", 6, "roll (never), pick, destination, golden step, six, over"),
    Piece("die", 6, "the number rolled, from 1"),
    Piece("pips", 7, "the golden wearer's pips left, from 0"),
    Piece("extra", 1, "1 when this turn has had an extra roll"),
    Piece("turn", SEATS, "the seat that must act, own seat first"),
)
CHOOSING = {PICK: "hat", DEST: "field", GOLD: "step", SIX: "six", ENDED: "nothing"}


class PieceView(msgspec.Struct, frozen=True):
    """A free hat or a tower."""

    hat: int  # number of the top hat
    seat: int  # its owner
    field: int
    captives: list[int]  # owners of the hats below, from the top
    golden: str  # carried, worn or empty


class CatchTheHatView(View, frozen=True, kw_only=True):
    """The whole table, the same for everybody but the viewer's seat."""

    homes: int  # of the side of the board in use: 4 or 6
    colours: list[int]  # the home of each seat, which has its colour
    teams: list[int]  # the team of each seat; without teams its own number
    hats_each: int
    pieces: list[PieceView]
    jails: list[list[int]]  # per seat the owners of the hats in its jail
    golden_field: int  # -1: not used
    golden_holder: int  # the hat that carries or wears it, -1: it lies free
    choosing: str  # hat, field, step, six or nothing
    die: int
    picked: int  # the hat chosen for this move, or -1
    pips: int  # left for the golden wearer
    left: int  # the field it has just left, or -1
    extra: int  # extra rolls in this turn
    rolls: int
    roll_cap: int
    scores: list[int]
    winners: list[int]


@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    """What everybody sees, told from `seat`; see OBSERVATION."""
    out[:] = 0.0
    here, each = side(s), int(hats_each(s))
    home, in_play = SEAT_HOME[here, s.players, seat], int(s.players) * each
    jails = HATS * (FIELDS + HATS)
    for hat in range(in_play):
        k = (hat - seat * each) % in_play
        if s.jail[hat] != NONE:
            out[jails + k * SEATS + int((s.jail[hat] - seat) % s.players)] = 1.0
            continue
        out[k * FIELDS + int(TURNED[here, s.pos[hat], home])] = 1.0
        if s.boss[hat] != NONE:
            out[HATS * FIELDS + k * HATS + (int(s.boss[hat]) - seat * each) % in_play] = 1.0
    at = jails + HATS * SEATS
    if s.gold_pos != NOWHERE:
        out[at + int(TURNED[here, s.gold_pos, home])] = 1.0
        out[at + FIELDS + HATS] = 1.0 if s.gold_worn else 0.0
    at += FIELDS
    if s.gold_boss != NONE:
        out[at + (int(s.gold_boss) - seat * each) % in_play] = 1.0
    at += HATS + 1
    if s.picked != NONE:
        out[at + (int(s.picked) - seat * each) % in_play] = 1.0
    at += HATS
    if s.prev != NOWHERE:
        out[at + int(TURNED[here, s.prev, home])] = 1.0
    at += FIELDS
    out[at + int(s.phase)] = 1.0
    out[at + 6 + int(s.die) - 1] = 1.0
    out[at + 12 + int(s.pips)] = 1.0
    out[at + 19] = 1.0 if s.extra > 0 else 0.0
    out[at + 20 + int((s.turn - seat) % s.players)] = 1.0


def score(s: State, seat: int) -> int:
    """CH-34, CH-45: enemies in the jail of a seat and in its towers."""
    towers = [hat for hat in range(HATS) if s.boss[hat] != NONE and owner(s, s.boss[hat]) == seat]
    enemies = [hat for hat in towers if team(s, owner(s, hat)) != team(s, seat)]
    return list(s.jail).count(seat) + len(enemies)


def pieces(s: State) -> list[PieceView]:
    """All free hats and towers, by the number of the top hat."""
    return [
        PieceView(
            hat=hat,
            seat=owner(s, hat),
            field=int(s.pos[hat]),
            captives=[owner(s, other) for other in captives(s, hat)],
            golden="" if s.gold_boss != hat else "worn" if s.gold_worn else "carried",
        )
        for hat in range(HATS)
        if is_free(s, hat)
    ]


def view(s: State, seat: int, aid: bool) -> CatchTheHatView:
    """The table for a seat or a spectator; there is nothing to remember, so `aid` changes nothing."""
    seats = range(s.players)
    return CatchTheHatView(
        **View.shared(s, seat),
        homes=HOMES[plain_side(s)],
        colours=list(colours(s)),
        teams=[team(s, player) for player in seats],
        hats_each=plain_hats_each(s),
        pieces=pieces(s),
        jails=[[owner(s, hat) for hat in range(HATS) if s.jail[hat] == player] for player in seats],
        golden_field=NONE if s.gold_pos == NOWHERE else int(s.gold_pos),
        golden_holder=int(s.gold_boss),
        choosing=CHOOSING[s.phase],
        die=int(s.die),
        picked=int(s.picked),
        pips=int(s.pips),
        left=NONE if s.prev == NOWHERE else int(s.prev),
        extra=int(s.extra),
        rolls=int(s.rolls),
        roll_cap=int(s.roll_cap),
        scores=[score(s, player) for player in seats],
        winners=[player for player in seats if s.winner_mask >> player & 1],
    )
