"""The list of games, for people and for programs."""

import io

import msgspec
from rich.console import Console
from rich.table import Table

from hatbox.game import Rulebook, rulebooks
from hatbox.options import Option, OptionValue, Value, show
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
    console = Console(file=io.StringIO(), width=110)
    for book in rulebooks().values():
        game = described(book)
        players = "–".join(str(n) for n in sorted({min(book.players), max(book.players)}))
        console.print(
            f"[bold]{game.title}[/bold]  {game.slug} · {players} players · {game.actions} actions · "
            f"{game.state_bytes} bytes · {game.rules} rules",
            highlight=False,
        )
        if book.options:
            console.print(_options_table(book))
    text = console.file
    assert isinstance(text, io.StringIO)
    return text.getvalue().rstrip()


def _options_table(book: Rulebook) -> Table:
    """The options of a game."""
    table = Table("option", "default", "values", "rule", box=None, padding=(0, 2, 0, 2), header_style="dim")
    for option in book.options:
        table.add_row(option.name, show(option.default), option.valid, option.rule)
    return table
