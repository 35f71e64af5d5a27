"""What a bot needs to know of Vanished Animal: when a name is worth saying, and how a round stands."""

from typing import Any

from hatbox.games.vanished_animal.board import PAIR
from hatbox.games.vanished_animal.rules import has_seen, is_out
from hatbox.games.vanished_animal.state import (
    ACT,
    ANIMALS,
    NAME,
    NO_SWAP,
    PEEK,
    PLACES,
    SKIP2,
    SWAP,
    SWAP2,
    SWAPPING,
    SWAPPING_AGAIN,
    State,
)
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


def sightings(history: list[tuple[Any, int]], now: Any, seat: int) -> list[tuple[int, int, int, int]]:
    """The hats of this round that the seat has lifted, as (place, animal, when, moved); the open one is in view."""
    shown: dict[int, tuple[int, int]] = {}  # by animal: when, and how often its hat was moved since
    for when, (before, action) in enumerate(history):
        if before.rounds != now.rounds:
            continue
        if before.phase == ACT and action < NAME and before.turn == seat:
            shown[int(before.hats[action - PEEK])] = (when, 0)
        for place in _moved(before, action):
            if (animal := int(before.hats[place])) in shown:
                shown[animal] = (shown[animal][0], shown[animal][1] + 1)
    known = [
        p for p in range(PLACES) if now.seen_by[p] >> seat & 1 and not (now.phase != ACT and p == now.peek)
    ]
    return [(p, int(now.hats[p]), *shown.get(int(now.hats[p]), (-1, 1))) for p in known]


def _moved(before: Any, action: int) -> list[int]:
    """The places of the two hats that an action swaps."""
    if before.phase == SWAPPING and action != NO_SWAP:
        return [before.peek, action - SWAP]
    if before.phase == SWAPPING_AGAIN and action != SKIP2:
        return [int(place) for place in PAIR[action - SWAP2]]
    return []


def forget(s: Any, seat: int, place: int) -> None:
    """The hat on this place is as good as never lifted."""
    s.seen_by[place] &= ~(1 << seat) & 0xFF


def mix_up(s: Any, seat: int, place: int) -> None:
    """Believe the animal under the next hat; the lifted one is in view."""
    other = (place + 1) % PLACES
    if s.phase != ACT and s.peek in (place, other):
        return
    s.hats[place], s.hats[other] = int(s.hats[other]), int(s.hats[place])
    if (s.seen_by[place] ^ s.seen_by[other]) >> seat & 1:
        s.seen_by[place] ^= 1 << seat
        s.seen_by[other] ^= 1 << seat
