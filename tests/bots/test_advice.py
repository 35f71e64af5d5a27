"""Hints and win chances: the right move first, a reason that fits, and nothing that the seat cannot know."""

import pytest

import hatbox
from hatbox.bots import Budget
from hatbox.bots.advice import sides_of
from hatbox.conformance import random_match
from hatbox.errors import HatboxError
from tests.games.hat_stairs.test_rules import stairs_with

REASONS = {
    f"reason_{name}"
    for name in (
        "wins_now", "captures", "gets_closer", "stays_safe", "escapes", "collects", "best_chance", "only_move",
        "remembers",
    )
}  # fmt: skip


def test_a_win_at_once_is_the_hint() -> None:
    match = hatbox.load("connect_four").match(seed=0)
    for column in (3, 0, 3, 1, 3, 6):
        match.play(column)
    best = match.hint(0, Budget(iterations=200))[0]
    assert (best.action, best.text, best.chance, best.reason) == (3, "column 4", 1.0, "reason_wins_now")


def test_a_known_stone_wins() -> None:
    match = stairs_with("8,3", "326154", "A", "A", seen="25")
    assert match.hint(0, Budget(iterations=100))[0].reason == "reason_wins_now"


@pytest.mark.parametrize("slug", [slug for slug, book in hatbox.rulebooks().items() if book.product])
def test_hints_and_odds_make_sense_and_leak_nothing(slug: str) -> None:
    game = hatbox.load(slug)
    for match in random_match(game, 4, 16):
        if match.ply % 5 or match.over:
            continue
        seat, budget = match.turn, Budget(iterations=80, seed=2)
        found, odds = match.hint(seat, budget), match.evaluate(seat, budget)
        assert found[0].action in match.legal and {hint.reason for hint in found} <= REASONS
        assert all(0 <= hint.chance <= 1 and 0 <= hint.margin <= 1 for hint in found)
        assert sum(odds.chances) == pytest.approx(game.players / sides_of(match), abs=0.01)
        twin = game.match(seed=9)
        twin._states[:] = match.guess(seat, 99)
        twin._step(-2)
        assert twin.hint(seat, budget) == found and twin.evaluate(seat, budget) == odds


def test_the_first_player_of_hat_stairs_is_a_little_ahead_and_a_wearer_near_the_larder_far() -> None:
    start = hatbox.load("hat_stairs").match(seed=1).evaluate(0, Budget(iterations=3000))
    assert start.chances[0] == pytest.approx(0.53, abs=0.08)
    ahead = stairs_with("8,3", "326154", "A", "A", seen="25").evaluate(0, Budget(iterations=500))
    assert ahead.chances[0] > 0.9


def test_a_finished_game_is_certain_and_nobody_is_hinted_out_of_turn() -> None:
    match = hatbox.load("connect_four").match(seed=0)
    for column in (3, 0, 3, 1, 3, 6, 3):
        match.play(column)
    assert match.evaluate().chances == [1.0, 0.0]
    with pytest.raises(HatboxError, match="must act"):
        match.hint(1)
