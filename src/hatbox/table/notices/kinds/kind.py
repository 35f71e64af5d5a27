"""What all kinds of notices have in common."""

from typing import Protocol

from hatbox.table.notices.message import Notice
from hatbox.table.store.notices import Subscription


class NotTaken(Exception):
    """The receiver did not accept a notice; another attempt may help."""


class Gone(Exception):
    """The receiver no longer exists; no attempt helps."""


class Kind(Protocol):
    """One kind of notice."""

    async def send(self, to: Subscription, notice: Notice) -> None:
        """Send, or raise NotTaken or Gone."""
        ...
