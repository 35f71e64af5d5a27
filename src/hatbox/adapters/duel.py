"""The compiled part of the vector environment: one learner per game, bots on all other seats."""

import numpy as np

from hatbox.adapters.kernels import (
    ILLEGAL,
    TERMINATED,
    TRUNCATED,
    Rows,
    Words,
    act,
    begin,
    clear,
    next_word,
    pay,
)
from hatbox.bots.search import first_look
from hatbox.engine.dice import scaled
from hatbox.engine.dispatch import apply, legal, observe
from hatbox.engine.jit import entry
from hatbox.engine.record import Buffer, States, Values

ACT, BEGIN, SKIP = range(3)  # what happens to each game
ANY_SEAT = -1
WORLDS = 8  # that a greedy opponent looks at, as `GreedyBot` does


@entry
def duel(
    states: States,
    template: States,
    words: Words,
    choices: Words,
    masks: Rows,
    seen: Rows,
    rewards: Rows,
    flags: Rows,
    acts: Buffer,
    values: Values,
    actions: Rows,
    doing: Rows,
    seats: Rows,
    seat: int,
    boards: States,
    desk: Buffer,
    looks: "Values | None",
) -> None:
    """Let the learner of every game act, or begin the game; then the others play until it is the learner's turn.

    They choose at random, or greedily when there is room for `looks`. A game that ends before the learner has had a
    turn begins again. Masks and observations are the learner's.
    """
    for i in range(len(states)):
        if doing[i] == SKIP:
            continue
        clear(i, rewards, flags)
        s = states[i]
        fresh = doing[i] == BEGIN
        if fresh:
            seats[i] = scaled(next_word(choices, i), s.players) if seat == ANY_SEAT else seat
            begin(states, template, words, i)
        else:
            act(states, i, actions[i], masks, rewards, flags, values)
        while not flags[i, ILLEGAL] and (s.turn != seats[i] or s.over):
            if s.over:
                if not fresh:
                    break
                begin(states, template, words, i)
                continue
            count = legal(s, acts)
            if looks is None:
                apply(s, acts[scaled(next_word(choices, i), count)])
            else:
                for k in range(count):
                    looks[k] = 0.0
                mover = states[i : i + 1]
                first_look(
                    mover, s.turn, acts[:count], WORLDS, next_word(choices, i), boards, desk, values, looks
                )
                apply(s, acts[np.argmax(looks[:count])])
        if s.over and not flags[i, ILLEGAL]:
            flags[i, TERMINATED] = not s.capped
            flags[i, TRUNCATED] = s.capped
            pay(states, i, rewards, values)
        for action in range(masks.shape[1]):
            masks[i, action] = False
        if not s.over:
            for k in range(legal(s, acts)):
                masks[i, acts[k]] = True
        observe(s, seats[i], seen[i])
