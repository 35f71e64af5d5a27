"""Which cards a sensible player gives away or discards, following the rulebook's advice.

A starting card or a joker is the best gift for a partner with no figure on the track, an exact number for one who
is waiting near the hall; otherwise give away what you need least. Opponents get nothing that helps them.
"""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.games.great_hall.state import (
    BEDS,
    DORMITORY,
    KINDS,
    POINTS,
    USES,
    Action,
    Kind,
    Phase,
    State,
    Use,
)
from hatbox.games.great_hall.track import led_by, ring, start_field

NEEDED, WILD, EXACT, SPARE, PLAIN = 10.0, 8.0, 6.0, 4.0, 1.0  # the value of a card to its holder
SECOND = 3.0  # a second starting card while the first is needed
MOST_POINTS = 9
STARTS = np.array([Use.START in uses for uses in USES])  # by kind: whether it brings a figure out of bed
WALKS = np.array(  # by kind and steps: whether it can be used for them
    [
        [steps > 0 and steps in [POINTS[mode] for mode in uses] for steps in range(MOST_POINTS + 1)]
        for uses in USES
    ]
)
for _table in (STARTS, WALKS):
    _table.flags.writeable = False


@rule
def reluctance(s: State, seat: int, action: int) -> float:
    """The cost of a gift or a discard; moves in the other phases cost nothing."""
    if s.phase == Phase.EXCHANGE:
        return gift_cost(s, seat, action - Action.GIVE)
    return worth_to(s, seat, action - Action.THROW, True) if Action.THROW <= action < Action.FOLD else 0.0


@rule
def gift_cost(s: State, seat: int, kind: int) -> float:
    """What a gift costs the giver, minus its value to a partner or plus its value to an opponent."""
    other = (seat + 2) % 4 if s.players == 4 else (seat + 1) % s.players
    brings = worth_to(s, other, kind, False)
    return worth_to(s, seat, kind, True) + (-brings if s.players == 4 else brings)


@rule
def worth_to(s: State, seat: int, kind: int, holds: bool) -> float:
    """How much a seat needs a card of this kind, judging by its figures and, if it `holds` the card, its hand."""
    house, in_bed, on_track, waits = led_by(s, seat), False, False, False
    for i in range(BEDS):
        place = s.pos[house, i]
        in_bed = in_bed or place == DORMITORY
        on_track = on_track or place < DORMITORY
        left = (start_field(s, house) - place) % ring(s) if place < DORMITORY else 0
        waits = waits or (
            0 < left < MOST_POINTS and WALKS[kind, left + 1]
        )  # GH-40: one more step leads into the hall
    worth = WILD if kind == Kind.JOKER else PLAIN
    if STARTS[kind] and in_bed:
        need = SPARE if on_track else NEEDED
        if holds:
            need = min(need, SECOND) if starts_in_hand(s, seat) > 1 else need + 1.0
        worth = max(worth + (SECOND if kind == Kind.JOKER else 0.0), need)
    return max(worth, EXACT) if waits and kind != Kind.JOKER else worth


@rule
def starts_in_hand(s: State, seat: int) -> int:
    """How many starting cards a seat holds."""
    count = 0
    for kind in range(KINDS):
        count += s.hand[seat, kind] if STARTS[kind] else 0
    return count
