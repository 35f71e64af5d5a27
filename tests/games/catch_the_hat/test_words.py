"""The words at the end of a game and of refusals, in settings where the usual sentence would be false."""

from typing import Any

import pytest

import hatbox
from hatbox import words
from hatbox.errors import BadOption, IllegalMove
from hatbox.game import load_old
from hatbox.games.catch_the_hat.events import (
    EndCapped,
    EndCaughtDecide,
    EndFreeLine,
    EndGolden,
    EndLastStanding,
    EndLastTeam,
    EndLevel,
    EndMost,
    EndMostFree,
    EndOneColour,
    EndOneTeam,
    EndScoreLine,
    EndShared,
    EndSurvivor,
    EndTeam,
    EndTower,
    EndTowerTeam,
    LostLastHat,
)
from hatbox.interfaces import Event
from hatbox.match.match import Match
from hatbox.match.recording import from_json, replay, to_json

from .test_story import GOLDEN, TEAM, board, told

ALL_GREEN, ALL_BLUE, ALL_YELLOW = "G,G,G,G,G,G", "B,B,B,B,B,B", "Y,Y,Y,Y,Y,Y"


def ending(match: Match, *actions: int) -> list[Event]:
    """The end events of these actions."""
    events = told(match, *actions)
    assert match.over
    return [event for event in events if event.kind.startswith("end_")]


def free_lines(*lines: tuple[int, int]) -> list[Event]:
    return [EndFreeLine(seat, free, caught) for seat, (free, caught) in enumerate(lines)]


def score_lines(*scores: int) -> list[Event]:
    return [EndScoreLine(seat, score) for seat, score in enumerate(scores)]


# ---- natural ends ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CH-35", "CH-R09")
def test_the_most_caught_hats_decide_or_the_survivor() -> None:
    assert ending(board("R@5 G@8", 3, players=2, jail="R:G,G,G,G,G"), 81, 8) == [
        EndOneColour(), *score_lines(6, 0), EndMost(0, 6),
    ]  # fmt: skip
    tie: dict[str, Any] = {"jail": "R:G,G,G,G,G B:R,R,R,R,R,G", "players": 3}
    assert ending(board("R@5 B(B,B,B,B,B)@8", 3, **tie), 81, 8)[-1] == EndMost(0, 11)


@pytest.mark.rule("CH-R09")
@pytest.mark.parametrize(
    ("tie_break", "decided"), [("shared", EndShared(6, [0, 1])), ("survivor", EndSurvivor(1))]
)
def test_equal_scores_are_shared_or_go_to_the_survivor(tie_break: str, decided: Event) -> None:
    match = board("B@5 R@8", 3, turn=1, players=3, jail=f"R:{ALL_GREEN} B:R,R,R,R,R", tie_break=tie_break)
    assert ending(match, 87, 8) == [EndOneColour(), *score_lines(6, 6, 0), decided]


@pytest.mark.rule("CH-45")
def test_a_team_game_ends_with_one_team_not_with_one_colour() -> None:
    match = board("R@5 Y@8", 3, jail="R:B,B,B,B,B,B G:Y,Y,Y,Y,Y", **TEAM)
    assert ending(match, 81, 8) == [EndOneTeam(), *score_lines(7, 0, 5, 0), EndTeam(1, 12)]


@pytest.mark.rule("CH-40", "CH-47")
def test_other_goals_count_no_caught_hats() -> None:
    last = board("R@5 G@8", 3, players=2, jail="R:G,G,G,G,G", goal="last_standing")
    events = told(last, 81, 8)
    assert events[2:] == [LostLastHat(1), EndLastStanding(0)]
    tower = board("R@5 G(R,G,R,G,R)@8 R(G,G,G)@20", 3, players=2, goal="tower")
    assert ending(tower, 81, 8) == [EndTower(0)]
    teams = board("R@5 Y@8", 3, jail=f"R:{ALL_BLUE} G:Y,Y,Y,Y,Y", goal="last_standing", **TEAM)
    assert ending(teams, 81, 8) == [EndLastTeam(1)]
    on_top = board("R(B,B,B,B,B,B,Y,Y,Y,Y,Y)@5 Y@8", 3, goal="tower", **TEAM)
    assert ending(on_top, 81, 8) == [EndTowerTeam(1)]


@pytest.mark.rule("CH-54")
def test_the_golden_hat_decides_against_the_scores() -> None:
    alone = board("R@5 G(*)@20 B@8", 3, players=3, jail=f"R:{ALL_GREEN[:9]},B,B,B,B,B", roll_cap=1, **GOLDEN)
    assert alone.game.options["gold_winner"] is False
    jail = "R:B,B,B,B,B"
    capped = board("R@5 G(*)@20", 3, players=3, jail=jail, roll_cap=1, gold_winner=True, **GOLDEN)
    assert ending(capped, 81, 8) == [EndCapped(1), *score_lines(5, 0, 0), EndGolden([2])]
    teams = board("R@5 B(*)@20", 3, jail=jail, roll_cap=1, gold_winner=True, **GOLDEN, **TEAM)
    assert ending(teams, 81, 8) == [EndCapped(1), *score_lines(5, 0, 0, 0), EndGolden([1, 3])]


# ---- stopped by the cap ----------------------------------------------------------------------------------------


@pytest.mark.rule("CH-R10")
def test_the_cap_is_told() -> None:
    match = board("R(B)@20", 1, roll_cap=1)
    assert ending(match, 82, 0) == [EndCapped(1), *score_lines(1, 0, 0, 0), EndMost(0, 1)]
    assert match.view().capped
    level = board("", 1, roll_cap=1)
    assert ending(level, 81, 0) == [EndCapped(1), *score_lines(0, 0, 0, 0), EndLevel()]
    assert ending(board("R(B)@20", 1, roll_cap=1, **TEAM), 82, 0)[-1] == EndTeam(1, 1)
    assert ending(board("", 1, roll_cap=1, **TEAM), 81, 0)[-1] == EndLevel()


@pytest.mark.rule("CH-R10", "CH-47")
def test_a_stopped_tower_game_claims_no_top() -> None:
    match = hatbox.load("catch_the_hat", 3, goal="tower", roll_cap=7).match(1)
    match.set_position("R0(B4,B5)@30 R1@20 R2345@77 B0@33 B123@78 G012345@79 turn=R phase=pick die=2 rolls=7")
    match.play("R@20")
    events = [event for event in match.play("to 18").events if event.kind.startswith("end_")]
    assert events == [EndCapped(7), *free_lines((6, 2), (4, 0), (6, 0)), EndCaughtDecide([0])]
    assert match.winners == [0]


@pytest.mark.rule("CH-R10", "CH-40")
def test_a_stopped_game_for_the_last_hats_counts_the_free_ones() -> None:
    options: dict[str, Any] = {"goal": "last_standing", "roll_cap": 1}
    one = board("R@5", 3, players=3, jail="B:R,R G:B", **options)
    assert ending(one, 81, 8) == [EndCapped(1), *free_lines((4, 0), (5, 2), (6, 1)), EndMostFree([2])]
    two = board("R@5", 3, players=3, jail="B:R,R", **options)
    assert ending(two, 81, 8)[-1] == EndCaughtDecide([1])
    assert ending(board("R@5", 3, players=3, **options), 81, 8)[-1] == EndLevel()
    teams = board("R@5", 3, jail="B:R,R", **options, **TEAM)
    assert ending(teams, 81, 8)[-1] == EndMostFree([1, 3])


def test_the_sentences_of_the_end_name_all_winners() -> None:
    names = ["Mia", "Opa", "Lena", "Jo"]
    assert words.tell("catch_the_hat", EndGolden([1, 3]), names) == "The golden hat decides: Opa, Jo!"
    assert words.tell("catch_the_hat", EndCapped(7), names) == "After 7 rolls the game stops."
    shared = words.tell("catch_the_hat", EndShared(6, [0, 1]), names)
    assert shared == "Mia, Opa have caught the same number: 6 hats each. They share the win."


# ---- refusals --------------------------------------------------------------------------------------------------


def refused(match: Match, action: int) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as caught:
        match.play(action)
    return caught.value.rule, caught.value.reason


@pytest.mark.rule("CH-52", "CH-43")
def test_a_loaded_wearer_is_not_told_to_catch_a_hat_first() -> None:
    """Its home is open to it, but with one more step it would have to stop on its team-mate in front of it."""
    match = board("R*(B)@1 G@0", 3, **GOLDEN, **TEAM)
    match.play(81)
    match.play(0)
    assert 77 not in match.legal
    assert refused(match, 77) == ("CH-52", "dead_end")
    empty = board("R*@1 G@0", 3, **GOLDEN, **TEAM)
    empty.play(81)
    empty.play(0)
    assert refused(empty, 77) == ("CH-24", "home_needs_captive")


@pytest.mark.rule("CH-28")
def test_a_wearer_that_has_not_moved_cannot_stop_at_home() -> None:
    match = board("R*@77", 2, home_surplus="may_stay", **GOLDEN)
    match.play(81)
    assert refused(match, 106) == ("CH-06", "must_move")


@pytest.mark.rule("CH-23")
def test_who_cannot_move_is_not_told_to() -> None:
    match = board("G@0", 1, **TEAM)
    assert match.legal == [107]
    assert refused(match, 105) == refused(match, 8) == ("CH-23", "no_move")
    assert refused(match, 82) == ("CH-43", "team_mate") == refused(match, 83)  # no better twin to take


# ---- options ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CH-47")
def test_nobody_is_freed_in_the_tower_game() -> None:
    with pytest.raises(BadOption, match="free_on_capture does not go with goal=tower"):
        hatbox.load("catch_the_hat", 3, goal="tower", free_on_capture=True)


def test_a_record_of_options_that_are_refused_today_still_opens() -> None:
    match = load_old("catch_the_hat", 3, {"goal": "tower", "free_on_capture": True}).match(3)
    while match.ply < 40:
        match.play(match.legal[0])
    assert replay(from_json(to_json(match))).hash == match.hash
