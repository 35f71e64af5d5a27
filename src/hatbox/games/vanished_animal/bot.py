"""What a bot needs to know of Vanished Animal: when a name is worth saying, and how a round stands."""

from typing import Any

from hatbox.engine.jit import rule
from hatbox.engine.record import Int32s, Tensor, Values
from hatbox.games.vanished_animal.board import PAIR
from hatbox.games.vanished_animal.exact import (
    OUT,
    SIZE,
    duel_value,
    fill,
    impossible,
    looked,
    match_value,
    posterior,
)
from hatbox.games.vanished_animal.rules import has_seen, is_out
from hatbox.games.vanished_animal.state import ANIMALS, PLACES, Action, Phase, State

WEIGHING = {"sharpness": 2.5, "worlds": 256, "draws": 16}  # a name is right or wrong: few worlds tell nothing
MANNER = {"glances": 2}  # rounds are short: play on to the end
LATER = 1e-6  # what a look is worth less than a name that is as good


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
    if s.phase != Phase.ACT:
        return 0.5
    me, seen = s.turn, hats_seen(s, s.turn)
    if action < Action.NAME:
        return 0.2 if has_seen(s, me, action - Action.PEEK) else 0.6
    if action < Action.SWAP and saw_animal(s, me, action - Action.NAME):
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


@rule
def in_view(s: State, seat: int, slot: int) -> bool:
    """Whether the seat is looking into this hat at this moment."""
    return s.phase == Phase.SWAPPING and s.turn == seat and s.peek == slot


@rule
def reach(s: State) -> int:
    """How many actions back this round began at most: a look and two swaps a turn."""
    return 3 * (int(s.round_turns) + 1)


@rule
def moves_hat(before: State, action: int, animal: int) -> bool:
    """Whether an action swaps the hat of this animal."""
    if before.phase == Phase.SWAPPING and action != Action.NO_SWAP:
        return before.hats[before.peek] == animal or before.hats[action - Action.SWAP] == animal
    if before.phase == Phase.SWAPPING_AGAIN and action != Action.NO_SECOND_SWAP:
        one, other = PAIR[action - Action.SECOND_SWAP, 0], PAIR[action - Action.SECOND_SWAP, 1]
        return before.hats[one] == animal or before.hats[other] == animal
    return False


@rule
def sightings(s: State, seat: int, history: Any, actions: Int32s, out: Any) -> int:
    """The hats of this round that the seat has lifted, each with its place, animal, and how often it was moved."""
    count = 0
    for place in range(PLACES):
        if has_seen(s, seat, place):
            animal, when, moved = s.hats[place], -1, 1
            for k in range(len(history)):
                before, action = history[k], actions[k]
                if before.rounds != s.rounds:
                    continue
                looks = before.phase == Phase.ACT and action < Action.NAME and before.turn == seat
                if looks and before.hats[action - Action.PEEK] == animal:
                    when, moved = k, 0
                if when >= 0 and moves_hat(before, action, animal):
                    moved += 1
            out[count].slot = place
            out[count].what = animal
            out[count].when = when
            out[count].moved = moved
            count += 1
    return count


@rule
def forget(s: State, seat: int, slot: int) -> None:
    """The hat on this place is as good as never lifted."""
    s.seen_by[slot] &= ~(1 << seat) & 0xFF


@rule
def mix_up(s: State, seat: int, slot: int) -> None:
    """Believe the animal under the next hat; the lifted one is in view."""
    other = (slot + 1) % PLACES
    if s.phase != Phase.ACT and (s.peek == slot or s.peek == other):
        return
    s.hats[slot], s.hats[other] = s.hats[other], s.hats[slot]
    if has_seen(s, seat, slot) != has_seen(s, seat, other):
        s.seen_by[slot] ^= 1 << seat
        s.seen_by[other] ^= 1 << seat


@rule
def reluctance(s: State, seat: int, action: int) -> float:
    """Nobody names before having looked, nor what was crossed out in public or what he remembers to have seen."""
    if s.phase != Phase.ACT or action < Action.NAME:
        return 0.0
    if s.round_turns < s.players or saw_animal(s, seat, action - Action.NAME):  # the first turn of this seat
        return 1.0
    for other in range(s.players):
        if s.named[other] == action - Action.NAME:
            return 1.0
    return 0.0


@rule
def alike(s: State, action: int, other: int) -> bool:
    """Hats that the same players have looked into are as good as each other, and so are all swaps."""
    if action == other or s.phase != Phase.ACT:
        return True
    if action >= Action.NAME or other >= Action.NAME or has_seen(s, s.turn, action):
        return False
    return s.seen_by[action] == s.seen_by[other]


# ---- exact play ------------------------------------------------------------------------------------------------


@rule
def exact_key(s: State) -> int:
    """One table for all: the options change nothing for perfect memory but how hats move."""
    return 1


@rule
def exact_size(s: State) -> int:
    """The size of that table."""
    return SIZE


@rule
def exact_sweep(s: State, table: Tensor) -> bool:
    """All of it at once."""
    fill(table)
    return False


@rule
def ruled_out(s: State, seat: int, offset: int) -> int:
    """How much the seat so many places on can rule out at least: the hats it has seen; OUT: it does not play."""
    other = (seat + offset) % s.players
    return OUT if offset >= s.players or is_out(s, other) else hats_seen(s, other)


@rule
def round_worth(s: State, seat: int, action: int, table: Tensor) -> float:
    """The chance to win this round after an action, for the seat that must act; all swaps are alike.

    Of actions that are equally good a name comes first. A hat that it knows is no choice, with more players than two
    nor is a look once everything follows from the names.
    """
    b, c, d = ruled_out(s, seat, 1), ruled_out(s, seat, 2), ruled_out(s, seat, 3)
    if s.phase != Phase.ACT:
        return 1.0 - duel_value(b, hats_seen(s, seat)) if s.players == 2 else 0.0
    if action >= Action.NAME:
        return posterior(s, seat, action - Action.NAME)
    fresh = not has_seen(s, seat, action - Action.PEEK)
    if s.players == 2:
        return 1.0 - duel_value(b, hats_seen(s, seat) + fresh) - LATER
    certain = impossible(s, seat)
    return looked(table, min(certain, PLACES), b, c, d, 0) - LATER if fresh and certain < PLACES else -1.0


@rule
def exact_worth(s: State, seat: int, action: int, table: Tensor) -> float:
    """Wins minus losses of two; with more players the chance to win this round."""
    worth = round_worth(s, seat, action, table)
    if s.players > 2:
        return worth
    ahead, behind = s.wins_needed - s.tokens[seat], s.wins_needed - s.tokens[1 - seat]
    won, lost = match_value(ahead - 1, behind), match_value(ahead, behind - 1)
    return 2.0 * (lost + (won - lost) * worth) - 1.0
