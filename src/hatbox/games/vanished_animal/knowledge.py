"""What a seat may know: its own looks, which move with the hats; wrong names; the box once it is out (R-22)."""

from hatbox.engine.dice import below
from hatbox.engine.jit import rule
from hatbox.engine.record import Tensor
from hatbox.games.vanished_animal.rules import has_seen, is_out
from hatbox.games.vanished_animal.state import (
    ANIMALS,
    BOX,
    HATS,
    LAST_VOID,
    NONE,
    PLACES,
    SEATS,
    Phase,
    State,
)
from hatbox.interfaces import SPECTATOR, Piece

KINDS = ANIMALS + 1  # six animals, and last: unknown or none
MOST_TOKENS = 5  # 0 … 4
OBSERVATION = (
    Piece("content", PLACES * KINDS, "per place the animal this seat has seen there; last: unseen"),
    Piece("box", KINDS, "the vanished animal for a seat that is out; last: unknown"),
    Piece("seen by", PLACES * SEATS, "per place who has seen the hat there, own seat first"),
    Piece("named", SEATS * KINDS, "the wrong name of each seat, own seat first; last: none"),
    Piece("tokens", SEATS * MOST_TOKENS, "how many hat tokens each seat has, own seat first"),
    Piece("my turn", 1, "1 when this seat must act"),
    Piece("turn", SEATS, "the seat that must act, own seat first"),
    Piece("starter", SEATS, "the seat that began the round, own seat first"),
    Piece("phase", 3, "look or name, swap, second swap"),
    Piece("peek", PLACES + 1, "the place looked into in this turn; last: none"),
    Piece("swap to", PLACES + 1, "the partner of the first swap in this turn; last: none"),
    Piece("turns", 1, "turns of this round as a part of its cap; 0 without a cap"),
    Piece("voids", 1, "void rounds as a part of those that end the game"),
)


@rule
def knows_hat(s: State, seat: int, place: int) -> bool:
    """R-22: whether this seat has looked into this hat, or everyone was shown it at the end of the game (R-21)."""
    return (seat != SPECTATOR and has_seen(s, seat, place)) or (s.over and s.told[place] != NONE)


@rule
def knows_box(s: State, seat: int) -> bool:
    """R-23: whether this seat is out, or everyone was told the vanished animal at the end of the game (R-21)."""
    return (seat != SPECTATOR and is_out(s, seat)) or (s.over and s.told[BOX] != NONE)


@rule
def knows_last_box(s: State, seat: int) -> bool:
    """R-21: whether the last round's end revealed it, this seat was out then, or this is the first round."""
    was_out = seat != SPECTATOR and (s.last_out >> seat) & 1 == 1
    return was_out or s.told[BOX] != NONE or s.last_box == NONE


@rule
def was_named(s: State, animal: int) -> bool:
    """R-16: whether a player has wrongly named this animal in this round."""
    times = 0
    for seat in range(s.players):
        times += s.named[seat] == animal
    return times > 0


@rule
def may_be_missing(s: State, seat: int, place: int) -> bool:
    """Whether the animal of this hat (or of the box) may be the vanished one, as far as `seat` knows."""
    return (place == BOX or not knows_hat(s, seat, place)) and not was_named(s, s.hats[place])


@rule
def is_hidden(s: State, seat: int, place: int) -> bool:
    """Whether this seat cannot tell what is under this hat, or in the box."""
    return not knows_box(s, seat) if place == BOX else not knows_hat(s, seat, place)


@rule
def sort_hidden(s: State, seat: int) -> None:
    """Put the hidden animals in order, so that a guess depends on nothing hidden."""
    for place in range(HATS):
        for later in range(place + 1, HATS):
            if is_hidden(s, seat, place) and is_hidden(s, seat, later) and s.hats[place] > s.hats[later]:
                s.hats[place], s.hats[later] = s.hats[later], s.hats[place]


@rule
def redraw_box(s: State, seat: int) -> None:
    """R-22: draw any animal that this seat has neither seen nor heard named; each leaves the same number of worlds."""
    count = 0
    for place in range(HATS):
        if may_be_missing(s, seat, place):
            count += 1
    left = below(s, count)
    for place in range(HATS):
        if may_be_missing(s, seat, place):
            if left == 0:
                s.hats[BOX], s.hats[place] = s.hats[place], s.hats[BOX]
                return
            left -= 1


@rule
def mix_unseen(s: State, seat: int) -> None:
    """Shuffle the unseen hats of the circle."""
    for place in range(PLACES - 1, 0, -1):
        if not knows_hat(s, seat, place):
            other = below(s, place + 1)
            while knows_hat(s, seat, other):
                other = below(s, place + 1)
            s.hats[place], s.hats[other] = s.hats[other], s.hats[place]


@rule
def resample(s: State, seat: int) -> None:
    """R-22: draw one of the worlds consistent with what `seat` knows for certain, each equally likely."""
    sort_hidden(s, seat)
    if not knows_box(s, seat):
        redraw_box(s, seat)
    mix_unseen(s, seat)
    if not knows_last_box(s, seat):  # no longer of any use (VA-20)
        s.last_box = s.hats[BOX] if s.over else below(s, ANIMALS)


@rule
def observe_hats(s: State, seat: int, out: Tensor) -> int:
    """Write the animals this seat knows and who has seen which hat, and return how many numbers were written."""
    for place in range(PLACES):
        out[place * KINDS + (s.hats[place] if knows_hat(s, seat, place) else ANIMALS)] = 1.0
    at = PLACES * KINDS
    out[at + (int(s.hats[BOX]) if knows_box(s, seat) else ANIMALS)] = 1.0
    at += KINDS
    for place in range(PLACES):
        for k in range(s.players):
            out[at + k] = 1.0 if has_seen(s, (seat + k) % s.players, place) else 0.0
        at += SEATS
    return at


@rule
def observe_seats(s: State, seat: int, start: int, out: Tensor) -> int:
    """Write names, tokens, turn and starter, own seat first, and return where the next numbers go."""
    named, tokens = start, start + SEATS * KINDS
    for k in range(s.players):
        other = (seat + k) % s.players
        out[named + k * KINDS + (ANIMALS if s.named[other] == NONE else s.named[other])] = 1.0
        out[tokens + k * MOST_TOKENS + s.tokens[other]] = 1.0
    at = tokens + SEATS * MOST_TOKENS
    out[at] = 1.0 if s.turn == seat else 0.0
    out[at + 1 + int((s.turn - seat) % s.players)] = 1.0
    out[at + 1 + SEATS + int((s.round_starter - seat) % s.players)] = 1.0
    return at + 1 + 2 * SEATS


@rule
def observe(s: State, seat: int, out: Tensor) -> None:
    """What a seat with perfect memory knows, from the point of view of `seat`; see OBSERVATION."""
    out[:] = 0.0
    at = observe_seats(s, seat, observe_hats(s, seat, out), out)
    if s.phase != Phase.ENDED:
        out[at + int(s.phase)] = 1.0
    at += 3
    out[at + (PLACES if s.peek == NONE else int(s.peek))] = 1.0
    at += PLACES + 1
    out[at + (PLACES if s.swap_to == NONE else s.swap_to)] = 1.0
    at += PLACES + 1
    out[at] = s.round_turns / s.round_turn_cap if s.round_turn_cap > 0 else 0.0
    out[at + 1] = s.voids / LAST_VOID
