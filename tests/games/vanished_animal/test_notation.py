"""Positions and moves as text, and the board as characters and as a picture."""

import re
from xml.etree import ElementTree

import pytest

import hatbox
from hatbox.errors import BadPosition
from hatbox.games.vanished_animal import board
from hatbox.games.vanished_animal.state import NAMES
from hatbox.interfaces import SPECTATOR
from hatbox.match.match import Match

from .table import play, put

NAMED = ["Ada", "Ben", "Cleo", "Dan"]


def board_text(match: Match, seat: int, aid: bool = False) -> str:
    """The board as characters."""
    return match.game.rulebook.terminal.text(match.view(seat, aid), NAMED)


def drawn(match: Match, seat: int, aid: bool = False) -> list[str]:
    """The drawings that make up the board."""
    picture = match.game.rulebook.drawing.svg(match.view(seat, aid))
    ElementTree.fromstring(picture)
    return re.findall(r'<use href="#([^"]+)" x=', picture.split("</defs>")[1])  # symbols use each other too


# ---- text ------------------------------------------------------------------------------------------------


def test_moves_read_as_one_types_them() -> None:
    match = put(2, {"swap": "may", "expert": "any_two"})
    assert [str(move) for move in match.moves][3:7] == ["look 4", "look 5", "name rabbit", "name dove"]
    play(match, 0)
    assert [str(move) for move in match.moves] == ["swap 2", "swap 3", "swap 4", "swap 5", "no swap"]
    match.play("Swap 4")
    assert [str(move) for move in match.moves][-2:] == ["swap 4 5", "no second swap"]
    match.play("swap 1 4")
    assert match.turn == 1


def test_a_position_reads_as_text() -> None:
    match = put(3, {"expert": "any_two"}, {"tokens": [1, 0, 0, 0], "round": 2, "seen_by": [4, 0, 0, 0, 3]})
    play(match, 5, 0, 14)
    assert match.position == (
        "hats=10523/4 seen=-,-,-,BC,AB named=A0 peek=1 with=4 turn=B starter=A tokens=1,0,0 round=2 turns=1"
    )
    assert (
        repr(match) == "vanished_animal · 3 players · Ben to swap again · round 2 · tokens 1 0 0 · out: Ada"
    )


def test_what_the_last_round_told_is_part_of_the_position() -> None:
    match = put(2, {"reveal_at_round_end": False})
    play(match, 5)
    assert match.position.endswith("turn=A starter=A tokens=0,1 round=2 turns=0 last=4 knew=A")
    match = put(2, {"reveal_at_round_end": False})
    play(match, 9)
    assert match.position.endswith("turn=B starter=B tokens=1,0 round=2 turns=0 told=-----/4 last=4")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hats=20513/4",
        "hats=20513/3 turn=A starter=A tokens=0,0 round=1 turns=0",
        "hats=205134 turn=A starter=A tokens=0,0 round=1 turns=0",
        "hats=2051/34 turn=A starter=A tokens=0,0 round=1 turns=0",
        "hats=20513/4 turn=C starter=A tokens=0,0 round=1 turns=0",
        "hats=20513/4 turn=A starter=A tokens=0,0,0 round=1 turns=0",
        "hats=20513/4 turn=A starter=A tokens=2,0 round=1 turns=0",
        "hats=20513/4 named=A4 turn=A starter=A tokens=0,0 round=1 turns=0",
        "hats=20513/4 seen=A,B turn=A starter=A tokens=0,0 round=1 turns=0",
        "hats=20513/4 peek=6 turn=A starter=A tokens=0,0 round=1 turns=0",
        "hats=20513/4 turn=A starter=A tokens=0,0 round=999 turns=0",
        "hats=20513/4 turn=A starter=A tokens=0,0 round=1 turns=0 told=-----/4",
        "hats=20513/4 turn=A starter=A tokens=0,0 round=1 turns=0 colour=red",
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    match = put(2)
    before = match.position
    with pytest.raises(BadPosition):
        match.set_position(text)
    assert match.position == before


def test_the_end_in_one_line() -> None:
    match = put(2, {"wins_needed": 1})
    play(match, 9)
    assert repr(match) == "vanished_animal · 2 players · Ada has the wand · round 1 · tokens 0 0"


# ---- characters ------------------------------------------------------------------------------------------


@pytest.mark.rule("VA-02", "VA-03")
def test_the_table_as_characters() -> None:
    text = board_text(put(2, {}, {"tokens": [1, 0, 0, 0], "round": 2}), SPECTATOR)
    assert all(name in text for name in NAMES)
    assert all(f"{place}:▲" in text for place in range(1, 6)) and "box:[▲]" in text
    assert "> A Ada   ●○" in text and "  B Ben   ○○" in text


@pytest.mark.rule("VA-09", "VA-14")
def test_only_the_one_who_looks_reads_the_animal() -> None:
    match = put(3)
    play(match, 5, 1)
    assert "2:△ rabbit" in board_text(match, 1) and "hat 2 hides the rabbit" in board_text(match, 1)
    for seat in (0, 2, SPECTATOR):
        assert "2:△\n" in board_text(match, seat) and "hides the rabbit" not in board_text(match, seat)
    assert "the box hides the mouse" in board_text(match, 0)
    assert all("box:[▲]" in board_text(match, seat) for seat in (1, 2, SPECTATOR))
    assert "out, said “rabbit”" in board_text(match, SPECTATOR)


def test_the_end_as_characters() -> None:
    match = put(2, {}, {"tokens": [1, 0, 0, 0], "round": 2})
    play(match, 9)
    text = board_text(match, SPECTATOR)
    assert "●★ wand" in text and "1:▲(frog)" in text and "box:[mouse]" in text


# ---- the picture -----------------------------------------------------------------------------------------


@pytest.mark.rule("VA-02", "VA-03")
def test_cards_tokens_and_hats_lie_open_for_all() -> None:
    pieces = drawn(put(2), SPECTATOR)
    assert [piece for piece in pieces if piece.startswith("card-")] == [f"card-{name}" for name in NAMES]
    assert pieces.count("token-hat") == 4 and pieces.count("token-wand") == 1
    assert pieces.count("tophat") == 5 and pieces.count("hatbox") == 1
    assert not [piece for piece in pieces if piece.startswith("animal-")]


@pytest.mark.rule("VA-09")
def test_the_picture_shows_a_look_to_one_seat() -> None:
    match = put(2, {}, {"tokens": [1, 0, 0, 0], "round": 2})
    play(match, 0)
    assert "animal-frog" in drawn(match, 0)
    for seat in (1, SPECTATOR):
        assert not [piece for piece in drawn(match, seat) if piece.startswith("animal-")]
    play(match, 12)
    assert "animal-frog" in drawn(match, 0, aid=True) and "animal-frog" not in drawn(match, 0)
    assert drawn(match, 0).count("token-hat") == 3 and "mark-heart" in drawn(match, 0)


def test_every_view_of_a_game_can_be_drawn() -> None:
    match = hatbox.load("vanished_animal", 4, wins_needed=5, expert="any_two").match(seed=4)
    while not match.over:
        for seat in range(-1, 4):
            assert drawn(match, seat, aid=True)
            assert board_text(match, seat)
        match.play(match.legal[match.ply % len(match.legal)])
    assert "animal-owl" in drawn(match, SPECTATOR)


def test_everything_lies_inside_the_drawing() -> None:
    for layout in (board.wide(), board.tall()):
        points = [*layout.places, layout.box, *layout.cards, *layout.tokens, layout.wand]
        assert all(40 < point.x < layout.width - 40 and 40 < point.y < layout.height - 40 for point in points)
        assert len({(point.x, point.y) for point in points}) == len(points)
    first, second = board.wide().places[:2]
    assert (first.x, first.y) == (400, 150) and (round(second.x, 1), round(second.y, 1)) == (599.7, 295.1)
