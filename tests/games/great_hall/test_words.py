"""Words of Great Hall that depend on options: the caretaker, swaps without effect, paths by their fields."""

import pytest

import hatbox
from hatbox import words
from hatbox.games.great_hall.terminal import text

from .compiled import stand
from .examples_form import HALL, JOKER, PIECE, PLAY, RED, THREE, table

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
CARETAKER, LAY_DOWN = 53, 31 + 12
BANISH = {"caretaker_landing": "banish"}


def test_the_story_names_the_fields() -> None:
    board = stand(**table(RED, (THREE,), 20, red=(5,), blue=(8,), yellow=(HALL,)))
    board.apply(PLAY + THREE)
    walk, bed = (words.tell("great_hall", event, NAMES) for event in board.tell(PIECE + 5))
    assert walk == "Ada moves a figure 3 fields forward, from field 5 to 8."
    assert bed == "Back to bed! The figure of house Tide on field 8 returns to the dormitory."


@pytest.mark.rule("GH-R10")
def test_a_figure_banishes_the_caretaker_instead_of_being_caught() -> None:
    board = stand(options=BANISH, **table(RED, (THREE,), 8, red=(5,), yellow=(HALL,)))
    board.apply(PLAY + THREE)
    sentences = [words.tell("great_hall", event, NAMES) for event in board.tell(PIECE + 5)]
    assert sentences[1] == "Ada sends the caretaker from field 8 back to the hall."
    assert not any("Caught" in sentence for sentence in sentences)


@pytest.mark.rule("GH-R10", "GH-70")
def test_a_banished_caretaker_waits_for_the_next_figure() -> None:
    board = stand(options=BANISH, **(table(RED, (THREE,), red=(5,), yellow=(HALL,)) | {"first_in": 0}))
    board.apply(PLAY + THREE)
    refusal = board.game.refusal(board.states, CARETAKER)
    assert words.refuse("great_hall", refusal).startswith(
        "The caretaker is asleep in the hall. He wakes when the next"
    )


@pytest.mark.rule("GH-70")
def test_without_the_caretaker_nothing_speaks_of_him() -> None:
    board = stand(options={"caretaker": False}, **table(RED, (THREE,), red=(5,)))
    assert "the caretaker is in the hall" not in text(board.game.view(board.states, 0), NAMES)  # type: ignore[arg-type]
    board.apply(PLAY + THREE)
    assert board.game.refusal(board.states, CARETAKER).reason == "no_caretaker"
    usual = hatbox.load("great_hall").match(1)
    assert "the caretaker is in the hall" in text(usual.view(0), NAMES)  # type: ignore[arg-type]


@pytest.mark.rule("GH-45", "GH-75")
def test_a_figure_that_is_caught_behind_its_start_field_goes_round_no_more() -> None:
    board = stand(**table(RED, (THREE,), 1, red=(46,), yellow=(HALL,)))
    board.apply(PLAY + THREE)
    board.apply(PIECE + 46)
    assert [event.kind for event in board.tell(52)] == ["figure_forward", "caretaker_catches"]


@pytest.mark.rule("GH-54", "GH-R08")
def test_a_swap_is_laid_down_only_with_nobody_to_swap_with() -> None:
    """Also with `any`: Red cannot swap, but Blue could be swapped with."""
    board = stand(options={"swap_null": "any"}, **table(RED, (JOKER, THREE), blue=(20,)))
    board.apply(PLAY + JOKER)
    assert LAY_DOWN not in board.legal()
    refusal = board.game.refusal(board.states, LAY_DOWN)
    assert "cannot be played without effect" in words.refuse("great_hall", refusal)
    assert "always allowed" not in words.say("great_hall", "option_swap_null_any")
