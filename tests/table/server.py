"""A real server in a separate process, without limits: `python -m tests.table.server PORT PLACE [telling]`.

The place is a folder, or the URL of a database. With `telling` it calls web hooks on this machine.
"""

import asyncio
import contextlib
import socket
import sys
from dataclasses import replace
from pathlib import Path

from hatbox.table.config import Config, NoticeSettings
from hatbox.table.server.serve import folder_lock, running, stopped
from tests.table.client import QUICK


def telling(port: int) -> Config:
    """A server that sends notices at once."""
    notices = NoticeSettings(hooks=("127.0.0.1",), every=0.02, settle=0.0)
    return replace(QUICK, public_url=f"http://127.0.0.1:{port}", notices=notices)


async def main(port: int, place: Path | str, config: Config = QUICK) -> None:
    with folder_lock(place) if isinstance(place, Path) else contextlib.nullcontext():
        async with running(place, "127.0.0.1", port, config):
            sys.stdout.write("open\n")
            sys.stdout.flush()
            await stopped()


class Server:
    """Starts, kills and starts again on the same port and store."""

    def __init__(self, place: Path | str, files: int = 0, telling: bool = False) -> None:
        """`files`: how many the process may have open; 0: as many as this one."""
        self.place, self.files, self.telling = place, files, telling
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        command = [sys.executable, "-m", "tests.table.server", str(self.port), str(self.place)]
        command += ["telling"] if self.telling else []
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
    number, given = int(sys.argv[1]), sys.argv[2]
    config = telling(number) if "telling" in sys.argv[3:] else QUICK
    asyncio.run(main(number, given if given.startswith("postgresql:") else Path(given), config))
