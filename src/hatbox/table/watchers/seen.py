"""Whether the player whose turn it is has seen a table over days: then no notice is needed."""

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

LOG = logging.getLogger("hatbox.table")


class Seen:
    """Notes in the store that the player whose turn it is can see the table, once per turn."""

    def __init__(self, table: "OpenTable") -> None:
        """Start with nothing noted."""
        self._table = table
        self._noted = 0.0  # the start of the turn that was noted

    def noted(self) -> bool:
        """Whether the turn has been seen, now that it is written anyway."""
        state = self._table.state
        if self._looks():
            self._noted = state.began
        return bool(state.asked) and self._noted == state.began

    def look(self) -> None:
        """Note that the turn has been seen; tables played in one sitting note nothing."""
        state = self._table.state
        if state.asked and self._noted != state.began and self._looks():
            self._noted = state.began
            self._table.services.in_background(self._note(state.code, state.began), f"seen {state.code}")

    def _looks(self) -> bool:
        asked = self._table.state.asked
        lines = self._table.audience.connections
        return bool(asked) and any(line.guest == asked and not (line.hidden or line.closed) for line in lines)

    async def _note(self, code: str, began: float) -> None:
        try:
            await self._table.services.store.mark_seen(code, began)
        except Exception as error:  # then one unnecessary notice is sent
            LOG.info("table %s could not note that it was seen: %s", code, type(error).__name__)
