"""Learning to evaluate positions by self-play, compiled: temporal differences, as in TD-Gammon.

Every side takes the turn whose end looks best by the weights so far. After a game every position on its way
is moved towards what came later: partly the chances of the next position, partly of those after it, and in
the end the result. Each weight has its own step size, which shrinks with all its earlier changes (AdaGrad).
"""

from typing import Any

import numpy as np

from hatbox.bots.turns import BEST_END, LONGEST, Pad
from hatbox.engine.dice import U, below, mixed, seeded
from hatbox.engine.dispatch import apply, evaluate, features, legal, prefer, returns, setup, sides
from hatbox.engine.jit import entry, rule
from hatbox.engine.learned import MOST_FEATURES, as_chances, as_worths
from hatbox.engine.record import Int32s, Record, States, Tensor, Values

MOST_TURNS = 400  # of one decision that are compared
NEVER = -1.0  # what looks worse at first sight is not tried, here as in the search
MANY = 1 << 20  # parts of a chance
TIE = 1e-12  # breaks ties between turns that look alike
CHOOSING = 5  # use of a generator
BY_HAND, RANDOM = range(2)  # opponents in a contest


@rule
def scores(s: Record, weights: Tensor, found: Int32s, out: Values) -> None:
    """Write the chances of all sides, by weights that are being learned."""
    for side in range(sides(s)):
        score = 0.0
        for k in range(features(s, side, found)):
            score += weights[found[k]]
        out[side] = score
    as_chances(sides(s), out)


@rule
def result(s: Record, out: Values) -> None:
    """Write the part of the win that each side has in a finished game."""
    returns(s, out)
    count = sides(s)
    for side in range(count):
        out[side] = min(1.0, max(0.0, (out[side] * (count - 1) + 1.0) / count))


@rule
def look(s: Record, by_hand: bool, weights: Tensor, found: Int32s, out: Values) -> None:
    """Write what a position is worth for each seat, by the formula or by the weights."""
    if s.over:
        returns(s, out)
    elif by_hand:
        evaluate(s, out)
    else:
        scores(s, weights, found, out)
        as_worths(s, out)


@rule
def take_turn(
    by_hand: bool, any_turn: bool, weights: Tensor, found: Int32s, boards: States, acts: Any, pad: Pad
) -> None:
    """Leave on the last board the end of the best-looking turn from the first one, or of a random turn.

    A turn ends when another seat must act, or chance comes in.
    """
    seat, depth, best, tried, values = boards[0].turn, 0, -1e30, 0, pad.values[:]
    pad.left[0] = legal(boards[0], acts[0])
    while depth >= 0 and tried < MOST_TURNS:
        pad.left[depth] -= 1
        if pad.left[depth] < 0:
            depth -= 1
            continue
        action = acts[depth, pad.left[depth]]
        if tried > 0 and prefer(boards[depth], action) < NEVER:
            continue
        boards[depth + 1] = boards[depth]
        s = boards[depth + 1]
        apply(s, action)
        if not s.over and s.turn == seat and s.rng == boards[depth].rng and depth + 1 < LONGEST:
            depth += 1
            pad.left[depth] = legal(s, acts[depth])
            continue
        tried += 1
        if any_turn:
            worth = float(below(pad, MANY))
        else:
            look(s, by_hand, weights, found, values)
            worth = values[seat] + TIE * below(pad, MANY)
        if worth > best:
            best = worth
            boards[BEST_END] = s


@rule
def take_in(
    count: int,
    each: int,
    patience: float,
    rate: float,
    listed: Int32s,
    ends: Int32s,
    tried: Int32s,
    noted: Any,
    pad: Pad,
    weights: Tensor,
    squares: Tensor,
) -> None:
    """Update the weights of a game's positions, from its last to its first; `pad.sums` holds the result."""
    for t in range(count - 1, -1, -1):
        for side in range(each):
            if tried[t]:  # a random turn followed: use the best turn instead
                pad.sums[side] = noted[t, each + side]
            elif t < count - 1:
                pad.sums[side] = (1.0 - patience) * noted[t + 1, side] + patience * pad.sums[side]
            error = pad.sums[side] - noted[t, side]
            for k in range(ends[t * each + side], ends[t * each + side + 1]):
                f = listed[k]
                squares[f] += np.float32(error * error)
                weights[f] += np.float32(rate * error / np.sqrt(squares[f]))


@rule
def stand(s: Record, weights: Tensor, found: Int32s, out: Values) -> None:
    """Write the chances of all sides, or the part of the win that each has in the end."""
    if s.over:
        result(s, out)
    else:
        scores(s, weights, found, out)


@rule
def play_on(
    curiosity: float,
    weights: Tensor,
    listed: Int32s,
    ends: Int32s,
    tried: Int32s,
    noted: Any,
    found: Int32s,
    boards: States,
    acts: Any,
    pad: Pad,
) -> int:
    """Play a game from the first board to its end, or as far as there is room, and note all positions on the way."""
    s, values = boards[0], pad.values[:]
    each, count, at = sides(s), 0, 0
    while not s.over and count < len(tried) and at + each * MOST_FEATURES <= len(listed):
        curious = below(pad, MANY) < curiosity * MANY
        if curious and count > 0:
            take_turn(False, False, weights, found, boards, acts, pad)
            stand(boards[BEST_END], weights, found, values)
            tried[count - 1] = 1
            for side in range(each):
                noted[count - 1, each + side] = values[side]
        take_turn(False, curious, weights, found, boards, acts, pad)
        boards[0] = boards[BEST_END]
        if s.over:
            break
        scores(s, weights, found, values)
        for side in range(each):
            noted[count, side] = values[side]
            ends[count * each + side] = at
            for k in range(features(s, side, found)):
                listed[at] = found[k]
                at += 1
        tried[count] = 0
        count += 1
        ends[count * each] = at
    return count


@entry
def learn(
    boards: States,
    acts: Any,
    pads: States,
    weights: Tensor,
    squares: Tensor,
    listed: Int32s,
    ends: Int32s,
    tried: Int32s,
    noted: Any,
    found: Int32s,
    games: int,
    seed: np.uint64,
    patience: float,
    curiosity: float,
    rate: float,
) -> int:
    """Play so many games and learn from each; return the number of positions. Game k has seed + k.

    The last board is the template. `listed` has the features of all positions and sides of a game, `ends`
    says where those of each start, `tried` after which of them a random turn was taken, and `noted` the
    chances.
    """
    s, pad, positions = boards[0], pads[0], 0
    for game in range(games):
        boards[0] = boards[len(boards) - 1]
        s.rng = seeded(U(seed + U(game)))
        pad.rng = mixed(s.rng, CHOOSING)
        setup(s)
        count = play_on(curiosity, weights, listed, ends, tried, noted, found, boards, acts, pad)
        stand(s, weights, found, pad.sums[:])
        take_in(count, sides(s), patience, rate, listed, ends, tried, noted, pad, weights, squares)
        positions += count
    return positions


@entry
def contest(
    boards: States,
    acts: Any,
    pads: States,
    weights: Tensor,
    found: Int32s,
    games: int,
    seed: np.uint64,
    rival: int,
) -> float:
    """Return the share of wins of one side that uses the weights, against others; sides rotate.

    The others use the formula (BY_HAND) or take random turns (RANDOM).
    """
    s, pad, won = boards[0], pads[0], 0.0
    for game in range(games):
        boards[0] = boards[len(boards) - 1]
        each = sides(s)
        s.rng = seeded(U(seed + U(game // each)))
        pad.rng = mixed(s.rng, CHOOSING)
        setup(s)
        while not s.over:
            other = s.turn % each != game % each
            take_turn(other, other and rival == RANDOM, weights, found, boards, acts, pad)
            boards[0] = boards[BEST_END]
        result(s, pad.sums[:])
        won += pad.sums[game % each]
    return won / games
