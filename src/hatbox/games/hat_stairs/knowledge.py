"""What a seat may know: everything except face-down stones, the same for everyone (R-20)."""

from hatbox.engine.dice import below
from hatbox.engine.jit import rule
from hatbox.engine.record import Tensor
from hatbox.games.hat_stairs.state import NONE, ON_ITS_STEP, PLACES, SEATS, State
from hatbox.interfaces import Piece

FIELDS = 22  # steps 1 … 20, the larder, and 0 for an empty seat
OBSERVATION = (
    Piece("steps", SEATS * FIELDS, "where each apprentice stands, own seat first"),
    Piece("hat", SEATS + 1, "who wears it, own seat first; last: on its step"),
    Piece("known", PLACES * 7, "per place the value that perfect memory knows; 0: unknown"),
    Piece("open", PLACES + 1, "the place of the open stone; last: none"),
    Piece("forbidden", PLACES, "places that may not be chosen in this turn"),
    Piece("my turn", 1, "1 when this seat must act"),
    Piece("turn", SEATS, "the seat that must act, own seat first"),
)


@rule
def is_known(s: State, place: int) -> bool:
    """Whether a stone was turned since the last mix, or is open now."""
    return place == s.open or (s.seen >> place) & 1 == 1


@rule
def known_places(s: State) -> int:
    """How many stones perfect memory knows without elimination."""
    count = 0
    for place in range(PLACES):
        if is_known(s, place):
            count += 1
    return count


@rule
def known(s: State, place: int) -> int:
    """The value on this place, or 0 if perfect memory cannot tell; the sixth is known by elimination."""
    if is_known(s, place) or known_places(s) == PLACES - 1:
        return s.stones[place]
    return 0


@rule
def lies_known(s: State, value: int) -> bool:
    """Whether perfect memory knows where this value is."""
    for place in range(PLACES):
        if is_known(s, place) and s.stones[place] == value:
            return True
    return False


@rule
def sort_unknown(s: State) -> None:
    """Put the unseen values in order, so that a guess depends on nothing hidden."""
    value = 1
    for place in range(PLACES):
        if not is_known(s, place):
            while lies_known(s, value):
                value += 1
            s.stones[place] = value
            value += 1


@rule
def resample(s: State, seat: int) -> None:
    """R-20: mix the unseen stones; every order is equally likely."""
    sort_unknown(s)
    for place in range(PLACES - 1, 0, -1):
        if not is_known(s, place):
            other = below(s, place + 1)
            while is_known(s, other):
                other = below(s, place + 1)
            s.stones[place], s.stones[other] = s.stones[other], s.stones[place]


@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    """What a seat with perfect memory knows, from the point of view of `seat`; see OBSERVATION."""
    out[:] = 0.0
    for k in range(s.players):
        out[k * FIELDS + int(s.step[(seat + k) % s.players])] = 1.0
    at = SEATS * FIELDS
    out[at + (SEATS if s.hat == ON_ITS_STEP else int((s.hat - seat) % s.players))] = 1.0
    at += SEATS + 1
    for place in range(PLACES):
        out[at + place * 7 + int(known(s, place))] = 1.0
    at += PLACES * 7
    out[at + (PLACES if s.open == NONE else int(s.open))] = 1.0
    at += PLACES + 1
    for place in range(PLACES):
        out[at + place] = 1.0 if (s.tried >> place) & 1 or (s.no_repeat and place == s.last) else 0.0
    at += PLACES
    out[at] = 1.0 if s.turn == seat else 0.0
    out[at + 1 + int((s.turn - seat) % s.players)] = 1.0
