"""What a move does, as numbers for sentences: who arrives, who goes to bed, which rival cards hurt.

Only the board and the seat's own cards are used. The rules try out what others could do, as if they held a single
card, one kind after another.
"""

from typing import Any

from hatbox.engine.facts import WINS_NOW, Facts, Notes, say
from hatbox.engine.jit import rule
from hatbox.engine.record import States
from hatbox.engine.replies import first_turn, next_turn
from hatbox.games.great_hall.cards import receiver
from hatbox.games.great_hall.rounds import forget_choice
from hatbox.games.great_hall.state import (
    BEDS,
    DORMITORY,
    HALL,
    HOUSES,
    KINDS,
    Action,
    Kind,
    Phase,
    State,
)
from hatbox.games.great_hall.track import house_of, led_by, on_track, ring, start_field

FACTS = Facts()
ENTERS = FACTS.add("coach_enters", "count")
SENDS = FACTS.add("coach_sends", "player", "count")
LOSES = FACTS.add("coach_loses", "count")
STARTS = FACTS.add("coach_starts")
GETS_SAFE = FACTS.add("coach_gets_safe", "player", "count")
SAFER = FACTS.add("coach_safer", "player", "count", "before")
EXPOSED = FACTS.add("coach_exposed", "player", "count")
SAFE = FACTS.add("coach_safe")
FIELDS_LEFT = FACTS.add("coach_fields_left", "count")
USES_JOKER = FACTS.add("coach_uses_joker")
GIVES_START = FACTS.add("coach_gives_start", "player")
GIVES_LAST_START = FACTS.add("coach_gives_last_start")
NEEDS_START = FACTS.add("coach_needs_start", "player")
KEEPS_START = FACTS.add("coach_keeps_start", "count")
NO_START_LEFT = FACTS.add("coach_no_start_left")


@rule
def is_ours(s: State, seat: int, house: int) -> bool:
    """Whether the figures of a house are the seat's own or its partner's."""
    own = house_of(s, seat)
    return house == own or (s.players == 4 and house == own ^ 2)


@rule
def count_at(s: State, house: int, place: int) -> int:
    """How many figures of a house are at a place."""
    count = 0
    for i in range(BEDS):
        count += s.pos[house, i] == place
    return count


@rule
def ours_in_bed(s: State, seat: int) -> int:
    """How many figures of the seat and its partner are in the dormitory."""
    count = 0
    for house in range(HOUSES):
        if is_ours(s, seat, house):
            count += count_at(s, house, DORMITORY)
    return count


# ---- what others could do --------------------------------------------------------------------------------------


@rule
def can_hit(s: State, seat: int, rival: int, kind: int, boards: States, acts: Any, pad: Any) -> bool:
    """Whether a rival could send one of our figures to bed with one card of this kind."""
    boards[0] = s
    b = boards[0]
    forget_choice(b)
    b.turn, b.phase, b.folded = rival, Phase.CARD, 0
    for k in range(KINDS):
        b.hand[rival, k] = k == kind
    in_bed = ours_in_bed(s, seat)
    first_turn(boards, acts, pad)
    end = next_turn(boards, acts, pad)
    while end >= 0:
        if ours_in_bed(boards[end], seat) > in_bed:
            return True
        end = next_turn(boards, acts, pad)
    return False


@rule
def worst_rival(s: State, seat: int, boards: States, acts: Any, pad: Any) -> int:
    """The rival with the most kinds of cards that hit one of our figures: 8 times that number, plus its seat."""
    worst = 0
    for rival in range(s.players):
        if is_ours(s, seat, house_of(s, rival)):
            continue
        if not can_hit(s, seat, rival, Kind.JOKER, boards, acts, pad):
            continue  # a joker can do whatever any other card can do
        count = 1
        for kind in range(Kind.JOKER):
            count += can_hit(s, seat, rival, kind, boards, acts, pad)
        if count > worst // 8:
            worst = count * 8 + rival
    return worst


@rule
def say_safety(s: State, after: State, seat: int, boards: States, acts: Any, pad: Any, out: Notes) -> None:
    """Report how the danger for our figures has changed."""
    now = worst_rival(after, seat, boards, acts, pad)
    before = worst_rival(s, seat, boards, acts, pad)
    if now < 8 and before >= 8:
        say(out, GETS_SAFE, before % 8, before // 8, 0)
    elif now < 8:
        say(out, SAFE, 0, 0, 0)
    elif before // 8 > now // 8:
        say(out, SAFER, now % 8, now // 8, before // 8)
    else:
        say(out, EXPOSED, now % 8, now // 8, 0)


# ---- what the move itself does ---------------------------------------------------------------------------------


@rule
def seat_of(s: State, house: int) -> int:
    """The seat that a house belongs to."""
    return house // 2 if s.players == 2 else house


@rule
def say_moves(s: State, after: State, seat: int, out: Notes) -> None:
    """Report figures that enter the hall, go to bed or get out of it."""
    arrived = lost = started = 0
    for house in range(HOUSES):
        in_bed = count_at(after, house, DORMITORY) - count_at(s, house, DORMITORY)
        if is_ours(s, seat, house):
            arrived += count_at(after, house, HALL) - count_at(s, house, HALL)
            lost += max(0, in_bed)
            started += max(0, -in_bed)
    if arrived > 0:
        say(out, ENTERS, arrived, 0, 0)
    for house in range(HOUSES):
        in_bed = count_at(after, house, DORMITORY) - count_at(s, house, DORMITORY)
        if not is_ours(s, seat, house) and in_bed > 0:
            say(out, SENDS, seat_of(s, house), in_bed, 0)
    if started > 0:
        say(out, STARTS, 0, 0, 0)
    if lost > 0:
        say(out, LOSES, lost, 0, 0)


@rule
def say_way(s: State, after: State, house: int, out: Notes) -> None:
    """Report how far the moved figure is from the hall; if several moved, the nearest one."""
    nearest = ring(s)
    for i in range(BEDS):
        place = int(after.pos[house, i])
        if place < DORMITORY and count_at(s, house, place) == 0:
            left = (start_field(s, house) - place) % ring(s)
            nearest = min(nearest, left if left > 0 else ring(s))
    if nearest < ring(s):
        say(out, FIELDS_LEFT, nearest, 0, 0)


@rule
def starters(s: State, seat: int) -> int:
    """How many cards in hand bring a figure out of bed (GH-20)."""
    return int(s.hand[seat, Kind.START_9] + s.hand[seat, Kind.START_1_8] + s.hand[seat, Kind.JOKER])


@rule
def is_starter(kind: int) -> bool:
    """GH-20: whether a card brings a figure out of bed."""
    return kind == Kind.START_9 or kind == Kind.START_1_8 or kind == Kind.JOKER


@rule
def say_cards(s: State, seat: int, kind: int, in_hand: bool, out: Notes) -> None:
    """Report what is left for starting while a figure is in bed; `in_hand`: the card has not left the hand yet."""
    if kind == Kind.JOKER:
        say(out, USES_JOKER, 0, 0, 0)
    if count_at(s, led_by(s, seat), DORMITORY) == 0:
        return
    left = starters(s, seat) - (in_hand and is_starter(kind))
    if left > 0:
        say(out, KEEPS_START, left, 0, 0)
    elif is_starter(kind):
        say(out, NO_START_LEFT, 0, 0, 0)


@rule
def say_gift(s: State, seat: int, kind: int, out: Notes) -> None:
    """GH-11, GH-82: report what the exchange gives away and what stays."""
    to, left = receiver(s, seat), starters(s, seat) - is_starter(kind)
    if is_starter(kind):
        say(out, GIVES_START, to, 0, 0)
        if left == 0:
            say(out, GIVES_LAST_START, 0, 0, 0)
    if s.players == 4 and not on_track(s, house_of(s, to)) and count_at(s, house_of(s, to), DORMITORY) > 0:
        say(out, NEEDS_START, to, 0, 0)
    if left > 0:
        say(out, KEEPS_START, left, 0, 0)


@rule
def facts(
    s: State,
    action: int,
    after: State,
    seat: int,
    won: bool,
    boards: States,
    acts: Any,
    pad: Any,
    out: Any,
) -> None:
    """Note what a move does, most important facts first; cards are those that the seat holds now, never new ones."""
    if won:
        say(out, WINS_NOW, 0, 0, 0)
    if s.phase == Phase.EXCHANGE:
        say_gift(s, seat, action - Action.GIVE, out)
        return
    if action == Action.FOLD:
        return
    if s.phase == Phase.DISCARD or s.phase == Phase.DISCARD_AGAIN:
        say_cards(s, seat, action - Action.THROW, True, out)
        return
    say_moves(s, after, seat, out)
    if not after.over:
        say_safety(s, after, seat, boards, acts, pad, out)
    say_way(s, after, led_by(s, seat), out)
    choosing = s.phase == Phase.CARD
    say_cards(s, seat, action - Action.PLAY if choosing else int(s.sel_kind), choosing, out)
