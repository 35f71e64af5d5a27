"""Compiled rules, seen from Python."""

import os
import subprocess
import sys

import numpy as np
import pytest

import hatbox
from hatbox.engine.dice import scramble
from hatbox.engine.jit import entry
from hatbox.game import rulebook

ONE = np.uint64(1)


@entry
def scrambled(z: np.uint64) -> np.uint64:
    return scramble(z)


def test_a_rule_called_from_python_says_what_to_do_instead() -> None:
    with pytest.raises(
        TypeError, match=r"scramble is a rule.*hatbox\.engine\.entries\.step.*NUMBA_DISABLE_JIT=1"
    ):
        scramble(ONE)
    game = hatbox.load("connect_four")
    with pytest.raises(TypeError, match="legal is a rule"):
        rulebook("connect_four").rules.legal(game.states(1, 0)[0], game.buffer())


def test_the_same_rule_answers_through_an_entry_and_interpreted() -> None:
    code = "import numpy as np; from hatbox.engine.dice import scramble; print(scramble(np.uint64(1)))"
    surroundings = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    told = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=surroundings
    )
    assert int(told.stdout) == int(scrambled(ONE))
    with pytest.raises(TypeError):  # compiled by now, and still not to be called
        scramble(ONE)
