"""The socket's door and the mailbox: texts are taken whole however they arrive, work is done in its order."""

import itertools
import os
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hatbox.table.connections.websocket import TextReader, unmasked
from hatbox.table.tables.mailbox import Done, Mailbox

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
    door = TextReader(reader, LIMIT)
    door.take = taken.append
    return door, reader, taken


@given(texts=st.lists(st.text(max_size=300), max_size=6), cuts=st.lists(st.integers(0, 2000), max_size=8))
def test_texts_arrive_whole_however_they_are_cut(texts: list[str], cuts: list[int]) -> None:
    texts = [text for text in texts if len(text.encode()) <= LIMIT]
    door, reader, taken = opened()
    stream = frame(b"!", PING).join(frame(text.encode()) for text in texts)
    pings = max(0, len(texts) - 1)
    ends = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    for start, end in itertools.pairwise(ends):
        assert door.feed_data(stream[start:end]) == (False, b"")
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
    door, reader, taken = opened()
    door.feed_data(frame(b"one") + strange + frame(b"two"))
    after = frame(b"three")
    door.feed_data(after)
    assert taken == ["one"] and reader.got.startswith(strange) and reader.got.endswith(after)


def test_what_is_no_text_is_left_to_aiohttp() -> None:
    door, reader, taken = opened()
    wrong = frame(b"\xff\xfe")
    door.feed_data(wrong)
    door.feed_eof()
    assert taken == [] and reader.got == wrong + b"eof"
    shut = TextReader(Reader(), LIMIT)
    assert shut.feed_data(frame(b"early")) == (False, b"") and shut._reader.got, (
        "nobody is behind the door yet"
    )


def test_a_mailbox_begins_at_once_and_keeps_the_order() -> None:
    mail, done, kept = Mailbox(), list[int](), list[Done]()

    def quick(number: int) -> None:
        def work(free: Done) -> None:
            done.append(number)
            if number == 1:
                quick(10)  # comes after what is already there
            free()

        mail.put(work)

    def slow(free: Done) -> None:
        kept.append(free)

    quick(0)
    assert done == [0] and mail.empty
    mail.put(slow)
    for number in (1, 2):
        quick(number)
    assert done == [0] and not mail.empty
    kept.pop()()
    assert done == [0, 1, 2, 10] and mail.empty


def test_much_quick_work_does_not_nest() -> None:
    mail, done, kept = Mailbox(), list[Done](), list[Done]()

    def quick(free: Done) -> None:
        done.append(free)
        free()

    mail.put(kept.append)
    for _ in range(5000):
        mail.put(quick)
    kept.pop()()
    assert len(done) == 5000
