"""The golden wearer's walk: step by step, back and forth, catching as `gold_capture` says."""

from hatbox.engine.jit import rule
from hatbox.engine.record import Buffer
from hatbox.engine.tape import append
from hatbox.games.catch_the_hat.board import CENTRE, DEGREE, GREY, NEIGHBOURS
from hatbox.games.catch_the_hat.pieces import (
    catch,
    enemies_on,
    enter_home,
    friends,
    home_of,
    is_free,
    is_loaded,
    owner,
    place,
    side,
)
from hatbox.games.catch_the_hat.state import (
    EVERY_FIELD,
    GREY_LIMIT,
    HATS,
    MAY_STAY,
    NONE,
    NOWHERE,
    Action,
    State,
)
from hatbox.games.catch_the_hat.telling import tell_catch, tell_load_home, tell_moves

FIELD_BITS = 7  # per field in a walk, each kept as its number + 1
LOADED = 1
CLOSED, DONE = -1, -2


@rule
def may_stop_on(s: State, me: int, field: int) -> bool:
    """CH-R13: enemies are caught first, so only friends can fill a rest field or block a yellow one.

    Catching does not change that, so the answer holds for the whole walk.
    """
    grey, colour, company = GREY[side(s), field], owner(s, me), 0
    for hat in range(HATS):
        if s.pos[hat] == field and s.boss[hat] == NONE and hat != me and friends(s, me, hat):
            if not grey and owner(s, hat) != colour and not s.team_share_yellow:
                return False  # CH-R12
            company += 1
    return not grey or company < GREY_LIMIT


@rule
def is_open(s: State, field: int, home: int, pips: int) -> bool:
    """CH-25: a player's own home is the only one open; with `exact_home`, only for the last pip."""
    if field <= CENTRE[side(s)]:
        return True
    return field == home and (pips == 1 or not s.exact_home)


@rule
def is_listed(walk: int, field: int) -> bool:
    """Whether the wearer has already caught something on this field during its walk."""
    walk >>= 1
    while walk > 0:
        if walk & ((1 << FIELD_BITS) - 1) == field + 1:
            return True
        walk >>= FIELD_BITS
    return False


@rule
def nobody_left(s: State, me: int, walk: int) -> bool:
    """CH-33, CH-45: whether the walk has caught every enemy."""
    for hat in range(HATS):
        if is_free(s, hat) and not friends(s, me, hat) and not is_listed(walk, s.pos[hat]):
            return False
    return True


@rule
def sweep(s: State, me: int, field: int, walk: int) -> int:
    """The walk after catching on a field; DONE when that ends the game."""
    if is_listed(walk, field) or enemies_on(s, me, field) == 0:
        return walk
    walk = ((((walk >> 1) << FIELD_BITS) + field + 1) << 1) | LOADED
    return DONE if nobody_left(s, me, walk) else walk


@rule
def after_step(s: State, me: int, here: int, prev: int, field: int, pips: int, walk: int) -> int:
    """The result of the step from `here` to `field`: CLOSED, DONE, or the walk so far.

    Nothing moves. A walk is a packed list of the fields where it caught something; its lowest bit says whether
    the wearer is loaded.
    """
    home, every_field = home_of(s, owner(s, me)), s.gold_capture == EVERY_FIELD
    if not is_open(s, field, home, pips):
        return CLOSED
    if field == prev and here != home and not every_field:  # CH-52: a turning point
        walk = sweep(s, me, here, walk)
        if walk == DONE:
            return DONE
    if field == home:
        if not walk & LOADED:
            return CLOSED
        return DONE if pips == 1 or s.home_surplus == MAY_STAY else walk ^ LOADED
    if pips == 1:
        return DONE if may_stop_on(s, me, field) else CLOSED
    return sweep(s, me, field, walk) if every_field else walk


@rule
def can_walk(s: State, me: int, here: int, prev: int, pips: int, walk: int) -> bool:
    """Whether a walk of `pips` more steps can be completed from `here`."""
    for k in range(DEGREE[side(s), here]):
        field = NEIGHBOURS[side(s), here, k]
        after = after_step(s, me, here, prev, field, pips, walk)
        if after == DONE or (after != CLOSED and can_walk(s, me, field, here, pips - 1, after)):
            return True
    return False


@rule
def legal_steps(s: State, out: Buffer) -> int:
    """CH-51, CH-52: the next steps from which the walk can be completed; with `may_stay`, also stopping at home."""
    me, n = s.picked, 0
    here, walk = s.pos[me], int(is_loaded(s, me))
    for k in range(DEGREE[side(s), here]):
        field = NEIGHBOURS[side(s), here, k]
        after = after_step(s, me, here, s.prev, field, s.pips, walk)
        if after == DONE or (after != CLOSED and can_walk(s, me, field, here, s.pips - 1, after)):
            out[n] = field
            n += 1
    if s.home_surplus == MAY_STAY and s.prev != NOWHERE and here == home_of(s, owner(s, me)):
        out[n] = Action.STOP
        n += 1
    return n


@rule
def golden_step(s: State, field: int) -> None:
    """CH-52, CH-R13: catch where the wearer turns and stops, or on every field; stop early if that ends the game."""
    me = s.picked
    here, home, every_field = s.pos[me], home_of(s, owner(s, me)), s.gold_capture == EVERY_FIELD
    was_loaded = is_loaded(s, me)
    if field == s.prev and here != home and not every_field:
        tell_catch(s, me)
        catch(s, me)
        if nobody_left(s, me, 0):
            return
    s.prev = here
    s.pips -= 1
    tell_moves(s, me, was_loaded)
    append(s, field)
    if field == home:
        tell_load_home(s, me)
        enter_home(s, me)
        return
    place(s, me, field)
    if every_field or s.pips == 0:
        tell_catch(s, me)
        catch(s, me)
