"""Events describe the whole game: a board updated only from them agrees with the record; refusals name their rule."""

import re
from importlib.resources import files
from random import Random
from typing import Any

import msgspec
import pytest

import hatbox
from hatbox.errors import CannotUndo
from hatbox.games.great_hall import events as told
from hatbox.games.great_hall.state import HOUSE_NAMES
from hatbox.interfaces import Event
from hatbox.rulepages import page

from . import reference
from .compiled import Board, stand
from .examples_form import HALL, PIECE, PLAY, RED, SEVEN_CARD, STEPS, THREE, YELLOW, table
from .test_reference import scattered
from .test_reference_agrees import IDS, SETTINGS

DORM, UNUSED = 64, 127
WORDS = msgspec.json.decode(files("hatbox").joinpath("words/great_hall.json").read_bytes())
KINDS = [
    kind
    for kind in vars(told).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
]
WITHOUT_WORDS = {"caretaker_banished", "end_nobody"}  # a house rule, and the cap


class Mirror:
    """A board that knows only what events say."""

    def __init__(self, s: Any) -> None:
        self.figures = [[place for place in row if place != UNUSED] for row in s.pos]
        self.caretaker = s.caretaker_at

    def shift(self, house: str | int, start: int, end: int) -> None:
        row = self.figures[HOUSE_NAMES.index(house) if isinstance(house, str) else house]
        row.remove(start)
        row.append(end)

    def hear(self, event: Event) -> None:
        match event:
            case told.FigureStarted():
                self.shift(event.house, DORM, event.field)
            case told.FigureForward() | told.FigureBack():
                assert len(event.path) == event.count
                self.shift(event.house, event.field, event.path[-1])
            case told.HallEntered():
                self.shift(event.house, event.field, HALL)
            case told.SentToBed() | told.CaretakerCatches():
                self.shift(event.house, event.field, DORM)
            case told.CaretakerMoves():
                assert event.field == self.caretaker and len(event.path) == event.count
                self.caretaker = event.path[-1]
            case told.CaretakerWakes():
                self.caretaker = event.field
            case told.CaretakerBanished():
                self.caretaker = -1
            case told.Swapped():
                one, two = (
                    next(h for h in range(4) if f in self.figures[h]) for f in (event.first, event.second)
                )
                self.shift(one, event.first, event.second)
                self.shift(two, event.second, event.first)

    def agrees(self, s: Any) -> bool:
        rows = [sorted(place for place in row if place != UNUSED) for row in s.pos]
        return [sorted(row) for row in self.figures] == rows and self.caretaker == s.caretaker_at


@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=IDS)
def test_events_tell_every_move(players: int, options: dict[str, Any]) -> None:
    random, board = Random(7), Board(players, options)
    for _ in range(15):
        board.put(reference.to_fields(scattered(players, options, random)))
        mirror = Mirror(board.state)
        for _ in range(60):
            actions = board.legal()
            if not actions:
                break
            for event in board.tell(random.choice(actions)):
                mirror.hear(event)
            assert mirror.agrees(board.state)


@pytest.mark.rule("GH-56", "GH-70")
def test_the_rulebooks_seven_is_told_part_by_part() -> None:
    board = stand(**table(YELLOW, (SEVEN_CARD,), yellow=(35, 16, 19), blue=(17,), green=(20,), red=(22,)))
    heard: list[Event] = []
    for action in (
        PLAY + SEVEN_CARD,
        PIECE + 35,
        STEPS + 2,
        51,
        PIECE + 16,
        STEPS + 1,
        PIECE + 19,
        STEPS + 4,
    ):
        heard += board.tell(action)
    assert heard == [
        told.CardPlayed(3, "7"),
        told.HallEntered(3, "honey", 35, [36]),
        told.FigureForward(3, 1, "honey", 16, [17]),
        told.SentToBed("tide", 17),
        told.FigureForward(3, 4, "honey", 19, [20, 21, 22, 23]),
        told.SentToBed("fern", 20),
        told.SentToBed("ember", 22),
        told.CaretakerWakes(3, 39),
    ]


@pytest.mark.rule("GH-60", "GH-75")
def test_caught_and_helping_are_told() -> None:
    board = stand(**table(RED, (THREE,), 8, red=(5,), yellow=(HALL,)))
    board.apply(PLAY + THREE)
    assert [event.kind for event in board.tell(PIECE + 5)] == ["figure_forward", "caretaker_catches"]
    board = stand(**table(RED, (THREE,), 20, red=(46, HALL, HALL), green=(5,)))
    board.apply(PLAY + THREE)
    board.apply(PIECE + 46)
    assert board.tell(51) == [told.HallEntered(0, "ember", 46, [47, 0]), told.HelpsPartner(0, 2)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_event_has_words_and_their_arguments(kind: type[Event]) -> None:
    name = kind.__struct_config__.tag
    sentence = WORDS.get(f"event_{name}") or WORDS.get(name)
    if sentence is None:
        assert name in WITHOUT_WORDS
        return
    wanted = set(re.findall(r"\{(\w+)", sentence["en"]))
    given = {{"seat": "player", "path": "to"}.get(field, field) for field in kind.__struct_fields__}
    assert wanted <= given


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_refusal_names_a_rule_of_the_page(players: int) -> None:
    """Illegal actions in scattered games, until every phase has come up."""
    random, board, text = Random(players), Board(players), page("great_hall")
    phases = {1, 2, 3, 4, 5, 6, 7} | ({8, 10} if players < 4 else set())
    for _ in range(300):
        board.put(reference.to_fields(scattered(players, {}, random)))
        for _ in range(25):
            actions = board.legal()
            if not actions:
                break
            phases.discard(board.state.phase)
            for action in random.sample(sorted(set(range(182)) - set(actions)), 40):
                refusal = board.game.refusal(board.states, action)
                assert f"| {refusal.rule} |" in text
            board.apply(random.choice(actions))
        if not phases:
            return
    raise AssertionError(f"phases not met: {phases}")


@pytest.mark.parametrize(
    ("fields", "path", "action", "reason"),
    [
        (table(RED, (7,), red=(0,)), (PLAY + 7,), 31, "start_occupied"),
        (table(RED, (7,), 0, red=(5,), yellow=(HALL,)), (PLAY + 7,), 31, "caretaker_blocks_start"),
        (table(RED, (7,), 20, red=(5, 6, HALL)), (PLAY + 7,), 31, "dormitory_empty"),
        (table(RED, (7,), red=(5,)), (PLAY + 7,), 36, "only_four_back"),
        (table(RED, (THREE,), red=(5, 10), blue=(12,)), (PLAY + THREE,), PIECE + 10, "protected"),
        (table(RED, (THREE,), red=(5,), green=(30,)), (PLAY + THREE,), PIECE + 30, "partner_figure"),
        (table(RED, (THREE,), red=(5,)), (PLAY + THREE,), 53, "caretaker_asleep"),
        (table(RED, (8,), red=(5,), blue=(12, 20)), (PLAY + 8, PIECE + 5), 118 + 12, "swap_protected"),
        (table(RED, (8,), red=(5, 7), blue=(20,)), (PLAY + 8, PIECE + 5), 118 + 7, "swap_own"),
        (table(RED, (5,), red=(9, 30), blue=(12,)), (PLAY + 5, PIECE + 30), STEPS + 3, "seven_complete"),
        (
            table(RED, (5,), 40, red=(9, 30, HALL)),
            (PLAY + 5, PIECE + 30, STEPS + 5),
            53,
            "caretaker_whole_seven",
        ),
        (table(RED, (5,), red=(9, 30)), (PLAY + 5, PIECE + 30, STEPS + 5), PIECE + 35, "seven_once_each"),
        (table(RED, (5, 0), red=(9,), blue=(12,)), (), PLAY + 5, "seven_complete"),
        (table(RED, (THREE, 6), red=()), (), PLAY + THREE, "start_card_needed"),
        (table(RED, (8, 6), red=(0,), blue=(20,)), (), PLAY + 8, "swap_protected"),
    ],
)
def test_refusals_give_the_reason(
    fields: dict[str, Any], path: tuple[int, ...], action: int, reason: str
) -> None:
    board = stand(**fields)
    for step in path:
        board.apply(step)
    assert action not in board.legal()
    refusal = board.game.refusal(board.states, action)
    assert refusal.reason == reason


def test_a_played_card_is_not_taken_back_but_its_use_is() -> None:
    match = hatbox.load("great_hall", 2).match(seed=6)
    while match.state.phase != 4:
        match.play(match.legal[0])
    if match.state.sel_kind in (4, 6, 7, 9):
        match.undo(match.turn)
    with pytest.raises(CannotUndo):
        match.undo(match.turn)
