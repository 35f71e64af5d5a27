"""What is learned of Great Hall: how far every figure is, who could send it to bed, and what the cards in hand fit.

All hands are looked at: the search draws those that its seat cannot know.
"""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.engine.learned import UNTRAINED, read_weights
from hatbox.engine.record import Int32s
from hatbox.games.great_hall.bot import sides
from hatbox.games.great_hall.state import (
    BEDS,
    CAUGHT,
    DORMITORY,
    HALL,
    HOUSES,
    KINDS,
    NONE,
    ONE_FIGURE,
    OWN_ON_TRACK,
    POINTS,
    TRACK_LENGTHS,
    USES,
    Kind,
    State,
)
from hatbox.games.great_hall.track import guarded, house_of, led_by, ring, start_field

USUAL_TRACK = TRACK_LENGTHS.index(48)
FIELDS = 48
FARTHEST = 9  # points of a card
RISKS = 6  # none, one, more figures behind; the same with the caretaker before
FITS = 3  # no card, only a joker, a plain card
NEAR = FARTHEST - 1  # fields from which one card leads into the hall
BACK = 4  # steps of the card that leads backward
COPIES, CARDS = 4, 13  # of a kind in one hand, of all kinds in the hands of a side: how many are told apart
MANY = 5  # none to four

AT_PLACES = 0
AT_ENTRIES = AT_PLACES + 2 * FIELDS * RISKS
AT_BACK = AT_ENTRIES + 2 * NEAR * FITS
AT_ARRIVED = AT_BACK + BACK * FITS
AT_BEDS = AT_ARRIVED + MANY * MANY
AT_KINDS = AT_BEDS + 2 * MANY * COPIES
AT_CARDS = AT_KINDS + 2 * KINDS * COPIES
COUNT = AT_CARDS + 2 * CARDS

_PLAIN = [[kind for kind in range(Kind.JOKER) if n in POINTS[list(USES[kind])]] for n in range(FARTHEST + 1)]
PLAIN = np.array(
    [sum(1 << kind for kind in kinds) for kinds in _PLAIN], np.int64
)  # the kinds for a number of steps
PLAIN.flags.writeable = False
WEIGHTS, ROW_OF = read_weights(__file__, COUNT)


@rule
def kinds_in_hand(s: State, seat: int) -> int:
    """The kinds of cards that a seat has, a bit each."""
    found = 0
    for kind in range(KINDS):
        found |= (s.hand[seat, kind] > 0) << kind
    return found


@rule
def fit(kinds: int, wanted: int) -> int:
    """Whether a hand has one of the wanted kinds, or at least a joker."""
    if kinds & wanted:
        return 2
    return 1 if kinds & (1 << Kind.JOKER) else 0


@rule
def risk(s: State, mine: int, place: int) -> int:
    """How many figures of others could reach a place with one card, and whether the caretaker could."""
    found, count, fields = 0, sides(s), ring(s)
    for house in range(HOUSES):
        if (house // 2 if s.players == 2 else house % count) != mine:
            for i in range(BEDS):
                there = s.pos[house, i]
                if there < DORMITORY and 0 < (place - there) % fields <= FARTHEST:
                    found += 1
    walks = s.caretaker_at != NONE and 0 < (s.caretaker_at - place) % fields <= FARTHEST
    return min(found, 2) + (3 if walks else 0)


@rule
def write_figures(s: State, mine: int, seat: int, waits: int, out: Int32s, count: int) -> int:
    """Where the figures of a seat's house are, and whether its cards bring them into the hall; the new number."""
    house, kinds = house_of(s, seat), kinds_in_hand(s, seat)
    home, leads = start_field(s, house), led_by(s, seat) == house
    for i in range(BEDS):
        place = s.pos[house, i]
        if place < DORMITORY:
            left = (home - place) % FIELDS
            danger = risk(s, mine, place) if left > 0 else 0
            out[count] = AT_PLACES + 2 * (left * RISKS + danger) + waits
            count += 1
            if leads and 0 < left <= NEAR:
                out[count] = AT_ENTRIES + 2 * ((left - 1) * FITS + fit(kinds, PLAIN[left + 1])) + waits
                count += 1
            beyond = (FIELDS - left) % FIELDS  # fields beyond the start
            if leads and beyond < BACK:
                out[count] = AT_BACK + beyond * FITS + fit(kinds, 1 << Kind.FOUR)
                count += 1
    return count


@rule
def figures_at(s: State, house: int, place: int) -> int:
    """How many figures of a house are in the hall or in bed."""
    found = 0
    for i in range(BEDS):
        found += s.pos[house, i] == place
    return found


@rule
def write_hand(s: State, seat: int, out: Int32s, count: int) -> int:
    """The cards of a seat, told apart by whether they can move a figure; the new number."""
    house = led_by(s, seat)
    beds, arrived = figures_at(s, house, DORMITORY), figures_at(s, house, HALL)
    starters = int(s.hand[seat, Kind.START_9] + s.hand[seat, Kind.START_1_8] + s.hand[seat, Kind.JOKER])
    out[count] = AT_BEDS + 2 * (beds * COPIES + min(starters, COPIES - 1)) + guarded(s, house)
    count += 1
    outside = 1 if beds + arrived < BEDS else 0
    for kind in range(KINDS):
        if s.hand[seat, kind] > 0:
            out[count] = AT_KINDS + 2 * (kind * COPIES + min(int(s.hand[seat, kind]), COPIES - 1)) + outside
            count += 1
    return count


@rule
def features(s: State, mine: int, out: Int32s) -> int:
    """The features of a team, or of a seat that plays alone."""
    count, cards, arrived, team = 0, 0, 0, sides(s)
    waits = 0 if s.turn % team == mine else 1
    for seat in range(mine, s.players, team):
        count = write_figures(s, mine, seat, waits, out, count)
        count = write_hand(s, seat, out, count)
        arrived = arrived * MANY + figures_at(s, house_of(s, seat), HALL)
        for kind in range(KINDS):
            cards += int(s.hand[seat, kind])
    out[count] = AT_ARRIVED + arrived
    out[count + 1] = AT_CARDS + 2 * min(cards, CARDS - 1) + waits
    return count + 2


@rule
def weight(s: State, number: int) -> int:
    """What was learned of a feature."""
    return WEIGHTS[ROW_OF[s.players], number]


@rule
def trained(s: State) -> bool:
    """Weights are for the usual rules: with others cards and fields are worth something else."""
    usual = s.track_len == USUAL_TRACK and s.solo_goal == 3 and s.caretaker and s.caretaker_counts
    usual = usual and s.caretaker_landing == CAUGHT and not s.caretaker_passes_protected
    usual = usual and s.caretaker_seven_sweeps and s.swap_null == OWN_ON_TRACK
    usual = usual and s.seven_rest == ONE_FIGURE and not s.canadian_seven
    return usual and ROW_OF[s.players] != UNTRAINED
