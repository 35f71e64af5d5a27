"""Slow reference of the game for the tests: plain Python, one rule after the other.

Rule IDs (CH-nn, CH-Rnn) refer to the rules page of this game.
"""

from __future__ import annotations

import random
from typing import Any, Protocol

from .reference_check import check
from .reference_fields import from_fields, to_fields
from .reference_moves import (
    golden_step,
    golden_steps,
    golden_walk_is_done,
    may_stop_at_home,
    move_to,
    picks,
    ways,
)
from .reference_position import Golden, Phase, Piece, Position, Seat, check_options, default_options
from .reference_result import end_game, returns, scores

__all__ = [
    "Chance",
    "Dice",
    "Phase",
    "Position",
    "actor",
    "apply",
    "check",
    "default_options",
    "from_fields",
    "legal",
    "returns",
    "scores",
    "start",
    "to_fields",
]

# Action numbers (rules page 6): 0..80 a node, 81..104 pick a hat, then three single ones.
PICK = 81
ROLL_AGAIN = 105
STOP = 106
PASS = 107


class Chance(Protocol):
    """Where every random outcome comes from."""

    def first_seat(self, players: int) -> int:
        """The seat that starts; asked only with `first_player=random`."""

    def roll(self) -> int:
        """The next roll of the die, 1 to 6."""


class Dice:
    """Chance from a random number generator."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def first_seat(self, players: int) -> int:
        """Any seat, equally likely."""
        return self.rng.randrange(players)

    def roll(self) -> int:
        """A fair die."""
        return self.rng.randint(1, 6)


def start(players: int, options: dict[str, Any], chance: Chance) -> Position:
    """All hats on their homes, the golden hat on the centre if it is used, first die rolled (CH-01 to 05)."""
    check_options(players, options)
    position = Position(players, dict(options))
    for hat in position.all_hats:
        position.pieces[hat] = Piece(hat, position.home(position.owner(hat)))
    if options["golden"]:
        position.golden_lies_on = position.board.centre  # CH-48
    first = options["first_player"]
    position.turn = chance.first_seat(players) if first == "random" else int(first)
    roll_die(position, chance)
    return position


def actor(position: Position) -> Seat:
    """The seat that must act now; once the game is over, the seat that moved last."""
    return position.turn


def legal(position: Position) -> set[int]:
    """All legal action numbers; none when the game is over."""
    if position.phase is Phase.PICK:
        return {PICK + hat for hat in picks(position)} or {PASS}  # CH-06, CH-23
    if position.phase is Phase.DEST:
        return set(ways(position, picked_piece(position), position.die))
    if position.phase is Phase.GOLD:
        piece = picked_piece(position)
        stop = {STOP} if may_stop_at_home(position, piece) else set()
        return golden_steps(position, piece) | stop
    if position.phase is Phase.SIX:
        return {ROLL_AGAIN, STOP}  # CH-31
    return set()


def apply(position: Position, action: int, chance: Chance) -> None:
    """Carry out one legal action in place, with everything that follows by itself."""
    if action not in legal(position):
        raise ValueError(f"action {action} is not legal now")
    if position.phase is Phase.PICK:
        apply_pick(position, action, chance)
    elif position.phase is Phase.DEST:
        move_to(position, picked_piece(position), action)
        finish_move(position, chance)
    elif position.phase is Phase.GOLD:
        apply_golden(position, action, chance)
    else:
        apply_six(position, action, chance)


def apply_pick(position: Position, action: int, chance: Chance) -> None:
    """Pick a piece, or miss the move (CH-23)."""
    if action == PASS:
        finish_move(position, chance)
        return
    position.picked = action - PICK
    if picked_piece(position).golden is Golden.WORN:
        position.phase = Phase.GOLD
        position.pips = position.die
    else:
        position.phase = Phase.DEST


def apply_golden(position: Position, action: int, chance: Chance) -> None:
    """One step of the golden wearer, or staying at home with pips left."""
    if action == STOP:
        finish_move(position, chance)
        return
    allowed = golden_step(position, picked_piece(position), action)
    assert allowed
    if golden_walk_is_done(position):
        finish_move(position, chance)


def apply_six(position: Position, action: int, chance: Chance) -> None:
    """Roll again or end the turn after a six (CH-31, CH-R08)."""
    if action == ROLL_AGAIN:
        position.extra += 1
        roll_die(position, chance)
    else:
        next_turn(position, chance)


def picked_piece(position: Position) -> Piece:
    """The piece that was picked for this roll."""
    assert position.picked is not None
    return position.pieces[position.picked]


def finish_move(position: Position, chance: Chance) -> None:
    """After a move or a missed move: end of the game, cap, six, next seat, in this order."""
    position.picked, position.pips, position.previous = None, 0, None
    if len(position.teams_alive()) == 1:  # CH-33, CH-45
        end_game(position, capped=False)
        return
    cap = position.options["roll_cap"]
    if cap and position.rolls >= cap:  # CH-R10
        end_game(position, capped=True)
        return
    again = position.options["six_again"]
    if position.die == 6 and (again == "may" or (again == "once" and position.extra == 0)):
        position.phase = Phase.SIX
    elif position.die == 6 and again == "must":
        position.extra += 1
        roll_die(position, chance)
    else:
        next_turn(position, chance)


def next_turn(position: Position, chance: Chance) -> None:
    """Pass the die clockwise to the next seat that can play (CH-05, CH-36, CH-R11)."""
    position.extra = 0
    position.turn = (position.turn + 1) % position.players
    while not takes_turns(position, position.turn):
        position.turn = (position.turn + 1) % position.players
    roll_die(position, chance)


def takes_turns(position: Position, seat: Seat) -> bool:
    """Whether the seat has a free top hat, or in the total team game its team (CH-36, CH-R11)."""
    if position.options["teams"] == "total":
        return position.team(seat) in position.teams_alive()
    return any(position.owner(top) == seat for top in position.pieces)


def roll_die(position: Position, chance: Chance) -> None:
    """Roll for the player to move, who then picks a piece."""
    position.die = chance.roll()
    position.rolls += 1
    position.phase = Phase.PICK
