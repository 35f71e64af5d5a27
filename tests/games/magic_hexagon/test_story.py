"""Events and refusals: what happened, in the game's words, and why a move is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

import hatbox
from hatbox import conformance, words
from hatbox.errors import IllegalMove
from hatbox.games.magic_hexagon import events as story
from hatbox.interfaces import Event

from .examples_format import (
    CUT_OFF,
    HYPNO,
    ISLAND,
    LINE,
    NO_HYPNOSIS,
    SKIP,
    board,
    move,
    name,
    owned,
    with_cards,
)
from .placed import near
from .test_rare_positions import ORIGIN, TWO_AREAS

WORDS = json.loads((Path(story.__file__).parents[2] / "words" / "magic_hexagon.json").read_text("utf-8"))


def refused(match: Any, action: int) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as caught:
        match.play(action)
    return caught.value.rule, caught.value.reason


# ---- events ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MH-12", "MH-13")
def test_a_run_is_told_cell_by_cell() -> None:
    events = near(LINE).play(move(0, 45, 1)).events
    assert events == [
        story.HatRuns(0, "red", 45, 41, [42, 43, 44, 45]),
        story.CollectedIngredients(0, 1, [35], [0]),
    ]


@pytest.mark.rule("MH-O02")
def test_a_winding_run_is_told_cell_by_cell() -> None:
    match = near({"board": board({43: 9, 34: 10, 25: 0, 24: 1}), "hats": [43, 18, 72, 75]}, movement="path")
    assert match.play(move(0, 24, 1)).events[0] == story.HatRuns(0, "red", 24, 43, [44, 34, 24])


@pytest.mark.rule("MH-18", "MH-42")
def test_a_jump_and_an_area_are_told() -> None:
    events = near(ISLAND).play(move(0, 15, 1)).events
    assert events == [
        story.HatJumps(0, "red", 15, 0),
        story.CollectedIngredients(0, 1, [16], [1]),
        story.AreaClaimed(0, 2, [0, 1], [9, 0]),
    ]


@pytest.mark.rule("MH-41")
def test_each_area_is_an_event() -> None:
    events = near(TWO_AREAS).play(move(0, 10, 1)).events
    assert [event for event in events if isinstance(event, story.AreaClaimed)] == [
        story.AreaClaimed(0, 1, [2], [40]),
        story.AreaClaimed(0, 2, [5, 12], [29, 39]),
    ]


@pytest.mark.rule("MH-21")
def test_in_round_one_moving_and_picking_are_told_apart() -> None:
    match = near(TWO_AREAS | {"turn_index": 0})
    assert match.play(move(0, 10, 1)).events == [story.HatRuns(0, "red", 10, 18, [10])]
    assert match.play("pick 9").events == [
        story.CollectedIngredients(0, 1, [9], [1]),
        story.AreaClaimed(0, 1, [2], [40]),
    ]


@pytest.mark.rule("MH-50", "MH-53")
def test_stones_are_told() -> None:
    match = near(
        {
            "board": board({34: 12, 43: 9}),
            "hats": [46, 18, 72, 75],
            "owned": owned({0: {13: 1, 14: 1, 15: 1, 0: 1}}),
        }
    )
    assert match.play(move(0, 45, 2)).events[1:4] == [
        story.CollectedKitchen(0, 1, [34], [12]),
        story.SetColours(0, "light_blue"),
        story.SetSymbols(0, "light_blue"),
    ]


@pytest.mark.rule("MH-60", "MH-63")
def test_hypnosis_is_told() -> None:
    match = near(with_cards(LINE, 2))
    assert match.play(name(3)).events == [story.Hypnotised(1, 0, "white"), story.Protected(1)]
    assert near(with_cards(LINE, 2)).play(NO_HYPNOSIS).events == []


@pytest.mark.rule("MH-O04")
def test_a_turn_lost_to_a_dead_hat_is_told() -> None:
    match = near(with_cards(ISLAND, 2), hypnosis_dead_hat="skip")
    assert match.play(name(2)).events == [
        story.Hypnotised(1, 0, "green"),
        story.Protected(1),
        story.StuckWithHat(0, "green"),
    ]
    assert match.turn == 1 and near(ISLAND).legal, "other hats could have moved"


@pytest.mark.rule("MH-71", "MH-72")
def test_a_skipped_turn_and_the_scoring_sheet_are_told() -> None:
    match = near(SKIP, 3)
    assert match.play(move(3, 44, 1)).events[-1] == story.Skipped(1)
    assert match.play(move(0, 45, 2)).events[-4:] == [
        story.EndNothingLeft(),
        story.EndScoreLine(0, 1, 0, 1, 2),
        story.EndScoreLine(1, 0, 0, 0, 3),
        story.EndScoreLine(2, 4, 0, 4, 1),
    ]


@pytest.mark.rule("MH-O06")
def test_the_end_names_the_first_who_is_stuck() -> None:
    events = near(SKIP, 3, end_rule="first_stuck").play(move(3, 44, 1)).events
    assert events[-4:] == [
        story.EndFirstStuck(1),
        story.EndScoreLine(0, 1, 0, 1, 2),
        story.EndScoreLine(1, 0, 0, 0, 3),
        story.EndScoreLine(2, 2, 0, 2, 1),
    ]


def test_every_event_has_its_sentence() -> None:
    kinds = [kind for kind in vars(story).values() if isinstance(kind, type) and issubclass(kind, Event)]
    for kind in kinds:
        if kind is not Event:
            key = kind.__struct_config__.tag
            assert f"event_{key}" in WORDS or key in WORDS, key


def test_events_are_sentences() -> None:
    """Hats and stones by their names, in a whole game in every language."""
    played = near(LINE).play(move(0, 45, 1))
    assert (
        words.tell("magic_hexagon", played.events[0], ["Ada", "Ben"]) == "Ada moves the red hat to field 45."
    )
    stone = words.tell("magic_hexagon", story.SetSymbols(1, "dark_blue"), ["Ada", "Ben"])
    assert stone == "Four of a kind! Ben earns a power stone: dark blue."
    match = hatbox.load("magic_hexagon").match(seed=3)
    while not match.over:
        for event in match.play(match.legal[-1]).events:
            for language in words.LANGUAGES:
                assert "{" not in words.tell("magic_hexagon", event, match.names, language)


def test_events_tell_the_whole_game() -> None:
    """Every disc that leaves the board is reported exactly once, and every stone."""
    for players in (2, 3, 4):
        match = hatbox.load("magic_hexagon", players).match(seed=players)
        told: list[Any] = []
        while not match.over:
            told += match.play(match.legal[-1]).events
        taken = [cell for event in told for cell in getattr(event, "fields", [])]
        assert sorted(taken) == [cell for cell, face in enumerate(match.state.board) if face == -1]
        stones = [event for event in told if event.kind in ("set_colours", "set_symbols")]
        assert len(stones) == sum(map(sum, match.state.stones))


# ---- refusals --------------------------------------------------------------------------------------------

PICKING: dict[str, Any] = {
    "board": board({43: 9, 35: 0, 34: 1, 55: 2, 56: 12}),
    "hats": [43, 55, 72, 75],
    "turn_index": 0,
}


@pytest.mark.parametrize(
    ("fields", "action", "rule", "reason"),
    [
        pytest.param(LINE, move(0, 41, 1), "MH-11", "must_move", marks=pytest.mark.rule("MH-11")),
        pytest.param(LINE, 1092, "MH-11", "must_move", marks=pytest.mark.rule("MH-11")),
        pytest.param(LINE, move(0, 35, 1), "MH-12", "straight_line", marks=pytest.mark.rule("MH-12")),
        pytest.param(LINE, move(0, 47, 1), "MH-12", "hole_in_the_way", marks=pytest.mark.rule("MH-12")),
        pytest.param(LINE, move(0, 75, 1), "MH-12", "hat_in_the_way", marks=pytest.mark.rule("MH-12")),
        pytest.param(LINE, move(0, 42, 1), "MH-16", "collect_something", marks=pytest.mark.rule("MH-16")),
        pytest.param(LINE, move(0, 45, 2), "MH-16", "collect_something", marks=pytest.mark.rule("MH-16")),
        pytest.param(LINE, move(3, 41, 1), "MH-12", "hat_in_the_way", marks=pytest.mark.rule("MH-12")),
        pytest.param(LINE, move(3, 42, 1), "MH-18", "jump_to_black", marks=pytest.mark.rule("MH-18")),
        pytest.param(LINE, move(0, 21, 1), "MH-19", "run_first", marks=pytest.mark.rule("MH-19")),
        pytest.param(LINE, move(3, 21, 1), "MH-16", "collect_something", marks=pytest.mark.rule("MH-20")),
        pytest.param(LINE, name(0), "MH-60", "hypnosis_used", marks=pytest.mark.rule("MH-60")),
        pytest.param(
            LINE | {"cards": 0b01}, name(0), "MH-60", "hypnosis_before_you", marks=pytest.mark.rule("MH-60")
        ),
        pytest.param(
            LINE | {"hats": [41, 43, 72, 75]}, move(0, 44, 1), "MH-16", "collect_something", id="black behind a hat"
        ),
        pytest.param(
            LINE | {"board": board({41: 9, 42: 10, 43: 11, 47: 9, 35: 0}), "hats": [41, 45, 72, 75]},
            move(0, 47, 1),
            "MH-12",
            "hat_in_the_way",
            id="a hat on the line",
        ),
        pytest.param(
            {"board": board({43: 9, 35: 0, 34: 1}), "hats": [43, 35, 72, 75]},
            move(0, 46, 1),
            "MH-15",
            "hat_on_disc",
            marks=pytest.mark.rule("MH-15"),
        ),
        pytest.param(
            {"board": board({43: 9, 35: 0, 34: 12, 36: 28, 33: 1}), "hats": [43, 18, 72, 75]},
            move(0, 45, 2),
            "MH-31",
            "kitchen_locked",
            marks=pytest.mark.rule("MH-31"),
        ),
        pytest.param(
            {"board": board({43: 9, 35: 0, 34: 12, 36: 28, 33: 1}), "hats": [43, 18, 72, 75]},
            move(0, 46, 3),
            "MH-32",
            "magic_locked",
            marks=pytest.mark.rule("MH-32"),
        ),
        pytest.param(
            LINE | {"named": 3, "protected": 1}, move(0, 45, 1), "MH-61", "named_hat", marks=pytest.mark.rule("MH-61")
        ),
        pytest.param(with_cards(ISLAND, 2), name(2), "MH-62", "dead_hat", marks=pytest.mark.rule("MH-62")),
        pytest.param(with_cards(ISLAND, 2), move(0, 15, 1), "MH-60", "answer_first", id="answer first"),
    ],
)  # fmt: skip
def test_refusal(fields: dict[str, Any], action: int, rule: str, reason: str) -> None:
    assert refused(near(fields), action) == (rule, reason)
    key = f"refuse_{reason}_{rule.lower().replace('-', '_')}"
    assert key in WORDS or reason == "answer_first"


@pytest.mark.rule("MH-14", "MH-15", "MH-17", "MH-21")
def test_refusals_while_picking() -> None:
    match = near(PICKING)
    match.play(move(0, 45, 1))
    assert match.legal == [1093, 1094]
    assert refused(match, 1092) == ("MH-17", "black_stays")
    assert refused(match, 1096) == ("MH-15", "hat_on_disc")
    assert refused(match, 1097) == ("MH-14", "one_value")
    assert refused(match, move(0, 46, 1)) == ("MH-21", "one_disc_round_one")
    assert refused(match, name(0))[0] == "MH-60"


@pytest.mark.rule("MH-O01")
def test_any_hat_runs_first() -> None:
    assert refused(near(LINE, jump_condition="any_hat"), move(3, 44, 1)) == ("MH-O01", "run_first")


@pytest.mark.rule("MH-O03")
@pytest.mark.parametrize(
    ("owns", "target", "key", "sentence"),
    [
        ({12: 1}, move(0, 44, 2), "kitchen_locked", "you first need 1 ingredient of its colour"),
        ({28: 1, 12: 1}, move(0, 46, 3), "magic_locked", "you first need 2 discs of its colour worth 1 or 2"),
    ],
)
def test_what_is_missing_counts_only_lower_discs(
    owns: dict[int, int], target: int, key: str, sentence: str
) -> None:
    fields = {"board": board({34: 16, 36: 32, 43: 9}), "hats": [43, 18, 72, 75], "owned": owned({0: owns})}
    match = near(fields, restriction_counts="lower_only")
    assert refused(match, target) == ("MH-O03", key)
    with pytest.raises(IllegalMove, match=sentence):
        match.play(target)


@pytest.mark.rule("MH-O02")
def test_refusals_of_winding_runs() -> None:
    fields = {"board": board({43: 9, 34: 10, 25: 0, 24: 1, 0: 5}), "hats": [43, 18, 72, 75]}
    assert refused(near(fields, movement="path"), move(0, 0, 1)) == ("MH-12", "hole_in_the_way")
    blocked = fields | {"hats": [43, 44, 34, 75]}
    assert refused(near(blocked, movement="path"), move(0, 24, 1)) == ("MH-12", "hat_in_the_way")


def test_without_hypnosis() -> None:
    match = hatbox.load("magic_hexagon", hypnosis=False).match(seed=1)
    assert refused(match, NO_HYPNOSIS) == ("MH-05", "no_cards")


@pytest.mark.parametrize("options", [{}, {"movement": "path"}, {"jump_condition": "any_hat"}], ids=str)
def test_every_illegal_action_is_refused_with_a_rule(options: dict[str, Any]) -> None:
    """In some positions of a game, all 1103 actions."""
    for match in conformance.random_match(hatbox.load("magic_hexagon", 3, **options), seed=3):
        if match.ply % 25 == 0 and not match.over:
            for action in set(range(1103)) - set(match.legal):
                why = match.now.refusal(action)
                assert why.rule.startswith("MH-") and why.reason


def test_cut_off_example_has_no_stone() -> None:
    kinds = [event.kind for event in near(CUT_OFF, 3).play(move(0, 10, 1)).events]
    assert (
        kinds
        == ["hat_runs", "collected_ingredients", "area_claimed", "end_nothing_left"] + ["end_score_line"] * 3
    )


def test_nothing_is_hidden_so_nothing_is_revealed() -> None:
    match = near(with_cards(ORIGIN, 2))
    assert match.state.phase == HYPNO
    for action in (name(0), move(0, 44, 1)):
        for event in match.play(action).events:
            assert not event.reveals
            assert event.seen_by(-1) == event.later() == event
