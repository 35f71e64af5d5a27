"""What a card can do in this position, and the legal actions of each phase."""

import numpy as np

from hatbox.engine.jit import rule
from hatbox.engine.record import Buffer
from hatbox.games.great_hall.cards import holds_one_of
from hatbox.games.great_hall.moves import (
    can_go,
    can_move_caretaker,
    can_spend,
    can_start,
    may_begin,
    portion_legal,
    seven_houses,
)
from hatbox.games.great_hall.state import (
    ANY,
    BEDS,
    DORMITORY,
    HOUSES,
    KINDS,
    MODES,
    NEVER,
    NONE,
    POINTS,
    USES,
    Action,
    Phase,
    State,
    Use,
)
from hatbox.games.great_hall.track import controlled, figure_at, on_track, start_field

USE_COUNT = np.array([len(uses) for uses in USES], np.int64)
USE_TABLE = np.array([[*uses, *[NONE] * (MODES - len(uses))] for uses in USES], np.int64)


@rule
def swappable(s: State, house: int, i: int) -> bool:
    """GH-53: whether a figure is on the track and not protected."""
    field = s.pos[house, i]
    return field < DORMITORY and field != start_field(s, house)


@rule
def any_swappable(s: State, house: int) -> bool:
    """Whether this house has a figure that can be swapped."""
    for i in range(BEDS):
        if swappable(s, house, i):
            return True
    return False


@rule
def any_other_swappable(s: State, house: int) -> bool:
    """Whether any other house has a figure that can be swapped."""
    for other in range(HOUSES):
        if other != house and any_swappable(s, other):
            return True
    return False


@rule
def can_swap(s: State, house: int) -> bool:
    """GH-52, GH-R08: whether a swap is possible."""
    return any_swappable(s, house) and any_other_swappable(s, house)


@rule
def can_lay_without_effect(s: State, house: int) -> bool:
    """GH-54, GH-R08: whether there is nobody to swap with while a figure of the house is on the track (`swap_null`)."""
    if s.swap_null == NEVER or not (s.swap_null == ANY or on_track(s, house)):
        return False
    return not any_other_swappable(s, house)


@rule
def any_can_go(s: State, house: int, points: int) -> bool:
    """GH-30: whether any figure of this house can use the number."""
    for i in range(BEDS):
        if can_go(s, house, i, points):
            return True
    return False


@rule
def figures_can(s: State, house: int, mode: int) -> bool:
    """Whether the function can be carried out without the caretaker."""
    if mode == Use.START:
        return can_start(s, house)
    if mode == Use.SEVEN:
        return can_spend(s, 0, 7)
    if mode == Use.SWAP:
        return can_swap(s, house)
    if mode == Use.NULL:
        return can_lay_without_effect(s, house)
    return any_can_go(s, house, POINTS[mode])


@rule
def caretaker_can(s: State, mode: int) -> bool:
    """GH-71, GH-R13: whether the number can be used for the caretaker."""
    return POINTS[mode] != 0 and can_move_caretaker(s, POINTS[mode])


@rule
def fits(s: State, house: int, kind: int, with_caretaker: bool) -> bool:
    """GH-16, GH-17: whether any function of the card can be carried out completely."""
    for k in range(USE_COUNT[kind]):
        mode = USE_TABLE[kind, k]
        if (with_caretaker and caretaker_can(s, mode)) or figures_can(s, house, mode):
            return True
    return False


@rule
def keepers(s: State) -> int:
    """The kinds that keep the current seat in the round, held or not, one bit each (GH-14, GH-83, GH-R27)."""
    house = controlled(s)
    kinds = 0
    for kind in range(KINDS):
        if fits(s, house, kind, s.caretaker_counts):
            kinds |= 1 << kind
    return kinds


# ---- the legal actions ------------------------------------------------------------------------------------


@rule
def legal_kinds(s: State, first: int, out: Buffer) -> int:
    """GH-11, GH-83: any kind in the player's hand, to give or to discard."""
    n = 0
    for kind in range(KINDS):
        if s.hand[s.turn, kind] > 0:
            out[n] = first + kind
            n += 1
    return n


@rule
def legal_cards(s: State, out: Buffer) -> int:
    """GH-16: any card that can be played; a drawn one must be (GH-83); if there is none, the seat folds (GH-14)."""
    if s.drawn != NONE:
        out[0] = Action.PLAY + s.drawn
        return 1
    house = controlled(s)
    n = 0
    for kind in range(KINDS):
        if s.hand[s.turn, kind] > 0 and fits(s, house, kind, True):
            out[n] = Action.PLAY + kind
            n += 1
    if n == 0 or not (s.caretaker_counts or holds_one_of(s, s.turn, keepers(s))):  # GH-R27
        out[0] = Action.FOLD
        return 1
    return n


@rule
def legal_uses(s: State, out: Buffer) -> int:
    """GH-51, GH-58: the functions of the played card."""
    house = controlled(s)
    n = 0
    for k in range(USE_COUNT[s.sel_kind]):
        mode = USE_TABLE[s.sel_kind, k]
        if caretaker_can(s, mode) or figures_can(s, house, mode):
            out[n] = Action.USE + mode
            n += 1
    return n


@rule
def legal_starters(s: State, out: Buffer) -> int:
    """GH-55: figures that can take the next portion of a 7; the caretaker takes all of it or nothing (GH-R13)."""
    houses = seven_houses(s)
    n = 0
    for house in range(HOUSES):
        if (houses >> house) & 1:
            for i in range(BEDS):
                if may_begin(s, house, i):
                    out[n] = Action.FIGURE + int(s.pos[house, i])
                    n += 1
    if s.moved == 0 and can_move_caretaker(s, 7):
        out[n] = Action.CARETAKER
        n += 1
    return n


@rule
def legal_movers(s: State, out: Buffer) -> int:
    """GH-30, GH-52, GH-71: the player's figures that can use the function, and the caretaker."""
    house = controlled(s)
    points = POINTS[s.sel_mode]
    n = 0
    for i in range(BEDS):
        able = swappable(s, house, i) if s.sel_mode == Use.SWAP else can_go(s, house, i, points)
        if able:
            out[n] = Action.FIGURE + int(s.pos[house, i])
            n += 1
    if s.sel_mode != Use.SWAP and can_move_caretaker(s, points):
        out[n] = Action.CARETAKER
        n += 1
    return n


@rule
def legal_steps(s: State, out: Buffer) -> int:
    """GH-55: portions of the chosen figure after which the rest can still be spent."""
    who = figure_at(s, s.sel_piece)
    house, i = who // BEDS, who % BEDS
    n = 0
    for steps in range(1, s.seven_left + 1):
        if portion_legal(s, house, i, steps, False) or portion_legal(s, house, i, steps, True):
            out[n] = Action.STEP + steps
            n += 1
    return n


@rule
def legal_targets(s: State, out: Buffer) -> int:
    """GH-52, GH-53: unprotected figures of other houses."""
    own = controlled(s)
    n = 0
    for house in range(HOUSES):
        for i in range(BEDS):
            if house != own and swappable(s, house, i):
                out[n] = Action.OTHER + int(s.pos[house, i])  # can exceed int8
                n += 1
    return n


@rule
def legal(s: State, out: Buffer) -> int:
    """Write the legal actions into `out` and return their number."""
    if s.phase == Phase.CARD:
        return legal_cards(s, out)
    if s.phase == Phase.PIECE:
        return legal_starters(s, out) if s.sel_mode == Use.SEVEN else legal_movers(s, out)
    if s.phase == Phase.MODE:
        return legal_uses(s, out)
    if s.phase == Phase.STEPS:
        return legal_steps(s, out)
    if s.phase == Phase.TARGET:
        return legal_targets(s, out)
    if s.phase == Phase.HALL_OR_WALK:
        out[0], out[1] = Action.ENTER, Action.WALK
        return 2
    if s.over:
        return 0
    return legal_kinds(s, Action.GIVE if s.phase == Phase.EXCHANGE else Action.THROW, out)
