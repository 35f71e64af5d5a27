"""Where work runs: in this process, in threads or processes on this machine, or on a cluster."""

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

from hatbox.errors import HatboxError
from hatbox.lab.work import Done, Piece, Place, Work

AHEAD = 4  # pieces per worker that are handed out before their results are needed
CLUSTER = "ray"


def place(on: str, jobs: int, threads: bool = False) -> Place:
    """The place that a command names: a cluster, or this many processes; 0: all cores, as threads if possible."""
    if jobs < 0:
        raise HatboxError(f"The number of processes is at least 0 (all cores), not {jobs}.")
    if on == CLUSTER:
        from hatbox.lab.cluster import Cluster

        return Cluster(AHEAD)
    if on:
        raise HatboxError(f"Work is done here or on {CLUSTER}, not on {on!r}.")
    workers = jobs or os.cpu_count() or 1
    return Here() if workers == 1 else Workers(workers, threads and not jobs)


def timed(work: Work, piece: Piece) -> Done:
    """Do a piece of work and time it."""
    started = time.perf_counter()
    result = work(piece)
    return Done(result, time.perf_counter() - started)


class Here:
    """The current process, one piece after the other."""

    workers = 1

    def done(self, work: Work, pieces: Iterable[Piece]) -> Iterator[Done]:
        """Each result when it is requested."""
        return (timed(work, piece) for piece in pieces)


class Workers:
    """Threads (the rules run without the interpreter lock), or fresh processes."""

    def __init__(self, workers: int, threads: bool) -> None:
        """Set the number of workers; they start when there is work."""
        self.workers, self._threads = workers, threads

    def _pool(self) -> Executor:
        """The pool of workers."""
        if self._threads:
            return ThreadPoolExecutor(self.workers)
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))

    def done(self, work: Work, pieces: Iterable[Piece]) -> Iterator[Done]:
        """The results in order, working some pieces ahead; closing the iterator cancels the rest."""
        pool, waiting = self._pool(), deque[Future[Done]]()
        try:
            for piece in pieces:
                waiting.append(pool.submit(timed, work, piece))
                if len(waiting) > AHEAD * self.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
