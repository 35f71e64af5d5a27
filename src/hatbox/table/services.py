"""What all tables of a server share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hatbox.table.bot_seats import Brains
from hatbox.table.catalogue import Catalogue
from hatbox.table.metrics import Metrics
from hatbox.table.settings import Settings
from hatbox.table.store import Store

if TYPE_CHECKING:
    from hatbox.table.live import LiveTable


@dataclass(frozen=True)
class Services:
    """Store, games, bots and settings."""

    store: Store
    catalogue: Catalogue
    brains: Brains
    settings: Settings
    metrics: Metrics
    forget: "Callable[[LiveTable], None]"  # take a table out of memory; it wakes from its log
