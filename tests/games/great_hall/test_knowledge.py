"""What seats and spectators may know: views, private events, and worlds redrawn exactly."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

import hatbox
from hatbox import conformance
from hatbox.engine import entries
from hatbox.interfaces import SPECTATOR

from . import reference
from .compiled import Board, stand
from .examples_form import (
    CARD_PHASE,
    DISCARD,
    DISCARD1_PHASE,
    DISCARD2_PHASE,
    FIVE,
    JOKER,
    PIECE,
    PLAY,
    RED,
    SEVEN_CARD,
    SIX,
    START_9,
    SWAP_CARD,
    THREE,
    TWO,
    Draw,
    figures,
    hands,
)
from .reference_plays import keeps_in_the_round
from .test_reference import scattered

DECK = np.array([8] * 9 + [6])
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (4, {}), (3, {}), (2, {}), (3, {"caretaker_counts": False}), (2, {"swap_null": "any", "caretaker": False}),
]  # fmt: skip


def keepers(board: Board) -> set[int]:
    """Kinds that keep the current seat in the round, according to the reference."""
    options = dict(board.game.options)
    position = reference.from_fields(board.game.players, options, board.fields())
    return {kind for kind in range(10) if keeps_in_the_round(position, kind)}


@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=[f"{p}p{o or ''}" for p, o in SETTINGS])
def test_no_leaks_late_in_games(players: int, options: dict[str, Any]) -> None:
    """Redrawing changes nothing that anyone receives, and what is redrawn is possible."""
    random, board = Random(players), Board(players, options)
    for _ in range(12):
        position = scattered(players, options, random)
        board.put(reference.to_fields(position))
        for _ in range(30):
            actions = board.legal()
            if not actions:
                break
            board.apply(random.choice(actions))
            for seat in range(SPECTATOR, players):
                twin = Board(players, options)
                twin.states[:] = board.states
                entries.redraw(twin.states, 0, seat, np.uint64(random.getrandbits(60)))
                board.game.rulebook.possible(twin.state)
                known = [
                    conformance._known(board.game, states, seat) for states in (board.states, twin.states)
                ]
                assert known[0] == known[1]
                check_phase(twin)


def check_phase(board: Board) -> None:
    """Without teams the phase shows whether the hand fits; a redrawn hand must agree."""
    s = board.state
    if s.over or board.game.players == 4 or s.phase not in (CARD_PHASE, DISCARD1_PHASE, DISCARD2_PHASE):
        return
    fitting, held = keepers(board), {kind for kind in range(10) if s.hand[s.turn][kind]}
    if s.drawn != -1 and s.phase == CARD_PHASE:
        assert held & fitting == {s.drawn} and s.hand[s.turn][s.drawn] == 1
    else:
        assert bool(held & fitting) == (s.phase == CARD_PHASE)


@pytest.mark.rule("GH-11", "GH-82")
def test_nobody_learns_a_gift_before_all_have_chosen() -> None:
    """Neither views nor events, in number or order, depend on the choices of others."""
    for players in (2, 3, 4):
        for seat in range(SPECTATOR, players):
            worlds = set()
            for choice in range(6):
                board, random = Board(players, seed=11), Random(choice)
                told = []
                for _ in range(players - 1):
                    mover, actions = board.state.turn, board.legal()
                    action = actions[0] if mover == seat else random.choice(actions)
                    told += [event.seen_by(seat) for event in board.tell(action)]
                    told.append(board.game.view(board.states, seat, True))  # type: ignore[arg-type]
                worlds.add(repr(told))
            assert len(worlds) == 1


@pytest.mark.rule("GH-11")
def test_each_receiver_sees_only_its_own_gift() -> None:
    board = Board(4, seed=2)
    events = []
    while board.state.phase == 1:
        events = board.tell(board.legal()[0])
    for seat in range(4):
        private = [e for e in events if e.kind == "private_card_received" and e.seen_by(seat)]
        assert [event.receiver for event in private] == [seat]  # type: ignore[attr-defined]
        assert private[0].seat == (seat + 2) % 4  # type: ignore[attr-defined]
    assert [e.kind for e in events if e.seen_by(SPECTATOR)] == ["cards_exchanged"]


def test_spectators_see_no_hand_and_others_only_sizes() -> None:
    board = Board(3, seed=2)
    view: Any = board.game.view(board.states, SPECTATOR, True)
    assert (
        view.hand == [] and view.given == view.received == view.drawn == "" and view.hand_sizes == [6, 6, 6]
    )
    own: Any = board.game.view(board.states, 1, False)
    assert len(own.hand) == 6 and own.discarded == []


@pytest.mark.rule("GH-83")
def test_a_drawn_card_is_private() -> None:
    board = stand(2, hand=hands(RED, TWO, THREE, players=2, others=(TWO, TWO)), phase=DISCARD1_PHASE)
    drew = board.told(DISCARD + THREE, (Draw(FIVE),))[1]
    view = board.game.view
    assert (drew.seen_by(0).card, drew.seen_by(1).card, drew.seen_by(SPECTATOR).card) == ("5", "", "")  # type: ignore[union-attr]
    assert [view(board.states, seat, True).drawn for seat in (0, 1, SPECTATOR)] == ["5", "", ""]  # type: ignore[attr-defined]


@pytest.mark.rule("GH-13", "GH-14", "GH-83")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_top_of_the_discards_is_what_was_laid_down_last(players: int) -> None:
    """GH-13, GH-14, GH-83: everyone sees it, even latecomers; shuffled discards leave an empty place."""
    match, random, top = hatbox.load("great_hall", players).match(seed=7), Random(7), ""
    while match.ply < 600 and not match.over:
        played: Any = match.play(random.choice(match.legal))
        for event in played.events:
            if event.kind in ("card_played", "discarded"):
                top = event.card
            elif event.kind == "dropped_out":
                top = event.cards[-1]
            elif event.kind == "reshuffled":
                top = ""
        views: list[Any] = [match.view(seat) for seat in (*range(players), SPECTATOR)]
        assert {view.top for view in views} == {top}


def test_a_gift_is_known_until_its_kind_is_laid_down() -> None:
    fields: dict[str, Any] = {
        "pos": figures(red=(5,), green=(30,)),
        "given": [SIX, TWO, TWO, TWO],
        "known": 1,
    }
    board = stand(**fields, hand=hands(2, SIX, FIVE, red=(TWO, TWO)), turn=2)
    view = board.game.view
    assert view(board.states, 0, False).gift_is_there  # type: ignore[attr-defined]
    for seed in range(50):
        twin = board.states.copy()
        entries.redraw(twin, 0, 0, np.uint64(seed))
        assert twin[0].hand[2][SIX] >= 1
    board.apply(PLAY + SIX)
    assert not view(board.states, 0, False).gift_is_there  # type: ignore[attr-defined]
    board.apply(PIECE + 30)


def worlds_of(board: Board, seat: int, draws: int) -> Counter[Any]:
    """How often each world comes up when it is redrawn for a seat."""
    found: Counter[Any] = Counter()
    for seed in range(draws):
        twin = board.states.copy()
        entries.redraw(twin, 0, seat, np.uint64(seed))
        found[tuple(map(tuple, twin[0].hand.tolist())), int(twin[0].drawn)] += 1
    return found


def enumerated(board: Board, viewer: int, fits: Any) -> Counter[Any]:
    """Every way to deal the unseen cards to hidden hands, each physical card separately, where `fits` agrees."""
    s = board.state
    gift_to = board.receiver(viewer) if viewer >= 0 else -1
    kept = s.given[viewer] if viewer >= 0 and s.laid[gift_to][s.given[viewer]] == 0 else -1
    sizes = {x: sum(s.hand[x]) - (x == gift_to and kept >= 0) for x in range(s.players) if x != viewer}
    unseen = DECK - np.array(s.discard) - (np.array(s.hand[viewer]) if viewer >= 0 else 0)
    unseen = unseen - np.array([kind == kept for kind in range(10)])
    cards = [kind for kind in range(10) for _ in range(unseen[kind])]
    found: Counter[Any] = Counter()
    for order in permutations(cards, sum(sizes.values())):
        left, rows, drawn = list(order), [list(hand) for hand in s.hand], s.drawn
        for seat, size in sizes.items():
            mine, left = left[:size], left[size:]
            if seat == s.turn and s.drawn != -1:
                drawn = mine[0]
            rows[seat] = [mine.count(kind) + (seat == gift_to and kind == kept) for kind in range(10)]
        if fits(rows, drawn):
            found[tuple(map(tuple, rows)), drawn] += 1
    return found


def assert_same_distribution(found: Counter[Any], expected: Counter[Any]) -> None:
    """Pearson's chi-square, with a bound far beyond chance; no impossible world."""
    assert set(found) <= set(expected)
    draws, total = found.total(), expected.total()
    chi = sum((found[w] - n * draws / total) ** 2 / (n * draws / total) for w, n in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 6 * (2 * freedom) ** 0.5 + 20


def discard_all_but(*kinds: int) -> list[int]:
    """A discard pile that leaves only these cards."""
    return [int(DECK[kind]) - kinds.count(kind) for kind in range(10)]


def test_worlds_with_a_known_gift_are_equally_likely() -> None:
    held = hands(RED, TWO, blue=(THREE,), green=(SIX, JOKER), yellow=(TWO,))
    left = (TWO, THREE, SIX, JOKER, TWO, SIX, FIVE)  # hands and stock together
    board = stand(hand=held, discard=discard_all_but(*left), given=[SIX, TWO, TWO, TWO], known=1)
    assert_same_distribution(worlds_of(board, 0, 8000), enumerated(board, 0, lambda rows, drawn: True))
    assert_same_distribution(worlds_of(board, -1, 8000), enumerated(board, -1, lambda rows, drawn: True))


def test_worlds_in_which_somebody_can_play_are_equally_likely() -> None:
    """Two players: green is asked for a card, so it holds one that fits; all figures are in bed, so a start card."""
    left = (TWO, TWO, START_9, TWO, THREE, JOKER, SIX)
    held = hands(2, START_9, TWO, players=2, red=(TWO,))
    board = stand(2, hand=held, turn=2, discard=discard_all_but(*left), pos=figures(2))
    fitting = keepers(board)
    assert fitting == {START_9, 7, JOKER}
    expected = enumerated(board, 0, lambda rows, drawn: any(rows[1][kind] for kind in fitting))
    assert_same_distribution(worlds_of(board, 0, 8000), expected)


def test_worlds_with_two_hands_that_lack_something_are_equally_likely() -> None:
    """Three players: what two others are known to lack overlaps only partly."""
    left = (TWO, TWO, THREE, FIVE, SIX, SWAP_CARD, THREE, SIX)
    held = hands(RED, TWO, players=3, blue=(TWO, THREE), green=(FIVE, SIX))
    board = stand(3, hand=held, discard=discard_all_but(*left), pos=figures(3, red=(5,)))
    board.states[0].lacks[1] = 1 << FIVE | 1 << SIX | 1 << SWAP_CARD
    board.states[0].lacks[2] = 1 << TWO | 1 << SWAP_CARD
    barred = {1: (FIVE, SIX, SWAP_CARD), 2: (TWO, SWAP_CARD)}

    def fits(rows: list[list[int]], drawn: int) -> bool:
        return not any(rows[seat][kind] for seat, kinds in barred.items() for kind in kinds)

    assert_same_distribution(worlds_of(board, 0, 12_000), enumerated(board, 0, fits))


@pytest.mark.rule("GH-83")
@pytest.mark.parametrize("drawn", [START_9, FIVE])
def test_worlds_with_a_drawn_card_are_equally_likely(drawn: int) -> None:
    """Two players: the card just drawn fits exactly if its owner is asked for a card."""
    left = (TWO, THREE, TWO, SIX, START_9, FIVE, JOKER, SEVEN_CARD)
    held = hands(2, TWO, SIX, players=2, red=(THREE,))
    used = [card for card in left if card not in (TWO, SIX, THREE)]
    assert drawn in used
    board = stand(2, hand=held, turn=2, phase=DISCARD1_PHASE, discard=discard_all_but(*left), pos=figures(2))
    board.states[0].lacks[1] = sum(1 << kind for kind in keepers(board))
    fitting = keepers(board)
    board.told(DISCARD + SIX, (Draw(drawn),))
    assert board.state.drawn == drawn

    def fits(rows: list[list[int]], new: int) -> bool:
        fit = [kind in fitting for kind in range(10) for _ in range(rows[1][kind])]
        return sum(fit) == (new in fitting) == (drawn == START_9)

    assert_same_distribution(worlds_of(board, 0, 8000), enumerated(board, 0, fits))


def test_observation_has_the_promised_size_and_sees_the_own_side_first() -> None:
    board = Board(4, seed=1)
    pieces = board.game.rulebook.knowledge.OBSERVATION
    assert len(board.game.observation(board.states, 0)) == sum(piece.size for piece in pieces)
    board.states[0].pos[:, 0] = [0, 12, 24, 36]
    for seat in range(4):
        seen = board.game.observation(board.states, seat)
        assert seen[0] == 1 and seen[66 + 12] == 1  # own figure on its own start, the next house a quarter on
