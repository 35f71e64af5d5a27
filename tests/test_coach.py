"""Every sentence of the coach is true: proved on the position by separate slow programs, see coach.py."""

import pytest

import hatbox
from hatbox.bots import seen_by
from hatbox.bots.advice import facts_of
from hatbox.conformance import random_match
from hatbox.engine.facts import Said
from tests.coach import prove_all
from tests.games.catch_the_hat import prove as catch_the_hat
from tests.games.hat_stairs import prove as hat_stairs

POSITIONS = {
    "catch_the_hat": 60,
    "great_hall": 25,
    "hat_stairs": 800,
    "magic_hexagon": 60,
    "vanished_animal": 400,
}


@pytest.mark.parametrize("slug", POSITIONS)
def test_no_sentence_is_false(slug: str) -> None:
    assert prove_all(slug, POSITIONS[slug]).total() > POSITIONS[slug]


@pytest.mark.parametrize("slug", POSITIONS)
def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_sentences(slug: str) -> None:
    """For the true world and for others: hidden information changes no word."""
    game = hatbox.load(slug)
    for match in random_match(game, 5, 40):
        if match.over or match.ply % 3:
            continue
        seat, actions = match.turn, match.legal[:3]
        truth = facts_of(seen_by(match, seat, 1), actions, 2)
        for seed in range(3):
            twin = game.match(seed=9)
            twin._states[:] = match.guess(seat, 90 + seed)
            twin._step(-2)
            assert facts_of(seen_by(twin, seat, seed), actions, 2) == truth


def test_the_proof_notices_what_is_false() -> None:
    match = hatbox.load("catch_the_hat").match(seed=3)
    assert not catch_the_hat.prove(match, match.legal[0], [Said("coach_catches", {"count": 2})])
    match = hatbox.load("hat_stairs").match(seed=3)
    assert hat_stairs.prove(match, 0, [Said("coach_new_stone", {"all": 6})])
    assert not hat_stairs.prove(match, 0, [Said("coach_known_stone", {"count": match.state.stones[0]})])
