"""Luck and skill: the parts add up to the result, luck is zero on average, and only decisions are skill."""

import math
import random

import numpy as np
import pytest

import hatbox
from hatbox.bots import Budget, account, move_of
from hatbox.bots.account import Account, Appraiser, Samples, account_of, account_within
from hatbox.bots.appraisal import DECISION
from hatbox.bots.exact import NOTHING
from hatbox.bots.players import GreedyBot
from hatbox.conformance import settings
from hatbox.engine.record import Tensor
from hatbox.errors import HatboxError
from hatbox.game import Game, Rulebook
from hatbox.games.vanished_animal.state import Action
from hatbox.match.match import Match

FEW = Samples(2, 2, 2)
EXACT = 1e-9
BOOKS = list(hatbox.rulebooks().values())
CHECKED = {
    "hat_stairs": 60,
    "vanished_animal": 60,
    "great_hall": 8,
    "catch_the_hat": 12,
}  # games; benchmarks.luck plays more
MOST_SIGMAS = 4.0  # from zero: more than this is no accident with so many seats and games


def played(game: Game, seed: int) -> Match:
    """A whole game in which all players prefer some moves, so that it ends soon."""
    match, dice, greedy = game.match(seed=seed), random.Random(seed), GreedyBot(1)
    while not match.over:
        wild = dice.random() < 0.3
        match.play(
            dice.choice(match.legal)
            if wild
            else move_of(greedy, match, Budget(iterations=1, seed=dice.getrandbits(60)))
        )
    return match


def gaps(found: Account) -> list[float]:
    """How far start, luck and decisions are from the result, seat by seat."""
    return [abs(seat.start + seat.luck + seat.own - seat.result) for seat in found.seats]


@pytest.fixture
def usual_stairs_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solving other stairs takes a minute each."""
    known = account.exact_table

    def exact_table(game: Game) -> Tensor:
        usual = {"steps": 12, "hat_step": 6}
        return (
            known(game) if all(game.options.get(name, one) == one for name, one in usual.items()) else NOTHING
        )

    monkeypatch.setattr(account, "exact_table", exact_table)


@pytest.mark.usefixtures("usual_stairs_only")
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.slug)
def test_the_parts_make_the_result_with_every_option(book: Rulebook) -> None:
    for number, (players, options) in enumerate(settings(book)):
        match = played(hatbox.load(book.slug, players, **options), number)
        found = account_of(match, FEW)
        assert max(gaps(found)) < EXACT, (players, options)
        assert [seat.result > 0.5 / players for seat in found.seats] == [
            value >= 0 for value in match.returns
        ]
        assert len(found.steps) == match.ply


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.slug)
def test_the_parts_of_every_move_lead_to_the_next_value(book: Rulebook) -> None:
    for players in book.players:
        match = played(hatbox.load(book.slug, players), 3)
        found = account_of(match, FEW)
        value = np.array([seat.start for seat in found.seats]) + found.set_up
        for step in found.steps:
            value += np.array([step.decision, step.hidden, step.further, step.chance]).sum(axis=0)
            assert np.allclose(value, step.value, atol=EXACT)


@pytest.mark.parametrize("slug", CHECKED)
def test_luck_is_zero_on_average(slug: str) -> None:
    for players in hatbox.rulebooks()[slug].players:
        game = hatbox.load(slug, players)
        luck = np.array(
            [
                [(seat.chance, seat.hidden) for seat in account_of(played(game, seed), FEW).seats]
                for seed in range(CHECKED[slug])
            ]
        )
        spread = luck.std(axis=0, ddof=1) / math.sqrt(CHECKED[slug])
        assert (np.abs(luck.mean(axis=0)) <= MOST_SIGMAS * spread + EXACT).all(), (players, luck.mean(axis=0))


@pytest.mark.parametrize("slug", ["magic_hexagon", "connect_four"])
def test_without_random_events_nothing_is_luck_but_the_set_up(slug: str) -> None:
    game = hatbox.load(slug)
    found = account_of(played(game, 1), FEW)
    assert all(max(map(abs, step.chance)) < EXACT for step in found.steps)
    assert all(max(map(abs, step.hidden)) < EXACT for step in found.steps)
    assert all(step.decision[step.seat] <= EXACT for step in found.steps)


def test_a_game_without_choices_is_all_luck() -> None:
    """A player who always does what is best gives nothing away: what is left is chance and looking further."""
    match = hatbox.load("hat_stairs", 2).match(seed=4)
    appraiser = Appraiser(match.game, 1)
    while not match.over:
        match.play(appraiser.appraise(match.now.states, 0, match.legal[0], match.ply).best)
    found = account_of(match)
    assert all(abs(seat.own) < EXACT and abs(seat.others) < EXACT for seat in found.seats)
    assert abs(found.seats[0].chance) > 0.1


def test_exact_values_never_praise_a_decision() -> None:
    for seed in range(20):
        for slug in ("hat_stairs", "vanished_animal"):
            found = account_of(played(hatbox.load(slug, 2), seed), FEW)
            assert all(step.decision[step.seat] <= EXACT for step in found.steps)


def test_naming_a_wrong_animal_that_was_seen_is_no_bad_luck() -> None:
    """Vanished Animal: the mover has seen it under a hat, so it is entirely the mover's own fault."""
    match = hatbox.load("vanished_animal", 2).match(seed=1)
    name = Action.NAME + int(match.state.hats[0])
    match.play("look 1")
    while not (match.turn == 0 and name in match.legal):
        match.play(match.legal[0])
    parts = Appraiser(match.game, 1).appraise(match.now.states, 0, name, match.ply).parts
    assert parts[DECISION, 0] < -0.1


def test_the_same_game_has_the_same_account() -> None:
    match = played(hatbox.load("catch_the_hat", 3), 2)
    assert account_of(match, FEW) == account_of(match, FEW)


def test_partners_share_everything_but_their_decisions() -> None:
    found = account_of(played(hatbox.load("great_hall", 4), 1), FEW).seats
    for one, other in ((0, 2), (1, 3)):
        assert found[one].result == found[other].result and found[one].start == found[other].start
        assert found[one].chance == pytest.approx(found[other].chance)


def test_a_game_that_is_not_over_has_no_account() -> None:
    with pytest.raises(HatboxError, match="not over"):
        account_of(hatbox.load("hat_stairs").match(seed=0))


def test_the_time_bounds_the_samples_and_tells_progress() -> None:
    match, told = played(hatbox.load("hat_stairs", 3), 0), []
    found = account_within(match, 1e-6, lambda done, total: told.append((done, total)))
    assert max(gaps(found)) < EXACT
    assert told == [(k, match.ply + 1) for k in range(1, match.ply + 2)]
