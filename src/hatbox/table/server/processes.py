"""Several worker processes on one port: started together, replaced when one dies, stopped together."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence

LOG = logging.getLogger("hatbox.table.workers")
WORKER = "HATBOX_WORKER"  # set for workers; the parent has none
PAUSE = 1.0  # seconds before a worker that died is replaced


def worker() -> str:
    """Return the number of this worker; empty: not a worker."""
    return os.environ.get(WORKER, "")


@contextlib.contextmanager
def reserved(host: str, port: int) -> Iterator[int]:
    """Reserve a port for the workers without listening on it; return its number."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        holder.bind((host, port))
        yield int(holder.getsockname()[1])


class Supervisor:
    """Supervises the workers."""

    def __init__(self, count: int, arguments: Sequence[str], environment: dict[str, str]) -> None:
        """Set what every worker is started with; put secrets in the environment, which others cannot list."""
        self._count = count
        self._command = (sys.executable, "-m", "hatbox.cli.main", "serve", *arguments)
        self._environment = {**os.environ, **environment}
        self._stopping = False

    async def run(self, stopped: Callable[[], Awaitable[None]], started: Callable[[], None]) -> int:
        """Run until stopped."""
        keepers = [asyncio.create_task(self._keep(k + 1), name=f"worker {k + 1}") for k in range(self._count)]
        started()
        await stopped()
        self._stopping = True
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)
        return 0

    async def _keep(self, number: int) -> None:
        """Replace a worker each time it dies."""
        while not self._stopping:
            environment = {**self._environment, WORKER: str(number)}
            process = await asyncio.create_subprocess_exec(*self._command, env=environment)
            try:
                status = await process.wait()
            except asyncio.CancelledError:
                await _end(process)
                raise
            LOG.error("worker %d exited with %d and is being replaced", number, status)
            await asyncio.sleep(PAUSE)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Ask a worker to stop, and wait until it has finished its writes."""
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGTERM)
    await process.wait()
