"""Events on the stairs, and how they are drawn."""

from xml.etree import ElementTree

import pytest

from hatbox import words
from hatbox.games.hat_stairs.board import tall, wide
from hatbox.games.hat_stairs.events import (
    Bounces,
    EndLarder,
    EndNobody,
    GoesDown,
    GoesUp,
    HatGiven,
    HatKept,
    HatSnatched,
    HatTaken,
    Stays,
    StoneHidden,
    StonesMixed,
    StonesMixedAgain,
    StoneTurned,
)
from hatbox.interfaces import Event
from hatbox.match.match import Match
from tests.games.hat_stairs.test_rules import stairs

NAMES = ["Mia", "Opa", "Lena", "Jo"]


def told(match: Match, value: int, direction: str) -> list[Event]:
    match.play(match.state.stones.index(value))
    return match.play(direction).events


def test_walks_carry_their_path() -> None:
    assert told(stairs("2,9"), 3, "up") == [GoesUp(0, 3, 5, [3, 4, 5]), StoneHidden(3)]
    assert told(stairs("5,9"), 3, "down") == [GoesDown(0, 3, 2, [4, 3, 2]), StoneHidden(3)]


def test_a_bounce_is_told_as_one() -> None:
    match = stairs("9,1", hat="A", overshoot="bounce")
    assert told(match, 5, "up") == [Bounces(0, 12, [10, 11, 12, 13, 12]), StoneHidden(5)]
    there_and_back = stairs("11,1", hat="B", overshoot="bounce")
    assert told(there_and_back, 2, "up") == [Bounces(0, 11, [12, 11]), StoneHidden(2)]
    low = stairs("1,9", overshoot="bounce")
    assert told(low, 2, "down") == [Bounces(0, 3, [2, 3]), StoneHidden(2)]


@pytest.mark.parametrize(
    ("match", "value", "direction", "event"),
    [
        (stairs("1,1"), 5, "up", HatTaken(0)),
        (stairs("5,8", hat="B"), 3, "up", HatSnatched(0, 1)),
        (stairs("5,8", hat="A"), 3, "up", HatGiven(1, 0)),
    ],
)
def test_a_hat_that_changes_heads(match: Match, value: int, direction: str, event: Event) -> None:
    assert told(match, value, direction)[1:] == [event, StonesMixed()]


def test_a_hat_that_is_kept() -> None:
    assert told(stairs("5,8,8", hat="A"), 3, "up")[1:] == [HatKept(0), StoneHidden(3)]


def test_staying_and_redrawing() -> None:
    assert told(stairs("6,1", steps=11, hat_step=5), 6, "stay") == [Stays(0, 6), StoneHidden(6)]
    again = stairs("6,1", steps=11, hat_step=5, stuck="redraw")
    assert again.play("stone 6").events == [StoneTurned(0, 6, 6), StoneHidden(6)]
    lying = stairs("6,1", steps=11, hat_step=5, stuck="redraw", open_stones=True)
    assert lying.play("stone 6").events == [StoneTurned(0, 6, 6)]
    assert lying.view().stones[5] == 6  # type: ignore[attr-defined]


def test_the_stall_mix_and_both_ends() -> None:
    match = stairs("1,1", stall_remix=6)
    for _ in range(5):
        told(match, 1, "up")
    assert told(match, 1, "up")[-1] == StonesMixedAgain(6)
    assert told(stairs("7,3", hat="A"), 6, "up")[-1] == EndLarder(0)
    late = stairs("3,3", max_turns=50)
    late._states["turns"] = 49
    assert told(late, 1, "up")[-1] == EndNobody()


@pytest.mark.rule("HS-08", "HS-12")
def test_the_log_forgets_the_value() -> None:
    event = StoneTurned(0, 3, 5)
    assert event.reveals
    assert event.later() == StoneTurned(0, 0, 0)
    assert words.tell("hat_stairs", event, NAMES) == "Mia turns stone 3."
    assert words.tell("hat_stairs", event.later(), NAMES) == "Mia turns a stone."


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_event_has_a_sentence_in_every_language(language: str) -> None:
    events = [
        StoneTurned(0, 3, 5), StoneHidden(3), GoesUp(0, 3, 5, []), GoesDown(0, 1, 2, []), Bounces(1, 12, []),
        Stays(0, 6), HatTaken(0), HatSnatched(0, 1), HatGiven(1, 0), HatKept(0), StonesMixed(), StonesMixedAgain(6),
        EndLarder(0), EndNobody(),
    ]  # fmt: skip
    for event in events:
        assert words.has("hat_stairs", words.event_key(event)), event
        sentence = words.tell("hat_stairs", event, NAMES, language)
        assert sentence
        assert "{" not in sentence


def test_the_drawing_is_sound_and_shows_no_hidden_stone() -> None:
    match = stairs("4,4,12", hat="C")
    drawing = match.game.rulebook.drawing.svg(match.view())
    root = ElementTree.fromstring(drawing)
    used = [e.attrib["href"] for e in root.iter() if e.tag.endswith("use")]
    assert used.count("#stone-back") == 6
    assert {"#apprentice-red", "#apprentice-blue", "#apprentice-green", "#magic-hat", "#larder"} <= set(used)
    ids = {e.attrib["id"] for e in root.iter() if "id" in e.attrib}
    assert {name.lstrip("#") for name in used} <= ids


def test_the_terminal_shows_the_stairs() -> None:
    match = stairs("4,4,12", hat="C", seen="1")
    text = match.game.rulebook.terminal.text(match.view(0, aid=True), NAMES)
    assert "▲C Lena" in text
    assert "1:(1)  2:▢" in text


@pytest.mark.parametrize("steps", range(8, 21))
def test_the_stairs_stay_on_the_drawing(steps: int) -> None:
    for board in (wide(steps), tall(steps)):
        points = [*board.steps, *board.stones, board.larder]
        assert all(0 < point.x < board.width and 0 < point.y < board.height for point in points)
        assert len(board.steps) == steps
