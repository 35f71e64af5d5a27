"""What all tables of a server share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hatbox.table.config import Config
from hatbox.table.metrics import Metrics
from hatbox.table.store.interface import Store
from hatbox.table.tables.catalogue import Catalogue
from hatbox.table.thinking.workers import Thinkers

if TYPE_CHECKING:
    from hatbox.table.tables.table import LiveTable


@dataclass(frozen=True)
class Services:
    """Store, games, bots and config."""

    store: Store
    catalogue: Catalogue
    thinkers: Thinkers
    config: Config
    metrics: Metrics
    forget: "Callable[[LiveTable], None]"  # take a table out of memory; it wakes from its log
