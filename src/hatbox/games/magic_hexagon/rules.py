"""Set-up, legal, apply, outcome."""

import numpy as np

from hatbox.dice import below
from hatbox.games.magic_hexagon.board import BIT, BLACK_CELLS, CELL, CELLS, SHIFTS, STARTS
from hatbox.games.magic_hexagon.board import BLACK as BLACK_SETS
from hatbox.games.magic_hexagon.cells import EMPTY, ONE, U, has
from hatbox.games.magic_hexagon.collecting import pay_stones, put_disc, take_areas, take_disc, take_discs
from hatbox.games.magic_hexagon.moves import can_move, can_move_with, legal_moves, matching
from hatbox.games.magic_hexagon.state import (
    BLACK_DISC,
    BY_STONES,
    COPIES,
    DISCS,
    FACES,
    FIRST_KITCHEN,
    FIRST_NAME,
    FIRST_PICK,
    FIRST_STUCK,
    HATS,
    HYPNO,
    KINDS,
    MAGIC,
    MOVE,
    NO_HAT,
    NO_HYPNOSIS,
    NOBODY,
    NONE,
    OVER,
    PICK,
    RANDOM_START,
    SEATS,
    SKIP,
    State,
)
from hatbox.jit import rule
from hatbox.record import Buffer, Values

OPEN_CELLS = np.array([[cell for cell in range(CELLS) if cell not in black] for black in BLACK_CELLS])
ALL_DISCS = np.array([face for face in range(FACES) for _ in range(COPIES if face < FIRST_KITCHEN else 1)])
for _table in (OPEN_CELLS, ALL_DISCS):
    _table.setflags(write=False)


# ---- set-up ----------------------------------------------------------------------------------------------


@rule
def clear(s: State) -> None:
    """Nothing lies on the table."""
    for seat in range(SEATS):
        s.owned[seat, :] = 0
        s.counts[seat, :, :] = 0
        s.stones[seat, :] = 0
        s.sets[seat, :] = 0
        s.score[seat] = 0
    for hat in range(HATS):
        s.lying[hat, :, :] = EMPTY
    s.pend[:] = NONE
    s.turn_index = s.moves_made = 0
    s.named, s.protected = NO_HAT, NOBODY
    s.over = s.capped = False


@rule
def lay_hexagon(s: State) -> None:
    """MH-03: the black discs, and the 80 others in any order."""
    for cell in range(CELLS):
        s.board[cell] = BLACK_DISC
    for k in range(DISCS):
        s.board[OPEN_CELLS[s.layout, k]] = ALL_DISCS[k]
    for word in range(2):
        s.discs[word] = BLACK_SETS[s.layout, word]
    for k in range(DISCS - 1, -1, -1):
        cell, other = OPEN_CELLS[s.layout, k], OPEN_CELLS[s.layout, below(s, k + 1)]
        face = s.board[other]
        s.board[other] = s.board[cell]
        put_disc(s, cell, face)


@rule
def setup(s: State) -> None:
    """MH-03…07: lay the hexagon, put the hats on it, hand out the cards."""
    clear(s)
    lay_hexagon(s)
    for hat in range(HATS):
        s.hats[hat] = STARTS[s.layout, hat]
    s.cards = (1 << s.players) - 1 if s.hypnosis else 0
    s.first = below(s, s.players) if s.start == RANDOM_START else s.start
    open_turn(s)


# ---- turns -----------------------------------------------------------------------------------------------


@rule
def on_turn(s: State) -> int:
    """MH-07, MH-10: the seat on turn."""
    return (s.first + s.turn_index) % s.players


@rule
def end_protection(s: State) -> None:
    """MH-63: it ends with the seat's own turn, also a skipped one."""
    if s.protected == on_turn(s):
        s.protected = NOBODY


@rule
def begin_turn(s: State) -> None:
    """MH-60, MH-63, MH-74: the next seat is asked for hypnosis, if it has its card and may use it."""
    mover = on_turn(s)
    successor = (mover + 1) % s.players
    asked = (s.cards >> successor) & 1 == 1 and s.protected != mover
    s.phase = HYPNO if asked else MOVE
    s.turn = successor if asked else mover


@rule
def open_turn(s: State) -> None:
    """MH-70, MH-71: skip to the first seat that can move, or end the game; `first_stuck`: MH-O06."""
    mover = on_turn(s)
    for skipped in range(1 if s.end_rule == FIRST_STUCK else s.players):
        if can_move(s, (mover + skipped) % s.players):
            for _ in range(skipped):
                end_protection(s)
                s.turn_index += 1
            begin_turn(s)
            return
    s.phase = OVER
    s.over = True
    s.turn = mover


@rule
def end_turn(s: State) -> None:
    """Forget the named hat, and look for the next seat."""
    end_protection(s)
    s.named = NO_HAT
    s.turn_index += 1
    open_turn(s)


@rule
def resolve(s: State, seat: int) -> None:
    """MH-41, MH-50: the collected discs are gone; now areas, stones and the end of the turn."""
    take_areas(s, seat)
    pay_stones(s, seat)
    end_turn(s)


# ---- legal -----------------------------------------------------------------------------------------------


@rule
def legal_names(s: State, out: Buffer) -> int:
    """MH-60, MH-62: no hypnosis, or a hat that the seat on turn could move; `skip`: any hat (MH-O04)."""
    out[0] = NO_HYPNOSIS
    n = 1
    for hat in range(HATS):
        if s.hypnosis_dead_hat == SKIP or can_move_with(s, on_turn(s), hat):
            out[n] = FIRST_NAME + hat
            n += 1
    return n


@rule
def legal_picks(s: State, out: Buffer) -> int:
    """MH-21: the directions of the discs of which one is taken."""
    cell = s.pend[1]
    low, high = matching(s, s.pend[0], cell, s.pend[2] - 1)
    n = 0
    for direction in range(6):
        if has(low, high, BIT[cell] + SHIFTS[direction]):
            out[n] = FIRST_PICK + direction
            n += 1
    return n


@rule
def legal(s: State, out: Buffer) -> int:
    """The legal actions, written into `out`; their number."""
    if s.phase == MOVE:
        return legal_moves(s, s.turn, out)
    if s.phase == HYPNO:
        return legal_names(s, out)
    if s.phase == PICK:
        return legal_picks(s, out)
    return 0


# ---- apply -----------------------------------------------------------------------------------------------


@rule
def hypnotise(s: State, hat: int) -> None:
    """MH-60…63: give up the card, name a hat, be safe; a hat without a move ends the turn (MH-O04)."""
    s.cards ^= 1 << s.turn
    s.protected = s.turn
    if can_move_with(s, on_turn(s), hat):
        s.named = hat
        s.phase = MOVE
        s.turn = on_turn(s)
    else:
        end_turn(s)


@rule
def move_hat(s: State, hat: int, cell: int, kind: int) -> None:
    """MH-11…20: move the hat and collect; in round 1 one disc is picked of several (MH-21)."""
    s.hats[hat] = cell
    s.moves_made += 1
    low, high = matching(s, hat, cell, kind)
    several = (
        U(low & U(low - ONE)) != EMPTY if high == EMPTY else low != EMPTY or U(high & U(high - ONE)) != EMPTY
    )
    if several and s.first_round_limit and s.turn_index < s.players:
        s.pend[0], s.pend[1], s.pend[2] = hat, cell, kind + 1
        s.phase = PICK
        return
    take_discs(s, s.turn, low, high)
    resolve(s, s.turn)


@rule
def pick_disc(s: State, direction: int) -> None:
    """MH-21: take the one chosen disc."""
    cell = CELL[BIT[s.pend[1]] + SHIFTS[direction]]
    s.pend[:] = NONE
    take_disc(s, s.turn, cell)
    resolve(s, s.turn)


@rule
def apply(s: State, action: int) -> None:
    """Carry out one legal action."""
    if s.phase == MOVE:
        place = action // KINDS
        move_hat(s, place // CELLS, place % CELLS, action % KINDS)
    elif s.phase == PICK:
        pick_disc(s, action - FIRST_PICK)
    elif action == NO_HYPNOSIS:
        s.phase = MOVE
        s.turn = on_turn(s)
    else:
        hypnotise(s, action - FIRST_NAME)


# ---- outcome ---------------------------------------------------------------------------------------------


@rule
def rank(s: State, seat: int) -> int:
    """MH-73: the score; `stones`: then the stones, then the magic tools (MH-O07)."""
    if s.tie_break != BY_STONES:
        return int(s.score[seat])
    stones = magic = 0
    for kind in range(KINDS):
        stones += int(s.stones[seat, kind])
    for colour in range(HATS):
        magic += int(s.counts[seat, colour, MAGIC])
    return (int(s.score[seat]) * 100 + stones) * 100 + magic


@rule
def returns(s: State, out: Values) -> None:
    """MH-73: the winners share what the others lose."""
    best = winners = 0
    for seat in range(s.players):
        best = max(best, rank(s, seat))
    for seat in range(s.players):
        winners += 1 if rank(s, seat) == best else 0
    for seat in range(s.players):
        won = rank(s, seat) == best
        out[seat] = (s.players / winners - 1.0 if won else -1.0) / (s.players - 1)
