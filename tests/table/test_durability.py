"""`kill -9` under load: no acknowledged move is missing, none is duplicated, every player continues."""

import asyncio
import os
import random
import time
from pathlib import Path

from tests.table.player import Player, check_logs, everybody_moves
from tests.table.server import Server

KILLS = int(os.environ.get("HATBOX_KILLS", "10"))
SEED = os.environ.get("HATBOX_SEED", "0")
PLAYERS = 6


async def killing(place: Path | str) -> tuple[list[Player], list[float]]:
    """Kill at random moments; returns the players and the seconds from each kill to each player's next move."""
    server, end, returns = Server(place), asyncio.Event(), list[float]()
    players = [Player(server.address, number) for number in range(PLAYERS)]
    tasks: list[asyncio.Task[None]] = []
    try:
        await server.start()
        tasks = [asyncio.create_task(player.play(end)) for player in players]
        await everybody_moves(players, tasks)
        for number in range(KILLS):
            await asyncio.sleep(random.Random(f"{SEED} {number}").uniform(0, 0.25))
            killed = time.monotonic()
            await server.kill()
            await server.start()
            returns += await everybody_moves(players, tasks, killed)
        while not any(player.games for player in players):  # a slow machine takes longer to finish one
            await everybody_moves(players, tasks)
        end.set()
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        for player in players:
            await player.client.close()
        assert await server.stop() == 0
    return players, sorted(returns)


def test_no_acknowledged_move_is_lost_or_doubled(place: Path | str) -> None:
    players, returns = asyncio.run(killing(place))
    moves = check_logs(place, players)
    assert moves > KILLS * PLAYERS
    kind = "PostgreSQL" if isinstance(place, str) else "SQLite"
    half, most, last = (returns[int((len(returns) - 1) * part)] for part in (0.5, 0.99, 1.0))
    times = f"back after {half:.1f} s (median), {most:.1f} s (99 %), {last:.1f} s (slowest)"
    print(f"{kind}: {KILLS} kills, {moves} moves, {times}")  # noqa: T201
