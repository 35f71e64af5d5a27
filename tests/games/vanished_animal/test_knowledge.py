"""What a seat may know: views, events, legal lists and redrawn worlds, for seats in and out of the round."""

import random
from collections import Counter
from typing import Any

import msgspec
import numpy as np
import pytest

import hatbox
from hatbox import words
from hatbox.engine import entries
from hatbox.errors import CannotUndo
from hatbox.games.vanished_animal.events import Looked, Swapped
from hatbox.games.vanished_animal.state import NAMES
from hatbox.games.vanished_animal.view import View
from hatbox.interfaces import SPECTATOR
from hatbox.match.match import Match

from . import reference
from .examples import LAYOUT, Fields
from .reference_record import FIELDS
from .table import play, put, read, write

CLOSED = [""] * 5
ONE_OUT: Fields = {"out": 1, "named": [1, -1, -1, -1], "turn": 1, "round_turns": 9}
POSITIONS: list[tuple[int, int, Fields]] = [  # players, seat, position
    (2, 0, {}),
    (2, SPECTATOR, {"seen_by": [3, 3, 3, 3, 3], "round_turns": 20}),
    (2, 1, {"seen_by": [2, 0, 1, 0, 0], "round_turns": 2}),
    (2, 0, {"seen_by": [1, 1, 1, 1, 0], "round_turns": 8}),
    (2, 0, {"seen_by": [1, 1, 1, 1, 1], "round_turns": 10}),
    (3, 0, ONE_OUT | {"seen_by": [1, 2, 0, 4, 0]}),
    (3, 1, ONE_OUT | {"seen_by": [1, 2, 0, 4, 0]}),
    (3, 2, ONE_OUT | {"seen_by": [1, 2, 0, 4, 0]}),
    (3, 2, ONE_OUT | {"seen_by": [5, 2, 4, 5, 0]}),
    (3, SPECTATOR, ONE_OUT | {"seen_by": [1, 2, 0, 4, 0]}),
    (4, 1, {"out": 9, "named": [1, -1, -1, 3], "turn": 1, "round_turns": 9, "seen_by": [2, 0, 0, 1, 8]}),
    (4, 3, {"out": 5, "named": [1, -1, 1, -1], "turn": 1, "round_turns": 9, "seen_by": [8, 8, 2, 0, 0]}),
]  # fmt: skip


def worlds_of(match: Match, seat: int) -> list[tuple[int, ...]]:
    """All layouts that agree with what the seat knows, by plain enumeration."""
    position = reference.from_fields(match.game.players, {}, read(match.state, FIELDS))
    return reference.worlds(position, seat)


def redrawn(match: Match, seat: int, count: int) -> Counter[tuple[int, ...]]:
    """How often each world is drawn."""
    states, drawn = match._states.copy(), np.zeros((count, 6), np.int8)
    for k in range(count):
        states[:] = match._states  # always from the true world: a chain of redraws would hide a bias
        entries.redraw(states, 0, seat, np.uint64(k))
        drawn[k] = states["hats"][0]
    return Counter(map(tuple, drawn.tolist()))


def the_view(match: Match, seat: int, aid: bool = False) -> View:
    """A view with its own type."""
    view = match.view(seat, aid)
    assert isinstance(view, View)
    return view


# ---- redrawing -------------------------------------------------------------------------------------------


@pytest.mark.rule("VA-R22", "VA-R23", "VA-R16")
@pytest.mark.parametrize(("players", "seat", "fields"), POSITIONS)
def test_every_possible_world_is_equally_likely(players: int, seat: int, fields: Fields) -> None:
    match = put(players, {}, fields)
    worlds = worlds_of(match, seat)
    expected = 60
    drawn = redrawn(match, seat, expected * len(worlds))
    assert set(drawn) == set(worlds)
    chi_squared = sum((count - expected) ** 2 / expected for count in drawn.values())
    freedom = len(worlds) - 1
    assert chi_squared <= freedom + 3.3 * (2 * freedom) ** 0.5 + 6  # beyond the 99.9 % quantile


@pytest.mark.rule("VA-R22")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_redrawn_worlds_agree_with_the_facts_in_random_play(players: int) -> None:
    chooser = random.Random(players)
    for seed in range(4):
        match = hatbox.load("vanished_animal", players, expert="any_two", wins_needed=5).match(seed)
        while not match.over and match.ply < 120:
            seat = chooser.randrange(-1, players)
            assert set(redrawn(match, seat, 4)) <= set(worlds_of(match, seat))
            quiet = [action for action in match.legal if not 5 <= action <= 10]
            match.play(chooser.choice(quiet if quiet and chooser.random() < 0.8 else match.legal))


@pytest.mark.rule("VA-R21")
def test_after_the_game_nothing_told_is_redrawn() -> None:
    end = {"tokens": [1, 0, 0, 0], "round": 2, "starter": 1, "seen_by": [2, 0, 0, 0, 0], "round_turns": 1}
    shown = put(2, {}, end)
    play(shown, 9)
    assert set(redrawn(shown, SPECTATOR, 50)) == {LAYOUT}
    secret = put(2, {"reveal_at_round_end": False}, end)
    play(secret, 9)
    assert {world[5] for world in redrawn(secret, 1, 200)} == {4}  # a right name reveals the box
    assert {world[0] for world in redrawn(secret, 1, 200)} == {2}  # seat 1 had looked there
    assert {world[0] for world in redrawn(secret, SPECTATOR, 200)} == {0, 1, 2, 3, 5}


# ---- views -----------------------------------------------------------------------------------------------


@pytest.mark.rule("VA-09", "VA-R22")
def test_a_look_is_seen_by_one_seat_and_only_while_it_lasts() -> None:
    match = put(2)
    play(match, 0)
    assert the_view(match, 0).inside == ["frog", "", "", "", ""]
    assert the_view(match, 1).inside == the_view(match, SPECTATOR).inside == CLOSED
    assert [the_view(match, seat).lifted for seat in (0, 1, SPECTATOR)] == [1, 1, 1]
    play(match, 12)
    for seat in (0, 1, SPECTATOR):
        view = the_view(match, seat)
        assert (view.inside, view.noted, view.lifted, view.box) == (CLOSED, CLOSED, 0, "")


@pytest.mark.rule("VA-11", "VA-R22")
@pytest.mark.parametrize("by_option", [False, True])
def test_the_memory_aid_follows_the_hats(by_option: bool) -> None:
    match = put(2, {"track_marks": by_option})
    play(match, 0, 12, 1, 15)
    assert the_view(match, 0, not by_option).noted == ["", "", "", "", "frog"]
    assert the_view(match, 1, not by_option).noted == ["", "", "", "", "frog"]
    play(match, 2, 15)
    assert the_view(match, 0, not by_option).noted == ["", "", "frog", "", "owl"]
    assert the_view(match, 1, not by_option).noted == ["", "", "frog", "", ""]
    assert the_view(match, SPECTATOR, True).noted == CLOSED


@pytest.mark.rule("VA-12", "VA-14", "VA-R23")
def test_who_is_out_keeps_seeing_the_box_until_the_round_ends() -> None:
    match = put(3)
    play(match, 5)
    for _ in range(3):
        assert [the_view(match, seat).box for seat in (0, 1, 2, SPECTATOR)] == ["mouse", "", "", ""]
        assert the_view(match, 1).named == ["rabbit", "", ""]
        assert the_view(match, 1).out == [True, False, False]
        play(match, 0, 12)
    play(match, 9)
    assert [the_view(match, seat).box for seat in (0, 1, 2, SPECTATOR)] == [""] * 4


@pytest.mark.rule("VA-R08", "VA-R21")
def test_what_the_end_of_a_round_shows() -> None:
    all_six = [NAMES[animal] for animal in LAYOUT]
    match = put(2)
    play(match, 5)
    assert [the_view(match, seat).told for seat in (0, 1, SPECTATOR)] == [all_six] * 3
    off = put(2, {"reveal_at_round_end": False})
    play(off, 5)
    assert the_view(off, 0).told == [*CLOSED, "mouse"]  # seat 0 has looked into the box
    assert the_view(off, 1).told == the_view(off, SPECTATOR).told == [""] * 6
    right = put(2, {"reveal_at_round_end": False})
    play(right, 9)
    assert [the_view(right, seat).told[5] for seat in (0, 1, SPECTATOR)] == ["mouse"] * 3
    void = put(3, {"reveal_at_round_end": False}, ONE_OUT | {"round_turns": 99})
    play(void, 0, 12)
    assert [the_view(void, seat).told[5] for seat in (0, 1, 2, SPECTATOR)] == ["mouse", "", "", ""]


@pytest.mark.rule("VA-R21")
def test_the_secret_of_the_last_round_is_redrawn_for_those_who_were_in() -> None:
    match = put(2, {"reveal_at_round_end": False})
    play(match, 5)
    assert {match.guess(0, seed)[0].last_box for seed in range(60)} == {4}
    assert {match.guess(1, seed)[0].last_box for seed in range(200)} == set(range(6))


@pytest.mark.rule("VA-R22", "VA-R24")
def test_other_worlds_look_the_same() -> None:
    """Every world that a seat considers possible gives it the same bytes."""
    for players, seat, fields in POSITIONS:
        match = put(players, {}, fields)
        before = everything_shown(match, seat)
        for world in worlds_of(match, seat)[::7]:
            write(match, {"hats": world})
            assert everything_shown(match, seat) == before


def everything_shown(match: Match, seat: int) -> Any:
    """Views with and without the aid, the observation, the legal list."""
    views = [msgspec.json.encode(match.view(seat, aid)) for aid in (False, True)]
    tensor = match.game.observation(match._states, max(seat, 0)).tobytes() if seat >= 0 else b""
    return views, tensor, match.legal


@pytest.mark.rule("VA-R22")
def test_the_observation_is_that_of_perfect_memory() -> None:
    match = put(3, {}, ONE_OUT | {"seen_by": [1, 2, 0, 4, 0]})
    for seat in range(3):
        position = reference.from_fields(3, {}, read(match.state, FIELDS))
        expected = reference.observation(position, seat)
        tensor = match.game.observation(match._states, seat)
        kinds = tensor[:42].reshape(6, 7).argmax(axis=1)
        assert tensor[:42].sum() == 6
        assert [-1 if kind == 6 else kind for kind in kinds] == [*expected["content"], expected["box"]]
        seen = tensor[42:62].reshape(5, 4)[:, :3]
        bits = [[bits >> (seat + k) % 3 & 1 for k in range(3)] for bits in expected["seen_by"]]
        assert seen.tolist() == bits


# ---- events ----------------------------------------------------------------------------------------------


@pytest.mark.rule("VA-09", "VA-11")
def test_a_look_tells_the_others_only_the_hat() -> None:
    match = put(2)
    look = play(match, 0)
    mine, theirs, public = (
        msgspec.to_builtins(look.seen_by(seat))[0]["animal"] for seat in (0, 1, SPECTATOR)
    )
    assert (mine, theirs, public) == ("frog", "", "")
    assert look.events[0].later() == Looked(0, 0, "")
    swap = play(match, 14)
    assert swap.events[0].later() == Swapped(0, 0, 0)
    names = ["Mia", "Olga"]
    assert words.tell("vanished_animal", look.seen_by(1)[0], names) == "Mia looks into hat 1."
    assert words.tell("vanished_animal", look.events[0].later(), names) == "Mia looks into a hat."
    assert words.tell("vanished_animal", swap.events[0].later(), names) == "Mia swaps two hats."
    assert swap.seen_by(0) == swap.seen_by(1) == swap.seen_by(SPECTATOR)
    assert msgspec.to_builtins(swap.events[0]) == {"kind": "swapped", "seat": 0, "first": 1, "second": 4}


@pytest.mark.rule("VA-12", "VA-14")
def test_a_wrong_name_tells_its_speaker_the_truth() -> None:
    match = put(3)
    played = play(match, 5)
    boxes = [msgspec.to_builtins(played.seen_by(seat))[1]["box"] for seat in (0, 1, 2, SPECTATOR)]
    assert boxes == ["mouse", "", "", ""]
    assert msgspec.to_builtins(played.events[0]) == {"kind": "named", "seat": 0, "animal": "rabbit"}
    assert played.events[1].later() == played.seen_by(1)[1]


@pytest.mark.rule("VA-R21")
@pytest.mark.parametrize("action", [5, 9])
def test_without_the_reveal_only_a_right_name_tells(action: int) -> None:
    match = put(2, {"reveal_at_round_end": False})
    played = play(match, action)
    told = msgspec.json.encode(played.seen_by(1))
    assert (b"mouse" in told) == (action == 9)
    assert b"revealed" not in told


def test_looks_and_names_cannot_be_taken_back() -> None:
    match = put(3, {"expert": "any_two"})
    play(match, 0)
    with pytest.raises(CannotUndo):
        match.undo(seat=0)
    play(match, 12)
    match.undo(seat=0)
    play(match, 13, 27)
    with pytest.raises(CannotUndo):
        match.undo(seat=0)
    play(match, 5)
    with pytest.raises(CannotUndo):
        match.undo()
