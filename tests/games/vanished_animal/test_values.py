"""Two players, perfect memory: optimal play reaches the exact values of a round and of the game.

With k hats seen by the mover and o by the other, the mover's chance is known in closed form; optimal play looks at
unseen hats until the other has seen all five, then names. The players here use what the memory aid shows them, and
what is public.
"""

import random
from math import sqrt
from typing import Any

import pytest

import hatbox
from hatbox.engine import entries
from hatbox.game import Game
from hatbox.games.vanished_animal.state import NAMES, Action, Phase

WIDTH_99 = 2.576  # standard deviations
WIDTH_JOINT = 3.65  # the same for 36 chances at once
GAMES, PER_CELL = 6000, 700
FIRST_SEED = 1_000_000


def value(k: int, o: int) -> float:
    """The mover's chance of winning the round."""
    if k == 5:
        return 1.0
    return 1 / (o - k + 1) if o > k else (k - o + 1) / (k - o + 2)


def decide(state: Any, chooser: random.Random) -> int:
    """Optimal play; who has seen how many hats is public."""
    if state.phase == Phase.SWAPPING:
        return Action.SWAP + chooser.choice([place for place in range(5) if place != state.peek])
    seen = [bool(state.seen_by[place] >> state.turn & 1) for place in range(5)]
    unseen = [place for place in range(5) if not seen[place]]
    known = [state.hats[place] for place in range(5) if seen[place]]
    if unseen and sum(bits >> (1 - state.turn) & 1 for bits in state.seen_by) < 5:
        return Action.PEEK + chooser.choice(unseen)
    return Action.NAME + chooser.choice([animal for animal in range(len(NAMES)) if animal not in known])


def play_on(game: Game, states: Any, chooser: random.Random) -> int:
    """Play to the end; returns the winner."""
    buffer, state = game.buffer(), game.snapshot(states)
    while not state.over:
        entries.step(states, 0, decide(state, chooser), buffer)
        state = game.snapshot(states)
    return int(state.winner)


def chance(game: Game, count: int, k: int = 0, o: int = 0, tokens: tuple[int, int] = (0, 0)) -> float:
    """How often seat 0 wins, to move with k hats seen against o."""
    chooser, wins = random.Random(10 * k + o), 0
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        states = game.states(1, seed)
        mine, others = chooser.sample(range(5), k), chooser.sample(range(5), o)
        states["seen_by"][0] = [(place in mine) + 2 * (place in others) for place in range(5)]
        states["tokens"][0, :2] = tokens
        wins += play_on(game, states, chooser) == 0
    return wins / count


def deviation(expected: float, count: int) -> float:
    """The standard deviation of a share."""
    return sqrt(expected * (1 - expected) / count)


@pytest.mark.rule("VA-06", "VA-08", "VA-13", "VA-15")
@pytest.mark.parametrize("k", range(6))
@pytest.mark.parametrize("o", range(6))
def test_a_round_from_every_state(k: int, o: int) -> None:
    game = hatbox.load("vanished_animal", wins_needed=1)
    expected = value(k, o)
    found = chance(game, PER_CELL, k, o)
    assert abs(found - expected) <= WIDTH_JOINT * deviation(expected, PER_CELL)


@pytest.mark.rule("VA-06", "VA-08", "VA-13", "VA-15")
def test_a_round_is_even_from_the_start() -> None:
    found = chance(hatbox.load("vanished_animal", wins_needed=1), GAMES)
    assert abs(found - 1 / 2) <= WIDTH_99 * deviation(1 / 2, GAMES)


@pytest.mark.rule("VA-16", "VA-17", "VA-19")
@pytest.mark.parametrize(("tokens", "expected"), [((0, 0), 1 / 2), ((1, 0), 3 / 4), ((0, 1), 1 / 4)])
def test_the_way_to_the_wand(tokens: tuple[int, int], expected: float) -> None:
    count = GAMES // 2
    found = chance(hatbox.load("vanished_animal"), count, tokens=tokens)
    assert abs(found - expected) <= WIDTH_99 * deviation(expected, count)


def test_the_closed_form_solves_the_recursion() -> None:
    for k in range(5):
        for o in range(6):
            look, name, look_again = 1 - value(o, k + 1), 1 / (6 - k), 1 - value(o, k)
            assert value(k, o) == pytest.approx(max(look, name, look_again))
