"""Hints and win chances: the right move first, a reason that fits, and nothing that the seat cannot know."""

from typing import Any

import numpy as np
import pytest

import hatbox
from hatbox.bots import Budget
from hatbox.bots.advice import sides_of
from hatbox.bots.judgement import margin_of, share_out
from hatbox.bots.turns import PAD, SEATS
from hatbox.conformance import random_match
from hatbox.engine.record import States
from hatbox.errors import HatboxError
from hatbox.games.catch_the_hat.board import GREY
from hatbox.games.catch_the_hat.state import JAILED, UNUSED, Action
from hatbox.games.great_hall.state import DORMITORY, HALL
from tests.bots.turns import reason_of
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


def hall(ours: list[int], theirs: list[int]) -> States:
    """A hall of two with figures of the first and the third house; its ring has 48 fields."""
    states = hatbox.load("great_hall", 2).match(seed=1).now.states.copy()
    states[0]["pos"][:] = DORMITORY
    states[0]["pos"][0][: len(ours)] = ours
    states[0]["pos"][2][: len(theirs)] = theirs
    return states


@pytest.mark.parametrize(
    ("ours", "after", "theirs", "why"),
    [
        ([20], [26], [15], "escapes"),  # 5 ahead of a rival, then 11
        ([20], [22], [15], "best_chance"),  # 7 ahead is no better
        ([30], [35], [15], "best_chance"),  # it was out of reach before
        ([20], [23], [24], "escapes"),  # a four back hits it no longer
        ([44], [0], [40], "escapes"),  # GH-23: nobody is hit on the own start field
        ([20], [HALL], [15], "gets_closer"),
    ],
)
def test_a_figure_escapes_in_great_hall(
    ours: list[int], after: list[int], theirs: list[int], why: str
) -> None:
    assert reason_of(hall(ours, theirs), 0, hall(after, theirs), 0) == why


def catch(ours: int, theirs: int) -> States:
    """Two hats on the board with four homes, all others in the box."""
    states = hatbox.load("catch_the_hat", 2, hats=3).match(seed=1).now.states.copy()
    states[0]["pos"] = [ours, JAILED, JAILED, theirs, JAILED, JAILED] + [UNUSED] * 18
    states[0]["jail"] = -1
    return states


def test_a_hat_escapes_in_catch_the_hat() -> None:
    grey = next(field for field in range(8, 14) if GREY[0][field])
    open_field = next(field for field in range(9, 14) if not GREY[0][field])
    assert reason_of(catch(open_field, 8), Action.PICK, catch(30, 8), 0) == "escapes"
    assert reason_of(catch(open_field, 8), Action.PICK, catch(grey, 8), 0) == "escapes"
    assert reason_of(catch(30, 8), Action.PICK, catch(grey, 8), 0) == "stays_safe"
    assert reason_of(catch(30, 8), Action.PICK, catch(31, 8), 0) == "best_chance"


def test_the_wearer_escapes_from_a_known_stone() -> None:
    """Ben stands two steps below, and the two is known: staying within its reach is no escape."""
    match = stairs_with("5,3", "326154", "A", "A", seen="25")
    reasons = {hint.text: hint.reason for hint in match.hint(0, Budget(iterations=400))}
    assert "reason_escapes" in reasons.values()


@pytest.mark.parametrize(
    ("slug", "options"), [("great_hall", {}), ("catch_the_hat", {"teams": "total", "hats": 3})]
)
def test_partners_win_together(slug: str, options: dict[str, Any]) -> None:
    """GH-02, CH-45: what a seat may hope for is what its partner may hope for."""
    game = hatbox.load(slug, 4, **options)
    for match in random_match(game, 3, 40):
        if match.ply % 9 == 0 and not match.over:
            odds = match.evaluate(match.turn, Budget(iterations=60))
            assert odds.chances[:2] == odds.chances[2:] and odds.margins[:2] == odds.margins[2:]


def shared_out(values: list[float], weights: list[float], visits: list[float]) -> tuple[Any, Any]:
    """Chances and margins of sides with these values, each found with a weight in so many visits."""
    pad, chances, margins = np.zeros(1, PAD), np.zeros(SEATS), np.zeros(SEATS)
    for k, (value, weight, number) in enumerate(zip(values, weights, visits, strict=True)):
        spread = weight * weight / number if number else 0.0
        pad[0]["sums"][[k, SEATS + k, 2 * SEATS + k]] = value * weight, weight, spread
    share_out(len(values), pad, chances, margins)
    return chances[: len(values)], margins[: len(values)]


def test_a_margin_counts_what_was_looked_at() -> None:
    """One look is no certainty, and the one that nobody looked at is as sure as the others leave it."""
    assert margin_of(1.0, 1.0, 2) > 0.9 and margin_of(1.0, 10_000.0, 2) < 0.001
    chances, margins = shared_out([0.25, 0.25, 0.0], [1000.0, 1000.0, 0.0], [1000.0, 1000.0, 0.0])
    assert chances == pytest.approx([0.5, 0.5, 0.0], abs=0.01)
    assert margins[2] == pytest.approx(np.hypot(*margins[:2]), rel=0.05)
    sure, hardly = shared_out([0.0, 0.1], [1000.0, 1000.0], [1000.0, 1.0])[0]
    assert sure == pytest.approx(0.5, abs=0.01) and hardly == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("slug", ["hat_stairs", "vanished_animal"])
def test_more_time_stays_within_the_margins(slug: str) -> None:
    """Chances from a short look are as near to those of a long one as their margins say, nearly always."""
    hits, all_looks = 0, 0
    for match in random_match(hatbox.load(slug, 3), 8, 30):
        if match.ply % 4 == 0 and not match.over:
            short, long = (match.evaluate(match.turn, Budget(iterations=n, seed=1)) for n in (300, 6000))
            rows = zip(short.chances, short.margins, long.chances, long.margins, strict=True)
            within = [abs(a - b) <= one + other for a, one, b, other in rows]
            hits, all_looks = hits + sum(within), all_looks + len(within)
    assert hits / all_looks >= 0.85, f"{hits} of {all_looks}"
