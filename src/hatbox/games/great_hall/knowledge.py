"""What a seat may know, and resampling what it cannot, so that every consistent world is equally likely.

A seat knows its own hand, its gift while the receiver certainly still has it, everything laid down, and what the
phases of a game without teams reveal: a player who must discard holds nothing that fits (`lacks`), a player who is
asked for a card does. All other cards form one bag of unseen cards.
"""

from hatbox.engine.dice import below
from hatbox.engine.jit import rule
from hatbox.engine.record import Tensor
from hatbox.games.great_hall.cards import gift_is_still_there, holds_one_of, next_seat, receiver
from hatbox.games.great_hall.choices import keepers
from hatbox.games.great_hall.state import (
    ALL_KINDS,
    BEDS,
    COPIES,
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
from hatbox.interfaces import Piece


@rule
def gift_with(s: State, viewer: int, seat: int) -> int:
    """The card in this seat's hand that the viewer gave and knows to be there, or NONE."""
    if viewer < 0 or receiver(s, viewer) != seat or not gift_is_still_there(s, viewer):
        return NONE
    return s.given[viewer]


@rule
def unseen(s: State, viewer: int, barred: int) -> int:
    """The number of cards of unbarred kinds that the viewer has not seen in this round or on the pile."""
    gift = NONE if viewer < 0 else gift_with(s, viewer, receiver(s, viewer))
    count = 0
    for kind in range(KINDS):
        if (barred >> kind) & 1 == 0:
            count += COPIES[kind] - s.discard[kind] - (1 if kind == gift else 0)
            if viewer >= 0:
                count -= s.hand[viewer, kind]
    return count


@rule
def in_bag(s: State, barred: int) -> int:
    """The number of cards of unbarred kinds in the bag."""
    count = 0
    for kind in range(KINDS):
        if (barred >> kind) & 1 == 0:
            count += s.stock[kind]
    return count


@rule
def take_back(s: State, viewer: int) -> int:
    """Put all cards that the viewer cannot know into the bag; return how many each seat is owed, four bits per seat."""
    owed = 0
    for seat in range(s.players):
        if seat != viewer:
            gift = gift_with(s, viewer, seat)
            for kind in range(KINDS):
                unknown = s.hand[seat, kind] - (1 if kind == gift else 0)
                s.stock[kind] += unknown
                s.hand[seat, kind] -= unknown
                owed += int(unknown) << (4 * seat)
    return owed


@rule
def pull(s: State, viewer: int, seat: int, barred: int, already: int) -> int:
    """Move a random unbarred card from the bag to a hand, or return NONE to reject this world.

    If other hands have taken cards that this one could have had, there are fewer ways left to fill it, and the world
    would come up too often. So it is rejected with the probability that makes up for that.
    """
    count = in_bag(s, barred)
    if barred != 0 and below(s, unseen(s, viewer, barred) - already) >= count:
        return NONE
    left = below(s, count)
    kind = 0
    while (barred >> kind) & 1 or left >= s.stock[kind]:
        if (barred >> kind) & 1 == 0:
            left -= s.stock[kind]
        kind += 1
    s.stock[kind] -= 1
    s.hand[seat, kind] += 1
    return kind


@rule
def refill(s: State, viewer: int, seat: int, owed: int, fitting: int) -> bool:
    """Deal one hand again; a card just drawn fits if its owner is asked to play it (GH-83).

    Once played, it lies open and is no longer in the hand.
    """
    barred = int(s.lacks[seat])
    if owed > 0 and seat == s.turn and s.drawn != NONE and s.sel_kind == NONE:
        s.drawn = pull(s, viewer, seat, ALL_KINDS ^ fitting if s.phase == Phase.CARD else barred, 0)
        if s.drawn == NONE:
            s.drawn = 0  # any card, because the whole world is rejected
            return False
        owed -= 1
    for already in range(owed):
        if pull(s, viewer, seat, barred, already) == NONE:
            return False
    return True


@rule
def redeal(s: State, viewer: int, owed: int, fitting: int) -> bool:
    """Deal all unknown cards again, hands that lack something first; False if the result contradicts what is known."""
    for turn in range(2):
        for seat in range(s.players):
            here = seat != viewer and (s.lacks[seat] == 0) == (turn == 1)
            if here and not refill(s, viewer, seat, (owed >> (4 * seat)) & 15, fitting):
                return False
    asked = s.players < 4 and s.phase == Phase.CARD and s.drawn == NONE and s.turn != viewer
    return not asked or holds_one_of(s, s.turn, fitting)


@rule
def regive(s: State, giver: int) -> None:
    """Redraw a gift: before the exchange any card of the giver's hand, afterwards any card that the receiver had."""
    before = s.phase == Phase.EXCHANGE
    holder = giver if before else receiver(s, giver)
    count = 0
    for kind in range(KINDS):
        count += s.hand[holder, kind] + (0 if before else s.laid[holder, kind])
    left = below(s, count)
    kind = -1
    while left >= 0:
        kind += 1
        left -= s.hand[holder, kind] + (0 if before else s.laid[holder, kind])
    s.given[giver] = kind


@rule
def resample(s: State, seat: int) -> None:
    """Redraw other hands, the bag, hidden gifts and a hidden drawn card (seat -1: a spectator)."""
    fitting = keepers(s) if s.players < 4 and s.phase == Phase.CARD else 0
    owed = take_back(s, seat)
    while not redeal(s, seat, owed, fitting):
        take_back(s, seat)
    for giver in range(s.players):
        hidden = s.phase == Phase.EXCHANGE or receiver(s, giver) != seat
        if giver != seat and hidden and s.given[giver] != NONE:
            regive(s, giver)


# ---- as numbers, with perfect memory: own seat, own house and own start field first -----------------------


FIELDS = 64
PLACES = FIELDS + 2  # fields, dormitory, hall
OBSERVATION = (
    Piece("figures", HOUSES * PLACES, "per house how many figures are on each place, own house first"),
    Piece("caretaker", FIELDS + 1, "the caretaker's field; last: in the hall"),
    Piece("hand", KINDS, "own cards per kind"),
    Piece("hand sizes", SEATS, "cards of each seat"),
    Piece("laid", SEATS * KINDS, "what each seat has laid down in this round"),
    Piece("lacks", SEATS * KINDS, "kinds that a seat certainly does not hold"),
    Piece("discards", KINDS, "cards on the discard pile per kind"),
    Piece("given", KINDS + 1, "own gift of this round; last: the receiver certainly still has it"),
    Piece("received", KINDS, "the gift received in this round"),
    Piece("drawn", KINDS, "the card just drawn, if this seat drew it"),
    Piece("phase", Phase.ENDED + 1, "what is to be chosen"),
    Piece("card", KINDS, "the card being played"),
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
    """A place as seen from a house: fields count from its start field; dormitory and hall stay as they are."""
    return int(place if place >= DORMITORY else (place - start_field(s, house)) % ring(s))


@rule
def observe_board(s: State, own: int, out: Tensor) -> int:
    """Write figures and caretaker, and return where the next part starts."""
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
    """Write hands, cards laid down and discards, and return where the next part starts."""
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
    """Write what the seat gave, received and drew, and return where the next part starts."""
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
    """Write what has been chosen so far this turn, which everyone sees, and return where the next part starts."""
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
    """What a seat with perfect memory knows, from the point of view of `seat`; see OBSERVATION."""
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
