"""What a seat may know: everything, since nothing is hidden; only the die is random."""

from hatbox.engine.jit import rule
from hatbox.engine.record import Tensor
from hatbox.games.catch_the_hat.board import FIELDS, SEAT_HOME, TURNED
from hatbox.games.catch_the_hat.pieces import hats_each, side
from hatbox.games.catch_the_hat.state import (
    HATS,
    NONE,
    NOWHERE,
    SEATS,
    State,
)
from hatbox.interfaces import Piece

OBSERVATION = (
    Piece(
        "field", HATS * FIELDS, "where each hat is, own hats first, fields counted from the seat's own home"
    ),
    Piece("tower", HATS * HATS, "the top hat above each caught hat, own hats first"),
    Piece("jail", HATS * SEATS, "the jail that each hat is in, own seat first"),
    Piece("golden field", FIELDS, "where the golden hat is, counted from the seat's own home"),
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


@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    """What everyone sees, from the point of view of `seat`; see OBSERVATION."""
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
