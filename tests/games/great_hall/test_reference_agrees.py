"""The compiled rules against the slow reference, position by position: legal actions, every field, the result.

`HATBOX_MORE=20` plays twenty times as many games.
"""

import os
from random import Random
from typing import Any

import pytest

from . import reference
from .compiled import Board
from .examples_form import Deal, Draw, FirstDealer, Outcome
from .reference import Position, from_fields, to_fields
from .test_reference import Told, scattered

MORE = int(os.environ.get("HATBOX_MORE", "1"))
ENTER = 51
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    *((players, {}) for players in (2, 3, 4)),
    *(
        (players, {name: value})
        for name, value in (
            ("track_len", 40), ("track_len", 56), ("track_len", 64), ("caretaker", False), ("caretaker_counts", False),
            ("caretaker_landing", "blocked"), ("caretaker_landing", "banish"), ("caretaker_passes_protected", True),
            ("caretaker_seven_sweeps", False), ("swap_null", "any"), ("swap_null", "never"), ("reshuffle", "merge"),
        )
        for players in (2, 3, 4)
    ),
    *((players, {"solo_goal": 4}) for players in (2, 3)),
    (4, {"seven_rest": "any"}),
    (4, {"canadian_seven": True}),
    (4, {"canadian_seven": True, "caretaker_landing": "banish"}),
    (4, {"canadian_seven": True, "caretaker_landing": "blocked", "track_len": 40}),
    (4, {"seven_rest": "any", "caretaker_landing": "banish", "caretaker_passes_protected": True}),
    (3, {"caretaker_counts": False, "caretaker_landing": "blocked", "swap_null": "any"}),
]  # fmt: skip
IDS = ["-".join([f"{players}p", *(f"{k}={v}" for k, v in options.items())]) for players, options in SETTINGS]


def chance_of(before: dict[str, Any], after: dict[str, Any]) -> list[Outcome]:
    """The outcomes of chance that led from one record to the next."""
    if after["round"] > before["round"]:
        return [Deal(tuple(tuple(hand) for hand in after["hand"]))]
    return [Draw(after["drawn"])] if after["drawn"] != before["drawn"] and after["drawn"] != -1 else []


def same_game(board: Board, position: Position, random: Random, most: int) -> int:
    """Play at random on both, entering the hall rather often; return the number of positions compared."""
    fields = board.fields()
    for played in range(most):
        actions = board.legal()
        assert len(set(actions)) == len(actions) and set(actions) == reference.legal(position)
        assert board.state.over == (not actions)
        if not actions:
            assert board.returns() == pytest.approx(reference.returns(position))
            return played
        eager = ENTER in actions and random.random() < 0.8
        action = ENTER if eager else random.choice(actions)
        before = fields
        board.apply(action)
        fields = board.fields()
        chance = Told(chance_of(before, fields))
        reference.apply(position, action, chance)
        assert chance.outcomes == [] and to_fields(position) == fields
    return most


@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=IDS)
def test_scattered_positions(players: int, options: dict[str, Any]) -> None:
    random, compared = Random(f"{players} {options}"), 0
    board = Board(players, options)
    for _ in range(25 * MORE):
        position = scattered(players, options, random)
        board.states["max_rounds"] = position.options["max_rounds"]
        board.put(to_fields(position))
        compared += same_game(board, position, random, 40)
    assert compared > 400 * MORE


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players: int) -> None:
    random, options = Random(players), {"max_rounds": 11}
    for seed in range(2 * MORE):
        board = Board(players, options, seed)
        fields = board.fields()
        hands = tuple(tuple(hand) for hand in fields["hand"])
        position = reference.start(players, options, Told([FirstDealer(fields["dealer"]), Deal(hands)]))
        assert to_fields(position) == fields == to_fields(from_fields(players, options, fields))
        same_game(board, position, random, 10_000)
        assert board.state.over
