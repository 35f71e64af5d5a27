"""Why a move bounces: the rule that forbids it, looked for in the order in which a person would ask."""

from hatbox.games.magic_hexagon.board import NEXT
from hatbox.games.magic_hexagon.notation import HAT_NAMES, parts
from hatbox.games.magic_hexagon.routes import can_run, fitting, hat_on, needed, straight_way, taken, way
from hatbox.games.magic_hexagon.state import (
    ANY_HAT,
    BLACK_DISC,
    FIRST_PICK,
    HATS,
    HOLE,
    HYPNO,
    KITCHEN,
    MOVE,
    NO_HAT,
    NO_HYPNOSIS,
    PATH,
    State,
    colour_of,
    kind_of,
    linked,
)
from hatbox.rooms import Refusal

MUST_MOVE = Refusal("MH-11", "must_move", "You must move a hat at least one field.")
STRAIGHT_LINE = Refusal("MH-12", "straight_line", "Hats run only in a straight line.")
HOLE_IN_THE_WAY = Refusal("MH-12", "hole_in_the_way", "There is a hole in the way.")
HAT_IN_THE_WAY = Refusal("MH-12", "hat_in_the_way", "Another hat is in the way.")
ONE_VALUE = Refusal("MH-14", "one_value", "You may take discs of only one value per turn.")
HAT_ON_DISC = Refusal("MH-15", "hat_on_disc", "A hat stands on this disc. It stays.")
COLLECT_SOMETHING = Refusal("MH-16", "collect_something", "At that place the hat could not collect anything.")
BLACK_STAYS = Refusal("MH-17", "black_stays", "Black discs always stay.")
JUMP_TO_BLACK = Refusal("MH-18", "jump_to_black", "A hat can jump only to a free black disc.")
RUN_FIRST = Refusal("MH-19", "run_first", "This hat can still collect by running, so it may not jump.")
RUN_ANY_FIRST = Refusal("MH-O01", "run_first", "A hat can still collect by running, so no hat may jump.")
ONE_DISC = Refusal("MH-21", "one_disc_round_one", "In the first round everybody takes just one disc.")
USED = Refusal("MH-60", "hypnosis_used", "You have already used your hypnosis card.")
BEFORE_YOU = Refusal("MH-60", "hypnosis_before_you", "You can hypnotise only the player right before you.")
ANSWER_FIRST = Refusal("MH-60", "answer_first", "Say first whether you hypnotise the player before you.")
NO_CARDS = Refusal("MH-05", "no_cards", "You play without hypnosis.")
DEAD_HAT = Refusal("MH-62", "dead_hat", "That hat cannot collect anything now. Name another one.")


def refusal(s: State, action: int) -> Refusal:
    """The rule that forbids an action now."""
    if s.phase == HYPNO:
        return DEAD_HAT if action > NO_HYPNOSIS else ANSWER_FIRST
    if action >= NO_HYPNOSIS:
        return _why_no_hypnosis(s)
    if s.phase == MOVE:
        return _why_no_move(s, *parts(action)) if action < FIRST_PICK else MUST_MOVE
    return ONE_DISC if action < FIRST_PICK else _why_no_pick(s, NEXT[s.pend[1]][action - FIRST_PICK])


def _why_no_hypnosis(s: State) -> Refusal:
    """In one's own turn there is nobody to hypnotise."""
    if not s.hypnosis:
        return NO_CARDS
    return BEFORE_YOU if s.cards >> s.turn & 1 else USED


def _why_no_pick(s: State, cell: int) -> Refusal:
    """MH-21: one of the discs that fit, no other."""
    face = s.board[cell] if cell >= 0 else HOLE
    if face == BLACK_DISC:
        return BLACK_STAYS
    if face == HOLE or colour_of(face) != s.pend[0]:
        return COLLECT_SOMETHING
    return HAT_ON_DISC if kind_of(face) == s.pend[2] - 1 else ONE_VALUE


def _why_no_move(s: State, hat: int, cell: int, value: int) -> Refusal:
    """A hat that must stay, a place it cannot reach, or a value it cannot take there."""
    if s.named not in (NO_HAT, hat):
        sentence = f"You are hypnotised: you may move only the {HAT_NAMES[s.named]} hat."
        return Refusal("MH-61", "named_hat", sentence, {"hat_obj": HAT_NAMES[s.named]})
    if s.hats[hat] == cell:
        return MUST_MOVE
    if hat_on(s, cell):
        return HAT_IN_THE_WAY
    if not way(s, hat, cell):
        return _why_no_jump(s, hat, cell, value)
    return _why_no_value(s, hat, cell, value)


def _why_no_jump(s: State, hat: int, cell: int, value: int) -> Refusal:
    """The hat cannot run there: may it jump?"""
    seat = int(s.turn)
    if s.board[cell] != BLACK_DISC:
        return _why_no_run(s, hat, cell) if can_run(s, seat, hat) else _why_neither(s, hat, cell)
    if can_run(s, seat, hat):
        return RUN_FIRST
    any_hat = s.jump_condition == ANY_HAT and s.named == NO_HAT
    if any_hat and any(can_run(s, seat, other) for other in range(HATS)):
        return RUN_ANY_FIRST
    return _why_no_value(s, hat, cell, value)


def _why_neither(s: State, hat: int, cell: int) -> Refusal:
    """Neither run nor jump: what stands in the way of a run, else that jumps lead to black discs."""
    reason = _why_no_run(s, hat, cell)
    return JUMP_TO_BLACK if reason is STRAIGHT_LINE else reason


def _why_no_run(s: State, hat: int, cell: int) -> Refusal:
    """MH-12: no line, or something in the way."""
    if s.board[cell] == HOLE:
        return HOLE_IN_THE_WAY
    if s.movement == PATH:
        return HAT_IN_THE_WAY if cell in linked(s, [int(s.hats[hat])]) else HOLE_IN_THE_WAY
    steps = straight_way(int(s.hats[hat]), cell)
    if not steps:
        return STRAIGHT_LINE
    first = next(step for step in steps if s.board[step] == HOLE or hat_on(s, step))
    return HOLE_IN_THE_WAY if s.board[first] == HOLE else HAT_IN_THE_WAY


def _why_no_value(s: State, hat: int, cell: int, value: int) -> Refusal:
    """MH-15, MH-16, MH-30…32: there is nothing of this value, or a hat stands on it, or it is locked."""
    kind = value - 1
    if taken(s, hat, cell, kind):
        count = needed(s, kind)
        rule, reason, tool = (
            ("MH-31", "kitchen_locked", "kitchen tool")
            if kind == KITCHEN
            else ("MH-32", "magic_locked", "magic tool")
        )
        discs = "1 disc" if count == 1 else f"{count} discs"
        sentence = f"For this {tool} you first need {discs} of its colour."
        return Refusal(rule, reason, sentence, {"count": int(count)})
    return HAT_ON_DISC if fitting(s, hat, cell, kind) else COLLECT_SOMETHING
