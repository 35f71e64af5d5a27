"""Running work on a cluster of machines with Ray; nothing else here depends on Ray."""

import logging
import os
from collections import deque
from collections.abc import Iterable, Iterator

from hatbox.errors import HatboxError
from hatbox.lab.work import Done, Piece, Work

try:
    import ray
except ModuleNotFoundError as error:
    raise HatboxError("A cluster needs Ray: install hatbox[cluster].") from error

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # otherwise it reports every run to its makers
OFTEN = 20  # how many times a piece is restarted when its machine dies


class Cluster:
    """The cluster named by RAY_ADDRESS, one running on this machine, or a new one on this machine."""

    def __init__(self, ahead: int) -> None:
        """Join the cluster; this many pieces per worker are handed out in advance."""
        if not ray.is_initialized():
            ray.init(
                address=os.environ.get("RAY_ADDRESS"), log_to_driver=False, logging_level=logging.WARNING
            )
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        self.workers, self._ahead = int(resources.get("CPU", 1)), ahead

    def done(self, work: Work, pieces: Iterable[Piece]) -> Iterator[Done]:
        """The results in order; pieces of a machine that died run elsewhere."""
        from hatbox.lab.places import timed

        elsewhere = ray.remote(max_retries=OFTEN)(timed)
        waiting: deque[ray.ObjectRef[Done]] = deque()
        try:
            for piece in pieces:
                waiting.append(elsewhere.remote(work, piece))
                if len(waiting) > self._ahead * self.workers:
                    yield ray.get(waiting.popleft())
            while waiting:
                yield ray.get(waiting.popleft())
        finally:
            for one in waiting:
                ray.cancel(one)
