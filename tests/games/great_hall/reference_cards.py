"""The cards of the slow reference: chance, dealing, drawing, the exchange and the discard pile."""

from itertools import product
from random import Random
from typing import Protocol

from .reference_position import (
    HAND_SIZES,
    Cards,
    Kind,
    Phase,
    Position,
    Seat,
    next_seat,
    no_cards,
    receiver,
    seats_in_play,
)


class Chance(Protocol):
    """Answers every question that the rules leave to chance."""

    def first_dealer(self, seats: list[Seat]) -> Seat:
        """Return who deals in round 1 (GH-05)."""

    def deal(self, order: list[Seat], size: int, first: Cards, then: Cards) -> list[Cards]:
        """Return the four hands by seat (empty for a seat not in play), `size` cards each.

        The cards go around one at a time in `order`, from the heap `first` as long as it lasts and
        only then from the heap `then` (R-03); `then` is empty when `first` is enough.
        """

    def draw(self, stock: Cards) -> Kind:
        """Return the kind drawn from a heap (GH-83)."""


class Dice:
    """Chance by a seeded random generator."""

    def __init__(self, random: Random) -> None:
        """Keep the generator that all answers come from."""
        self.random = random

    def first_dealer(self, seats: list[Seat]) -> Seat:
        """Choose the first dealer."""
        return self.random.choice(seats)

    def deal(self, order: list[Seat], size: int, first: Cards, then: Cards) -> list[Cards]:
        """Shuffle both heaps, lay one on the other and deal."""
        pack = self.shuffled(first) + self.shuffled(then)
        hands = [no_cards() for _ in range(4)]
        for count in range(size * len(order)):
            hands[order[count % len(order)]][pack[count]] += 1
        return hands

    def draw(self, stock: Cards) -> Kind:
        """Draw one card."""
        return self.shuffled(stock)[0]

    def shuffled(self, heap: Cards) -> list[Kind]:
        """Return the single cards of a heap in random order."""
        cards = [kind for kind, count in enumerate(heap) for _ in range(count)]
        self.random.shuffle(cards)
        return cards


def together(heaps: list[Cards]) -> Cards:
    """Return several heaps as one."""
    return [sum(counts) for counts in zip(*heaps, strict=True)]


def without(heap: Cards, taken: Cards) -> Cards:
    """Return what is left of a heap; ValueError if it did not contain the cards taken."""
    rest = [count - gone for count, gone in zip(heap, taken, strict=True)]
    if min(rest) < 0:
        raise ValueError("chance dealt cards that are not there")
    return rest


def first_heap_shares(order: list[Seat], cards: int) -> dict[Seat, int]:
    """Return how many cards of a heap each seat gets when it is dealt out one at a time to its end."""
    return {seat: len(range(place, cards, len(order))) for place, seat in enumerate(order)}


def can_split_first_heap(hands: list[Cards], order: list[Seat], first: Cards) -> bool:
    """Tell whether the hands can contain the whole first heap, each seat exactly its share (R-03)."""
    shares = first_heap_shares(order, sum(first))
    open_shares = {tuple(shares[seat] for seat in order)}
    for kind, copies in enumerate(first):
        splits = [
            split
            for split in product(*(range(hands[seat][kind] + 1) for seat in order))
            if sum(split) == copies
        ]
        open_shares = {
            tuple(share - part for share, part in zip(state, split, strict=True))
            for state in open_shares
            for split in splits
            if all(part <= share for share, part in zip(state, split, strict=True))
        }
    return bool(open_shares)


def heaps_to_deal_from(position: Position, needed: int) -> tuple[Cards, Cards]:
    """Return the heap dealt first and the heap dealt after it; a used discard pile is emptied (GH-10)."""
    if sum(position.stock) >= needed:
        return position.stock, no_cards()
    discard, position.discard = position.discard, no_cards()
    if position.options["reshuffle"] == "merge":
        return together([position.stock, discard]), no_cards()
    return position.stock, discard


def deal_round(position: Position, chance: Chance) -> None:
    """Deal the hands of a round and open the exchange (GH-06 to GH-11)."""
    position.hand_size = HAND_SIZES[(position.round - 1) % len(HAND_SIZES)]
    starter = next_seat(position, position.dealer)
    order = [starter]
    while len(order) < position.players:
        order.append(next_seat(position, order[-1]))
    first, then = heaps_to_deal_from(position, position.hand_size * position.players)
    hands = chance.deal(order, position.hand_size, list(first), list(then))
    for seat in range(4):
        if sum(hands[seat]) != (position.hand_size if seat in order else 0):
            raise ValueError("chance dealt a hand of the wrong size")
    if sum(then) > 0 and not can_split_first_heap(hands, order, first):
        raise ValueError("chance left cards of the first heap undealt")
    position.hands = [list(hand) for hand in hands]
    position.stock = without(together([first, then]), together(hands))
    position.given = [None] * 4
    position.known = set()
    position.folded = set()
    position.turn = starter
    position.phase = Phase.EXCHANGE


def draw_card(position: Position, chance: Chance) -> Kind:
    """Let the current seat draw a card, from the shuffled discards if necessary (GH-83, R-03)."""
    if sum(position.stock) == 0:
        position.stock, position.discard = position.discard, no_cards()
    kind = chance.draw(list(position.stock))
    if position.stock[kind] == 0:
        raise ValueError("chance drew a card that is not there")
    position.stock[kind] -= 1
    position.hands[position.turn][kind] += 1
    return kind


def lay_down(position: Position, kind: Kind) -> None:
    """Move a card of the current seat from the hand to the discard pile, played or discarded."""
    position.hands[position.turn][kind] -= 1
    position.discard[kind] += 1
    for giver in list(position.known):  # 6.5: from now on nobody can be sure where that card is
        if receiver(position, giver) == position.turn and position.given[giver] == kind:
            position.known.remove(giver)


def lay_down_hand(position: Position) -> None:
    """Discard the whole hand of the current seat (GH-14, R-04)."""
    for kind, count in enumerate(list(position.hands[position.turn])):
        for _ in range(count):
            lay_down(position, kind)


def exchange_cards(position: Position) -> None:
    """Let all the chosen cards change hands at once (GH-11, GH-82)."""
    for giver in seats_in_play(position.players):
        kind = position.given[giver]
        assert kind is not None
        position.hands[giver][kind] -= 1
        position.hands[receiver(position, giver)][kind] += 1
        position.known.add(giver)
