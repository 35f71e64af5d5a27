"""Positions and moves as text and back, the board as characters and as a picture."""

from xml.etree import ElementTree

import pytest

import hatbox
from hatbox import conformance
from hatbox.errors import BadPosition, IllegalMove
from hatbox.games.magic_hexagon import board, drawing, terminal

from .examples_format import move
from .placed import near
from .test_rare_positions import TWO_AREAS


def test_move_texts() -> None:
    match = hatbox.load("magic_hexagon").match(seed=1)
    assert [str(m) for m in match.moves][:2] == ["no hypnosis", "hypnotise red"]
    match.play("No  Hypnosis")
    texts = [str(m) for m in match.moves]
    assert all(text.split()[0] in ("red", "blue", "green", "white") for text in texts)
    with pytest.raises(IllegalMove, match="MH-"):
        match.play("red to 15 for 1")
    with pytest.raises(IllegalMove, match="possible now"):
        match.play("castle")


def test_picks_are_named_by_their_cells() -> None:
    match = near(TWO_AREAS | {"turn_index": 0})
    match.play("red to 10 for 1")
    assert [str(m) for m in match.moves] == ["pick 11", "pick 9"]
    assert repr(match).endswith("Ada to pick one disc · 6 discs · points 0 0")


def test_summary() -> None:
    match = hatbox.load("magic_hexagon", 3).match(seed=1)
    assert repr(match) == "magic_hexagon · 3 players · Ben may hypnotise Ada · 80 discs · points 0 0 0"
    match.play("hypnotise blue")
    assert "Ada to move the blue hat" in repr(match)


def test_position_text_reads_as_rows() -> None:
    text = near(TWO_AREAS).position
    assert text.startswith("board=2O2D/3b")
    assert " hats=18,44,72,75 owned=-/- turns=2 moves=0 first=A phase=move" in text


@pytest.mark.parametrize("options", [{}, {"stone_supply": "box"}, {"layout": "ring"}], ids=str)
def test_positions_round_trip(options: dict[str, str]) -> None:
    game = hatbox.load("magic_hexagon", 4, **options)
    for match in conformance.random_match(game, seed=3):
        twin = game.match(seed=9)
        twin.set_position(match.position)
        assert twin.legal == match.legal
        assert twin.view(0) == match.view(0)


BAD = {
    "board=": "board=x",
    "phase=hypno": "phase=sleep",
    "hats=15,": "hats=91,",
    "hats=15,1": "hats=18,1",
    "cards=ABC": "cards=ABCD",
    "owned=-/-/-": "owned=-/-",
    "first=A": "first=D",
    "turns=0": "turns=-1",
    "moves=0": "moves=81",
    "cards=ABC ": "cards=AC ",
    "phase=hypno ": "phase=hypno mood=good ",
}


@pytest.mark.parametrize("part", BAD)
def test_bad_positions_are_refused(part: str) -> None:
    match = hatbox.load("magic_hexagon", 3).match(seed=1)
    before = match.hash
    text = match.position + " "
    assert part in text
    with pytest.raises(BadPosition):
        match.set_position(text.replace(part, BAD[part]).strip())
    assert match.hash == before


def test_more_discs_than_the_box_has_are_refused() -> None:
    match = hatbox.load("magic_hexagon").match(seed=1)
    with pytest.raises(BadPosition):
        match.set_position(match.position.replace("owned=-/-", "owned=a/-"))


# ---- pictures --------------------------------------------------------------------------------------------


def test_coordinates() -> None:
    layout = board.layout(board.LOZENGE)
    assert (layout.cells[45].x, layout.cells[45].y) == (520.0, 436.0)
    assert (layout.cells[0].x, layout.cells[50].x) == (300.0, 960.0)
    for cell, here in enumerate(layout.cells):
        assert 0 < here.x < layout.width and 0 < here.y < layout.height
        for near_cell in board.NEIGHBOURS[cell]:
            there = layout.cells[near_cell]
            assert ((here.x - there.x) ** 2 + (here.y - there.y) ** 2) ** 0.5 == pytest.approx(88, abs=0.2)


def test_the_picture_is_well_formed_and_complete() -> None:
    match = conformance.last(conformance.random_match(hatbox.load("magic_hexagon"), seed=1, plies=40))
    text = drawing.svg(match.view())  # type: ignore[arg-type]
    names = [
        use.get("href", "") for use in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}use")
    ]
    state = match.state
    coloured = sum(0 <= face < 44 for face in state.board)
    drawn = [name for name in names if name.startswith(("#disc-", "#hole"))]
    assert len([n for n in drawn if n != "#disc-black" and n != "#hole"]) >= coloured
    assert names.count("#hole") == state.board.count(-1)
    assert sum(name.startswith("#pips-") for name in names) == coloured
    assert sum(name.startswith("#wizard-") for name in names) == 4
    assert match._repr_svg_() == text


def test_the_named_hat_is_ringed() -> None:
    match = hatbox.load("magic_hexagon").match(seed=1)
    assert "stroke-dasharray" not in drawing.svg(match.view()).split("</defs>")[1]  # type: ignore[arg-type]
    match.play("hypnotise red")
    assert "stroke-dasharray" in drawing.svg(match.view()).split("</defs>")[1]  # type: ignore[arg-type]


def test_the_terminal_shows_everything() -> None:
    match = hatbox.load("magic_hexagon", 3).match(seed=1)
    text = terminal.text(match.view(), match.names)  # type: ignore[arg-type]
    assert "Ben: hypnotise Ada, who is to move?" in text
    assert all(f"▲{letter}{cell}" in text for letter, cell in zip("RBGW", match.state.hats, strict=True))
    assert text.count("████") == 12  # eleven discs and the legend
    assert max(len(line) for line in text.splitlines()) <= 80
    assert len(set(terminal.CODES)) == 20


@pytest.mark.rule("MH-O03")
def test_the_legend_says_which_discs_unlock_tools() -> None:
    usual = hatbox.load("magic_hexagon", 3).match(seed=1)
    text = terminal.text(usual.view(), usual.names)  # type: ignore[arg-type]
    assert "a 2 you need 2 of its colour, to collect a 3 you need 3." in text
    lower = hatbox.load("magic_hexagon", 3, restriction_counts="lower_only").match(seed=1)
    text = terminal.text(lower.view(), lower.names)  # type: ignore[arg-type]
    assert "a 2 you need 2 of its colour worth 1, to collect a 3 you need 3 worth 1 or 2." in text


def test_the_terminal_shows_collections_and_the_end() -> None:
    match = near(TWO_AREAS)
    match.play(move(0, 10, 1))
    text = terminal.text(match.view(), match.names)  # type: ignore[arg-type]
    assert "ingredients: R1ch R1to" in text
    assert "magic tools: B3sp W3ri R3wa" in text
    end = conformance.last(conformance.random_match(hatbox.load("magic_hexagon"), seed=1))
    assert "The game is over." in terminal.text(end.view(), end.names)  # type: ignore[arg-type]
