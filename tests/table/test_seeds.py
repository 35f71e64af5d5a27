"""Seeds: tests choose them, strangers never do."""

import asyncio
import os
import random
import re
import sys
from pathlib import Path
from typing import Any

from hatbox.table.config import Config
from tests.table.client import QUICK, Client, refused, serving, visitors

ME, BOT = {"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "1"}


async def history(address: str, **wish: Any) -> list[tuple[int, str, Any]]:
    """All moves of a game against a bot, as Ada saw them."""
    ada = Client(address)
    code = await ada.make(seats=[ME, BOT], start=True, **wish)
    async with ada.at(code) as seat:
        await seat.play_through(random.Random(5).choice)
        moves = [frame for frame in seat.frames if frame["t"] == "move"]
    await ada.close()
    return [(move["seat"], move["text"], move["events"]) for move in moves]


def test_a_seed_repeats_a_whole_game_and_another_one_does_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address:
            first = await history(address, seed=7)
            assert len(first) > 10
            assert await history(address, seed=7) == first
            assert await history(address, seed=8) != first
            assert await history(address) == await history(address), "a test server draws nothing"

    asyncio.run(story())


def test_a_usual_server_draws_its_seeds_and_refuses_given_ones(tmp_path: Path) -> None:
    async def story() -> None:
        settings = Config(thinking=(0, 0), prewarm=False)
        async with serving(tmp_path, settings) as address, visitors(address, 1) as (ada,):
            assert await refused(ada.make(seats=[ME, BOT], seed=7)) == (400, "no_seed")
            assert await refused(ada.make(seats=[ME, BOT], seed=0)) == (400, "no_seed")
            assert await refused(ada.make(seats=[ME, BOT], seed=-1)) == (400, "bad_request")
            assert await ada.get("/api/mine") == [], "nothing was made"
            await ada.make(seats=[ME, BOT])
            assert len(await ada.get("/api/mine")) == 1

    assert QUICK.seed is not None and Config().seed is None
    asyncio.run(story())


def test_the_command_has_no_way_to_name_a_seed(tmp_path: Path) -> None:
    """Neither a flag nor the environment turns `hatbox serve` into a test server."""

    async def story() -> None:
        command = (sys.executable, "-m", "hatbox.cli.main", "serve", "--port", "0", "--data", str(tmp_path))
        environment = {**os.environ, "HATBOX_SEED": "1"}
        pipe = asyncio.subprocess.PIPE
        server = await asyncio.create_subprocess_exec(*command, stdout=pipe, env=environment)
        assert server.stdout is not None
        found = re.search(rb"http://[\d.:]+", await server.stdout.readline())
        assert found
        async with visitors(found[0].decode(), 1) as (ada,):
            assert await refused(ada.make(seats=[ME, BOT], seed=7)) == (400, "no_seed")
        server.terminate()
        assert await server.wait() == 0

    asyncio.run(story())
