"""A source tree whose pages were built before the rules were compiled: browser modules come when they are there."""

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hatbox.cli.main import main
from hatbox.native import build
from hatbox.table.tables.catalogue import Catalogue
from tests.table.client import QUICK, Client, serving, visitors

MODULE = b"\0asm module of "


class Compiler:
    """Stands in for the compiler: what it was asked for, and when it may go on."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.running = 0
        self.at_once = 0
        self.may_finish = threading.Event()
        self.was_terminated = False

    def compilation(self, book: Any, files: Mapping[str, Path], in_two: bool) -> Any:
        """What `build.Compilation` would start."""
        self.asked.append(book.slug)
        return _Compilation(self, book.slug, files)


class _Compilation:
    def __init__(self, compiler: Compiler, slug: str, files: Mapping[str, Path]) -> None:
        self.compiler, self.slug, self.files = compiler, slug, files

    def finish(self) -> str:
        self.compiler.running += 1
        self.compiler.at_once = max(self.compiler.at_once, self.compiler.running)
        assert self.compiler.may_finish.wait(60)
        self.compiler.running -= 1
        self.files[build.BROWSERS].write_bytes(MODULE + self.slug.encode())
        return self.slug

    def terminate(self) -> None:
        self.compiler.was_terminated = True
        self.compiler.may_finish.set()


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Compiler:
    found = Compiler()
    monkeypatch.setattr(build, "Compilation", found.compilation)
    monkeypatch.setattr(build, "can_be_made", lambda: True)
    return found


async def module(client: Client, slug: str) -> tuple[int, bytes]:
    async with client.session.get(f"{client.address}/api/modules/{slug}.wasm") as answer:
        return answer.status, await answer.read()


def test_a_page_waits_for_the_module_of_its_game_only(tmp_path: Path, compiler: Compiler) -> None:
    modules = tmp_path / "modules"
    modules.mkdir()

    async def story() -> None:
        config = replace(QUICK, modules=modules)
        async with serving(tmp_path / "data", config) as address, visitors(address, 1) as (ada,):
            two = [
                asyncio.create_task(module(ada, slug)) for slug in ("hat_stairs", "hat_stairs", "great_hall")
            ]
            while not compiler.running:
                await asyncio.sleep(0)
            assert not any(one.done() for one in two)
            compiler.may_finish.set()
            assert [await one for one in two] == [
                (200, MODULE + b"hat_stairs"),
                (200, MODULE + b"hat_stairs"),
                (200, MODULE + b"great_hall"),
            ]
            assert compiler.asked == ["hat_stairs", "great_hall"] and compiler.at_once == 1
            assert (await module(ada, "checkers"))[0] == 404
            assert (await module(ada, "connect_four"))[0] == 404, "no page plays it without a server"

    asyncio.run(story())


def test_nothing_of_this_is_there_without_a_source_tree(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            assert (await module(ada, "hat_stairs"))[0] == 404

    asyncio.run(story())


def test_a_server_that_stops_ends_the_compiler(tmp_path: Path, compiler: Compiler) -> None:
    async def story() -> None:
        catalogue = Catalogue(tmp_path)
        waiting = asyncio.create_task(catalogue.prepare("hat_stairs"))
        while not compiler.running:
            await asyncio.sleep(0)
        await catalogue.close()
        assert compiler.was_terminated
        assert isinstance((await asyncio.gather(waiting, return_exceptions=True))[0], asyncio.CancelledError)

    asyncio.run(story())


def test_modules_that_come_later_are_not_there_before(tmp_path: Path, compiler: Compiler) -> None:
    old = tmp_path / "hat_stairs.wasm"
    old.write_bytes(b"older than the rules")
    assert main(["wasm", "--modules-later", str(tmp_path)]) in (0, None)
    assert not old.exists() and (tmp_path / "games.json").exists() and not compiler.asked
