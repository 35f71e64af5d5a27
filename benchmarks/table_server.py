"""The table server for the load benchmark, without limits: `python -m benchmarks.table_server PORT PLACE [LOOP]`."""

import asyncio
import sys
from pathlib import Path

import uvloop

from benchmarks import table_game
from hatbox.table.config import Config, Limits
from hatbox.table.server.serve import running, stopped
from hatbox.table.tables import catalogue

NO_LIMITS = Limits(
    messages_per_second=1e9,
    messages_at_once=10**9,
    requests_per_second=1e9,
    requests_at_once=10**9,
    tables_per_hour=10**9,
    guests_per_hour=10**9,
    sockets_per_address=10**6,
)


async def main(port: int, place: Path | str) -> None:
    """Run until told to stop."""
    table_game.use()
    vars(catalogue)["missing"] = lambda *_: []  # only this process knows the trivial game: compile here
    settings = Config(thinking=(0, 0), prewarm=False, limits=NO_LIMITS, sleep_after=5.0)
    async with running(place, "127.0.0.1", port, settings):
        print("open", flush=True)
        await stopped()


if __name__ == "__main__":
    port, given, *loop = sys.argv[1:]
    run = asyncio.run if loop == ["asyncio"] else uvloop.run
    run(main(int(port), given if given.startswith("postgresql:") else Path(given)))
