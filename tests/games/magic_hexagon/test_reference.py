"""Tests of the reference itself: worked examples, random games with all options."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from . import reference
from .examples import EXAMPLES
from .examples_format import (
    PICK,
    Example,
    Expect,
    Setup,
)
from .reference_board import BLACK, CELLS, NEXT_CELL, value_of
from .reference_moves import has_move

GAMES_PER_COUNT = 100
GAMES_PER_OPTION = 8
MIXED_GAMES = 50

OPTION_VALUES: list[dict[str, Any]] = [
    {"layout": "corners"},
    {"layout": "ring"},
    {"stone_values": (1, 2, 3)},
    {"stone_values": (3, 6, 9)},
    {"hypnosis": False},
    {"jump_condition": "any_hat"},
    {"movement": "path"},
    {"first_round_limit": False},
    {"restriction_counts": "lower_only"},
    {"hypnosis_dead_hat": "skip"},
    {"stone_supply": "box"},
    {"end_rule": "first_stuck"},
    {"tie_break": "stones"},
    {"start": 1},
    {"start": "random"},
]


class Scripted:
    """Chance that repeats the outcomes of an example's setup."""

    def __init__(self, setup: Setup | None) -> None:
        self.setup = setup

    def lay_discs(self, discs: list[int]) -> list[int]:
        """Return the discs of the script."""
        assert self.setup is not None
        assert sorted(self.setup.discs) == discs
        return list(self.setup.discs)

    def first_seat(self, players: int) -> int:
        """Return the seat of the script."""
        assert self.setup is not None
        assert self.setup.first < players
        return self.setup.first


NO_CHANCE = Scripted(None)


def position_before(example: Example) -> reference.Position:
    """Return the position in which an example starts."""
    if example.setup is not None:
        return reference.start(example.players, dict(example.options), Scripted(example.setup))
    return reference.from_fields(example.players, dict(example.options), example.start_fields())


def measure(position: reference.Position, fact: str) -> Any:
    """Return the counted number that an expectation calls by this name."""
    legal = reference.legal(position)
    faces = reference.to_fields(position)["board"]
    measures: dict[str, Callable[[], Any]] = {
        "cells": lambda: len(CELLS),
        "neighbours": lambda: {c: [-1 if n is None else n for n in NEXT_CELL[c]] for c in CELLS},
        "degree_sum": lambda: sum(n is not None for row in NEXT_CELL for n in row),
        "legal_count": lambda: len(legal),
        "lowest": lambda: min(legal),
        "highest": lambda: max(legal),
        "per_hat": lambda: [sum(action // 273 == hat for action in legal) for hat in range(4)],
        "disc_choices": lambda: sum(disc_choices(position, action) for action in legal),
        "discs_left": lambda: sum(0 <= face < BLACK for face in faces),
        "value_on_board": lambda: sum(value_of(face) for face in faces if 0 <= face < BLACK),
        "first_faces": lambda: faces[:9],
        "face_counts": lambda: dict(Counter(face for face in faces if face >= 0)),
    }
    return measures[fact]()


def disc_choices(position: reference.Position, action: int) -> int:
    """Count the discs among which a move lets the player pick, 1 if there is no choice."""
    after = copy.deepcopy(position)
    reference.apply(after, action, NO_CHANCE)
    return len(reference.legal(after)) if after.phase == PICK else 1


def assert_expected(position: reference.Position, expect: Expect) -> None:
    """Assert everything that the expectation claims."""
    legal = reference.legal(position)
    assert expect.legal is None or legal == expect.legal
    assert expect.includes <= legal
    assert not expect.excludes & legal
    assert expect.actor is None or reference.actor(position) == expect.actor
    assert expect.over is None or (reference.actor(position) == reference.NOBODY) == expect.over
    fields = reference.to_fields(position)
    assert {key: fields[key] for key in expect.fields} == expect.fields
    assert expect.scores is None or tuple(reference.scores(position)) == expect.scores
    assert {seat: tuple(reference.stones(position, seat)) for seat in expect.stones} == expect.stones
    assert expect.places is None or tuple(reference.places(position)) == expect.places
    for fact, wanted in expect.facts.items():
        found = measure(position, fact)
        assert ({cell: found[cell] for cell in wanted} if fact == "neighbours" else found) == wanted


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.number)
def test_example(example: Example) -> None:
    """Every worked example holds step by step."""
    position = position_before(example)
    reference.check(position)
    assert_expected(position, example.before)
    for step in example.steps:
        reference.apply(position, step.action, NO_CHANCE)
        reference.check(position)
        assert_expected(position, step.then)
    if example.finish is not None:
        while reference.legal(position):
            reference.apply(position, min(reference.legal(position)), NO_CHANCE)
        assert_expected(position, example.finish)


def test_examples_are_complete() -> None:
    """All 28 worked examples are there, in order and with unique numbers."""
    numbers = [example.number for example in EXAMPLES]
    assert numbers == sorted(set(numbers))
    assert {number[:3] for number in numbers} == {f"X{i:02}" for i in range(1, 29)}


def play_randomly(players: int, options: dict[str, Any], seed: int) -> reference.Position:
    """Play one random game with all invariants checked after every action."""
    generator = random.Random(seed)
    position = reference.start(players, options, reference.Dice(generator))
    assert sum(position.discs_in_play.values()) == 80
    decisions = 0
    while legal := reference.legal(position):
        reference.check(position)
        assert 0 <= reference.actor(position) < players
        reference.apply(position, generator.choice(sorted(legal)), NO_CHANCE)
        decisions += 1
    reference.check(position)
    dead_turns = players if position.options["hypnosis_dead_hat"] == "skip" else 0
    assert decisions <= 80 + players + 80 + dead_turns
    assert_finished(position)
    return position


def assert_finished(position: reference.Position) -> None:
    """Assert that a game ended by the rules and that its result is zero-sum (MH-70, O-6)."""
    assert reference.actor(position) == reference.NOBODY
    asked = [position.mover] if position.options["end_rule"] == "first_stuck" else range(position.players)
    assert not any(has_move(position, seat) for seat in asked)
    result = reference.returns(position)
    assert abs(sum(result)) < 1e-9
    assert max(result) <= 1
    fields = reference.to_fields(position)
    again = reference.from_fields(position.players, position.options, fields)
    assert again == position
    assert reference.to_fields(again) == fields


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(players: int) -> None:
    """Random games with the default options keep all invariants and end."""
    for seed in range(GAMES_PER_COUNT):
        play_randomly(players, {}, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", OPTION_VALUES, ids=str)
def test_random_games_of_option(players: int, options: dict[str, Any]) -> None:
    """Random games with each single option keep all invariants and end."""
    for seed in range(GAMES_PER_OPTION):
        play_randomly(players, options, seed)


def test_random_games_of_mixed_options() -> None:
    """Random games keep all invariants when many options are changed together."""
    for seed in range(MIXED_GAMES):
        generator = random.Random(seed)
        options: dict[str, Any] = {}
        for option in OPTION_VALUES:
            if generator.random() < 0.4:
                options |= option
        play_randomly(2 + seed % 3, options, seed)
