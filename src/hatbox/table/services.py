"""What all tables of a server share."""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hatbox.table.config import Config
from hatbox.table.metrics import Metrics
from hatbox.table.store.interface import Store
from hatbox.table.tables.catalogue import Catalogue
from hatbox.table.thinking.workers import Thinkers

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable


@dataclass(frozen=True)
class Services:
    """Store, games, bots and configuration, and what the registry does for a single table."""

    store: Store
    catalogue: Catalogue
    thinkers: Thinkers
    config: Config
    metrics: Metrics
    forget: "Callable[[OpenTable], None]"  # take a table out of memory; it wakes from its journal
    make: "Callable[..., Awaitable[OpenTable]]"  # make a new table, see `Registry.make`
    in_background: Callable[[Coroutine[Any, Any, None], str], None]  # a task that ends with the server
