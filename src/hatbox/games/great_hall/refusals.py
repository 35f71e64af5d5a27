"""Why a move bounces: the rule that forbids an action now.

Only illegal actions are asked about, so each answer is found by leaving out what cannot be the reason.
"""

from hatbox.games.great_hall.state import (
    AS_7,
    AS_BACK_4,
    AS_NULL,
    AS_START,
    AS_SWAP,
    BANISH,
    BLOCKED,
    CARD,
    CARETAKER,
    DISCARD,
    DISCARD_AGAIN,
    DORMITORY,
    EXCHANGE,
    FIGURE,
    FOLD,
    GIVE,
    HALL_OR_WALK,
    MODE,
    NEVER,
    NONE,
    OTHER,
    PIECE,
    PLAY,
    POINTS,
    SEVEN,
    STEP,
    STEPS,
    TARGET,
    THROW,
    TRACK_LENGTHS,
    USE,
    USES,
    State,
    houses,
)
from hatbox.rooms import Refusal

EXPECTED = {
    EXCHANGE: Refusal("GH-11", "gift_first", "First choose a card to give away."),
    CARD: Refusal("GH-13", "card_first", "First choose a card to play."),
    MODE: Refusal("GH-51", "use_first", "First choose what the card shall do."),
    PIECE: Refusal("GH-30", "figure_first", "First choose a figure."),
    STEPS: Refusal("GH-55", "steps_first", "First choose how many steps this figure takes."),
    HALL_OR_WALK: Refusal("GH-46", "hall_or_walk", "Enter the hall or walk on past it."),
    TARGET: Refusal("GH-52", "target_first", "First choose the figure to swap with."),
    DISCARD: Refusal("GH-83", "discard_first", "No card fits. First discard one, then draw."),
    DISCARD_AGAIN: Refusal("GH-83", "discard_first", "The new card does not fit either. Discard one more."),
}
NOBODY_THERE = Refusal("GH-30", "nobody_there", "Nobody stands on that field.")
PROTECTED = Refusal(
    "GH-23", "protected", "A figure on its own start field is protected. Nobody can pass it or hit it."
)
SEVEN_COMPLETE = Refusal("GH-55", "seven_complete", "Not all 7 steps could be used that way.")
SWAP_PROTECTED = Refusal(
    "GH-53", "swap_protected", "Protected figures and figures in the hall cannot be swapped."
)
START_CARD_NEEDED = Refusal(
    "GH-20", "start_card_needed", "Only a start card or a joker gets a figure out of the dormitory."
)
CARETAKER_NOT_SWAPPED = Refusal("GH-75", "caretaker_not_swapped", "The caretaker is never swapped.")
CARETAKER_THERE = Refusal("GH-R10", "caretaker_there", "Nobody may end a move on the caretaker.")


def why_not(s: State, action: int) -> Refusal:
    """The rule that forbids an action now."""
    asked = (
        ((EXCHANGE,), GIVE, PLAY, _why_no_gift),
        ((CARD,), PLAY, THROW, _why_no_card),
        ((CARD,), FOLD, FOLD + 1, _why_no_fold),
        ((DISCARD, DISCARD_AGAIN), THROW, FOLD, _why_no_discard),
        ((MODE,), USE, STEP + 1, _why_no_use),
        ((PIECE,), CARETAKER, CARETAKER + 1, _why_no_caretaker),
        ((PIECE,), FIGURE, OTHER, _why_no_figure),
        ((STEPS,), STEP + 1, STEP + 8, _why_no_steps),
        ((TARGET,), OTHER, OTHER + 64, _why_no_target),
    )
    for phases, first, end, why in asked:
        if s.phase in phases and first <= action < end:
            return why(s, action - first)
    return EXPECTED[s.phase]


def _house(s: State) -> int:
    """GH-60: the house the seat on turn plays with."""
    own = houses(s)[s.turn]
    return own ^ 2 if s.players == 4 and all(place > DORMITORY for place in s.pos[own]) else own


def _start(s: State, house: int) -> int:
    """Its start field."""
    return house * TRACK_LENGTHS[s.track_len] // 4


def _standing(s: State, field: int) -> int:
    """The house of the figure on a field, or NONE."""
    return next((house for house in range(4) if field in s.pos[house]), NONE) if field < DORMITORY else NONE


def _walkers(s: State, house: int) -> list[int]:
    """Fields of a house's figures on the track."""
    return [place for place in s.pos[house] if place < DORMITORY]


def _others_to_swap(s: State, house: int) -> bool:
    """Some unprotected figure of another house is on the track."""
    rows = [(other, field) for other in range(4) if other != house for field in _walkers(s, other)]
    return any(field != _start(s, other) for other, field in rows)


def _why_no_gift(s: State, kind: int) -> Refusal:
    return Refusal("GH-11", "not_in_hand", "You can only give a card from your own hand.")


def _why_no_discard(s: State, kind: int) -> Refusal:
    return Refusal("GH-83", "not_in_hand", "You can only discard a card from your own hand.")


def _why_no_fold(s: State, _: int) -> Refusal:
    return Refusal("GH-16", "must_play", "You have a card that fits, so you must play.")


def _why_no_card(s: State, kind: int) -> Refusal:
    """Not held, not the drawn one, or no function of it can be carried out."""
    if not s.hand[s.turn][kind]:
        return Refusal("GH-13", "not_in_hand", "You do not hold that card.")
    if s.drawn != NONE:
        return Refusal("GH-83", "play_drawn", "The card you have just drawn fits, so you must play it.")
    if kind == SEVEN:
        return SEVEN_COMPLETE
    reasons = [_why_not_as(s, mode) for mode in USES[kind]]
    return next((reason for reason in reasons if reason.rule != "GH-54"), reasons[0])


def _why_no_use(s: State, mode: int) -> Refusal:
    """Not a function of this card, or not possible now."""
    if mode in USES[s.sel_kind]:
        return _why_not_as(s, mode)
    if mode == AS_BACK_4:
        return Refusal("GH-50", "only_four_back", "Only the four goes backward.")
    if mode == AS_START:
        return START_CARD_NEEDED
    return Refusal("GH-51", "not_on_card", "This card cannot do that.")


def _why_not_as(s: State, mode: int) -> Refusal:
    """Why a function cannot be carried out."""
    house = _house(s)
    if mode == AS_START:
        return _why_no_start(s, house)
    if mode == AS_SWAP:
        return _why_no_swap(s, house)
    if mode == AS_NULL:
        return _why_not_without_effect(s, house)
    if mode == AS_7:
        return SEVEN_COMPLETE
    fields = _walkers(s, house)
    return _why_blocked(s, fields, int(POINTS[mode])) if fields else START_CARD_NEEDED


def _why_no_start(s: State, house: int) -> Refusal:
    if DORMITORY not in s.pos[house]:
        return Refusal("GH-20", "dormitory_empty", "No figure is waiting in your dormitory.")
    if _start(s, house) == s.caretaker_at and s.caretaker_landing != BANISH:
        return Refusal(
            "GH-75",
            "caretaker_blocks_start",
            "The caretaker stands on your start field. Move him away first.",
        )
    return Refusal("GH-21", "start_occupied", "Your start field is taken by your own figure.")


def _why_no_swap(s: State, house: int) -> Refusal:
    if not _others_to_swap(s, house):
        return Refusal("GH-54", "swap_nobody", "There is no figure you could swap with.")
    return SWAP_PROTECTED if _walkers(s, house) else START_CARD_NEEDED


def _why_not_without_effect(s: State, house: int) -> Refusal:
    if s.swap_null == NEVER:
        return Refusal("GH-54", "never_without_effect", "House rule: a swap without effect is not allowed.")
    if _others_to_swap(s, house):
        return Refusal("GH-54", "swap_possible", "There is a figure to swap with, so the card has an effect.")
    return Refusal("GH-54", "nobody_on_track", "Without a figure on the track this card cannot be laid down.")


def _why_blocked(s: State, fields: list[int], points: int) -> Refusal:
    """Somebody protected is in the way, or the option `blocked` keeps the caretaker's field free."""
    ends = [(field + points) % TRACK_LENGTHS[s.track_len] for field in fields]
    return CARETAKER_THERE if s.caretaker_landing == BLOCKED and s.caretaker_at in ends else PROTECTED


def _why_no_caretaker(s: State, _: int) -> Refusal:
    if s.caretaker_at == NONE:
        return Refusal(
            "GH-70",
            "caretaker_asleep",
            "The caretaker is still asleep. He wakes when the first figure reaches the hall.",
        )
    if s.sel_mode == AS_SWAP:
        return CARETAKER_NOT_SWAPPED
    if s.moved:
        return Refusal("GH-74", "caretaker_whole_seven", "The caretaker takes all 7 steps or none.")
    return PROTECTED


def _why_no_figure(s: State, field: int) -> Refusal:
    house, own = _standing(s, field), _house(s)
    if house == NONE:
        return NOBODY_THERE
    shared = s.sel_mode == AS_7 and s.canadian_seven
    if house != own and not (shared and house == own ^ 2):
        if s.players == 4 and house == houses(s)[s.turn] ^ 2:
            return Refusal(
                "GH-60",
                "partner_figure",
                "First bring all your own figures into the hall, then help your partner.",
            )
        return Refusal("GH-30", "not_yours", "That figure is not yours.")
    if s.sel_mode == AS_SWAP:
        return SWAP_PROTECTED
    if s.sel_mode == AS_7:
        return _why_no_part(s, house, field)
    return _why_blocked(s, [field], int(POINTS[s.sel_mode]))


def _why_no_part(s: State, house: int, field: int) -> Refusal:
    """GH-55: once each, and only so that all points can be used."""
    if s.moved >> (4 * house + s.pos[house].index(field)) & 1:
        return Refusal("GH-55", "seven_once_each", "This figure has already moved with this seven.")
    return SEVEN_COMPLETE


def _why_no_steps(s: State, less_one: int) -> Refusal:
    return SEVEN_COMPLETE


def _why_no_target(s: State, field: int) -> Refusal:
    if field == s.caretaker_at:
        return CARETAKER_NOT_SWAPPED
    house = _standing(s, field)
    if house == NONE:
        return NOBODY_THERE
    if house == _house(s):
        return Refusal("GH-52", "swap_own", "Swap your figure with one of another player.")
    return SWAP_PROTECTED
