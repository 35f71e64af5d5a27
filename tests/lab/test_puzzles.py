"""Puzzles: every one that ships is fair, unique and as described; the same seed makes the same file."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from hatbox.bots import Seen, seen_by
from hatbox.cli.main import main
from hatbox.lab.puzzles import (
    EQUAL,
    FOLLOWING,
    Collection,
    Puzzle,
    Source,
    accepted,
    file_of,
    match_of,
    puzzles_of,
    said,
)
from hatbox.lab.puzzles.making import LONGEST_STORY, losses_of, make, margin_of
from hatbox.lab.puzzles.themes import REMEMBERED, THEMES, story_begins
from hatbox.lab.puzzles.weighing import exact_chances, weighed
from hatbox.match.match import Match
from hatbox.words import has

GAMES = ("catch_the_hat", "great_hall", "hat_stairs", "magic_hexagon", "vanished_animal")
SOLVED = ("hat_stairs", "vanished_animal")
LARGEST = 60_000  # bytes of a compressed file
ENOUGH = 300  # puzzles of a game
AGAIN = 20  # puzzles that are searched again
QUICKLY = 6_000  # iterations


def every_one(slug: str) -> Iterator[tuple[Collection, Source, Puzzle]]:
    found = puzzles_of(slug)
    for source in found.sources:
        for puzzle in source.puzzles:
            yield found, source, puzzle


def along(slug: str) -> Iterator[tuple[Puzzle, Match]]:
    """Every puzzle with its position; each game is played once."""
    found = puzzles_of(slug)
    for source in found.sources:
        wanted = {puzzle.ply: puzzle for puzzle in source.puzzles}
        whole = match_of(found, source, source.puzzles[-1])
        for match, _ in whole.walk():
            if match.ply in wanted:
                yield wanted[match.ply], match


@pytest.mark.parametrize("slug", GAMES)
def test_every_puzzle_can_be_laid_out_and_has_one_clearly_best_move(slug: str) -> None:
    stated, count = puzzles_of(slug).made.margin, 0
    for puzzle, match in along(slug):
        assert not match.over
        assert match.turn == puzzle.seat
        assert len(match.legal) == len(puzzle.steps[0]) == len(puzzle.why) > 1
        assert min(puzzle.steps[0]) == 0
        assert margin_of(puzzle.steps[0]) == puzzle.margin >= stated
        assert puzzle.theme in THEMES
        assert 1 <= puzzle.difficulty <= 5
        assert puzzle.exact == (slug in SOLVED)
        count += 1
    assert count == puzzles_of(slug).count >= ENOUGH


@pytest.mark.parametrize("slug", GAMES)
def test_the_solution_is_legal_to_the_end_of_the_turn(slug: str) -> None:
    for found, source, puzzle in list(every_one(slug))[::7]:
        match = match_of(found, source, puzzle)
        for losses in puzzle.steps:
            assert match.turn == puzzle.seat
            assert len(match.legal) == len(losses)
            assert accepted(losses, FOLLOWING)
            match.play(match.legal[losses.index(0)])


@pytest.mark.parametrize("slug", GAMES)
def test_every_solution_says_why(slug: str) -> None:
    for found, _, puzzle in every_one(slug):
        reasons = [said(found, row) for row in puzzle.why[puzzle.steps[0].index(0)]]
        assert reasons
        assert all(has(slug, fact.key) or has("shell", fact.key) for fact in reasons)


@pytest.mark.parametrize("slug", GAMES)
def test_what_must_be_remembered_is_shown_first(slug: str) -> None:
    for puzzle, match in along(slug):
        assert 0 <= puzzle.ply - puzzle.shown <= LONGEST_STORY
        assert puzzle.shown <= story_begins(match, puzzle.seat)
        assert slug in REMEMBERED or puzzle.shown == puzzle.ply


@pytest.mark.parametrize("slug", SOLVED)
def test_solved_games_agree_with_their_table_in_two_hidden_worlds(slug: str) -> None:
    for puzzle, match in along(slug):
        for world in (1, 2):
            seen = seen_by(match, puzzle.seat, world)
            assert losses_of(exact_chances(seen, match.legal)) == puzzle.steps[0]


@pytest.mark.parametrize("slug", [game for game in GAMES if game not in SOLVED])
def test_some_searched_again_in_another_world_have_the_same_solution(slug: str) -> None:
    some = Random(5).sample(list(every_one(slug)), AGAIN)
    agreed = 0
    for found, source, puzzle in some:
        match = match_of(found, source, puzzle)
        seen = Seen(match.game, puzzle.seat, match.guess(puzzle.seat, 77))
        losses = losses_of(weighed(seen, match.legal, QUICKLY, 99))
        agreed += losses.index(0) in accepted(puzzle.steps[0], EQUAL)
    assert agreed >= AGAIN - 1


@pytest.mark.parametrize("slug", GAMES)
def test_files_are_small_and_of_these_rules(slug: str) -> None:
    found, data = puzzles_of(slug), file_of(slug).read_bytes()
    assert (
        found.ruleset == match_of(found, found.sources[0], found.sources[0].puzzles[0]).game.rulebook.ruleset
    )
    assert len(gzip.compress(data)) < LARGEST
    assert found.made.confirmed == 100 * found.made.quick


def test_a_seed_makes_the_same_puzzles_also_when_it_was_stopped_in_between(tmp_path: Path) -> None:
    whole = make("hat_stairs", 8, 3, 1000, 1, tmp_path / "whole.json")
    make("hat_stairs", 3, 3, 1000, 1, tmp_path / "parts.json")
    parts = make("hat_stairs", 8, 3, 1000, 1, tmp_path / "parts.json")
    assert parts.sources == whole.sources
    assert parts.count >= 8
    first = (tmp_path / "whole.json").read_bytes()
    assert make("hat_stairs", 8, 3, 1000, 1, tmp_path / "whole.json").sources == whole.sources
    assert (tmp_path / "whole.json").read_bytes() == first, "there is nothing left to do"


def test_several_processes_make_the_same(tmp_path: Path) -> None:
    alone = make("hat_stairs", 5, 4, 1000, 1, tmp_path / "alone.json")
    together = make("hat_stairs", 5, 4, 1000, 2, tmp_path / "together.json")
    assert together.sources == alone.sources


def test_the_command_tells_what_it_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "some.json"
    arguments = ["puzzles", "hat_stairs", "--count", "3", "--seed", "2", "--out", str(out)]
    assert main([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "hat_stairs"
    assert sum(kind["puzzles"] for kind in told["kinds"]) == told["puzzles"] >= 3
    assert main(arguments) == 0
    assert "puzzles by difficulty" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no_game"], "no_game"),
        (["connect_four"], "has no puzzles"),
        (["hat_stairs", "--out", "no/such/folder/x.json"], "There is no folder"),
    ],
)
def test_wrong_input_gets_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzles", *arguments, "--count", "1"]) == 2
    assert sentence in capsys.readouterr().err


def test_a_file_goes_on_only_as_it_was_begun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "some.json"
    make("hat_stairs", 1, 5, 1000, 1, out)
    assert main(["puzzles", "hat_stairs", "--seed", "6", "--out", str(out)]) == 2
    assert main(["puzzles", "vanished_animal", "--seed", "5", "--out", str(out)]) == 2
    assert "go on only as they were begun" in capsys.readouterr().err
    out.write_bytes(msgspec.json.encode({"format": 1}))
    assert main(["puzzles", "hat_stairs", "--out", str(out)]) == 2
    assert "is no file of puzzles" in capsys.readouterr().err
