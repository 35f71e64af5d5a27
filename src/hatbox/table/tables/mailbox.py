"""Work for one owner: one thing after another, begun at once when nothing else is under way.

What is done at once costs neither a task nor a turn of the event loop, which is what makes moves cheap.
"""

from collections import deque
from collections.abc import Callable

Done = Callable[[], None]
Work = Callable[[Done], None]  # begins, and calls what it is given when it is finished; never raises


class Mailbox:
    """The only way to whatever has an owner, so that nothing needs a lock."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._waiting: deque[Work] = deque()
        self._busy = False  # something has begun and is not finished
        self._looking = False  # `_go_on` is already looking for more

    @property
    def empty(self) -> bool:
        """Whether nothing waits and nothing is under way."""
        return not self._busy and not self._waiting

    def put(self, work: Work) -> None:
        """Hand something in; it begins now, or when all that came before is finished."""
        self._waiting.append(work)
        if not self._busy and not self._looking:
            self._go_on()

    def _finished(self) -> None:
        """The next may begin."""
        self._busy = False
        if self._waiting and not self._looking:
            self._go_on()

    def _go_on(self) -> None:
        """Begin what waits, until something takes longer; a loop, so that quick work does not nest."""
        self._looking = True
        try:
            while self._waiting and not self._busy:
                self._busy = True
                self._waiting.popleft()(self._finished)
        finally:
            self._looking = False
