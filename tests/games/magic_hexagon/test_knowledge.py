"""Nothing is hidden: every seat and spectator sees the same table, and the observation contains everything."""

import pytest

import hatbox
from hatbox import conformance
from hatbox.engine.record import Tensor
from hatbox.games.magic_hexagon.knowledge import OBSERVATION
from hatbox.interfaces import SPECTATOR
from hatbox.lab.simulate import play_chunk


def piece(out: Tensor, name: str) -> list[float]:
    """One named part of an observation."""
    at = 0
    for part in OBSERVATION:
        if part.name == name:
            return [float(number) for number in out[at : at + part.size]]
        at += part.size
    raise KeyError(name)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_see_the_same(players: int) -> None:
    for match in conformance.random_match(hatbox.load("magic_hexagon", players), seed=2):
        views = [match.view(seat) for seat in (SPECTATOR, *range(players))]
        fields = [{f: getattr(v, f) for f in v.__struct_fields__ if f != "seat"} for v in views]
        assert all(other == fields[0] for other in fields)


def test_a_guess_is_the_truth_but_for_the_generator() -> None:
    for match in conformance.random_match(hatbox.load("magic_hexagon", 3), seed=2, plies=20):
        guess = match.guess(1, seed=5)
        guess["rng"] = match._states["rng"]
        assert guess.tobytes() == match._states.tobytes()


def test_the_view_holds_what_the_board_needs() -> None:
    match = hatbox.load("magic_hexagon", 3).match(seed=1)
    view = match.view(2)
    assert (view.turn, view.on_turn, view.choosing) == (1, 0, "hypnosis")  # type: ignore[attr-defined]
    assert (view.needed, view.stone_values, view.stones_left) == ([0, 2, 3], [2, 4, 6], [])  # type: ignore[attr-defined]
    match.play("hypnotise white")
    view = match.view(0)
    assert (view.named, view.protected, view.cards) == (3, 1, [True, False, True])  # type: ignore[attr-defined]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_observations_turn_with_the_seat(players: int) -> None:
    game = hatbox.load("magic_hexagon", players)
    for match in conformance.random_match(game, seed=4):
        state = match.state
        for seat in range(players):
            out = game.observation(match._states, seat)
            order = [(seat + k) % players for k in range(players)]
            assert piece(out, "score")[:players] == pytest.approx([state.score[k] / 100 for k in order])
            assert piece(out, "cards")[:players] == [state.cards >> k & 1 for k in order]
            assert piece(out, "my turn") == [float(match.turn == seat and not match.over)]
            assert sum(piece(out, "hats")) == 4
            assert sum(piece(out, "on turn")) == 1


def test_observations_tell_positions_apart() -> None:
    """Two different positions of a game never look alike."""
    game, seen = hatbox.load("magic_hexagon", 2), set()
    for match in conformance.random_match(game, seed=9):
        seen.add(game.observation(match._states, 0).tobytes())
    assert len(seen) == match.ply + 1


def test_observing_in_bulk_play() -> None:
    lengths, _, _ = play_chunk(hatbox.load("magic_hexagon", 3), 1, (0, 5), watch=True)
    assert (lengths > 40).all()
