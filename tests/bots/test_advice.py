"""Hints and win chances: the right move first, what it does, and nothing that the seat cannot know."""

from typing import Any

import numpy as np
import pytest

import hatbox
from hatbox.bots import Budget, seen_by
from hatbox.bots.advice import Hint, facts_of, sides_of
from hatbox.bots.judgement import SENTENCES, margin_of, share_out
from hatbox.bots.turns import PAD, SEATS
from hatbox.conformance import random_match
from hatbox.engine import entries
from hatbox.engine.facts import Said
from hatbox.errors import HatboxError
from hatbox.games.catch_the_hat.state import JAILED, UNUSED, Action
from hatbox.match.match import Match
from tests.games.hat_stairs.test_rules import stairs_with


def keys(hint: Hint) -> list[str]:
    """What a hint says about its move."""
    return [fact.key.removeprefix("coach_") for fact in hint.facts]


def test_a_win_at_once_is_the_hint() -> None:
    match = hatbox.load("connect_four").match(seed=0)
    for column in (3, 0, 3, 1, 3, 6):
        match.play(column)
    best = match.hint(0, Budget(iterations=200))[0]
    assert (best.action, best.text, best.chance, keys(best)) == (3, "column 4", 1.0, ["reason_wins_now"])


def test_a_known_stone_wins() -> None:
    match = stairs_with("8,3", "326154", "A", "A", seen="25")
    assert match.hint(0, Budget(iterations=100))[0].facts[0].key == "reason_wins_now"


@pytest.mark.parametrize("slug", [slug for slug, book in hatbox.rulebooks().items() if book.product])
def test_hints_and_odds_make_sense_and_leak_nothing(slug: str) -> None:
    game = hatbox.load(slug)
    for match in random_match(game, 4, 16):
        if match.ply % 5 or match.over:
            continue
        seat, budget = match.turn, Budget(iterations=80, seed=2)
        found, odds = match.hint(seat, budget), match.evaluate(seat, budget)
        assert found[0].action in match.legal and all(len(hint.facts) <= SENTENCES for hint in found)
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


def told(match: Match, *actions: int) -> list[list[Said]]:
    """What some moves of the seat that must act do."""
    return facts_of(seen_by(match, match.turn, 1), actions, 1)


def catch(ours: int, theirs: int, die: int) -> Match:
    """Two hats on the board with four homes, all others in the box; the first seat has rolled."""
    match = hatbox.load("catch_the_hat", 2, hats=3).match(seed=1)
    s = match._states[0]
    s["pos"] = [ours, JAILED, JAILED, theirs, JAILED, JAILED] + [UNUSED] * 18
    s["jail"] = [-1, 1, 1, -1, 0, 0] + [-1] * 18
    s["die"] = die
    match._step(entries.JUST_LOOK)
    return match


def test_what_a_hat_catches_and_how_many_rolls_could_catch_it() -> None:
    """From 20 a three backwards catches the rival on 17, a three forwards leads to the rest field 23 (CH-21)."""
    match = catch(20, 17, 3)
    assert told(match, Action.PICK) == [[Said("reason_wins_now"), Said("coach_catches_one", {"player": 1})]]
    match.play(Action.PICK)
    assert told(match, 23)[0][0] == Said("coach_gets_away", {"player": 1, "count": 1})
    match = catch(18, 17, 3)
    match.play(Action.PICK)
    assert told(match, 21)[0][0] == Said("coach_in_reach", {"player": 1, "count": 1})


def test_what_tells_moves_apart_comes_first() -> None:
    """A known stone is no longer a surprise, and all unknown ones are equally promising."""
    match = stairs_with("5,3", "326154", "A", "A", seen="25")
    known, new, other = told(match, 1, 0, 2)
    assert new == other == [Said("coach_new_stone", {"all": 4})] and known[0] not in new


@pytest.mark.parametrize(
    ("slug", "options"), [("great_hall", {}), ("catch_the_hat", {"teams": "total", "hats": 3})]
)
def test_partners_win_together(slug: str, options: dict[str, Any]) -> None:
    """GH-02, CH-45: a seat's chances are the same as its partner's."""
    game = hatbox.load(slug, 4, **options)
    for match in random_match(game, 3, 40):
        if match.ply % 9 == 0 and not match.over:
            odds = match.evaluate(match.turn, Budget(iterations=60))
            assert odds.chances[:2] == odds.chances[2:] and odds.margins[:2] == odds.margins[2:]


def shared_out(values: list[float], weights: list[float], visits: list[float]) -> tuple[Any, Any]:
    """Chances and margins of sides with these values, each found with a weight in this many visits."""
    pad, chances, margins = np.zeros(1, PAD), np.zeros(SEATS), np.zeros(SEATS)
    for k, (value, weight, number) in enumerate(zip(values, weights, visits, strict=True)):
        spread = weight * weight / number if number else 0.0
        pad[0]["sums"][[k, SEATS + k, 2 * SEATS + k]] = value * weight, weight, spread
    share_out(len(values), pad, chances, margins)
    return chances[: len(values)], margins[: len(values)]


def test_a_margin_counts_what_was_looked_at() -> None:
    """One visit is no certainty, and a side that was never visited is as certain as the others make it."""
    assert margin_of(1.0, 1.0, 2) > 0.9 and margin_of(1.0, 10_000.0, 2) < 0.001
    chances, margins = shared_out([0.25, 0.25, 0.0], [1000.0, 1000.0, 0.0], [1000.0, 1000.0, 0.0])
    assert chances == pytest.approx([0.5, 0.5, 0.0], abs=0.01)
    assert margins[2] == pytest.approx(np.hypot(*margins[:2]), rel=0.05)
    sure, hardly = shared_out([0.0, 0.1], [1000.0, 1000.0], [1000.0, 1.0])[0]
    assert sure == pytest.approx(0.5, abs=0.01) and hardly == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("slug", ["hat_stairs", "vanished_animal"])
def test_more_time_stays_within_the_margins(slug: str) -> None:
    """Chances from a short search are nearly always as close to those of a long one as their margins say."""
    hits, all_looks = 0, 0
    for match in random_match(hatbox.load(slug, 3), 8, 30):
        if match.ply % 4 == 0 and not match.over:
            short, long = (match.evaluate(match.turn, Budget(iterations=n, seed=1)) for n in (300, 6000))
            rows = zip(short.chances, short.margins, long.chances, long.margins, strict=True)
            within = [abs(a - b) <= one + other for a, one, b, other in rows]
            hits, all_looks = hits + sum(within), all_looks + len(within)
    assert hits / all_looks >= 0.85, f"{hits} of {all_looks}"
