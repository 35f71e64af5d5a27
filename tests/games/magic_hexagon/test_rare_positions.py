"""Tests of the reference on constructed positions that random play hardly ever reaches."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from . import reference
from .examples_format import NO_HYPNOSIS, SKIP, base_fields, board, move, moves, name, owned, with_cards

NO_CHANCE = reference.Dice(random.Random(0))


def place(
    fields: Mapping[str, Any], players: int = 2, options: dict[str, Any] | None = None
) -> reference.Position:
    """Return the base position of the examples with some fields changed."""
    return reference.from_fields(players, options or {}, base_fields(players) | dict(fields))


def play(position: reference.Position, *actions: int) -> None:
    """Apply several actions with all invariants checked."""
    for action in actions:
        reference.apply(position, action, NO_CHANCE)
        reference.check(position)


ORIGIN: dict[str, Any] = {"board": board({43: 0}), "hats": [43, 18, 72, 75]}
TWO_AREAS: dict[str, Any] = {
    "board": board({10: 6, 11: 0, 12: 39, 5: 29, 9: 1, 2: 40}),
    "hats": [18, 44, 72, 75],
}


def test_several_areas_at_once() -> None:
    """All areas that one move cuts off go to the current player (MH-41, MH-43)."""
    position = place(TWO_AREAS)
    play(position, move(0, 10, 1))
    assert position.collections[0] == Counter([0, 1, 29, 39, 40])
    assert position.discs == {10: 6}


def test_area_after_picking_in_round_one() -> None:
    """In round 1 one disc is collected, but the area that this cuts off is given in full (MH-21, MH-43)."""
    position = place(TWO_AREAS | {"turn_index": 0})
    play(position, move(0, 10, 1))
    assert reference.legal(position) == {1092, 1095}
    play(position, 1092)
    assert position.collections[0] == Counter([0, 29, 39])
    assert position.discs == {10: 6, 9: 1, 2: 40}


def test_no_limit_in_round_one() -> None:
    """Without the limit all matching discs are taken in round 1 too."""
    position = place(TWO_AREAS | {"turn_index": 0}, options={"first_round_limit": False})
    play(position, move(0, 10, 1))
    assert position.turn_index == 1
    assert position.discs == {10: 6}


def test_last_hat_that_leaves_an_island() -> None:
    """The first of two hats leaves an island without effect, the last one earns it (MH-42)."""
    position = place({"board": board({0: 9, 1: 3, 16: 1, 43: 11}), "hats": [0, 18, 72, 1]})
    play(position, move(0, 15, 1))
    assert position.collections[0] == Counter([1])
    play(position, move(3, 44, 1))
    assert position.collections[1] == Counter([11, 9, 3])


def test_own_run_splits_an_island() -> None:
    """A run that takes its own origin gives away the part of the island left behind (MH-15, MH-42)."""
    position = place({"board": board({0: 9, 1: 0, 2: 10}), "hats": [1, 18, 72, 75]})
    assert reference.legal(position) == moves((0, 0, 1), (0, 2, 1))
    play(position, move(0, 2, 1))
    assert position.collections[0] == Counter([0, 9])
    assert position.discs == {2: 10}


ONLY_SEAT_0: dict[str, Any] = {
    "board": board({34: 12, 36: 16}),
    "hats": [44, 18, 72, 75],
    "owned": owned({0: {0: 2}}),
}


def test_same_player_again() -> None:
    """A player whose opponents are all stuck moves again; the skipped turns count (MH-71)."""
    position = place(ONLY_SEAT_0, 3)
    play(position, move(0, 45, 2))
    assert (reference.actor(position), position.turn_index, position.moves_made) == (0, 6, 1)
    play(position, move(0, 46, 2))
    assert (reference.actor(position), position.turn_index, position.moves_made) == (-1, 7, 2)


def test_dead_hat_before_stuck_players() -> None:
    """After a dead hat the next seat is found as usual; first_stuck ends the game there (O-4, O-6)."""
    asked = ONLY_SEAT_0 | {"phase": 0, "cards": 0b010}
    position = place(asked, 3, {"hypnosis_dead_hat": "skip"})
    play(position, name(2))
    assert (reference.actor(position), position.turn_index, position.protected) == (0, 6, None)
    position = place(asked, 3, {"hypnosis_dead_hat": "skip", "end_rule": "first_stuck"})
    play(position, name(2))
    assert (reference.actor(position), position.turn_index, position.protected) == (-1, 4, 1)


def test_protection_ends_with_a_skipped_turn() -> None:
    """A hypnotist without a move loses the protection; seat 0 is asked before seat 2 moves (MH-63, MH-74)."""
    position = place(with_cards(SKIP, 3), 3)
    assert reference.legal(position) == {NO_HYPNOSIS, name(3)}
    play(position, name(3), move(3, 44, 1))
    assert (position.turn_index, position.protected, position.card_holders) == (5, None, {0, 2})
    assert reference.actor(position) == 0
    assert reference.legal(position) == {NO_HYPNOSIS, name(0)}


def test_game_over_keeps_the_protection() -> None:
    """The unsuccessful search at the end changes neither the turn index nor the protection (MH-71)."""
    position = place(with_cards(ORIGIN, 2))
    play(position, name(0), move(0, 44, 1))
    assert (position.turn_index, position.protected, reference.actor(position)) == (3, 1, -1)


def test_any_hat_without_runs() -> None:
    """If no hat can collect by running, every hat may jump (O-1)."""
    fields = {"board": board({43: 9, 16: 0}), "hats": [18, 29, 72, 75]}
    position = place(fields, options={"jump_condition": "any_hat"})
    assert reference.legal(position) == moves((0, 15, 1), (3, 44, 1))


def test_jump_depends_on_the_player() -> None:
    """The same hat runs for a player who has unlocked a utensil and jumps for one who has not (MH-19)."""
    fields: dict[str, Any] = {
        "board": board({34: 12, 16: 1}),
        "hats": [46, 18, 72, 75],
        "owned": owned({0: {0: 1}}),
    }
    assert reference.legal(place(fields)) == moves((0, 44, 2), (0, 45, 2))
    assert reference.legal(place(fields | {"turn_index": 3})) == moves((0, 15, 1))


def test_jump_needs_a_free_black_disc() -> None:
    """A hat does not jump onto another hat (MH-18)."""
    fields = {"board": board({16: 1, 43: 9}), "hats": [46, 15, 72, 75]}
    assert reference.legal(place(fields)) == moves((3, 44, 1))


def test_returns() -> None:
    """Winners share the prize, a tie of everyone is worth nothing, and nothing is paid during the game."""
    assert reference.returns(place({"phase": 3, "owned": owned({0: {0: 1}, 2: {1: 1}})}, 3)) == [
        0.25,
        -0.5,
        0.25,
    ]
    assert reference.returns(place({"phase": 3, "owned": owned({1: {0: 1}})}, 4)) == [
        -1 / 3,
        1.0,
        -1 / 3,
        -1 / 3,
    ]
    assert reference.returns(place({"phase": 3}, 3)) == [0.0, 0.0, 0.0]
    assert reference.returns(place({"owned": owned({0: {0: 1}})})) == [0.0, 0.0]


def test_refusals() -> None:
    """Illegal actions, unknown options and wrong values are refused."""
    position = place(ORIGIN)
    for action in (-1, move(0, 45, 1), move(0, 44, 2), 1092, NO_HYPNOSIS, 1103):
        with pytest.raises(ValueError):
            reference.apply(position, action, NO_CHANCE)
    for options in ({"hats": 5}, {"start": 2}, {"layout": "star"}, {"stone_values": (2, 4)}):
        with pytest.raises(ValueError):
            place({}, options=options)
