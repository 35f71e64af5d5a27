"""Texts of a socket are taken whole however they arrive; everything unusual is left to aiohttp."""

import itertools
import os
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hatbox.table.connections.websocket import TextReader, unmasked

LIMIT = 1000
TEXT, CONTINUED, BINARY, PING = 0x81, 0x80, 0x82, 0x89


class Reader:
    """What aiohttp's reader would get."""

    def __init__(self) -> None:
        self.got = b""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        self.got += data
        return False, b""

    def feed_eof(self) -> None:
        self.got += b"eof"


def frame(payload: bytes, first: int = TEXT, mask: bytes | None = None) -> bytes:
    mask = os.urandom(4) if mask is None else mask
    size = len(payload)
    head = bytes((first, 0x80 | size)) if size < 126 else struct.pack("!BBH", first, 0x80 | 126, size)
    return head + mask + unmasked(payload, mask)


def opened() -> tuple[TextReader, Reader, list[str]]:
    reader, taken = Reader(), list[str]()
    inlet = TextReader(reader, LIMIT)
    inlet.take = taken.append
    return inlet, reader, taken


@given(texts=st.lists(st.text(max_size=300), max_size=6), cuts=st.lists(st.integers(0, 2000), max_size=8))
def test_texts_arrive_whole_however_they_are_cut(texts: list[str], cuts: list[int]) -> None:
    texts = [text for text in texts if len(text.encode()) <= LIMIT]
    inlet, reader, taken = opened()
    stream = frame(b"!", PING).join(frame(text.encode()) for text in texts)
    pings = max(0, len(texts) - 1)
    ends = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    for start, end in itertools.pairwise(ends):
        assert inlet.feed_data(stream[start:end]) == (False, b"")
    assert taken == texts
    assert len(reader.got) == pings * len(frame(b"!", PING))


@pytest.mark.parametrize(
    "strange",
    [
        frame(b"half", 0x01),
        frame(b"bytes", BINARY),
        frame(b"x" * (LIMIT + 1)),
        bytes((TEXT, 0x80 | 127)) + struct.pack("!Q", 70_000) + b"mask" + b"x" * 9,
        bytes((TEXT, 2)) + b"hi",
        frame(b"compressed", TEXT | 0x40),
    ],
    ids=["part", "binary", "too long", "very long", "unmasked", "compressed"],
)
def test_from_the_first_strange_message_aiohttp_reads_them_all(strange: bytes) -> None:
    inlet, reader, taken = opened()
    inlet.feed_data(frame(b"one") + strange + frame(b"two"))
    after = frame(b"three")
    inlet.feed_data(after)
    assert taken == ["one"] and reader.got.startswith(strange) and reader.got.endswith(after)


def test_what_is_no_text_is_left_to_aiohttp() -> None:
    inlet, reader, taken = opened()
    wrong = frame(b"\xff\xfe")
    inlet.feed_data(wrong)
    inlet.feed_eof()
    assert taken == [] and reader.got == wrong + b"eof"
    shut = TextReader(Reader(), LIMIT)
    assert shut.feed_data(frame(b"early")) == (False, b"") and shut._reader.got, "nobody takes texts yet"
