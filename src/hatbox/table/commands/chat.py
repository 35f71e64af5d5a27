"""Chat at a table: faces, preset phrases, and free text where it is allowed."""

import time
import unicodedata
from typing import TYPE_CHECKING

from hatbox.table.connections.connection import Connection
from hatbox.table.identity.names import is_plain
from hatbox.table.wire.problems import Refused, TooFast
from hatbox.table.wire.protocol import Chat, Emote, Emoted, Said
from hatbox.table.wire.rate_limit import Buckets
from hatbox.table.wire.types import encode

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

EVERY, AT_ONCE = 1.0, 6  # messages per second and player; a short burst is fine
_SAYINGS = Buckets(EVERY, AT_ONCE)


def show_face(table: "OpenTable", connection: Connection, message: Emote) -> None:
    """Send a small picture or a phrase to everyone."""
    seat = _speaker(table, connection, message.seat)
    table.audience.send_from(seat, encode(Emoted(seat=seat, key=message.key)))


def say(table: "OpenTable", connection: Connection, message: Chat) -> None:
    """Send a sentence to everyone, where the host and the rules of the game allow it (GH-12, VA-R15)."""
    seat = _speaker(table, connection, message.seat)
    if not table.state.may_write(seat) or table.services.config.lock_chat:
        raise Refused("Free text is switched off here; use the faces and phrases.", "no_chat")
    name, at = table.state.seats[seat].name, max(time.time_ns() // 1_000_000, table.chat.last_at + 1)
    line = Said(seat=seat, name=name, text=_cleaned(message.text), at=at)
    table.chat.add(line)
    table.audience.send_from(seat, encode(line))


def repeat(table: "OpenTable", connection: Connection, heard: int | None) -> None:
    """Return the chat a visitor missed; none while chat is not allowed (GH-12), and none of muted seats."""
    if heard is None or not table.state.free_chat or table.services.config.lock_chat:
        return
    muted = table.state.mutes.get(connection.guest or "", ())
    for line in table.chat.since(heard, muted):
        connection.push(encode(line))


def _speaker(table: "OpenTable", connection: Connection, wanted: int | None) -> int:
    """Return the seat that speaks."""
    mine = connection.viewer
    if not mine or (wanted is not None and wanted not in mine):
        raise Refused("Only players at this table can do that.", "not_yours")
    if not _SAYINGS.allows(f"{table.state.code} {connection.guest}"):
        raise TooFast("Slow down a little, please.")
    return mine[0] if wanted is None else wanted


def _cleaned(text: str) -> str:
    """Return one line without control characters."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not text or not is_plain(text):
        raise Refused("This text has characters that cannot be shown.", "bad_text")
    return text
