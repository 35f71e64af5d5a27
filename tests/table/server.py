"""A real server in a process of its own, without limits: `python -m tests.table.server PORT FOLDER`."""

import asyncio
import socket
import sys
from dataclasses import replace
from pathlib import Path

from hatbox.table.serve import folder_lock, running, stopped
from tests.table.client import QUICK


async def main(port: int, folder: Path) -> None:
    with folder_lock(folder):
        async with running(folder, "127.0.0.1", port, replace(QUICK, prewarm=True)):
            sys.stdout.write("open\n")
            sys.stdout.flush()
            await stopped()


class Server:
    """Starts, kills and starts again on the same port and folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        command = (sys.executable, "-m", "tests.table.server", str(self.port), str(self.folder))
        self._process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        assert self._process.stdout is not None
        assert await self._process.stdout.readline() == b"open\n"

    async def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> int:
        assert self._process is not None
        self._process.terminate()
        return await self._process.wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2])))
