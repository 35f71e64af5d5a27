"""Rules are plain functions, and the same when they are compiled."""

import os
import subprocess
import sys

import numpy as np

import hatbox
from hatbox.engine.dice import scramble
from hatbox.engine.entries import JUST_LOOK, step
from hatbox.engine.jit import entry
from hatbox.engine.native import is_fresh
from hatbox.game import rulebook

ONE = np.uint64(1)


@entry
def scrambled(z: np.uint64) -> np.uint64:
    return scramble(z)


def test_a_rule_called_from_python_answers_as_an_entry_does() -> None:
    game = hatbox.load("connect_four")
    states, out = game.states(1, 0), game.buffer()
    legal = rulebook("connect_four").rules.legal
    with np.errstate(over="ignore"):
        assert scramble(ONE) == scrambled(ONE)
        assert legal(states[0], out) == step(states, 0, JUST_LOOK, game.buffer()) == 7


def test_without_numba_and_without_a_library_rules_run_as_they_stand() -> None:
    code = """
import importlib.util, warnings
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "numba" else find(name, *rest)
import hatbox
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    match = hatbox.load("hat_stairs").match(seed=1)
    match.play("stone 1")
print(match.turn, [str(one.message) for one in told if "not compiled" in str(one.message)][0])
"""
    here = {**os.environ, "HATBOX_COMPILE": "1"}
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=here)
    assert "Install hatbox[compile]" in told.stdout


def test_playing_from_a_library_loads_no_compiler() -> None:
    code = """
import sys, hatbox
match = hatbox.load("hat_stairs").match(seed=1)
match.play(match.hint(match.turn)[0].action)
print("numba" in sys.modules)
"""
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert told.stdout == f"{not is_fresh('hat_stairs')}\n"
