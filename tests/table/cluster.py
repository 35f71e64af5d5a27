"""A throw-away PostgreSQL for tests: its own folder and socket, reachable only from this machine."""

import asyncio
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import asyncpg

BINARIES = ("initdb", "pg_ctl", "postgres")
USER = "postgres"  # PostgreSQL refuses to run as root


def found() -> dict[str, str]:
    """Where the programs are; incomplete if PostgreSQL is not installed."""
    folders = [os.environ.get("PATH", ""), *map(str, Path("/usr/lib/postgresql").glob("*/bin"))]
    paths = {name: shutil.which(name, path=os.pathsep.join(folders)) for name in BINARIES}
    return {name: path for name, path in paths.items() if path}


class Cluster:
    """Starts, restarts and stops; creates a fresh database on request."""

    numbers = itertools.count(1)

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hatbox-pg-"))
        if os.geteuid() == 0:
            os.chown(self.folder, pwd.getpwnam(USER).pw_uid, -1)
        self._as: tuple[str, ...] = ("runuser", "-u", USER, "--") if os.geteuid() == 0 else ()
        self._run("initdb", "-A", "trust", "-U", "hatbox", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as, found()[program], "-D", str(self.folder / "data"), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c max_connections=60"
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://hatbox@/{name}?host={self.folder}"

    def fresh(self) -> str:
        """The URL of a new, empty database."""
        name = f"table{os.getpid()}_{next(self.numbers)}"

        async def create() -> None:
            link = await asyncpg.connect(self.url())
            await link.execute(f"CREATE DATABASE {name}")
            await link.close()

        asyncio.run(create())
        return self.url(name)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
