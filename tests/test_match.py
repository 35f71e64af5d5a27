"""One game being played: moves, undo, forks, and records that detect every change."""

import contextlib
import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import hatbox
from hatbox.conformance import last, random_match
from hatbox.errors import BadPosition, BadRecord, CannotUndo, HatboxError, IllegalMove
from hatbox.game import slugs
from hatbox.match import recording
from hatbox.match.match import Match
from hatbox.printing import plain
from tests import golden


def finished(slug: str = "hat_stairs", players: int = 2, seed: int = 3) -> Match:
    return last(random_match(hatbox.load(slug, players), seed, 10_000))


def test_a_match_reads_as_a_position() -> None:
    match = hatbox.load("hat_stairs", players=3).match(seed=7)
    assert repr(match) == "hat_stairs · 3 players · Ada to turn a stone · hat on step 6 · steps 1 1 1"
    assert [str(move) for move in match] == [f"stone {k}" for k in range(1, 7)]
    assert match._repr_svg_() is not None
    assert hatbox.load("connect_four").match(seed=0)._repr_svg_() is None


def test_moves_are_taken_as_move_number_or_text() -> None:
    for move in (hatbox.load("connect_four").match(seed=1).moves[3], 3, "column 4", "  Column   4 "):
        match = hatbox.load("connect_four").match(seed=1)
        match.play(move)
        assert match.actions == [3]


@pytest.mark.parametrize("slug", slugs())
def test_a_printed_match_is_the_board_that_the_terminal_draws(slug: str) -> None:
    match = hatbox.load(slug).match(seed=5)
    board = str(match)
    assert board == plain(match.game.rulebook.text(match.view(), match.names))
    assert len(board.splitlines()) > 4
    for _ in range(12):
        match.play(match.legal[0])
    assert str(match) != board


def test_moves_contain_their_texts_numbers_and_themselves() -> None:
    match = hatbox.load("hat_stairs").match(seed=5)
    moves = match.moves
    assert "stone 3" in moves and " STONE  3" in moves and moves[2].action in moves and moves[2] in moves
    assert "stone 7" not in moves and 99 not in moves and None not in moves
    assert repr(moves).startswith("<6 moves: stone 1, stone 2") and len(moves[:2]) == 2


@pytest.mark.parametrize(
    ("slug", "rule"),
    [
        ("hat_stairs", "HS-23"),
        ("vanished_animal", "VA-18"),
        ("great_hall", "GH-81"),
        ("magic_hexagon", "MH-70"),
        ("catch_the_hat", "CH-35"),
        ("connect_four", "CF-05"),
    ],
)
def test_the_outcome_says_who_won_and_by_which_rule(slug: str, rule: str) -> None:
    match = finished(slug, 2)
    outcome = match.outcome
    assert outcome is not None
    assert (list(outcome.winners), outcome.rule) == (match.winners, rule)
    assert match.names[match.winners[0]] in str(outcome) and str(outcome).endswith(f"({rule})")
    assert match.fork(match.ply - 1).outcome is None


def test_a_capped_game_has_an_outcome_without_winners() -> None:
    game = hatbox.load("hat_stairs", 2, max_turns=100)
    outcomes = [last(random_match(game, seed, 10_000)).outcome for seed in range(20)]
    drawn = next(one for one in outcomes if one and not one.winners)
    assert (drawn.rule, drawn.text.startswith("A draw: nobody wins.")) == ("HS-R06", True)


def test_a_finished_position_without_its_last_move_names_no_rule() -> None:
    match = hatbox.load("connect_four").match(seed=1)
    match.set_position("0000/111///// 0")
    assert match.outcome is not None and (match.outcome.rule, match.outcome.text) == ("", "Ada wins!")


@pytest.mark.parametrize("slug", slugs())
def test_texts_that_are_kept_are_true_in_every_position(slug: str) -> None:
    """A text is cached for all positions if no state was read for it."""
    game = hatbox.load(slug, hatbox.rulebooks()[slug].players[-1])
    for match in random_match(game, 4, 120):
        fresh = game.snapshot(match.now.states)
        wanted = [game.rulebook.notation.move_text(fresh, action) for action in match.legal]
        assert match.now.texts(match.legal) == wanted
        assert [move.text for move in match.moves] == wanted


def test_a_wrong_move_names_what_is_possible() -> None:
    match = hatbox.load("connect_four").match(seed=1)
    with pytest.raises(IllegalMove, match="possible now: column 1, column 2"):
        match.play("castle")
    with pytest.raises(IllegalMove, match="0 to 6, not 7"):
        match.play(7)
    assert match.ply == 0


def test_nothing_can_be_played_after_the_end() -> None:
    match = finished()
    with pytest.raises(IllegalMove, match="over"):
        match.play(0)


def test_undo_restores_everything() -> None:
    match = hatbox.load("connect_four").match(seed=1)
    hashes = [match.hash]
    for column in (3, 3, 4):
        match.play(column)
        hashes.append(match.hash)
    for expected in reversed(hashes[:-1]):
        match.undo()
        assert match.hash == expected
        assert len(match.legal) == 7
    with pytest.raises(CannotUndo, match="no move"):
        match.undo()


def test_a_fork_agrees_up_to_its_ply_and_may_have_another_future() -> None:
    match = finished(players=3)
    twin = match.fork(10)
    assert twin.actions == match.actions[:10]
    for action in match.actions[10:]:
        twin.play(action)
    assert twin.hash == match.hash
    other = match.fork(10, seed=99)
    assert other.view() == match.fork(10).view()
    assert other.hash != match.fork(10).hash
    again = recording.replay(recording.from_json(recording.to_json(other)))
    assert again.hash == other.hash
    with pytest.raises(HatboxError, match=f"0 to {match.ply}"):
        match.fork(match.ply + 1)


def test_a_fork_of_a_fork_keeps_both_seeds() -> None:
    first = finished().fork(4, seed=5)
    chooser = random.Random(1)
    while first.ply < 20 and not first.over:
        first.play(chooser.choice(first.legal))
    second = first.fork(8, seed=6)
    assert [(fork.ply, fork.seed) for fork in second.forks] == [(4, "5"), (8, "6")]
    assert second.forks[1].of == first.hash, "a fork names the game that it left"
    assert [fork.seed for fork in first.fork(4, seed=7).forks] == ["7"], "the fork before is gone"
    assert recording.replay(recording.to_record(second)).hash == second.hash


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_that_does_not_fit_is_refused(seed: int) -> None:
    with pytest.raises(HatboxError, match="whole number from 0"):
        hatbox.load("connect_four").match(seed=seed)


def test_two_matches_without_a_seed_differ() -> None:
    game = hatbox.load("hat_stairs")
    assert game.match().seed != game.match().seed


def test_names_must_fit_the_seats() -> None:
    with pytest.raises(HatboxError, match="2 seats, but 1 names"):
        hatbox.load("connect_four").match(seed=1, names=["Mia"])


@pytest.mark.parametrize(
    "text", ["", "at=1,1", "x=1", "at=1,99 hat=field stones=123456 turn=A turns=0 quiet=0"]
)
@pytest.mark.parametrize("slug", slugs())
def test_a_bad_position_is_refused_and_nothing_changes(slug: str, text: str) -> None:
    match = hatbox.load(slug).match(seed=1)
    before = match.hash
    with pytest.raises(BadPosition, match=f"not a position of {slug}"):
        match.set_position(text)
    assert match.hash == before


@pytest.mark.parametrize("slug", slugs())
def test_a_position_with_something_added_is_refused_with_one_as_it_should_be(slug: str) -> None:
    match = hatbox.load(slug).match(seed=1)
    with pytest.raises(BadPosition) as refused:
        match.set_position(f"{match.position} x=1")
    match.set_position(str(refused.value).split("like ")[1].strip(".'"))


# ---- records -----------------------------------------------------------------------------------------------


def test_a_record_is_small() -> None:
    sizes = [len(recording.to_json(finished(players=4, seed=seed))) for seed in range(200)]
    assert sorted(sizes)[197] < 4096


def altered(change: Callable[[dict[str, Any]], None]) -> bytes:
    """A record with something changed, sealed again if it can still be read as a record."""
    record = json.loads(recording.to_json(finished()))
    change(record)
    with contextlib.suppress(msgspec.ValidationError):
        record["seal"] = recording.seal_of(msgspec.convert(record, recording.MatchRecord))
    return json.dumps(record).encode()


def swap_two_actions(record: dict[str, Any]) -> None:
    at = next(k for k in range(0, 90, 2) if record["actions"][k] != record["actions"][k + 2])
    record["actions"][at], record["actions"][at + 2] = record["actions"][at + 2], record["actions"][at]


ALTERED: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "another seed": (lambda r: r.update(seed=str(int(r["seed"]) + 1)), "altered"),
    "two moves swapped": (swap_two_actions, "altered"),
    "a move less": (lambda r: r["actions"].pop(), "moves but fingerprints"),
    "another option": (lambda r: r["options"].update(steps=13), "altered"),
    "another hash": (lambda r: r.update(hash="0" * 32), "altered"),
    "a foreign format": (lambda r: r.update(format=99), "format 99"),
    "a foreign ruleset": (lambda r: r.update(ruleset=7), "ruleset 7"),
    "an unknown game": (lambda r: r.update(game="chess"), "no game 'chess'"),
    "an unknown option": (lambda r: r["options"].update(dice=6), "no option 'dice'"),
    "too many players": (lambda r: r.update(players=9), "2, 3, 4 players"),
    "an unknown field": (lambda r: r.update(extra=1), "damaged"),
    "a missing field": (lambda r: r.pop("seed"), "damaged"),
    "a wrong type": (lambda r: r.update(actions="all"), "damaged"),
    "a huge seed": (lambda r: r.update(seed=str(2**63)), "whole number|damaged"),
    "bots for more seats than there are": (lambda r: r.update(bots=["3"] * 9), "notes 9"),
    "a negative action": (lambda r: r["actions"].__setitem__(0, -1), "illegal|altered"),
}


@pytest.mark.parametrize("name", ALTERED)
def test_an_altered_record_is_refused(name: str) -> None:
    change, sentence = ALTERED[name]
    with pytest.raises(BadRecord, match=sentence):
        recording.replay(recording.from_json(altered(change)))


def test_a_record_may_note_bots_under_its_seal() -> None:
    noted = altered(lambda r: r.update(bots=["3"] + [""] * (r["players"] - 1)))
    assert recording.replay(recording.from_json(noted)).over
    with pytest.raises(BadRecord, match="its seal does not fit"):
        recording.replay(recording.from_json(noted.replace(b'["3"', b'["5"')))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "no complete JSON"),
        (recording.to_json(finished())[:-40], "no complete JSON"),
        (b"[1, 2]", "no field `format`"),
        (b"\xff\xfe\x00", "no complete JSON"),
        (b" " * (recording.LARGEST + 1), "at most 1000000 bytes"),
        (b"[" * 100_000, "no complete JSON"),
    ],
)
def test_what_is_no_record_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        recording.from_json(data)


def test_every_single_byte_counts() -> None:
    data = golden.path("connect_four", 2, {}).read_bytes().strip()
    good = recording.replay(recording.from_json(data)).hash
    chooser = random.Random(4)
    for _ in range(300):
        at, new = chooser.randrange(len(data)), chooser.randrange(33, 127)
        broken = data[:at] + bytes([new]) + data[at + 1 :]
        try:
            match = recording.replay(recording.from_json(broken))
        except BadRecord:
            continue
        assert match.hash == good  # only a name or the spelling of a number can differ
        assert match.actions == recording.from_json(data).actions
