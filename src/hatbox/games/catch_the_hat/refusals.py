"""Why a move bounces: the rule, in words."""

from hatbox.games.catch_the_hat.board import (
    FARTHEST,
    GREY,
    TOUCHING,
    is_home,
    size,
    way_along_track,
    way_home,
)
from hatbox.games.catch_the_hat.state import (
    DEST,
    GOLD,
    JAILED,
    NONE,
    PASS,
    PICK,
    PICK_HAT,
    ROLL_AGAIN,
    STOP,
    TOTAL,
    TOWER,
    UNUSED,
    State,
    captives,
    colours,
    home_of,
    owner,
    pieces_on,
    side,
    team,
)
from hatbox.rooms import Refusal

MUST_MOVE = Refusal("CH-06", "must_move", "You can move, so you must.")
CHOOSE_HAT = Refusal("CH-06", "choose_hat", "Choose a hat or a tower first.")
NOT_YOUR_HAT = Refusal("CH-06", "not_your_hat", "That hat is not yours.")
ONE_HAT = Refusal("CH-11", "one_hat", "You may not change to another hat during a move.")
CAPTIVE = Refusal("CH-14", "captive", "Caught hats cannot move by themselves.")
JAILED_HAT = Refusal("CH-29", "jailed", "That hat was brought home and does not come back.")
TWIN = Refusal(
    "CH-R03", "like_another", "A piece just like this one stands on the same field. Take that one."
)
GREY_FULL = Refusal("CH-22", "grey_full", "This rest field is full: three is the limit.")
TEAM_MATE = Refusal("CH-43", "team_mate", "That hat is on your team. You cannot catch it.")
FOREIGN_HOME = Refusal("CH-25", "foreign_home", "This is not your home.")
NO_WAY_HOME = Refusal("CH-47", "no_way_home", "In the tower game nobody goes home.")
NEEDS_CAPTIVE = Refusal("CH-24", "home_needs_captive", "A hat may go home only with a caught hat.")
WALK_OUT = Refusal("CH-28", "walk_out", "Points left over must be walked: leave home again.")
EXACT_HOME = Refusal("CH-27", "exact_home", "House rule: you need the exact number to get home.")
NO_TURNING = Refusal("CH-11", "no_turning", "You may not turn back during a move.")
NO_POWER_YET = Refusal(
    "CH-50", "golden_home_first", "First carry the golden hat home, then it gets its power."
)
NO_SUCH_FIELD = Refusal("CH-08", "no_such_field", "There is no such field on this board.")
ONE_STEP = Refusal("CH-52", "one_step", "The golden hat goes one step at a time.")
ROLL_OR_STOP = Refusal("CH-31", "roll_or_stop", "Roll again or stop.")


def why_not(s: State, action: int) -> Refusal:
    """The rule that forbids an action now."""
    if s.phase == PICK:
        return _why_not_pick(s, action)
    if s.phase not in (DEST, GOLD):
        return ROLL_OR_STOP
    if PICK_HAT <= action < ROLL_AGAIN:
        return ONE_HAT
    if action >= ROLL_AGAIN:
        at_home = s.pos[s.picked] == home_of(s, owner(s, s.picked))
        return WALK_OUT if action == STOP and s.phase == GOLD and at_home else MUST_MOVE
    return _why_no_step(s, action) if s.phase == GOLD else _why_not_to(s, action)


def _why_not_pick(s: State, action: int) -> Refusal:
    """No hat chosen, or one that cannot be."""
    if action < PICK_HAT:
        return CHOOSE_HAT
    if action in (ROLL_AGAIN, STOP, PASS):
        return MUST_MOVE
    hat = action - PICK_HAT
    mine = owner(s, hat) == s.turn
    if s.teams == TOTAL:
        mine = team(s, owner(s, hat)) == team(s, s.turn)
    if s.pos[hat] == UNUSED or not mine:
        return NOT_YOUR_HAT
    if s.pos[hat] == JAILED:
        return JAILED_HAT
    if s.boss[hat] != NONE:
        return CAPTIVE
    return TWIN if _has_lower_twin(s, hat) else _why_stuck(s, hat)


def _has_lower_twin(s: State, hat: int) -> bool:
    """Whether a like piece with a lower number stands on the same field."""
    return any(_likeness(s, other) == _likeness(s, hat) for other in pieces_on(s, s.pos[hat]) if other < hat)


def _likeness(s: State, hat: int) -> tuple[int, list[int], bool]:
    """What makes two pieces on one field interchangeable."""
    return owner(s, hat), sorted(owner(s, other) for other in captives(s, hat)), s.gold_boss == hat


def _why_stuck(s: State, hat: int) -> Refusal:
    """CH-R19: a piece that cannot move is blocked by full rest fields, or by team-mates."""
    here = int(s.pos[hat])
    ends = [f for f in range(size(side(s))) if way_along_track(side(s), here, s.die, f) is not None]
    return GREY_FULL if any(GREY[side(s), field] for field in ends) else TEAM_MATE


# ---- destinations ------------------------------------------------------------------------------------------------


def _exact(count: int) -> Refusal:
    """Too far or too near."""
    fields = "field" if count == 1 else "fields"
    return Refusal("CH-06", "exact_roll", f"You must move exactly {count} {fields}.", {"count": int(count)})


def _loaded(s: State) -> bool:
    """Whether the picked piece carries anything."""
    return bool(captives(s, s.picked)) or (s.gold_boss == s.picked and not s.gold_worn)


def _why_not_to(s: State, field: int) -> Refusal:
    """A destination that is closed or out of reach."""
    if field >= size(side(s)):
        return NO_SUCH_FIELD
    if is_home(side(s), field):
        return _why_not_home(s, field, s.die)
    if _in_reach(s, field):
        return _why_blocked(s, field)
    if not _in_reach_by_turning(s, field):
        return _exact(s.die)
    return NO_POWER_YET if s.gold_boss == s.picked else NO_TURNING


def _why_not_home(s: State, field: int, pips: int) -> Refusal:
    """A home that stays closed."""
    me = owner(s, s.picked)
    if field != home_of(s, me):
        return FOREIGN_HOME
    if s.goal == TOWER:
        return NO_WAY_HOME
    way = way_home(side(s), int(s.pos[s.picked]), colours(s)[me])
    if not _loaded(s) and s.phase == DEST:
        return NEEDS_CAPTIVE
    if way is None or len(way) > pips:
        return _exact(pips)
    return EXACT_HOME if s.exact_home else WALK_OUT


def _in_reach(s: State, field: int) -> bool:
    """Whether the roll leads there, along the track or by home."""
    here, me = int(s.pos[s.picked]), owner(s, s.picked)
    if way_along_track(side(s), here, s.die, field) is not None:
        return True
    home = way_home(side(s), here, colours(s)[me])
    if home is None or not _loaded(s) or s.goal == TOWER or s.exact_home:
        return False
    return way_along_track(side(s), home[-1], s.die - len(home), field) is not None


def _in_reach_by_turning(s: State, field: int) -> bool:
    """Whether the roll would lead there by turning back on the way."""
    fields = {int(s.pos[s.picked])}
    for _ in range(min(s.die, FARTHEST)):
        fields = {near for here in fields for near in TOUCHING[side(s)][here] if not is_home(side(s), near)}
    return field in fields


def _why_blocked(s: State, field: int) -> Refusal:
    """A field in reach on which the move may not end."""
    return GREY_FULL if GREY[side(s), field] else TEAM_MATE


# ---- golden steps ------------------------------------------------------------------------------------------------


def _why_no_step(s: State, field: int) -> Refusal:
    """A step that the golden wearer cannot make."""
    if field >= size(side(s)):
        return NO_SUCH_FIELD
    if field not in TOUCHING[side(s)][s.pos[s.picked]]:
        return ONE_STEP
    if is_home(side(s), field):
        if field == home_of(s, owner(s, s.picked)):
            return EXACT_HOME if s.exact_home and s.pips > 1 else NEEDS_CAPTIVE
        return FOREIGN_HOME
    return _why_blocked(s, field) if s.pips == 1 else _exact(s.pips)
