"""The legal actions of the slow reference, by their numbers (6.2)."""

from .reference_board import figure_on, place_of, swap_sources, swap_targets
from .reference_plays import (
    Portion,
    finishing_portions,
    has_caretaker_play,
    movable_figures,
    playable_kinds,
    playable_modes,
)
from .reference_position import Figure, Kind, Mode, Phase, Position

GIVE, PLAY, DISCARD, FOLD, MODE, STEPS = 0, 10, 20, 30, 31, 43
ENTER_HALL, WALK_ON, MOVE_CARETAKER, PIECE, TARGET = 51, 52, 53, 54, 118
"""The first number of each group; STEPS + n is a portion of n points, PIECE + f the figure on field f."""


def legal(position: Position) -> set[int]:
    """Return the numbers of all legal actions, none if the game is over."""
    phase = position.phase
    if phase == Phase.EXCHANGE:
        return {GIVE + kind for kind in kinds_in_hand(position)}
    if phase == Phase.CARD:
        return {PLAY + kind for kind in playable_kinds(position)} or {FOLD}
    if phase == Phase.MODE:
        assert position.card is not None
        return {MODE + mode for mode in playable_modes(position, position.card)}
    if phase == Phase.PIECE:
        return legal_pieces(position)
    if phase == Phase.STEPS:
        return {STEPS + portion.steps for portion in chosen_portions(position)}
    if phase == Phase.HALL_OR_WALK:
        return {ENTER_HALL, WALK_ON}
    if phase == Phase.TARGET:
        return {TARGET + field for field in swap_targets(position)}
    if phase in (Phase.DISCARD1, Phase.DISCARD2):
        return {DISCARD + kind for kind in kinds_in_hand(position)}
    return set()


def kinds_in_hand(position: Position) -> set[Kind]:
    """Return the kinds that the current seat holds."""
    return {kind for kind, count in enumerate(position.hands[position.turn]) if count > 0}


def legal_pieces(position: Position) -> set[int]:
    """Return the figures, and possibly the caretaker, that can be chosen for the chosen function."""
    mode = position.mode
    assert mode is not None
    if mode == Mode.SWAP:
        return {PIECE + field for field in swap_sources(position)}
    if mode == Mode.SEVEN:
        fields = {place_of(position, portion.figure) for portion in finishing_portions(position)}
    else:
        fields = movable_figures(position, mode)
    actions = {PIECE + field for field in fields}
    seven_is_split = mode == Mode.SEVEN and position.seven_left < 7
    if has_caretaker_play(position, mode) and not seven_is_split:  # R-13a: whole or not at all
        actions.add(MOVE_CARETAKER)
    return actions


def chosen_figure(position: Position) -> Figure:
    """Return the figure on the chosen field."""
    assert position.piece is not None
    figure = figure_on(position, position.piece)
    assert figure is not None
    return figure


def chosen_portions(position: Position) -> list[Portion]:
    """Return the portions that fit what has been chosen so far."""
    figure = chosen_figure(position)
    fitting = [portion for portion in finishing_portions(position) if portion.figure == figure]
    if position.steps is None:
        return fitting
    return [portion for portion in fitting if portion.steps == position.steps]
