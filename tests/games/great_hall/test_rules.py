"""Rules that the worked examples do not show on their own, on constructed positions and in random play."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import hatbox
from hatbox.errors import BadOption, IllegalMove
from hatbox.games.great_hall import board as drawing
from hatbox.interfaces import SPECTATOR

from .compiled import Board, stand
from .examples_form import (
    CARETAKER,
    DORMITORY,
    ENTER,
    FIVE,
    FOLD,
    GIVE,
    HALL,
    JOKER,
    MODE_1,
    MODE_8,
    MODE_9,
    MODE_NULL,
    MODE_START,
    MODE_SWAP,
    PIECE,
    PLAY,
    RED,
    SEVEN_CARD,
    START_1_8,
    START_9,
    STEPS,
    SWAP_CARD,
    TARGET,
    THREE,
    TWO,
    WALK,
    figures,
    hands,
    table,
)

UNUSED = 127
IN = (HALL, HALL, HALL)


def random_play(board: Board, seed: int, most: int) -> Iterator[tuple[Any, int, Any]]:
    """Random play that prefers the hall: state, action, state."""
    random = Random(seed)
    for _ in range(most):
        actions = board.legal()
        if not actions:
            return
        action = ENTER if ENTER in actions else random.choice(actions)
        before = board.state
        board.apply(action)
        yield before, action, board.state


@pytest.mark.rule("GH-01", "GH-02", "GH-61")
def test_partners_sit_opposite_and_win_together() -> None:
    board = stand(**table(RED, (FIVE, TWO), 40, red=IN, green=(HALL, HALL, 20), blue=IN, yellow=(5,)))
    for action in (PLAY + FIVE, PIECE + 20, ENTER):
        board.apply(action)
    assert board.state.over and board.returns() == [1.0, -1.0, 1.0, -1.0]


@pytest.mark.rule("GH-02", "GH-61")
def test_nobody_wins_alone_in_the_team_game() -> None:
    board = stand(**table(RED, (FIVE,), 40, red=(HALL, HALL, 44), green=(20,), yellow=(HALL,)))
    for action in (PLAY + FIVE, PIECE + 44, ENTER):
        board.apply(action)
    assert board.state.pos[RED][:3] == list(IN) and not board.state.over


@pytest.mark.rule("GH-03", "GH-04", "GH-06", "GH-10")
def test_setup_for_four() -> None:
    for seed in range(20):
        s = Board(4, seed=seed).state
        assert s.pos == [[DORMITORY] * 3 + [UNUSED]] * 4
        assert s.caretaker_at == -1 and not s.first_in
        assert [sum(hand) for hand in s.hand] == [6] * 4 and sum(s.stock) == 78 - 24 and sum(s.discard) == 0
        assert s.turn == (s.dealer + 1) % 4


@pytest.mark.rule("GH-05", "GH-R01")
def test_any_seat_may_deal_first() -> None:
    for players in (2, 3, 4):
        assert {Board(players, seed=seed).state.dealer for seed in range(60)} == set(range(players))


@pytest.mark.rule("GH-80", "GH-84", "GH-R19")
def test_setup_for_two_and_three() -> None:
    in_play = {2: [0, 2], 3: [0, 1, 2]}
    for players, houses in in_play.items():
        s = Board(players).state
        for house in range(4):
            expected = [12 * house, DORMITORY, DORMITORY, DORMITORY] if house in houses else [UNUSED] * 4
            assert s.pos[house] == expected


@pytest.mark.rule("GH-04", "GH-70")
def test_the_caretaker_sleeps_until_the_first_arrival_and_wakes_once() -> None:
    for players in (2, 3, 4):
        woken = 0
        for before, action, after in random_play(Board(players, seed=players), players, 3000):
            assert action != CARETAKER or before.caretaker_at != -1
            assert before.caretaker_at == -1 or after.caretaker_at != -1
            woken += before.caretaker_at == -1 != after.caretaker_at
        assert woken == 1


@pytest.mark.rule("GH-08", "GH-09", "GH-13", "GH-15")
def test_dealing_goes_round_and_hands_shrink() -> None:
    for players in (2, 3, 4):
        for before, _, after in random_play(Board(players, seed=9), 9, 1500):
            if after.round_number > before.round_number:
                assert after.dealer == (before.dealer + 1) % players
                assert after.turn == (after.dealer + 1) % players
                assert after.hand_size == 6 - (after.round_number - 1) % 5
                assert [sum(hand) for hand in after.hand[:players]] == [after.hand_size] * players


@pytest.mark.rule("GH-12")
def test_partners_have_no_channel() -> None:
    """What the partner sees and is sent never depends on my cards or my choice of a gift."""
    board = Board(4, seed=3)
    seat = board.state.turn
    partner, views = (seat + 2) % 4, set()
    for action in board.legal():
        twin = Board(4, seed=3)
        assert [event for event in twin.tell(action) if event.seen_by(partner)] == []
        views.add(repr(twin.game.view(twin.states, partner, True)))
    assert len(views) == 1


@pytest.mark.rule("GH-14", "GH-16")
def test_folding_is_for_those_who_cannot_play() -> None:
    folds = 0
    for before, action, after in random_play(Board(4, seed=5), 5, 3000):
        if action == FOLD:
            folds += 1
            assert sum(after.hand[before.turn]) == 0 or after.round_number > before.round_number
    assert folds > 5
    match = hatbox.load("great_hall").match(seed=1)
    while match.state.phase != 2 or match.legal == [FOLD]:
        match.play(match.legal[0])
    with pytest.raises(IllegalMove) as refused:
        match.play("fold")
    assert refused.value.rule == "GH-16" and refused.value.reason == "must_play"


@pytest.mark.rule("GH-16", "GH-33")
def test_a_harmful_play_is_forced_and_hits_own_and_partners_figures() -> None:
    for victim in ("red", "green", "blue"):
        places: dict[str, tuple[int, ...]] = {"red": (5,), "green": (40,), "blue": (41,)}
        places[victim] = (*places[victim], 8) if victim == "red" else (8,)
        board = stand(**table(RED, (THREE,), **places))
        assert board.legal() == [PLAY + THREE]
        board.apply(PLAY + THREE)
        board.apply(PIECE + 5)
        house = ("red", "blue", "green").index(victim)
        assert 8 in board.state.pos[RED] and board.state.pos[house].count(DORMITORY) >= 2 + (house != RED)


@pytest.mark.rule("GH-32", "GH-44")
def test_one_figure_per_field_and_the_hall_is_for_good() -> None:
    for players in (2, 3, 4):
        for before, _, after in random_play(Board(players, seed=1), 1, 2500):
            fields = [place for row in after.pos for place in row if place < DORMITORY]
            assert len(set(fields)) == len(fields) and after.caretaker_at not in fields
            for house in range(4):
                assert after.pos[house].count(HALL) >= before.pos[house].count(HALL)


@pytest.mark.rule("GH-44", "GH-53", "GH-75", "GH-R14")
def test_hall_caretaker_and_protected_are_never_swapped() -> None:
    board = stand(**table(RED, (SWAP_CARD,), 20, red=(5, 0, HALL), blue=(12, 30), yellow=(HALL, 36)))
    board.apply(PLAY + SWAP_CARD)
    assert board.legal() == [PIECE + 5]
    board.apply(PIECE + 5)
    assert board.legal() == [TARGET + 30]


@pytest.mark.rule("GH-75", "GH-R11")
def test_nobody_starts_onto_the_caretaker() -> None:
    board = stand(**table(RED, (START_9,), 0, yellow=(HALL,)))
    board.apply(PLAY + START_9)
    assert board.legal() == [MODE_9]
    board.apply(MODE_9)
    board.apply(CARETAKER)
    assert board.state.caretaker_at == 39  # he walks on, never into the hall


@pytest.mark.rule("GH-60", "GH-84")
def test_alone_one_controls_only_the_own_house() -> None:
    pos = figures(2, red=(HALL, HALL, DORMITORY, DORMITORY), green=(30,))
    board = stand(2, hand=hands(RED, START_9, players=2), pos=pos, caretaker=10, first_in=1)
    board.apply(PLAY + START_9)
    board.apply(MODE_9)
    assert board.legal() == [CARETAKER]


@pytest.mark.rule("GH-R25")
def test_start_needs_somebody_in_bed() -> None:
    board = stand(**table(RED, (START_1_8,), 20, red=(5, 9, HALL)))
    board.apply(PLAY + START_1_8)
    assert board.legal() == [MODE_1, MODE_8]


@pytest.mark.rule("GH-58", "GH-R26")
def test_a_joker_has_exactly_the_uses_of_the_other_cards() -> None:
    open_field = table(RED, (JOKER,), red=(14,), blue=(40,))
    board = stand(**open_field)
    board.apply(PLAY + JOKER)
    assert board.legal() == list(range(MODE_START, MODE_SWAP + 1))
    alone = stand(**table(RED, (JOKER,), red=(14,)))
    alone.apply(PLAY + JOKER)
    assert alone.legal() == [*range(MODE_START, MODE_SWAP), MODE_NULL]


@pytest.mark.rule("GH-R07", "GH-46")
def test_a_part_of_a_seven_may_pass_the_hall() -> None:
    board = stand(**table(RED, (SEVEN_CARD,), red=(47, 20)))
    for action in (PLAY + SEVEN_CARD, PIECE + 47, STEPS + 2, WALK, PIECE + 20, STEPS + 5):
        board.apply(action)
    assert sorted(board.state.pos[RED][:3]) == [1, 25, DORMITORY]


@pytest.mark.rule("GH-R22")
def test_one_card_brings_in_figures_of_one_team() -> None:
    for seed in range(4):
        arrived: set[int] = set()
        for before, _, after in random_play(Board(4, {"canadian_seven": True}, seed), seed, 2000):
            arrived |= {h % 2 for h in range(4) if after.pos[h].count(HALL) > before.pos[h].count(HALL)}
            assert len(arrived) < 2
            arrived = arrived if after.ply == before.ply else set()


@pytest.mark.rule("GH-11", "GH-82", "GH-R23", "GH-R24")
def test_gifts_are_chosen_before_any_changes_hands() -> None:
    for players in (2, 3, 4):
        board = Board(players, seed=4)
        hands_before = board.state.hand
        for _ in range(players - 1):
            board.apply(board.legal()[0])
            assert board.state.hand == hands_before
            held = {GIVE + kind for kind, count in enumerate(hands_before[board.state.turn]) if count}
            assert set(board.legal()) == held
        board.apply(board.legal()[0])
        after = board.state
        for seat in range(players):
            expected = list(hands_before[seat])
            expected[after.given[seat]] -= 1
            giver = next(g for g in range(players) if board.receiver(g) == seat)
            expected[after.given[giver]] += 1
            assert after.hand[seat] == expected


@pytest.mark.rule("GH-R04")
def test_laid_down_cards_are_public() -> None:
    board = stand(**table(RED, (SWAP_CARD, TWO), blue=(12,)))
    events = board.tell(FOLD)
    view = board.game.view(board.states, SPECTATOR, True)
    assert view.laid[RED].count("swap") == 1 and view.folded == [RED]  # type: ignore[attr-defined]
    assert events[0].seen_by(SPECTATOR) == events[0]


@pytest.mark.rule("GH-R02")
def test_the_board_of_the_ruling() -> None:
    for track in (40, 48, 56, 64):
        for house in range(4):
            layout = drawing.layout(track, house)
            assert layout.starts == [0, track // 4, track // 2, 3 * track // 4]
            assert [dark - start for dark, start in zip(layout.darks, layout.starts, strict=True)] == [3] * 4
            start = layout.fields[layout.starts[house]]
            assert len(layout.fields) == track and start.y > 800 and abs(start.x - 500) < 1  # at the bottom
            left = layout.fields[(layout.starts[house] + 3) % track]
            assert left.x < 500  # clockwise is to the left of the player sitting there


def test_options_without_object_are_refused() -> None:
    for players, options in (
        (4, {"solo_goal": 4}),
        (2, {"canadian_seven": True}),
        (3, {"seven_rest": "any"}),
    ):
        with pytest.raises(BadOption, match=next(iter(options))):
            hatbox.load("great_hall", players, **options)


def test_four_is_the_usual_number_of_players() -> None:
    assert hatbox.load("great_hall").players == 4
