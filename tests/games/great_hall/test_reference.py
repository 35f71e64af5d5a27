"""Tests of the slow reference: worked examples, random games under every option, rare positions."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from .examples import EXAMPLES, MORE_EXAMPLES, Deal, Draw, Example, FirstDealer, Outcome, full_fields
from .reference import (
    Dice,
    Position,
    actor,
    apply,
    check,
    default_options,
    from_fields,
    legal,
    returns,
    seats_in_play,
    start,
    to_fields,
)
from .reference_cards import deal_round
from .reference_position import DORMITORY, HALL

ENTER = 51

OTHER_VALUES: list[tuple[str, Any]] = [
    ("track_len", 40),
    ("track_len", 56),
    ("track_len", 64),
    ("caretaker", False),
    ("caretaker_counts", False),
    ("caretaker_landing", "blocked"),
    ("caretaker_landing", "banish"),
    ("caretaker_passes_protected", True),
    ("caretaker_seven_sweeps", False),
    ("swap_null", "any"),
    ("swap_null", "never"),
    ("seven_rest", "any"),
    ("solo_goal", 4),
    ("reshuffle", "merge"),
    ("canadian_seven", True),
]


class Told:
    """Chance that answers with outcomes given in advance."""

    def __init__(self, outcomes: Iterable[Outcome] = ()) -> None:
        """Keep the outcomes in the order in which they will be needed."""
        self.outcomes = list(outcomes)

    def first_dealer(self, seats: list[int]) -> int:
        """Name the first dealer."""
        outcome = self.outcomes.pop(0)
        assert isinstance(outcome, FirstDealer) and outcome.seat in seats
        return outcome.seat

    def deal(self, order: list[int], size: int, first: list[int], then: list[int]) -> list[list[int]]:
        """Deal the given hands."""
        outcome = self.outcomes.pop(0)
        assert isinstance(outcome, Deal)
        return [list(hand) for hand in outcome.hands]

    def draw(self, stock: list[int]) -> int:
        """Draw the given card."""
        outcome = self.outcomes.pop(0)
        assert isinstance(outcome, Draw)
        return outcome.kind


def begin(example: Example) -> Position:
    """Return the position that an example starts from."""
    if example.setup:
        return start(example.players, example.options, Told(example.setup))
    return from_fields(example.players, example.options, full_fields(example))


@pytest.mark.parametrize("example", [*EXAMPLES, *MORE_EXAMPLES], ids=lambda example: example.number)
def test_example(example: Example) -> None:
    """Run one example step by step."""
    position = begin(example)
    check(position)
    before = legal(position)
    assert example.legal is None or before == example.legal
    assert before >= example.contains and not before & example.lacks
    for step in example.steps:
        assert step.legal is None or legal(position) == step.legal
        chance = Told(step.chance)
        apply(position, step.action, chance)
        assert chance.outcomes == []
        check(position)
    fields = to_fields(position)
    assert {name: fields[name] for name in example.after} == example.after
    assert example.legal_after is None or legal(position) == example.legal_after
    assert example.over is None or (actor(position) == -1) == example.over
    assert example.winner is None or fields["winner"] == example.winner


def test_examples_cover_section_7() -> None:
    """All 27 worked examples are there, and numbers are unique."""
    numbers = [example.number for example in [*EXAMPLES, *MORE_EXAMPLES]]
    assert len(numbers) == len(set(numbers))
    assert {int(example.number.rstrip("abcdefg")) for example in EXAMPLES} == set(range(1, 28))


def some_place(seat: int, length: int, taken: set[int], random: Random) -> int:
    """Return a bed, a free field anywhere, or one from which the hall is near."""
    kind = random.choice(["bed", "near", "near", "anywhere"])
    if kind == "bed":
        return DORMITORY
    back = random.randint(0, 9) if kind == "near" else random.randrange(length)
    field = (seat * length // 4 - back) % length
    return DORMITORY if field in taken else field


def strew_figures(position: Position, random: Random) -> None:
    """Put figures all over the board, some of them in the hall, and the caretaker among them."""
    length = position.options["track_len"]
    taken: set[int] = set()
    for seat in seats_in_play(position.players):
        places = []
        for _ in range(3 if position.players == 4 else 4):
            places.append(some_place(seat, length, taken, random))
            taken.add(places[-1])
        helping = position.players == 4 and seat < 2 and random.random() < 0.4
        arrived = 3 if helping else random.choice([0, 1, 2, 2])
        position.figures[seat] = sorted([HALL] * arrived + places[arrived:])
    position.first_arrival = any(HALL in row for row in position.figures)
    if position.first_arrival and position.options["caretaker"]:
        position.caretaker = random.choice(sorted(set(range(length)) - taken))


def scattered(players: int, options: dict[str, Any], random: Random) -> Position:
    """Return a position at the start of a round, late in a game that soon ends."""
    position = Position(players, default_options() | options, [[] for _ in range(4)])
    position.round = random.randint(1, 10)
    position.options["max_rounds"] = position.round + 1
    strew_figures(position, random)
    for kind, copies in enumerate(position.stock):  # often the stock is too short to deal from
        position.discard[kind] = random.randint(0, copies) if random.random() < 0.5 else copies
        position.stock[kind] -= position.discard[kind]
    position.dealer = random.choice(seats_in_play(players))
    deal_round(position, Dice(random))
    check(position)
    return position


def play_out(position: Position, random: Random, most: int) -> None:
    """Play at random, but enter the hall rather often, and check every position on the way."""
    dice = Dice(random)
    for _ in range(most):
        actions = sorted(legal(position))
        assert bool(actions) != (actor(position) == -1)
        if not actions:
            break
        assert actor(position) in seats_in_play(position.players)
        eager = ENTER in actions and random.random() < 0.8
        apply(position, ENTER if eager else random.choice(actions), dice)
        check(position)
    assert abs(sum(returns(position))) < 1e-9


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(players: int) -> None:
    """Play from scattered positions with the default options."""
    random = Random(players)
    endings = set()
    for _ in range(200):
        position = scattered(players, {}, random)
        play_out(position, random, 90)
        endings.add(position.winner)
    assert endings >= ({0, 1} if players == 4 else set(seats_in_play(players)))


@pytest.mark.parametrize(("name", "value"), OTHER_VALUES)
def test_random_games_with_option(name: str, value: Any) -> None:
    """Play from scattered positions with one option changed, every number of players in turn."""
    random = Random(f"{name} {value}")
    for number in range(201):
        play_out(scattered(2 + number % 3, {name: value}, random), random, 20)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players: int) -> None:
    """Play whole games from the setup; nobody may have an empty choice before the end."""
    random = Random(10 + players)
    for _ in range(3):
        position = start(players, {"max_rounds": 12}, Dice(random))
        check(position)
        play_out(position, random, 10_000)
        assert legal(position) == set() and actor(position) == -1


def test_record_round_trip() -> None:
    """A position translated to the record and back is the same position, even in the middle of a card."""
    random = Random(5)
    for number in range(60):
        position = scattered(2 + number % 3, {"canadian_seven": True}, random)
        for _ in range(40):
            if not legal(position):
                break
            apply(position, random.choice(sorted(legal(position))), Dice(random))
            assert from_fields(position.players, position.options, to_fields(position)) == position


def test_illegal_actions_are_refused() -> None:
    """Every action outside the legal set raises ValueError and changes nothing."""
    random = Random(6)
    position = scattered(4, {}, random)
    for _ in range(20):
        fields = to_fields(position)
        for action in set(range(-1, 183)) - legal(position):
            with pytest.raises(ValueError, match="not legal"):
                apply(position, action, Dice(random))
        assert to_fields(position) == fields
        apply(position, random.choice(sorted(legal(position))), Dice(random))


def test_stock_is_dealt_before_the_discards() -> None:
    """A deal that holds back cards of the old stock, or gives them to the wrong seat, is refused (R-03)."""
    example = next(example for example in EXAMPLES if example.number == "25")
    joker_kept = ((1, 0, 0, 1, 0, 0, 0, 0, 0, 0), *(((0,) * 9 + (2,)),) * 2, (0, 0, 0, 0, 0, 0, 0, 1, 0, 1))
    wrong_seat = ((0,) * 9 + (2,), (1, 1) + (0,) * 8, (0,) * 9 + (2,), (0,) * 9 + (2,))
    for dealt in (joker_kept, wrong_seat):
        position = begin(example)
        apply(position, example.steps[0].action, Told())
        with pytest.raises(ValueError, match="first heap"):
            apply(position, example.steps[1].action, Told([Deal(dealt)]))


def test_returns() -> None:
    """Winners and losers share the zero-sum scale."""
    for players, winner, expected in (
        (4, 1, [-1.0, 1.0, -1.0, 1.0]),
        (3, 1, [-0.5, 1.0, -0.5]),
        (2, 2, [-1.0, 1.0]),
        (4, 9, [0.0] * 4),
        (3, None, [0.0] * 3),
    ):
        position = start(players, {}, Dice(Random(0)))
        position.winner = winner
        assert returns(position) == expected


def test_unknown_option_is_refused() -> None:
    """Misspelt options do not pass silently."""
    with pytest.raises(ValueError, match="unknown options"):
        start(4, {"trak_len": 40}, Dice(Random(0)))
