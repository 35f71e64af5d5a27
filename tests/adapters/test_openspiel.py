"""OpenSpiel's own suites, and what information states mean."""

import random
import unittest
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import hatbox
from hatbox.options import show
from tests.adapters.settings import ALL, SEATINGS, SLUGS, Setting, name

pyspiel: Any = pytest.importorskip("pyspiel")

from absl import flags  # noqa: E402
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # noqa: E402

from hatbox.adapters import openspiel  # noqa: E402

SECRET = [slug for slug in SLUGS if not openspiel.is_open(hatbox.rulebooks()[slug])]


def loaded(setting: Setting, **more: Any) -> Any:
    slug, players, options = setting
    shown = {key: show(value) if isinstance(value, tuple) else value for key, value in options.items()}
    known = openspiel.defaults(hatbox.rulebooks()[slug])
    typed = {
        key: value if isinstance(known[key], type(value)) else str(value) for key, value in shown.items()
    }
    return pyspiel.load_game(f"hatbox_{slug}", {"players": players, **typed, **more})


def walk(game: Any, seed: int, plies: int) -> Any:
    """A state some random actions into the game, with a player to act, or its end."""
    chooser, state, made = random.Random(seed), game.new_initial_state(), 0
    while not state.is_terminal() and (state.is_chance_node() or made < plies):
        if state.is_chance_node():
            state.apply_action(chooser.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
            made += 1
    return state


@pytest.mark.parametrize("setting", ALL, ids=name)
def test_random_simulation(setting: Setting) -> None:
    game = loaded(setting, max_plies=300)
    fixed = game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    # OpenSpiel cannot keep the generator of sampled Python games; states are serialised below
    pyspiel.random_sim_test(game, num_sims=1, serialize=fixed, verbose=False)


@pytest.mark.parametrize("setting", SEATINGS, ids=name)
def test_partial_tree(setting: Setting) -> None:
    game = loaded(setting, max_plies=60)
    suite = type("Suite", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": setting[0]})
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(suite)
    assert tests.countTestCases() == 5
    result = unittest.TestResult()
    tests.run(result)
    assert result.wasSuccessful(), result.failures + result.errors


@pytest.mark.parametrize("slug", SLUGS)
def test_playthroughs_replay(slug: str, tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()  # a test has no command line
    text = generate_playthrough.playthrough(f"hatbox_{slug}(rng_seed=5,max_plies=12)", None, seed=1)
    file = tmp_path / "playthrough.txt"
    file.write_text(text, "utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original.strip() == again.strip()


@pytest.mark.parametrize("setting", ALL, ids=name)
def test_states_serialise_and_clone(setting: Setting) -> None:
    game = loaded(setting)
    for plies in (0, 1, 7):
        state = walk(game, 1, plies)
        for twin in (state.clone(), game.deserialize_state(state.serialize())):
            assert str(twin) == str(state) and twin.history() == state.history()
            for player in range(game.num_players()):
                assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.legal_actions() == state.legal_actions()
            if not twin.is_terminal():
                twin.apply_action(twin.legal_actions()[0])
                assert twin.history() != state.history()


@pytest.mark.parametrize("setting", ALL, ids=name)
def test_resampled_states_look_the_same(setting: Setting) -> None:
    game, sampler = loaded(setting), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for plies in (0, 3, 9):
        state = walk(game, plies, plies)
        if state.is_terminal():
            continue
        player = state.current_player()
        for _ in range(3):
            twin = state.resample_from_infostate(player, sampler)
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.information_state_tensor(player) == state.information_state_tensor(player)
            assert twin.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("slug", SECRET)
def test_resampled_states_differ_in_what_is_hidden(slug: str) -> None:
    state, sampler = walk(loaded((slug, 2, {})), 1, 1), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    worlds = {str(state.resample_from_infostate(state.current_player(), sampler)) for _ in range(20)}
    assert len(worlds) > 3


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_is_forgotten(slug: str) -> None:
    """Perfect recall: a later information state starts with every earlier one of the same player."""
    game = loaded((slug, 2, {}), rng_seed=2)
    chooser, state, last = random.Random(1), game.new_initial_state(), ["", ""]
    for _ in range(40):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            for player in range(2):
                told, view = state.information_state_string(player).rsplit("\n", 1)
                assert told.startswith(last[player]) and msgspec.json.decode(view)["seat"] == player
                last[player] = told
        state.apply_action(chooser.choice(state.legal_actions()))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_seed_fixes_chance_and_none_leaves_it_open(slug: str) -> None:
    def ends(seed: int) -> set[str]:
        game = loaded((slug, 2, {}), rng_seed=seed)
        states = [game.new_initial_state() for _ in range(6)]
        for state in states:
            for _ in range(2):
                state.apply_action(state.legal_actions()[0])
        return {str(state) for state in states}

    assert len(ends(4)) == 1
    assert not openspiel.has_chance(hatbox.rulebooks()[slug]) or slug == "catch_the_hat" or len(ends(-1)) > 1


@pytest.mark.parametrize("slug", SLUGS)
def test_searches_run(slug: str) -> None:
    game = pyspiel.load_game(f"hatbox_{slug}", {"information": "imperfect", "max_plies": 200})
    dice = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, dice)
    state = next(state for seed in range(9) if not (state := walk(game, seed, 3)).is_terminal())
    for bot in (
        mcts.MCTSBot(game, 2.0, 20, rollouts, random_state=dice),
        ismcts.ISMCTSBot(game, rollouts, 2.0, 20, random_state=dice),
    ):
        assert bot.step(state) in state.legal_actions()


def test_returns_and_the_greatest_length() -> None:
    game = pyspiel.load_game("hatbox_connect_four")
    state = game.new_initial_state()
    for column in [0, 1, 0, 1, 0, 1, 0]:
        state.apply_action(column)
    assert state.is_terminal() and state.returns() == [1, -1]
    short = walk(pyspiel.load_game("hatbox_hat_stairs", {"max_plies": 5}), 1, 99)
    assert short.is_terminal() and short.returns() == [0, 0]


def test_a_bad_option_is_named() -> None:
    with pytest.raises(Exception, match="overshoot"):
        pyspiel.load_game("hatbox_hat_stairs", {"overshoot": "never"})
