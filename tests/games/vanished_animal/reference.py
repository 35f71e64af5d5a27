"""Slow, plain reference of the vanished animal, written from the rules alone.

Rule IDs (VA-…) and rulings (R-…) are those of the rules page.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Protocol

from .reference_knowledge import (
    SPECTATOR,
    candidates,
    content,
    marks,
    observation,
    sensible_worlds,
    worlds,
)
from .reference_position import (
    ACTIONS,
    ANIMALS,
    FIRST_ROUND,
    NAME,
    NO_SWAP,
    PAIRS,
    PEEK,
    PLACES,
    SKIP2,
    SWAP,
    SWAP2,
    VOIDS_FOR_A_DRAW,
    Animal,
    Hat,
    Phase,
    Place,
    Position,
    RoundEnd,
    Seat,
    complete_options,
    default_options,
)
from .reference_record import FIELDS, NOTHING, check, from_fields, to_fields

__all__ = [
    "ACTIONS",
    "FIELDS",
    "FIRST_ROUND",
    "SPECTATOR",
    "Chance",
    "Dice",
    "Hat",
    "Phase",
    "Position",
    "RoundEnd",
    "actor",
    "apply",
    "candidates",
    "check",
    "complete_options",
    "content",
    "default_options",
    "from_fields",
    "legal",
    "marks",
    "observation",
    "returns",
    "sensible_worlds",
    "start",
    "to_fields",
    "worlds",
]


class Chance(Protocol):
    """Where every random outcome comes from."""

    def starter(self, players: int) -> Seat:
        """The seat that starts the first round; asked only with `starter` = `random`."""

    def deal(self) -> list[Animal]:
        """A mix of the six animals: those of places 0..4, then the boxed one (VA-05, VA-06)."""


@dataclass
class Dice:
    """Chance from a random generator, all outcomes equally likely."""

    rng: random.Random = field(default_factory=random.Random)

    def starter(self, players: int) -> Seat:
        """Any seat."""
        return self.rng.randrange(players)

    def deal(self) -> list[Animal]:
        """Any of the 720 mixes."""
        return self.rng.sample(range(ANIMALS), ANIMALS)


# ---- set-up ------------------------------------------------------------------


def start(players: int, options: dict[str, Any], chance: Chance) -> Position:
    """Set the game up and deal the first round (VA-01 to VA-07)."""
    complete = complete_options(players, options)
    starter = complete["starter"]
    if starter == "random":
        starter = chance.starter(players)
    circle, boxed = mixed_hats(chance)
    return Position(
        players=players,
        options=complete,
        circle=circle,
        boxed=boxed,
        turn=starter,
        starter=starter,
        tokens=[0] * players,
    )


def mixed_hats(chance: Chance) -> tuple[list[Hat], Hat]:
    """Five hats for the circle and one for the box, seen by nobody (VA-05, VA-06, VA-23)."""
    animals = list(chance.deal())
    if sorted(animals) != list(range(ANIMALS)):
        raise ValueError(f"a deal has each of the six animals once, not {animals}")
    return [Hat(animal) for animal in animals[:PLACES]], Hat(animals[PLACES])


def new_round(position: Position, starter: Seat, chance: Chance) -> None:
    """Mix all hats again; only tokens, counters and the starter are carried over (VA-20)."""
    position.circle, position.boxed = mixed_hats(chance)
    position.wrong_names = {}
    position.starter = starter
    position.turn = starter
    position.phase = Phase.ACT
    position.round += 1
    position.round_turns = 0


# ---- legal -------------------------------------------------------------------


def actor(position: Position) -> Seat:
    """The seat that must act now."""
    if position.phase == Phase.ENDED:
        raise ValueError("the game is over, nobody acts")
    return position.turn


def legal(position: Position) -> set[int]:
    """The legal action numbers; none when the game is over."""
    if position.phase == Phase.ACT:  # VA-08, R-06: look or name, no pass
        names = {NAME + animal for animal in range(ANIMALS)}  # any animal
        return names | {PEEK + place for place in range(PLACES) if may_look(position, place)}
    if position.phase == Phase.SWAP:
        return legal_swaps(position)
    if position.phase == Phase.SWAP2:
        return legal_second_swaps(position)
    return set()


def may_look(position: Position, place: Place) -> bool:
    """VA-09: any hat of the circle; with `no_repeek`, no seen one while an unseen one is left."""
    if not position.options["no_repeek"]:
        return True
    seat = position.turn
    if all(seat in hat.seen_by for hat in position.circle):
        return True
    return seat not in position.circle[place].seen_by


def legal_swaps(position: Position) -> set[int]:
    """VA-10, R-17: with any other hat of the circle; R-01: with `swap` = `may`, also not at all."""
    swaps = {SWAP + place for place in range(PLACES) if place != position.looked_at}
    if position.options["swap"] == "may":
        swaps.add(NO_SWAP)
    return swaps


def legal_second_swaps(position: Position) -> set[int]:
    """VA-21, R-03: any two hats, or two of the three that were not just swapped; or none."""
    swaps = {SKIP2}
    just_swapped = {position.looked_at, position.swapped_with}
    for number, pair in enumerate(PAIRS):
        if position.options["expert"] == "any_two" or not just_swapped & set(pair):
            swaps.add(SWAP2 + number)
    return swaps


# ---- apply -------------------------------------------------------------------


def apply(position: Position, action: int, chance: Chance) -> None:
    """Carry out one legal action and everything that follows by itself; ValueError if it is illegal."""
    if action not in legal(position):
        raise ValueError(f"action {action} is not legal in phase {position.phase.name}")
    if position.phase == Phase.SWAP:
        swap_or_not(position, action, chance)
    elif position.phase == Phase.SWAP2:
        swap_again_or_not(position, action, chance)
    elif action >= NAME:
        name_animal(position, action - NAME, chance)
    else:
        look(position, action - PEEK)


def look(position: Position, place: Place) -> None:
    """VA-09: the current seat sees this hat's animal; which hat it is is public."""
    position.circle[place].seen_by.add(position.turn)
    position.looked_at = place
    position.phase = Phase.SWAP


def swap_or_not(position: Position, action: int, chance: Chance) -> None:
    """VA-10: swap the looked-at hat; then the turn ends or the expert swap follows (VA-21)."""
    if action == NO_SWAP:  # no expert swap either: the texts put it after the swap
        end_look(position, chance)
        return
    assert position.looked_at is not None
    position.swapped_with = action - SWAP
    exchange(position, position.looked_at, position.swapped_with)
    if position.options["expert"] == "off":
        end_look(position, chance)
    else:
        position.phase = Phase.SWAP2


def swap_again_or_not(position: Position, action: int, chance: Chance) -> None:
    """VA-21: the expert's second swap, without looking."""
    if action != SKIP2:
        exchange(position, *PAIRS[action - SWAP2])
    end_look(position, chance)


def exchange(position: Position, one: Place, other: Place) -> None:
    """VA-11: two hats change places, along with the record of who has seen them."""
    circle = position.circle
    circle[one], circle[other] = circle[other], circle[one]


def end_look(position: Position, chance: Chance) -> None:
    """End a turn of looking and swapping."""
    position.looked_at = None
    position.swapped_with = None
    position.phase = Phase.ACT
    position.round_turns += 1
    go_on(position, chance)


def name_animal(position: Position, animal: Animal, chance: Chance) -> None:
    """VA-12 to VA-15: right wins the round; wrong puts the seat out, and the last seat left wins at once."""
    seat = position.turn
    position.round_turns += 1
    if animal == position.boxed.animal:
        win_round(position, seat, "named", chance)
        return
    position.wrong_names[seat] = animal
    left = position.still_in()
    if len(left) == 1:  # even out of turn
        win_round(position, left[0], "last", chance)
        return
    go_on(position, chance)


def go_on(position: Position, chance: Chance) -> None:
    """After a turn without a round winner: the next seat, or the void round (R-07)."""
    cap = position.options["round_turn_cap"]
    if cap > 0 and position.round_turns >= cap:
        end_void_round(position, chance)
    else:
        position.turn = next_still_in(position)


def next_still_in(position: Position) -> Seat:
    """VA-07, VA-14: clockwise, past the seats that are out."""
    seat = (position.turn + 1) % position.players
    while seat in position.wrong_names:
        seat = (seat + 1) % position.players
    return seat


# ---- end of a round ----------------------------------------------------------


def win_round(position: Position, winner: Seat, how: str, chance: Chance) -> None:
    """VA-16 to VA-19, R-20: a hat token and the next round, or the wand and the end of the game."""
    tell_round_end(position, winner, how)
    if position.tokens[winner] == position.options["wins_needed"] - 1:
        position.winner = winner
        position.phase = Phase.ENDED
        return
    position.tokens[winner] += 1
    left_of_winner = (winner + 1) % position.players
    new_round(position, left_of_winner, chance)


def end_void_round(position: Position, chance: Chance) -> None:
    """R-07: no token, the same starter again; the 20th void round ends the game as a draw."""
    tell_round_end(position, None, "void")
    position.voids += 1
    if position.voids == VOIDS_FOR_A_DRAW:
        position.drawn = True
        position.phase = Phase.ENDED
        return
    new_round(position, position.starter, chance)


def tell_round_end(position: Position, winner: Seat | None, how: str) -> None:
    """R-08, R-21: all six animals with the reveal; otherwise only what a right name has revealed."""
    told = [hat.animal for hat in position.circle] + [position.boxed.animal]
    if not position.options["reveal_at_round_end"]:
        box = position.boxed.animal if how == "named" else NOTHING
        told = [NOTHING] * PLACES + [box]
    position.last_round = RoundEnd(how, winner, told)


def returns(position: Position) -> list[float]:
    """The zero-sum result for each seat: all 0 for a draw and while the game goes on."""
    n = position.players
    if position.winner is None:
        return [0.0] * n
    winners = 1  # VA-18: the wand's owner is the only winner
    winner_gets = (n / winners - 1) / (n - 1)
    return [winner_gets if seat == position.winner else -1 / (n - 1) for seat in range(n)]
