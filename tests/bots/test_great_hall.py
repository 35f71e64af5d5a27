"""Great Hall bots: they take wins, give sensibly, keep jokers, and weak players finish too."""

import random
from typing import Any

import numpy as np
import pytest

import hatbox
from hatbox.bots import Budget, move_of
from hatbox.bots.levels import LEVELS
from hatbox.bots.players import make_bot
from hatbox.engine import entries
from hatbox.games.great_hall.state import COPIES, DORMITORY, HALL, KINDS, USES, Action, Kind, Phase
from hatbox.lab.simulate import play_out
from hatbox.match.match import Match

UPPER = list(LEVELS)[1:]
FAR_AHEAD = (
    "R=46,H,H,- B=D,D,D,- G=H,H,H,- Y=D,D,D,- first=yes hands=23/23/23/23 stock=4488888886 discard=0000000000 "
    "given=2222 dealer=D turn=A phase=card care=20 round=5"
)
BACK, NINE, EIGHT = 4, Kind.START_9, Kind.START_1_8  # kinds of cards, besides the plain numbers


def hall(
    places: list[list[int]], hand: list[int], players: int = 4, phase: str = "card", **options: Any
) -> Match:
    """Seat 0 to choose with this hand (kinds of cards), figures on these places by house; others hold few cards."""
    match = hatbox.load("great_hall", players, **options).match(seed=1)
    state = match._states[0]
    for house, row in enumerate(places):
        state["pos"][house][: len(row)] = sorted(row)
    state["turn"], state["dealer"], state["first_in"] = 0, players - 1, True
    state["caretaker_at"] = 40
    state["hand"][:] = 0
    state["hand"][0] = np.bincount(hand, minlength=KINDS)
    for seat in range(1, players):
        state["hand"][seat][seat] = len(hand)
    state["given"][:players] = -1 if phase == "exchange" else 0
    state["stock"] = COPIES - state["hand"].sum(axis=0).astype(np.int8)
    state["phase"] = Phase.EXCHANGE if phase == "exchange" else 2
    match._step(entries.JUST_LOOK)
    match.game.rulebook.possible(match.state)
    return match


def play_turn(match: Match, bot: str, seed: int) -> None:
    """Let a bot play until another seat is to act."""
    seat, player = match.turn, make_bot(bot)
    while not match.over and match.turn == seat:
        match.play(move_of(player, match, Budget(iterations=100, seed=seed + match.ply)))


@pytest.mark.parametrize("level", UPPER)
def test_a_team_far_ahead_takes_its_win(level: str) -> None:
    for seed in range(10):
        match = hatbox.load("great_hall", 4).match(seed=seed)
        match.set_position(FAR_AHEAD)
        play_turn(match, level, seed)
        assert match.winners == [0, 2], match


def test_the_win_is_the_hint() -> None:
    match = hatbox.load("great_hall", 4).match(seed=1)
    match.set_position(FAR_AHEAD)
    best = match.hint(0, Budget(iterations=300))
    assert [hint.text for hint in best] == ["play 3"] and best[0].facts[0].key == "reason_wins_now"


NEARLY = [[HALL, 45, 46], [DORMITORY] * 3, [HALL] * 3, [DORMITORY] * 3]


@pytest.mark.parametrize("level", UPPER)
@pytest.mark.parametrize("card", ["7", "joker"])
def test_no_win_is_missed_that_takes_a_split_seven_or_a_joker(level: str, card: str) -> None:
    """Three and four steps from the hall: only a split seven brings both in."""
    kind = {"7": 5, "joker": Kind.JOKER}[card]
    for seed in range(10):
        match = hall(NEARLY, [0, 1, kind])
        play_turn(match, level, seed)
        assert match.winners == [0, 2], match


def test_what_is_only_nearly_won_is_no_win() -> None:
    match = hall([[HALL, 45, 46], [1, 2, 3], [HALL] * 3, [DORMITORY] * 3], [0, 1])
    best = match.hint(0, Budget(iterations=60, seed=1))[0]
    assert "reason_wins_now" not in [fact.key for fact in best.facts]


def gifts(level: str, match: Match) -> set[int]:
    """The kinds that a level gives away in this position."""
    bot = make_bot(level)
    return {move_of(bot, match, Budget(iterations=60, seed=seed)) - Action.GIVE for seed in range(12)}


@pytest.mark.parametrize("level", LEVELS)
def test_gifts_follow_the_rulebook(level: str) -> None:
    bed, walking = [DORMITORY] * 3, [DORMITORY, DORMITORY, 30]
    # none of our figures is on the track: the only starting card stays
    assert EIGHT not in gifts(level, hall([bed, bed, bed, bed], [0, 1, 2, EIGHT], phase="exchange"))
    # the partner has no figure on the track, we have: a starting card is the best gift
    starts = hall([walking, bed, bed, bed], [0, 1, 2, NINE, Kind.JOKER], phase="exchange")
    assert gifts(level, starts) == {NINE}
    # both need one, and we have two
    assert gifts(level, hall([bed, bed, bed, bed], [0, 1, NINE, EIGHT], phase="exchange")) <= {NINE, EIGHT}
    # the partner is waiting four fields before its start: a five brings that figure in
    waiting = hall([walking, bed, [DORMITORY, DORMITORY, 20], bed], [0, 1, 2, 3], phase="exchange")
    assert gifts(level, waiting) == {2}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 3])
def test_no_joker_and_no_needed_start_goes_to_an_opponent(level: str, players: int) -> None:
    own, other = [DORMITORY, DORMITORY, DORMITORY, 30], [DORMITORY, DORMITORY, DORMITORY, 10]
    places = [own, [], other] if players == 2 else [own, other, [*other[:3], 11]]
    assert not gifts(level, hall(places, [0, 1, NINE, Kind.JOKER], players, "exchange")) & {NINE, Kind.JOKER}


@pytest.mark.parametrize("level", LEVELS)
def test_a_joker_is_kept_where_a_plain_card_does_the_same(level: str) -> None:
    bot, jokers = make_bot(level), 0
    for seed in range(25):
        match = hatbox.load("great_hall", 2 + seed % 3).match(seed=seed)
        chooser = random.Random(seed)
        for _ in range(150):
            if match.over:
                break
            before, action = match.state, chooser.choice(match.legal)
            if match.state.phase == Phase.MODE or Action.PLAY + Kind.JOKER in match.legal:
                action = move_of(bot, match, Budget(iterations=30, seed=match.ply))
            if before.phase == Phase.MODE and before.sel_kind == Kind.JOKER:
                jokers += 1
                same = [
                    k
                    for k in range(Kind.JOKER)
                    if before.hand[before.turn][k] and action - Action.USE in USES[k]
                ]
                assert not same, (match.position, match.game.rulebook.notation.move_text(before, action))
            match.play(action)
    assert jokers > 3


def mean_length(level: str, games: int) -> float:
    """The mean number of actions in four-player games with one level in all seats."""
    lengths = []
    for seed in range(games):
        match = hatbox.load("great_hall", 4).match(seed=seed)
        play_out(match, [make_bot(level)] * 4, Budget(iterations=200), seed * 1_000_003)
        lengths.append(match.ply)
    return float(np.mean(lengths))


@pytest.mark.parametrize("level", ["level_1", "level_2", "level_3"])
def test_weak_players_finish_too(level: str) -> None:
    """Four level 5 players need about 450 actions; a bound for a few very different games (level 1 once took 5,685)."""
    assert mean_length(level, 6) < 900
