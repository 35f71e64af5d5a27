"""What a seat knows with perfect memory, as numbers: own seat, own house and own start field first."""

from hatbox.engine.jit import rule
from hatbox.engine.record import Tensor
from hatbox.games.great_hall.cards import gift_is_still_there, next_seat, receiver
from hatbox.games.great_hall.state import (
    BEDS,
    DORMITORY,
    HOUSES,
    KINDS,
    MODES,
    NONE,
    SEATS,
    UNUSED,
    Phase,
    State,
)
from hatbox.games.great_hall.track import house_of, ring, start_field
from hatbox.rooms import Piece

FIELDS = 64
PLACES = FIELDS + 2  # fields, dormitory, hall
OBSERVATION = (
    Piece("figures", HOUSES * PLACES, "per house how many figures are on each place, own house first"),
    Piece("caretaker", FIELDS + 1, "his field; last: in the hall"),
    Piece("hand", KINDS, "own cards per kind"),
    Piece("hand sizes", SEATS, "cards of each seat"),
    Piece("laid", SEATS * KINDS, "what each seat has laid down in this round"),
    Piece("lacks", SEATS * KINDS, "kinds that a seat surely does not hold"),
    Piece("discards", KINDS, "cards on the discard pile per kind"),
    Piece("given", KINDS + 1, "own gift of this round; last: the receiver surely still has it"),
    Piece("received", KINDS, "the gift received in this round"),
    Piece("drawn", KINDS, "the card just drawn, if it is the own one"),
    Piece("phase", Phase.ENDED + 1, "what is to be chosen"),
    Piece("card", KINDS, "the card being carried out"),
    Piece("use", MODES, "what it is used for"),
    Piece("piece", FIELDS, "the field of the chosen figure"),
    Piece("steps", 2, "steps chosen, steps left of a 7"),
    Piece("moved", FIELDS, "fields of figures that have taken their part of this 7"),
    Piece("turn", SEATS, "the seat that must act"),
    Piece("dealer", SEATS, "who deals in this round"),
    Piece("folded", SEATS, "who is out of this round"),
    Piece(
        "round", 3, "hand size of this round, a figure has reached the hall, who has chosen a gift (share)"
    ),
)


@rule
def see_place(s: State, house: int, place: int) -> int:
    """A place as seen from a house: fields count from its start field, then dormitory and hall."""
    return int(place if place >= DORMITORY else (place - start_field(s, house)) % ring(s))


@rule
def observe_board(s: State, own: int, out: Tensor) -> int:
    """Figures and the caretaker; where the next piece begins."""
    for k in range(HOUSES):
        house = (own + k) % HOUSES
        for i in range(BEDS):
            if s.pos[house, i] != UNUSED:
                out[k * PLACES + see_place(s, own, s.pos[house, i])] += 1.0
    at = HOUSES * PLACES
    out[at + (FIELDS if s.caretaker_at == NONE else see_place(s, own, s.caretaker_at))] = 1.0
    return at + FIELDS + 1


@rule
def observe_cards(s: State, seat: int, at: int, out: Tensor) -> int:
    """Hands, what was laid down, discards."""
    other = seat
    for k in range(s.players):
        for kind in range(KINDS):
            out[at + KINDS + k] += s.hand[other, kind]
            out[at + KINDS + SEATS + k * KINDS + kind] = s.laid[other, kind]
            out[at + KINDS + SEATS + (SEATS + k) * KINDS + kind] = (s.lacks[other] >> kind) & 1
        other = next_seat(s, other)
    pile = at + KINDS + SEATS + 2 * SEATS * KINDS
    for kind in range(KINDS):
        out[at + kind] = s.hand[seat, kind]
        out[pile + kind] = s.discard[kind]
    return pile + KINDS


@rule
def observe_gifts(s: State, seat: int, at: int, out: Tensor) -> int:
    """What the seat gave, received and drew."""
    if s.given[seat] != NONE:
        out[at + int(s.given[seat])] = 1.0
    out[at + KINDS] = 1.0 if gift_is_still_there(s, seat) else 0.0
    for giver in range(s.players):
        if s.phase != Phase.EXCHANGE and receiver(s, giver) == seat:
            out[at + KINDS + 1 + int(s.given[giver])] = 1.0
    if s.turn == seat and s.drawn != NONE:
        out[at + 2 * KINDS + 1 + int(s.drawn)] = 1.0
    return at + 3 * KINDS + 1


@rule
def observe_choice(s: State, own: int, at: int, out: Tensor) -> int:
    """What is chosen so far in this turn, which everybody sees."""
    out[at + int(s.phase)] = 1.0
    at += Phase.ENDED + 1
    if s.sel_kind != NONE:
        out[at + int(s.sel_kind)] = 1.0
    if s.sel_mode != NONE:
        out[at + KINDS + int(s.sel_mode)] = 1.0
    at += KINDS + MODES
    if s.sel_piece != NONE:
        out[at + see_place(s, own, s.sel_piece)] = 1.0
    out[at + FIELDS] = max(s.sel_steps, 0)
    out[at + FIELDS + 1] = s.seven_left
    at += FIELDS + 2
    for who in range(HOUSES * BEDS):
        place = s.pos[who // BEDS, who % BEDS]
        if (s.moved >> who) & 1 and place < DORMITORY:
            out[at + see_place(s, own, place)] = 1.0
    return at + FIELDS


@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    """What perfect memory knows, seen from `seat`; see OBSERVATION."""
    out[:] = 0.0
    own = house_of(s, seat)
    at = observe_board(s, own, out)
    at = observe_cards(s, seat, at, out)
    at = observe_gifts(s, seat, at, out)
    at = observe_choice(s, own, at, out)
    other = seat
    for k in range(s.players):
        out[at + k] = 1.0 if s.turn == other else 0.0
        out[at + SEATS + k] = 1.0 if s.dealer == other else 0.0
        out[at + 2 * SEATS + k] = (s.folded >> other) & 1
        if s.given[other] != NONE:
            out[at + 3 * SEATS + 2] += 1.0 / s.players
        other = next_seat(s, other)
    out[at + 3 * SEATS] = s.hand_size
    out[at + 3 * SEATS + 1] = 1.0 if s.first_in else 0.0
