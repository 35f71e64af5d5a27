"""Ordinary moves: where a piece may end, where a roll leads, which pieces may be picked."""

from hatbox.engine.jit import rule
from hatbox.engine.record import Buffer
from hatbox.games.catch_the_hat.board import CENTRE, GREY, WAY_COUNT, WAYS
from hatbox.games.catch_the_hat.golden import can_walk
from hatbox.games.catch_the_hat.pieces import (
    catch,
    enter_home,
    friends,
    hats_each,
    home_of,
    is_free,
    is_loaded,
    owner,
    place,
    side,
    steps_home,
    team,
)
from hatbox.games.catch_the_hat.state import (
    GREY_LIMIT,
    HATS,
    MAY_STAY,
    NO_TEAMS,
    NONE,
    NOWHERE,
    TOTAL,
    TOWER,
    Action,
    State,
)
from hatbox.games.catch_the_hat.telling import tell_catch, tell_load_home, tell_walk, tell_walk_out

COLOUR_BITS = 6  # per colour in a packed difference of loads, enough for -24 … 24


@rule
def others_on(s: State, me: int, field: int) -> int:
    """How many other pieces stand on a field."""
    count = 0
    for hat in range(HATS):
        if s.pos[hat] == field and s.boss[hat] == NONE and hat != me:
            count += 1
    return count


@rule
def mate_on(s: State, me: int, field: int) -> bool:
    """Whether a piece of another colour of the same team stands on a field."""
    colour = owner(s, me)
    for hat in range(HATS):
        if s.pos[hat] == field and s.boss[hat] == NONE and owner(s, hat) != colour and friends(s, me, hat):
            return True
    return False


@rule
def may_end(s: State, me: int, field: int) -> bool:
    """CH-08, CH-22, CH-R12: not on a full rest field, not on a yellow field with a team-mate."""
    if GREY[side(s), field]:
        return others_on(s, me, field) < GREY_LIMIT
    return s.teams == NO_TEAMS or s.team_share_yellow or not mate_on(s, me, field)


# ---- destinations ----------------------------------------------------------------------------------------------


@rule
def has_way(s: State, me: int, start: int, pips: int) -> bool:
    """Whether any walk along the track is allowed."""
    here = side(s)
    for k in range(WAY_COUNT[here, start, pips]):
        if may_end(s, me, WAYS[here, start, pips, k]):
            return True
    return False


@rule
def write_ways(s: State, me: int, start: int, pips: int, out: Buffer, n: int) -> int:
    """CH-06…11: append the ends of all walks along the track."""
    here = side(s)
    for k in range(WAY_COUNT[here, start, pips]):
        field = WAYS[here, start, pips, k]
        if may_end(s, me, field):
            out[n] = field
            n += 1
    return n


@rule
def pips_at_home(s: State, me: int) -> int:
    """CH-24, CH-27, CH-47: the pips left when `me` enters its home with this roll; NONE: it cannot."""
    left = s.die - steps_home(s, me)
    if left < 0 or s.goal == TOWER or (s.exact_home and left > 0) or not is_loaded(s, me):
        return NONE
    return left


@rule
def can_move(s: State, me: int) -> bool:
    """CH-06: whether the piece has any legal move with this roll."""
    if s.gold_worn and s.gold_boss == me:
        return can_walk(s, me, s.pos[me], NOWHERE, s.die, int(is_loaded(s, me)))
    if has_way(s, me, s.pos[me], s.die):
        return True
    left = pips_at_home(s, me)
    if left == NONE:
        return False
    return left == 0 or s.home_surplus == MAY_STAY or has_way(s, me, home_of(s, owner(s, me)), left)


@rule
def legal_fields(s: State, out: Buffer) -> int:
    """CH-06…12, CH-25…28: the destinations of the picked piece, along the track and by way of its home."""
    me = s.picked
    n = write_ways(s, me, s.pos[me], s.die, out, 0)
    left = pips_at_home(s, me)
    if left == NONE:
        return n
    home = home_of(s, owner(s, me))
    if left == 0 or s.home_surplus == MAY_STAY:
        out[n] = home
        n += 1
    return write_ways(s, me, home, left, out, n) if left > 0 else n


@rule
def goes_by_home(s: State, me: int, field: int) -> bool:
    """CH-R04: piece and destination determine the path, so a field off the track's walks is reached by way of home."""
    here, start = side(s), s.pos[me]
    for k in range(WAY_COUNT[here, start, s.die]):
        if WAYS[here, start, s.die, k] == field:
            return False
    return True


@rule
def move_to(s: State, me: int, field: int) -> None:
    """CH-15, CH-28: enter home first, then place, then catch; a new wearer has no powers yet (CH-21, CH-R14)."""
    by_home, left = goes_by_home(s, me, field), s.die - steps_home(s, me)
    tell_walk(s, me, field, by_home)
    if by_home:
        tell_load_home(s, me)
        enter_home(s, me)
        tell_walk_out(s, me, left, field)
    place(s, me, field)
    here = side(s)
    if field <= CENTRE[here] and not GREY[here, field]:
        tell_catch(s, me)
        catch(s, me)


# ---- picks -----------------------------------------------------------------------------------------------------


@rule
def same_load(s: State, one: int, other: int) -> bool:
    """Whether two pieces carry the same number of hats of each colour."""
    difference = 0
    for hat in range(HATS):
        if s.boss[hat] == one:
            difference += 1 << (COLOUR_BITS * int(owner(s, hat)))
        elif s.boss[hat] == other:
            difference -= 1 << (COLOUR_BITS * int(owner(s, hat)))
    return difference == 0


@rule
def has_lower_twin(s: State, me: int, first: int) -> bool:
    """CH-R03: identical pieces on one field are one choice, represented by the lowest hat."""
    for other in range(first, me):
        if s.pos[other] == s.pos[me] and s.boss[other] == NONE and s.gold_boss not in (me, other):
            at_home = s.pos[me] > CENTRE[side(s)]  # nobody carries anything there
            if at_home or same_load(s, me, other):
                return True
    return False


@rule
def legal_picks(s: State, out: Buffer) -> int:
    """CH-13, CH-42, CH-46: the player's own pieces, with `total` the whole team's; CH-23: PASS when none can move."""
    n, each = 0, hats_each(s)
    for seat in range(s.players):
        if seat == s.turn or (s.teams == TOTAL and team(s, seat) == team(s, s.turn)):
            first = seat * each
            for hat in range(first, first + each):
                if is_free(s, hat) and not has_lower_twin(s, hat, first) and can_move(s, hat):
                    out[n] = Action.PICK + hat
                    n += 1
    if n == 0:
        out[0] = Action.PASS
        return 1
    return n
