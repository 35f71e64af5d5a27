"""Bots in games with points: they understand the golden hat and the margin, and are fair among equals."""

import numpy as np
import pytest

import hatbox
from hatbox.bots import Budget, move_of, seen_by
from hatbox.bots.players import GreedyBot, make_bot
from hatbox.engine.dispatch import evaluate
from hatbox.engine.jit import entry
from hatbox.engine.record import States, Values
from hatbox.games.catch_the_hat.state import NONE
from hatbox.games.magic_hexagon.state import Action, Phase
from hatbox.match.match import Match
from tests.bots.turns import worths_of_turns

FAR_BEHIND = 60  # points


@pytest.mark.parametrize("level", ["level_1", "level_2", "level_3", "level_4", "level_5"])
def test_nobody_hypnotises_before_the_game_has_begun(level: str) -> None:
    bot = make_bot(level)
    for seed in range(8):
        match = hatbox.load("magic_hexagon", 2 + seed % 3).match(seed=seed)
        while match.state.moves_made < match.game.players:
            action = move_of(bot, match, Budget(iterations=60, seed=seed + match.ply))
            assert match.state.phase != Phase.HYPNO or action == Action.NO_HYPNOSIS
            match.play(action)


def lead_of(match: Match, lead: int) -> float:
    """The evaluation of the same position with this many more points for the first seat."""
    states = match._states.copy()
    states[0]["score"][:] = 0
    states[0]["score"][0 if lead > 0 else 1] = abs(lead)
    twin = Match.at(match.game, states)
    return max(worths_of_turns(seen_by(twin, 0, 1), 1))


def test_points_count_in_lost_and_won_positions_too() -> None:
    match = hatbox.load("magic_hexagon", 2, hypnosis=False).match(seed=3)
    values = [lead_of(match, lead) for lead in (-FAR_BEHIND - 14, -FAR_BEHIND, FAR_BEHIND, FAR_BEHIND + 14)]
    assert np.diff(values)[[0, 2]].min() > 0.01 and values[0] > -1 and values[-1] < 1


def test_greedy_takes_any_of_the_moves_that_look_alike() -> None:
    match = hatbox.load("connect_four").match(seed=1)
    chosen = {GreedyBot().choose(seen_by(match, 0, 1), match.legal, Budget(seed=seed)) for seed in range(60)}
    assert chosen == set(match.legal)


@pytest.mark.parametrize("gold_winner", [False, True])
def test_the_golden_hat_is_worth_having(gold_winner: bool) -> None:
    match = hatbox.load("catch_the_hat", 2, golden=True, gold_winner=gold_winner).match(seed=1)
    worths = []
    for wearer in (NONE, 0):
        states = match._states.copy()
        if wearer != NONE:
            states[0]["gold_boss"], states[0]["gold_worn"] = wearer, True
            states[0]["gold_pos"] = states[0]["pos"][wearer]
        worths.append(max(worths_of_turns(seen_by(Match.at(match.game, states), 0, 1), 1)))
    assert worths[1] > worths[0] + (0.5 if gold_winner else 0.15)


@entry
def evaluate_at(states: States, out: Values) -> None:
    evaluate(states[0], out)


def value_of(match: Match, tower: dict[int, int], fields: dict[int, int]) -> float:
    """The first seat's evaluation: `tower` says who carries a caught hat, `fields` where hats stand."""
    states, out = match._states.copy(), np.zeros(match.game.players)
    for hat, field in fields.items():
        states[0]["pos"][hat] = field
    for hat, boss in tower.items():
        states[0]["boss"][hat], states[0]["pos"][hat] = boss, states[0]["pos"][boss]
    evaluate_at(states, out)
    return float(out[0])


@pytest.mark.rule("CH-47")
def test_where_the_last_one_left_wins_only_free_hats_count() -> None:
    tower = hatbox.load("catch_the_hat", 2, goal="tower").match(seed=1)
    usual = hatbox.load("catch_the_hat", 2).match(seed=1)
    mine, also_mine, theirs, safe = 0, 1, 6, {0: 3, 6: 23}  # rest fields
    for match, counts in ((tower, False), (usual, True)):
        lost = value_of(match, {also_mine: theirs}, safe)
        assert lost < value_of(match, {}, safe), "a hat of mine is caught"
        loaded = value_of(match, {theirs + 1: mine, theirs + 2: mine}, safe)
        gone = value_of(match, {theirs + 1: mine, theirs + 2: theirs}, safe)
        assert (loaded > gone + 0.01) == counts, "who carries it matters only where captured hats count"


@pytest.mark.rule("CH-40")
def test_where_the_last_one_left_wins_free_hats_keep_out_of_reach() -> None:
    match = hatbox.load("catch_the_hat", 4, goal="last_standing").match(seed=1)
    rest_field, beside_it = 29, 30
    assert value_of(match, {}, {0: beside_it, 6: 28}) < value_of(match, {}, {0: rest_field, 6: 28})
