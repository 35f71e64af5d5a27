"""Sends due notices: once per turn, several games in one message, and again later if a receiver failed."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence

from hatbox.table.config import NoticeSettings
from hatbox.table.metrics import Metrics
from hatbox.table.notices.kinds.kind import Gone, Kind, NotTaken
from hatbox.table.notices.message import notice_of
from hatbox.table.store.interface import Store
from hatbox.table.store.notices import Subscription, Waiting

LOG = logging.getLogger("hatbox.table.notices")
AT_ONCE = 8  # receivers
LEASE = 60.0  # seconds that a process is the one that sends; renewed in every round
MOST_BEGINNINGS = 2  # how often a message may be started whose end was not noted


class Sender:
    """Finds turns that people should be notified of; one process of a server does."""

    def __init__(
        self,
        store: Store,
        kinds: Mapping[str, Kind],
        settings: NoticeSettings,
        metrics: Metrics,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Set up; `clock`: seconds since 1970."""
        self._store, self._kinds, self._settings = store, kinds, settings
        self._metrics, self._clock = metrics, clock
        self._name = secrets.token_hex(8)
        self._places = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """Run now and then; a failed run is repeated the next time."""
        try:
            while True:
                try:
                    await self.look()
                except Exception as error:
                    LOG.warning("notices could not be sent: %s", error or type(error).__name__)
                await asyncio.sleep(self._settings.every)
        finally:
            await asyncio.shield(self._store.end_lease(self._name))

    async def look(self) -> None:
        """Send everything that is due now."""
        if not await self._store.lease(self._name, LEASE):
            return
        now = self._clock()
        found: dict[Subscription, list[Waiting]] = {}
        for subscription, waiting in await self._store.notices_due(now, now - self._settings.settle):
            found.setdefault(subscription, []).append(waiting)
        await asyncio.gather(*(self._send(to, waiting) for to, waiting in found.items()))

    async def _send(self, to: Subscription, waiting: Sequence[Waiting]) -> None:
        """Send one message about all that waits for one subscriber."""
        kind = self._kinds.get(to.kind)
        if kind is None:
            return
        async with self._places:
            if to.sending and not await self._goes_on(to, waiting):
                return
            await self._store.note_sending(to.id, to.sending + 1)
            try:
                await kind.send(to, notice_of(waiting, to.language))
            except Gone:
                LOG.info("a receiver is gone", extra={"kind": to.kind})
                self._metrics.count("notices", "result", "gone")
                await self._store.unsubscribe(to.id)
            except NotTaken as error:
                await self._failed(to, waiting, str(error))
            else:
                self._metrics.count("notices", "result", "sent")
                await self._store.note_told(to.id, waiting, self._clock() + self._settings.gather)

    async def _goes_on(self, to: Subscription, waiting: Sequence[Waiting]) -> bool:
        """Whether a message is begun again of which nobody knows whether it was sent; at most once."""
        facts = {"kind": to.kind, "tables": [one.code for one in waiting]}
        if to.sending < MOST_BEGINNINGS:
            LOG.warning("a notice may arrive twice: the server stopped while it was sent", extra=facts)
            return True
        LOG.warning("a notice is given up: the server stopped twice while it was sent", extra=facts)
        await self._store.note_told(to.id, waiting, self._clock(), failed=True)
        return False

    async def _failed(self, to: Subscription, waiting: Sequence[Waiting], reason: str) -> None:
        """Try again after a longer pause, or give up what waits now."""
        pauses = self._settings.pauses
        now, last = self._clock(), to.tries >= len(pauses)
        LOG.info("a receiver did not accept a notice", extra={"kind": to.kind, "why": reason, "last": last})
        self._metrics.count("notices", "result", "given_up" if last else "failed")
        if last:
            await self._store.note_told(to.id, waiting, now, failed=True)
        else:
            await self._store.note_failed(to.id, to.tries + 1, now + pauses[to.tries])
