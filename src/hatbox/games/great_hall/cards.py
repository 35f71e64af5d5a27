"""Dealing, exchanging and laying down cards."""

from hatbox.engine.dice import below
from hatbox.engine.jit import rule
from hatbox.engine.tape import append, note
from hatbox.games.great_hall.events import (
    CardsExchanged,
    Dealt,
    Drew,
    DroppedOut,
    PrivateCardReceived,
    Reshuffled,
)
from hatbox.games.great_hall.state import HAND_SIZES, KINDS, MERGE, NONE, SEATS, Phase, State


@rule
def next_seat(s: State, seat: int) -> int:
    """The left neighbour."""
    return (seat + 1) % s.players


@rule
def receiver(s: State, giver: int) -> int:
    """GH-11, GH-82: the partner, or the left neighbour."""
    return (giver + 2) % SEATS if s.players == 4 else next_seat(s, giver)


@rule
def holds_one_of(s: State, seat: int, kinds: int) -> bool:
    """Whether the hand has a card of these kinds (one bit per kind)."""
    for kind in range(KINDS):
        if s.hand[seat, kind] > 0 and (kinds >> kind) & 1:
            return True
    return False


@rule
def stock_count(s: State) -> int:
    """The number of cards in the stack."""
    count = 0
    for kind in range(KINDS):
        count += s.stock[kind]
    return count


@rule
def take_from_stock(s: State, count: int) -> int:
    """Draw one of the stack's `count` cards at random."""
    left = below(s, count)
    kind = 0
    while left >= s.stock[kind]:
        left -= s.stock[kind]
        kind += 1
    s.stock[kind] -= 1
    return kind


@rule
def reshuffle_discards(s: State) -> None:
    """GH-10: move the discards into the stack."""
    note(s, Reshuffled)
    for kind in range(KINDS):
        s.stock[kind] += s.discard[kind]
        s.discard[kind] = 0
    s.top = NONE


@rule
def forget_round(s: State) -> None:
    """Reset the round: nothing has been given, laid down or folded yet."""
    for seat in range(SEATS):
        s.given[seat] = NONE
        s.lacks[seat] = 0
        for kind in range(KINDS):
            s.laid[seat, kind] = 0
    s.folded = 0


@rule
def deal(s: State) -> None:
    """GH-06, GH-09, GH-R03: one card at a time, starting with the left neighbour, who will play first (GH-07)."""
    forget_round(s)
    s.hand_size = HAND_SIZES[(s.round_number - 1) % 5]
    s.turn = next_seat(s, s.dealer)
    left = stock_count(s)
    if s.reshuffle == MERGE and left < s.hand_size * s.players:
        reshuffle_discards(s)
        left = stock_count(s)
    seat = int(s.turn)
    for _ in range(s.hand_size * s.players):
        if left == 0:
            reshuffle_discards(s)
            left = stock_count(s)
        s.hand[seat, take_from_stock(s, left)] += 1
        left -= 1
        seat = next_seat(s, seat)
    s.phase = Phase.EXCHANGE
    note(s, Dealt, s.dealer, s.hand_size)


@rule
def draw(s: State) -> None:
    """GH-83: draw one card for the current seat; the card just discarded is already in the pile (GH-R03)."""
    left = stock_count(s)
    if left == 0:
        reshuffle_discards(s)
        left = stock_count(s)
    s.drawn = take_from_stock(s, left)
    s.hand[s.turn, s.drawn] += 1
    note(s, Drew, s.turn, s.drawn)


@rule
def exchange(s: State) -> None:
    """GH-11, GH-82: all chosen cards change hands together."""
    note(s, CardsExchanged)
    for giver in range(s.players):
        kind = s.given[giver]
        s.hand[giver, kind] -= 1
        s.hand[receiver(s, giver), kind] += 1
        note(s, PrivateCardReceived, giver, receiver(s, giver), kind)


@rule
def lay_down(s: State, kind: int) -> None:
    """GH-13, GH-R04: lay one card of the current seat face up on the discard pile."""
    s.hand[s.turn, kind] -= 1
    s.laid[s.turn, kind] += 1
    s.discard[kind] += 1
    s.top = kind


@rule
def lay_down_hand(s: State) -> None:
    """GH-14: lay down the rest of the hand, one card on top of the other, ordered by kind."""
    note(s, DroppedOut, s.turn)
    for kind in range(KINDS):
        count = s.hand[s.turn, kind]
        for _ in range(count):
            append(s, kind)
        if count > 0:
            s.top = kind
        s.hand[s.turn, kind] = 0
        s.laid[s.turn, kind] += count
        s.discard[kind] += count


@rule
def gift_is_still_there(s: State, giver: int) -> bool:
    """Whether the receiver certainly still has the gift: it has laid down no card of that kind since."""
    kind = s.given[giver]
    return s.phase != Phase.EXCHANGE and kind != NONE and s.laid[receiver(s, giver), kind] == 0
