"""Redrawing what a seat cannot know, so that every world that fits its knowledge is equally likely.

It knows its own hand, its gift as long as that surely lies with the receiver, all that was laid down, and what the
phases of a game without teams show: whoever must discard holds nothing that fits (`lacks`), whoever is asked for a
card does. All other cards are one bag of unseen ones.
"""

from hatbox.engine.dice import below
from hatbox.engine.jit import rule
from hatbox.games.great_hall.cards import gift_is_still_there, holds_one_of, receiver
from hatbox.games.great_hall.plays import keepers
from hatbox.games.great_hall.state import ALL_KINDS, COPIES, KINDS, NONE, Phase, State


@rule
def gift_with(s: State, viewer: int, seat: int) -> int:
    """The card of this seat that the viewer gave and knows to be there, or NONE."""
    if viewer < 0 or receiver(s, viewer) != seat or not gift_is_still_there(s, viewer):
        return NONE
    return s.given[viewer]


@rule
def unseen(s: State, viewer: int, barred: int) -> int:
    """Cards the viewer has not seen in this round or on the pile, whose kind is not barred."""
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
    """Cards in the bag whose kind is not barred."""
    count = 0
    for kind in range(KINDS):
        if (barred >> kind) & 1 == 0:
            count += s.stock[kind]
    return count


@rule
def take_back(s: State, viewer: int) -> int:
    """Put all cards that the viewer cannot know into the bag; how many each seat is owed, four bits a seat."""
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
    """Move a random card that is not barred from the bag to a hand; NONE: this world is not to be.

    Where other hands have taken cards that this one could have had, fewer ways are left to fill it, and the world
    would come up too often. So it is given up with the chance that makes up for it.
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
    """Deal one hand anew; the card just drawn fits if its owner is asked to play it (GH-83).

    Once it is played it lies open and is no longer in the hand.
    """
    barred = int(s.lacks[seat])
    if owed > 0 and seat == s.turn and s.drawn != NONE and s.sel_kind == NONE:
        s.drawn = pull(s, viewer, seat, ALL_KINDS ^ fitting if s.phase == Phase.CARD else barred, 0)
        if s.drawn == NONE:
            s.drawn = 0  # any card: the whole world is given up
            return False
        owed -= 1
    for already in range(owed):
        if pull(s, viewer, seat, barred, already) == NONE:
            return False
    return True


@rule
def redeal(s: State, viewer: int, owed: int, fitting: int) -> bool:
    """Deal all unknown cards anew, hands that lack something first; False: it does not fit what is known."""
    for turn in range(2):
        for seat in range(s.players):
            here = seat != viewer and (s.lacks[seat] == 0) == (turn == 1)
            if here and not refill(s, viewer, seat, (owed >> (4 * seat)) & 15, fitting):
                return False
    asked = s.players < 4 and s.phase == Phase.CARD and s.drawn == NONE and s.turn != viewer
    return not asked or holds_one_of(s, s.turn, fitting)


@rule
def regive(s: State, giver: int) -> None:
    """Redraw a gift: any card of the giver's hand before the exchange, after it any that the receiver had."""
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
