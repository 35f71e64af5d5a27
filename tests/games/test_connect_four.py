"""Connect Four, rule by rule."""

from collections.abc import Callable, Iterator

import msgspec
import pytest
from benchmarks import connect_four_bits

import hatbox
from hatbox import conformance
from hatbox.errors import IllegalMove
from hatbox.game import _REGISTRY, Game
from hatbox.match.match import Match

WINS = {
    "up": [0, 1, 0, 1, 0, 1, 0],
    "across": [0, 0, 1, 1, 2, 2, 3],
    "slanting up": [0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3],
    "slanting down": [6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3],
}


def play(columns: list[int]) -> Match:
    match = hatbox.load("connect_four").match(seed=0)
    for column in columns:
        match.play(column)
    return match


@pytest.mark.rule("CF-01", "CF-02")
def test_an_empty_grid_and_seat_0_begins() -> None:
    match = play([])
    assert (match.position, match.turn, match.legal) == ("////// -", 0, [0, 1, 2, 3, 4, 5, 6])
    match.play("column 4")
    assert match.turn == 1


@pytest.mark.rule("CF-03", "CF-04")
def test_a_full_column_is_closed() -> None:
    match = play([3, 3, 3, 3, 3, 3])
    assert match.position == "///010101/// -"
    assert 3 not in match.legal
    with pytest.raises(IllegalMove, match="CF-03"):
        match.play("column 4")


@pytest.mark.rule("CF-05")
@pytest.mark.parametrize("columns", WINS.values(), ids=WINS.keys())
def test_four_in_a_row_win(columns: list[int]) -> None:
    assert not play(columns[:-1]).over
    match = play(columns)
    assert match.over
    assert match.returns == [1.0, -1.0]


@pytest.mark.rule("CF-05")
def test_a_line_does_not_run_on_in_the_next_column() -> None:
    match = play([0, 1, 0, 1, 0, 2, 1, 0, 6, 0, 5, 0])
    assert match.position.startswith("000111/")
    assert not match.over


@pytest.mark.rule("CF-06")
def test_a_full_grid_is_a_draw() -> None:
    order = [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 2, 3, 2, 3, 3, 2, 3, 2, 2, 3, 2, 3]
    order += [4, 5, 4, 5, 5, 4, 5, 4, 4, 5, 4, 5, 6, 6, 6, 6, 6, 6]
    match = play(order)
    assert match.over
    assert (match.returns, match.winners) == ([0.0, 0.0], [])


@pytest.mark.rule("CF-05", "CF-06")
def test_the_outcome_names_the_rule() -> None:
    outcome = play(WINS["across"]).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.rule, str(outcome)) == ((0,), "CF-05", "Ada wins! (CF-05)")


@pytest.fixture(scope="module")
def fast() -> Iterator[Game]:
    """The yardstick of the benchmarks, which other tests do not see."""
    yield connect_four_bits.fast_game()
    del _REGISTRY[connect_four_bits.RULEBOOK.slug]


def test_the_fast_variant_plays_the_same_game(fast: Game) -> None:
    """Another record, the same moves, texts, knowledge and results."""
    slow = hatbox.load("connect_four")
    for seed in range(20):
        twin = fast.match(seed)
        for match in conformance.random_match(slow, seed):
            if match.actions:
                twin.play(match.actions[-1])
            assert (match.hash, match.position) == (twin.hash, twin.position)
            assert msgspec.to_builtins(match.view()) == msgspec.to_builtins(twin.view())
            for seat in (0, 1):
                seen = [m.game.observation(m.now.states, seat).tolist() for m in (match, twin)]
                assert seen[0] == seen[1]


@pytest.mark.parametrize("law", conformance.LAWS, ids=lambda law: law.__name__)
def test_the_fast_variant_obeys_the_laws(fast: Game, law: Callable[[Game], None]) -> None:
    law(fast)


def test_the_file_stays_a_tutorial() -> None:
    from hatbox.games import connect_four

    with open(connect_four.__file__, encoding="utf-8") as file:
        assert len(file.readlines()) < 220
