"""All tables of a server: make, wake, find them, and put them to sleep."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Coroutine, Iterator, Set
from typing import Any
from weakref import WeakSet

from hatbox.game import Game
from hatbox.match.match import SEED_BITS
from hatbox.table.commands.seating import bot_names, first_seats, must_fit
from hatbox.table.config import Config
from hatbox.table.connections.connection import Connection
from hatbox.table.identity import codes
from hatbox.table.metrics import Metrics
from hatbox.table.services import Services
from hatbox.table.store.interface import CodeTaken, Peer, Store
from hatbox.table.tables import journal
from hatbox.table.tables.catalogue import Catalogue, checked, sent_options
from hatbox.table.tables.forgetting import forget_person
from hatbox.table.tables.history import fill_history
from hatbox.table.tables.reading import first_entry, wake
from hatbox.table.tables.state import TableState
from hatbox.table.tables.sweeper import sweep_for_ever
from hatbox.table.tables.table import OpenTable
from hatbox.table.tables.waker import wake_due_for_ever
from hatbox.table.thinking.workers import Thinkers
from hatbox.table.wire.problems import Conflict, NotFound, Refused, StoreFailed, TooFast
from hatbox.table.wire.protocol import ErrorFrame
from hatbox.table.wire.requests import MakeTable
from hatbox.table.wire.types import encode
from hatbox.words import check_language

LOG = logging.getLogger("hatbox.table")
SIGNED_OUT = ErrorFrame(code="signed_out", sentence="You were signed out on this device.")
HOUR = 3600.0


class Registry:
    """The tables in memory; all others sleep in the store."""

    def __init__(self, store: Store, thinkers: Thinkers, config: Config) -> None:
        """Start with no table awake."""
        self.config = config
        self.catalogue = Catalogue(config.modules)
        self.services = Services(
            store, self.catalogue, thinkers, config, Metrics(), self.forget, self.make, self._in_background
        )
        self._awake: dict[str, OpenTable] = {}
        self._waking: dict[str, asyncio.Task[OpenTable]] = {}
        self._background: set[asyncio.Task[None]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self.lines: WeakSet[Connection] = WeakSet()  # all open connections, by socket or long poll
        self._held: set[str] = set()  # tables that must not wake now
        self._forgetting = asyncio.Lock()
        self._keepers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start looking after idle and old tables, and prepare all games."""
        sweeper = sweep_for_ever(self.services.store, self.config, self.held)
        waker = wake_due_for_ever(self.services.store, self.config.due_every, self.table)
        keepers = {"sandman": self._put_to_sleep(), "sweeper": sweeper, "waker": waker}
        for name, work in {**keepers, "historian": self._fill_history()}.items():
            self._keepers.append(asyncio.create_task(work, name=name))
        if self.config.prewarm:
            self.catalogue.prewarm()

    @property
    def awake(self) -> int:
        """How many tables are in memory."""
        return len(self._awake)

    @property
    def visitors(self) -> int:
        """How many connections are open."""
        return sum(len(table.audience.connections) for table in self._awake.values())

    # ---- finding ---------------------------------------------------------------------------------------------------

    async def elsewhere(self, code: str) -> Peer | None:
        """Return the process that owns a table; None: this one, from now on."""
        code = codes.canonical(code)
        if code in self._awake or code in self._waking or not codes.is_code(code):
            return None
        return await self._claimed(code)

    async def _claimed(self, code: str) -> Peer | None:
        try:
            return await self.services.store.claim(code)
        except Exception as error:
            LOG.error("table %s could not be claimed: %s", code, error)
            raise StoreFailed("The table cannot be reached at the moment. Please try again.") from error

    async def table(self, code: str) -> OpenTable:
        """Return the table with that code, woken if it slept."""
        typed, code = code, codes.canonical(code)
        found = self._awake.get(code)
        if found is not None:
            return found
        if not codes.is_code(code):
            raise NotFound(f"There is no table {typed[:12]!r}.", "no_table")
        if code in self._held:
            raise Conflict("The table has just gone to sleep. Please try again.", "asleep")
        if code not in self._waking:
            self._waking[code] = asyncio.create_task(self._wake(code), name=f"wake {code}")
        return await asyncio.shield(self._waking[code])

    def present_at(self, code: str) -> Set[str]:
        """The guests who are at a table now, where it is awake here."""
        table = self._awake.get(code)
        return table.presence.present if table is not None else frozenset()

    async def asleep_state(self, typed: str) -> TableState | None:
        """Read a sleeping table for a glance without waking it. None: it is awake, or does not exist."""
        code = codes.canonical(typed)
        if code in self._awake or code in self._waking or not codes.is_code(code):
            return None
        entries = await self.services.store.log(code)
        if not entries:
            return None
        await self.catalogue.prepare(first_entry(code, entries).game)
        return await asyncio.to_thread(wake, code, entries)

    async def _wake(self, code: str) -> OpenTable:
        try:
            if await self._claimed(code) is not None:
                raise Conflict("The table is moving to another process. Please try again.", "asleep")
            entries = await self.services.store.log(code)
            if not entries:
                raise NotFound(f"There is no table {code!r}.", "no_table")
            made = first_entry(code, entries)
            if len(entries) > 1:
                await self.catalogue.prepare(made.game)
            state = await asyncio.to_thread(wake, code, entries)
            store = self.services.store
            visits = await store.visits(code) if made.pace else {}
            away = await store.vacations(state.guests) if made.pace else {}
            ahead = await store.prepared(code) if made.pace or state.rulebook.at_once else {}
            if (
                await self._claimed(code) is not None
            ):  # the database went away meanwhile, and another process was faster
                raise Conflict("The table is moving to another process. Please try again.", "asleep")
            table = self._open(state)
            if made.pace:
                table.presence.last_here.update(visits)
                table.away.spans.update(away)
            table.ahead.prepared.update(ahead)
            return table
        finally:
            self._waking.pop(code, None)

    def _open(self, state: TableState) -> OpenTable:
        table = self._awake[state.code] = OpenTable(state, self.services)
        return table

    # ---- making ----------------------------------------------------------------------------------------------------

    async def make(
        self,
        wish: MakeTable,
        guest: str,
        seats: list[journal.Seat] | None = None,
        fork: journal.Forked | None = None,
        again: bool = False,
        night: str = "",
        code: str = "",
    ) -> OpenTable:
        """Make a new table; its seed is drawn here. A night's table already has a code, and no host."""
        seed = self._seed(wish)
        must_fit(wish.clock, wish.pace)
        if not night:
            await self._must_not_be_many(guest)
        game = await asyncio.to_thread(checked, wish.game, wish.players, wish.options)
        made = journal.Made(
            game=game.slug,
            ruleset=game.rulebook.ruleset,
            players=game.players,
            options=sent_options(game),
            aid=wish.aid,
            public=wish.public,
            host=guest,
            seats=seats or self._first_seats(wish, game, guest),
            seed=seed,
            salt=codes.salt(),
            record=codes.record_id(),
            hints=wish.hints,
            chat=wish.chat and not self.config.lock_chat,
            clock=wish.clock,
            pace=wish.pace,
            night=night,
            again=again,
            fork=fork,
            language=check_language(wish.language),
            mixed=self.config.seed is None,
        )
        return self._open(await self._stored(made, game, code))

    async def _must_not_be_many(self, guest: str) -> None:
        """Refuse a guest who has made many tables lately."""
        lately = await self.services.store.made_lately(guest, HOUR)
        if lately >= self.config.limits.tables_per_hour:
            raise TooFast("You have made too many tables lately. Please wait a while.", "too_many")

    def _first_seats(self, wish: MakeTable, game: Game, guest: str) -> list[journal.Seat]:
        """Return the seats as requested."""
        locked = self.config.lock_names
        return first_seats(wish.seats, game.players, guest, bot_names(wish.names, locked), locked)

    def _seed(self, wish: MakeTable) -> int:
        """Return a secret number; a known seed would reveal every die and every card."""
        if self.config.seed is None:
            if wish.seed is not None:
                raise Refused("This server draws every seed itself: leave out `seed`.", "no_seed")
            return secrets.randbits(SEED_BITS)
        return self.config.seed if wish.seed is None else wish.seed

    async def _stored(self, made: journal.Made, game: Game, code: str = "") -> TableState:
        """Write the first entry under a free code; a given code that is taken raises CodeTaken."""
        while True:
            state = TableState(code or codes.table_code(made.language), made)
            try:
                await self.services.store.make(state.head(), journal.encode(made))
                self.services.metrics.count("tables", "game", made.game)
                return state
            except CodeTaken:
                if code:
                    raise
            except Exception as error:
                LOG.error("a table could not be stored: %s", error)
                raise StoreFailed("The table could not be saved. Please try again.") from error

    # ---- sleeping ----------------------------------------------------------------------------------------------------

    def forget(self, table: OpenTable) -> None:
        """Take a table out of memory; it wakes from its journal when needed."""
        if self._awake.get(table.code) is table:
            del self._awake[table.code]
            table.stopped = True
            task = asyncio.create_task(self._end(table), name=f"end {table.code}")
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _end(self, table: OpenTable) -> None:
        """Let the owner finish; unless the table was woken meanwhile, release it in the store."""
        await table.stop()
        if table.code not in self._awake and table.code not in self._waking:
            self.services.store.release(table.code)

    def forget_all(self) -> None:
        """Another process may own our tables by now: visitors reconnect and find the owner."""
        for table in list(self._awake.values()):
            self.forget(table)

    def forget_code(self, code: str) -> None:
        """Another process rewrote a table's journal: read it again."""
        table = self._awake.get(code)
        if table is not None:
            self.forget(table)

    def vacation_changed(self, guest: str) -> None:
        """A person's vacation changed elsewhere: recompute the deadlines of the tables here."""
        self._in_background(self.learn_vacation(guest), "vacation")

    async def learn_vacation(self, guest: str) -> None:
        """Recompute the deadlines of the tables here after a person's vacation changed."""
        own = [t for t in self._awake.values() if t.state.made.pace and guest in t.state.guests]
        await asyncio.gather(*(table.away.learn([guest]) for table in own))

    # ---- removing ----------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def held(self, code: str) -> Iterator[bool]:
        """Keep a table asleep for a while; yield whether it sleeps."""
        if code in self._awake or code in self._waking or code in self._held:
            yield False
            return
        self._held.add(code)
        try:
            yield True
        finally:
            self._held.discard(code)

    @contextlib.asynccontextmanager
    async def asleep(self, code: str) -> AsyncIterator[None]:
        """Put a table to sleep even with visitors, and keep it asleep for a while; they reconnect by themselves."""
        async with self._forgetting:
            while True:
                with self.held(code) as sleeps:
                    if sleeps:
                        yield
                        return
                self.forget_code(code)
                await asyncio.sleep(0)  # another task may hold it, and must be able to release it
                await asyncio.gather(*self._waking.values(), *self._ending, return_exceptions=True)

    async def forget_person(self, guest: str) -> None:
        """Remove a guest's name and identity everywhere."""
        await forget_person(self.services.store, guest, self.asleep)

    def sign_out(self, token: bytes) -> None:
        """Close the connections of a revoked token."""
        for line in [line for line in self.lines if line.token == token]:
            line.push(encode(SIGNED_OUT))
            line.make_way()

    def _in_background(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run a task that a table waits for; it ends with the server."""
        task = asyncio.create_task(work, name=name)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _fill_history(self) -> None:
        """Once: add games that were over before the history existed."""
        try:
            await fill_history(self.services.store, self.catalogue)
        except Exception as error:  # the next start tries again
            LOG.warning("the history could not be filled: %s", error or type(error).__name__)

    async def _put_to_sleep(self) -> None:
        """Put idle tables to sleep."""
        while True:
            await asyncio.sleep(min(self.config.sleep_after, 5.0) / 2)
            self._forget_idle()

    def _forget_idle(self) -> None:
        """Run one round; a separate function, so that no variable holds the last table."""
        since = asyncio.get_running_loop().time() - self.config.sleep_after
        for table in list(self._awake.values()):
            if table.idle and table.last_used < since:
                self.forget(table)

    async def close(self) -> None:
        """Stop everything; what was acknowledged is stored."""
        for task in (*self._keepers, *self._background):
            task.cancel()
        await self.catalogue.close()
        self.forget_all()
        waiting: list[Any] = [*self._keepers, *self._background, *self._waking.values(), *self._ending]
        await asyncio.gather(*waiting, return_exceptions=True)
