"""Events of whole turns, and the rule behind every refusal."""

import msgspec
import pytest

import hatbox
from hatbox.errors import IllegalMove
from hatbox.match.match import Match

from .examples import Fields
from .table import kinds, play, put

NEW = ["revealed", "token_taken", "round_starts"]


def refused(match: Match, action: int) -> tuple[str, str]:
    """The rule and the reason why an action is refused."""
    with pytest.raises(IllegalMove) as refusal:
        match.play(action)
    return refusal.value.rule, refusal.value.reason


# ---- events ----------------------------------------------------------------------------------------------


@pytest.mark.rule("VA-10", "VA-21")
def test_an_experts_turn() -> None:
    match = put(2, {"expert": "any_two"})
    assert kinds(play(match, 0)) == ["looked"]
    assert kinds(play(match, 14)) == ["swapped"]
    again = play(match, 26)
    assert msgspec.to_builtins(again.events) == [
        {"kind": "swapped_again", "seat": 0, "first": 4, "second": 5}
    ]
    assert kinds(play(match, 4, 11, 27)) == ["not_swapped"]


@pytest.mark.rule("VA-13", "VA-15", "VA-16")
def test_the_end_of_a_round() -> None:
    assert kinds(play(put(2), 9)) == ["named", "named_right", *NEW]
    assert kinds(play(put(2), 5)) == ["named", "named_wrong", "last_one_left", *NEW]
    assert kinds(play(put(3), 5)) == ["named", "named_wrong"]
    hidden = put(2, {"reveal_at_round_end": False})
    assert kinds(play(hidden, 9)) == ["named", "named_right", *NEW[1:]]


@pytest.mark.rule("VA-R08", "VA-19")
def test_what_is_revealed_and_who_starts() -> None:
    revealed, token, starts = msgspec.to_builtins(play(put(2), 9).events)[2:]
    hats = ["frog", "rabbit", "owl", "dove", "cat"]
    assert revealed == {"kind": "revealed", "animal": "mouse", "hats": hats}
    assert token == {"kind": "token_taken", "seat": 0}
    assert starts == {"kind": "round_starts", "seat": 1, "round": 2}


@pytest.mark.rule("VA-17", "VA-18")
def test_the_end_of_the_game() -> None:
    match = put(2, {"wins_needed": 1})
    assert kinds(play(match, 5)) == [
        "named", "named_wrong", "last_one_left", "revealed", "wand_taken", "end_wand"
    ]  # fmt: skip
    assert match.winners == [1]


@pytest.mark.rule("VA-R07")
def test_a_wrong_name_in_the_last_turn_can_make_the_round_void() -> None:
    match = put(3, {"round_turn_cap": 20}, {"round_turns": 19, "turn": 1, "seen_by": [7, 0, 0, 0, 0]})
    assert kinds(play(match, 5)) == ["named", "named_wrong", "round_void", "revealed", "round_starts"]


# ---- refusals --------------------------------------------------------------------------------------------


@pytest.mark.rule("VA-08", "VA-R06")
def test_a_turn_is_a_look_or_a_name() -> None:
    match = put(2, {"swap": "may", "expert": "any_two"})
    assert {refused(match, action) for action in (16, 27)} == {("VA-08", "no_pass")}
    assert {refused(match, action) for action in (*range(11, 16), *range(17, 27))} == {("VA-08", "one_thing")}
    play(match, 0)
    assert {refused(match, action) for action in range(11)} == {("VA-08", "one_thing")}


@pytest.mark.rule("VA-09")
def test_house_rule_no_second_look() -> None:
    match = put(2, {"no_repeek": True}, {"seen_by": [1, 2, 0, 0, 0], "round_turns": 2})
    assert refused(match, 0) == ("VA-09", "look_at_new")


@pytest.mark.rule("VA-10", "VA-R17")
def test_the_hat_must_be_swapped_with_another() -> None:
    match = put(2)
    play(match, 3)
    assert refused(match, 14) == ("VA-10", "swap_other")
    assert refused(match, 16) == ("VA-10", "must_swap")


@pytest.mark.rule("VA-21", "VA-R03", "VA-R18")
def test_second_swaps_in_their_place() -> None:
    match = put(2, {"expert": "other_three"})
    play(match, 0)
    assert {refused(match, action) for action in range(17, 28)} == {("VA-21", "first_swap")}
    play(match, 14)
    assert {refused(match, action) for action in range(11, 17)} == {("VA-21", "second_swap")}
    assert {refused(match, action) for action in (17, 18, 19, 20, 22, 24, 26)} == {("VA-21", "other_hats")}
    assert {refused(match, action) for action in range(11)} == {("VA-08", "one_thing")}


@pytest.mark.rule("VA-R09")
def test_the_box_is_no_place() -> None:
    match = put(2)
    for text in ("look 6", "look box", "swap 6"):
        with pytest.raises(IllegalMove, match="There is no move"):
            match.play(text)


OPTIONS: list[Fields] = [
    {"swap": swap, "expert": expert, "no_repeek": ban}
    for swap in ("must", "may")
    for expert in ("off", "any_two", "other_three")
    for ban in (False, True)
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_illegal_action_names_its_rule(options: Fields) -> None:
    match = hatbox.load("vanished_animal", 3, **options).match(seed=2)
    for ply in range(40):
        for action in set(range(28)) - set(match.legal):
            assert refused(match, action)[0].startswith("VA-")
        match.play(match.legal[ply % 3])
