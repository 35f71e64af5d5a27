"""What all ways to send a notice have in common."""

from typing import Protocol

from hatbox.table.notices.message import Notice
from hatbox.table.store.notices import Subscription


class NotTaken(Exception):
    """The receiver did not take a notice; another try may help."""


class Gone(Exception):
    """The receiver does not exist any more; no try helps."""


class Kind(Protocol):
    """One way to send."""

    async def send(self, to: Subscription, notice: Notice) -> None:
        """Send, or raise NotTaken or Gone."""
        ...
