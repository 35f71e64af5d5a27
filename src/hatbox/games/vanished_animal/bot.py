"""What a bot needs to know of Vanished Animal: when a name is worth saying, and how a round stands."""

from random import Random
from typing import Any

from hatbox.games.vanished_animal.rules import has_seen, is_out
from hatbox.games.vanished_animal.state import ACT, ANIMALS, NAME, PEEK, PLACES, SWAP, State
from hatbox.jit import rule
from hatbox.record import Values

MANNER = {"glances": 2}  # rounds are short: play on to the end


@rule
def hats_seen(s: State, seat: int) -> int:
    """How many hats of this round the seat has looked into."""
    count = 0
    for place in range(PLACES):
        count += has_seen(s, seat, place)
    return count


@rule
def saw_animal(s: State, seat: int, animal: int) -> bool:
    """Whether the seat has seen this animal under a hat."""
    for place in range(PLACES):
        if s.hats[place] == animal and has_seen(s, seat, place):
            return True
    return False


@rule
def prefer(s: State, action: int) -> float:
    """Look into new hats; name what is still possible, the sooner the fewer are left; never what was seen."""
    if s.phase != ACT:
        return 0.5
    me, seen = s.turn, hats_seen(s, s.turn)
    if action < NAME:
        return 0.2 if has_seen(s, me, action - PEEK) else 0.6
    if action < SWAP and saw_animal(s, me, action - NAME):
        return 0.0
    return 1.0 / (ANIMALS - seen)


@rule
def evaluate(s: State, out: Values) -> None:
    """Tokens count most, then hats seen; who is out has lost this round."""
    total = 0.0
    for seat in range(s.players):
        out[seat] = 4.0 * s.tokens[seat] + (0.0 if is_out(s, seat) else 1.0 + 0.5 * hats_seen(s, seat))
        total += out[seat]
    for seat in range(s.players):
        out[seat] = (s.players * out[seat] / total - 1.0) / (s.players - 1) if total > 0.0 else 0.0


def forget(s: Any, seat: int, remembers: float, dice: Random) -> None:
    """Lose track of some hats that this seat has looked into; the one just lifted is in view."""
    for place in range(PLACES):
        lifted = s.phase != ACT and place == s.peek
        if s.seen_by[place] >> seat & 1 and not lifted and dice.random() > remembers:
            s.seen_by[place] &= ~(1 << seat) & 0xFF
