"""Setup, legal actions, applying them, and the outcome."""

from hatbox.engine.dice import below
from hatbox.engine.jit import rule
from hatbox.engine.record import Values
from hatbox.engine.tape import note, telling
from hatbox.games.great_hall.cards import (
    deal,
    draw,
    exchange,
    lay_down,
    lay_down_hand,
    next_seat,
)
from hatbox.games.great_hall.choices import USE_COUNT, USE_TABLE, can_swap, legal
from hatbox.games.great_hall.events import CardPlayed, Discarded, NoEffect, Swapped
from hatbox.games.great_hall.moves import (
    can_enter,
    can_walk,
    move,
    move_caretaker,
    portion_legal,
    start_figure,
    take_portion,
    tell_past,
    tell_walk,
)
from hatbox.games.great_hall.rounds import finish_card, forget_choice, settle, tell_helpers
from hatbox.games.great_hall.state import (
    BEDS,
    COPIES,
    DORMITORY,
    DRAW,
    HOUSES,
    KINDS,
    NOBODY,
    NONE,
    POINTS,
    SEATS,
    UNUSED,
    Action,
    Kind,
    Phase,
    State,
    Use,
)
from hatbox.games.great_hall.track import controlled, figure_at, house_of, houses_at_home, start_field

__all__ = ["apply", "legal", "returns", "setup"]


# ---- set-up ----------------------------------------------------------------------------------------------


@rule
def put_to_bed(s: State, house: int) -> None:
    """GH-03, GH-80: three figures in the dormitory; without teams, a fourth on the start field."""
    for i in range(BEDS):
        s.pos[house, i] = DORMITORY
    if s.players == 4:
        s.pos[house, 3] = UNUSED
    else:
        s.pos[house, 0] = start_field(s, house)


@rule
def setup(s: State) -> None:
    """GH-03 … GH-09, GH-80: everyone in bed, the caretaker in the hall, a random dealer, the first deal."""
    for house in range(HOUSES):
        for i in range(BEDS):
            s.pos[house, i] = UNUSED
    for seat in range(s.players):
        put_to_bed(s, house_of(s, seat))
    for kind in range(KINDS):
        s.stock[kind] = COPIES[kind]
        s.discard[kind] = 0
        for seat in range(SEATS):
            s.hand[seat, kind] = 0
    s.caretaker_at = s.top = NONE
    s.first_in = s.over = s.capped = False
    s.winner = NOBODY
    s.round_number = 1
    s.ply = 0
    forget_choice(s)
    s.dealer = below(s, s.players)
    deal(s)


# ---- choices ---------------------------------------------------------------------------------------------


@rule
def give(s: State, kind: int) -> None:
    """GH-11: gifts are chosen one after another, hidden, and handed over together after the last choice."""
    s.given[s.turn] = kind
    s.turn = next_seat(s, s.turn)
    if s.given[s.turn] == NONE:
        return
    exchange(s)
    s.phase = Phase.TURN_BEGINS


@rule
def throw(s: State, kind: int) -> None:
    """GH-83: discard a card that did not fit, face up."""
    lay_down(s, kind)
    note(s, Discarded, s.turn, kind)


@rule
def discard_and_draw(s: State, kind: int) -> None:
    """GH-83: exchange an old card for a new one; the turn starts again with it."""
    throw(s, kind)
    draw(s)
    s.phase = Phase.TURN_BEGINS


@rule
def choose_use(s: State, mode: int) -> None:
    """GH-51, GH-58: START and laying down without effect need no figure."""
    s.phase = Phase.CARRIED_OUT
    if mode == Use.START:
        start_figure(s, controlled(s))
    elif mode == Use.NULL:
        note(s, NoEffect, s.turn)
    else:
        s.sel_mode = mode
        s.seven_left = 7 if mode == Use.SEVEN else 0
        s.phase = Phase.PIECE


@rule
def play_card(s: State, kind: int) -> None:
    """GH-13: lay the card down, and ask how to use it if there are several ways."""
    lay_down(s, kind)
    note(s, CardPlayed, s.turn, kind)
    s.sel_kind = kind
    if kind == Kind.SWAP:  # GH-R08: the position decides
        choose_use(s, Use.SWAP if can_swap(s, controlled(s)) else Use.NULL)
    elif USE_COUNT[kind] == 1:
        choose_use(s, USE_TABLE[kind, 0])
    else:
        s.phase = Phase.MODE


@rule
def finish_move(s: State, who: int, steps: int, into_hall: bool) -> None:
    """Carry out the move; a 7 with points left continues with another figure."""
    house, field = who // BEDS, s.pos[who // BEDS, who % BEDS]
    tell_walk(s, house, field, steps, into_hall)
    if s.sel_mode == Use.SEVEN:
        take_portion(s, who // BEDS, who % BEDS, steps, into_hall)
        s.moved |= 1 << who
        s.seven_left -= steps
        s.sel_piece = s.sel_steps = NONE
    else:
        move(s, who // BEDS, who % BEDS, steps, into_hall)
    if not into_hall and s.pos[house, who % BEDS] < DORMITORY:  # the caretaker may have caught it
        tell_past(s, house, field, steps)
    s.phase = Phase.CARRIED_OUT if s.seven_left == 0 else Phase.PIECE


@rule
def choose_piece(s: State, field: int) -> None:
    """Choose a figure for the function; hall or walk is asked only if both are possible (GH-46)."""
    s.sel_piece = field
    if s.sel_mode == Use.SWAP:
        s.phase = Phase.TARGET
        return
    if s.sel_mode == Use.SEVEN:
        s.phase = Phase.STEPS
        return
    who = figure_at(s, field)
    points = POINTS[s.sel_mode]
    enters = can_enter(s, who // BEDS, field, points)
    if enters and can_walk(s, field, points):
        s.phase = Phase.HALL_OR_WALK
    else:
        finish_move(s, who, points, enters)


@rule
def choose_steps(s: State, steps: int) -> None:
    """GH-55: choose the portion of the 7 for the chosen figure."""
    who = figure_at(s, s.sel_piece)
    enters = portion_legal(s, who // BEDS, who % BEDS, steps, True)
    if enters and portion_legal(s, who // BEDS, who % BEDS, steps, False):
        s.sel_steps = steps
        s.phase = Phase.HALL_OR_WALK
    else:
        finish_move(s, who, steps, enters)


@rule
def enter_or_walk(s: State, into_hall: bool) -> None:
    """GH-46: carry out the choice if both were possible."""
    steps = s.sel_steps if s.sel_mode == Use.SEVEN else POINTS[s.sel_mode]
    finish_move(s, figure_at(s, s.sel_piece), steps, into_hall)


@rule
def swap_with(s: State, field: int) -> None:
    """GH-52: swap two figures; nobody is sent home."""
    own, other = figure_at(s, s.sel_piece), figure_at(s, field)
    s.pos[own // BEDS, own % BEDS] = field
    s.pos[other // BEDS, other % BEDS] = s.sel_piece
    note(s, Swapped, s.turn, s.sel_piece, field)
    s.phase = Phase.CARRIED_OUT


@rule
def fold(s: State) -> None:
    """GH-14: leave the round and lay down the rest of the hand."""
    lay_down_hand(s)
    s.folded |= 1 << s.turn
    s.phase = Phase.TURN_DONE


@rule
def apply(s: State, action: int) -> None:
    """Carry out one legal action."""
    at_home = houses_at_home(s) if telling(s) else 0
    if action == Action.FOLD:
        fold(s)
    elif action == Action.CARETAKER:  # GH-71: instead of a figure
        move_caretaker(s, POINTS[s.sel_mode])
        s.phase = Phase.CARRIED_OUT
    elif s.phase == Phase.CARD:
        play_card(s, action - Action.PLAY)
    elif s.phase == Phase.PIECE:
        choose_piece(s, action - Action.FIGURE)
    elif s.phase == Phase.MODE:
        choose_use(s, action - Action.USE)
    elif s.phase == Phase.STEPS:
        choose_steps(s, action - Action.STEP)
    elif s.phase == Phase.HALL_OR_WALK:
        enter_or_walk(s, action == Action.ENTER)
    elif s.phase == Phase.TARGET:
        swap_with(s, action - Action.OTHER)
    elif s.phase == Phase.EXCHANGE:
        give(s, action - Action.GIVE)
    elif s.phase == Phase.DISCARD:
        discard_and_draw(s, action - Action.THROW)
    else:
        throw(s, action - Action.THROW)
        s.phase = Phase.TURN_DONE
    if s.phase == Phase.CARRIED_OUT:
        finish_card(s)
    tell_helpers(s, at_home)
    settle(s)


@rule
def returns(s: State, out: Values) -> None:
    """GH-02, GH-61, GH-81: a team wins together, a single player wins against all; a draw at the cap (GH-R20)."""
    for seat in range(s.players):
        if s.winner == DRAW or s.winner == NOBODY:
            out[seat] = 0.0
        elif s.players == 4:
            out[seat] = 1.0 if s.winner == seat % 2 else -1.0
        else:
            out[seat] = 1.0 if s.winner == seat else -1.0 / (s.players - 1)
