"""Seats of a table: how many there are, and the bots in them."""

from collections.abc import Sequence

from hatbox.match.match import NAMES
from hatbox.table.identity.names import clean, told_apart
from hatbox.table.tables.journal import Seat


def reseated(seats: Sequence[Seat], players: int) -> list[Seat]:
    """Return seats for that many players: new ones are open; open seats go first, then bots, last first."""
    kept = [*seats, *[Seat()] * (players - len(seats))]
    for kind in ("open", "bot"):
        for number in reversed(range(len(kept))):
            if len(kept) > players and kept[number].kind == kind:
                del kept[number]
    return kept


def free_name(seats: Sequence[Seat], number: int, names: Sequence[str] = NAMES) -> str:
    """Return one of these names that nobody at the table has."""
    taken = [seat.name for seat in seats]
    ours = [clean(names[(number + k) % len(names)]) for k in range(len(names))]
    return next((name for name in ours if told_apart(name, taken) == name), told_apart(ours[0], taken))


def bot_seat(seats: Sequence[Seat], number: int, level: str, names: Sequence[str] = NAMES) -> Seat:
    """A bot for this seat."""
    return Seat(kind="bot", name=free_name(seats, number, names), level=level)
