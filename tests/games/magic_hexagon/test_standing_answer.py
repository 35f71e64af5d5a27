"""A standing answer: a player who said "not now" is not asked about hypnosis, and can change that at any time."""

import random

import pytest

import hatbox
from hatbox.match.match import Match, Played
from hatbox.match.recording import from_json, replay, to_json

HYPNO, NO_HYPNOSIS = 0, 1098


def answer_standing(match: Match) -> list[Played]:
    """Decline for the seats in `not_now` until a seat has to decide, as a table does; returns those moves."""
    played: list[Played] = []
    while match.declined:
        played.append(match.play(match.game.rulebook.decline))
    return played


@pytest.mark.rule("MH-60")
def test_nobody_is_asked_who_said_not_now() -> None:
    match, chooser = hatbox.load("magic_hexagon", 3).match(seed=4), random.Random(4)
    match.not_now = {0, 1, 2}
    answer_standing(match)
    asked = 0
    while not match.over:
        asked += match.state.phase == HYPNO
        match.play(chooser.choice(match.legal))
        said = answer_standing(match)
        assert all(played.move.action == NO_HYPNOSIS for played in said)
    assert asked == 0
    assert match.actions.count(NO_HYPNOSIS) > 10
    assert replay(from_json(to_json(match))).hash == match.hash


@pytest.mark.rule("MH-60")
def test_only_the_seats_that_said_so_are_passed_over() -> None:
    match, chooser = hatbox.load("magic_hexagon", 2).match(seed=4), random.Random(4)
    match.not_now = {0}
    asked = []
    while not match.over:
        if match.state.phase == HYPNO:
            asked.append(match.turn)
            match.play(NO_HYPNOSIS)
        else:
            match.play(chooser.choice(match.legal))
        answer_standing(match)
    assert 0 not in asked[1:]
    assert 1 in asked


def test_a_game_without_offers_never_answers_by_itself() -> None:
    match = hatbox.load("connect_four").match(seed=1)
    match.not_now = {0, 1}
    assert answer_standing(match) == []
