"""What a seat may know: everything except the next roll."""

from typing import Any

import msgspec
import numpy as np
import pytest

import hatbox
from hatbox import conformance
from hatbox.errors import CannotUndo
from hatbox.games.catch_the_hat.knowledge import OBSERVATION
from hatbox.games.catch_the_hat.view import Piece
from hatbox.match.match import Match

from .test_story import GOLDEN, board


def test_everybody_sees_the_same_table() -> None:
    match = board("R*(G,B)@20 Y@42", 3, jail="G:R,R", **GOLDEN)
    views = [msgspec.structs.asdict(match.view(seat)) | {"seat": 0} for seat in (-1, 0, 1, 2, 3)]
    assert all(view == views[0] for view in views)


def test_the_view_lists_pieces_jails_and_scores() -> None:
    view: Any = board("R*(G,B)@20 B1(Y)@5", 3, jail="G:R,R", **GOLDEN).view()
    assert Piece(hat=0, seat=0, field=20, captives=[1, 2], golden="worn") in view.pieces
    assert Piece(hat=7, seat=1, field=5, captives=[3], golden="") in view.pieces
    assert view.jails == [[], [], [0, 0], []]
    assert view.scores == [2, 1, 2, 0]
    assert (view.golden_field, view.golden_holder, view.choosing, view.die) == (20, 0, "hat", 3)
    assert len(view.pieces) == 24 - 5


def test_no_view_holds_the_generator() -> None:
    match = hatbox.load("catch_the_hat").match(seed=7)
    assert str(match.state.rng) not in msgspec.json.encode(match.view(0)).decode()


def test_a_guess_changes_nothing_but_the_next_rolls() -> None:
    match = hatbox.load("catch_the_hat", 4).match(seed=3)
    guess = match.guess(0, 5)
    assert guess["rng"] != match._states["rng"]
    guess["rng"] = match._states["rng"]
    assert guess.tobytes() == match._states.tobytes()


def test_rolls_cannot_be_taken_back_but_picks_can() -> None:
    match = board("R@5", 3)
    match.play(81)
    match.undo(0)
    assert match.state.picked == -1
    match.play(81)
    match.play(8)
    with pytest.raises(CannotUndo):
        match.undo()


def observed(match: Match, seat: int) -> dict[str, Any]:
    parts = np.split(
        match.game.observation(match._states, seat), np.cumsum([p.size for p in OBSERVATION])[:-1]
    )
    return {piece.name: part for piece, part in zip(OBSERVATION, parts, strict=True)}


def test_an_observation_is_told_from_the_own_seat() -> None:
    match = board("R(G)@2 B@15", 3, jail="Y:R")
    red, blue = observed(match, 0), observed(match, 1)
    fields = red["field"].reshape(24, 81)
    assert fields[0, 2] == 1 and fields[12, 2] == 1  # the tower
    assert fields[6, 15] == 1
    assert red["tower"].reshape(24, 24)[12, 0] == 1
    assert red["jail"].reshape(24, 6)[1, 3] == 1
    theirs = blue["field"].reshape(24, 81)
    assert theirs[0, 2] == 1  # Blue's hat is two fields beyond Blue's junction, as Red's is beyond Red's
    assert theirs[18, 41] == 1
    assert (red["turn"].tolist().index(1), blue["turn"].tolist().index(1)) == (0, 3)
    assert red["die"].tolist() == [0, 0, 1, 0, 0, 0]


@pytest.mark.parametrize("players", [2, 4, 6])  # with evenly spaced homes
def test_turning_the_table_turns_the_observation(players: int) -> None:
    """At the start everyone has the same view except for the turn."""
    match = hatbox.load("catch_the_hat", players).match(1)
    views = [observed(match, seat) for seat in range(players)]
    for view in views:
        for name in ("field", "tower", "jail", "die", "phase"):
            assert (view[name] == views[0][name]).all()


def test_every_position_of_a_golden_game_can_be_observed() -> None:
    for match in conformance.random_match(hatbox.load("catch_the_hat", 6, golden=True), 4):
        seen = observed(match, match.turn)
        assert seen["field"].sum() + seen["jail"].sum() == 24
        assert seen["phase"].sum() == seen["die"].sum() == seen["pips"].sum() == 1
