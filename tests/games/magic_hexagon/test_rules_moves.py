"""Running, jumping, collecting, areas and stones in constructed positions, on the compiled engine."""

from typing import Any

import pytest

import hatbox
from hatbox import conformance

from .examples_format import PICK, board, move, moves, owned
from .placed import near
from .test_rare_positions import TWO_AREAS


def collection(match: Any, seat: int) -> list[int]:
    """The faces that a seat owns."""
    row = match.state.owned[seat]
    return [face for face in range(44) for _ in range(row[face])]


def left(match: Any) -> dict[int, int]:
    """The coloured discs on the board."""
    return {cell: face for cell, face in enumerate(match.state.board) if 0 <= face < 44}


@pytest.mark.rule("MH-04", "MH-11", "MH-16")
def test_every_move_moves_one_hat_and_takes_something() -> None:
    for match in conformance.random_match(hatbox.load("magic_hexagon", 3), seed=8):
        for action in match.legal:
            if action < 1092:
                hat, cell = action // 273, action // 3 % 91
                assert match.state.hats[hat] != cell
                assert cell not in match.state.hats
                twin = match.fork(match.ply)
                twin.play(action)
                moved = [h for h in range(4) if twin.state.hats[h] != match.state.hats[h]]
                assert moved == [hat]
                assert twin.state.phase == PICK or len(left(twin)) < len(left(match))


@pytest.mark.rule("MH-12", "MH-17")
def test_a_run_crosses_and_ends_on_black_discs() -> None:
    """From 43 over the black 44, 45 and 46 to 47; 46 is a stop too."""
    match = near({"board": board({43: 9, 47: 9, 36: 0, 37: 0}), "hats": [43, 18, 72, 75]})
    assert set(match.legal) >= moves((0, 46, 1), (0, 47, 1))
    match.play(move(0, 47, 1))
    assert collection(match, 0) == [0, 0]
    assert match.state.board[44:47] == [44, 44, 44]


@pytest.mark.rule("MH-15")
def test_the_disc_under_the_moved_hat_stays() -> None:
    """The hat stops on a disc of its own colour and value and takes only the adjacent one."""
    match = near({"board": board({43: 9, 34: 0, 35: 0}), "hats": [44, 18, 72, 75]})
    match.play(move(0, 34, 1))
    assert left(match) == {43: 9, 34: 0}


@pytest.mark.rule("MH-17")
def test_black_discs_are_never_taken() -> None:
    """After a whole game the eleven black discs are still there."""
    for layout in ("lozenge", "corners", "ring"):
        match = conformance.last(conformance.random_match(hatbox.load("magic_hexagon", layout=layout), 4))
        assert match.over
        assert match.state.board.count(44) == 11


@pytest.mark.rule("MH-18", "MH-19")
def test_a_jump_needs_a_free_black_disc() -> None:
    match = near({"board": board({16: 1, 43: 9}), "hats": [46, 15, 72, 75]})
    assert set(match.legal) == moves((3, 44, 1))


@pytest.mark.rule("MH-18")
def test_a_jump_crosses_holes_and_hats() -> None:
    match = near({"board": board({16: 0}), "hats": [69, 18, 72, 75]})
    assert set(match.legal) == moves((0, 15, 1))
    match.play(move(0, 15, 1))
    assert match.state.hats[0] == 15


@pytest.mark.rule("MH-19")
def test_a_jump_depends_on_the_player() -> None:
    """The hat runs for the player who has unlocked the tool, and jumps for the other."""
    fields: dict[str, Any] = {
        "board": board({34: 12, 16: 1}),
        "hats": [46, 18, 72, 75],
        "owned": owned({0: {0: 1}}),
    }
    assert set(near(fields).legal) == moves((0, 44, 2), (0, 45, 2))
    assert set(near(fields | {"turn_index": 3}).legal) == moves((0, 15, 1))


@pytest.mark.rule("MH-20", "MH-O01")
def test_no_jump_just_to_win_an_area() -> None:
    """Red is on an island worth 3 that it would win by leaving, but no black disc has a red one next to it."""
    fields = {"board": board({0: 31, 16: 9}), "hats": [0, 18, 72, 75]}
    for condition in ("this_hat", "any_hat"):
        match = near(fields, jump_condition=condition)
        assert set(match.legal) == moves((3, 15, 1))


@pytest.mark.rule("MH-O01", "MH-19")
def test_any_hat_without_runs() -> None:
    fields = {"board": board({43: 9, 16: 0}), "hats": [18, 29, 72, 75]}
    assert set(near(fields, jump_condition="any_hat").legal) == moves((0, 15, 1), (3, 44, 1))


@pytest.mark.rule("MH-21", "MH-43")
def test_an_area_in_round_one() -> None:
    """One disc is picked, the area that this cuts off is given in full."""
    match = near(TWO_AREAS | {"turn_index": 0})
    match.play(move(0, 10, 1))
    assert set(match.legal) == {1092, 1095}
    match.play(1092)
    assert collection(match, 0) == [0, 29, 39]
    assert left(match) == {10: 6, 9: 1, 2: 40}


@pytest.mark.rule("MH-21")
def test_no_limit_in_round_one() -> None:
    match = near(TWO_AREAS | {"turn_index": 0}, first_round_limit=False)
    match.play(move(0, 10, 1))
    assert match.state.turn_index == 1
    assert left(match) == {10: 6}


@pytest.mark.rule("MH-21")
def test_a_single_disc_in_round_one_needs_no_choice() -> None:
    match = near({"board": board({43: 9, 35: 0, 47: 9}), "hats": [43, 18, 72, 75], "turn_index": 0})
    match.play(move(0, 46, 1))
    assert match.state.turn_index == 1
    assert collection(match, 0) == [0]


@pytest.mark.rule("MH-30", "MH-33")
def test_only_ingredients_in_round_one() -> None:
    for match in conformance.random_match(hatbox.load("magic_hexagon", 4), seed=6):
        if match.state.turn_index < 4 and match.state.phase == 1:
            assert all(action % 3 == 0 for action in match.legal)


@pytest.mark.rule("MH-33", "MH-43")
def test_discs_of_an_area_unlock_tools() -> None:
    """Two red magic tools go to seat 0 with an area; then a red kitchen tool is open to seat 0 alone."""
    fields = {"board": board({5: 28, 12: 32, 11: 0, 10: 6, 34: 16, 43: 9}), "hats": [18, 44, 72, 75]}
    match = near(fields, 3)
    match.play(move(0, 10, 1))
    assert collection(match, 0) == [0, 28, 32]
    assert (match.turn, match.state.turn_index) == (0, 6)  # the others have no move
    assert {action % 3 for action in match.legal} == {1}


@pytest.mark.rule("MH-40", "MH-41")
def test_several_areas_at_once() -> None:
    match = near(TWO_AREAS)
    match.play(move(0, 10, 1))
    assert collection(match, 0) == [0, 1, 29, 39, 40]
    assert left(match) == {10: 6}


@pytest.mark.rule("MH-40", "MH-42")
def test_the_last_hat_that_leaves_an_island() -> None:
    """The first of two hats leaves without effect, the last one earns it."""
    match = near({"board": board({0: 9, 1: 3, 16: 1, 43: 11}), "hats": [0, 18, 72, 1]})
    match.play(move(0, 15, 1))
    assert collection(match, 0) == [1]
    match.play(move(3, 44, 1))
    assert collection(match, 1) == [3, 9, 11]


@pytest.mark.rule("MH-15", "MH-42")
def test_a_run_splits_an_island() -> None:
    """The run takes its own origin, and the part left behind is cut off."""
    match = near({"board": board({0: 9, 1: 0, 2: 10}), "hats": [1, 18, 72, 75]})
    assert set(match.legal) == moves((0, 0, 1), (0, 2, 1))
    match.play(move(0, 2, 1))
    assert collection(match, 0) == [0, 9]
    assert left(match) == {2: 10}


@pytest.mark.rule("MH-41", "MH-50", "MH-54")
def test_stones_for_discs_of_an_area() -> None:
    """The disc of the area completes four colours; the stone comes at once and stays."""
    match = near(
        {
            "board": board({5: 8, 11: 0, 10: 6, 43: 11, 34: 5}),
            "hats": [18, 44, 72, 75],
            "owned": owned({0: {3: 1, 9: 1}}),
        }
    )
    match.play(move(0, 10, 1))
    assert collection(match, 0) == [0, 3, 8, 9]
    assert match.state.stones[0] == [1, 0, 0]
    assert match.state.score[0] == 4 + 2
    while not match.over:
        match.play(match.legal[0])
        assert match.state.stones[0][0] >= 1


@pytest.mark.rule("MH-52", "MH-53", "MH-54")
def test_the_fourth_equal_tool_brings_two_stones() -> None:
    match = near(
        {
            "board": board({34: 12, 43: 9}),
            "hats": [46, 18, 72, 75],
            "owned": owned({0: {13: 1, 14: 1, 15: 1, 0: 1}}),
        }
    )
    match.play(move(0, 45, 2))
    assert match.state.stones[0] == [0, 2, 0]


@pytest.mark.rule("MH-54")
def test_stones_follow_from_the_collection() -> None:
    """In whole games the stones always equal the sets, and never become fewer."""
    for seed in range(3):
        before = [[0] * 3 for _ in range(4)]
        for match in conformance.random_match(hatbox.load("magic_hexagon", 2), seed):
            state = match.state
            assert state.stones == state.sets
            assert all(
                n >= m
                for row, old in zip(state.stones, before, strict=True)
                for n, m in zip(row, old, strict=True)
            )
            before = state.stones
