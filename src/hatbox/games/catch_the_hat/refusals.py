"""Why a move is refused."""

from hatbox.engine.jit import rule
from hatbox.engine.reasons import NUMBER, Reasons, because
from hatbox.games.catch_the_hat.board import CENTRE, DEGREE, GREY, HOMES, NEIGHBOURS, WAY_COUNT, WAYS
from hatbox.games.catch_the_hat.golden import CLOSED, after_step
from hatbox.games.catch_the_hat.moves import can_move, has_lower_twin
from hatbox.games.catch_the_hat.pieces import (
    hats_each,
    home_of,
    is_free,
    is_loaded,
    owner,
    side,
    steps_home,
    team,
)
from hatbox.games.catch_the_hat.state import (
    HATS,
    JAILED,
    NONE,
    NOWHERE,
    TOTAL,
    TOWER,
    UNUSED,
    Action,
    Phase,
    State,
)
from hatbox.games.catch_the_hat.telling import leads_to

REASONS = Reasons()

MUST_MOVE = REASONS.add("CH-06", "must_move")
CHOOSE_HAT = REASONS.add("CH-06", "choose_hat")
NOT_YOUR_HAT = REASONS.add("CH-06", "not_your_hat")
ONE_HAT = REASONS.add("CH-11", "one_hat")
CAPTIVE = REASONS.add("CH-14", "captive")
JAILED_HAT = REASONS.add("CH-29", "jailed")
TWIN = REASONS.add("CH-R03", "like_another")
GREY_FULL = REASONS.add("CH-22", "grey_full")
TEAM_MATE = REASONS.add("CH-43", "team_mate")
FOREIGN_HOME = REASONS.add("CH-25", "foreign_home")
NO_WAY_HOME = REASONS.add("CH-47", "no_way_home")
NEEDS_CAPTIVE = REASONS.add("CH-24", "home_needs_captive")
WALK_OUT = REASONS.add("CH-28", "walk_out")
EXACT_HOME = REASONS.add("CH-27", "exact_home")
NO_TURNING = REASONS.add("CH-11", "no_turning")
NO_POWER_YET = REASONS.add("CH-50", "golden_home_first")
NO_SUCH_FIELD = REASONS.add("CH-08", "no_such_field")
ONE_STEP = REASONS.add("CH-52", "one_step")
DEAD_END = REASONS.add("CH-52", "dead_end")
MISS = REASONS.add("CH-23", "no_move")
ROLL_OR_STOP = REASONS.add("CH-31", "roll_or_stop")
EXACT_ROLL = REASONS.add("CH-06", "exact_roll", count=NUMBER)


@rule
def why_not(s: State, action: int) -> int:
    """The rule that forbids an action now."""
    if s.phase == Phase.PICK:
        return why_not_pick(s, action)
    if s.phase != Phase.DEST and s.phase != Phase.GOLD:
        return ROLL_OR_STOP
    if Action.PICK <= action < Action.ROLL_AGAIN:
        return ONE_HAT
    if action >= Action.ROLL_AGAIN:
        came_home = s.prev != NOWHERE and s.pos[s.picked] == home_of(s, owner(s, s.picked))
        return WALK_OUT if action == Action.STOP and came_home else MUST_MOVE
    if action > CENTRE[side(s)] + HOMES[side(s)]:
        return NO_SUCH_FIELD
    return why_no_step(s, action) if s.phase == Phase.GOLD else why_not_to(s, action)


@rule
def why_not_pick(s: State, action: int) -> int:
    """No hat was chosen, or one that cannot be."""
    if action < Action.PICK or action >= Action.ROLL_AGAIN:
        if not any_can_move(s):
            return MISS
        return CHOOSE_HAT if action < Action.PICK else MUST_MOVE
    hat = action - Action.PICK
    seat = owner(s, hat)
    if s.pos[hat] == UNUSED or not is_mine(s, seat):
        return NOT_YOUR_HAT
    if s.pos[hat] == JAILED:
        return JAILED_HAT
    if s.boss[hat] != NONE:
        return CAPTIVE
    if has_lower_twin(s, hat, seat * hats_each(s)) and can_move(s, hat):
        return TWIN
    for k in range(WAY_COUNT[side(s), s.pos[hat], s.die]):  # CH-R19: blocked by rest fields, or by team-mates
        if GREY[side(s), WAYS[side(s), s.pos[hat], s.die, k]]:
            return GREY_FULL
    return TEAM_MATE


@rule
def is_mine(s: State, seat: int) -> bool:
    """CH-42, CH-46: whether the seat whose turn it is may move this seat's pieces."""
    return seat == s.turn or (s.teams == TOTAL and team(s, seat) == team(s, s.turn))


@rule
def any_can_move(s: State) -> bool:
    """CH-23: whether there is any piece to pick."""
    for hat in range(HATS):
        if is_free(s, hat) and is_mine(s, owner(s, hat)) and can_move(s, hat):
            return True
    return False


@rule
def why_not_to(s: State, field: int) -> int:
    """A destination that is closed or out of reach."""
    me, here = s.picked, s.pos[s.picked]
    home, left = home_of(s, owner(s, me)), s.die - steps_home(s, me)
    if field > CENTRE[side(s)]:
        return why_not_home(s, field, home, left)
    by_home = left > 0 and is_loaded(s, me) and s.goal != TOWER and not s.exact_home
    if leads_to(here, side(s), NOWHERE, s.die, field, False) or (
        by_home and leads_to(home, side(s), NOWHERE, left, field, False)
    ):
        return why_blocked(s, field)
    if not leads_to(here, side(s), NOWHERE, s.die, field, True):
        return because(EXACT_ROLL, s.die)
    return NO_POWER_YET if s.gold_boss == me else NO_TURNING


@rule
def why_not_home(s: State, field: int, home: int, left: int) -> int:
    """A home that stays closed."""
    if field != home:
        return FOREIGN_HOME
    if s.goal == TOWER:
        return NO_WAY_HOME
    if not is_loaded(s, s.picked):
        return NEEDS_CAPTIVE
    if left < 0:
        return because(EXACT_ROLL, s.die)
    return EXACT_HOME if s.exact_home else WALK_OUT


@rule
def why_blocked(s: State, field: int) -> int:
    """A field in reach on which the move may not end."""
    return GREY_FULL if GREY[side(s), field] else TEAM_MATE


@rule
def why_no_step(s: State, field: int) -> int:
    """A step that the golden wearer cannot make."""
    me, here, touches = s.picked, s.pos[s.picked], False
    for k in range(DEGREE[side(s), here]):
        touches |= NEIGHBOURS[side(s), here, k] == field
    if not touches:
        return ONE_STEP
    if field > CENTRE[side(s)]:
        if field != home_of(s, owner(s, me)):
            return FOREIGN_HOME
        if s.exact_home and s.pips > 1:
            return EXACT_HOME
        after = after_step(s, me, here, s.prev, field, s.pips, int(is_loaded(s, me)))
        return NEEDS_CAPTIVE if after == CLOSED else DEAD_END
    return why_blocked(s, field) if s.pips == 1 else DEAD_END
