"""The data a browser gets for previewing moves says nothing beyond what the seat can see."""

import random

import numpy as np
import pytest

import hatbox
from hatbox.conformance import random_match
from hatbox.engine import entries
from hatbox.match.match import Match
from hatbox.match.position import Position
from hatbox.table.tables.views import PositionViews
from hatbox.table.wire.types import encode

PREVIEWING = [slug for slug, book in hatbox.rulebooks().items() if book.previews]


def changed(match: Match, seat: int, seed: int) -> Position:
    """The same position with everything that the seat cannot know redrawn."""
    states = match.now.states.copy()
    entries.redraw(states, 0, seat, np.uint64(seed))
    return Position(match.game, states.tobytes())


@pytest.mark.parametrize("slug", PREVIEWING)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_hidden_shows_in_it(slug: str, players: int) -> None:
    for ply, match in enumerate(random_match(hatbox.load(slug, players), seed=3)):
        if ply % 9 == 0:
            known = match.now.known(match.turn)
            assert known == changed(match, match.turn, ply).known(match.turn)
            assert known != match.now.data


def test_stones_that_lie_face_down_again_are_not_remembered_for_anybody() -> None:
    match, chooser = hatbox.load("hat_stairs", 3).match(seed=1), random.Random(1)
    while match.state.seen.bit_count() < 3:
        match.play(chooser.choice(match.legal))
    states = match.now.states.copy()
    hidden = [place for place in range(6) if place != states[0]["open"]]
    states[0]["stones"][hidden] = states[0]["stones"][hidden[::-1]]
    assert Position(match.game, states.tobytes()).known(match.turn) == match.now.known(match.turn)


def test_only_whoever_acts_gets_it() -> None:
    shot = PositionViews(hatbox.load("great_hall", 3).match(seed=2), (0, 1, 2), aid=False)
    viewers: list[tuple[int, ...]] = [(), (0,), (1,), (2,)]
    without = [viewer for viewer in viewers if b'"known":""' in encode(shot.now(viewer))]
    assert without == [viewer for viewer in viewers if shot.turn not in viewer]


def test_games_with_much_to_remember_do_not_send_it() -> None:
    shot = PositionViews(hatbox.load("vanished_animal", 3).match(seed=2), (0, 1, 2), aid=False)
    assert b'"known":""' in encode(shot.now((shot.turn,)))
