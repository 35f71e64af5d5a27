"""A weaker player who is warned: where, what it plays then, and that the table would have said the same."""

from dataclasses import dataclass

import pytest

from hatbox.bots import Budget, Seen, move_of, seen_by
from hatbox.bots.levels import bot_of
from hatbox.game import load
from hatbox.lab.simulate import play_out
from hatbox.lab.warned import EVERY, WarnedBot, given_away
from hatbox.match.match import Match
from hatbox.table.thinking.advice import advise, lost_by

BUDGET = Budget(iterations=200, seed=7)
GAMES = ("hat_stairs", "vanished_animal", "great_hall", "magic_hexagon", "catch_the_hat", "connect_four")


@dataclass
class Takes:
    """Always the same choice."""

    action: int

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        return self.action


def positions(slug: str, seed: int, count: int = 4) -> list[Match]:
    """Some positions of a game between beginners in which there is something to decide."""
    match, bot = load(slug, 2).match(seed=seed), bot_of("level_1")
    found: list[Match] = []
    while not match.over and len(found) < count:
        if len(match.legal) > 1 and match.ply % 3 == 0:
            found.append(Match.after(match.game, match.seed, match.actions))
        match.play(move_of(bot, match, Budget(iterations=24, seed=seed + match.ply)))
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_a_move_differs_only_where_the_adviser_says_so(slug: str) -> None:
    for match in positions(slug, 3):
        seen = seen_by(match, match.turn, 5)
        for action in match.legal:
            best, lost = given_away(seen, action, BUDGET)
            for least in (EVERY, 0.02, 0.2):
                bot = WarnedBot(Takes(action), least, BUDGET.iterations)
                warned = lost >= least and action != best
                assert bot.choose(seen, match.legal, BUDGET) == (best if warned else action)
                assert bot.warnings == int(warned)


@pytest.mark.parametrize("slug", GAMES)
def test_the_table_would_say_the_same(slug: str) -> None:
    for match in positions(slug, 4, 2):
        seen = seen_by(match, match.turn, 5)
        told = advise(seen, match.legal, BUDGET)
        for action in match.legal:
            best, lost = given_away(seen, action, BUDGET)
            assert best == told.moves[0].action
            assert lost == pytest.approx(lost_by(told, action))


def test_a_single_move_is_no_decision() -> None:
    match = load("connect_four", 2).match(seed=1)
    bot = WarnedBot(Takes(0), EVERY, 10)
    assert bot.choose(seen_by(match, 0, 1), [3], BUDGET) == 3
    assert bot.warnings == 0


@pytest.mark.parametrize(("slug", "players", "least"), [("hat_stairs", 3, 0.05), ("great_hall", 4, 0.002)])
def test_a_whole_game_can_be_played_with_warnings_and_repeats_number_for_number(
    slug: str, players: int, least: float
) -> None:
    """Also with more than two players, and with partners."""

    def played() -> tuple[list[int], int]:
        match = load(slug, players).match(seed=5)
        warned = WarnedBot(bot_of("level_1"), least, 50)
        play_out(match, [warned, *[bot_of("level_1")] * (players - 1)], Budget(iterations=20), 5)
        return match.actions, warned.warnings

    assert played() == played()
    assert played()[1] > 0
