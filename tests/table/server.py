"""A real server in a process of its own, without limits: `python -m tests.table.server PORT PLACE`.

The place is a folder, or the URL of a database.
"""

import asyncio
import contextlib
import socket
import sys
from pathlib import Path

from hatbox.table.server.serve import folder_lock, running, stopped
from tests.table.client import QUICK


async def main(port: int, place: Path | str) -> None:
    with folder_lock(place) if isinstance(place, Path) else contextlib.nullcontext():
        async with running(place, "127.0.0.1", port, QUICK):
            sys.stdout.write("open\n")
            sys.stdout.flush()
            await stopped()


class Server:
    """Starts, kills and starts again on the same port and store."""

    def __init__(self, place: Path | str, files: int = 0) -> None:
        """`files`: how many the process may have open; 0: as many as this one."""
        self.place, self.files = place, files
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        command = [sys.executable, "-m", "tests.table.server", str(self.port), str(self.place)]
        if self.files:
            command = ["bash", "-c", f'ulimit -n {self.files}; exec "$0" "$@"', *command]
        self.process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        assert self.process.stdout is not None
        assert await self.process.stdout.readline() == b"open\n"

    async def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return await self.process.wait()


if __name__ == "__main__":
    given = sys.argv[2]
    asyncio.run(main(int(sys.argv[1]), given if given.startswith("postgresql:") else Path(given)))
