"""Who is at a night: whoever looked at it lately, or sits at one of its tables. The store has it for all processes."""

import time
from collections.abc import Set as AbstractSet

from hatbox.table.nights.night import Night
from hatbox.table.tables.registry import Registry

NOTED = 0.25  # of the time after which somebody is away: so old may be what the store knows


class NightPresence:
    """Notes who is there, and says who is not."""

    def __init__(self, registry: Registry) -> None:
        """Nobody is known yet."""
        self._registry, self._store = registry, registry.services.store
        self._patience = registry.config.night_away

    async def away(self, code: str, night: Night, looks: str | None) -> frozenset[int]:
        """The people of a night whom nobody has seen for a while; `looks`: the guest who is asking."""
        if night.over:
            return frozenset()
        now, last = time.time(), await self._store.visits(code)
        for guest in self._seen_now(night, looks):
            if now - last.get(guest, 0.0) >= self._patience * NOTED:
                await self._store.note_visit(code, guest, now)
                last[guest] = now
        return frozenset(
            k for k in night.here if now - last.get(night.people[k].guest, 0.0) >= self._patience
        )

    def _seen_now(self, night: Night, looks: str | None) -> AbstractSet[str]:
        """People of the night who are there at this moment, as far as this process knows."""
        tables = night.played[-1].tables if night.played else []
        seen = {guest for table in tables for guest in self._registry.present_at(table.code)}
        return (seen | {looks or ""}) & {night.people[k].guest for k in night.here}
