"""What a page without a server needs to know about the games beyond their rules, as JSON next to the modules.

`games.json` lists the games, with the options that do not go together; `boards/<game>.json` has every drawing of a
board, and says which players and options use which.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from hatbox.errors import BadOption
from hatbox.game import Rulebook, choose, load, rulebooks
from hatbox.listing import described
from hatbox.options import Option, Value

FEW = 32  # spans up to this long are tried completely; of longer ones only the ends
PLAYERS = "players"

Clash = dict[str, Any]  # players and options that a game rejects together


def write(target: Path) -> list[Path]:
    """Bring the files in a folder up to date and return those that were written."""
    books = [book for book in rulebooks().values() if book.product]
    wanted: dict[Path, Any] = {target / "games.json": [offered(book) for book in books]}
    wanted |= {target / "boards" / f"{book.slug}.json": boards(book) for book in books}
    return [file for file, content in wanted.items() if _written(file, msgspec.json.encode(content))]


def _written(file: Path, data: bytes) -> bool:
    if file.exists() and file.read_bytes() == data:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return True


def offered(book: Rulebook) -> dict[str, Any]:
    """A game as a table lists it, with the combinations that do not go together."""
    return {**msgspec.to_builtins(described(book)), "clashes": list(clashes(book))}


def clashes(book: Rulebook) -> Iterator[Clash]:
    """What is rejected: one option with a number of players, or two options together."""
    for players in book.players:
        for option in book.options:
            for value in values_of(option):
                yield from _clashes_of(book, players, option, value)


def _clashes_of(book: Rulebook, players: int, option: Option, value: Value) -> Iterator[Clash]:
    """What one value clashes with; it may clash with another option's default, but go with its other values."""
    here: Clash = {PLAYERS: players, option.name: value}
    others = [other for other in book.options if other is not option]
    refused = {
        other.name: [
            v for v in values_of(other) if not _goes(book, players, {option.name: value, other.name: v})
        ]
        for other in others
    }
    if _goes(book, players, {option.name: value}):
        yield from (
            {**here, name: v}
            for name, found in refused.items()
            for v in found
            if _goes(book, players, {name: v})
        )
        return
    helping = [other.name for other in others if len(refused[other.name]) < len(values_of(other))]
    if not helping:
        yield here
    yield from ({**here, name: v} for name in helping for v in refused[name])


def values_of(option: Option) -> list[Value]:
    """The values of an option to try: all of them, or the ends of a long span."""
    if option.choices or option.count > 1:
        return list(option.choices) or [option.default]
    first, last = option.span
    numbers = range(first, last + 1) if last - first < FEW else (first, last)
    return list(dict.fromkeys([*numbers, *option.also, option.default]))


def _goes(book: Rulebook, players: int, options: dict[str, Value]) -> bool:
    try:
        choose(book.slug, players, options)
    except BadOption:
        return False
    return True


def boards(book: Rulebook) -> dict[str, Any]:
    """Every drawing once, and which players and options use which."""

    @cache
    def drawn(players: int, *chosen: tuple[str, Value]) -> bytes:
        return msgspec.json.encode(book.layouts(load(book.slug, players, **dict(chosen))))

    changing = [option for option in book.options if len({*_drawings(book, option, drawn)}) > 1]
    drawings: dict[bytes, int] = {}
    whose: dict[str, int] = {}
    for players in book.players:
        for values in product(*map(values_of, changing)):
            chosen = {option.name: value for option, value in zip(changing, values, strict=True)}
            if _goes(book, players, chosen):
                found = drawings.setdefault(drawn(players, *chosen.items()), len(drawings))
                whose[",".join(map(str, [players, *values]))] = found
    by = [PLAYERS, *(option.name for option in changing)]
    return {"by": by, "whose": whose, "drawings": [msgspec.Raw(one) for one in drawings]}


def _drawings(book: Rulebook, option: Option, drawn: Any) -> Iterator[bytes]:
    """The drawings that one option alone produces, with any number of players that accepts it."""
    for value in values_of(option):
        for players in book.players:
            if _goes(book, players, {option.name: value}):
                yield drawn(players, (option.name, value))
                break
