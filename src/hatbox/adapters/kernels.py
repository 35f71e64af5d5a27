"""The compiled part of the batch: many games side by side, a slice of them per call.

Every entry takes slices of the same arrays, lets go of the interpreter's lock and touches nothing outside its slice,
so a thread per core can work on one batch. A game never depends on its neighbours or on how the batch is cut.
"""

from typing import Any

import numpy as np

from hatbox.adapters.rows import row_of
from hatbox.engine.dice import GOLDEN, U, scaled, scramble, seeded
from hatbox.engine.dispatch import apply, legal, legal_set, observe, returns, setup
from hatbox.engine.jit import entry, part
from hatbox.engine.record import Buffer, States, Values
from hatbox.engine.sets import SPREAD, member, size

SAME_STEP, NEXT_STEP, DISABLED = range(3)  # when a finished game begins anew
TERMINATED, TRUNCATED, ILLEGAL = range(3)  # columns of the flags: four bytes for each game, or a word
BY_THE_RULES, BY_A_CAP = 1 << 8 * TERMINATED, 1 << 8 * TRUNCATED
BY_AN_ILLEGAL_ACTION = BY_THE_RULES | 1 << 8 * ILLEGAL
PENALTY = -1.0  # for an illegal action; the others share what its seat loses

Words = Any  # an array of random words, one stream per game
Rows = Any  # an array with a row per game


@part
def next_word(words: Words, i: int) -> np.uint64:
    """The next random word of one game's own stream."""
    word = U(words[i] + GOLDEN)
    words[i] = word
    return scramble(word)


@part
def begin(states: States, template: States, words: Words, i: int) -> None:
    """Lay out a new game with the next seed of its stream."""
    states[i] = template[0]
    s = states[i]
    s.rng = seeded(next_word(words, i))
    setup(s)


@part
def show(
    states: States,
    i: int,
    masks: Rows,
    turns: Rows,
    drawn: Rows,
    choices: Words,
    seen: Rows,
    acts: Buffer,
) -> None:
    """Write whose turn it is, what is legal, one of it drawn at random, and what the mover sees."""
    s = states[i]
    for action in range(masks.shape[1]):
        masks[i, action] = False
    turns[i] = s.turn
    drawn[i] = 0
    if not s.over:
        count = legal(s, acts)
        for k in range(count):
            masks[i, acts[k]] = True
        drawn[i] = acts[scaled(next_word(choices, i), count)]
    if seen.shape[1] > 0:
        observe(s, s.turn, row_of(seen, i))


@part
def punish(rewards: Rows, i: int, seat: int) -> None:
    """An illegal action costs its seat the game; the others share the gain."""
    players = rewards.shape[1]
    for other in range(players):
        rewards[i, other] = PENALTY if other == seat else -PENALTY / (players - 1)


@part
def pay(states: States, i: int, rewards: Rows, values: Values) -> None:
    """Write what the finished game is worth for each seat."""
    returns(states[i], values)
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = values[seat]


@part
def clear(i: int, rewards: Rows, flags: Rows) -> None:
    """Nothing has happened yet in this step."""
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0.0
    for flag in range(3):
        flags[i, flag] = False


@part
def act(states: States, i: int, action: int, masks: Rows, rewards: Rows, flags: Rows, values: Values) -> None:
    """Carry out one action, or punish an illegal one; the flags tell how it ended."""
    s = states[i]
    if 0 <= action < masks.shape[1] and masks[i, action]:
        apply(s, action)
        if s.over:
            flags[i, TERMINATED] = not s.capped
            flags[i, TRUNCATED] = s.capped
            pay(states, i, rewards, values)
    else:
        flags[i, TERMINATED] = flags[i, ILLEGAL] = True
        punish(rewards, i, s.turn)


@entry
def reset(
    states: States,
    template: States,
    words: Words,
    choices: Words,
    drawn: Rows,
    masks: Rows,
    turns: Rows,
    seen: Rows,
    acts: Buffer,
) -> None:
    """Begin all games of the slice."""
    for i in range(len(states)):
        begin(states, template, words, i)
        show(states, i, masks, turns, drawn, choices, seen, acts)


@entry
def run(
    states: States,
    template: States,
    words: Words,
    choices: Words,
    drawn: Rows,
    masks: Rows,
    turns: Rows,
    seen: Rows,
    acts: Buffer,
    values: Values,
    rewards: Rows,
    ends: Rows,
    actions: Rows,
    blanks: Rows,
    mode: int,
    steps: int,
    block: int,
) -> int:
    """Some steps of every game of the slice with these actions (`drawn`: at random); counts finished games.

    Everything stands in one place: helpers that take arrays would count references to them at every step. `block`
    games at a time make all their steps, so that what they write stays near the processor: they act, then all show
    what is legal, then what their movers see. A finished game begins anew at once (SAME_STEP), with the next step
    (NEXT_STEP) or never (DISABLED). `ends` are the flags, a word for each game; `blanks` are the masks, eight actions
    to a word; `seen` has no columns when nobody wants observations.
    """
    finished = 0
    watch = seen.shape[1] > 0
    players, n_actions, n_blanks = rewards.shape[1], masks.shape[1], blanks.shape[1]
    for first in range(0, len(states), block):
        end = min(first + block, len(states))
        for _ in range(steps):
            for at in range(first, end):
                i = U(at)  # an unsigned place needs no look whether it counts from the end
                s = states[i]
                done = ends[i] != 0
                if done:  # only then are there rewards
                    for seat in range(players):
                        rewards[i, seat] = 0.0
                    if mode == DISABLED:
                        continue
                    ends[i] = 0
                if not (done and mode == NEXT_STEP):
                    action = actions[i]
                    done = False
                    if 0 <= action < n_actions and masks[i, U(action)]:
                        apply(s, action)
                        if s.over:
                            done = True
                            ends[i] = BY_A_CAP if s.capped else BY_THE_RULES
                            returns(s, values)
                            for seat in range(players):
                                rewards[i, seat] = values[seat]
                    else:
                        done = True
                        ends[i] = BY_AN_ILLEGAL_ACTION
                        for seat in range(players):
                            rewards[i, seat] = PENALTY if seat == s.turn else -PENALTY / (players - 1)
                    finished += done
                    done = done and mode == SAME_STEP
                if done:
                    states[i] = template[0]
                    words[i] = U(words[i] + GOLDEN)
                    s.rng = seeded(scramble(words[i]))
                    setup(s)
            for at in range(first, end):
                i = U(at)
                s = states[i]
                turns[i] = s.turn
                allowed = U(0) if s.over else legal_set(s)  # without sets: 0, and compiled as 0
                blanks[i, U(0)] = SPREAD[allowed & U(255)]
                for word in range(1, n_blanks):
                    blanks[i, U(word)] = SPREAD[allowed >> U(8 * word) & U(255)]
                if s.over:
                    drawn[i] = 0
                    continue
                choices[i] = U(choices[i] + GOLDEN)
                chance = scramble(choices[i])
                if allowed != U(0):
                    drawn[i] = member(allowed, scaled(chance, size(allowed)))
                else:
                    count = legal(s, acts)
                    for k in range(count):
                        masks[i, U(acts[U(k)])] = True
                    drawn[i] = acts[scaled(chance, count)]
            if watch:
                for at in range(first, end):
                    i = U(at)
                    observe(states[i], states[i].turn, row_of(seen, i))
    return finished


@entry
def mask_of(acts: Buffer, count: int, mask: Rows) -> None:
    """Mark the first `count` actions of a list."""
    for k in range(count):
        mask[acts[k]] = 1
