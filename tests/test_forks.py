"""A fork redraws what spectators could not see, because the record of the original game is public."""

import random

import pytest

import hatbox
from hatbox.conformance import last, random_match
from hatbox.match import recording
from hatbox.match.match import Match

HIDDEN = ("vanished_animal", "great_hall")
GAMES = [(slug, players) for slug in HIDDEN for players in hatbox.rulebooks()[slug].players]
PLIES = 60


def finished(slug: str, players: int) -> Match:
    return last(random_match(hatbox.load(slug, players), 3, 10_000))


def secrets(match: Match) -> str:
    """The hats with the box, or the hands."""
    state = match.state
    return str(state.hats if match.game.slug == "vanished_animal" else state.hand)


@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_the_old_record_does_not_tell_what_is_hidden_in_a_fork(slug: str, players: int) -> None:
    match = finished(slug, players)
    ply = min(10, match.ply // 2)
    before = secrets(match.fork(ply))
    drawn = [match.fork(ply, seed=seed) for seed in range(40)]
    assert all(fork.view() == match.fork(ply).view() for fork in drawn), "what all saw is as it was"
    assert len({secrets(fork) for fork in drawn}) > 20 and sum(secrets(fork) == before for fork in drawn) < 5


@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_a_fork_depends_on_nothing_that_was_hidden(slug: str, players: int) -> None:
    match = finished(slug, players)
    for ply in range(0, min(match.ply, PLIES), 7):
        here, other = match.fork(ply), match.fork(ply)
        other._states[:] = here.guess(-1, seed=5)
        for position in (here, other):
            position._fork_at(0, match.fork(0, seed=9).forks)
        assert secrets(here) == secrets(other)


@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_every_fork_can_be_played_to_its_end(slug: str, players: int) -> None:
    match, chooser = finished(slug, players), random.Random(5)
    for ply in range(0, min(match.ply, PLIES), 3):
        fork = match.fork(ply, seed=ply)
        while not fork.over:
            fork.play(chooser.choice(fork.legal))
        assert recording.replay(recording.from_json(recording.to_json(fork))).hash == fork.hash
