"""What Python calls: a few compiled entry points that serve every game.

They take an array of records and an index instead of a record, which is five times cheaper to call.
"""

import numpy as np

from hatbox.engine.dice import GOLDEN, U, scaled, scramble, seeded
from hatbox.engine.dispatch import apply, legal, legal_set, observe, resample, returns, setup, view, why_not
from hatbox.engine.jit import brief_entry, entry
from hatbox.engine.record import Buffer, Int32s, States, Tensor, Values
from hatbox.engine.tape import quiet, rewind

SET_UP = -1  # `step`: set up the game instead of acting
JUST_LOOK = -2  # `step`: only list what is legal now


@brief_entry
def step(states: States, i: int, action: int, out: Buffer) -> int:
    """Carry out one legal action, write the next legal actions into `out` and return their number.

    A record with a tape then says what has happened, see notes.py.
    """
    s = states[i]
    rewind(s)
    if action == SET_UP:
        setup(s)
    elif action != JUST_LOOK:
        apply(s, action)
    return 0 if s.over else legal(quiet(s), out)


@brief_entry
def show(states: States, i: int, seat: int, aid: bool, views: States) -> None:
    """Write what a seat may see into a view record."""
    s, out = states[i], views[0]
    out.seat, out.turn, out.players, out.over, out.capped = seat, s.turn, s.players, s.over, s.capped
    view(s, seat, aid, out)


@brief_entry
def refuse(states: States, i: int, action: int) -> int:
    """Why an action is not allowed now."""
    return why_not(states[i], action)


@brief_entry
def seed_states(states: States, seed: np.uint64) -> None:
    """Seed the generators of records: record i gets seed + i."""
    for i in range(len(states)):
        states[i].rng = seeded(U(seed + U(i)))


@brief_entry
def worth(states: States, i: int, out: Values) -> None:
    """Write the value of a finished game for each seat."""
    returns(states[i], out)


@brief_entry
def redraw(states: States, i: int, seat: int, seed: np.uint64) -> None:
    """Replace the generator and everything that `seat` cannot know (-1: a spectator)."""
    s = states[i]
    s.rng = seeded(seed)
    resample(s, seat)


@brief_entry
def look(states: States, i: int, seat: int, out: Tensor) -> None:
    """Write the observation of one seat."""
    observe(states[i], seat, out)


@brief_entry
def legal_bits(states: States, i: int) -> np.uint64:
    """The legal actions as a bit set; 0 for a game without sets."""
    return legal_set(states[i])


@entry
def play_games(
    states: States, seed: np.uint64, lengths: Int32s, payoffs: Values, acts: Buffer, seen: Tensor | None
) -> int:
    """Play uniformly random games, one per entry of `lengths`, and count the capped ones; game k has seed + k.

    states[0] is the template, states[1] the board to play on; `payoffs` has one row per game. With `seen`, the mover's
    observation is written there before every action; with None, that code is not even compiled. The choices come from a
    separate generator, so that a game can be replayed from its seed and its actions.
    """
    s = states[1]
    capped = 0
    for k in range(len(lengths)):
        states[1] = states[0]
        s.rng = seeded(U(seed + U(k)))
        choices = scramble(s.rng)
        setup(s)
        steps = 0
        while not s.over:
            if seen is not None:
                observe(s, s.turn, seen)
            n = legal(s, acts)
            choices = U(choices + GOLDEN)
            apply(s, acts[scaled(scramble(choices), n)])
            steps += 1
        lengths[k] = steps
        capped += s.capped
        returns(s, payoffs[k])
    return capped
