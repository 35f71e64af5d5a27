"""The compiled rules and the slow reference agree: legal sets, fields, stones, scores and results.

`HATBOX_MORE=100` plays a hundred times as many games.
"""

import os
import random
from typing import Any

import numpy as np
import pytest

import hatbox
from hatbox.engine import entries
from hatbox.game import Game
from hatbox.games.magic_hexagon.collection import derive

from . import reference
from .placed import FIELDS
from .test_reference import NO_CHANCE, OPTION_VALUES

MORE = int(os.environ.get("HATBOX_MORE", "1"))
GAMES_PER_COUNT = 40 * MORE
GAMES_PER_OPTION = 2 * MORE
MIXED_GAMES = 40 * MORE

# How the cards are used: uniformly random play would spend them at once.
MANNERS = ("seldom", "never", "often")
DERIVE_EVERY = 8  # positions


def fields_of(game: Game, states: Any) -> dict[str, Any]:
    state = game.snapshot(states)
    fields = {name: getattr(state, name) for name in FIELDS} | {"n": state.players}
    return fields | ({"stones": state.stones} if game.options["stone_supply"] == "box" else {})


def choose(generator: random.Random, legal: list[int], manner: str) -> int:
    if legal[0] == 1098 and manner == "never":
        return 1098
    if legal[0] == 1098 and manner == "seldom" and generator.random() < 0.9:
        return 1098
    return generator.choice(legal)


def play_both(players: int, options: dict[str, Any], seed: int) -> int:
    """Play one game on both sides; return the number of positions compared."""
    game, generator = hatbox.load("magic_hexagon", players, **options), random.Random(seed)
    states, buffer = game.states(1, seed), game.buffer()
    position = reference.from_fields(players, game.options, fields_of(game, states))
    count, manner, positions = entries.step(states, 0, entries.JUST_LOOK, buffer), MANNERS[seed % 3], 0
    while count:
        legal = buffer[:count].tolist()
        assert legal == sorted(reference.legal(position))
        assert_same(game, states, position)
        if positions % DERIVE_EVERY == 0:
            assert_derived(states)
        action = choose(generator, legal, manner)
        reference.apply(position, action, NO_CHANCE)
        count = entries.step(states, 0, action, buffer)
        positions += 1
    assert_same(game, states, position)
    assert_same_result(game, states, position)
    return positions + 1


def assert_same(game: Game, states: Any, position: reference.Position) -> None:
    """The same fields, stones and scores, and the same seat to act."""
    state, seats = game.snapshot(states), range(game.players)
    assert fields_of(game, states) == reference.to_fields(position)
    assert state.over == (reference.actor(position) == reference.NOBODY)
    assert state.over or state.turn == reference.actor(position)
    assert [state.stones[seat] for seat in seats] == [reference.stones(position, seat) for seat in seats]
    assert state.score[: game.players] == reference.scores(position)


def assert_derived(states: Any) -> None:
    """The fields that the rules keep up to date equal those computed from scratch."""
    fresh = states.copy()
    derive(fresh[0])
    assert fresh.tobytes() == states.tobytes()


def assert_same_result(game: Game, states: Any, position: reference.Position) -> None:
    values = np.zeros(game.players)
    entries.worth(states, 0, values)
    assert values.tolist() == pytest.approx(reference.returns(position))
    assert game.view(states).places == reference.places(position)  # type: ignore[attr-defined]


def mixed(seed: int) -> dict[str, Any]:
    """Many options changed together."""
    generator = random.Random(seed)
    options: dict[str, Any] = {}
    for option in OPTION_VALUES:
        if generator.random() < 0.4:
            options |= option
    return options


@pytest.mark.parametrize("players", [2, 3, 4])
def test_default_options(players: int) -> None:
    assert sum(play_both(players, {}, seed) for seed in range(GAMES_PER_COUNT)) > 50 * GAMES_PER_COUNT


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", OPTION_VALUES, ids=str)
def test_each_option(players: int, options: dict[str, Any]) -> None:
    for seed in range(GAMES_PER_OPTION):
        play_both(players, options, 1000 + seed)


def test_mixed_options() -> None:
    for seed in range(MIXED_GAMES):
        play_both(2 + seed % 3, mixed(seed), 2000 + seed)
