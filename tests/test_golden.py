"""Each game and setting has a recorded match that still plays the same."""

from pathlib import Path

import pytest

from hatbox.match import recording
from hatbox.options import Value
from tests import golden

CASES = golden.cases()


@pytest.mark.parametrize("case", CASES, ids=[golden.path(*case).stem + f"-{case[0]}" for case in CASES])
def test_golden_game_plays_the_same(case: tuple[str, int, dict[str, Value]]) -> None:
    slug, players, options = case
    file = golden.path(slug, players, options)
    assert file.exists(), "a registered setting without a golden game: run `make golden` and look at it"
    record = recording.from_json(file.read_bytes())
    match = recording.replay(record)
    assert (match.game.slug, match.game.players) == (slug, players)
    assert {name: match.game.options[name] for name in options} == options
    assert match.over or match.ply > 5


def test_no_golden_game_is_left_over() -> None:
    expected = {golden.path(*case) for case in CASES}
    found: set[Path] = set(golden.FOLDER.rglob("*.json"))
    assert found == expected
