"""Handlers of guests' requests about a table: one per struct of `wire.table`."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from hatbox.table.wire.table import TableRequest

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

T = TypeVar("T", bound=TableRequest)
Handler = Callable[["OpenTable", str, T], Coroutine[Any, Any, Any]]


@dataclass(frozen=True)
class Command:
    """How one kind of request is handled."""

    handler: Handler[Any]
    by_owner: bool


COMMANDS: dict[type[TableRequest], Command] = {}


def handles(kind: type[T], by_owner: bool = True) -> Callable[[Handler[T]], Handler[T]]:
    """Make a function the handler of a request.

    It runs as a job of the table's owner, which awaits nothing but the store. A handler that must await
    something else says `by_owner=False` and asks the owner itself.
    """

    def remember(handler: Handler[T]) -> Handler[T]:
        assert kind not in COMMANDS, f"two handlers for {kind.__name__}"
        COMMANDS[kind] = Command(handler, by_owner)
        return handler

    return remember


async def carry_out(table: "OpenTable", guest: str, request: TableRequest) -> Any:
    """Handle a guest's request; None: the answer is the table as the guest sees it now."""
    command = COMMANDS[type(request)]
    job = command.handler(table, guest, request)
    return await (table.ask(job) if command.by_owner else job)
