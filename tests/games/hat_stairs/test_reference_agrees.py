"""The compiled rules agree with the slow reference, position by position, in random play with random options."""

import random

import pytest

import hatbox
from hatbox.errors import BadOption
from hatbox.game import Game
from tests.games.hat_stairs import reference

POSITIONS = 30_000


def random_game(dice: random.Random) -> Game:
    options = {
        "steps": dice.choice([8, 9, 10, 11, 12, 12, 12, 15, 20]),
        "hat_step": dice.choice([2, 5, 6, 6, 6, 8, 12]),
        "overshoot": dice.choice(["other_direction", "bounce"]),
        "stuck": dice.choice(["pass", "redraw"]),
        "stall_remix": dice.choice([0, 0, 6, 9]),
        "max_turns": dice.choice([50, 100, 1000]),
        "open_stones": dice.choice([False, True]),
        "no_repeat": dice.choice([False, True]),
    }
    try:
        return hatbox.load("hat_stairs", dice.choice([2, 3, 4]), **options)
    except BadOption:
        return random_game(dice)


@pytest.mark.rule("HS-09", "HS-14", "HS-17", "HS-19", "HS-20", "HS-21", "HS-22")
def test_compiled_rules_agree_with_the_reference() -> None:
    dice, seen = random.Random(20260101), 0
    while seen < POSITIONS:
        game = random_game(dice)
        match = game.match(dice.getrandbits(40))
        while not match.over:
            position = reference.from_state(game.options, match.state)
            assert set(match.legal) == reference.legal(position), match.position
            action = dice.choice(match.legal)
            match.play(action)
            reference.apply(position, action, list(match.state.stones))
            assert position == reference.from_state(game.options, match.state), match.position
            seen += 1
        assert match.winners == ([] if position.winner == "draw" else [position.winner])
