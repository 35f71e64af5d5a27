"""What the current seat can play in the slow reference: functions of cards and the splitting of a 7."""

from dataclasses import replace
from typing import NamedTuple

from .reference_board import (
    can_move_caretaker,
    can_start,
    destinations,
    figures_on_track,
    move_figure,
    place_of,
    swap_sources,
    swap_targets,
)
from .reference_position import (
    MODES_OF_KIND,
    POINTS,
    Field,
    Figure,
    Kind,
    Mode,
    Position,
    Seat,
    controlled_colour,
    partner,
)


class Portion(NamedTuple):
    """Part of a 7: which figure goes how many steps, and where to."""

    figure: Figure
    steps: int
    destination: str


def seven_colours(position: Position) -> list[Seat]:
    """Return the colours that may take points of a 7 now (GH-55, GH-57, `canadian_seven`)."""
    if position.players == 4 and position.options["canadian_seven"]:
        return [position.turn, partner(position.turn)]
    return [controlled_colour(position)]


def rest_goes_to_one_figure(position: Position) -> bool:
    """Tell whether all points left must go to one figure of the partner (GH-57, R-18)."""
    if position.players != 4 or position.options["canadian_seven"]:
        return False
    if position.options["seven_rest"] == "any":
        return False
    finished_by_this_card = any(colour == position.turn for colour, _ in position.moved)
    return controlled_colour(position) == partner(position.turn) and finished_by_this_card


def portions(position: Position) -> list[Portion]:
    """Return every next portion that the board allows, large ones first, regardless of what comes after it."""
    left = position.seven_left
    sizes = [left] if rest_goes_to_one_figure(position) else list(range(left, 0, -1))
    return [
        Portion(figure, steps, destination)
        for colour in seven_colours(position)
        for figure in figures_on_track(position, colour)
        if figure not in position.moved  # one portion for each figure
        for steps in sizes
        for destination in sorted(destinations(position, figure, steps))
    ]


def apply_portion(position: Position, portion: Portion) -> None:
    """Carry out one portion of a 7 (R-17)."""
    move_figure(position, portion.figure, portion.steps, portion.destination, sweeping=True)
    position.moved.add(portion.figure)
    position.seven_left -= portion.steps


def after_portion(position: Position, portion: Portion) -> Position:
    """Return a copy of the position in which the portion has been carried out."""
    trial = replace(
        position, figures=[list(places) for places in position.figures], moved=set(position.moved)
    )
    apply_portion(trial, portion)
    return trial


def can_finish_seven(position: Position) -> bool:
    """Tell whether all points left can be spent (GH-17, 6.3)."""
    if position.seven_left == 0:
        return True
    return any(can_finish_seven(after_portion(position, portion)) for portion in portions(position))


def finishing_portions(position: Position) -> list[Portion]:
    """Return the next portions after which the 7 can still be carried out completely (6.3)."""
    return [portion for portion in portions(position) if can_finish_seven(after_portion(position, portion))]


def begun_seven(position: Position) -> Position:
    """Return the position right after a 7 has been laid down."""
    return replace(position, seven_left=7, moved=set())


def can_lay_down_without_effect(position: Position) -> bool:
    """Tell whether the swap card may be laid down without effect (GH-54, R-08)."""
    condition = position.options["swap_null"]
    if condition == "never" or swap_targets(position):
        return False
    if condition == "any":
        return True
    return bool(figures_on_track(position, controlled_colour(position)))


def movable_figures(position: Position, mode: Mode) -> set[Field]:
    """Return the fields of the player's figures that can be moved with a number other than 7."""
    own = figures_on_track(position, controlled_colour(position))
    return {place_of(position, figure) for figure in own if destinations(position, figure, POINTS[mode])}


def has_figure_play(position: Position, mode: Mode) -> bool:
    """Tell whether a function can be carried out without the help of the caretaker."""
    if mode == Mode.START:
        return can_start(position, controlled_colour(position))
    if mode == Mode.SWAP:
        return bool(swap_sources(position)) and bool(swap_targets(position))
    if mode == Mode.NULL:
        return can_lay_down_without_effect(position)
    if mode == Mode.SEVEN:
        return can_finish_seven(begun_seven(position))
    return bool(movable_figures(position, mode))


def has_caretaker_play(position: Position, mode: Mode) -> bool:
    """Tell whether the caretaker can be moved with a function (GH-71, R-13a)."""
    return mode in POINTS and can_move_caretaker(position, POINTS[mode])


def playable_modes(position: Position, kind: Kind) -> list[Mode]:
    """Return the functions of a card that can be carried out, given that its player is not out."""
    return [
        mode
        for mode in MODES_OF_KIND[kind]
        if has_figure_play(position, mode) or has_caretaker_play(position, mode)
    ]


def keeps_in_the_round(position: Position, kind: Kind) -> bool:
    """Tell whether a card saves its player from dropping out or discarding (GH-14, GH-83, R-27)."""
    if position.options["caretaker_counts"]:
        return bool(playable_modes(position, kind))
    return any(has_figure_play(position, mode) for mode in MODES_OF_KIND[kind])


def playable_kinds(position: Position) -> set[Kind]:
    """Return the kinds that the current seat may play; empty if it has no legal play at all."""
    hand = position.hands[position.turn]
    held = {kind for kind, count in enumerate(hand) if count > 0}
    if position.drawn is not None:  # GH-83: only the new card may be played
        held = {position.drawn}
    if not any(keeps_in_the_round(position, kind) for kind in held):
        return set()
    return {kind for kind in held if playable_modes(position, kind)}
