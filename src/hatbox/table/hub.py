"""All tables of a server: making, waking, finding, and putting them to sleep."""

import asyncio
import logging
import secrets
from typing import Any

from hatbox.errors import HatboxError
from hatbox.game import Game, load, rulebook
from hatbox.match.match import SEED_BITS
from hatbox.table import codes, log, seating
from hatbox.table.bot_seats import Brains
from hatbox.table.bot_turns import BotTurns
from hatbox.table.catalogue import Catalogue, layout_json
from hatbox.table.clocks import Clocks
from hatbox.table.habits import Habits
from hatbox.table.live import LiveTable
from hatbox.table.metrics import Metrics
from hatbox.table.presence import Presence
from hatbox.table.problems import Conflict, NotFound, Refused, StoreFailed, TooFast
from hatbox.table.protocol import ErrorFrame, MakeTable, encode
from hatbox.table.services import Services
from hatbox.table.setting import Setting, wake
from hatbox.table.settings import Settings
from hatbox.table.store import CodeTaken, Peer, Store

LOG = logging.getLogger("hatbox.table")
HOUR = 3600.0


class Seated:
    """A live table with its helpers."""

    def __init__(self, live: LiveTable) -> None:
        """Presence and bots begin to watch."""
        self.live = live
        self.presence = Presence(live)
        self.bots = BotTurns(live)
        self.habits = Habits(live)
        self.clocks = Clocks(live)

    async def stop(self) -> None:
        """End everything that belongs to the table; a bot that still thinks finds nobody to tell."""
        self.presence.close()
        self.clocks.close()
        await self.live.stop()


class Hub:
    """The tables in memory; the others sleep in the store."""

    def __init__(self, store: Store, brains: Brains, settings: Settings) -> None:
        """Begin with no table awake."""
        self.settings = settings
        self.catalogue = Catalogue()
        self.services = Services(store, self.catalogue, brains, settings, Metrics(), self.forget)
        self._awake: dict[str, Seated] = {}
        self._waking: dict[str, asyncio.Task[Seated]] = {}
        self._starting: set[asyncio.Task[None]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._sandman: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look after idle tables, and make all games ready."""
        self._sandman = asyncio.create_task(self._put_to_sleep(), name="sandman")
        if self.settings.prewarm:
            self.catalogue.prewarm()

    @property
    def awake(self) -> int:
        """How many tables are in memory."""
        return len(self._awake)

    @property
    def visitors(self) -> int:
        """How many lines are open."""
        return sum(len(seated.live.connections) for seated in self._awake.values())

    # ---- finding ---------------------------------------------------------------------------------------------------

    async def elsewhere(self, code: str) -> Peer | None:
        """The process that owns a table; None: this one, from now on."""
        code = code.upper()
        if code in self._awake or code in self._waking or not codes.is_code(code):
            return None
        return await self._claimed(code)

    async def _claimed(self, code: str) -> Peer | None:
        try:
            return await self.services.store.claim(code)
        except Exception as error:
            LOG.error("table %s could not be claimed: %s", code, error)
            raise StoreFailed("The table cannot be reached at the moment. Please try again.") from error

    async def table(self, code: str) -> Seated:
        """The table of that code, woken if it slept."""
        code = code.upper()
        found = self._awake.get(code)
        if found is not None:
            return found
        if not codes.is_code(code):
            raise NotFound(f"There is no table {code[:12]!r}.", "no_table")
        if code not in self._waking:
            self._waking[code] = asyncio.create_task(self._wake(code), name=f"wake {code}")
        return await asyncio.shield(self._waking[code])

    async def _wake(self, code: str) -> Seated:
        try:
            if await self._claimed(code) is not None:
                raise Conflict("The table is moving; please try again.", "asleep")
            entries = await self.services.store.log(code)
            if not entries:
                raise NotFound(f"There is no table {code!r}.", "no_table")
            made = log.decode(entries[0])
            assert isinstance(made, log.Made)
            if len(entries) > 1:
                await self.catalogue.prepare(made.game)
            setting = await asyncio.to_thread(wake, code, entries)
            if (
                await self._claimed(code) is not None
            ):  # the database went away meanwhile, and somebody was faster
                raise Conflict("The table is moving; please try again.", "asleep")
            return self._open(setting)
        finally:
            self._waking.pop(code, None)

    def _open(self, setting: Setting) -> Seated:
        seated = self._awake[setting.code] = Seated(LiveTable(setting, self.services))
        return seated

    # ---- making ----------------------------------------------------------------------------------------------------

    async def make(
        self,
        wish: MakeTable,
        guest: str,
        seats: list[log.SeatKept] | None = None,
        fork: log.Forked | None = None,
    ) -> Seated:
        """A new table; its seed is drawn and promised here."""
        seed = self._seed(wish)
        lately = await self.services.store.made_lately(guest, HOUR)
        if lately >= self.settings.limits.tables_per_hour:
            raise TooFast("You have made many tables lately. Please wait a while.", "too_many")
        game = await asyncio.to_thread(checked, wish)
        made = log.Made(
            game=game.slug,
            ruleset=game.rulebook.ruleset,
            players=game.players,
            options={k: list(v) if isinstance(v, tuple) else v for k, v in game.options.items()},
            aid=wish.aid,
            public=wish.public,
            host=guest,
            seats=seats or seating.first_seats(wish.seats, game.players, guest),
            seed=seed,
            salt=codes.salt(),
            record=codes.record_id(),
            hints=wish.hints,
            chat=wish.chat,
            clock=wish.clock,
            fork=fork,
        )
        return self._open(await self._stored(made, game))

    def _seed(self, wish: MakeTable) -> int:
        """A secret number; a known seed would give away every die and every card."""
        if self.settings.seed is None:
            if wish.seed is not None:
                raise Refused("This server draws every seed itself: leave out `seed`.", "no_seed")
            return secrets.randbits(SEED_BITS)
        return self.settings.seed if wish.seed is None else wish.seed

    async def _stored(self, made: log.Made, game: Game) -> Setting:
        """Write the first entry under a code that is free."""
        while True:
            setting = Setting(codes.table_code(), made)
            setting.layout = layout_json(game)
            try:
                await self.services.store.make(setting.head(), log.encode(made))
                self.services.metrics.count("tables", "game", made.game)
                return setting
            except CodeTaken:
                continue
            except Exception as error:
                LOG.error("a table could not be stored: %s", error)
                raise StoreFailed("The table could not be saved. Please try again.") from error

    async def start_game(self, seated: Seated, guest: str) -> None:
        """Start, at once or as soon as the rules are compiled."""
        live = seated.live
        await live.ask(lambda: seating.check_start(live, guest))
        slug = live.setting.made.game
        if self.catalogue.ready(slug):
            await live.ask(lambda: seating.begin(live))
            return
        live.preparing = True
        await live.ask(lambda: _shown(live))
        task = asyncio.create_task(self._begin_later(live, slug), name=f"start {live.setting.code}")
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _begin_later(self, live: LiveTable, slug: str) -> None:
        """Wait for the compiler, then start."""
        try:
            await self.catalogue.prepare(slug)
            await live.ask(lambda: seating.begin(live))
        except Exception:
            LOG.exception("%s could not be made ready", slug)
            live.preparing = False
            live.post(lambda: _not_ready(live))

    async def rematch(self, seated: Seated, guest: str) -> str:
        """The code of the next game with the same people."""
        live = seated.live
        wish = await live.ask(lambda: seating.next_table(live, guest))
        if isinstance(wish, str):
            return wish
        following = await self.make(wish, live.setting.made.host, seating.rotated(live))
        return await live.ask(lambda: seating.rematched(live, following.live.setting.code))

    # ---- sleeping ----------------------------------------------------------------------------------------------------

    def forget(self, live: LiveTable) -> None:
        """Take a table out of memory; it wakes from its log when somebody asks for it."""
        seated = self._awake.get(live.setting.code)
        if seated is not None and seated.live is live:
            del self._awake[live.setting.code]
            live.stopped = True
            task = asyncio.create_task(self._end(seated), name=f"end {live.setting.code}")
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _end(self, seated: Seated) -> None:
        """Let the owner finish; unless somebody woke the table meanwhile, the store need not keep it for us."""
        await seated.stop()
        code = seated.live.setting.code
        if code not in self._awake and code not in self._waking:
            self.services.store.release(code)

    def forget_all(self) -> None:
        """Another process may own our tables by now: whoever is here comes back and finds the owner."""
        for seated in list(self._awake.values()):
            self.forget(seated.live)

    async def _put_to_sleep(self) -> None:
        """Forget tables where nobody has been for a while."""
        while True:
            await asyncio.sleep(min(self.settings.sleep_after, 5.0) / 2)
            self._forget_idle()

    def _forget_idle(self) -> None:
        """One round; a function of its own, so that no variable holds the last table."""
        since = asyncio.get_running_loop().time() - self.settings.sleep_after
        for seated in list(self._awake.values()):
            if seated.live.idle and seated.live.last_used < since:
                self.forget(seated.live)

    async def close(self) -> None:
        """Stop everything; what was acknowledged is stored."""
        if self._sandman is not None:
            self._sandman.cancel()
        for task in self._starting:
            task.cancel()
        await self.catalogue.close()
        self.forget_all()
        waiting: list[Any] = [*self._starting, *self._waking.values(), *self._ending]
        await asyncio.gather(*waiting, return_exceptions=True)


async def _shown(live: LiveTable) -> None:
    """Show the table again; its status is not stored."""
    live.show_table()


async def _not_ready(live: LiveTable) -> None:
    """Tell everybody that the game cannot begin; the host may try again."""
    live.show_table()
    frame = encode(ErrorFrame(code="not_ready", sentence="The rules of this game could not be made ready."))
    for connection in live.connections:
        connection.push(frame)


def checked(wish: MakeTable) -> Game:
    """The game somebody wants, with players and options checked."""
    try:
        rulebook(wish.game)
        options = {k: tuple(v) if isinstance(v, list) else v for k, v in wish.options.items()}
        return load(wish.game, wish.players, **options)
    except HatboxError as error:
        raise Refused(str(error), "bad_game") from error
