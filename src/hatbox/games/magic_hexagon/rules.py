"""Setup, legal actions, applying them, and the outcome."""

from hatbox.engine.dice import below
from hatbox.engine.jit import rule
from hatbox.engine.record import Buffer, Values
from hatbox.engine.tape import note, telling
from hatbox.games.magic_hexagon.board import (
    ALONE,
    BIT,
    BLACK,
    BLACK_CELLS,
    CELL,
    CELLS,
    SHIFTS,
    STARTS,
    frozen,
)
from hatbox.games.magic_hexagon.cells import EMPTY, has, several
from hatbox.games.magic_hexagon.collecting import (
    all_colour_sets,
    pay_stones,
    put_disc,
    take_areas,
    take_disc,
    take_discs,
)
from hatbox.games.magic_hexagon.events import (
    EndFirstStuck,
    EndNothingLeft,
    EndScoreLine,
    Hypnotised,
    Protected,
    Skipped,
    StuckWithHat,
)
from hatbox.games.magic_hexagon.moves import can_move, can_move_with, legal_moves, matching
from hatbox.games.magic_hexagon.state import (
    BLACK_DISC,
    BY_STONES,
    COPIES,
    DISCS,
    FACES,
    FIRST_KITCHEN,
    FIRST_STUCK,
    HATS,
    KINDS,
    MAGIC,
    NO_HAT,
    NOBODY,
    NONE,
    RANDOM_START,
    SEATS,
    SKIP,
    Action,
    Phase,
    State,
)
from hatbox.games.magic_hexagon.telling import tell_collected, tell_way

OPEN_CELLS = frozen([[cell for cell in range(CELLS) if cell not in black] for black in BLACK_CELLS])
ALL_DISCS = frozen([face for face in range(FACES) for _ in range(COPIES if face < FIRST_KITCHEN else 1)])


# ---- set-up ----------------------------------------------------------------------------------------------


@rule
def clear(s: State) -> None:
    """Clear the table."""
    for seat in range(SEATS):
        for face in range(FACES):
            s.owned[seat, face] = 0
        for kind in range(KINDS):
            s.stones[seat, kind] = s.sets[seat, kind] = 0
            for colour in range(HATS):
                s.counts[seat, colour, kind] = 0
                s.lying[colour, kind, 0] = s.lying[colour, kind, 1] = EMPTY
        s.score[seat] = 0
    s.pend[0] = s.pend[1] = s.pend[2] = NONE
    s.turn_index = s.moves_made = 0
    s.named, s.protected = NO_HAT, NOBODY
    s.over = s.capped = False


@rule
def lay_hexagon(s: State) -> None:
    """MH-03: lay out the black discs, and the other 80 in random order."""
    for cell in range(CELLS):
        s.board[cell] = BLACK_DISC
    for k in range(DISCS):
        s.board[OPEN_CELLS[s.layout, k]] = ALL_DISCS[k]
    for word in range(2):
        s.discs[word] = BLACK[s.layout, word]
    for k in range(DISCS - 1, -1, -1):
        cell, other = OPEN_CELLS[s.layout, k], OPEN_CELLS[s.layout, below(s, k + 1)]
        face = s.board[other]
        s.board[other] = s.board[cell]
        put_disc(s, cell, face)


@rule
def setup(s: State) -> None:
    """MH-03…07: lay out the hexagon, put the hats on it, hand out the cards."""
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
    """MH-07, MH-10: the seat whose turn it is."""
    return (s.first + s.turn_index) % s.players


@rule
def end_protection(s: State) -> None:
    """MH-63: protection ends with the seat's own turn, even a skipped one."""
    if s.protected == on_turn(s):
        s.protected = NOBODY


@rule
def begin_turn(s: State) -> None:
    """MH-60, MH-63, MH-74: ask the next seat about hypnosis if it has its card and may use it."""
    mover = on_turn(s)
    successor = (mover + 1) % s.players
    asked = (s.cards >> successor) & 1 == 1 and s.protected != mover
    s.phase = Phase.HYPNO if asked else Phase.MOVE
    s.turn = successor if asked else mover


@rule
def open_turn(s: State) -> None:
    """MH-70, MH-71: skip to the first seat that can move, or end the game (with `first_stuck`, MH-O06)."""
    mover = on_turn(s)
    for skipped in range(1 if s.end_rule == FIRST_STUCK else s.players):
        if can_move(s, (mover + skipped) % s.players):
            for _ in range(skipped):
                note(s, Skipped, on_turn(s))
                end_protection(s)
                s.turn_index += 1
            begin_turn(s)
            return
    s.phase = Phase.OVER
    s.over = True
    s.turn = mover
    tell_end(s)


@rule
def tell_end(s: State) -> None:
    """MH-72, MH-73: report why the game is over, and the scoring sheet."""
    if telling(s):
        if s.end_rule == FIRST_STUCK:
            note(s, EndFirstStuck, s.turn)
        else:
            note(s, EndNothingLeft)
        for seat in range(s.players):
            stones = stone_points(s, seat)
            note(s, EndScoreLine, seat, s.score[seat] - stones, stones, s.score[seat], place_of(s, seat))


@rule
def end_turn(s: State) -> None:
    """Clear the named hat and go to the next seat."""
    end_protection(s)
    s.named = NO_HAT
    s.turn_index += 1
    open_turn(s)


# ---- legal -----------------------------------------------------------------------------------------------


@rule
def legal_names(s: State, out: Buffer) -> int:
    """MH-60, MH-62: no hypnosis, or a hat that the current seat could move; with `skip`, any hat (MH-O04)."""
    out[0] = Action.NO_HYPNOSIS
    n = 1
    for hat in range(HATS):
        if s.hypnosis_dead_hat == SKIP or can_move_with(s, on_turn(s), hat):
            out[n] = Action.NAME + hat
            n += 1
    return n


@rule
def legal_picks(s: State, out: Buffer) -> int:
    """MH-21: the directions of the discs to pick one from."""
    cell = s.pend[1]
    low, high = matching(s, s.pend[0], cell, s.pend[2] - 1)
    n = 0
    for direction in range(6):
        if has(low, high, BIT[cell] + SHIFTS[direction]):
            out[n] = Action.PICK + direction
            n += 1
    return n


@rule
def legal(s: State, out: Buffer) -> int:
    """Write the legal actions into `out` and return their number."""
    if s.phase == Phase.MOVE:
        return legal_moves(s, s.turn, out)
    if s.phase == Phase.HYPNO:
        return legal_names(s, out)
    if s.phase == Phase.PICK:
        return legal_picks(s, out)
    return 0


# ---- apply -----------------------------------------------------------------------------------------------


@rule
def answer(s: State, action: int) -> bool:
    """MH-60…63: keep the card, or give it up, name a hat and be safe; True if that costs the turn (MH-O04)."""
    mover = on_turn(s)
    if action != Action.NO_HYPNOSIS:
        s.named = action - Action.NAME
        s.cards ^= 1 << s.turn
        s.protected = s.turn
        note(s, Hypnotised, s.turn, mover, s.named)
        note(s, Protected, s.turn)
    s.phase = Phase.MOVE
    s.turn = mover
    return s.named != NO_HAT and s.hypnosis_dead_hat == SKIP and not can_move_with(s, mover, int(s.named))


@rule
def is_round_one(s: State) -> bool:
    """MH-21: in the first round each player takes just one disc."""
    return s.first_round_limit and s.turn_index < s.players


@rule
def move_hat(s: State, hat: int, cell: int, kind: int) -> bool:
    """MH-11…20: move the hat and collect; False if one of several discs is still to be picked (MH-21)."""
    tell_way(s, hat, cell)
    s.hats[hat] = cell
    s.moves_made += 1
    low, high = matching(s, hat, cell, kind)
    if is_round_one(s) and several(low, high):
        s.pend[0], s.pend[1], s.pend[2] = hat, cell, kind + 1
        s.phase = Phase.PICK
        return False
    tell_collected(s, cell, kind, low, high)
    take_discs(s, s.turn, low, high)
    return True


@rule
def pick_disc(s: State, direction: int) -> None:
    """MH-21: take the one chosen disc."""
    cell = CELL[BIT[s.pend[1]] + SHIFTS[direction]]
    tell_collected(s, s.pend[1], s.pend[2] - 1, ALONE[cell, 0], ALONE[cell, 1])
    take_disc(s, s.turn, cell)
    s.pend[0] = s.pend[1] = s.pend[2] = NONE


@rule
def apply(s: State, action: int) -> None:
    """Carry out one legal action; when a turn is complete, areas and stones follow (MH-41, MH-50)."""
    if s.phase == Phase.HYPNO:
        if answer(s, action):
            note(s, StuckWithHat, s.turn, s.named)
            end_turn(s)
        return
    colours_before = all_colour_sets(s, s.turn) if telling(s) else 0
    if s.phase == Phase.PICK:
        pick_disc(s, action - Action.PICK)
    elif not move_hat(s, action // KINDS // CELLS, action // KINDS % CELLS, action % KINDS):
        return
    take_areas(s, s.turn)
    pay_stones(s, s.turn, colours_before)
    end_turn(s)


# ---- outcome ---------------------------------------------------------------------------------------------


@rule
def rank(s: State, seat: int) -> int:
    """MH-73: the score; with `stones`, then the stones, then the magic tools (MH-O07)."""
    if s.tie_break != BY_STONES:
        return int(s.score[seat])
    stones = magic = 0
    for kind in range(KINDS):
        stones += int(s.stones[seat, kind])
    for colour in range(HATS):
        magic += int(s.counts[seat, colour, MAGIC])
    return (int(s.score[seat]) * 100 + stones) * 100 + magic


@rule
def stone_points(s: State, seat: int) -> int:
    """MH-72: what the power stones of a seat are worth."""
    points = 0
    for kind in range(KINDS):
        points += int(s.stones[seat, kind]) * int(s.stone_values[kind])
    return points


@rule
def place_of(s: State, seat: int) -> int:
    """MH-73, MH-O07: the current place of a seat; tied seats share the better one."""
    place = 1
    for other in range(s.players):
        place += rank(s, other) > rank(s, seat)
    return place


@rule
def returns(s: State, out: Values) -> None:
    """MH-73: the winners share what the others lose."""
    best = winners = 0
    for seat in range(s.players):
        mine = rank(s, seat)
        if mine > best:
            best, winners = mine, 0
        if mine == best:
            winners += 1
    for seat in range(s.players):
        won = rank(s, seat) == best
        out[seat] = (s.players / winners - 1.0 if won else -1.0) / (s.players - 1)
