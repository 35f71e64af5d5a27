"""Everything a seat has seen of a game, in order: the information states of OpenSpiel.

A chain of plies, shared by all states that have a past in common. What a seat saw of a ply is told when somebody
asks for it, and kept: a tree search asks for the same text several times, and for most seats never.
"""

from hashlib import blake2b
from typing import Any

import msgspec

from hatbox.game import Game
from hatbox.interfaces import SPECTATOR
from hatbox.match.position import Position

DIGEST = 6  # bytes that stand for a whole view
BITS = 64  # of a fingerprint


def view_text(game: Game, record: bytes, seat: int) -> str:
    """The view of a seat with perfect memory, as JSON."""
    return msgspec.json.encode(Position(game, record).view(seat, True)).decode()


class Ply:
    """One action and its consequences; the first ply is the set-up."""

    __slots__ = ("action", "game", "number", "original", "parent", "record", "rng", "texts", "views")

    def __init__(
        self, game: Game, record: bytes, parent: "Ply | None" = None, action: int = -1, rng: bytes = b""
    ) -> None:
        """Keep the record after the action; its `record` before is the parent's, perhaps with another generator."""
        self.game, self.record, self.parent, self.action, self.rng = game, record, parent, action, rng
        self.number: int = parent.number + 1 if parent else 0
        self.texts: dict[int, str] = {}
        self.views: dict[int, str] = {}
        self.original: tuple[Ply, int] | None = (
            None  # for a redrawn ply: which, and for whom it looks the same
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """What a copy in another process needs: the whole chain, without recursion."""
        chain: list[Ply] = [self]
        while chain[-1].parent:
            chain.append(chain[-1].parent)
        first = chain.pop()
        for seat in (SPECTATOR, *range(self.game.players)) if first.original else ():
            first.seen_by(seat)
        choice = (self.game.slug, self.game.players, dict(self.game.options))
        return _chain, (
            choice,
            first.record,
            first.texts,
            [(ply.action, ply.record, ply.rng) for ply in reversed(chain)],
        )

    def seen_by(self, seat: int) -> str:
        """Everything a seat has seen so far, one line per ply."""
        missing: list[Ply] = []
        ply = self
        while seat not in ply.texts and ply.parent:
            missing.append(ply)
            ply = ply.parent
        if seat not in ply.texts:
            ply.texts[seat] = ply._beginning(seat)
        text = ply.texts[seat]
        for later in reversed(missing):
            text = later.texts[seat] = f"{text}\n{later.line(seat)}"
        return text

    def view(self, seat: int) -> str:
        """The view of a seat after this ply."""
        if seat not in self.views:
            self.views[seat] = view_text(self.game, self.record, seat)
        return self.views[seat]

    def _beginning(self, seat: int) -> str:
        """What a seat has seen before the first ply that is remembered, and there."""
        if self.original is None:
            return f"seat {seat}\n{self.view(seat)}"
        before, same = self.original
        if seat in (same, SPECTATOR):
            return before.seen_by(seat)
        return f"{before.seen_by(SPECTATOR)}\nseat {seat} {self.view(seat)}"

    def line(self, seat: int) -> str:
        """What a seat saw of this ply: its own action, the events, and a mark of its view."""
        assert self.parent is not None
        before = Position(self.game, self.rng + self.parent.record[len(self.rng) :])
        told = [event.seen_by(seat) for event in before.events(self.action)]
        events = msgspec.json.encode([event for event in told if event is not None]).decode()
        mine = f"{before.move(self.action)} " if before.state.turn == seat else ""
        mark = blake2b(self.view(seat).encode(), digest_size=DIGEST).hexdigest()
        return f"{mine}{events} {mark}"

    def redrawn(self, record: bytes, seat: int) -> "Ply":
        """The same moment in another world that `seat` cannot tell from this one.

        The others remember what everybody saw, and what they know in that world.
        """
        twin = Ply(self.game, record)
        twin.number, twin.original = self.number, (self, seat)
        return twin


def fingerprint(text: str) -> list[float]:
    """A text as zeros and ones: different texts differ."""
    number = int.from_bytes(blake2b(text.encode(), digest_size=BITS // 8).digest(), "little")
    return [float(number >> bit & 1) for bit in range(BITS)]


def _chain(choice: Any, first: bytes, texts: dict[int, str], plies: list[tuple[int, bytes, bytes]]) -> Ply:
    """Rebuild a chain."""
    from hatbox.game import load

    slug, players, options = choice
    ply = Ply(load(slug, players, **options), first)
    ply.texts = dict(texts)
    for action, record, rng in plies:
        ply = Ply(ply.game, record, ply, action, rng)
    return ply
