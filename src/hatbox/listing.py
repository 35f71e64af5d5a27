"""The list of games, for people and for programs."""

import msgspec

from hatbox.game import Rulebook, rulebooks
from hatbox.options import Option, OptionValue, Value, show
from hatbox.printing import bold, dim, table
from hatbox.rulepages import rows
from hatbox.words import has, say


def title(slug: str) -> str:
    """The game's name for people."""
    return say(slug, "title") if has(slug, "title") else slug.replace("_", " ").title()


class GameOption(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """An option and its values: listed, or a span of numbers and some more."""

    name: str
    default: OptionValue
    values: list[OptionValue] | None
    from_: int | None
    to: int | None
    also: list[int]
    count: int
    rule: str
    house_rule: bool
    seat: bool  # its numbers are seats: who begins


class GameInfo(msgspec.Struct, frozen=True):
    """A game in the list of games; the fields of `hatbox games --json`."""

    slug: str
    title: str
    product: bool
    ruleset: int
    players: list[int]
    options: list[GameOption]
    actions: int
    state_bytes: int
    rules: int
    secrets: bool  # seats know different things


def described(book: Rulebook) -> GameInfo:
    """One game as people and programs are told about it."""
    return GameInfo(
        slug=book.slug,
        title=title(book.slug),
        product=book.product,
        ruleset=book.ruleset,
        players=list(book.players),
        options=[_option(option) for option in book.options],
        actions=book.actions,
        state_bytes=book.state.dtype.itemsize,
        rules=len(rows(book.slug)),
        secrets=book.secrets,
    )


def _option(option: Option) -> GameOption:
    from_, to = (None, None) if option.choices else option.span
    return GameOption(
        name=option.name,
        default=_sent(option.default),
        values=[_sent(value) for value in option.choices] or None,
        from_=from_,
        to=to,
        also=list(option.also),
        count=option.count,
        rule=option.rule,
        house_rule=option.house,
        seat=option.seat,
    )


def _sent(value: Value) -> OptionValue:
    return list(value) if isinstance(value, tuple) else value


def as_json() -> str:
    """All games as one JSON list."""
    return msgspec.json.encode([described(book) for book in rulebooks().values()]).decode()


def as_table() -> str:
    """All games as a table, each with its options below."""
    return "\n".join(line for book in rulebooks().values() for line in _told(book))


def _told(book: Rulebook) -> list[str]:
    """One game, and the table of its options."""
    game = described(book)
    players = "–".join(str(n) for n in sorted({min(book.players), max(book.players)}))
    head = (
        f"{bold(game.title)}  {game.slug} · {players} players · {game.actions} actions · "
        f"{game.state_bytes} bytes · {game.rules} rules"
    )
    rows = [(option.name, show(option.default), option.valid, option.rule) for option in book.options]
    titles = tuple(dim(name) for name in ("option", "default", "values", "rule"))
    below = table(("", "", "", ""), [titles, *rows]) if rows else ""
    return [head, *(f"  {line}" for line in below.splitlines())]
