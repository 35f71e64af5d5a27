"""The rules of catch_the_hat on the compiled engine: worked examples, setup, turns, options."""

from typing import Any

import numpy as np
import pytest

import hatbox
from hatbox.engine import entries
from hatbox.errors import BadOption
from hatbox.games.catch_the_hat.board import GREY, HOMES_IN_USE, WAY_COUNT, WAYS, centre, junction, size
from hatbox.games.catch_the_hat.notation import score
from hatbox.games.catch_the_hat.possible import possible

from .compiled import Table
from .examples import (
    BLUE,
    EXAMPLES,
    PASS,
    PICK,
    RED,
    ROLL_AGAIN,
    SIX,
    STOP,
    Example,
    Legal,
    position,
)
from .reference_rare import RARE


def assert_legal(expected: Legal, actions: set[int]) -> None:
    if expected.exact is not None:
        assert actions == expected.exact
    assert expected.has <= actions
    assert not expected.lacks & actions


@pytest.mark.parametrize(
    "example",
    [pytest.param(each, marks=pytest.mark.rule(*each.rules), id=each.number) for each in (*EXAMPLES, *RARE)],
)
def test_example(example: Example) -> None:
    table = Table(example.players, example.options, example.fields)
    assert table.fields == example.fields
    assert_legal(example.before, table.legal)
    for step in example.steps:
        table.play(step.action, *step.rolls)
        possible(table.state)
        assert_legal(step.then, table.legal)
    assert {name: table.fields[name] for name in example.after} == example.after
    if example.scores is not None:
        assert tuple(score(table.state, seat) for seat in range(example.players)) == example.scores


# ---- set-up ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CH-01", "CH-02", "CH-03", "CH-04", "CH-05")
@pytest.mark.parametrize(
    ("players", "options", "homes", "each"),
    [
        (2, {}, (77, 79), 6),
        (3, {}, (77, 78, 79), 6),
        (4, {}, (77, 78, 79, 80), 6),
        (5, {}, (67, 68, 69, 70, 71), 4),
        (6, {}, (67, 68, 69, 70, 71, 72), 4),
        (2, {"board": 6}, (67, 70), 4),
        (3, {"board": 6}, (67, 69, 71), 4),
        (4, {"board": 6}, (67, 68, 70, 71), 4),
        (4, {"hats": 3}, (77, 78, 79, 80), 3),
        (6, {"hats": 3}, (67, 68, 69, 70, 71, 72), 3),
    ],
)
def test_every_hat_begins_at_home(
    players: int, options: dict[str, Any], homes: tuple[int, ...], each: int
) -> None:
    fields = Table(players, options).fields
    in_play = [home for home in homes for _ in range(each)]
    assert fields["pos"] == in_play + [254] * (24 - len(in_play))
    assert fields["gold_pos"] == 255  # no golden hat unless its variant is played
    assert (fields["turn"], fields["phase"], fields["rolls"]) == (0, PICK, 1)


@pytest.mark.rule("CH-05")
def test_the_first_player_can_be_chosen_or_drawn() -> None:
    assert Table(3, {"first_player": 2}).fields["turn"] == 2
    game = hatbox.load("catch_the_hat", 5, first_player="random")
    assert {game.match(seed).turn for seed in range(60)} == set(range(5))


@pytest.mark.rule("CH-05")
def test_turns_go_clockwise() -> None:
    table = Table(4, {}, position("R@5 B@15 G@28 Y@41", 1))
    for seat in (0, 1, 2, 3):
        assert table.fields["turn"] == seat
        table.play(min(table.legal))
        table.play(min(table.legal), 1)
    assert table.fields["turn"] == 0


@pytest.mark.rule("CH-06")
def test_the_die_is_fair() -> None:
    game = hatbox.load("catch_the_hat")
    rolls = [game.match(seed).state.die for seed in range(6000)]
    assert all(900 < rolls.count(value) < 1100 for value in range(1, 7))


# ---- movement ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CH-06", "CH-13")
def test_a_move_is_compulsory_but_the_piece_is_free() -> None:
    table = Table(4, {}, position("R@5 R@9", 3))
    assert table.legal == {81, 82, 83}  # each hat on the track, and one that leaves home; no PASS
    only_home = Table(4, {}, position("", 5))
    assert only_home.legal == {81}  # only hats at home: one must leave


@pytest.mark.rule("CH-08")
@pytest.mark.parametrize("side", [0, 1])
def test_a_plain_move_ends_on_the_track(side: int) -> None:
    for field in range(size(side)):
        for die in range(1, 7):
            ends = WAYS[side, field, die, : WAY_COUNT[side, field, die]].tolist()
            assert len(set(ends)) == len(ends) >= 1
            assert max(ends) <= centre(side)


@pytest.mark.rule("CH-08")
def test_yellow_and_rest_fields_are_destinations() -> None:
    table = Table(4, {}, position("R@2", 1))
    table.play(81)
    assert table.legal == {1, 3}
    assert [bool(GREY[0, field]) for field in (1, 3)] == [False, True]


@pytest.mark.rule("CH-14")
def test_a_tower_moves_as_a_whole_and_captives_cannot_be_picked() -> None:
    table = Table(4, {}, position("R(B,G)@20", 3))
    assert table.legal == {81, 82}
    table.play(81)
    table.play(23, 1)
    assert [hat for hat in range(24) if table.fields["pos"][hat] == 23] == [0, 6, 12]
    assert 81 + 6 not in table.legal  # Blue's caught hat
    assert 81 + 7 in table.legal


@pytest.mark.rule("CH-16", "CH-R02")
def test_the_top_hat_gives_the_colour() -> None:
    table = Table(4, {}, position("R(B)@5 B@8", 3, BLUE))
    table.play(81 + 7)
    assert table.legal == {5, 11}
    table.play(5, 1)
    assert table.fields["boss"][0] == 7  # caught although a blue hat was inside
    assert table.fields["boss"][6] == 7


@pytest.mark.rule("CH-17", "CH-16")
def test_own_pieces_share_a_yellow_field_and_stay_apart() -> None:
    table = Table(4, {}, position("R@5 R@5 R(G)@5 R@5 R@8", 3))
    table.play(81 + 4)
    table.play(5, 1)
    assert [table.fields["boss"][hat] for hat in range(5)] == [-1] * 5
    assert table.fields["pos"][:5] == [5] * 5


# ---- six ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CH-31")
@pytest.mark.parametrize(
    ("again", "first", "second"),
    [
        ("may", (RED, 0, SIX), (RED, 1, SIX)),
        ("once", (RED, 0, SIX), (BLUE, 0, PICK)),
        ("must", (RED, 1, PICK), (RED, 2, PICK)),
        ("off", (BLUE, 0, PICK), None),
    ],
)
def test_six_again(again: str, first: tuple[int, int, int], second: tuple[int, int, int] | None) -> None:
    table = Table(4, {"six_again": again}, position("", 6))
    for turn, extra, phase in (state for state in (first, second) if state):
        if table.fields["phase"] == SIX:
            table.play(ROLL_AGAIN, 6)
        table.play(min(table.legal))
        table.play(min(table.legal), *([] if phase == SIX else [6]))
        assert [table.fields[name] for name in ("turn", "extra", "phase")] == [turn, extra, phase]


@pytest.mark.rule("CH-31", "CH-R08")
def test_there_is_no_limit_to_sixes() -> None:
    table = Table(2, {}, position("", 6, players=2))
    for sixes in range(1, 9):
        table.play(min(table.legal))
        table.play(min(table.legal))
        assert table.legal == {ROLL_AGAIN, STOP}
        table.play(ROLL_AGAIN, 6)
        assert (table.fields["extra"], table.fields["turn"]) == (sixes, 0)


# ---- missed moves --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CH-23", "CH-R19")
@pytest.mark.parametrize("side", [0, 1])
def test_where_only_rest_fields_can_be_reached(side: int) -> None:
    all_grey = {
        (field, die)
        for field in range(size(side))
        for die in range(1, 7)
        if all(GREY[side, end] for end in WAYS[side, field, die, : WAY_COUNT[side, field, die]])
    }
    homes = range(4 if side == 0 else 6)
    expected = {(junction(side, home), 3) for home in homes} | {
        (centre(side) + 1 + home, 4) for home in homes
    }
    expected |= {(centre(0), 4)} if side == 0 else {(centre(1), 3)}
    expected |= set() if side == 0 else {(field, 6) for field in range(size(1)) if GREY[1, field]}
    assert all_grey == expected


@pytest.mark.rule("CH-22", "CH-23")
def test_a_lone_hat_between_full_rest_fields_misses_its_move() -> None:
    full = "B@3 B@3 G@3 G@49 G@49 Y@49 Y@54 Y@54 B@54"
    table = Table(4, {}, position(f"R@0 {full}", 3, jail="B:R,R,R,R,R"))
    assert table.legal == {PASS}
    table.play(PASS, 2)
    assert (table.fields["turn"], table.fields["phase"]) == (BLUE, PICK)


@pytest.mark.rule("CH-22")
def test_a_tower_counts_as_one_piece_and_full_fields_may_be_crossed() -> None:
    table = Table(4, {}, position("R@1 G(B,B,B)@3 Y@3", 2))
    table.play(81)
    assert 3 in table.legal
    crossing = Table(4, {}, position("R@1 G@3 B@3 Y@3", 4))
    crossing.play(81)
    assert 5 in crossing.legal


# ---- options -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CH-41")
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {"teams": "team"}),
        (5, {"teams": "total"}),
        (4, {"golden": True, "goal": "tower"}),
        (4, {"free_on_capture": True, "goal": "tower"}),
        (5, {"hats": 6}),
        (2, {"board": 6, "hats": 5}),
        (4, {"hats": 7}),
        (2, {"first_player": 2}),
        (2, {"roll_cap": -1}),
        (2, {"board": 4}),
        (7, {}),
    ],
)
def test_tables_that_are_not_allowed(players: int, options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        hatbox.load("catch_the_hat", players, **options)


def test_a_game_uses_every_home_at_most_once() -> None:
    assert all(len(set(homes)) == players == len(homes) for (_, players), homes in HOMES_IN_USE.items())


def test_a_used_record_is_set_up_afresh() -> None:
    game = hatbox.load("catch_the_hat", 4, golden=True)
    match = game.match(3)
    while not match.over:
        match.play(match.legal[-1])
    states = match._states.copy()
    entries.seed_states(states, np.uint64(3))
    entries.step(states, 0, entries.SET_UP, game.buffer())
    assert states.tobytes() == game.match(3)._states.tobytes()
