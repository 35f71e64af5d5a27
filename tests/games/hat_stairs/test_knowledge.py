"""What a player may know on the stairs: everything except face-down stones."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

import hatbox
from hatbox.games.hat_stairs.knowledge import OBSERVATION
from hatbox.games.hat_stairs.view import View
from hatbox.match.match import Match
from tests.games.hat_stairs.test_rules import stairs, stairs_with


def view(match: Match, seat: int = 0, aid: bool = False) -> View:
    found = match.view(seat, aid)
    assert isinstance(found, View)
    return found


@pytest.mark.rule("HS-08", "HS-12")
def test_a_value_is_public_for_the_moment_and_then_gone() -> None:
    match = stairs("5,5,5")
    match.play("stone 4")
    assert [view(match, seat).stones for seat in (-1, 0, 1, 2)] == [[0, 0, 0, 4, 0, 0]] * 4
    match.play("up")
    assert view(match).stones == [0] * 6
    assert view(match).noted == [0] * 6
    assert view(match, aid=True).noted == [0, 0, 0, 4, 0, 0]


def test_open_stones_stay_open_until_the_mix() -> None:
    match = stairs_with("4,4", "123456", "field", "A", open_stones=True)
    match.play("stone 1")
    match.play("up")
    assert view(match).stones == [1, 0, 0, 0, 0, 0]
    match.play("stone 2")
    match.play("up")
    assert (match.state.hat, view(match).stones) == (1, [0] * 6)


def test_the_sixth_stone_stays_face_down_with_open_stones() -> None:
    match = stairs_with("4,4", "123456", "A", "A", seen="12345", open_stones=True)
    assert view(match).stones == [1, 2, 3, 4, 5, 0]
    assert view(match, aid=True).noted == [1, 2, 3, 4, 5, 6]


def test_resampling_is_uniform_over_the_worlds() -> None:
    match = stairs_with("4,4", "326154", "field", "A", seen="25")
    counts = Counter(tuple(match.guess(0, seed)[0].stones) for seed in range(24_000))
    worlds = {w for w in permutations(range(1, 7)) if (w[1], w[4]) == (2, 5)}
    assert set(counts) == worlds
    expected = 24_000 / len(worlds)
    chi2 = sum((counts[w] - expected) ** 2 / expected for w in worlds)
    assert chi2 < 49.7  # 99.9 % of chi-square with 23 degrees of freedom


@pytest.mark.rule("HS-04")
def test_the_set_up_mixes_uniformly() -> None:
    game = hatbox.load("hat_stairs")
    counts = Counter(tuple(s.stones) for s in game.states(36_000, 0))
    assert len(counts) == 720
    chi2 = sum((count - 50) ** 2 / 50 for count in counts.values())
    assert chi2 < 841.0  # 99.9 % with 719 degrees of freedom


def test_the_observation_says_what_the_memory_aid_says() -> None:
    match = stairs_with("4,9,2", "326154", "B", "A", seen="25")
    match.play("stone 1")
    sizes = {piece.name: piece.size for piece in OBSERVATION}
    starts = dict(zip(sizes, np.cumsum([0, *sizes.values()])[:-1], strict=True))
    for seat in range(3):
        seen = match.game.observation(match._states, seat)
        assert len(seen) == sum(sizes.values())
        known = seen[starts["known"] : starts["known"] + 42].reshape(6, 7).argmax(axis=1)
        assert known.tolist() == view(match, seat, aid=True).noted == [3, 2, 0, 0, 5, 0]
        own_step = seen[starts["steps"] : starts["steps"] + 22].argmax()
        assert own_step == match.state.step[seat]
        assert seen[starts["hat"] : starts["hat"] + 5].argmax() == (1 - seat) % 3
        assert seen[starts["my turn"]] == (seat == 0)


def test_undo_never_crosses_a_reveal_or_a_mix() -> None:
    match = stairs("1,1")
    match.play("stone 3")
    with pytest.raises(hatbox.HatboxError, match="revealed"):
        match.undo()
    match.play("up")
    with pytest.raises(hatbox.HatboxError, match="no longer your turn"):
        match.undo(seat=0)
    assert str(match.undo()) == "up"
    assert match.turn == 0
    taken = stairs("1,1")
    taken.play("stone 5")
    taken.play("up")
    with pytest.raises(hatbox.HatboxError, match="a random event"):
        taken.undo()
