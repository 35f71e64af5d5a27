"""The laws of the conformance kit in longer games: uniformly random players name too early to remember anything."""

import random
from collections.abc import Callable, Iterator

import pytest

import hatbox
from hatbox import conformance
from hatbox.game import Game
from hatbox.match.match import Match

from .examples import Fields

SEEDS = 3
OPTIONS: list[Fields] = [
    {},
    {"reveal_at_round_end": False},
    {"expert": "any_two", "reveal_at_round_end": False, "round_turn_cap": 20},
    {"expert": "other_three", "swap": "may", "no_repeek": True, "track_marks": True},
]


def shy_match(game: Game, seed: int, plies: int = 60) -> Iterator[Match]:
    """A match before each of its moves; only every tenth turn names an animal."""
    match, chooser = game.match(seed), random.Random(seed)
    while not match.over and match.ply < plies:
        yield match
        quiet = [action for action in match.legal if not 5 <= action <= 10]
        match.play(chooser.choice(quiet if quiet and chooser.random() < 0.9 else match.legal))
    yield match


@pytest.mark.rule("VA-R22", "VA-R24")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("law", conformance.LAWS, ids=lambda law: law.__name__)
def test_law(
    law: Callable[..., None], options: Fields, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformance, "random_match", shy_match)
    monkeypatch.setattr(conformance, "VIEWS_EVERY", 1)
    for seed in range(SEEDS):
        law(hatbox.load("vanished_animal", players, **options), seed)
