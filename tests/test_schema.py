"""What the browser knows about the games is generated, and never stale; views are read as declared."""

import random
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
import pytest

import hatbox
from hatbox.cli import names_typescript, typescript, wire_typescript
from hatbox.cli.main import main
from hatbox.engine.notes import FORGOTTEN, LENGTH, NOTICES, Event, Only, TapeReader, events_of
from hatbox.engine.schema import Exactly, UpTo, View, ViewReader, Words, dtype_of
from hatbox.engine.view_json import DEEPEST, Program, write

SCHEMA = Path(__file__).parents[1] / "web" / "src" / "schema"
PRODUCTS = [book.slug for book in hatbox.rulebooks().values() if book.product]


@pytest.mark.parametrize("slug", PRODUCTS)
def test_the_browser_knows_every_view_event_and_reason(slug: str) -> None:
    known = (SCHEMA / f"{slug}.ts").read_text("utf-8")
    assert known == typescript.written(hatbox.rulebooks()[slug]), "run `hatbox schema`"


def test_the_browser_knows_every_message_of_the_table() -> None:
    assert (SCHEMA / "table.ts").read_text("utf-8") == wire_typescript.written(), "run `hatbox schema`"


def test_the_browser_knows_what_is_a_name() -> None:
    assert (SCHEMA / "names.ts").read_text("utf-8") == names_typescript.written(), "run `hatbox schema`"


def test_the_command_writes_a_file_per_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", str(tmp_path / "here")]) in (0, None)
    assert sorted(file.stem for file in (tmp_path / "here").iterdir()) == sorted(
        [*PRODUCTS, "names", "table"]
    )
    assert capsys.readouterr().out.count("\n") == len(PRODUCTS) + 2


class Tower(msgspec.Struct, frozen=True):
    top: Annotated[str, Words("red", "blue")]
    below: Annotated[list[int], UpTo(3)]


class Sight(View, frozen=True, kw_only=True):
    choosing: Annotated[str, Words("a", "b")]
    open: Annotated[list[bool], Exactly(2)]
    scores: Annotated[list[int], UpTo(4, "players")]
    rows: Annotated[list[list[int]], UpTo(4, "players"), UpTo(3)]
    towers: Annotated[list[Tower], UpTo(2)]


def test_a_view_is_read_up_to_its_counts_and_no_further() -> None:
    viewer = ViewReader(Sight)
    record, numbers = viewer.take()
    record.view(np.int32)[:] = 1  # left over from before
    one = record[0]
    one.seat, one.turn, one.players, one.over, one.capped = -1, 1, 2, 0, 1
    one.choosing, one.open[:], one.scores[:] = -1, (0, 7), (3, 4, 9, 9)
    one.n_rows[:], one.rows[0, :2], one.rows[1, :1] = (2, 0, 9, 9), (5, 6), 8
    one.n_towers, one.towers[0].top, one.towers[0].n_below = 1, 1, 0
    assert viewer.read(record, numbers) == Sight(
        seat=-1, turn=1, players=2, over=False, capped=True, choosing="", open=[False, True], scores=[3, 4],
        rows=[[5, 6], []], towers=[Tower("blue", [])],
    )  # fmt: skip


def test_a_view_is_written_as_it_is_read() -> None:
    """Words, flags, negative numbers, lists that are empty or full, lists of lists, rows with lists."""
    viewer, program, dice = ViewReader(Sight), Program(Sight), np.random.default_rng(1)
    out, around = program.buffer(), np.zeros((DEEPEST, 4), np.int32)
    for _ in range(200):
        record, numbers = viewer.take()
        numbers[:] = dice.integers(-(2**31), 2**31, len(numbers))
        one = record[0]
        one.choosing, one.players, one.n_towers = (
            dice.integers(-1, 2),
            dice.integers(0, 5),
            dice.integers(0, 3),
        )
        one.n_rows[:] = dice.integers(0, 4, 4)
        one["towers"]["top"], one["towers"]["n_below"] = dice.integers(-1, 2, 2), dice.integers(0, 4, 2)
        size = write(numbers, program.steps, program.words, program.texts, around, out)
        assert out[:size].tobytes() == msgspec.json.encode(viewer.read(record, numbers))


def test_a_written_list_never_outgrows_its_room() -> None:
    program = Program(Sight)
    out, numbers = program.buffer(), np.full(dtype_of(Sight).itemsize // 4, -(2**31), np.int32)
    numbers.view(dtype_of(Sight))[["choosing", "players", "n_rows"]] = (-1, 2**31 - 1, 2**31 - 1)
    assert (
        0
        < write(numbers, program.steps, program.words, program.texts, np.zeros((DEEPEST, 4), np.int32), out)
        <= len(out)
    )


@pytest.mark.parametrize("slug", sorted(hatbox.rulebooks()))
def test_views_of_whole_games_are_written_as_they_are_read(slug: str) -> None:
    book = hatbox.rulebooks()[slug]
    for players in book.players:
        match, dice = hatbox.load(slug, players).match(seed=3), random.Random(3)
        while not match.over and match.ply < 150:
            for seat in range(-1, players):
                for aid in (False, True):
                    assert match.now.view_json(seat, aid) == msgspec.json.encode(match.view(seat, aid))
            match.play(dice.choice(match.legal))


class Looked(Event, frozen=True):
    seat: int
    animal: Annotated[str, Words("cat", "owl"), Only("seat"), FORGOTTEN]


class Whispered(Event, frozen=True):
    seat: int
    to: Annotated[int, NOTICES]


class Took(Event, frozen=True):
    count: Annotated[int, LENGTH]
    fields: list[int]
    seat: int
    faces: Annotated[list[str], Words("sun", "moon")]


def test_a_tape_is_read_event_by_event() -> None:
    chance, looked, whispered, took = (0x4000 + k for k in range(4))
    tape = [chance, looked, 1, 0, chance, took, 2, 7, 0, 8, 1, whispered, 0, 1]
    events = TapeReader(events_of(__name__)).read(tape)
    assert events == [Looked(1, "cat"), Took(2, [7, 8], 2, ["sun", "moon"]), Whispered(0, 1)]
    assert [event.seen_by(0) for event in events] == [Looked(1, ""), events[1], None]
    assert [event.seen_by(1) for event in events] == events
    assert [event.later() for event in events] == [Looked(1, ""), *events[1:]]
    assert [event.reveals for event in events] == [True, False, True]
