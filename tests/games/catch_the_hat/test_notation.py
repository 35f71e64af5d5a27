"""Positions and moves as text."""

import pytest

import hatbox
from hatbox.errors import BadPosition

from .test_story import GOLDEN, board

GOOD = "R0@5 R1(B0,G2)@20 R2345@77 B12345@78 G01345@79 Y012345@80 turn=R phase=pick die=3 rolls=1"


def test_a_position_reads_like_the_examples() -> None:
    match = board("R@5 R(G2,B)@20", 3)
    assert match.position == GOOD
    golden = board("R*(G)@20 B@5", 3, jail="R:G,B", **GOLDEN)
    assert golden.position.startswith("R0*(G0)@20 R12345@77 B0@5 B2345@78")
    assert "jail=R:B1,G1 turn=R" in golden.position
    assert "*@76" in board("*@76", 3, **GOLDEN).position


def test_a_walk_in_progress_is_part_of_the_position() -> None:
    match = board("R*@20 G@22", 5, **GOLDEN)
    match.play(81)
    match.play(21)
    assert match.position.endswith("turn=R phase=gold die=5 picked=R0 pips=4 prev=20 rolls=1")


def test_moves_read_like_the_examples() -> None:
    match = board("R@5 R@5 R(G,B)@2 R*@20", 3, **GOLDEN)
    assert [str(move) for move in match.moves] == ["R@5", "R(B,G)@2", "R*@20", "R@home"]
    match.play("r(b,g)@2")
    assert {str(move) for move in match.moves} == {"to 5", "to 51", "to 52", "home"}
    match.play("home")
    assert match.state.jail.count(0) == 2


def test_the_summary_is_one_line() -> None:
    match = board("R(B)@5", 3)
    assert repr(match) == (
        "catch_the_hat · 4 players · Ada rolled 3, to choose a hat · free hats 6 5 6 6 · caught 1 0 0 0"
    )
    end = board("R@5 G@8", 3, players=2, jail="R:G,G,G,G,G")
    end.play(81)
    assert "to choose a field" in repr(end)
    end.play(8)
    assert "Ada has won" in repr(end)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        GOOD.replace("R0@5 ", ""),  # a hat is missing
        GOOD.replace("R0@5", "R1@5"),  # a hat twice
        GOOD.replace("R0@5", "R0@81"),  # no such field
        GOOD.replace("R0@5", "R0@250"),
        GOOD.replace("R0@5", "R0@78"),  # another home
        GOOD.replace("R0@5", "W0@5"),  # no such colour here
        GOOD.replace("R0@5", "R0*@5"),  # no golden hat in this game
        GOOD.replace("R2345", "R23456"),
        GOOD.replace("R0@5", "R0@21").replace("B12345@78", "B1@21 B2345@78"),  # two colours on a yellow field
        GOOD.replace("die=3", "die=7"),
        GOOD.replace("turn=R", "turn=X"),
        GOOD.replace("phase=pick", "phase=dream"),
        GOOD.replace("phase=pick", "phase=dest"),  # nothing picked
        GOOD.replace("rolls=1", "rolls=99999"),  # beyond the cap
        GOOD.replace("rolls=1", ""),
        GOOD + " prev=200",
        GOOD + " colour=red",
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    match = hatbox.load("catch_the_hat", 4).match(1)
    before = match._states.tobytes()
    with pytest.raises(BadPosition):
        match.set_position(text)
    assert match._states.tobytes() == before
