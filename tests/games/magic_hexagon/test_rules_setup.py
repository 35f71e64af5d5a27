"""Setup, seats and the order of turns, on the compiled engine."""

from collections import Counter

import pytest

import hatbox
from hatbox import conformance
from hatbox.errors import BadOption
from hatbox.games.magic_hexagon import board
from hatbox.games.magic_hexagon.state import LAYOUTS, Phase

from .examples_format import NO_HYPNOSIS
from .reference_board import HAT_STARTS, all_discs
from .reference_board import LAYOUTS as BLACK

SETUPS = 4000


@pytest.mark.rule("MH-01")
def test_two_to_four_players() -> None:
    for players in (2, 3, 4):
        match = hatbox.load("magic_hexagon", players).match(seed=1)
        assert len(match.names) == len(match.view().score) == players  # type: ignore[attr-defined]
    for players in (1, 5):
        with pytest.raises(BadOption, match="2, 3, 4"):
            hatbox.load("magic_hexagon", players)


@pytest.mark.rule("MH-02", "MH-03", "MH-04", "MH-17")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_hexagon_is_laid(layout: str) -> None:
    state = hatbox.load("magic_hexagon", layout=layout).match(seed=5).state
    assert [cell for cell, face in enumerate(state.board) if face == 44] == BLACK[layout]
    assert sorted(face for face in state.board if face != 44) == all_discs()
    assert state.hats == HAT_STARTS[layout]


@pytest.mark.rule("MH-03")
def test_every_order_is_equally_likely() -> None:
    """Each of 80 discs is equally likely on the first, a middle and the last cell."""
    game = hatbox.load("magic_hexagon")
    states = game.states(SETUPS, seed=77)
    for cell in (0, 33, 90):
        seen = Counter(states["board"][:, cell].tolist())
        expected = {face: SETUPS * number / 80 for face, number in Counter(all_discs()).items()}
        chi_square = sum((seen[face] - n) ** 2 / n for face, n in expected.items())
        assert chi_square < 43 + 5 * (2 * 43) ** 0.5


@pytest.mark.rule("MH-03")
def test_neighbouring_cells_are_independent() -> None:
    """Two cells show the same ingredient as often as two discs drawn from the box."""
    states = hatbox.load("magic_hexagon").states(SETUPS, seed=99)
    pairs = (states["board"][:, 0] == states["board"][:, 1]).mean()
    expected = 12 * 4 * 3 / (80 * 79)
    assert abs(pairs - expected) < 5 * (expected / SETUPS) ** 0.5


@pytest.mark.rule("MH-05")
def test_everybody_gets_a_card() -> None:
    for players in (2, 3, 4):
        match = hatbox.load("magic_hexagon", players).match(seed=1)
        assert match.view().cards == [True] * players  # type: ignore[attr-defined]
        off = hatbox.load("magic_hexagon", players, hypnosis=False).match(seed=1)
        assert off.state.cards == 0 and off.state.phase == Phase.MOVE and off.turn == 0


@pytest.mark.rule("MH-07", "MH-10")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_turns_go_round(first: int) -> None:
    match = hatbox.load("magic_hexagon", 3, start=first).match(seed=3)
    for turn in range(12):
        mover = (first + turn) % 3
        assert (match.state.phase, match.turn, match.state.turn_index) == (Phase.HYPNO, (mover + 1) % 3, turn)
        match.play(NO_HYPNOSIS)
        assert match.turn == mover
        while match.state.turn_index == turn:
            assert match.turn == mover
            match.play(match.legal[0])


@pytest.mark.rule("MH-07", "MH-O08")
def test_a_random_seat_begins() -> None:
    states = hatbox.load("magic_hexagon", 4, start="random").states(SETUPS, seed=5)
    counts = Counter(states["first"].tolist())
    assert set(counts) == {0, 1, 2, 3}
    assert all(abs(number - SETUPS / 4) < 5 * (SETUPS * 3 / 16) ** 0.5 for number in counts.values())


def test_a_start_seat_that_does_not_play_is_refused() -> None:
    with pytest.raises(BadOption, match="0 to 1, or random"):
        hatbox.load("magic_hexagon", 2, start=2)


@pytest.mark.rule("MH-44", "MH-17")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_invariants_in_random_games(players: int) -> None:
    """128 points are conserved, black discs stay, and nothing is cut off at the start of a turn."""
    game = hatbox.load("magic_hexagon", players)
    for seed in range(5):
        for match in conformance.random_match(game, seed):
            game.rulebook.conserved(match.state)


def test_bits_and_cells_agree() -> None:
    """A shift leads to the neighbour, and over the edge to no cell."""
    for cell in range(board.CELLS):
        for direction in range(6):
            bit = board.BIT_OF[cell] + int(board.SHIFTS[direction])
            there = board.BIT_OF.index(bit) if bit in board.BIT_OF else -1
            assert there == board.NEXT[cell][direction]
