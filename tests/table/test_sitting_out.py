"""A player who has dropped out of a round does not watch bots think."""

import random

import hatbox
from hatbox.table.watchers.bot_turns import are_out


def test_bots_do_not_pause_for_people_who_are_out() -> None:
    match, dice = hatbox.load("great_hall", 4).match(seed=1), random.Random(1)
    while len(out := list(getattr(match.view(), match.game.rulebook.sits_out))) < 2:
        match.play(dice.choice(match.legal))
    assert are_out(match, out) and are_out(match, out[:1])
    assert not are_out(match, [*out, match.turn]) and not are_out(match, [])


def test_nobody_sits_out_where_a_game_has_no_rounds() -> None:
    assert not are_out(hatbox.load("hat_stairs", 2).match(seed=1), [0])
