"""Why a move is refused: the rule that forbids an action now.

Only illegal actions get here, so each answer is found by ruling out what cannot be the reason.
"""

from hatbox.engine.jit import rule
from hatbox.engine.reasons import Reasons
from hatbox.games.great_hall.choices import USE_COUNT, USE_TABLE, any_other_swappable
from hatbox.games.great_hall.state import (
    BANISH,
    BEDS,
    BLOCKED,
    DORMITORY,
    NEVER,
    NONE,
    POINTS,
    Action,
    Kind,
    Phase,
    State,
    Use,
)
from hatbox.games.great_hall.track import controlled, figure_at, house_of, on_track, ring, start_field

REASONS = Reasons()

GIFT_FIRST = REASONS.add("GH-11", "gift_first")
CARD_FIRST = REASONS.add("GH-13", "card_first")
USE_FIRST = REASONS.add("GH-51", "use_first")
FIGURE_FIRST = REASONS.add("GH-30", "figure_first")
STEPS_FIRST = REASONS.add("GH-55", "steps_first")
ENTER_OR_WALK = REASONS.add("GH-46", "hall_or_walk")
TARGET_FIRST = REASONS.add("GH-52", "target_first")
DISCARD_FIRST = REASONS.add("GH-83", "discard_first")
NOT_IN_HAND_TO_GIVE = REASONS.add("GH-11", "not_in_hand")
NOT_IN_HAND = REASONS.add("GH-13", "not_in_hand")
NOT_IN_HAND_TO_DISCARD = REASONS.add("GH-83", "not_in_hand")
MUST_PLAY = REASONS.add("GH-16", "must_play")
PLAY_DRAWN = REASONS.add("GH-83", "play_drawn")
ONLY_FOUR_BACK = REASONS.add("GH-50", "only_four_back")
NOT_ON_CARD = REASONS.add("GH-51", "not_on_card")
NOBODY_THERE = REASONS.add("GH-30", "nobody_there")
NOT_YOURS = REASONS.add("GH-30", "not_yours")
PARTNER_FIGURE = REASONS.add("GH-60", "partner_figure")
PROTECTED = REASONS.add("GH-23", "protected")
SEVEN_COMPLETE = REASONS.add("GH-55", "seven_complete")
SEVEN_ONCE_EACH = REASONS.add("GH-55", "seven_once_each")
SWAP_PROTECTED = REASONS.add("GH-53", "swap_protected")
SWAP_OWN = REASONS.add("GH-52", "swap_own")
SWAP_NOBODY = REASONS.add("GH-54", "swap_nobody")
SWAP_POSSIBLE = REASONS.add("GH-54", "swap_possible")
NEVER_WITHOUT_EFFECT = REASONS.add("GH-54", "never_without_effect")
NOBODY_ON_TRACK = REASONS.add("GH-54", "nobody_on_track")
START_CARD_NEEDED = REASONS.add("GH-20", "start_card_needed")
DORMITORY_EMPTY = REASONS.add("GH-20", "dormitory_empty")
START_OCCUPIED = REASONS.add("GH-21", "start_occupied")
CARETAKER_BLOCKS_START = REASONS.add("GH-75", "caretaker_blocks_start")
CARETAKER_NOT_SWAPPED = REASONS.add("GH-75", "caretaker_not_swapped")
CARETAKER_THERE = REASONS.add("GH-R10", "caretaker_there")
CARETAKER_ASLEEP = REASONS.add("GH-70", "caretaker_asleep")
NO_CARETAKER = REASONS.add("GH-70", "no_caretaker")
CARETAKER_WHOLE_SEVEN = REASONS.add("GH-74", "caretaker_whole_seven")


@rule
def why_not(s: State, action: int) -> int:
    """The rule that forbids an action now."""
    if s.phase == Phase.EXCHANGE:
        return NOT_IN_HAND_TO_GIVE if action < Action.PLAY else GIFT_FIRST
    if s.phase == Phase.CARD:
        if action == Action.FOLD:
            return MUST_PLAY
        return why_no_card(s, action - Action.PLAY) if Action.PLAY <= action < Action.THROW else CARD_FIRST
    if s.phase == Phase.DISCARD or s.phase == Phase.DISCARD_AGAIN:
        return NOT_IN_HAND_TO_DISCARD if Action.THROW <= action < Action.FOLD else DISCARD_FIRST
    if s.phase == Phase.MODE:
        return why_no_use(s, action - Action.USE) if Action.USE <= action <= Action.STEP else USE_FIRST
    if s.phase == Phase.PIECE:
        return why_no_piece(s, action)
    if s.phase == Phase.STEPS:
        return SEVEN_COMPLETE if Action.STEP < action < Action.STEP + 8 else STEPS_FIRST
    if s.phase == Phase.TARGET:
        return why_no_target(s, action - Action.OTHER) if action >= Action.OTHER else TARGET_FIRST
    return ENTER_OR_WALK


@rule
def why_no_card(s: State, kind: int) -> int:
    """The card is not held, is not the drawn one, or no function of it can be carried out."""
    if s.hand[s.turn, kind] == 0:
        return NOT_IN_HAND
    if s.drawn != NONE:
        return PLAY_DRAWN
    if kind == Kind.SEVEN:
        return SEVEN_COMPLETE
    for k in range(USE_COUNT[kind]):
        mode = USE_TABLE[kind, k]
        if not is_about_swaps(s, mode):
            return why_not_as(s, mode)
    return why_not_as(s, USE_TABLE[kind, 0])


@rule
def is_about_swaps(s: State, mode: int) -> bool:
    """GH-54: whether the answer would only be that there is nothing to swap, which does not help the player."""
    return mode == Use.NULL or (mode == Use.SWAP and not any_other_swappable(s, controlled(s)))


@rule
def why_no_use(s: State, mode: int) -> int:
    """Not a function of this card, or not possible now."""
    for k in range(USE_COUNT[s.sel_kind]):
        if USE_TABLE[s.sel_kind, k] == mode:
            return why_not_as(s, mode)
    if mode == Use.BACK_FOUR:
        return ONLY_FOUR_BACK
    return START_CARD_NEEDED if mode == Use.START else NOT_ON_CARD


@rule
def why_not_as(s: State, mode: int) -> int:
    """Why a function cannot be carried out."""
    house = controlled(s)
    if mode == Use.START:
        return why_no_start(s, house)
    if mode == Use.SWAP:
        if not any_other_swappable(s, house):
            return SWAP_NOBODY
        return SWAP_PROTECTED if on_track(s, house) else START_CARD_NEEDED
    if mode == Use.NULL:
        return why_not_without_effect(s, house)
    if mode == Use.SEVEN:
        return SEVEN_COMPLETE
    if not on_track(s, house):
        return START_CARD_NEEDED
    for i in range(BEDS):
        if s.pos[house, i] < DORMITORY and why_blocked(s, s.pos[house, i], POINTS[mode]) == CARETAKER_THERE:
            return CARETAKER_THERE
    return PROTECTED


@rule
def why_no_start(s: State, house: int) -> int:
    """No figure is in bed, or the start field is taken."""
    in_bed = False
    for i in range(BEDS):
        in_bed |= s.pos[house, i] == DORMITORY
    if not in_bed:
        return DORMITORY_EMPTY
    if start_field(s, house) == s.caretaker_at and s.caretaker_landing != BANISH:
        return CARETAKER_BLOCKS_START
    return START_OCCUPIED


@rule
def why_not_without_effect(s: State, house: int) -> int:
    """GH-54, GH-R08: never, or there is a figure to swap with, or no figure of this house is on the track."""
    if s.swap_null == NEVER:
        return NEVER_WITHOUT_EFFECT
    return SWAP_POSSIBLE if any_other_swappable(s, house) else NOBODY_ON_TRACK


@rule
def why_blocked(s: State, field: int, points: int) -> int:
    """A protected figure is in the way, or the option `blocked` keeps the caretaker's field free."""
    there = s.caretaker_landing == BLOCKED and (field + points) % ring(s) == s.caretaker_at
    return CARETAKER_THERE if there else PROTECTED


@rule
def why_no_piece(s: State, action: int) -> int:
    """Neither a figure nor the caretaker, or one that cannot use the card."""
    if action == Action.CARETAKER:
        return why_no_caretaker(s)
    return (
        why_no_figure(s, action - Action.FIGURE) if Action.FIGURE <= action < Action.OTHER else FIGURE_FIRST
    )


@rule
def why_no_caretaker(s: State) -> int:
    """He is asleep, cannot be swapped, takes all of a 7, or a protected figure is in his way."""
    if s.caretaker_at == NONE:
        return CARETAKER_ASLEEP if s.caretaker else NO_CARETAKER
    if s.sel_mode == Use.SWAP:
        return CARETAKER_NOT_SWAPPED
    return CARETAKER_WHOLE_SEVEN if s.moved != 0 else PROTECTED


@rule
def why_no_figure(s: State, field: int) -> int:
    """No figure there, one of another house, or no way on."""
    who = figure_at(s, field)
    if who == NONE:
        return NOBODY_THERE
    house, own = who // BEDS, controlled(s)
    shared = s.sel_mode == Use.SEVEN and s.canadian_seven and house == own ^ 2
    if house != own and not shared:
        partner = s.players == 4 and house == house_of(s, s.turn) ^ 2
        return PARTNER_FIGURE if partner else NOT_YOURS
    if s.sel_mode == Use.SWAP:
        return SWAP_PROTECTED
    if s.sel_mode == Use.SEVEN:
        return SEVEN_ONCE_EACH if (s.moved >> who) & 1 else SEVEN_COMPLETE
    return why_blocked(s, field, POINTS[s.sel_mode])


@rule
def why_no_target(s: State, field: int) -> int:
    """GH-52, GH-53: the caretaker, an empty field, one of the player's own figures, or a protected one."""
    if field == s.caretaker_at:
        return CARETAKER_NOT_SWAPPED
    who = figure_at(s, field)
    if who == NONE:
        return NOBODY_THERE
    return SWAP_OWN if who // BEDS == controlled(s) else SWAP_PROTECTED
