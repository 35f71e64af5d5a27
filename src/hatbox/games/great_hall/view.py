"""What a seat sees of the castle: its own hand, what it gave and received, and everything that is open."""

from typing import Annotated, Any

from hatbox.engine import schema
from hatbox.engine.jit import rule
from hatbox.engine.schema import SPECTATOR, UpTo, Words
from hatbox.games.great_hall.cards import gift_is_still_there, receiver, stock_count
from hatbox.games.great_hall.state import BEDS, CARD_NAMES, HOUSES, KINDS, NONE, SEATS, UNUSED, Phase, State
from hatbox.games.great_hall.track import house_of, led_by, ring

CARD = Words(*CARD_NAMES, name="Card")
OptionalCard = Annotated[str, CARD.or_none()]
CHOOSING = Words(
    "", "gift", "card", "use", "figure", "steps", "hall", "target", "discard", "", "discard_again", "nothing"
)  # by phase
PER_SEAT = UpTo(SEATS, "players")
MOST_CARDS = 16  # of one seat in a round: six dealt, and one drawn for each discard


class View(schema.View, frozen=True, kw_only=True):
    """The table as a viewer sees it; cards by their names in the word list; place 64 is the dormitory, 65 the hall."""

    track: int  # fields of the ring
    houses: Annotated[list[int], PER_SEAT]  # the house of each seat
    leads: Annotated[list[int], PER_SEAT]  # the house whose figures each seat moves now
    figures: Annotated[list[list[int]], schema.Exactly(HOUSES), UpTo(BEDS)]  # per house
    caretaker: int  # his field, or -1 in the hall
    has_caretaker: bool  # he is in the game (option `caretaker`)
    hand: Annotated[list[str], CARD, UpTo(MOST_CARDS)]  # the viewer's own cards
    hand_sizes: Annotated[list[int], PER_SEAT]
    given: OptionalCard  # the viewer's gift of this round, empty if none yet
    gift_is_there: bool  # the receiver certainly still has it
    received: OptionalCard
    chosen: Annotated[list[int], UpTo(SEATS)]  # seats that have chosen their gift, during the exchange
    laid: Annotated[
        list[list[str]], CARD, PER_SEAT, UpTo(MOST_CARDS)
    ]  # what each seat has laid down in this round
    stock: int  # number of cards
    discard: int
    top: OptionalCard  # the face-up card on the discards, empty if none
    discarded: Annotated[list[int], UpTo(KINDS)]  # the memory aid: discards per kind; empty without it
    dealer: int
    round: int
    hand_size: int
    folded: Annotated[list[int], UpTo(SEATS)]  # seats that are out of this round
    choosing: Annotated[str, CHOOSING]
    card: OptionalCard  # being carried out
    mode: int  # how it is used, or -1
    piece: int  # field of the chosen figure
    steps: int
    seven_left: int
    moved: Annotated[list[int], UpTo(HOUSES * BEDS)]  # fields of figures that have taken their part of the 7
    drawn: OptionalCard  # the card the viewer has just drawn
    winner: int  # -1 nobody, 9 a draw, otherwise the team or the seat


@rule
def show_own(s: State, seat: int, v: Any) -> None:
    """Show what only the seat itself sees; nothing for a spectator."""
    v.n_hand, v.given, v.received, v.drawn, v.gift_is_there = 0, NONE, NONE, NONE, False
    if seat == SPECTATOR:
        return
    for kind in range(KINDS):
        for _ in range(s.hand[seat, kind]):
            v.hand[v.n_hand] = kind
            v.n_hand += 1
    v.given = s.given[seat]
    v.gift_is_there = gift_is_still_there(s, seat)
    for giver in range(s.players):
        if s.phase != Phase.EXCHANGE and receiver(s, giver) == seat:
            v.received = s.given[giver]
    if seat == s.turn:
        v.drawn = s.drawn


@rule
def show_seat(s: State, seat: int, v: Any) -> None:
    """Show what everyone sees of a seat: its house, how many cards it holds, and what it has laid down."""
    v.houses[seat], v.leads[seat] = house_of(s, seat), led_by(s, seat)
    v.hand_sizes[seat] = v.n_laid[seat] = 0
    for kind in range(KINDS):
        v.hand_sizes[seat] += s.hand[seat, kind]
        for _ in range(s.laid[seat, kind]):
            v.laid[seat, v.n_laid[seat]] = kind
            v.n_laid[seat] += 1
    if s.phase == Phase.EXCHANGE and s.given[seat] != NONE:
        v.chosen[v.n_chosen] = seat
        v.n_chosen += 1
    if (s.folded >> seat) & 1:
        v.folded[v.n_folded] = seat
        v.n_folded += 1


@rule
def show_track(s: State, v: Any) -> None:
    """Show the figures, and those that have moved with this 7, ordered by field."""
    v.track, v.caretaker, v.has_caretaker = ring(s), s.caretaker_at, s.caretaker
    for house in range(HOUSES):
        v.n_figures[house] = 0
        for i in range(BEDS):
            if s.pos[house, i] != UNUSED:
                v.figures[house, v.n_figures[house]] = s.pos[house, i]
                v.n_figures[house] += 1
    v.n_moved = 0
    for bit in range(HOUSES * BEDS):
        if (s.moved >> bit) & 1:
            k, place = v.n_moved, s.pos[bit // BEDS, bit % BEDS]
            while k > 0 and v.moved[k - 1] > place:
                v.moved[k] = v.moved[k - 1]
                k -= 1
            v.moved[k] = place
            v.n_moved += 1


@rule
def view(s: State, seat: int, aid: bool, v: Any) -> None:
    """Show the table to a seat or a spectator; `aid` counts the discards."""
    show_own(s, seat, v)
    v.n_chosen = v.n_folded = 0
    for other in range(s.players):
        show_seat(s, other, v)
    show_track(s, v)
    v.n_discarded = KINDS if aid else 0
    v.discard = 0
    for kind in range(KINDS):
        v.discarded[kind] = s.discard[kind]
        v.discard += s.discard[kind]
    v.stock, v.top, v.dealer, v.round, v.hand_size = (
        stock_count(s),
        s.top,
        s.dealer,
        s.round_number,
        s.hand_size,
    )
    v.choosing, v.card, v.mode, v.piece, v.steps = (
        s.phase,
        s.sel_kind,
        s.sel_mode,
        s.sel_piece,
        max(s.sel_steps, 0),
    )
    v.seven_left, v.winner = s.seven_left, s.winner
