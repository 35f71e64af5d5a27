"""`kill -9` under load: no acknowledged move is missing, none is doubled, everybody goes on."""

import asyncio
import os
import random
from pathlib import Path

from tests.table.player import Player, check_logs, everybody_moves
from tests.table.server import Server

KILLS = int(os.environ.get("HATBOX_KILLS", "10"))
PLAYERS = 6


async def killing(place: Path | str) -> tuple[list[Player], float]:
    server, end, slowest = Server(place), asyncio.Event(), 0.0
    players = [Player(server.address, number) for number in range(PLAYERS)]
    tasks: list[asyncio.Task[None]] = []
    try:
        await server.start()
        tasks = [asyncio.create_task(player.play(end)) for player in players]
        for number in range(KILLS):
            slowest = max(slowest, await everybody_moves(players, tasks))
            await asyncio.sleep(random.Random(number).uniform(0, 0.25))
            await server.kill()
            await server.start()
        end.set()
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        for player in players:
            await player.client.close()
        assert await server.stop() == 0
    return players, slowest


def test_no_acknowledged_move_is_lost_or_doubled(place: Path | str) -> None:
    players, slowest = asyncio.run(killing(place))
    moves = check_logs(place, players)
    assert moves > KILLS * PLAYERS and sum(player.games for player in players) > 0
    kind = "PostgreSQL" if isinstance(place, str) else "SQLite"
    print(f"{kind}: {KILLS} kills, {moves} moves, slowest return {slowest:.1f} s")  # noqa: T201
