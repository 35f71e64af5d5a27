"""`hatbox mcp`: the games for language models and other programs, by the Model Context Protocol."""

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from itertools import count
from typing import Any, ParamSpec, TypeVar

from hatbox.adapters.text_seat import TextSeat
from hatbox.errors import HatboxError
from hatbox.game import load, rulebook, rulebooks
from hatbox.listing import described
from hatbox.options import read_options
from hatbox.rulepages import page

try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ModuleNotFoundError as error:
    raise HatboxError("This needs the package mcp: install it with pip install 'hatbox[mcp]'.") from error

MOST_TABLES = 64  # at a time: a program that never leaves its tables must not fill the memory
INSTRUCTIONS = (
    "Family board games against bots. Call list_games, read_rules, then sit_down; look shows the board as your seat "
    "may see it, and move plays one of the moves it lists. In games of memory nothing is shown twice: remember it."
)
P = ParamSpec("P")
R = TypeVar("R")


class Tables:
    """The tables of one client, and the tools that it may call; their docstrings are what a model reads."""

    def __init__(self) -> None:
        """No tables yet."""
        self._seats: dict[str, TextSeat] = {}
        self._numbers = count(1)

    def list_games(self) -> list[dict[str, Any]]:
        """List the games with their numbers of players and their options."""
        return [
            {
                "game": info.slug,
                "title": info.title,
                "players": info.players,
                "hidden_information": info.secrets,
                "options": {one.name: {"default": one.default, "values": one.values} for one in info.options},
            }
            for info in map(described, rulebooks().values())
        ]

    def read_rules(self, game: str) -> str:
        """Read the rules of a game."""
        return page(rulebook(game).slug)

    def sit_down(
        self,
        game: str,
        players: int | None = None,
        seat: int = 0,
        rivals: str = "level_3",
        options: dict[str, Any] | None = None,
        seed: int | None = None,
    ) -> dict[str, Any]:
        """Start a game in one seat (0 is the first) against bots (random, greedy, level_1 to level_5).

        A seed repeats the same game. Returns the name of the table and what you see.
        """
        if len(self._seats) >= MOST_TABLES:
            raise HatboxError(f"You sit at {MOST_TABLES} tables, which is the limit: leave one first.")
        given = {name: str(value) for name, value in (options or {}).items()}
        chosen = read_options(rulebook(game).options, given, game)
        table = f"table-{next(self._numbers)}"
        self._seats[table] = TextSeat(load(game, players, **chosen), seat, rivals, seed)
        return self.look(table)

    def look(self, table: str) -> dict[str, Any]:
        """Look at a table: the board, what has happened since you last looked, and your moves."""
        return {"table": table, **asdict(self._at(table).look())}

    def move(self, table: str, move: str) -> dict[str, Any]:
        """Play one of the listed moves, given as its text; the bots answer, and you see the result."""
        return {"table": table, **asdict(self._at(table).move(move))}

    def leave(self, table: str) -> str:
        """Leave a table; its game ends."""
        self._at(table)
        del self._seats[table]
        return f"You have left {table}."

    def _at(self, table: str) -> TextSeat:
        """The seat at a table."""
        if table not in self._seats:
            known = ", ".join(self._seats) or "none: call sit_down first"
            raise HatboxError(f"There is no table {table!r}; your tables are {known}.")
        return self._seats[table]


def with_clear_errors(tool: Callable[P, R]) -> Callable[P, R]:
    """Our own sentences reach the client as they are."""

    @wraps(tool)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return tool(*args, **kwargs)
        except HatboxError as error:
            raise ToolError(str(error)) from error

    return called


def server(version: str) -> "MCPServer[Any]":
    """A server with tables of its own."""
    made: MCPServer[Any] = MCPServer(
        "hatbox", instructions=INSTRUCTIONS, version=version, log_level="WARNING"
    )
    tables = Tables()
    for tool in (
        tables.list_games,
        tables.read_rules,
        tables.sit_down,
        tables.look,
        tables.move,
        tables.leave,
    ):
        made.tool()(with_clear_errors(tool))
    return made
