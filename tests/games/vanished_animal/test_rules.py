"""The worked examples of the rules page on the compiled engine, and the rules that random play hardly ever meets."""

from collections import Counter
from itertools import combinations

import pytest

import hatbox
from hatbox.errors import BadOption
from hatbox.games.vanished_animal.board import PAIR
from hatbox.games.vanished_animal.state import NAMES
from hatbox.interfaces import Event
from hatbox.lab.simulate import play_chunk
from hatbox.match.match import Match

from . import reference
from .examples import EXAMPLES, LAYOUT, NEW_ROUND, NEXT, Example, Known, RoundEnd, Step
from .reference_record import FIELDS
from .table import has, kinds, play, put, read, write

PLAYERS = (2, 3, 4)


def claimed(example: Example) -> list[str]:
    """The IDs of the rules page: a ruling R-07 is VA-R07 there."""
    return [rule if rule.startswith("VA") else f"VA-{rule.replace('-', '')}" for rule in example.rules]


CASES = [pytest.param(e, id=f"{e.number} {e.title}", marks=pytest.mark.rule(*claimed(e))) for e in EXAMPLES]


# ---- worked examples -------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", CASES)
def test_worked_example(example: Example) -> None:
    match = put(example.players, example.options, example.before)
    if example.legal is not None:
        assert set(match.legal) == example.legal
    for known in example.known:
        assert_known(match, known)
    events: list[Event] = []
    for step in example.steps:
        events = take(match, step) or events
    assert has(match, example.after)
    if example.legal_after is not None:
        assert set(match.legal) == example.legal_after
    for known in example.known_after:
        assert_known(match, known)
    if example.round_end is not None:
        assert round_end(match, events) == example.round_end
    assert match.over == (example.winner is not None)
    assert match.state.winner == (-1 if example.winner is None else example.winner)


def take(match: Match, step: Step) -> list[Event]:
    """Carry out one step; returns the events if it ended a round, whose deal is replaced by the example's."""
    rounds = match.state.rounds
    played = play(match, step.action)
    assert (match.state.rounds > rounds) == (step.deal is not None)
    if step.deal is not None:
        write(match, {"hats": step.deal})
    assert has(match, step.then)
    return played.events if step.deal is not None or match.over else []


def assert_known(match: Match, known: Known) -> None:
    """The seat's view with the memory aid, and the worlds that its facts leave."""
    view = match.view(known.seat, aid=True)
    names = {name: number for number, name in enumerate(NAMES)} | {"": -1}
    seen = {"content": [names[name] for name in view.noted], "box": names[view.box]}  # type: ignore[attr-defined]
    assert {name: seen[name] for name in known.view} == known.view
    position = reference.from_fields(match.game.players, {}, read(match.state, FIELDS))
    worlds = set(reference.worlds(position, known.seat))
    drawn = {tuple(match.guess(known.seat, seed)[0].hats.tolist()) for seed in range(400)}
    assert drawn <= worlds
    assert known.worlds is None or len(worlds) == known.worlds
    assert len(worlds) > 24 or drawn == worlds
    assert known.missing is None or {world[5] for world in drawn} == known.missing


def round_end(match: Match, events: list[Event]) -> RoundEnd:
    """How a round ended, from its events; what was revealed, from the record."""
    by_kind = {event.kind: event for event in events}
    how = {"named_right": "named", "last_one_left": "last", "round_void": "void"}
    kind = next(kind for kind in how if kind in by_kind)
    told = tuple(match.state.told)
    assert ("revealed" in by_kind) == (-1 not in told)
    return RoundEnd(how[kind], getattr(by_kind[kind], "seat", -1), told)


# ---- set-up ----------------------------------------------------------------------------------------------


@pytest.mark.rule("VA-01", "VA-03", "VA-07", "VA-23")
def test_the_start() -> None:
    for players in PLAYERS:
        match = hatbox.load("vanished_animal", players).match(seed=5)
        nothing_yet = {"tokens": [0] * 4, "seen_by": [0] * 5, "named": [-1] * 4, "out": 0, "round": 1}
        assert has(match, nothing_yet | {"turn": 0, "starter": 0, "phase": 0, "round_turns": 0, "winner": -1})
        assert match.state.told == [-1] * 6
        for seat in range(players):
            view = match.view(seat, aid=True)
            assert view.noted == [""] * 5 and view.box == ""  # type: ignore[attr-defined]


@pytest.mark.rule("VA-01")
def test_two_to_four_play() -> None:
    for players in (1, 5):
        with pytest.raises(BadOption, match="2, 3, 4 players"):
            hatbox.load("vanished_animal", players)


@pytest.mark.rule("VA-05", "VA-06")
def test_every_deal_is_equally_likely() -> None:
    states = hatbox.load("vanished_animal").states(72_000, seed=11)
    deals = Counter(map(bytes, states["hats"].astype("u1")))
    assert len(deals) == 720
    chi_squared = sum((count - 100) ** 2 / 100 for count in deals.values())
    assert 580 < chi_squared < 860  # 719 degrees of freedom: 719 ± 3.7 standard deviations


@pytest.mark.rule("VA-20")
def test_the_next_deal_does_not_depend_on_the_last() -> None:
    boxed: Counter[bool] = Counter()
    game = hatbox.load("vanished_animal", 2)
    for seed in range(3000):
        match = game.match(seed)
        before = match.state.hats[5]
        match.play(5 + before)
        boxed[match.state.hats[5] == before] += 1
    assert 430 < boxed[True] < 570  # one in six: 500 ± 3.4 standard deviations


@pytest.mark.rule("VA-07")
def test_the_starter_of_the_first_round() -> None:
    assert hatbox.load("vanished_animal", 3, starter=2).match(seed=1).turn == 2
    game = hatbox.load("vanished_animal", 3, starter="random")
    turns = Counter(game.match(seed).turn for seed in range(600))
    assert set(turns) == {0, 1, 2} and min(turns.values()) > 150
    with pytest.raises(BadOption, match="VA-07"):
        hatbox.load("vanished_animal", 2, starter=2)


@pytest.mark.rule("VA-07", "VA-19")
def test_a_random_starter_is_drawn_once() -> None:
    game = hatbox.load("vanished_animal", 3, starter="random")
    for seed in range(30):
        match = game.match(seed)
        winner = match.turn
        match.play(5 + match.state.hats[5])
        assert match.turn == match.state.round_starter == (winner + 1) % 3


def test_pairs_are_numbered_as_on_the_rules_page() -> None:
    assert PAIR.tolist() == [list(pair) for pair in combinations(range(5), 2)]


# ---- turns -----------------------------------------------------------------------------------------------


@pytest.mark.rule("VA-08", "VA-09", "VA-R06", "VA-R10", "VA-R24")
def test_everybody_may_look_anywhere_and_name_anything() -> None:
    for players in PLAYERS:
        match = put(players, {}, {"seen_by": [1, 1, 1, 0, 1], "round_turns": players * 4})
        assert set(match.legal) == set(range(11))


@pytest.mark.rule("VA-10", "VA-R01", "VA-R17")
@pytest.mark.parametrize("swap", ["must", "may"])
def test_swap_partners(swap: str) -> None:
    for looked in range(5):
        match = put(2, {"swap": swap})
        play(match, looked)
        partners = {11 + place for place in range(5) if place != looked}
        assert set(match.legal) == partners | ({16} if swap == "may" else set())


@pytest.mark.rule("VA-21", "VA-R03")
@pytest.mark.parametrize("expert", ["any_two", "other_three"])
def test_every_second_swap(expert: str) -> None:
    for first, second in combinations(range(5), 2):
        match = put(2, {"expert": expert})
        play(match, first, 11 + second)
        pairs = [
            pair
            for pair in combinations(range(5), 2)
            if expert == "any_two" or not {first, second} & set(pair)
        ]
        assert [PAIR[action - 17].tolist() for action in match.legal[:-1]] == [list(pair) for pair in pairs]
        assert match.legal[-1] == 27 and len(pairs) == (10 if expert == "any_two" else 3)


@pytest.mark.rule("VA-21", "VA-11")
def test_the_second_swap_moves_the_marks_of_all() -> None:
    match = put(2, {"expert": "other_three"}, {"seen_by": [0, 2, 0, 0, 1], "round_turns": 2})
    play(match, 0, 14, 23)
    assert has(match, {"hats": [1, 3, 5, 2, 0, 4], "seen_by": [0, 1, 0, 1, 2], "turn": 1})


@pytest.mark.rule("VA-21", "VA-R18")
@pytest.mark.parametrize("expert", ["any_two", "other_three"])
def test_no_second_swap_without_a_first(expert: str) -> None:
    match = put(3, {"swap": "may", "expert": expert})
    assert kinds(play(match, 3, 16)) == ["not_swapped"]
    assert has(match, {"phase": 0, "turn": 1, "round_turns": 1, "swap_to": -1})
    play(match, 5)
    assert has(match, {"phase": 0, "turn": 2, "out": 2})


@pytest.mark.rule("VA-09")
def test_no_second_look() -> None:
    four = put(2, {"no_repeek": True}, {"seen_by": [1, 1, 0, 1, 3], "round_turns": 8})
    assert set(four.legal) == {2, *range(5, 11)}
    assert set(put(2, {"no_repeek": True}, {"seen_by": [3, 1, 1, 1, 1], "round_turns": 10}).legal) == set(
        range(11)
    )


# ---- names, rounds, the wand -----------------------------------------------------------------------------


@pytest.mark.rule("VA-12", "VA-13", "VA-14", "VA-15")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("animal", range(6))
def test_every_name(players: int, animal: int) -> None:
    match = put(players)
    played = play(match, 5 + animal)
    if animal == 4:
        assert has(match, {"tokens": [1, 0, 0, 0], "starter": 1, "turn": 1, "round": 2})
        assert kinds(played)[:2] == ["named", "named_right"]
    elif players == 2:
        assert has(match, {"tokens": [0, 1, 0, 0], "starter": 0, "turn": 0, "round": 2})
        assert kinds(played)[:3] == ["named", "named_wrong", "last_one_left"]
    else:
        assert has(match, {"out": 1, "turn": 1, "round": 1, "named": [animal, -1, -1, -1]})
        assert kinds(played) == ["named", "named_wrong"]


@pytest.mark.rule("VA-14", "VA-07")
def test_two_in_a_row_are_out() -> None:
    fields = {"out": 0b0110, "named": [-1, 0, 1, -1], "round_turns": 4}
    match = put(4, {}, fields)
    play(match, 0, 12)
    assert match.turn == 3
    play(match, 0, 12)
    assert match.turn == 0


@pytest.mark.rule("VA-17", "VA-18", "VA-22")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_wand_has_one_owner(players: int) -> None:
    match = put(players, {}, {"tokens": [1] * players + [0] * (4 - players), "round": players + 1})
    played = play(match, 9)
    assert match.over and not match.legal and match.winners == [0]
    assert match.returns == pytest.approx([1.0] + [-1 / (players - 1)] * (players - 1))
    assert kinds(played)[-2:] == ["wand_taken", "end_wand"]
    assert match.state.told == list(LAYOUT)


@pytest.mark.rule("VA-04", "VA-R14", "VA-R20")
@pytest.mark.parametrize("wins", [1, 2, 3, 4, 5])
def test_as_many_rounds_as_the_wins_allow(wins: int) -> None:
    for players in PLAYERS:
        game = hatbox.load("vanished_animal", players, wins_needed=wins)
        match = game.match(seed=wins)
        while not match.over:
            match.play(5 + match.state.hats[5])  # the starter wins; the next seat starts
        assert match.state.rounds == players * (wins - 1) + 1
        assert match.state.tokens == [wins - 1] * players + [0] * (4 - players)


# ---- void rounds (VA-R07) --------------------------------------------------------------------------------


@pytest.mark.rule("VA-R07")
def test_the_twentieth_void_round_is_a_draw() -> None:
    match = put(2, {}, {"round_turns": 99, "turn": 1, "voids": 19, "round": 21, "tokens": [1, 0, 0, 0]})
    played = play(match, 0, 12)
    assert has(match, {"phase": 3, "winner": -2, "voids": 20, "round": 21, "round_turns": 100, "turn": 1})
    assert match.state.capped and match.returns == [0.0, 0.0] and match.winners == []
    assert kinds(played) == ["swapped", "round_void", "revealed", "end_nobody"]


@pytest.mark.rule("VA-R07")
def test_the_last_turn_ends_after_the_second_swap() -> None:
    match = put(2, {"expert": "any_two", "round_turn_cap": 20}, {"round_turns": 19, "turn": 1})
    play(match, 0, 12)
    assert has(match, {"round_turns": 19, "voids": 0})
    played = play(match, 27)
    assert has(match, {"round_turns": 0, "voids": 1, "turn": 0, "round": 2})
    assert kinds(played) == ["not_swapped", "round_void", "revealed", "round_starts"]


@pytest.mark.rule("VA-R07", "VA-13")
def test_no_void_round_without_reason() -> None:
    early = put(2, {}, {"round_turns": 98})
    play(early, 0, 12)
    assert has(early, {"round_turns": 99, "voids": 0, "turn": 1})
    named = put(2, {"round_turn_cap": 20}, {"round_turns": 19, "turn": 1})
    play(named, 9)
    assert has(named, {"tokens": [0, 1, 0, 0], "voids": 0, "starter": 0})
    uncapped = put(2, {"round_turn_cap": 0}, {"round_turns": 4_000_000_000})
    play(uncapped, 0, 12)
    assert has(uncapped, {"round_turns": 4_000_000_001, "voids": 0})


@pytest.mark.rule("VA-R07", "VA-20")
def test_who_was_out_is_back_after_a_void_round() -> None:
    fields = {"out": 1, "named": [0, -1, -1, -1], "round_turns": 99, "turn": 2, "starter": 1}
    match = put(3, {}, fields | {"seen_by": [4, 2, 0, 0, 0]})
    play(match, 0, 12)
    write(match, {"hats": NEXT})
    assert has(match, NEW_ROUND | {"starter": 1, "turn": 1, "voids": 1, "tokens": [0] * 4})


def test_players_who_never_name_play_for_a_draw() -> None:
    match = hatbox.load("vanished_animal", 2, round_turn_cap=20).match(seed=3)
    while not match.over:
        match.play(match.legal[0])
    assert match.state.voids == 20 and match.ply == 20 * 20 * 2


# ---- bulk ------------------------------------------------------------------------------------------------


@pytest.mark.rule("VA-18")
@pytest.mark.parametrize("players", PLAYERS)
def test_bulk_play_gives_one_winner(players: int) -> None:
    _, payoffs, _ = play_chunk(hatbox.load("vanished_animal", players), 1, (0, 2000))
    assert ((payoffs == 1.0).sum(axis=1) == 1).all()
