"""Events on the wheel, why moves are refused, and how it is drawn."""

import random
from typing import Any
from xml.etree import ElementTree

import pytest

import hatbox
from hatbox import words
from hatbox.errors import IllegalMove
from hatbox.games.catch_the_hat import events
from hatbox.games.catch_the_hat.board import FOUR, HOMES, SIX_HOMES, home_field, layout, plan
from hatbox.games.catch_the_hat.events import (
    BroughtHome,
    Caught,
    CaughtFrom,
    EndMost,
    EndOneColour,
    EndScoreLine,
    Freed,
    GoldenCaught,
    GoldenLost,
    GoldenWorn,
    HatLeavesHome,
    HatMoves,
    MissedMove,
    NoHatsLeft,
    Rolled,
    RollsAgain,
    StopsAfterSix,
    TowerMoves,
    WalksOnFromHome,
)
from hatbox.games.catch_the_hat.state import is_free
from hatbox.interfaces import Event
from hatbox.match.match import Match

from .compiled import Table
from .examples import BLUE, FULL_GREYS, RED, position

WALKS = (HatLeavesHome, HatMoves, TowerMoves)
NAMES = ["Mia", "Opa", "Lena", "Jo", "Ida", "Ben"]
GOLDEN: dict[str, Any] = {"golden": True}
TEAM: dict[str, Any] = {"teams": "team"}


def board(pieces: str, die: int, turn: int = RED, jail: str = "", players: int = 4, **options: Any) -> Match:
    """A match in a position of the examples' notation."""
    table = Table(players, options, position(pieces, die, turn, jail, players))
    match = table.game.match(1)
    text = table.game.rulebook.notation.position_text(table.state)
    match.set_position(text)
    return match


def told(match: Match, *actions: int) -> list[Event]:
    """All events of these actions except what the next roll shows."""
    events = [event for action in actions for event in match.play(action).events]
    return [event for event in events if not isinstance(event, Rolled)]


# ---- events --------------------------------------------------------------------------------------------------------


def test_a_roll_is_told_with_the_player_who_made_it() -> None:
    match = board("", 3)
    assert match.play(81).events == []
    events = match.play(2).events
    assert events == [HatLeavesHome(0, 0, 3, [0, 1, 2]), Rolled(1, match.state.die)]


def test_paths_go_field_by_field() -> None:
    assert told(board("R@10", 6), 81, 60) == [HatMoves(0, 0, 6, [11, 12, 13, 58, 59, 60])]
    assert told(board("R(G)@73", 4), 81, 57) == [TowerMoves(0, 0, 4, [74, 75, 76, 57])]


def test_a_catch_names_the_loser_and_all_hats() -> None:
    events = told(board("B@5 R(Y)@8", 3, BLUE), 87, 8)
    assert events == [HatMoves(1, 6, 3, [6, 7, 8]), CaughtFrom(1, 6, 2, 8, [0, 18], 0)]


def test_several_losers_at_once() -> None:
    events = told(board("R@8 G(Y)@8 B@5", 3, BLUE, team_share_yellow=True, **TEAM), 87, 8)
    assert events[1:] == [Caught(1, 6, 3, 8, [0, 12, 18])]


@pytest.mark.rule("CH-28", "CH-29")
def test_a_walk_by_home_is_told_in_its_parts() -> None:
    match = board("R1(G,B,R0)@1 Y@51", 4)
    assert told(match, 82, 51) == [
        TowerMoves(0, 1, 2, [0, 77]),
        BroughtHome(0, 0, 2, [6, 12]),
        Freed(0, 1, [0]),
        WalksOnFromHome(0, 1, [0, 51]),
        CaughtFrom(0, 1, 1, 51, [18], 3),
    ]


@pytest.mark.rule("CH-44", "CH-46")
def test_a_mate_brings_home_for_its_own_colour() -> None:
    events = told(board("G(B,R)@26", 1, teams="total"), 93, 79)
    assert events == [TowerMoves(0, 12, 1, [79]), BroughtHome(0, 2, 1, [6]), Freed(0, 1, [0])]


def test_free_on_capture_is_told() -> None:
    events = told(board("G(R,B)@5 R1@8", 3, free_on_capture=True), 82, 5)
    assert events[1:] == [CaughtFrom(0, 1, 2, 5, [12, 6], 2), Freed(0, 1, [0])]


@pytest.mark.rule("CH-31", "CH-23")
def test_sixes_and_missed_moves() -> None:
    match = board("R@10", 6)
    assert told(match, 81, 4, 105) == [HatMoves(0, 0, 6, [9, 8, 7, 6, 5, 4]), RollsAgain(0)]
    assert told(board("R@10", 6), 81, 4, 106)[1:] == [StopsAfterSix(0)]
    assert told(board("R@10", 6, six_again="must"), 81, 4)[1:] == [RollsAgain(0)]
    assert told(board(FULL_GREYS, 4), 107) == [MissedMove(0)]


@pytest.mark.rule("CH-49", "CH-50", "CH-53")
def test_the_golden_hat_is_taken_worn_and_lost() -> None:
    taken = told(board("*@76 R@73", 3, **GOLDEN), 81, 76)
    assert taken == [HatMoves(0, 0, 3, [74, 75, 76]), GoldenCaught(0, 0)]
    worn = told(board("R(*)@1", 2, **GOLDEN), 81, 77)
    assert worn == [TowerMoves(0, 0, 2, [0, 77]), GoldenWorn(0, 0)]
    lost = told(board("R*(G)@5 B@8", 3, BLUE, **GOLDEN), 87, 5)
    assert lost[1:] == [CaughtFrom(1, 6, 2, 5, [0, 12], 0), GoldenLost(), GoldenCaught(1, 6)]


@pytest.mark.rule("CH-52")
def test_the_golden_walk_is_told_step_by_step() -> None:
    match = board("R*@20 G@22 Y@21 B@19", 5, **GOLDEN)
    events = told(match, 81, 21, 22, 21, 20, 19)
    assert [event.path for event in events if isinstance(event, HatMoves | TowerMoves)] == [
        [21], [22], [21], [20], [19],
    ]  # fmt: skip
    assert events[2] == CaughtFrom(0, 0, 1, 22, [12], 2)
    assert events[-1] == CaughtFrom(0, 0, 1, 19, [6], 1)


@pytest.mark.rule("CH-R13")
def test_a_turn_in_front_of_home_catches_and_delivers() -> None:
    events = told(board("R*@77 B@0", 2, **GOLDEN), 81, 0, 77)
    assert events[1:] == [CaughtFrom(0, 0, 1, 0, [6], 1), HatMoves(0, 0, 1, [77]), BroughtHome(0, 0, 1, [6])]


@pytest.mark.rule("CH-R13")
def test_every_field_catches_are_told() -> None:
    events = told(board("R*@20 Y@21 G@22", 2, gold_capture="every_field", **GOLDEN), 81, 21, 22)
    assert [event.loser for event in events if isinstance(event, CaughtFrom)] == [3, 2]


@pytest.mark.rule("CH-33", "CH-34", "CH-36")
def test_the_end_is_told_with_the_scoring() -> None:
    match = board("R@5 G@8", 3, players=2, jail="R:G,G,G,G,G")
    scores = [EndScoreLine(0, 6), EndScoreLine(1, 0)]
    assert told(match, 81, 8)[1:] == [
        CaughtFrom(0, 0, 1, 8, [12 - 6], 1), NoHatsLeft(1), EndOneColour(), *scores, EndMost(0, 6),
    ]  # fmt: skip
    at_turn = told(board("R*@20 G@22", 5, players=2, jail="R:G,G,G,G,G", **GOLDEN), 81, 21, 22, 21)
    assert at_turn[-6:] == [
        CaughtFrom(0, 0, 1, 22, [6], 1), NoHatsLeft(1), EndOneColour(), *scores, EndMost(0, 6),
    ]  # fmt: skip


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_event_has_a_sentence_in_every_language(language: str) -> None:
    kinds = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)]
    assert len(kinds) == 35
    for kind in kinds:
        if kind is Event:
            continue
        values: dict[str, Any] = {
            name: [] if name in ("path", "hats", "seats") else 1 for name in kind.__struct_fields__
        }
        event = kind(**values)
        assert words.has("catch_the_hat", words.event_key(event)), event
        sentence = words.tell("catch_the_hat", event, NAMES, language)
        assert sentence
        assert "{" not in sentence


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, GOLDEN),
        (4, GOLDEN | {"gold_capture": "every_field", "free_on_capture": True}),
        (6, GOLDEN | TEAM),
        (4, {}),
    ],
)
def test_events_tell_exactly_what_changed(players: int, options: dict[str, Any]) -> None:
    game = hatbox.load("catch_the_hat", players, **options)
    for seed in range(2):
        match, chooser = game.match(seed), random.Random(seed)
        while not match.over:
            before = match.state
            events, after = match.play(chooser.choice(match.legal)).events, match.state
            assert_told(before, events, after)


def assert_told(before: Any, events: list[Event], after: Any) -> None:
    """Paths end where the piece is, and no hat changes hands without an event."""
    paths = [event.path for event in events if isinstance(event, (*WALKS, WalksOnFromHome))]
    if paths:
        assert paths[-1][-1] == after.pos[before.picked]
        assert sum(map(len, paths)) in (1, before.die)
    else:
        assert before.pos == after.pos
    jailed = [hat for event in events if isinstance(event, BroughtHome) for hat in event.hats]
    assert sorted(jailed) == [hat for hat in range(24) if before.jail[hat] != after.jail[hat]]
    freed = [hat for event in events if isinstance(event, Freed) for hat in event.hats]
    assert sorted(freed) == [hat for hat in range(24) if before.boss[hat] >= 0 and is_free(after, hat)]
    caught = {hat for event in events if isinstance(event, Caught | CaughtFrom) for hat in event.hats}
    held = {hat for hat in range(24) if after.boss[hat] >= 0 and after.boss[hat] != before.boss[hat]}
    assert held <= caught <= held | set(jailed) | set(freed)
    assert (after.gold_worn > before.gold_worn) == any(isinstance(event, GoldenWorn) for event in events)
    assert (after.gold_worn < before.gold_worn) == any(isinstance(event, GoldenLost) for event in events)


# ---- refusals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("match", "actions", "rule", "reason"),
    [
        (board("R@5", 3), [8], "CH-06", "choose_hat"),
        (board("R@5", 3), [107], "CH-06", "must_move"),
        (board("R@5", 3), [105], "CH-06", "must_move"),
        (board("R@5", 3), [87], "CH-06", "not_your_hat"),
        (board("G(R)@5", 3), [81], "CH-14", "captive"),
        (board("", 3, jail="B:R"), [81], "CH-29", "jailed"),
        (board("", 3), [82], "CH-R03", "like_another"),
        (board(f"R@77 {FULL_GREYS}", 4, jail="B:R,R,R,R,R"), [81], "CH-22", "grey_full"),
        (board("R@77 G@0", 1, jail="B:R,R,R,R,R", **TEAM), [81], "CH-43", "team_mate"),
        (board("R@5 R@9", 3), [81, 82], "CH-11", "one_hat"),
        (board("R@5", 3), [81, 7], "CH-06", "exact_roll"),
        (board("R@5", 3), [81, 6], "CH-11", "no_turning"),
        (board("R(*)@5", 3, **GOLDEN), [81, 6], "CH-50", "golden_home_first"),
        (board("R@1 G@3 B@3 Y@3", 2), [81, 3], "CH-22", "grey_full"),
        (board("R@5 G@8", 3, **TEAM), [81, 8], "CH-43", "team_mate"),
        (board("R(G)@12", 2), [81, 78], "CH-25", "foreign_home"),
        (board("R@2", 3), [81, 77], "CH-24", "home_needs_captive"),
        (board("R(G)@2", 3, goal="tower"), [81, 77], "CH-47", "no_way_home"),
        (board("R(G)@2", 5), [81, 77], "CH-28", "walk_out"),
        (board("R(G)@2", 5, exact_home=True), [81, 77], "CH-27", "exact_home"),
        (board("R(G)@2", 2), [81, 77], "CH-06", "exact_roll"),
        (board("R@2", 3), [81, 106], "CH-06", "must_move"),
        (board("", 3, players=6), [81, 80], "CH-08", "no_such_field"),
        (board("R*@20", 3, **GOLDEN), [81, 23], "CH-52", "one_step"),
        (board("R*@0", 3, **GOLDEN), [81, 77], "CH-24", "home_needs_captive"),
        (board("R*@13", 3, **GOLDEN), [81, 78], "CH-25", "foreign_home"),
        (board("R*(G)@0", 3, exact_home=True, **GOLDEN), [81, 77], "CH-27", "exact_home"),
        (board("R*(G)@0", 3, **GOLDEN), [81, 77, 106], "CH-28", "walk_out"),
        (board("R*@21 R@23 R@23 R@23", 2, **GOLDEN), [81, 22, 23], "CH-22", "grey_full"),
        (board("R@10", 6), [81, 4, 107], "CH-31", "roll_or_stop"),
    ],
)
def test_refusals_name_their_rule(match: Match, actions: list[int], rule: str, reason: str) -> None:
    for action in actions[:-1]:
        match.play(action)
    with pytest.raises(IllegalMove) as refused:
        match.play(actions[-1])
    assert (refused.value.rule, refused.value.reason) == (rule, reason)


# ---- drawing and terminal --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
def test_the_drawing_is_sound_and_complete(seat: int) -> None:
    match = board("R*(G,B)@20 Y@42 G@42 B(Y)@42 R@5 R@5", 3, jail="G:R,R", **GOLDEN)
    root = ElementTree.fromstring(match.game.rulebook.drawing.svg(match.view(seat)))
    used = [e.attrib["href"].lstrip("#") for e in root.iter() if e.tag.endswith("use")]
    assert {"rim-green", "rim-blue", "rim-yellow", "rim-red", "hat-gold", "die-3"} <= set(used)
    assert used.count("hat-red") == 4  # the wearer, two together, one at home
    assert set(used) <= {e.attrib["id"] for e in root.iter() if "id" in e.attrib}
    titles = [e.text for e in root.iter() if e.tag.endswith("title")]
    assert "red with the golden hat on blue, green" in titles
    assert "blue on yellow" in titles


def test_a_lying_golden_hat_and_a_big_tower_are_drawn() -> None:
    match = board("R(G,G,G,B,B,B,Y,Y)@20 *@76", 3, **GOLDEN)
    drawing = match.game.rulebook.drawing.svg(match.view())
    assert drawing.count('href="#hat-gold"') == 1
    assert ">9</text>" in drawing


@pytest.mark.parametrize("side", [FOUR, SIX_HOMES])
def test_everybody_sits_at_the_bottom(side: int) -> None:
    for home in range(HOMES[side]):
        turned = layout(side, home)
        own = turned.fields[home_field(side, home)]
        assert (own.x, own.y) == ((89.2, 910.8) if side == FOUR else (500.0, 932.0))
        assert all(0 < spot.x < turned.size and 0 < spot.y < turned.size for spot in turned.fields)


def test_the_coordinates_of_the_rules_page() -> None:
    four, six = plan(FOUR).fields, plan(SIX_HOMES).fields
    places = [(four[k].x, four[k].y) for k in (0, 52, 57, 77, 78)]
    assert places == [(183.9, 183.9), (248.3, 248.3), (436.4, 436.4), (89.2, 89.2), (910.8, 89.2)]
    places = [(six[k].x, six[k].y) for k in (0, 9, 36, 67, 68)]
    assert places == [(500.0, 170.0), (830.0, 500.0), (500.0, 228.4), (500.0, 68.0), (874.1, 284.0)]


def test_fields_that_touch_are_near_each_other() -> None:
    for side, farthest in ((FOUR, 135), (SIX_HOMES, 105)):
        spots = plan(side).fields
        for spot in spots:
            for other in (spots[field] for field in spot.touches):
                assert (spot.x - other.x) ** 2 + (spot.y - other.y) ** 2 <= farthest**2


def test_the_terminal_shows_everything_needed() -> None:
    match = board("R*(G,B)@20 Y@42 G@42 B(Y)@42 R@5 R@5", 3, jail="G:R,R", **GOLDEN)
    text = match.game.rulebook.terminal.text(match.view(), NAMES)
    assert "R*+2" in text and "[BGY]" in text and "R2" in text and "[49]" in text
    assert "on 5: R  R, 20: R*(B,G), 42: B(Y)  G  Y" in text
    assert "G ▲ Lena        at home (by 26) 4  out 1  caught 2 (brought home 2R)" in text
    assert "← rolled 3" in text


@pytest.mark.parametrize("players", range(2, 7))
def test_every_field_has_its_place_in_the_terminal(players: int) -> None:
    match = hatbox.load("catch_the_hat", players).match(1)
    board = match.game.rulebook.terminal.text(match.view(), NAMES[:players]).split("\n\n")[0]
    shown = sorted(int(word.strip("[]")) for word in board.split())
    assert max(map(len, board.splitlines())) <= 76  # with a frame it fits a standard terminal
    assert shown == list(range(77 if players < 5 else 67))
