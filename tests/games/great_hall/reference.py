"""The slow, plain reference of Great Hall: setup, legal actions, what an action does, who has won.

Rule IDs (GH-…, R-…) and section numbers are those of the rules page. A seat is named by its colour,
so two players are the seats 0 and 2.
"""

from typing import Any

from .reference_board import (
    ENTER,
    WALK,
    destinations,
    move_caretaker,
    move_figure,
    place_caretaker,
    sort_figures,
    start_field,
    start_figure,
    swap_figures,
)
from .reference_cards import Chance, Dice, deal_round, draw_card, exchange_cards, lay_down, lay_down_hand
from .reference_legal import (
    DISCARD,
    ENTER_HALL,
    FOLD,
    GIVE,
    MODE,
    MOVE_CARETAKER,
    PIECE,
    PLAY,
    STEPS,
    TARGET,
    chosen_figure,
    chosen_portions,
    kinds_in_hand,
    legal,
)
from .reference_plays import Portion, apply_portion, keeps_in_the_round, playable_kinds, playable_modes
from .reference_position import (
    DORMITORY,
    DRAW,
    HALL,
    KINDS_ASKED_FOR_MODE,
    POINTS,
    Field,
    Kind,
    Mode,
    Phase,
    Position,
    Seat,
    all_in_hall,
    controlled_colour,
    default_options,
    full_options,
    next_seat,
    partner,
    seats_in_play,
)
from .reference_record import check, from_fields, to_fields

__all__ = [
    "Chance",
    "Dice",
    "Position",
    "actor",
    "apply",
    "check",
    "default_options",
    "from_fields",
    "legal",
    "returns",
    "seats_in_play",
    "start",
    "to_fields",
]


def start(players: int, options: dict[str, Any], chance: Chance) -> Position:
    """Set the game up and deal the first round (GH-03 to GH-09, GH-80)."""
    figures: list[list[int]] = [[] for _ in range(4)]
    position = Position(players, full_options(options), figures)
    for seat in seats_in_play(players):
        figures[seat] = [DORMITORY] * 3
        if players < 4:
            figures[seat].insert(0, start_field(position, seat))
    position.dealer = chance.first_dealer(seats_in_play(players))
    deal_round(position, chance)
    return position


def actor(position: Position) -> Seat:
    """Return the seat that must act now, -1 when the game is over."""
    return -1 if position.phase == Phase.OVER else position.turn


def returns(position: Position) -> list[float]:
    """Return the result of each seat in play, in table order; all 0 for a draw or an unfinished game."""
    seats = seats_in_play(position.players)
    if position.winner is None or position.winner == DRAW:
        return [0.0] * len(seats)
    if position.players == 4:  # GH-02: a team wins or loses together
        return [1.0 if seat % 2 == position.winner else -1.0 for seat in seats]
    return [1.0 if seat == position.winner else -1.0 / (len(seats) - 1) for seat in seats]


def apply(position: Position, action: int, chance: Chance) -> None:
    """Carry out one legal action and everything that follows by itself; ValueError for an illegal one."""
    if action not in legal(position):
        raise ValueError(f"action {action} is not legal in phase {position.phase.name}")
    phase = position.phase
    if phase == Phase.EXCHANGE:
        give(position, action - GIVE)
    elif action == FOLD:
        fold(position, chance)
    elif phase == Phase.CARD:
        play_card(position, action - PLAY, chance)
    elif phase == Phase.MODE:
        choose_mode(position, Mode(action - MODE), chance)
    elif action == MOVE_CARETAKER:
        play_caretaker(position, chance)
    elif phase == Phase.PIECE:
        choose_piece(position, action - PIECE, chance)
    elif phase == Phase.STEPS:
        choose_steps(position, action - STEPS, chance)
    elif phase == Phase.HALL_OR_WALK:
        finish_move(position, ENTER if action == ENTER_HALL else WALK, chance)
    elif phase == Phase.TARGET:
        finish_swap(position, action - TARGET, chance)
    elif phase == Phase.DISCARD1:
        discard_and_draw(position, action - DISCARD, chance)
    else:
        lay_down(position, action - DISCARD)
        end_turn(position, chance)


def give(position: Position, kind: Kind) -> None:
    """Choose a card for the exchange; the cards change hands with the last choice (GH-11)."""
    position.given[position.turn] = kind
    position.turn = next_seat(position, position.turn)
    if position.given[position.turn] is None:
        return
    exchange_cards(position)
    begin_turn(position)


def begin_turn(position: Position) -> None:
    """Ask the current seat for a card, or, without teams and without a play, for a discard (GH-13, GH-83)."""
    position.phase = Phase.CARD
    if position.players < 4 and not playable_kinds(position):
        position.phase = Phase.DISCARD1


def fold(position: Position, chance: Chance) -> None:
    """Drop out of the round (GH-14)."""
    lay_down_hand(position)
    position.folded.add(position.turn)
    end_turn(position, chance)


def discard_and_draw(position: Position, kind: Kind, chance: Chance) -> None:
    """Discard a card and draw one, which must be played if that is possible (GH-83)."""
    lay_down(position, kind)
    position.drawn = draw_card(position, chance)
    can_play = keeps_in_the_round(position, position.drawn)
    position.phase = Phase.CARD if can_play else Phase.DISCARD2


def play_card(position: Position, kind: Kind, chance: Chance) -> None:
    """Lay a card face up on the discard pile and ask how to use it (GH-13)."""
    modes = playable_modes(position, kind)
    lay_down(position, kind)
    position.card = kind
    if kind in KINDS_ASKED_FOR_MODE:
        position.phase = Phase.MODE
        return
    (mode,) = modes  # one function only; swap and laying down exclude each other
    choose_mode(position, mode, chance)


def choose_mode(position: Position, mode: Mode, chance: Chance) -> None:
    """Use the card for one of its functions (GH-51, GH-58)."""
    if mode == Mode.START:
        start_figure(position, controlled_colour(position))
        finish_card(position, chance)
        return
    if mode == Mode.NULL:
        finish_card(position, chance)
        return
    position.mode = mode
    position.phase = Phase.PIECE
    if mode == Mode.SEVEN:
        position.seven_left = 7


def play_caretaker(position: Position, chance: Chance) -> None:
    """Use the whole card for the caretaker (GH-71, R-13a)."""
    assert position.mode is not None
    move_caretaker(position, POINTS[position.mode], sweeping=position.mode == Mode.SEVEN)
    finish_card(position, chance)


def choose_piece(position: Position, field: Field, chance: Chance) -> None:
    """Choose the figure on a field for the chosen function."""
    assert position.mode is not None
    position.piece = field
    if position.mode == Mode.SWAP:
        position.phase = Phase.TARGET
        return
    if position.mode == Mode.SEVEN:
        position.phase = Phase.STEPS
        return
    choose_destination(
        position, destinations(position, chosen_figure(position), POINTS[position.mode]), chance
    )


def choose_steps(position: Position, steps: int, chance: Chance) -> None:
    """Choose how many points of a 7 the chosen figure takes."""
    position.steps = steps
    choose_destination(position, {portion.destination for portion in chosen_portions(position)}, chance)


def choose_destination(position: Position, possible: set[str], chance: Chance) -> None:
    """Ask for hall or walk only when there is a choice (6.1)."""
    if possible == {ENTER, WALK}:
        position.phase = Phase.HALL_OR_WALK
        return
    (destination,) = possible
    finish_move(position, destination, chance)


def finish_move(position: Position, destination: str, chance: Chance) -> None:
    """Move the chosen figure; a 7 with points left continues with another figure."""
    assert position.mode is not None
    figure = chosen_figure(position)
    if position.mode != Mode.SEVEN:
        move_figure(position, figure, POINTS[position.mode], destination, sweeping=False)
        finish_card(position, chance)
        return
    assert position.steps is not None
    apply_portion(position, Portion(figure, position.steps, destination))
    position.piece = None
    position.steps = None
    position.phase = Phase.PIECE
    if position.seven_left == 0:
        finish_card(position, chance)


def finish_swap(position: Position, target: Field, chance: Chance) -> None:
    """Exchange the chosen figure with the one on the target field (GH-52)."""
    assert position.piece is not None
    swap_figures(position, position.piece, target)
    finish_card(position, chance)


def finish_card(position: Position, chance: Chance) -> None:
    """Check for a winner once the card is completed, else place the caretaker if due (GH-61, R-15, R-19)."""
    position.winner = winner_by_this_card(position)
    if position.winner is None:
        place_caretaker(position)
    end_turn(position, chance)


def winner_by_this_card(position: Position) -> int | None:
    """Return the team (GH-61) or seat (GH-81) of the mover when it has reached the goal."""
    own = position.turn
    if position.players == 4:
        return own % 2 if all_in_hall(position, own) and all_in_hall(position, partner(own)) else None
    return own if position.figures[own].count(HALL) >= position.options["solo_goal"] else None


def end_turn(position: Position, chance: Chance) -> None:
    """Clear the choices of this turn and go on to the next seat with cards (GH-13, GH-15)."""
    sort_figures(position)
    position.card = position.mode = position.piece = position.steps = position.drawn = None
    position.seven_left = 0
    position.moved = set()
    position.ply += 1
    if position.winner is not None:
        position.phase = Phase.OVER
        return
    for _ in range(position.players):
        position.turn = next_seat(position, position.turn)
        if kinds_in_hand(position):
            begin_turn(position)
            return
    end_round(position, chance)


def end_round(position: Position, chance: Chance) -> None:
    """Let the next seat deal, or end the game as a draw after the last round (GH-08, R-20)."""
    if position.round >= position.options["max_rounds"]:
        position.winner = DRAW
        position.phase = Phase.OVER
        return
    position.dealer = next_seat(position, position.dealer)
    position.round += 1
    deal_round(position, chance)
