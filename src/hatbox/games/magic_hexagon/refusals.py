"""Why a move is refused: the rule that forbids it, checked in the order in which a person would ask."""

from hatbox.engine.jit import rule
from hatbox.engine.reasons import NUMBER, Reasons, because
from hatbox.engine.schema import Words
from hatbox.games.magic_hexagon.board import ALONE, AROUND, BIT, CELLS, NEXT_CELL
from hatbox.games.magic_hexagon.cells import EMPTY, U, around, has, linked
from hatbox.games.magic_hexagon.collecting import COLOUR, KIND
from hatbox.games.magic_hexagon.moves import matching, needed, other_hats, runs, takeable
from hatbox.games.magic_hexagon.state import (
    ANY_HAT,
    BLACK_DISC,
    HAT_NAMES,
    HATS,
    HOLE,
    KINDS,
    KITCHEN,
    LOWER_ONLY,
    NO_HAT,
    PATH,
    Action,
    Phase,
    State,
)
from hatbox.games.magic_hexagon.telling import line_length

REASONS = Reasons()

MUST_MOVE = REASONS.add("MH-11", "must_move")
STRAIGHT_LINE = REASONS.add("MH-12", "straight_line")
HOLE_IN_THE_WAY = REASONS.add("MH-12", "hole_in_the_way")
HAT_IN_THE_WAY = REASONS.add("MH-12", "hat_in_the_way")
ONE_VALUE = REASONS.add("MH-14", "one_value")
HAT_ON_DISC = REASONS.add("MH-15", "hat_on_disc")
COLLECT_SOMETHING = REASONS.add("MH-16", "collect_something")
BLACK_STAYS = REASONS.add("MH-17", "black_stays")
JUMP_TO_BLACK = REASONS.add("MH-18", "jump_to_black")
RUN_FIRST = REASONS.add("MH-19", "run_first")
RUN_ANY_FIRST = REASONS.add("MH-O01", "run_first")
ONE_DISC = REASONS.add("MH-21", "one_disc_round_one")
KITCHEN_LOCKED = REASONS.add("MH-31", "kitchen_locked", count=NUMBER)
MAGIC_LOCKED = REASONS.add("MH-32", "magic_locked", count=NUMBER)
KITCHEN_LOCKED_LOWER = REASONS.add("MH-O03", "kitchen_locked", count=NUMBER)
MAGIC_LOCKED_LOWER = REASONS.add("MH-O03", "magic_locked", count=NUMBER)
USED = REASONS.add("MH-60", "hypnosis_used")
BEFORE_YOU = REASONS.add("MH-60", "hypnosis_before_you")
ANSWER_FIRST = REASONS.add("MH-60", "answer_first")
NO_CARDS = REASONS.add("MH-05", "no_cards")
NAMED_HAT = REASONS.add("MH-61", "named_hat", hat_obj=Words(*HAT_NAMES))
DEAD_HAT = REASONS.add("MH-62", "dead_hat")


@rule
def why_not(s: State, action: int) -> int:
    """The rule that forbids an action now."""
    if s.phase == Phase.HYPNO:
        return DEAD_HAT if action > Action.NO_HYPNOSIS else ANSWER_FIRST
    if action >= Action.NO_HYPNOSIS:
        return why_no_hypnosis(s)
    if s.phase == Phase.MOVE:
        if action >= Action.PICK:
            return MUST_MOVE
        return why_no_move(s, action // KINDS // CELLS, action // KINDS % CELLS, action % KINDS)
    return ONE_DISC if action < Action.PICK else why_no_pick(s, NEXT_CELL[s.pend[1], action - Action.PICK])


@rule
def why_no_hypnosis(s: State) -> int:
    """Players cannot hypnotise anyone in their own turn."""
    if not s.hypnosis:
        return NO_CARDS
    return BEFORE_YOU if (s.cards >> s.turn) & 1 else USED


@rule
def why_no_pick(s: State, cell: int) -> int:
    """MH-21: only one of the matching discs can be picked."""
    face = s.board[cell] if cell >= 0 else HOLE
    if face == BLACK_DISC:
        return BLACK_STAYS
    if face == HOLE or COLOUR[face] != s.pend[0]:
        return COLLECT_SOMETHING
    return HAT_ON_DISC if KIND[face] == s.pend[2] - 1 else ONE_VALUE


@rule
def why_no_move(s: State, hat: int, cell: int, kind: int) -> int:
    """A hat that must stay, a place it cannot reach, or a value it cannot take there."""
    if s.named != NO_HAT and s.named != hat:
        return because(NAMED_HAT, s.named)
    if s.hats[hat] == cell:
        return MUST_MOVE
    hats_low, hats_high = other_hats(s, hat)
    if has(hats_low, hats_high, BIT[cell]):
        return HAT_IN_THE_WAY
    low, high = runs(s, hat, hats_low, hats_high)
    if has(low, high, BIT[cell]):
        return why_no_value(s, hat, cell, kind)
    return why_no_jump(s, hat, cell, kind)


@rule
def can_run(s: State, seat: int, hat: int) -> bool:
    """MH-19: whether the seat collects anything by running with this hat."""
    hats_low, hats_high = other_hats(s, hat)
    to_low, to_high = runs(s, hat, hats_low, hats_high)
    for kind in range(KINDS):
        low, high = takeable(s, seat, hat, kind, hats_low, hats_high)
        low, high = around(low, high)
        if U(U(low & to_low) | U(high & to_high)) != EMPTY:
            return True
    return False


@rule
def why_no_jump(s: State, hat: int, cell: int, kind: int) -> int:
    """The hat cannot run there; find out why it cannot jump."""
    if s.board[cell] != BLACK_DISC:
        reason = why_no_run(s, hat, cell)
        return JUMP_TO_BLACK if reason == STRAIGHT_LINE and not can_run(s, s.turn, hat) else reason
    if can_run(s, s.turn, hat):
        return RUN_FIRST
    if s.jump_condition == ANY_HAT and s.named == NO_HAT:
        for other in range(HATS):
            if can_run(s, s.turn, other):
                return RUN_ANY_FIRST
    return why_no_value(s, hat, cell, kind)


@rule
def why_no_run(s: State, hat: int, cell: int) -> int:
    """MH-12: no line, or something in the way."""
    here = s.hats[hat]
    if s.board[cell] == HOLE:
        return HOLE_IN_THE_WAY
    if s.movement == PATH:
        low, high = linked(ALONE[here, 0], ALONE[here, 1], s.discs[0], s.discs[1])
        return HAT_IN_THE_WAY if has(low, high, BIT[cell]) else HOLE_IN_THE_WAY
    for direction in range(6):
        if line_length(here, cell, direction) > 0:
            while s.board[NEXT_CELL[here, direction]] != HOLE:
                here = NEXT_CELL[here, direction]
                for other in range(HATS):
                    if s.hats[other] == here:
                        return HAT_IN_THE_WAY
            return HOLE_IN_THE_WAY
    return STRAIGHT_LINE


@rule
def why_no_value(s: State, hat: int, cell: int, kind: int) -> int:
    """MH-15, MH-16, MH-30…32: there is nothing of this value, or a hat stands on it, or it is locked."""
    low, high = matching(s, hat, cell, kind)
    if U(low | high) != EMPTY:
        return why_locked(s, kind)
    under_hats = U(U(s.lying[hat, kind, 0] & AROUND[cell, 0]) | U(s.lying[hat, kind, 1] & AROUND[cell, 1]))
    return HAT_ON_DISC if under_hats != EMPTY else COLLECT_SOMETHING


@rule
def why_locked(s: State, kind: int) -> int:
    """MH-31, MH-32: too few discs of its colour; `lower_only`: too few of those that count (MH-O03)."""
    if s.restriction_counts == LOWER_ONLY:
        return because(KITCHEN_LOCKED_LOWER if kind == KITCHEN else MAGIC_LOCKED_LOWER, needed(s, kind))
    return because(KITCHEN_LOCKED if kind == KITCHEN else MAGIC_LOCKED, needed(s, kind))
