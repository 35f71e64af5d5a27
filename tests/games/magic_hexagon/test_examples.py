"""All worked examples of the rules page, on the compiled engine."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from hatbox.games.magic_hexagon import board
from hatbox.games.magic_hexagon.state import BLACK_DISC, FACES, Phase, kind_of
from hatbox.match.match import Match

from .examples import EXAMPLES
from .examples_format import Example, Expect
from .placed import before, fields_of


def claims(example: Example) -> list[str]:
    """The rules that an example shows; options are rulings of the rules page."""
    return [rule.replace("O-", "MH-O0") for rule in example.rules]


CASES = [
    pytest.param(example, marks=pytest.mark.rule(*claims(example)), id=example.number)
    for example in EXAMPLES
]  # fmt: skip


def disc_choices(match: Match, action: int) -> int:
    """How many discs a move lets the player pick from, 1 without a choice."""
    twin = before_again(match)
    twin.play(action)
    return len(twin.legal) if twin.state.phase == Phase.PICK else 1


def before_again(match: Match) -> Match:
    """The same position again."""
    twin = match.game.match(seed=1)
    twin.set_position(match.position)
    return twin


def measure(match: Match, fact: str) -> Any:
    """The counted number that an expectation calls by this name."""
    legal, faces = match.legal, match.state.board
    coloured = [face for face in faces if 0 <= face < FACES]
    measures: dict[str, Callable[[], Any]] = {
        "cells": lambda: len(faces),
        "neighbours": lambda: dict(enumerate(board.NEXT)),
        "degree_sum": lambda: sum(len(row) for row in board.NEIGHBOURS),
        "legal_count": lambda: len(legal),
        "lowest": lambda: min(legal),
        "highest": lambda: max(legal),
        "per_hat": lambda: [sum(action // 273 == hat for action in legal) for hat in range(4)],
        "disc_choices": lambda: sum(disc_choices(match, action) for action in legal),
        "discs_left": lambda: len(coloured),
        "value_on_board": lambda: sum(kind_of(face) + 1 for face in coloured),
        "first_faces": lambda: faces[:9],
        "face_counts": lambda: dict(Counter(face for face in faces if 0 <= face <= BLACK_DISC)),
    }
    return measures[fact]()


def assert_expected(match: Match, expect: Expect) -> None:
    """Assert everything that the expectation claims."""
    legal, state, players = set(match.legal), match.state, match.game.players
    assert expect.legal is None or legal == expect.legal
    assert expect.includes <= legal
    assert not expect.excludes & legal
    assert expect.actor is None or (match.turn == expect.actor and not match.over)
    assert expect.over is None or match.over == expect.over
    fields = fields_of(match)
    assert {key: fields[key] for key in expect.fields} == expect.fields
    assert expect.scores is None or tuple(state.score[:players]) == expect.scores
    assert {seat: tuple(state.stones[seat]) for seat in expect.stones} == expect.stones
    assert_places(match, expect.places)
    for fact, wanted in expect.facts.items():
        found = measure(match, fact)
        assert ({cell: found[cell] for cell in wanted} if fact == "neighbours" else found) == wanted


def assert_places(match: Match, places: tuple[int, ...] | None) -> None:
    """The winners share first place and the prize; the view has every place."""
    if places is not None:
        assert tuple(match.view().places) == places  # type: ignore[attr-defined]
        best = [value == max(match.returns) for value in match.returns]
        assert best == [place == 1 for place in places]


@pytest.mark.parametrize("example", CASES)
def test_example(example: Example) -> None:
    match = before(example)
    assert_expected(match, example.before)
    for step in example.steps:
        match.play(step.action)
        assert_expected(match, step.then)
    if example.finish is not None:
        while match.legal:
            match.play(min(match.legal))
        assert_expected(match, example.finish)
