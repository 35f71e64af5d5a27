"""A slow reference of the game: setup, legal actions, one action at a time, scores and ranking.

Written for comparison with the compiled rules; every function names the rules that it follows.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Protocol

from .reference_board import (
    CELLS,
    HAT_STARTS,
    HATS,
    LAYOUTS,
    MAGIC,
    NEXT_CELL,
    STEPS,
    VALUES,
    Cell,
    Colour,
    Face,
    Value,
    all_discs,
    coloured_cells,
    sets_in,
    value_of,
)
from .reference_moves import Move, free_moves, has_move, matching_discs, moves_with_only
from .reference_state import (
    BOX_STONES,
    Pending,
    Phase,
    Position,
    Seat,
    check,
    complete_options,
    default_options,
    from_fields,
    separated_areas,
    to_fields,
)

__all__ = [
    "NOBODY",
    "Chance",
    "Dice",
    "Position",
    "actor",
    "apply",
    "check",
    "default_options",
    "from_fields",
    "legal",
    "places",
    "returns",
    "scores",
    "start",
    "stones",
    "to_fields",
    "winners",
]

FIRST_PICK = 1092
NO_HYPNOSIS = 1098
FIRST_NAME = 1099
NOBODY: Seat = -1


class Chance(Protocol):
    """Where the two random outcomes of the setup come from; nothing is random afterwards."""

    def lay_discs(self, discs: list[Face]) -> list[Face]:
        """Return the 80 discs in the order in which they fill the non-black cells, lowest cell first."""

    def first_seat(self, players: int) -> Seat:
        """Return the seat that starts; asked only with the option `start` = "random"."""


class Dice:
    """Chance from a random number generator."""

    def __init__(self, generator: random.Random) -> None:
        self.generator = generator

    def lay_discs(self, discs: list[Face]) -> list[Face]:
        """Shuffle the discs uniformly (MH-03)."""
        return self.generator.sample(discs, len(discs))

    def first_seat(self, players: int) -> Seat:
        """Draw the starting seat uniformly (O-8)."""
        return self.generator.randrange(players)


def start(players: int, options: dict[str, Any], chance: Chance) -> Position:
    """Lay out the hexagon, set the hats, hand out the cards and open the first turn (MH-03..07)."""
    options = complete_options(players, options)
    layout = options["layout"]
    discs = chance.lay_discs(all_discs())
    assert sorted(discs) == all_discs()
    position = Position(
        players=players,
        options=options,
        discs=dict(zip(coloured_cells(layout), discs, strict=True)),
        black=set(LAYOUTS[layout]),
        hats=list(HAT_STARTS[layout]),
        collections=[Counter() for _ in range(players)],
        paid_stones=[[0, 0, 0] for _ in range(players)],
        turn_index=0,
        moves_made=0,
        first=chance.first_seat(players) if options["start"] == "random" else options["start"],
        phase=Phase.MOVE,
        named=None,
        card_holders=set(range(players)) if options["hypnosis"] else set(),
        protected=None,
        pending=None,
        discs_in_play=Counter(discs),
    )
    open_next_turn(position)
    return position


def actor(position: Position) -> Seat:
    """Return the seat that must act now, NOBODY (-1) if the game is over."""
    if position.phase == Phase.OVER:
        return NOBODY
    if position.phase == Phase.HYPNO:
        return successor(position)
    return position.mover


def successor(position: Position) -> Seat:
    """Return the seat after the current one, the only one that may hypnotise it (MH-60, MH-74)."""
    return (position.mover + 1) % position.players


def legal(position: Position) -> set[int]:
    """Return the legal action numbers, none if the game is over."""
    if position.phase == Phase.HYPNO:
        return {NO_HYPNOSIS} | {FIRST_NAME + hat for hat in nameable_hats(position)}
    if position.phase == Phase.MOVE:
        return {move_number(move) for move in mover_moves(position)}
    if position.phase == Phase.PICK:
        return {FIRST_PICK + direction for direction in pickable_directions(position)}
    return set()


def nameable_hats(position: Position) -> set[Colour]:
    """Return the hats that the hypnotist may name (MH-62, O-4)."""
    if position.options["hypnosis_dead_hat"] == "skip":
        return set(range(HATS))
    return {hat for hat in range(HATS) if moves_with_only(position, position.mover, hat)}


def mover_moves(position: Position) -> set[Move]:
    """Return the moves of the current seat, only with the named hat if it is hypnotised (MH-61)."""
    if position.named is not None:
        return moves_with_only(position, position.mover, position.named)
    return free_moves(position, position.mover)


def pickable_directions(position: Position) -> set[int]:
    """Return the directions from the target to the discs to pick one from (MH-21)."""
    assert position.pending is not None
    hat, target, value = position.pending.hat, position.pending.target, position.pending.value
    cells = matching_discs(position, hat, target, value)
    return {direction for direction in range(len(STEPS)) if NEXT_CELL[target][direction] in cells}


def move_number(move: Move) -> int:
    """Return the action number of a move."""
    hat, target, value = move
    return (hat * len(CELLS) + target) * len(VALUES) + value - 1


def move_of_number(action: int) -> Move:
    """Return the move that an action number means."""
    place, value_index = divmod(action, len(VALUES))
    hat, target = divmod(place, len(CELLS))
    return hat, target, value_index + 1


def apply(position: Position, action: int, chance: Chance) -> None:
    """Carry out one legal action and everything that follows; chance is never asked after the setup."""
    if action not in legal(position):
        raise ValueError(f"action {action} is not legal")
    if position.phase == Phase.HYPNO:
        answer_hypnosis(position, action)
    elif position.phase == Phase.MOVE:
        move_hat(position, *move_of_number(action))
    else:
        pick_one(position, action - FIRST_PICK)


def answer_hypnosis(position: Position, action: int) -> None:
    """Let the successor keep its card, or give it up and name a hat (MH-60..63, O-4)."""
    position.phase = Phase.MOVE
    if action == NO_HYPNOSIS:
        return
    hat = action - FIRST_NAME
    position.card_holders.remove(successor(position))
    position.protected = successor(position)  # MH-63
    if moves_with_only(position, position.mover, hat):
        position.named = hat
    else:
        end_turn(position)  # O-4: a dead hat was named, the turn yields nothing


def move_hat(position: Position, hat: Colour, target: Cell, value: Value) -> None:
    """Move the hat and collect, or ask for the one disc of round 1 (MH-11..21)."""
    position.hats[hat] = target
    position.moves_made += 1
    cells = matching_discs(position, hat, target, value)
    in_round_one = position.turn_index < position.players
    if position.options["first_round_limit"] and in_round_one and len(cells) > 1:
        position.pending = Pending(hat, target, value)
        position.phase = Phase.PICK
    else:
        take_and_resolve(position, cells)


def pick_one(position: Position, direction: int) -> None:
    """Take the one chosen disc of round 1 (MH-21)."""
    assert position.pending is not None
    cell = NEXT_CELL[position.pending.target][direction]
    assert cell is not None
    position.pending = None
    take_and_resolve(position, {cell})


def take_and_resolve(position: Position, cells: set[Cell]) -> None:
    """Give the current seat the collected discs, the separated areas and the stones, then end its turn."""
    collection = position.collections[position.mover]
    sets_before = sets_in(collection)
    take_discs(position, cells)
    for area in separated_areas(position):  # MH-41..43
        take_discs(position, area)
    pay_stones(position, sets_before)
    end_turn(position)


def take_discs(position: Position, cells: set[Cell]) -> None:
    """Move the discs of these cells from the hexagon to the current seat; holes remain (MH-13)."""
    for cell in cells:
        position.collections[position.mover][position.discs.pop(cell)] += 1


def pay_stones(position: Position, sets_before: list[int]) -> None:
    """Hand out the stones for new sets as far as the box has them (O-5); unused with unlimited supply."""
    if position.options["stone_supply"] == "unlimited":
        return
    sets_after = sets_in(position.collections[position.mover])
    for kind, supply in enumerate(BOX_STONES):
        pile = supply - sum(row[kind] for row in position.paid_stones)
        position.paid_stones[position.mover][kind] += min(sets_after[kind] - sets_before[kind], pile)


def end_turn(position: Position) -> None:
    """End the turn: clear the named hat, end the mover's protection, find the next seat."""
    position.named = None
    if position.protected == position.mover:
        position.protected = None  # MH-63
    position.turn_index += 1
    open_next_turn(position)


def open_next_turn(position: Position) -> None:
    """Find the first seat from this turn index on that can move, or end the game (MH-70, MH-71, O-6)."""
    seats_to_ask = 1 if position.options["end_rule"] == "first_stuck" else position.players
    for skipped in range(seats_to_ask):
        if has_move(position, (position.mover + skipped) % position.players):
            skip_turns(position, skipped)
            position.phase = Phase.HYPNO if may_be_hypnotised(position) else Phase.MOVE
            return
    position.phase = Phase.OVER


def skip_turns(position: Position, number: int) -> None:
    """Skip this many seats; a skipped turn also ends the protection of its seat (MH-63, MH-71)."""
    for _ in range(number):
        if position.protected == position.mover:
            position.protected = None
        position.turn_index += 1


def may_be_hypnotised(position: Position) -> bool:
    """Tell whether the successor of the current seat is asked about hypnosis (MH-60, MH-63, MH-64)."""
    if not position.options["hypnosis"] or position.protected == position.mover:
        return False
    return successor(position) in position.card_holders


def stones(position: Position, seat: Seat) -> list[int]:
    """Return the green, light blue and dark blue stones of a seat (MH-54, O-5)."""
    if position.options["stone_supply"] == "box":
        return list(position.paid_stones[seat])
    return sets_in(position.collections[seat])


def scores(position: Position) -> list[int]:
    """Return the points of all seats: values of discs and of stones (MH-72)."""
    points = []
    for seat, collection in enumerate(position.collections):
        disc_points = sum(value_of(face) * number for face, number in collection.items())
        worths = position.options["stone_values"]
        stone_points = sum(n * worth for n, worth in zip(stones(position, seat), worths, strict=True))
        points.append(disc_points + stone_points)
    return points


def rank_key(position: Position, seat: Seat) -> tuple[int, ...]:
    """Return what ranks a seat, larger first (MH-73, O-7)."""
    score = scores(position)[seat]
    if position.options["tie_break"] == "shared":
        return (score,)
    magic_discs = sum(n for face, n in position.collections[seat].items() if value_of(face) == MAGIC)
    return score, sum(stones(position, seat)), magic_discs


def places(position: Position) -> list[int]:
    """Return the place of each seat; tied seats share the better place (MH-73)."""
    keys = [rank_key(position, seat) for seat in range(position.players)]
    return [1 + sum(other > key for other in keys) for key in keys]


def winners(position: Position) -> set[Seat]:
    """Return the seats in first place."""
    return {seat for seat, place in enumerate(places(position)) if place == 1}


def returns(position: Position) -> list[float]:
    """Return the zero-sum result of each seat, all 0 while the game goes on."""
    if position.phase != Phase.OVER:
        return [0.0] * position.players
    best = winners(position)
    others = position.players - 1
    prize = (position.players / len(best) - 1) / others
    if len(best) == position.players:
        return [0.0] * position.players
    return [prize if seat in best else -1 / others for seat in range(position.players)]
