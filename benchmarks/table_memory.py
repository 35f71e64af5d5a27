"""Memory over many finished tables: `python -m benchmarks.table_memory [--tables 10000] [--game hat_stairs]`.

Every table is made, visited, played to its end and left; it falls asleep and is forgotten. The figure is the
memory after the last tenth against that after the first: a table that leaves something behind makes it grow.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import tempfile
from dataclasses import replace
from pathlib import Path

import uvloop

from benchmarks.table_load import memory_of
from benchmarks.table_server import NO_LIMITS
from hatbox.table.commands.game import start
from hatbox.table.config import Config
from hatbox.table.connections.connection import Connection
from hatbox.table.store.sqlite import SqliteStore
from hatbox.table.tables import journal
from hatbox.table.tables.registry import Registry
from hatbox.table.thinking.workers import Workers
from hatbox.table.wire.requests import MakeTable, SeatWish
from hatbox.table.wire.table import Start

CONFIG = Config(prewarm=False, sleep_after=0.5, limits=replace(NO_LIMITS))


async def one_table(registry: Registry, game: str, players: int, chance: random.Random) -> None:
    """A whole life of a table, with one visitor who has all seats."""
    wish = MakeTable(game=game, players=players, seats=[SeatWish(kind="me")] * players)
    table, visitor = await registry.make(wish, "guest"), Connection("guest", 10**9)
    await table.ask(table.presence.join(visitor, 0))
    await start(table, "guest", Start())
    while table.state.match is None:
        await asyncio.sleep(0.001)
    match = table.state.match
    while not match.over:
        move = journal.Acted(seat=match.turn, action=chance.choice(match.legal), guest="guest")
        await table.ask(table.commit(move))
        visitor.take()
    visitor.close()
    await table.ask(table.presence.leave(visitor))


async def many(tables: int, game: str, players: int) -> dict[str, float]:
    """Tables in groups, so that writes share commits; memory after each tenth."""
    chance, memory = random.Random(7), []
    with tempfile.TemporaryDirectory() as folder:
        store, workers = SqliteStore(Path(folder)), Workers(1)
        registry = Registry(store, workers, CONFIG)
        registry.start()
        await registry.catalogue.prepare(game)
        for _ in range(10):
            for group in range(0, tables // 10, 50):
                count = min(50, tables // 10 - group)
                await asyncio.gather(*(one_table(registry, game, players, chance) for _ in range(count)))
            while registry.awake:
                await asyncio.sleep(0.1)
            gc.collect()
            memory.append(memory_of(os.getpid()))
        await registry.close()
        await workers.close()
        await store.close()
    return {
        "tables": tables,
        "first_mb": round(memory[0], 1),
        "last_mb": round(memory[-1], 1),
        "growth_percent": round(100 * (memory[-1] / memory[0] - 1), 2),
    }


def main() -> None:
    """Play, and tell how much the memory grew."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--game", default="hat_stairs")
    parser.add_argument("--players", type=int, default=2)
    args = parser.parse_args()
    print(json.dumps(uvloop.run(many(args.tables, args.game, args.players))))


if __name__ == "__main__":
    main()
