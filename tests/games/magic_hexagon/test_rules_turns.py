"""Hypnosis, skipped turns, the end and the result in constructed positions, on the compiled engine."""

from typing import Any

import pytest

import hatbox
from hatbox import conformance

from .examples_format import HYPNO, MOVE, NO_HYPNOSIS, OVER, SKIP, board, move, name, owned, with_cards
from .placed import near
from .test_rare_positions import ONLY_SEAT_0, ORIGIN


@pytest.mark.rule("MH-60", "MH-64")
def test_hypnosis_in_round_one_with_two_players() -> None:
    match = hatbox.load("magic_hexagon", 2).match(seed=2)
    assert (match.turn, match.state.phase) == (1, HYPNO)
    match.play("hypnotise green")
    assert (match.turn, match.state.named, match.state.cards) == (0, 2, 0b01)
    assert all(action // 273 == 2 for action in match.legal)


@pytest.mark.rule("MH-60")
def test_a_card_is_used_once() -> None:
    """Nobody hypnotises twice in a game."""
    for seed in range(5):
        used = []
        for match in conformance.random_match(hatbox.load("magic_hexagon", 4), seed):
            used = match.actions
        twin, names = match.fork(0), []
        for action in used:
            names += [twin.turn] if action > NO_HYPNOSIS else []
            twin.play(action)
        assert len(names) == len(set(names))


@pytest.mark.rule("MH-63", "MH-74")
def test_the_hypnotist_is_not_hypnotised_in_the_next_turn() -> None:
    """Seat 1 hypnotises seat 0; in seat 1's own turn nobody is asked, afterwards seat 0 is asked about seat 2."""
    match = hatbox.load("magic_hexagon", 3, first_round_limit=False).match(seed=2)
    match.play(name(0))
    match.play(match.legal[0])
    assert (match.turn, match.state.phase, match.state.protected) == (1, MOVE, 1)
    match.play(match.legal[0])
    assert (match.turn, match.state.phase, match.state.protected) == (0, HYPNO, -1)


@pytest.mark.rule("MH-74")
def test_who_keeps_the_card_is_asked_again() -> None:
    match = hatbox.load("magic_hexagon", 2, first_round_limit=False).match(seed=2)
    for _ in range(10):
        assert match.state.phase == HYPNO
        match.play(NO_HYPNOSIS)
        match.play(match.legal[0])


@pytest.mark.rule("MH-62", "MH-O04")
def test_only_a_hat_with_a_move_is_named() -> None:
    fields = with_cards(ORIGIN, 2)
    assert match_legal(fields) == [NO_HYPNOSIS, name(0)]
    assert match_legal(fields, hypnosis_dead_hat="skip") == [NO_HYPNOSIS, *map(name, range(4))]


def match_legal(fields: dict[str, Any], **options: Any) -> list[int]:
    return near(fields, 2, **options).legal


@pytest.mark.rule("MH-64", "MH-72")
def test_unused_cards_score_nothing() -> None:
    match = near({"phase": OVER, "cards": 0b01, "owned": owned({1: {0: 1}})})
    assert match.state.score[:2] == [0, 1]
    assert match.returns == [-1.0, 1.0]


@pytest.mark.rule("MH-71")
def test_the_same_player_again() -> None:
    """All others are stuck; their skipped turns count."""
    match = near(ONLY_SEAT_0, 3)
    match.play(move(0, 45, 2))
    assert (match.turn, match.state.turn_index, match.state.moves_made) == (0, 6, 1)
    match.play(move(0, 46, 2))
    assert (match.over, match.state.turn_index, match.state.moves_made) == (True, 7, 2)


@pytest.mark.rule("MH-71", "MH-74")
def test_a_skipped_turn_offers_no_hypnosis() -> None:
    """Seat 2 has its card but is not asked before the stuck seat 1, whose turn is skipped."""
    match = near(SKIP | {"cards": 0b100}, 3)
    match.play(move(3, 44, 1))
    assert (match.state.turn_index, match.turn, match.state.phase) == (5, 2, MOVE)
    assert match.state.cards == 0b100


@pytest.mark.rule("MH-63", "MH-71", "MH-74")
def test_protection_ends_with_a_skipped_turn() -> None:
    """Seat 1 has hypnotised and is stuck; seat 0, the neighbour of seat 2, is asked next."""
    match = near(with_cards(SKIP, 3), 3)
    assert match.legal == [NO_HYPNOSIS, name(3)]
    match.play(name(3))
    match.play(move(3, 44, 1))
    assert (match.state.turn_index, match.state.protected, match.state.cards) == (5, -1, 0b101)
    assert (match.turn, match.legal) == (0, [NO_HYPNOSIS, name(0)])


@pytest.mark.rule("MH-O04", "MH-O06")
def test_a_dead_hat_before_stuck_players() -> None:
    asked = ONLY_SEAT_0 | {"phase": HYPNO, "cards": 0b010}
    match = near(asked, 3, hypnosis_dead_hat="skip")
    match.play(name(2))
    assert (match.turn, match.state.turn_index, match.state.protected) == (0, 6, -1)
    match = near(asked, 3, hypnosis_dead_hat="skip", end_rule="first_stuck")
    match.play(name(2))
    assert (match.over, match.state.turn_index, match.state.protected) == (True, 4, 1)


@pytest.mark.rule("MH-70", "MH-71")
def test_the_search_in_vain_changes_nothing() -> None:
    match = near(with_cards(ORIGIN, 2))
    match.play(name(0))
    match.play(move(0, 44, 1))
    assert (match.over, match.state.turn_index, match.state.protected) == (True, 3, 1)
    assert match.legal == []


@pytest.mark.rule("MH-70")
def test_the_game_ends_although_discs_are_left() -> None:
    """A red disc that no hat can get next to: nobody can take it, and it counts for nobody."""
    match = near({"board": board({43: 0, 90: 1}), "hats": [43, 18, 90, 75]})
    match.play(move(0, 44, 1))
    assert match.over
    assert match.state.board[90] == 1
    assert match.state.score[:2] == [1, 0]


@pytest.mark.rule("MH-73")
def test_results() -> None:
    """Winners share what the others lose, a tie of everyone is worth nothing."""
    assert near({"phase": OVER, "owned": owned({0: {0: 1}, 2: {1: 1}})}, 3).returns == [0.25, -0.5, 0.25]
    assert near({"phase": OVER, "owned": owned({1: {0: 1}})}, 4).returns == pytest.approx(
        [-1 / 3, 1.0, -1 / 3, -1 / 3]
    )
    assert near({"phase": OVER}, 3).returns == [0.0, 0.0, 0.0]


@pytest.mark.rule("MH-O05")
def test_the_box_of_stones_runs_dry() -> None:
    """Of 16 green stones 15 are taken; two new sets earn one stone, and the view says that none is left."""
    rich = {1: 4, 2: 4, 3: 1, 4: 4, 5: 3, 7: 4, 8: 4, 10: 4, 11: 4}
    fields = {
        "board": board({43: 9, 34: 0, 35: 0, 55: 0, 56: 0, 16: 3}),
        "hats": [43, 18, 72, 75],
        "owned": owned({0: {3: 1, 6: 2, 9: 2}, 1: rich}),
        "stones": [[0, 0, 0], [15, 0, 0], [0, 0, 0], [0, 0, 0]],
    }
    match = near(fields, stone_supply="box")
    assert match.view().stones_left == [1, 8, 8]  # type: ignore[attr-defined]
    played = match.play(move(0, 45, 1))
    assert [event.kind for event in played.events].count("set_colours") == 1
    assert [event.kind for event in played.events].count("set_symbols") == 0
    assert match.view().stones_left == [0, 8, 8]  # type: ignore[attr-defined]
