"""How games end and who wins: goals, ties, caps, eliminated players, teams."""

from typing import Any

import pytest

from hatbox.games.catch_the_hat.notation import score

from .compiled import Table
from .examples import BLUE, EXAMPLES, GREEN, OVER, PICK, RED, YELLOW, Example, exactly, go, position
from .test_rules import assert_legal

ALL_BLUE, ALL_YELLOW = "B,B,B,B,B,B", "Y,Y,Y,Y,Y,Y"


def example(number: str) -> Example:
    return next(each for each in EXAMPLES if each.number == number)


def last_move(options: dict[str, Any], board: str, jail: str, players: int = 4) -> Table:
    """Red on 5 rolls 3 and catches the last enemy hat on 8."""
    table = Table(players, options, position(board, 3, RED, jail, players))
    for step in go(0, exactly(2, 8), 8, then=exactly()):
        table.play(step.action, *step.rolls)
        assert_legal(step.then, table.legal)
    assert table.fields["phase"] == OVER and table.state.over and not table.fields["capped"]
    return table


@pytest.mark.rule("CH-35", "CH-40", "CH-R09")
@pytest.mark.parametrize(
    ("options", "winners", "returns"),
    [
        ({}, 0b011, [0.25, 0.25, -0.5]),
        ({"tie_break": "survivor"}, 0b010, [-0.5, 1.0, -0.5]),
        ({"goal": "last_standing"}, 0b010, [-0.5, 1.0, -0.5]),
    ],
)
def test_who_wins_the_end_of_example_16(options: dict[str, Any], winners: int, returns: list[float]) -> None:
    sixteen = example("16")
    table = Table(3, options, sixteen.fields)
    for step in sixteen.steps:
        table.play(step.action)
    assert table.fields["winner_mask"] == winners
    assert table.returns == pytest.approx(returns)


@pytest.mark.rule("CH-40")
def test_the_last_one_left_wins_whatever_the_scores_are() -> None:
    jail = "B:G,G,G,G,G,R,R,R,R R:B,B,B,B,B,B"
    survivor = last_move({"goal": "last_standing"}, "R@5 G@8 R@77", jail, 3)
    assert [score(survivor.state, seat) for seat in range(3)] == [7, 9, 0]
    assert survivor.fields["winner_mask"] == 0b001
    assert last_move({}, "R@5 G@8 R@77", jail, 3).fields["winner_mask"] == 0b010  # CH-35


@pytest.mark.rule("CH-47", "CH-R17")
def test_the_tower_is_won_by_the_colour_on_top() -> None:
    table = last_move({"goal": "tower"}, "R@5 G(B,G,B,G,B)@8 R(G,B,G,B,G,B)@20", "", 3)
    assert table.fields["winner_mask"] == 0b001
    assert table.returns == pytest.approx([1.0, -0.5, -0.5])


@pytest.mark.rule("CH-33", "CH-R01")
def test_hats_at_home_keep_a_colour_in_the_game() -> None:
    jail = "R:G,G,G,G"
    going_on = Table(2, {}, position("R@5 G@8 G@79", 3, RED, jail, 2))
    going_on.play(81)
    going_on.play(8, 1)
    assert going_on.fields["phase"] == PICK


@pytest.mark.rule("CH-36", "CH-R16")
def test_a_player_without_hats_keeps_the_jail() -> None:
    table = Table(4, {}, position("R@5 B@15", 1, jail=f"B:{'G,' * 5}G R:{ALL_YELLOW}"))
    table.play(81)
    table.play(6, 4)
    assert table.fields["turn"] == BLUE
    table.play(81 + 6)
    table.play(min(table.legal), 1)
    assert table.fields["turn"] == RED  # Green and Yellow are skipped
    assert [score(table.state, seat) for seat in range(4)] == [6, 6, 0, 0]


# ---- caps ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CH-35", "CH-R10")
def test_the_cap_comes_before_the_extra_roll() -> None:
    table = Table(2, {"roll_cap": 1}, position("", 6, players=2))
    table.play(81)
    table.play(5)
    assert (table.fields["phase"], table.fields["capped"], table.fields["winner_mask"]) == (OVER, 1, 0b11)
    assert table.returns == [0.0, 0.0]


@pytest.mark.rule("CH-R10")
def test_a_missed_move_can_be_the_last_roll() -> None:
    table = Table(4, {"roll_cap": 1}, example("7").fields)
    table.play(107)
    assert (table.fields["phase"], table.fields["capped"]) == (OVER, 1)


@pytest.mark.rule("CH-R10")
@pytest.mark.parametrize(
    ("goal", "board", "winners"),
    [
        ("last_standing", "R(B,B)@20 Y(R)@31", 0b1000),  # Green and Yellow have six free hats, Yellow scored
        ("last_standing", "B(R)@20", 0b0010),
        ("tower", "R(B,G,Y)@20", 0b0001),
        ("tower", "R(B)@20 G(Y)@31", 0b0101),  # tied at six free hats and one caught: shared
    ],
)
def test_capped_goals_count_free_hats_then_scores(goal: str, board: str, winners: int) -> None:
    table = Table(4, {"roll_cap": 1, "goal": goal}, position(board, 1))
    table.play(81 + 5)
    table.play(0)
    assert table.fields["winner_mask"] == winners


@pytest.mark.rule("CH-R10")
def test_without_a_cap_there_is_none() -> None:
    table = Table(2, {"roll_cap": 0}, {**position("", 1, players=2), "rolls": 4_000_000})
    table.play(81)
    table.play(0, 3)
    assert (table.fields["phase"], table.fields["rolls"]) == (PICK, 4_000_001)


# ---- teams ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CH-41", "CH-43", "CH-45")
@pytest.mark.parametrize("teams", ["team", "total"])
def test_teams_sit_alternately_and_win_together(teams: str) -> None:
    jail = f"R:{ALL_BLUE} G:Y,Y,Y,Y,Y"
    table = last_move({"teams": teams}, "R@5 Y@8", jail)
    assert table.fields["winner_mask"] == 0b0101
    assert table.returns == [1.0, -1.0, 1.0, -1.0]


@pytest.mark.rule("CH-41")
def test_two_teams_of_three() -> None:
    table = Table(6, {"teams": "team", "roll_cap": 1}, position("R(B)@20 G(Y)@31 K(R)@1", 1, players=6))
    table.play(81 + 2)
    table.play(0)
    assert table.fields["winner_mask"] == 0b010101
    assert table.returns == [1.0, -1.0] * 3


@pytest.mark.rule("CH-42")
def test_in_the_team_game_everybody_moves_own_hats() -> None:
    board = "R@5 B@15 G@28 Y@41"
    assert Table(4, {"teams": "team"}, position(board, 2)).legal == {81, 82}
    assert Table(4, {"teams": "total"}, position(board, 2)).legal == {81, 82, 93, 94}  # CH-46


@pytest.mark.rule("CH-43")
def test_mates_are_passed_and_never_caught() -> None:
    table = Table(4, {"teams": "team"}, position("R@5 G@6 B@8", 3))
    table.play(81)
    table.play(8, 1)
    assert table.fields["boss"][12] == -1 and table.fields["boss"][6] == 0


@pytest.mark.rule("CH-44", "CH-R11")
def test_a_freed_mate_is_back_in_the_game() -> None:
    jail = "B:G,G,G,G,G R:B"
    table = Table(4, {"teams": "team"}, position("R(Y,G)@2 Y@41", 3, jail=jail))
    table.play(81)
    table.play(77, 2)
    assert table.fields["turn"] == BLUE
    green = [hat for hat in range(12, 18) if table.fields["pos"][hat] == 79]
    assert len(green) == 1 and table.fields["boss"][green[0]] == -1
    table.play(min(table.legal))
    table.play(min(table.legal), 1)
    assert table.fields["turn"] == GREEN


@pytest.mark.rule("CH-45")
def test_level_teams_draw() -> None:
    table = Table(4, {"teams": "team", "roll_cap": 1}, position("R(B)@20 Y(G)@31", 1))
    table.play(82)
    table.play(0)
    assert table.fields["winner_mask"] == 0b1111
    assert table.returns == [0.0] * 4


@pytest.mark.rule("CH-46", "CH-R11")
def test_in_total_a_player_without_hats_goes_on() -> None:
    table = Table(4, {"teams": "total"}, position("Y@41", 2, YELLOW, f"R:{ALL_BLUE}"))
    table.play(81 + 18)
    table.play(43, 3)
    table.play(min(table.legal))
    table.play(min(table.legal), 3)
    assert table.fields["turn"] == BLUE
    assert all(81 + 18 <= action < 105 for action in table.legal)


# ---- golden --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CH-54", "CH-R15")
def test_the_golden_hat_scores_nothing_and_ends_nothing() -> None:
    table = last_move({"golden": True}, "R@5 G(*)@8", "R:G,G,G,G,G", 2)
    assert [score(table.state, seat) for seat in range(2)] == [6, 0]
    assert (table.fields["gold_boss"], table.fields["gold_worn"]) == (0, 0)


@pytest.mark.rule("CH-54")
@pytest.mark.parametrize(("gold_winner", "winners"), [(False, 0b001), (True, 0b010)])
def test_gold_winner(gold_winner: bool, winners: int) -> None:
    options = {"golden": True, "gold_winner": gold_winner, "roll_cap": 1}
    table = Table(3, options, position("R(B,G)@20 B*@31", 1, players=3))
    table.play(82)
    table.play(0)
    assert table.fields["winner_mask"] == winners
