"""Positions, moves and whole plays as text; the board as characters and as a picture."""

from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import hatbox
from hatbox.errors import BadPosition, IllegalMove
from hatbox.games.great_hall.terminal import text
from hatbox.interfaces import SPECTATOR, Event
from tests.games.great_hall.whole_plays import play_actions, play_text

from . import reference
from .compiled import Board, stand
from .examples_form import JOKER, PLAY, RED, SEVEN_CARD, SWAP_CARD, YELLOW, table
from .test_reference import scattered
from .test_reference_agrees import IDS, SETTINGS

SEVEN = table(YELLOW, (SEVEN_CARD,), yellow=(35, 16, 19), blue=(17,), green=(20,), red=(22,))


@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=IDS)
def test_whole_plays_and_positions_go_both_ways(players: int, options: dict[str, Any]) -> None:
    random, board = Random(3), Board(players, options)
    notation = board.game.rulebook.notation
    for _ in range(12):
        board.put(reference.to_fields(scattered(players, options, random)))
        start, actions, heard = board.states.copy(), list[int](), list[Event]()
        for _ in range(60):
            legal = board.legal()
            if not legal:
                break
            words = notation.position_text(board.state)
            twin = Board(players, options)
            twin.states[0].rng, twin.states[0].max_rounds = board.states[0].rng, board.states[0].max_rounds
            notation.read_position(twin.states[0], words)
            assert twin.states.tobytes() == board.states.tobytes()
            if board.state.phase in (2, 8, 10):
                start, actions, heard = board.states.copy(), [], []
            phase = board.state.phase
            actions.append(random.choice(legal))
            heard += board.tell(actions[-1])
            if phase != 1 and (board.state.ply > start[0].ply or phase == 8):
                assert play_actions(board.game, start, play_text(heard)) == actions


def test_the_rulebooks_seven_as_one_line() -> None:
    board = stand(**SEVEN)
    for action in play_actions(board.game, board.states, "7: 35-hall, 16-17, 19-23"):
        board.apply(action)
    assert sorted(board.state.pos[YELLOW][:3]) == [17, 23, 65] and board.state.caretaker_at == 39


@pytest.mark.parametrize(
    "line",
    [
        "7: 35-hall, 16-17",
        "7: 35-hall, 16-17, 19-24",
        "5: 19-24",
        "joker: start",
        "7:",
        "7: 16-x",
        "fold",
        "discard 7",
    ],
)
def test_impossible_plays_are_refused(line: str) -> None:
    board = stand(**SEVEN)
    before = board.states.tobytes()
    with pytest.raises(IllegalMove):
        play_actions(board.game, board.states, line)
    assert board.states.tobytes() == before


def test_a_joker_says_what_it_is_by_what_it_does() -> None:
    board = stand(**table(RED, (JOKER, SWAP_CARD), 20, red=(5, 10), blue=(30,), yellow=(65,)))
    for line, end in (
        ("joker: 5-1", 5), ("joker: caretaker 20-13", 8), ("joker: 5x30", 11), ("joker: start", 0), ("joker: 5-9", 4),
        ("joker: 5-8, 10-14", 8), ("swap: 10x30", None), ("joker: caretaker 20-24", 5),
    ):  # fmt: skip
        actions = play_actions(board.game, board.states, line)
        assert actions[0] == PLAY + (SWAP_CARD if end is None else JOKER)
        assert end is None or actions[1] == 31 + end


@pytest.mark.parametrize("words", ["", "R=1", "nonsense", "R=D,D,D,- B=D,D,D,- G=D,D,D,- Y=D,D,99,- turn=A"])
def test_bad_positions_are_refused(words: str) -> None:
    with pytest.raises(BadPosition):
        hatbox.load("great_hall").match(seed=1).set_position(words)


def test_a_position_reads_like_the_table() -> None:
    match = hatbox.load("great_hall").match(seed=7)
    assert match.position.startswith("R=D,D,D,- B=D,D,D,- G=D,D,D,- Y=D,D,D,- hands=")
    assert "to give a card · round 1 · R bed bed bed" in repr(match)


@pytest.mark.parametrize(
    ("players", "options"), [(4, {}), (2, {}), (3, {"track_len": 40}), (4, {"track_len": 64})]
)
def test_pictures_for_everybody(players: int, options: dict[str, Any]) -> None:
    """Well-formed, every figure drawn, upright from every side, nothing of other hands."""
    random, board = Random(5), Board(players, options)
    drawing, view = board.game.rulebook.drawing, board.game.view
    for _ in range(4):
        board.put(reference.to_fields(scattered(players, options, random)))
        for seat in range(SPECTATOR, players):
            seen: Any = view(board.states, seat, False)
            picture = drawing.svg(seen)
            ElementTree.fromstring(picture)
            figures = sum(map(len, seen.figures))
            assert picture.count('<use href="#sleeper-') == figures
            assert picture.count('<use href="#caretaker"') == 1
            cards = sum(
                picture.count(f'<use href="#gh-{name}"') for name in ("2", "3", "5", "6", "pm4", "7", "s9")
            )
            cards += sum(picture.count(f'<use href="#gh-{name}"') for name in ("s18", "swap", "joker"))
            assert cards == len(seen.hand)
            lines = text(seen, ["Ada", "Ben", "Cleo", "Dan"]).splitlines()
            side = seen.track // 4 + 1
            width = len(lines[0])
            assert all(len(line) <= width + 5 for line in lines[:side])
            for house, places in enumerate(seen.figures):
                for place in places:
                    assert place >= 64 or any(f"{'RBGY'[house]}{place}" in line for line in lines[:side])
            assert ("your cards" in "\n".join(lines)) == (seat >= 0)
