"""How good a Hat Stairs position is for a player who remembers every stone: a formula, and one turn of lookahead.

Two probabilities say most of it: that the wearer reaches the larder with the next stone, and that another player who
moves first hits the wearer. The weights are fitted to the exact values of the two-player game (see exact.py), where
the formula explains 92 % of their variance with the chaser to move; with the wearer to move, the best stone is
searched for first.
"""

from hatbox.engine.jit import rule
from hatbox.games.hat_stairs.knowledge import is_known
from hatbox.games.hat_stairs.rules import top_field
from hatbox.games.hat_stairs.state import BOUNCE, ON_ITS_STEP, PLACES, START, State

ALL = 63  # the set of all six values, bit v-1 for value v
WEARS, REACHES, IS_HIT, BOTH = 0.23, 0.75, -0.57, -0.98  # weights of the wearer's lead
WITH_COMPANY = -0.47  # the wearer must move first, away from another player on the same step
TAKES_HAT = 0.35  # the value of taking the hat from its step
NO_WAY = -9.0


@rule
def known_values(s: State) -> int:
    """The set of values that perfect memory knows; five of them determine the sixth."""
    known = 0
    for place in range(PLACES):
        if is_known(s, place):
            known |= 1 << (int(s.stones[place]) - 1)
    missing = ALL & ~known
    return ALL if missing & (missing - 1) == 0 else known


@rule
def chance(known: int, distance: int) -> float:
    """The chance of moving exactly this far with the next stone: 1 if known, else the same for every unknown value."""
    if distance < 1 or distance > PLACES:
        return 0.0
    if known >> (distance - 1) & 1:
        return 1.0
    unknown = PLACES
    for value in range(PLACES):
        unknown -= known >> value & 1
    return 1.0 / unknown


@rule
def place_of(s: State, seat: int, me: int, to: int) -> int:
    """Where a seat is once `me` has moved to a field."""
    return to if seat == me else int(s.step[seat])


@rule
def lead(s: State, wearer: int, known: int, me: int, to: int) -> float:
    """What the hat is worth to its wearer once `me` has moved to a field and the next player is to move."""
    here, free = place_of(s, wearer, me, to), 1.0
    reaches = chance(known, s.steps + 1 - here)
    seat = (me + 1) % s.players
    if seat == wearer:
        return WEARS + REACHES * reaches + (WITH_COMPANY if here == to else 0.0)
    while seat != wearer:
        free *= 1.0 - chance(known, abs(here - place_of(s, seat, me, to)))
        seat = (seat + 1) % s.players
    return WEARS + REACHES * reaches + (IS_HIT + BOTH * reaches) * (1.0 - free)


@rule
def race(s: State, seat: int, known: int, me: int, to: int) -> float:
    """What a hat on its step is worth to a seat: the first player to get there takes it."""
    own, others, left = 0.0, 0.0, 1.0
    for k in range(1, s.players + 1):
        other = (me + k) % s.players
        takes = left * chance(known, abs(s.hat_step - place_of(s, other, me, to)))
        left -= takes
        if other == seat:
            own = takes
        else:
            others += takes
    return TAKES_HAT * (own - others / (s.players - 1))


@rule
def wearer_after(s: State, me: int, to: int) -> int:
    """Who wears the hat once `me` has arrived on a field (HS-17, HS-19…21)."""
    if s.hat != me:
        hat_is_here = to == s.hat_step if s.hat == ON_ITS_STEP else to == s.step[s.hat]
        return me if hat_is_here else int(s.hat)
    there, count = me, 0
    for seat in range(s.players):
        if seat != me and s.step[seat] == to:
            there = seat
            count += 1
    return there if count == 1 else me


@rule
def gain(s: State, known: int, to: int) -> float:
    """The mover's outlook after moving to a field; staying is not an arrival (R-05)."""
    me = s.turn
    if to == s.steps + 1:
        return 1.0
    wearer = int(s.hat) if to == s.step[me] else wearer_after(s, me, to)
    if wearer != s.hat:
        known = 0  # HS-18, HS-22: the stones are mixed
    if wearer == ON_ITS_STEP:
        return race(s, me, known, me, to)
    worth = lead(s, wearer, known, me, to)
    return worth if wearer == me else -worth / (s.players - 1)


@rule
def stone_gain(s: State, known: int, value: int) -> float:
    """The mover's outlook with a stone of this value, in the better direction."""
    here, top, known = s.step[s.turn], top_field(s, s.turn), known | 1 << (value - 1)
    up, down = here + value, here - value
    if s.overshoot == BOUNCE:
        up, down = min(up, 2 * top - up), max(down, 2 * START - down)
    best = NO_WAY
    if up <= top:
        best = gain(s, known, up)
    if down >= START:
        best = max(best, gain(s, known, down))
    return best if best > NO_WAY else gain(s, known, here)


@rule
def unknown_gain(s: State, known: int) -> float:
    """The mover's average outlook with an unknown stone (R-20)."""
    total, count = 0.0, 0
    for value in range(1, PLACES + 1):
        if not known >> (value - 1) & 1:
            total += stone_gain(s, known, value)
            count += 1
    return total / count if count > 0 else NO_WAY


@rule
def turn_gain(s: State) -> float:
    """The mover's outlook with the most promising stone."""
    known = known_values(s)
    best = unknown_gain(s, known)
    for value in range(1, PLACES + 1):
        if known >> (value - 1) & 1:
            best = max(best, stone_gain(s, known, value))
    return best
