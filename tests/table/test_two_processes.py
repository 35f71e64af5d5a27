"""Two server processes on one PostgreSQL: players on both, one is killed, every table continues, no history forks.

`HATBOX_SHARED_TABLES=100 python -m pytest tests/table/test_two_processes.py -s` is the long version.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.table.client import Client, visitors
from tests.table.cluster import Cluster
from tests.table.player import LOST, Player, check_logs, everybody_moves
from tests.table.server import Server

TABLES = int(os.environ.get("HATBOX_SHARED_TABLES", "8"))


class Wanderer(Player):
    """Goes to the other server when the connection breaks."""

    def __init__(self, addresses: list[str], number: int) -> None:
        super().__init__(addresses[number % len(addresses)], number)
        self.addresses = addresses

    def moved_on(self) -> None:
        at = self.addresses.index(self.client.address)
        self.client.address = self.addresses[(at + 1) % len(self.addresses)]


class Watcher:
    """Follows a table through the server that does not own it, and counts what it is sent."""

    def __init__(self, address: str) -> None:
        self.client, self.versions = Client(address), 0

    async def watch(self, player: Player, end: asyncio.Event) -> None:
        while not end.is_set():
            try:
                async with self.client.at(player.code) as seat:
                    while not end.is_set():
                        before = seat.v
                        frame = await seat.next()
                        assert frame["t"] == "welcome" or seat.v in (before, before + 1), (
                            "a version was skipped"
                        )
                        self.versions += seat.v > before
            except LOST:
                await asyncio.sleep(0.1)


@asynccontextmanager
async def two(url: str) -> AsyncIterator[list[Server]]:
    servers = [Server(url), Server(url)]
    for server in servers:
        await server.start()
    try:
        yield servers
    finally:
        for server in servers:
            assert server.process is not None
            if server.process.returncode is None:
                assert await server.stop() == 0


async def losing_one(url: str) -> tuple[list[Wanderer], float, int]:
    end, tasks = asyncio.Event(), list[asyncio.Task[None]]()
    async with two(url) as servers:
        addresses = [server.address for server in servers]
        players = [Wanderer(addresses, number) for number in range(TABLES)]
        watchers = [Watcher(addresses[(number + 1) % 2]) for number in range(TABLES)]
        try:
            tasks = [asyncio.create_task(player.play(end)) for player in players]
            await everybody_moves(players, tasks)
            tables = zip(watchers, players, strict=True)
            tasks += [asyncio.create_task(watcher.watch(player, end)) for watcher, player in tables]
            async with asyncio.timeout(60):
                while not all(watcher.versions for watcher in watchers):
                    await asyncio.sleep(0.01)
            for watcher in watchers[1::2]:
                watcher.client.address = addresses[1]
            await servers[0].kill()
            slowest = max(await everybody_moves(players, tasks))
            end.set()
            await asyncio.gather(*tasks[: len(players)])
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for client in [*(player.client for player in players), *(watcher.client for watcher in watchers)]:
                await client.close()
    return players, slowest, sum(watcher.versions for watcher in watchers)


def test_when_a_process_is_killed_the_other_takes_its_tables_over(database: str) -> None:
    players, slowest, watched = asyncio.run(losing_one(database))
    moves = check_logs(database, players)
    assert watched > 0 and sum(player.lost > 0 for player in players) >= TABLES // 2
    print(f"{TABLES} tables, {moves} moves, {watched} watched across, all go on after {slowest:.1f} s")  # noqa: T201


def test_any_process_serves_any_visitor(database: str) -> None:
    async def story() -> None:
        async with two(database) as (one, other), visitors(one.address, 3) as (ada, ben, eve):
            ben.address = eve.address = other.address
            code = await ada.make(players=2, seats=[{"kind": "me", "name": "Ada"}])
            await ben.post(
                f"/api/tables/{code}/sit", seat=1, name="Ben"
            )  # a new guest: the cookie comes through
            table = await ben.get(f"/api/tables/{code}")
            assert [seat["mine"] for seat in table["seats"]] == [False, True]
            assert [one["code"] for one in await ben.get("/api/mine")] == [code]
            await ada.post(f"/api/tables/{code}/start")
            async with ada.at(code) as first, ben.at(code) as second, eve.at(code) as spectator:
                for seat in (first, second):
                    await seat.until(lambda _, seat=seat: seat.now is not None)  # type: ignore[misc]
                both = (first.play_through(min, 6), second.play_through(min, 6))
                await asyncio.gather(*both)
                assert (await spectator.until(lambda frame: frame.get("ply", 0) >= 6))["text"]
                assert not any(seat["mine"] for seat in spectator.table["seats"]) and not spectator.legal
            async with ada.session.get(f"{other.address}/api/tables/{code}/socket") as answer:
                assert answer.status == 400  # no handshake: refused as the owner would do
            async with ada.session.get(
                f"{other.address}/api/tables/{code}", headers={"X-Hatbox-Peer": "guess", "X-Hatbox-For": "x"}
            ) as answer:
                assert answer.status == 200  # treated as an ordinary visitor

    asyncio.run(story())


def test_when_the_database_restarts_everybody_comes_back(cluster: Cluster) -> None:
    own = Cluster()
    try:
        url = own.fresh()

        async def story() -> list[Wanderer]:
            end = asyncio.Event()
            async with two(url) as servers:
                players = [Wanderer([server.address for server in servers], number) for number in range(4)]
                tasks = [asyncio.create_task(player.play(end)) for player in players]
                await everybody_moves(players, tasks)
                await asyncio.to_thread(own.stop)
                await asyncio.sleep(0.3)
                await asyncio.to_thread(own.start)
                assert max(await everybody_moves(players, tasks)) < 30
                end.set()
                await asyncio.gather(*tasks)
                for player in players:
                    await player.client.close()
            return players

        check_logs(url, asyncio.run(story()))
    finally:
        own.close()


def test_workers_share_a_port_and_are_replaced(database: str) -> None:
    async def story() -> None:
        command = [sys.executable, "-m", "hatbox.cli.main", "serve", "--port", "0", "--workers", "2"]
        environment = {**os.environ, "HATBOX_DATABASE": database}
        pipe = asyncio.subprocess.PIPE
        parent = await asyncio.create_subprocess_exec(*command, env=environment, stdout=pipe)
        assert parent.stdout is not None
        address = (await parent.stdout.readline()).decode().split()[-1]
        try:
            async with visitors(address, 1) as (ada,):
                code = await patiently(ada)
                children = await workers_of(parent.pid)
                assert len(children) == 2
                os.kill(children[0], signal.SIGKILL)
                for _ in range(20):
                    assert await patiently(ada, code) == code
                until = time.monotonic() + 30
                while len(await workers_of(parent.pid)) < 2:
                    assert time.monotonic() < until
                    await asyncio.sleep(0.2)
        finally:
            parent.terminate()
            assert await parent.wait() == 0

    asyncio.run(story())


async def patiently(client: Client, code: str = "") -> str:
    """Make a table or look at one, however long the workers take to start."""
    for _ in range(300):
        try:
            if code:
                return str((await client.get(f"/api/tables/{code}"))["code"])
            return await client.make()
        except LOST:
            await asyncio.sleep(0.1)
    raise AssertionError("nobody answers")


async def workers_of(parent: int) -> list[int]:
    """The processes that a process has started."""
    with open(f"/proc/{parent}/task/{parent}/children") as file:
        return [int(pid) for pid in file.read().split()]


def test_tables_of_a_process_that_hangs_go_on_elsewhere(database: str) -> None:
    """The owner is stopped and continues later: it must not write, and comes back under a new number."""
    players: list[Player] = []

    async def story() -> None:
        end = asyncio.Event()
        async with two(database) as servers:
            players[:] = [Player(servers[0].address, number) for number in range(3)]
            tasks = [asyncio.create_task(player.play(end)) for player in players]
            await everybody_moves(players, tasks)
            hung = servers[0].process
            assert hung is not None
            os.kill(hung.pid, signal.SIGSTOP)
            try:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                for player in players:
                    player.client.address = servers[1].address
                tasks = [asyncio.create_task(player.play(end)) for player in players]
                await everybody_moves(players, tasks)
            finally:
                os.kill(hung.pid, signal.SIGCONT)
            await everybody_moves(players, tasks)
            players[0].client.address = servers[0].address  # the next table is made there
            await everybody_moves(players, tasks)
            end.set()
            await asyncio.gather(*tasks)
            for player in players:
                await player.client.close()

    asyncio.run(story())
    check_logs(database, players)
