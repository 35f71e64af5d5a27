"""The legal actions of each phase."""

from hatbox.engine.jit import rule
from hatbox.engine.record import Buffer
from hatbox.games.great_hall.cards import holds_one_of
from hatbox.games.great_hall.moves import can_go, can_move_caretaker
from hatbox.games.great_hall.plays import (
    USE_COUNT,
    USE_TABLE,
    caretaker_can,
    figures_can,
    fits,
    keepers,
    swappable,
)
from hatbox.games.great_hall.seven import may_begin, portion_legal, seven_houses
from hatbox.games.great_hall.state import BEDS, HOUSES, KINDS, NONE, POINTS, Action, Phase, State, Use
from hatbox.games.great_hall.track import controlled, figure_at


@rule
def legal_kinds(s: State, first: int, out: Buffer) -> int:
    """GH-11, GH-83: any kind of the own hand, to give or to discard."""
    n = 0
    for kind in range(KINDS):
        if s.hand[s.turn, kind] > 0:
            out[n] = first + kind
            n += 1
    return n


@rule
def legal_cards(s: State, out: Buffer) -> int:
    """GH-16: any card that can be played; a drawn one must be (GH-83); without any the seat folds (GH-14)."""
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
    """GH-55: figures that can take the next portion of a 7; the caretaker only takes all of it (GH-R13)."""
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
    """GH-30, GH-52, GH-71: own figures that can use the function, and the caretaker."""
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
    """GH-52, GH-53: unprotected figures of the others."""
    own = controlled(s)
    n = 0
    for house in range(HOUSES):
        for i in range(BEDS):
            if house != own and swappable(s, house, i):
                out[n] = Action.OTHER + int(s.pos[house, i])  # beyond int8
                n += 1
    return n


@rule
def legal(s: State, out: Buffer) -> int:
    """The legal actions, written into `out`; their number."""
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
