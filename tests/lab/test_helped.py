"""Hints taken by a weaker player: where, how many, and only what its seat may know."""

from dataclasses import dataclass, field

import pytest

from hatbox.bots import Budget, Seen, seen_by
from hatbox.bots.levels import bot_of
from hatbox.game import load
from hatbox.lab.helped import ALWAYS, FIRST, HelpedBot
from hatbox.lab.simulate import play_out

ITERATIONS = 7


@dataclass
class Always:
    """Takes the first or the last move, and records what it was given."""

    place: int
    given: list[Budget] = field(default_factory=list)

    def choose(self, seen: Seen, moves: list[int], budget: Budget) -> int:
        self.given.append(budget)
        return moves[self.place]


def _choices(bot: HelpedBot, decisions: int) -> list[int]:
    """What the bot does at this many decisions in the same position."""
    match = load("connect_four", 2).match(seed=1)
    seen, moves = seen_by(match, 0, 1), match.legal
    return [moves.index(bot.choose(seen, moves, Budget(iterations=50, seed=k))) for k in range(decisions)]


@pytest.mark.parametrize(("hints", "taken"), [(0, 0), (5, 5), (FIRST, FIRST), (99, FIRST), (ALWAYS, 40)])
def test_so_many_hints_are_taken_and_all_lie_among_the_first_decisions(hints: int, taken: int) -> None:
    own, helper = Always(0), Always(-1)
    choices = _choices(HelpedBot(own, helper, hints, ITERATIONS, seed=3), 40)
    asked = [k for k, choice in enumerate(choices) if choice != 0]
    assert len(asked) == taken == len(helper.given)
    assert hints == ALWAYS or all(k < FIRST for k in asked)


def test_the_decisions_depend_on_the_seed_alone() -> None:
    first, again, other = (
        _choices(HelpedBot(Always(0), Always(-1), 5, ITERATIONS, seed=seed), FIRST) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_the_helper_has_its_own_budget_and_the_same_seed() -> None:
    own, helper = Always(0), Always(-1)
    _choices(HelpedBot(own, helper, ALWAYS, ITERATIONS), 3)
    assert [(budget.iterations, budget.seed) for budget in helper.given] == [(7, 0), (7, 1), (7, 2)]


def test_a_single_move_is_no_decision() -> None:
    match = load("connect_four", 2).match(seed=1)
    bot = HelpedBot(Always(0), Always(-1), ALWAYS, ITERATIONS)
    assert bot.choose(seen_by(match, 0, 1), [3], Budget(iterations=1)) == 3
    assert bot.decisions == 0


def test_a_whole_game_can_be_played_with_help() -> None:
    match = load("hat_stairs", 2).match(seed=5)
    helped = HelpedBot(bot_of("level_1"), bot_of("level_2"), 5, 20, seed=5)
    play_out(match, [helped, bot_of("level_1")], Budget(iterations=20), 5)
    assert match.over
    assert helped.decisions > 0
