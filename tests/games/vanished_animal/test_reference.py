"""The reference against the worked examples, in random play with every option, and on rare positions."""

from __future__ import annotations

import random
from copy import deepcopy

import pytest

from . import reference as va
from .examples import DRAW, EXAMPLES, Example, Fields, Known, RoundEnd, Step, base_fields
from .reference import FIELDS, SPECTATOR, Chance, Dice, Phase, Position

PLAYERS = (2, 3, 4)
GAMES = 200
OPTION_VALUES: list[Fields] = [
    *({"swap": swap, "expert": x} for swap in ("must", "may") for x in ("off", "any_two", "other_three")),
    *({"starter": starter} for starter in (1, 2, 3, "random")),
    *({"wins_needed": wins} for wins in (1, 3, 4, 5)),
    *({"round_turn_cap": cap} for cap in (20, 10000, 0)),
    {"reveal_at_round_end": False},
    {"track_marks": True},
    {"no_repeek": True},
    {"no_repeek": True, "swap": "may", "expert": "any_two"},
]
SETTINGS = [(n, o) for n in PLAYERS for o in OPTION_VALUES if o.get("starter") not in range(n, 4)]
MIX = [0, 1, 2, 3, 4, 5]


class Outcomes:
    """Chance with outcomes given in advance."""

    def __init__(self, *deals: list[int], starter: int = 0) -> None:
        self.deals = list(deals)
        self.first = starter

    def starter(self, players: int) -> int:
        """The given starter."""
        assert self.first < players
        return self.first

    def deal(self) -> list[int]:
        """The next given deal."""
        return self.deals.pop(0)


def place(players: int, options: Fields, fields: Fields) -> Position:
    """The base position with some fields changed."""
    assert set(fields) <= set(FIELDS)
    position = va.from_fields(players, options, base_fields(players) | fields)
    va.check(position)
    return position


def do(position: Position, *actions: int, deal: list[int] | None = None) -> None:
    """Carry out some actions; the last one may end the round and then needs a deal."""
    outcomes = Outcomes(*([deal] if deal else []))
    for action in actions:
        va.apply(position, action, outcomes)
        va.check(position)
    assert not outcomes.deals


def assert_fields(position: Position, expected: Fields) -> None:
    """The record has these values; other fields may have any."""
    record = va.to_fields(position)
    assert {name: record[name] for name in expected} == expected


# ---- worked examples ---------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{e.number} {e.title}" for e in EXAMPLES])
def test_worked_example(example: Example) -> None:
    """The example comes out as the rules page says."""
    position = place(example.players, example.options, example.before)
    if example.legal is not None:
        assert va.legal(position) == example.legal
    assert_known(position, example.known)
    for step in example.steps:
        take(position, step)
    assert_fields(position, example.after)
    if example.legal_after is not None:
        assert va.legal(position) == example.legal_after
    assert_known(position, example.known_after)
    assert_result(position, example)


def take(position: Position, step: Step) -> None:
    """Carry out one step; it must use up exactly the deal it brings."""
    do(position, step.action, deal=list(step.deal) if step.deal else None)
    assert_fields(position, step.then)


def assert_known(position: Position, expected: tuple[Known, ...]) -> None:
    """The seats know what the example says."""
    for known in expected:
        view = va.observation(position, known.seat)
        assert {name: view[name] for name in known.view} == known.view
        if known.worlds is not None:
            assert len(va.worlds(position, known.seat)) == known.worlds
        if known.sensible is not None:
            assert len(va.sensible_worlds(position, known.seat)) == known.sensible
        if known.missing is not None:
            assert va.candidates(position, known.seat) == known.missing


def assert_result(position: Position, example: Example) -> None:
    """The round end and the end of the game are those of the example."""
    if example.round_end is not None:
        end = position.last_round
        assert end is not None
        winner = -1 if end.winner is None else end.winner
        assert RoundEnd(end.how, winner, tuple(end.told)) == example.round_end
    assert (position.phase == Phase.ENDED) == (example.winner is not None)
    assert va.to_fields(position)["winner"] == (-1 if example.winner is None else example.winner)


def test_every_worked_example_is_there() -> None:
    """Section 7 has 23 examples; each number appears once and branches have letters."""
    numbers = [example.number for example in EXAMPLES]
    assert len(set(numbers)) == len(numbers)
    assert {int(number.rstrip("abc")) for number in numbers} == set(range(1, 24))


# ---- random play -------------------------------------------------------------


def choose(position: Position, rng: random.Random, shy: float) -> int:
    """A random legal action; with probability `shy`, not a name."""
    actions = sorted(va.legal(position))
    if position.phase == Phase.ACT and rng.random() < shy:
        actions = [action for action in actions if action < 5]
    return rng.choice(actions)


def assert_one_step(position: Position, action: int, chance: Chance) -> None:
    """One action keeps all invariants, moves on and survives the round trip through the record."""
    before = va.to_fields(position)
    va.apply(position, action, chance)
    va.check(position)
    after = va.to_fields(position)
    assert before != after
    assert tuple(after) == FIELDS
    assert va.to_fields(va.from_fields(position.players, position.options, after)) == after


def play(players: int, options: Fields, seed: int, shy: float = 0.0) -> Position:
    """Play one random game to its end."""
    rng = random.Random(seed)
    chance = Dice(rng)
    position = va.start(players, options, chance)
    va.check(position)
    while va.legal(position):
        assert va.actor(position) in position.still_in()
        assert_one_step(position, choose(position, rng, shy), chance)
    return position


@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=str)
def test_random_games(players: int, options: Fields) -> None:
    """Random games end with one winner and a zero-sum result, for every option value."""
    for seed in range(GAMES):
        position = play(players, options, seed)
        result = va.returns(position)
        assert position.winner is not None
        assert result[position.winner] == 1
        assert sum(result) == pytest.approx(0)
        assert position.round <= players * (position.options["wins_needed"] - 1) + 1 + position.voids  # R-14


@pytest.mark.parametrize("players", PLAYERS)
def test_games_with_void_rounds(players: int) -> None:
    """Players who hardly ever name reach the turn cap; those who never name play for a draw (R-07)."""
    options = {"round_turn_cap": 20, "expert": "other_three", "no_repeek": True}
    assert any(play(players, options, seed, shy=0.98).voids for seed in range(12))
    endless = play(players, options, seed=0, shy=1.0)
    assert endless.drawn
    assert va.returns(endless) == [0.0] * players


@pytest.mark.parametrize("players", PLAYERS)
def test_everything_else_is_refused(players: int) -> None:
    """An illegal action raises and changes nothing."""
    chance = Dice(random.Random(players))
    position = va.start(players, {"expert": "other_three", "no_repeek": True}, chance)
    while True:
        before = va.to_fields(position)
        for action in set(range(-1, va.ACTIONS + 1)) - va.legal(position):
            with pytest.raises(ValueError, match="not legal"):
                va.apply(position, action, chance)
        assert va.to_fields(position) == before
        if not va.legal(position):
            return
        va.apply(position, choose(position, chance.rng, shy=0.98), chance)


@pytest.mark.parametrize("players", PLAYERS)
def test_knowledge_in_random_play(players: int) -> None:
    """The true layout is one of every seat's worlds, and other worlds change nothing that it sees (R-22, R-24)."""
    rng = random.Random(players)
    chance = Dice(rng)
    position = va.start(players, {"expert": "any_two", "track_marks": True, "no_repeek": True}, chance)
    for _ in range(60):
        if not va.legal(position):
            break
        for seat in (*range(players), SPECTATOR):
            assert_no_leak(position, seat, rng)
        va.apply(position, choose(position, rng, shy=0.98), chance)


def assert_no_leak(position: Position, seat: int, rng: random.Random) -> None:
    """A layout that agrees with the seat's hard facts gives it the same view and the same legal list."""
    record = va.to_fields(position)
    possible = va.worlds(position, seat)
    assert tuple(record["hats"]) in possible
    other = deepcopy(position)
    world = rng.choice(possible)
    for hat, animal in zip([*other.circle, other.boxed], world, strict=True):
        hat.animal = animal
    assert va.observation(other, seat) == va.observation(position, seat)
    assert va.marks(other, seat) == va.marks(position, seat)
    assert va.legal(other) == va.legal(position)


# ---- set-up and options ------------------------------------------------------


def test_the_start() -> None:
    """A new game dealt like the base position equals it (VA-01 to VA-07)."""
    for players in PLAYERS:
        position = va.start(players, {}, Outcomes([2, 0, 5, 1, 3, 4]))
        assert va.to_fields(position) == base_fields(players)
        assert position.options == va.default_options()


def test_the_starter() -> None:
    """A given seat starts, or chance is asked once, for the first round only (VA-07, R-19)."""
    assert va.start(3, {"starter": 2}, Dice()).turn == 2
    position = va.start(3, {"starter": "random"}, Outcomes(MIX, starter=1))
    assert (position.starter, position.turn) == (1, 1)
    do(position, 10, deal=MIX)
    assert position.starter == 2


def test_deals_are_fair() -> None:
    """Every animal vanishes about equally often and every mix is possible (VA-05, VA-06)."""
    dice = Dice(random.Random(1))
    deals = [tuple(dice.deal()) for _ in range(14400)]
    assert len(set(deals)) == 720
    for animal in range(6):
        assert 2250 < sum(deal[5] == animal for deal in deals) < 2550


def test_bad_options() -> None:
    """Names and values that section 4 does not list are refused."""
    bad: list[Fields] = [{"swap": "off"}, {"expert": True}, {"starter": 2}, {"wins_needed": 6}]
    bad += [{"players": 2}, {"round_turn_cap": 19}, {"round_turn_cap": 10001}, {"no_repeek": 1}]
    for options in bad:
        with pytest.raises(ValueError, match="option"):
            va.complete_options(2, options)


def test_bad_set_ups() -> None:
    """Two to four players (VA-01), and each animal once in a deal (VA-05)."""
    for players in (1, 5):
        with pytest.raises(ValueError, match="players"):
            va.start(players, {}, Dice())
    with pytest.raises(ValueError, match="deal"):
        va.start(2, {}, Outcomes([0, 0, 1, 2, 3, 4]))


# ---- rare positions ----------------------------------------------------------


def test_the_twentieth_void_round_is_a_draw() -> None:
    """In total, not in a row: 19 voids before and one now end the game without a new deal (R-07)."""
    position = place(2, {}, {"round_turns": 99, "turn": 1, "voids": 19, "round": 21, "tokens": [1, 0, 0, 0]})
    do(position, 0, 12)
    over = {"phase": 3, "winner": DRAW, "voids": 20, "round": 21, "round_turns": 100, "tokens": [1, 0, 0, 0]}
    assert_fields(position, over | {"hats": [0, 2, 5, 1, 3, 4], "turn": 1, "peek": -1, "swap_to": -1})
    assert va.legal(position) == set()
    assert va.returns(position) == [0.0, 0.0]
    with pytest.raises(ValueError, match="over"):
        va.actor(position)


def test_no_void_before_the_turn_is_complete() -> None:
    """With the expert swap the last turn only ends after it (R-07)."""
    position = place(2, {"expert": "any_two", "round_turn_cap": 20}, {"round_turns": 19, "turn": 1})
    do(position, 0, 12)
    assert (position.round_turns, position.voids) == (19, 0)
    do(position, 27, deal=MIX)
    assert (position.round_turns, position.voids, position.turn) == (0, 1, 0)


def test_no_void_round_without_reason() -> None:
    """Turn 99 of 100, a right name in turn 20 of 20 and a round without a cap are not void (R-07, VA-13)."""
    early = place(2, {}, {"round_turns": 98})
    do(early, 0, 12)
    assert (early.round_turns, early.voids, early.turn) == (99, 0, 1)
    named = place(2, {"round_turn_cap": 20}, {"round_turns": 19, "turn": 1})
    do(named, 9, deal=MIX)
    assert (named.tokens, named.voids, named.starter) == ([0, 1], 0, 0)
    uncapped = place(2, {"round_turn_cap": 0}, {"round_turns": 100_000})
    do(uncapped, 0, 12)
    assert (uncapped.round_turns, uncapped.voids) == (100_001, 0)


def test_who_has_seen_all_five_may_look_anywhere() -> None:
    """With `no_repeek` the ban ends when no unseen hat is left."""
    seen = {"seen_by": [1, 1, 1, 1, 1], "round_turns": 12}
    assert set(range(5)) <= va.legal(place(2, {"no_repeek": True}, seen))
    four = {"seen_by": [1, 1, 0, 1, 3], "round_turns": 8}
    assert {action for action in va.legal(place(2, {"no_repeek": True}, four)) if action < 5} == {2}


def test_no_expert_swap_without_a_swap() -> None:
    """After NO_SWAP the turn is over for experts too (section 6, point 4)."""
    for expert in ("any_two", "other_three"):
        position = place(2, {"swap": "may", "expert": expert}, {})
        do(position, 3, 16)
        assert (position.phase, position.turn, position.round_turns) == (Phase.ACT, 1, 1)


def test_the_second_swap_moves_bits_of_others_too() -> None:
    """VA-21: the hats of the second swap keep the record of who has seen them."""
    position = place(2, {"expert": "other_three"}, {"seen_by": [0, 2, 0, 0, 1], "round_turns": 2})
    do(position, 0, 14, 23)
    assert_fields(position, {"hats": [1, 3, 5, 2, 0, 4], "seen_by": [0, 1, 0, 1, 2], "turn": 1})


def test_the_memory_aid() -> None:
    """`track_marks` shows all seen hats; without it a look is only shown while it lasts (section 6)."""
    for aid, later in ((False, [-1] * 5), (True, [-1, 2, -1, -1, -1])):
        position = place(2, {"track_marks": aid}, {})
        do(position, 0)
        assert va.marks(position, 0) == [2, -1, -1, -1, -1]
        assert va.marks(position, 1) == va.marks(position, SPECTATOR) == [-1] * 5
        do(position, 12)
        assert va.marks(position, 0) == later
        assert va.content(position, 0) == [-1, 2, -1, -1, -1]


def test_returns_of_three_and_four() -> None:
    """One winner takes 1, the others share the loss."""
    assert va.returns(place(3, {"wins_needed": 1}, {"phase": 3, "winner": 1})) == [-0.5, 1.0, -0.5]
    four = va.returns(place(4, {"wins_needed": 1}, {"phase": 3, "winner": 3}))
    assert four == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])
