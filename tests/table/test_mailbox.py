"""Jobs of one owner: in order, started at once, and none on a state that could not be stored."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from hatbox.table.commands.preferences import mute
from hatbox.table.commands.seating import sit
from hatbox.table.config import Config
from hatbox.table.store.sqlite import SqliteStore
from hatbox.table.tables.mailbox import Mailbox, Owner, Pending
from hatbox.table.tables.reading import wake
from hatbox.table.tables.registry import Registry
from hatbox.table.wire.problems import Conflict, StoreFailed
from hatbox.table.wire.requests import MakeTable, SeatWish
from hatbox.table.wire.table import Mute, Sit
from tests.table.client import Direct


def unheard(result: Any, error: Exception | None) -> None:
    assert error is None


def test_a_mailbox_begins_at_once_and_keeps_the_order() -> None:
    mail, done, written = Mailbox("test"), list[int](), Pending[None]()

    async def quick(number: int) -> None:
        done.append(number)
        if number == 1:
            mail.put(quick(10), unheard)  # runs after what is already there

    async def slow() -> None:
        await written
        done.append(-1)

    mail.put(quick(0), unheard)
    assert done == [0] and mail.empty
    mail.put(slow(), unheard)
    for number in (1, 2):
        mail.put(quick(number), unheard)
    assert done == [0] and not mail.empty
    written.written(None)
    assert done == [0, -1, 1, 2, 10] and mail.empty


def test_much_quick_work_does_not_nest() -> None:
    mail, done, written = Mailbox("test"), list[int](), Pending[None]()

    async def quick() -> None:
        done.append(1)

    async def slow() -> None:
        await written

    mail.put(slow(), unheard)
    for _ in range(5000):
        mail.put(quick(), unheard)
    written.written(None)
    assert len(done) == 5000


def test_results_and_errors_reach_whoever_asked() -> None:
    async def story() -> None:
        owner, other = Owner("one"), Owner("two")

        async def fails() -> None:
            raise Conflict("Not now.")

        async def through() -> str:
            answer = Pending[None]()
            other.put(fails(), answer.settle)
            with pytest.raises(Conflict):
                await answer
            return "told"

        assert await owner.ask(through()) == "told"
        with pytest.raises(Conflict, match="Not now"):
            await owner.ask(fails())
        await owner.stop()
        with pytest.raises(Conflict, match="sleep"):
            await owner.ask(through())
        owner.post(fails())  # nobody waits for it, nobody is notified

    asyncio.run(story())


class Failing(SqliteStore):
    """A store whose next write fails on request."""

    fails = False

    def append_then(self, *given: Any) -> None:
        if self.fails:
            self.fails = False
            asyncio.get_running_loop().call_soon(given[-1], OSError("no space left"))
        else:
            super().append_then(*given)


def test_nothing_is_built_on_a_change_that_could_not_be_stored(tmp_path: Path) -> None:
    """What waits behind a failed write is refused: its version would leave a gap in the journal."""

    async def story() -> None:
        store = Failing(tmp_path)
        registry = Registry(store, Direct(), Config(prewarm=False))
        wish = MakeTable(game="hat_stairs", players=2, seats=[SeatWish(kind="me")])
        table = await registry.make(wish, "ada")
        store.fails = True
        lost = table.ask(sit(table, "ben", Sit(seat=1, name="Ben")))
        behind = table.ask(mute(table, "ada", Mute(seat=1, muted=True)))
        for answer in await asyncio.gather(lost, behind, return_exceptions=True):
            assert isinstance(answer, StoreFailed)
        again = await registry.table(table.code)
        assert again is not table and again.state.v == 1 and not again.state.mutes
        await again.ask(mute(again, "ada", Mute(seat=1, muted=True)))
        entries = await store.log(table.code)
        assert len(entries) == again.stored_v == wake(table.code, entries).v == 2
        await registry.close()
        await store.close()

    asyncio.run(story())
