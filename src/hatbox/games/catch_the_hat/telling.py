"""Details that only events need: paths field by field, towers hat by hat. Compiles to nothing without a tape."""

from hatbox.engine.jit import rule
from hatbox.engine.tape import append, note, telling
from hatbox.games.catch_the_hat.board import CENTRE, DEGREE, NEIGHBOURS
from hatbox.games.catch_the_hat.events import (
    BroughtHome,
    Caught,
    CaughtFrom,
    Freed,
    GoldenCaught,
    GoldenLost,
    HatLeavesHome,
    HatMoves,
    LostLastHat,
    NoHatsLeft,
    TowerMoves,
    WalksOnFromHome,
)
from hatbox.games.catch_the_hat.pieces import friends, home_of, is_free, is_loaded, owner, side, steps_home
from hatbox.games.catch_the_hat.state import HATS, MOST_CAPTURED, NONE, NOWHERE, State

ENEMIES, FRIENDS, ALL = range(3)  # which hats of a tower


# ---- ways ------------------------------------------------------------------------------------------------


@rule
def leads_to(here: int, side: int, before: int, steps: int, end: int, turning: bool) -> bool:
    """CH-07, CH-11: whether `steps` steps along the track can end at `end`; without `turning`, never straight back."""
    if steps == 0:
        return here == end
    for k in range(DEGREE[side, here]):
        field = NEIGHBOURS[side, here, k]
        is_open = (turning or field != before) and field <= CENTRE[side]
        if is_open and leads_to(field, side, here, steps - 1, end, turning):
            return True
    return False


@rule
def note_way(s: State, here: int, steps: int, end: int) -> None:
    """CH-R04: note the only walk with this many steps that ends at `end`."""
    before = NOWHERE
    for left in range(steps - 1, -1, -1):
        for k in range(DEGREE[side(s), here]):
            field = NEIGHBOURS[side(s), here, k]
            is_open = field != before and field <= CENTRE[side(s)]
            if is_open and leads_to(field, side(s), here, left, end, False):
                append(s, field)
                before, here = here, field
                break


@rule
def tell_moves(s: State, me: int, loaded: bool) -> None:
    """Report that a hat or a tower moves; its path follows."""
    if loaded:
        note(s, TowerMoves, s.turn, me)
    else:
        note(s, HatMoves, s.turn, me)


@rule
def tell_walk(s: State, me: int, field: int, by_home: bool) -> None:
    """Report how a piece gets to a field, or home on its way there."""
    if telling(s):
        home = home_of(s, owner(s, me))
        if s.pos[me] == home:
            note(s, HatLeavesHome, s.turn, me)
        else:
            tell_moves(s, me, is_loaded(s, me))
        if by_home:
            note_way(s, s.pos[me], steps_home(s, me) - 1, NEIGHBOURS[side(s), home, 0])
            append(s, home)
        else:
            note_way(s, s.pos[me], s.die, field)


@rule
def tell_walk_out(s: State, me: int, steps: int, field: int) -> None:
    """CH-28: report the rest of a walk, from home; nothing for a hat that stays there (`may_stay`)."""
    if telling(s) and s.pos[me] != field:
        note(s, WalksOnFromHome, s.turn, me)
        note_way(s, s.pos[me], steps, field)


# ---- towers ----------------------------------------------------------------------------------------------


@rule
def note_load(s: State, me: int, top: int, which: int) -> int:
    """Note the hats below a top hat, top down (friends of `me`, enemies, or all), and return how many there are."""
    count = 0
    for rank in range(1, HATS):
        for hat in range(HATS):
            if s.boss[hat] == top and s.rank[hat] == rank and (which == ALL or friends(s, me, hat) == which):
                append(s, hat)
                count += 1
    return count


@rule
def has_load(s: State, me: int, top: int, which: int) -> bool:
    """Whether there are any such hats below a top hat."""
    for hat in range(HATS):
        if s.boss[hat] == top and friends(s, me, hat) == which:
            return True
    return False


@rule
def is_victim(s: State, me: int, hat: int) -> bool:
    """Whether `me` catches this piece on its current field."""
    return s.pos[hat] == s.pos[me] and s.boss[hat] == NONE and not friends(s, me, hat)


@rule
def tell_catch(s: State, me: int) -> None:
    """CH-15, CH-18, CH-49, CH-53: report what is about to be caught, and what that sets free (`free_on_capture`)."""
    if telling(s):
        losers, loser, freed, gold = 0, NONE, False, s.gold_boss == NONE and s.gold_pos == s.pos[me]
        for hat in range(HATS):
            if is_victim(s, me, hat):
                losers += owner(s, hat) != loser
                loser = owner(s, hat)
                freed |= s.free_on_capture and has_load(s, me, hat, FRIENDS)
                gold |= s.gold_boss == hat
        if losers == 1:
            note(s, CaughtFrom, s.turn, me, s.pos[me], loser)
        elif losers > 1:
            note(s, Caught, s.turn, me, s.pos[me])
        for hat in range(HATS):
            if is_victim(s, me, hat):
                append(s, hat)
                note_load(s, me, hat, ENEMIES if s.free_on_capture else ALL)
        if freed:
            note(s, Freed, s.turn)
            for hat in range(HATS):
                if is_victim(s, me, hat):
                    note_load(s, me, hat, FRIENDS)
        if gold:
            if s.gold_worn:
                note(s, GoldenLost)
            note(s, GoldenCaught, s.turn, me)


@rule
def tell_load_home(s: State, me: int) -> None:
    """CH-29, CH-44: report what is about to be jailed and what is about to be freed."""
    if telling(s):
        if has_load(s, me, me, ENEMIES):
            note(s, BroughtHome, s.turn, owner(s, me))
            note_load(s, me, me, ENEMIES)
        if has_load(s, me, me, FRIENDS):
            note(s, Freed, s.turn)
            note_load(s, me, me, FRIENDS)


# ---- seats -----------------------------------------------------------------------------------------------


@rule
def seats_in(s: State) -> int:
    """CH-36: the seats that have a free hat, one bit per seat."""
    mask = 0
    for hat in range(HATS):
        if is_free(s, hat):
            mask |= 1 << owner(s, hat)
    return mask


@rule
def tell_lost(s: State, before: int) -> None:
    """CH-36: report each seat that had a free hat and now has none."""
    if telling(s):
        gone = before & ~seats_in(s)
        for seat in range(s.players):
            if (gone >> seat) & 1:
                if s.goal == MOST_CAPTURED:
                    note(s, NoHatsLeft, seat)
                else:
                    note(s, LostLastHat, seat)
