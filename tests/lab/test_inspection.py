"""What a set of rules is like: what is counted, and that it is the same everywhere."""

import msgspec
import numpy as np
import pytest

from hatbox.game import load
from hatbox.lab.inspection import PARTS, _lead_changes, _led_from, inspect
from hatbox.lab.places import Workers


@pytest.mark.parametrize(
    ("path", "changes", "led_from"),
    [
        ([0.5, 0.5, 0.9], 0, 0),
        ([0.5, 0.4, 0.9], 1, 2),
        ([0.5, 0.46, 0.52, 0.49, 1.0], 0, 4),  # too small a lead does not count
        ([0.8, 0.2, 0.8, 0.2, 1.0], 4, 4),
    ],
)
def test_a_lead_is_counted_when_it_is_large_enough(path: list[float], changes: int, led_from: int) -> None:
    values = np.array([[own, 1 - own] for own in path])
    assert (_lead_changes(values), _led_from(values, 0)) == (changes, led_from)


@pytest.mark.parametrize(
    ("slug", "players", "options"),
    [
        ("hat_stairs", 3, {"steps": 10}),
        ("vanished_animal", 2, {}),
        ("great_hall", 4, {}),
        ("magic_hexagon", 2, {"hypnosis": "off"}),
        ("catch_the_hat", 4, {"teams": "team"}),
    ],
)
def test_every_game_can_be_inspected(slug: str, players: int, options: dict[str, object]) -> None:
    found = inspect(load(slug, players, **options), 2, seed=3)
    assert (
        found.games == 2
        and len(found.lengths) == 2
        and len(found.seats) == (2 if "teams" in options or slug == "great_hall" else players)
    )
    assert sum(seat[0] for seat in found.seats) == pytest.approx(1 - found.draws / 2, abs=1e-3)
    assert 0 <= found.forced[0] <= 100 and 0 <= found.clear_after[0] <= 100 and found.decisions[0] > 0
    if found.draws < 2:
        assert len(found.winner) == PARTS + 1 and found.winner[-1] == pytest.approx(1, abs=1e-3)


def test_an_inspection_is_the_same_in_processes() -> None:
    game, two = load("hat_stairs", 2), Workers(2, threads=False)
    assert msgspec.to_builtins(inspect(game, 6)) == msgspec.to_builtins(inspect(game, 6, place=two))
