"""Hat Stairs, rule by rule: the worked examples of the rules page, and constructed positions."""

from typing import Any

import pytest

import hatbox
from hatbox.errors import BadOption, IllegalMove
from hatbox.match.match import Match

UP, DOWN, PASS = 6, 7, 8
ALL_STONES = [0, 1, 2, 3, 4, 5]


def stairs(at: str, hat: str = "field", turn: str = "A", seen: str = "", **options: Any) -> Match:
    """A position with stones 1 … 6 in order, so that place k shows k + 1."""
    return stairs_with(at, "123456", hat, turn, seen, **options)


def stairs_with(at: str, stones: str, hat: str, turn: str, seen: str = "", **options: Any) -> Match:
    match = hatbox.load("hat_stairs", len(at.split(",")), **options).match(seed=1)
    parts = [f"at={at}", f"hat={hat}", f"stones={stones}", f"seen={seen}" if seen else "", f"turn={turn}"]
    match.set_position(" ".join(part for part in parts if part) + " turns=0 quiet=0")
    return match


def turn_value(match: Match, value: int) -> list[int]:
    """Turn the stone with this value; returns what is legal then."""
    match.play(match.state.stones.index(value))
    return match.legal


def was_mixed(match: Match) -> bool:
    state = match.state
    return (state.seen, state.since_mix, state.last) == (0, 0, -1)


@pytest.mark.rule("HS-09", "HS-14", "HS-15")
def test_example_01_too_many_dots_lead_down() -> None:
    match = stairs("9,1", hat="A")
    assert turn_value(match, 5) == [DOWN]
    match.play("down")
    assert (match.state.step[0], match.state.hat, match.turn) == (4, 0, 1)
    assert not was_mixed(match)


@pytest.mark.rule("HS-01", "HS-02", "HS-03", "HS-04", "HS-05")
def test_example_02_setup_of_three() -> None:
    match = hatbox.load("hat_stairs", 3).match(seed=5)
    state = match.state
    assert state.step == [1, 1, 1, 0]
    assert (state.hat, state.hat_step, state.seen, match.turn) == (-1, 6, 0, 0)
    assert sorted(state.stones) == [1, 2, 3, 4, 5, 6]
    assert match.legal == ALL_STONES


@pytest.mark.rule("HS-07", "HS-12", "HS-13", "HS-14")
def test_example_03_only_up_from_the_start() -> None:
    match = stairs("1,1")
    assert turn_value(match, 3) == [UP]
    match.play("up")
    assert (match.state.step[0], match.state.seen, match.state.open, match.turn) == (4, 0b100, -1, 1)


@pytest.mark.rule("HS-17", "HS-18", "HS-27")
def test_example_04_hat_taken_and_stones_mixed() -> None:
    match = stairs("1,1", seen="12")
    turn_value(match, 5)
    match.play("up")
    assert (match.state.step[0], match.state.hat, match.turn) == (6, 0, 1)
    assert was_mixed(match)
    assert sorted(match.state.stones) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("HS-17")
def test_example_05_passing_the_hat_field() -> None:
    match = stairs("1,1")
    turn_value(match, 6)
    match.play("up")
    assert (match.state.step[0], match.state.hat) == (7, -1)
    assert not was_mixed(match)


@pytest.mark.rule("HS-10", "HS-17")
def test_example_06_hat_taken_from_above() -> None:
    match = stairs("1,9", turn="B")
    assert turn_value(match, 3) == [UP, DOWN]
    match.play("down")
    assert (match.state.step[1], match.state.hat) == (6, 1)
    assert was_mixed(match)


@pytest.mark.rule("HS-16")
def test_example_07_no_larder_without_hat() -> None:
    match = stairs("3,10", hat="A", turn="B")
    assert turn_value(match, 3) == [DOWN]
    with pytest.raises(IllegalMove, match="HS-16") as refused:
        match.play("up")
    assert (refused.value.rule, refused.value.reason) == ("HS-16", "hat_needed")
    match.play("down")
    assert match.state.step[1] == 7


@pytest.mark.rule("HS-16")
def test_example_08_top_step_is_the_end_without_hat() -> None:
    match = stairs("3,12", hat="A", turn="B")
    assert turn_value(match, 1) == [DOWN]


@pytest.mark.rule("HS-15", "HS-23")
def test_example_09_wins_at_once() -> None:
    match = stairs("7,3", hat="A")
    turn_value(match, 6)
    match.play("up")
    assert match.over
    assert (match.winners, match.returns, match.state.turns) == ([0], [1.0, -1.0], 1)
    assert match.legal == []
    assert match.state.stones == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("HS-19", "HS-22", "HS-24")
def test_example_10_newcomer_takes_the_hat_from_two() -> None:
    match = stairs("8,8,5", hat="A", turn="C")
    turn_value(match, 3)
    match.play("up")
    assert (match.state.step[:3], match.state.hat) == ([8, 8, 8], 2)
    assert was_mixed(match)


@pytest.mark.rule("HS-20", "HS-22")
def test_example_11_wearer_gives_the_hat_to_the_only_other() -> None:
    match = stairs("4,7,1", hat="A")
    turn_value(match, 3)
    match.play("up")
    assert (match.state.step[0], match.state.hat, match.turn) == (7, 1, 1)
    assert was_mixed(match)


@pytest.mark.rule("HS-21", "HS-22")
def test_example_12_wearer_keeps_the_hat_among_several() -> None:
    match = stairs("4,7,7", hat="A")
    turn_value(match, 3)
    match.play("up")
    assert (match.state.hat, match.state.seen, match.turn) == (0, 0b100, 1)
    assert not was_mixed(match)


@pytest.mark.rule("HS-19")
def test_example_13_start_step_is_a_step() -> None:
    match = stairs("1,3", hat="A", turn="B")
    turn_value(match, 2)
    match.play("down")
    assert match.state.hat == 1
    assert was_mixed(match)


@pytest.mark.rule("HS-24")
def test_example_14_leaving_the_wearer_changes_nothing() -> None:
    match = stairs("5,5", hat="A", turn="B")
    turn_value(match, 2)
    match.play("up")
    assert (match.state.step[:2], match.state.hat) == ([5, 7], 0)
    assert not was_mixed(match)


@pytest.mark.rule("HS-25")
def test_example_15_hat_field_is_ordinary_once_the_hat_is_gone() -> None:
    for hat in "AB":
        match = stairs("5,9", hat=hat)
        turn_value(match, 1)
        match.play("up")
        assert (match.state.step[0], match.state.hat) == (6, "AB".index(hat))
        assert not was_mixed(match)


@pytest.mark.rule("HS-07", "HS-08")
def test_example_16_a_known_stone_may_be_chosen_again() -> None:
    match = stairs_with("2,2", "153426", "field", "A", seen="3")
    played = match.play("stone 3")
    assert played.events[0].value == 3  # type: ignore[attr-defined]
    match.play("up")
    assert match.state.seen == 0b100
    assert match.legal == ALL_STONES


def test_example_17_the_sixth_stone_is_known_by_elimination() -> None:
    match = stairs_with("3,3", "123564", "field", "A", seen="12345")
    assert match.view(0, aid=True).noted == [1, 2, 3, 5, 6, 4]  # type: ignore[attr-defined]


def test_example_18_stuck_means_staying() -> None:
    match = stairs("6,1", steps=11, hat_step=5)
    assert turn_value(match, 6) == [PASS]
    match.play("stay")
    assert (match.state.step[0], match.state.hat, match.turn, match.state.turns) == (6, -1, 1, 1)
    assert match.state.seen == 0b100000


@pytest.mark.rule("HS-23")
def test_example_19_with_the_hat_the_same_stone_wins() -> None:
    match = stairs("6,1", hat="A", steps=11)
    assert turn_value(match, 6) == [UP]
    match.play("up")
    assert match.winners == [0]


@pytest.mark.rule("HS-11")
def test_example_20_bounce_off_the_larder_does_not_win() -> None:
    match = stairs("9,1", hat="A", overshoot="bounce")
    assert turn_value(match, 5) == [UP, DOWN]
    match.play("up")
    assert not match.over
    assert match.state.step[0] == 12


def test_example_21_bounce_onto_the_hat_and_off_the_start() -> None:
    for direction in ("up", "down"):
        match = stairs("12,1", overshoot="bounce")
        assert turn_value(match, 6) == [UP, DOWN]
        match.play(direction)
        assert (match.state.step[0], match.state.hat) == (6, 0)
        assert was_mixed(match)
    match = stairs("2,9", overshoot="bounce")
    turn_value(match, 3)
    match.play("down")
    assert match.state.step[0] == 3


def test_example_22_redraw() -> None:
    match = stairs_with("6,1", "123465", "field", "A", steps=11, hat_step=5, stuck="redraw")
    match.play("stone 5")
    assert (match.turn, match.state.seen, match.state.tried) == (0, 0b10000, 0b10000)
    assert match.legal == [0, 1, 2, 3, 5]
    with pytest.raises(IllegalMove, match="HS-R05"):
        match.play("stone 5")
    match.play("stone 2")
    assert match.legal == [UP, DOWN]
    match.play("up")
    assert (match.state.turns, match.state.seen, match.state.tried, match.turn) == (1, 0b10010, 0, 1)


def test_example_23_no_repeat() -> None:
    match = stairs_with("3,9", "351462", "field", "A", no_repeat=True)
    match.play("stone 3")
    match.play("up")
    assert match.legal == [0, 1, 3, 4, 5]
    with pytest.raises(IllegalMove, match="HS-R19"):
        match.play("stone 3")
    match.play("stone 1")
    match.play("down")
    assert (match.state.hat, match.legal) == (1, ALL_STONES)


def test_example_24_stall_remix_after_six_quiet_turns() -> None:
    match = stairs("1,1", stall_remix=6)
    for turn, direction in enumerate(["up", "up", "down", "down", "up", "up"]):
        assert match.state.since_mix == turn
        match.play("stone 1")
        match.play(direction)
    assert was_mixed(match)
    assert (match.state.hat, match.state.turns, match.state.step[:2]) == (-1, 6, [2, 2])


def test_example_25_the_open_stone_counts_at_once() -> None:
    match = stairs_with("5,5", "123564", "field", "A", seen="1234")
    match.play("stone 5")
    assert match.view(1, aid=True).noted == [1, 2, 3, 5, 6, 4]  # type: ignore[attr-defined]


@pytest.mark.rule("HS-06", "HS-13")
def test_starter_and_order() -> None:
    match = hatbox.load("hat_stairs", 3, starter=2).match(seed=3)
    turns = []
    for _ in range(4):
        turns.append(match.turn)
        match.play(0)
        match.play(match.legal[0])
    assert turns == [2, 0, 1, 2]
    starters = {hatbox.load("hat_stairs", 4, starter="random").match(seed=k).turn for k in range(60)}
    assert starters == {0, 1, 2, 3}


@pytest.mark.rule("HS-09")
def test_moving_is_compulsory() -> None:
    match = stairs("5,5")
    turn_value(match, 1)
    for move, rule in (("stay", "HS-09"), ("stone 1", "HS-07")):
        with pytest.raises(IllegalMove, match=rule):
            match.play(move)
    fresh = stairs("5,5")
    with pytest.raises(IllegalMove, match="HS-09"):
        fresh.play("up")


@pytest.mark.rule("HS-14")
def test_refusals_at_both_ends() -> None:
    low = stairs("2,5")
    turn_value(low, 4)
    with pytest.raises(IllegalMove, match="HS-14"):
        low.play("down")
    high = stairs("11,5", hat="A")
    turn_value(high, 4)
    with pytest.raises(IllegalMove, match="HS-15"):
        high.play("up")


@pytest.mark.rule("HS-19")
def test_three_on_the_step_and_the_newcomer_gets_the_hat() -> None:
    match = stairs("8,8,8,5", hat="B", turn="D")
    turn_value(match, 3)
    match.play("up")
    assert match.state.hat == 3


def test_a_bounce_to_the_own_step_is_no_arrival() -> None:
    match = stairs("10,10", hat="A", turn="B", overshoot="bounce")
    turn_value(match, 4)
    match.play("up")
    assert (match.state.step[1], match.state.hat) == (10, 0)
    assert not was_mixed(match)


def test_the_cap_is_a_draw_and_says_so() -> None:
    match = stairs("1,1", max_turns=50)
    while not match.over:
        match.play(match.state.stones.index(1) if match.state.open < 0 else match.legal[-1])
    assert match.state.turns == 50
    assert (match.state.capped, match.winners, match.returns) == (True, [], [0.0, 0.0])


def test_a_win_on_the_last_turn_is_a_win() -> None:
    match = stairs("7,3", hat="A", max_turns=50)
    match._states["turns"] = 49
    turn_value(match, 6)
    match.play("up")
    assert (match.winners, match.state.capped) == ([0], False)


def test_hat_step_and_starter_must_fit() -> None:
    with pytest.raises(BadOption, match="2 to 8"):
        hatbox.load("hat_stairs", 2, steps=8, hat_step=9)
    with pytest.raises(BadOption, match="0 to 1"):
        hatbox.load("hat_stairs", 2, starter=2)
