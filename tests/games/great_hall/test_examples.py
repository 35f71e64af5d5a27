"""Every worked example of the rules page, and many further positions, on the compiled rules."""

import pytest

from .compiled import Board
from .examples import EXAMPLES, MORE_EXAMPLES, Example, full_fields

ALL = [*EXAMPLES, *MORE_EXAMPLES]


def claims(example: Example) -> list[str]:
    """Rule IDs as the rules page has them."""
    return [rule if rule.startswith("GH") else f"GH-{rule.replace('-', '')}" for rule in example.rules]


@pytest.mark.parametrize(
    "example",
    [pytest.param(example, marks=pytest.mark.rule(*claims(example)), id=example.number) for example in ALL],
)
def test_example(example: Example) -> None:
    board = Board(example.players, example.options)
    if example.setup:
        board.begin(example.setup)
    else:
        board.put(full_fields(example))
    legal = set(board.legal())
    assert example.legal is None or legal == example.legal
    assert legal >= example.contains and not legal & example.lacks
    for step in example.steps:
        assert step.legal is None or set(board.legal()) == step.legal
        board.told(step.action, step.chance)
    fields = board.fields()
    assert {name: fields[name] for name in example.after} == example.after
    assert example.legal_after is None or set(board.legal()) == example.legal_after
    assert example.over is None or board.state.over == example.over
    assert example.winner is None or fields["winner"] == example.winner
