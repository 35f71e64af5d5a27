"""What a bot needs to know of Hat Stairs: a first sight of moves, an evaluation, and exact play."""

from typing import Any

from hatbox.engine.jit import rule
from hatbox.engine.record import Int32s, Tensor, Values
from hatbox.games.hat_stairs import exact, trio
from hatbox.games.hat_stairs.knowledge import is_known, known
from hatbox.games.hat_stairs.outlook import ALL, gain, known_values, lead, stone_gain, turn_gain, unknown_gain
from hatbox.games.hat_stairs.rules import landing, may_turn
from hatbox.games.hat_stairs.state import (
    NONE,
    ON_ITS_STEP,
    OTHER_DIRECTION,
    PLACES,
    STAY,
    Action,
    Phase,
    State,
)

WEIGHING = {"sharpness": 3.0}  # fitted to games of bots, see docs/bots.md
MANNER = {  # the outlook tells more than random play to the end; without haste a standoff never ends
    "horizon": 1,
    "glances": 0,
    "exploration": 0.6,
    "haste": 0.94,
}
PATIENCE = 20  # turns since the last mix in which only the best move is good enough
YIELDING = 0.01  # of a win that may be lost for every turn after that
ALIKE = 1e-9  # values that differ by less are equally good
THE_BETTER = 0  # way, with a stone
NEVER = -2.0  # an unknown stone is as good as any other: only the first that may be turned is tried


@rule
def glimpse(s: State) -> int:
    """The value of the open stone: everybody sees it."""
    return s.stones[s.open] if s.open != NONE else 0


@rule
def prefer(s: State, action: int) -> float:
    """How it looks after the turn, for one who remembers every stone."""
    values = known_values(s)
    if action == Action.PASS:
        return 0.5
    if action >= Action.UP:
        return 0.5 + 0.5 * gain(s, values, landing(s, action))
    if is_known(s, action) or values == ALL:
        return 0.5 + 0.5 * stone_gain(s, values, s.stones[action])
    for place in range(action):
        if not is_known(s, place) and may_turn(s, place):
            return NEVER
    return 0.5 + 0.5 * unknown_gain(s, values)


@rule
def evaluate(s: State, out: Values) -> None:
    """The wearer's lead; the wearer, or whoever may take the hat from its step, first looks for the best stone."""
    seat, worth = int(s.turn), 0.0
    if s.hat == s.turn or s.hat == ON_ITS_STEP:
        worth = turn_gain(s)
    else:
        seat = int(s.hat)
        before = (s.turn + s.players - 1) % s.players
        worth = lead(s, seat, known_values(s), before, int(s.step[before]))
    for other in range(s.players):
        out[other] = worth if other == seat else -worth / (s.players - 1)


@rule
def in_view(s: State, seat: int, slot: int) -> bool:
    """Whether the stone lies open at this moment."""
    return slot == s.open


@rule
def reach(s: State) -> int:
    """How many actions back the last mix was at most: a stone and a direction a turn, and some turned in vain."""
    return 3 * int(s.since_mix) + 2 * PLACES


@rule
def last_turned(history: Any, actions: Int32s, place: int) -> int:
    """When the stone on this place was turned, if since the last mix; -1: not among these actions."""
    found = -1
    for k in range(len(history)):
        if history[k].phase == Phase.CHOOSE_STONE:
            if history[k].seen == 0:
                found = -1
            if actions[k] == place:
                found = k
    return found


@rule
def sightings(s: State, seat: int, history: Any, actions: Int32s, out: Any) -> int:
    """The stones turned since the last mix, each with its place and value; R-18: open ones need no memory."""
    count = 0
    for place in range(PLACES):
        if is_known(s, place) and not s.open_stones:
            out[count].slot = place
            out[count].what = s.stones[place]
            out[count].when = last_turned(history, actions, place)
            out[count].moved = 0
            count += 1
    return count


@rule
def forget(s: State, seat: int, slot: int) -> None:
    """The stone on this place is as good as never turned."""
    s.seen &= ~(1 << slot) & 0xFF


@rule
def mix_up(s: State, seat: int, slot: int) -> None:
    """Believe the stone next to where it lies; the open one is in view."""
    other = (slot + 1) % PLACES
    if s.open == slot or s.open == other:
        return
    s.stones[slot], s.stones[other] = s.stones[other], s.stones[slot]
    if (s.seen >> slot ^ s.seen >> other) & 1:
        s.seen ^= 1 << slot | 1 << other


@rule
def alike(s: State, action: int, other: int) -> bool:
    """One unknown stone is as good as any other."""
    return action == other or (
        action < PLACES and other < PLACES and known(s, action) == 0 and known(s, other) == 0
    )


# ---- exact play ------------------------------------------------------------------------------------------------


@rule
def exact_key(s: State) -> int:
    """Two or three players with the standard rules, on any stairs."""
    standard = s.overshoot == OTHER_DIRECTION and s.stuck == STAY and s.stall_remix == 0 and not s.no_repeat
    return 1000 * int(s.steps) + 10 * int(s.hat_step) + int(s.players) if standard and s.players <= 3 else 0


@rule
def exact_size(s: State) -> int:
    """The size of the table for two, or for three."""
    return trio.size(int(s.steps)) if s.players == 3 else exact.size(int(s.steps))


@rule
def exact_sweep(s: State, table: Tensor) -> bool:
    """One sweep over all positions."""
    steps, hat_step = int(s.steps), int(s.hat_step)
    if s.players == 3:
        return trio.sweep(table, steps, hat_step) > trio.PRECISION
    return exact.sweep(table, table, steps, hat_step, exact.DISCOUNT) > exact.PRECISION


@rule
def exact_worth(s: State, seat: int, action: int, table: Tensor) -> float:
    """Wins minus losses of two; of three what the seat can be sure of. An unknown stone is any missing one (R-20)."""
    if action >= Action.UP:
        to = int(s.step[s.turn]) if action == Action.PASS else landing(s, action)
        return way_worth(s, table, int(s.stones[s.open]), to)
    if known(s, action) != 0:
        return way_worth(s, table, int(s.stones[action]), THE_BETTER)
    total, count, values = 0.0, 0, known_values(s)
    for value in range(1, PLACES + 1):
        if not values >> (value - 1) & 1:
            total += way_worth(s, table, value, THE_BETTER)
            count += 1
    return total / count


@rule
def way_worth(s: State, table: Tensor, value: int, to: int) -> float:
    """What a stone of this value is worth, on the way to a field or on the better one."""
    players, turn, values = int(s.players), int(s.turn), known_values(s)
    me, b, c = int(s.step[turn]), int(s.step[(turn + 1) % players]), int(s.step[(turn + 2) % players])
    hat = 0 if s.hat == ON_ITS_STEP else 1 + (int(s.hat) - turn) % players  # counted as in both tables
    steps, hat_step = int(s.steps), int(s.hat_step)
    if players == 3:
        return trio.worth_of(table, hat, me, b, c, values, value, to, steps, hat_step)
    return exact.worth_of(table, hat, me, b, values, value, to, steps, hat_step)


@rule
def exact_slack(s: State) -> float:
    """Nothing, but more and more once everybody has waited for long.

    Two who only ever take the best may stand still for ever, each on the stone that keeps the other away.
    """
    return ALIKE + YIELDING * max(0, int(s.since_mix) - PATIENCE)
