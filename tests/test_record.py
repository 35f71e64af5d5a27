"""The record: a class that describes it, bytes without holes, and options that are checked."""

from typing import Annotated

import numpy as np
import pytest

import hatbox
from hatbox.engine.record import Int8, Int8s, Int16, Over, Record, Uint8s, Uint64s
from hatbox.engine.snapshot import snapshot
from hatbox.errors import BadOption
from hatbox.options import ON_OFF, Option, read_options


class Sample(Record, slug="sample"):
    """One of each kind."""

    small: Int8
    places: Annotated[Int8s, 2, 8]
    large: Int16
    words: Annotated[Uint64s, 2, Over("places")]
    bits: Annotated[Uint8s, 3]


def test_every_byte_belongs_to_a_field() -> None:
    for dtype in [Sample.dtype, *(book.state.dtype for book in hatbox.rulebooks().values())]:
        assert dtype.fields is not None
        covered = set()
        for kind, at, *_ in dtype.fields.values():
            covered |= set(range(at, at + kind.itemsize))
        assert covered == set(range(dtype.itemsize))


def test_a_snapshot_has_plain_values() -> None:
    states = np.zeros(1, Sample.dtype)
    states[0]["places"][1, 2] = -7
    states[0]["large"] = -300
    states[0]["over"] = True
    found = snapshot(states[0])
    assert found.places == [[0] * 8, [0, 0, -7, 0, 0, 0, 0, 0]]
    assert (found.large, found.over, found.bits) == (-300, True, [0, 0, 0])
    assert not hasattr(found, "words")


def test_overlapping_fields_share_their_bytes() -> None:
    states = np.zeros(1, Sample.dtype)
    states[0]["words"][1] = 255
    assert states[0]["places"][1, 0] == -1


def test_no_two_games_share_a_record() -> None:
    marks = [book.state.mark for book in hatbox.rulebooks().values()]
    assert len(set(marks)) == len(marks)
    assert all(book.state.dtype.names is not None for book in hatbox.rulebooks().values())


def test_names_of_numpy_itself_are_refused() -> None:
    with pytest.raises(AssertionError, match="called round"):

        class Bad(Record, slug="bad"):
            round: Int8


KNOWN = (
    Option("colour", "red", "XX-01", choices=("red", "blue", 3)),
    Option("fast", False, "XX-02", choices=ON_OFF),
    Option("size", 6, "XX-03", span=(2, 9), also=(0,)),
    Option("triple", (1, 2, 3), "XX-04", span=(0, 20), count=3),
)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("colour", "blue", "blue"), ("colour", "3", 3), ("colour", 3, 3), ("fast", "on", True), ("fast", True, True),
        ("fast", "False", False), ("size", "9", 9), ("size", 0, 0), ("triple", "4,5,6", (4, 5, 6)),
        ("triple", [4, 5, 6], (4, 5, 6)),
    ],
)  # fmt: skip
def test_an_option_is_read_from_text_and_values(name: str, given: object, value: object) -> None:
    assert read_options(KNOWN, {name: given}, "sample")[name] == value


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("colour", "green", "takes red, blue, 3, not 'green' \\(rule XX-01\\)"),
        ("colour", True, "red, blue, 3"),
        ("fast", 1, "off, on"),
        ("size", 10, "a whole number from 2 to 9 or 0"),
        ("size", 1, "a whole number"),
        ("size", True, "a whole number"),
        ("size", 2.5, "a whole number"),
        ("size", "six", "a whole number"),
        ("triple", "1,2", "3 numbers with commas, each a whole number from 0 to 20"),
        ("triple", "1,2,21", "3 numbers with commas"),
        ("triple", 7, "3 numbers with commas"),
        ("shape", 1, "sample has no option 'shape'; it has colour, fast, size, triple"),
    ],
)
def test_a_bad_option_is_refused_with_its_values(name: str, given: object, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        read_options(KNOWN, {name: given}, "sample")
