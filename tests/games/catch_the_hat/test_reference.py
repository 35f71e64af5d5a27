"""Tests of the reference: worked examples, facts about the boards, random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from .examples import EXAMPLES, Example, Legal, on_board, position
from .reference import (
    Dice,
    Phase,
    Position,
    actor,
    apply,
    check,
    default_options,
    from_fields,
    legal,
    returns,
    scores,
    start,
    to_fields,
)
from .reference_board import FOUR_HOMES, SIX_HOMES, Board, Node
from .reference_moves import ways
from .reference_position import CHOICES, Piece, check_options
from .reference_rare import RARE
from .reference_scatter import scattered

ROLL_AGAIN, STOP = 105, 106


class Script:
    """Chance that follows a list of rolls."""

    def __init__(self, *rolls: int, seat: int = 0) -> None:
        self.rolls = list(rolls)
        self.seat = seat

    def first_seat(self, players: int) -> int:
        """The seat given in advance."""
        return self.seat

    def roll(self) -> int:
        """The next roll of the list."""
        return self.rolls.pop(0)


def options_with(**changes: Any) -> dict[str, Any]:
    """The default options with some changed."""
    return {**default_options(), **changes}


# --- worked examples ------------------------------------------------------------------------------------


def assert_legal(expected: Legal, actions: set[int]) -> None:
    """Compare a legal set with what an example says about it."""
    if expected.exact is not None:
        assert actions == expected.exact
    assert expected.has <= actions
    assert not expected.lacks & actions


@pytest.mark.parametrize("example", [*EXAMPLES, *RARE], ids=lambda example: example.number)
def test_example(example: Example) -> None:
    """Every worked example comes out as written."""
    here = from_fields(example.players, options_with(**example.options), example.fields)
    check(here)
    assert to_fields(here) == example.fields
    assert_legal(example.before, legal(here))
    for step in example.steps:
        chance = Script(*step.rolls)
        apply(here, step.action, chance)
        check(here)
        assert not chance.rolls, "all announced rolls are used"
        assert_legal(step.then, legal(here))
    fields = to_fields(here)
    assert {name: fields[name] for name in example.after} == example.after
    if example.scores is not None:
        assert tuple(scores(here)) == example.scores


def test_all_worked_examples_are_there() -> None:
    """Numbers 1 to 27, each at least once."""
    numbers = {int(example.number.rstrip("abcdefg")) for example in EXAMPLES}
    assert numbers == set(range(1, 28))


# --- facts about the boards -----------------------------------------------------------------------------

BOARDS = pytest.mark.parametrize("board", [FOUR_HOMES, SIX_HOMES], ids=["four", "six"])


def distances(board: Board, origin: Node) -> dict[Node, int]:
    """Steps from a node to every other node."""
    found = {origin: 0}
    edge = [origin]
    while edge:
        edge = [node for here in edge for node in board.neighbours[here] if node not in found]
        for node in edge:
            found[node] = min(found[near] for near in board.neighbours[node] if near in found) + 1
    return found


def test_sizes() -> None:
    """81 nodes and 84 edges against 73 and 78; degrees as in the rules page."""
    for board, nodes, edges in ((FOUR_HOMES, 81, 84), (SIX_HOMES, 73, 78)):
        assert set(board.neighbours) == set(board.nodes) == set(range(nodes))
        assert sum(len(near) for near in board.neighbours.values()) == 2 * edges
        assert len(board.neighbours[board.centre]) == board.homes
        for home in range(board.homes):
            assert board.neighbours[board.home_node(home)] == {board.junction(home)}
            assert len(board.neighbours[board.junction(home)]) == 4


@BOARDS
def test_grey_fields_are_three_steps_from_a_junction(board: Board) -> None:
    """The listed grey fields follow the three-step rule."""
    three_away: set[Node] = set()
    for home in range(board.homes):
        steps = distances(board, board.junction(home))
        three_away |= {node for node, far in steps.items() if far == 3 and not board.is_home(node)}
    assert three_away == board.grey
    assert len(board.grey) == 12


def test_distances_between_homes() -> None:
    """CH-04: 15 and 16 steps, 8 and 14 steps."""
    four, six = distances(FOUR_HOMES, 77), distances(SIX_HOMES, 67)
    assert [four[home] for home in (78, 79, 80)] == [15, 16, 15]
    assert [six[home] for home in range(68, 73)] == [8, 14, 14, 14, 8]


def lone_piece(board: Board, node: Node, loaded: bool) -> tuple[Position, Piece]:
    """A table with one red piece on the track and everything else at home."""
    here = start(4, options_with(board=6 if board is SIX_HOMES else "auto"), Script(1))
    piece = here.pieces[0]
    piece.node = node
    if loaded:
        del here.pieces[here.hats_each]
        piece.captives.add(here.hats_each)
    return here, piece


@BOARDS
def test_destinations_from_every_field(board: Board) -> None:
    """CH-R04, CH-R19: unique paths, few destinations, and where all of them are grey."""
    most_plain = most_loaded = 0
    all_grey: set[tuple[Node, int]] = set()
    for node in range(board.centre + 1):
        for die in range(1, 7):
            plain = ways(*lone_piece(board, node, False), die)
            loaded = ways(*lone_piece(board, node, True), die)
            assert set(plain) <= set(loaded)
            most_plain, most_loaded = max(most_plain, len(plain)), max(most_loaded, len(loaded))
            if set(plain) <= board.grey:
                all_grey.add((node, die))
    four = board is FOUR_HOMES
    assert (most_plain, most_loaded) == ((5, 8) if four else (7, 10))
    expected = {(board.junction(home), 3) for home in range(board.homes)}
    expected |= {(board.centre, 4)} if four else {(board.centre, 3), *((grey, 6) for grey in board.grey)}
    assert all_grey == expected


# --- options, start, turn -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "changes"),
    [
        (1, {}),
        (7, {}),
        (3, {"teams": "team"}),
        (5, {"teams": "total"}),
        (4, {"golden": True, "goal": "tower"}),
        (4, {"free_on_capture": True, "goal": "tower"}),
        (5, {"hats": 6}),
        (2, {"board": 6, "hats": 5}),
        (4, {"hats": 7}),
        (2, {"first_player": 2}),
        (2, {"roll_cap": -1}),
        (2, {"board": 4}),
    ],
)
def test_tables_that_are_not_allowed(players: int, changes: dict[str, Any]) -> None:
    """Impossible tables are rejected."""
    with pytest.raises(ValueError):
        start(players, options_with(**changes), Script(1))


def test_first_player() -> None:
    """CH-05 and the option `first_player`."""
    assert actor(start(3, options_with(), Script(1))) == 0
    assert actor(start(3, options_with(first_player=2), Script(1))) == 2
    assert actor(start(3, options_with(first_player="random"), Script(1, seat=1))) == 1


def test_illegal_actions_are_refused() -> None:
    """Anything outside the legal set raises ValueError and changes nothing."""
    here = start(4, options_with(), Script(1))
    before = to_fields(here)
    for action in set(range(-1, 109)) - legal(here):
        with pytest.raises(ValueError):
            apply(here, action, Script())
    assert to_fields(here) == before


@pytest.mark.parametrize(
    ("again", "first", "second"),
    [
        ("may", (0, 0, 4), (0, 1, 4)),
        ("once", (0, 0, 4), (1, 0, 1)),
        ("must", (0, 1, 1), (0, 2, 1)),
        ("off", (1, 0, 1), None),
    ],
)
def test_six_again(again: str, first: tuple[int, int, int], second: tuple[int, int, int] | None) -> None:
    """Seat to move, extra rolls and phase after the first and after the second six of a turn."""
    here = start(2, options_with(six_again=again), Script(6))
    for expected in (first, second):
        if expected is None:
            return
        if here.phase is Phase.SIX:
            apply(here, ROLL_AGAIN, Script(6))
        apply(here, min(legal(here)), Script())
        apply(here, min(legal(here)), Script(6))
        assert (actor(here), here.extra, here.phase) == expected


def test_cap_comes_before_the_extra_roll() -> None:
    """CH-R10: no SIX after the last roll."""
    here = start(2, options_with(roll_cap=1), Script(6))
    apply(here, 81, Script())
    apply(here, 5, Script())
    assert here.phase is Phase.OVER
    assert here.capped
    assert returns(here) == [0.0, 0.0]


def test_returns() -> None:
    """One winner, shared win, team win."""
    for players, winners, teams, expected in (
        (3, {1}, "none", [-0.5, 1.0, -0.5]),
        (3, {0, 1}, "none", [0.25, 0.25, -0.5]),
        (4, {0, 2}, "team", [1.0, -1.0, 1.0, -1.0]),
        (4, {0, 1, 2, 3}, "team", [0.0] * 4),
    ):
        here = start(players, options_with(teams=teams), Script(1))
        here.winners = winners
        assert returns(here) == expected


@pytest.mark.parametrize(
    ("changes", "winners"),
    [({}, {0, 1}), ({"tie_break": "survivor"}, {1}), ({"goal": "last_standing"}, {1})],
)
def test_who_wins_the_end_of_example_16(changes: dict[str, Any], winners: set[int]) -> None:
    """CH-35, CH-40 and `tie_break` on the same last move."""
    example = next(example for example in EXAMPLES if example.number == "16")
    here = from_fields(3, options_with(**changes), example.fields)
    for step in example.steps:
        apply(here, step.action, Script())
    assert here.winners == winners


def test_the_notation_of_examples() -> None:
    """Hat ids, towers and the golden hat come out as the rules page encodes them."""
    fields = on_board("R1(G,B,R0)@5 G*@7", "Y:B")
    assert [fields["pos"][hat] for hat in (0, 1, 6, 7, 12, 13)] == [5, 5, 5, 255, 5, 7]
    assert [fields["boss"][hat] for hat in (0, 1, 6, 12)] == [1, -1, 1, 1]
    assert (fields["jail"][7], fields["gold_boss"], fields["gold_worn"]) == (3, 13, 1)
    assert position("", 1)["pos"][23] == 80


# --- random games ---------------------------------------------------------------------------------------


def play_on(here: Position, rng: random.Random, most_rolls: int) -> None:
    """Play random legal actions, checking after each, to the end or for this many rolls."""
    check(here)
    while here.phase is not Phase.OVER and here.rolls <= most_rolls:
        apply(here, rng.choice(sorted(legal(here))), Dice(rng))
        check(here)
    assert from_fields(here.players, here.options, to_fields(here)) == here
    assert abs(sum(returns(here))) < 1e-9
    assert (legal(here) == set()) == (here.phase is Phase.OVER)


def tables() -> Iterator[tuple[int, dict[str, Any]]]:
    """Every player count, then every other value of every option, then some combinations."""
    yield from ((players, {}) for players in range(2, 7))
    for name, values in CHOICES.items():
        for value in values[1:]:
            yield fitting_table(name, value)
    yield from (
        (4, {"roll_cap": 0}),
        (3, {"first_player": "random"}),
        (6, {"golden": True, "teams": "total"}),
    )
    yield 4, {"golden": True, "teams": "team", "gold_capture": "every_field", "home_surplus": "may_stay"}
    yield 4, {"golden": True, "exact_home": True, "free_on_capture": True, "goal": "last_standing"}
    yield 4, {"teams": "team", "goal": "tower", "board": 6}


def fitting_table(name: str, value: Any) -> tuple[int, dict[str, Any]]:
    """A table on which this value of this option matters."""
    changes = {name: value}
    if name.startswith("gold_"):
        changes["golden"] = True
    if name == "team_share_yellow":
        changes["teams"] = "team"
    return (4 if name != "board" else 3), changes


@pytest.mark.parametrize(("players", "changes"), list(tables()), ids=str)
def test_random_games(players: int, changes: dict[str, Any]) -> None:
    """Two hundred short games from random middle positions."""
    rng = random.Random(f"{players}{changes}")
    options = options_with(**{"roll_cap": 6, **changes})
    check_options(players, options)
    for _ in range(200):
        play_on(scattered(players, options, rng), rng, 6)


@pytest.mark.parametrize("players", range(2, 7))
def test_whole_games(players: int) -> None:
    """Whole games from the start, with and without the golden hat."""
    rng = random.Random(players)
    for golden in (False, True):
        here = start(players, options_with(golden=golden), Dice(rng))
        play_on(here, rng, 10**6)
        assert here.phase is Phase.OVER
