"""The compiled rules against the slow reference, position by position, in random play with every option.

`HATBOX_MANY=50` plays fifty times as many games.
"""

import os
import random
from typing import Any

import numpy as np
import pytest

import hatbox
from hatbox.engine import entries
from hatbox.game import Game

from . import reference as va
from .examples import Fields
from .reference_record import FIELDS
from .table import read
from .test_reference import SETTINGS

TURNS = 700 * int(os.environ.get("HATBOX_MANY", "1"))  # positions per setting
SHY = (0.0, 0.5, 0.9, 1.0)  # how often a player prefers not to name, so that rounds get long or void
MIXED: list[Fields] = [
    {"swap": "may", "expert": "other_three", "no_repeek": True, "round_turn_cap": 20, "wins_needed": 3},
    {"expert": "any_two", "round_turn_cap": 21, "reveal_at_round_end": False, "starter": "random"},
]
ALL = SETTINGS + [(players, options) for players in (2, 3, 4) for options in MIXED]


class Seen:
    """Chance as it came up in the compiled game."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def starter(self, players: int) -> int:
        return int(self.state.round_starter)

    def deal(self) -> list[int]:
        return list(self.state.hats)


def assert_same(state: Any, legal: list[int], position: va.Position) -> None:
    """The same fields, the same legal actions, the same revealed at the end of the last round."""
    assert read(state, FIELDS) == va.to_fields(position)
    assert set(legal) == va.legal(position)
    assert state.over == (position.phase == va.Phase.ENDED) and state.capped == position.drawn
    told = [-1] * 6 if position.last_round is None else position.last_round.told
    assert state.told == told


def play_side_by_side(game: Game, options: Fields, seed: int) -> int:
    """Play one game on both; returns the number of positions compared."""
    chooser, buffer = random.Random(seed), game.buffer()
    shy = chooser.choice(SHY)
    states = game.states(1, seed)
    state = game.snapshot(states)
    position = va.start(game.players, options, Seen(state))
    count, turns = entries.step(states, 0, entries.JUST_LOOK, buffer), 0
    while True:
        legal = buffer[:count].tolist()
        assert_same(state, legal, position)
        turns += 1
        if not legal or turns > TURNS:
            break
        quiet = [action for action in legal if not 5 <= action <= 10]
        action = chooser.choice(quiet if quiet and chooser.random() < shy else legal)
        count = entries.step(states, 0, action, buffer)
        state = game.snapshot(states)
        va.apply(position, action, Seen(state))
    if state.over:
        assert match_returns(game, states) == pytest.approx(va.returns(position))
    return turns


def match_returns(game: Game, states: Any) -> list[float]:
    """The value of the game according to the compiled rules."""
    values = np.zeros(game.players)
    entries.worth(states, 0, values)
    return [float(value) for value in values]


@pytest.mark.parametrize(("players", "options"), ALL, ids=str)
def test_the_same_game(players: int, options: Fields) -> None:
    game, seed, compared = hatbox.load("vanished_animal", players, **options), 0, 0
    while compared < TURNS:
        compared += play_side_by_side(game, options, seed)
        seed += 1
