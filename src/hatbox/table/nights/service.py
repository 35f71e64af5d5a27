"""The nights of a server: made, joined, played round by round. All is in the store, so any process may answer."""

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass, field

from hatbox.table.identity import codes
from hatbox.table.identity.given_names import must_be_given
from hatbox.table.identity.names import clean
from hatbox.table.nights.kept import Change, change_night, decode_night, read_night, stored
from hatbox.table.nights.night import MOST_ROUNDS, Night
from hatbox.table.nights.presence import NightPresence
from hatbox.table.nights.rounds import planned, playable, sides_of
from hatbox.table.nights.tables import leave_table, make_table
from hatbox.table.nights.views import listed_for, night_for
from hatbox.table.tables.registry import HOUR, Registry
from hatbox.table.wire.nights import NightInfo, NightListed, NightWish
from hatbox.table.wire.problems import Conflict, NotFound, TooFast
from hatbox.table.wire.types import encode
from hatbox.words import check_language

LOG = logging.getLogger("hatbox.table")
LONGEST_NAME = 40
LISTED = 20


@dataclass(frozen=True)
class Found:
    """A night as it is now, and who is away."""

    code: str
    night: Night
    away: frozenset[int] = frozenset()

    @property
    def mark(self) -> str:
        """What changes whenever somebody would see something else."""
        return hashlib.blake2b(encode(self.night) + encode(sorted(self.away)), digest_size=8).hexdigest()

    def seen_by(self, guest: str | None) -> NightInfo:
        """It as one guest sees it."""
        return night_for(self.code, self.night, self.mark, guest, self.away, time.time())


@dataclass
class _Watched:
    """A night that somebody looks at: read once for all of them."""

    waiting: int = 0
    read_at: float = float("-inf")
    found: Found | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Nights:
    """Finds and changes nights."""

    def __init__(self, registry: Registry) -> None:
        """Nobody looks at any."""
        self._registry, self._store, self._config = registry, registry.services.store, registry.config
        self._presence = NightPresence(registry)
        self._watched: dict[str, _Watched] = {}
        self._making: set[str] = set()
        self._starting: set[str] = set()
        self._since = time.time()
        self._closed = False

    # ---- making ----------------------------------------------------------------------------------------------------

    async def make(self, wish: NightWish, guest: str) -> str:
        """A new night; gives its code."""
        if await self._store.nights_lately(guest, HOUR) >= self._config.limits.nights_per_hour:
            raise TooFast("You have made many nights lately. Please wait a while.", "too_many")
        locked = self._config.lock_names  # nobody reads words that somebody thought up
        night = Night(
            name="" if locked or not wish.name.strip() else clean(wish.name, LONGEST_NAME),
            host=guest,
            language=check_language(wish.language),
            kind=wish.kind,
            wanted=wish.players,
            rounds=wish.rounds,
            games=[await asyncio.to_thread(playable, one) for one in wish.games],
            seed=secrets.token_hex(8) if self._config.seed is None else str(self._config.seed),
            bots=wish.bots,
            level=wish.level,
            clock=wish.clock,
            lock_chat=wish.lock_chat or self._config.lock_chat,
            lock_names=wish.lock_names or locked,
            auto_rounds=wish.auto_rounds,
        )
        while True:
            code = codes.night_code(night.language)
            if await self._store.add_night(stored(code, night)):
                LOG.info("night made", extra={"night": code, "games": len(night.games)})
                return code

    # ---- looking ---------------------------------------------------------------------------------------------------

    async def view(self, typed: str, guest: str | None) -> NightInfo:
        """A night as somebody sees it now."""
        return (await self._read(self._code(typed), guest)).seen_by(guest)

    async def wait(self, typed: str, guest: str | None, since: str) -> NightInfo:
        """The same as soon as it is another one than `since`, or after a while."""
        code, loop = self._code(typed), asyncio.get_running_loop()
        await self._read(code, guest)
        watched, until = self._watched.setdefault(code, _Watched()), loop.time() + self._config.poll
        watched.waiting += 1
        try:
            while True:
                watched.changed.clear()
                found = await self._fresh(code, watched)
                if found.mark != since or loop.time() >= until or self._closed:
                    return found.seen_by(guest)
                try:
                    async with asyncio.timeout(self._config.night_look):
                        await watched.changed.wait()
                except TimeoutError:
                    continue
        finally:
            watched.waiting -= 1
            if not watched.waiting and self._watched.get(code) is watched:
                del self._watched[code]

    def close(self) -> None:
        """Answer everybody who waits: the server stops."""
        self._closed = True
        for watched in self._watched.values():
            watched.changed.set()

    async def mine(self, guest: str) -> list[NightListed]:
        """The nights that somebody runs or takes part in."""
        found = await self._store.nights_of(guest, LISTED)
        return [listed_for(one.code, decode_night(one.data), guest) for one in found]

    async def is_in(self, typed: str, guest: str | None) -> bool:
        """Whether somebody runs a night or takes part in it."""
        known = await self._store.night(codes.canonical(typed))
        if known is None or not guest:
            return False
        night = decode_night(known.data)
        return guest == night.host or night.person_of(guest) is not None

    # ---- changing --------------------------------------------------------------------------------------------------

    async def join(self, typed: str, guest: str, name: str, device: Collection[str] = ()) -> NightInfo:
        """Take part, or come back; `device`: everybody who has appeared on the same one."""

        def change(night: Night) -> None:
            if night.lock_names:
                must_be_given(clean(name))
            night.join(guest, name, device)

        return await self._changed(typed, guest, change)

    async def leave(self, typed: str, guest: str, person: int | None) -> NightInfo:
        """Go, or send somebody home: a bot plays the running game to its end."""
        left: list[tuple[str, str, int]] = []

        def change(night: Night) -> None:
            me = night.person_of(guest)
            number = me if person is None else person
            if number is None:
                raise NotFound("You do not take part in this night.", "no_person")
            if number != me:
                night.must_run(guest)
            table = night.table_of(number) if number < len(night.people) else None
            left.clear()
            if table is not None and not table.done:
                left.append((table.code, night.people[number].guest, table.seats.index(number)))
            night.leave(number, sent_home=number != me)

        found = await self._changed(typed, guest, change)
        for code, who, seat in left:
            await leave_table(self._registry, code, who, seat)
        return found

    async def readmit(self, typed: str, guest: str, person: int) -> NightInfo:
        """Let somebody in again who was sent home."""
        return await self._run(typed, guest, lambda night: night.readmit(person))

    async def hand_over(self, typed: str, guest: str, person: int) -> NightInfo:
        """Somebody else runs the night."""
        return await self._run(typed, guest, lambda night: night.hand_over(person))

    async def auto_rounds(self, typed: str, guest: str, on: bool) -> NightInfo:
        """Say whether the next round starts by itself."""

        def change(night: Night) -> None:
            night.must_go_on()
            night.auto_rounds, night.next_at = on, None

        return await self._run(typed, guest, change)

    async def end(self, typed: str, guest: str) -> NightInfo:
        """Close the night; results that nobody has looked at yet count."""

        def change(night: Night) -> None:
            night.cut_short()
            night.over = True

        await self._read(self._code(typed))
        return await self._run(typed, guest, change)

    async def _run(self, typed: str, guest: str, change: Change) -> NightInfo:
        """What only the organiser may do."""

        def checked(night: Night) -> None:
            night.must_run(guest)
            change(night)

        return await self._changed(typed, guest, checked)

    async def _changed(self, typed: str, guest: str, change: Change) -> NightInfo:
        """Change a night, and show it."""
        code = self._code(typed)
        await self._keep(code, change)
        return await self.view(code, guest)

    # ---- rounds ----------------------------------------------------------------------------------------------------

    async def next_round(self, typed: str, guest: str, number: int) -> NightInfo:
        """The organiser starts a round."""
        found = await self._read(self._code(typed), guest)
        found.night.must_run(guest)
        await self._start(found, number)
        return await self.view(found.code, guest)

    async def _start(self, found: Found, number: int, by_itself: bool = False) -> None:
        """Pair people, keep that, then make the tables; where that was begun before, it goes on."""
        game = found.night.games[(number - 1) % len(found.night.games)]
        await self._registry.catalogue.prepare(game.game)
        teams = {size: await asyncio.to_thread(sides_of, game, size) for size in game.sizes}
        results = await self._store.results_of([table.code for table in found.night.open_tables])

        def change(night: Night) -> None:
            night.must_go_on()
            if len(night.played) == number or (by_itself and night.next_at is None):
                return  # another device was faster, or the organiser has changed their mind
            if number != len(night.played) + 1 or number > MOST_ROUNDS:
                raise Conflict("This round cannot be started now.", "wrong_round")
            night.take(results)
            night.cut_short()
            night.played.append(planned(night, teams, found.away))
            night.next_at = None

        await self._keep(found.code, change, in_thread=True)
        await self._make_tables(found.code)

    async def _start_by_itself(self, found: Found) -> None:
        """Start the round that is due; where that fails it is tried again after another pause."""
        try:
            await self._start(found, len(found.night.played) + 1, by_itself=True)
        except Exception as error:
            LOG.warning("night %s: no round was started: %s", found.code, error or type(error).__name__)
            await self._keep(found.code, _wait_again)
        finally:
            self._starting.discard(found.code)

    async def _make_tables(self, code: str) -> None:
        """Make the tables of the last round that are not there yet; a crash in between does no harm."""
        if code in self._making:
            return
        self._making.add(code)
        try:
            night = await read_night(self._store, code)
            if not night.played or night.played[-1].made:
                return
            last, number = night.played[-1], len(night.played)
            for table in last.tables:
                await make_table(self._registry, code, night, night.games[last.game], table)

            def change(night: Night) -> None:
                if len(night.played) == number:
                    night.played[-1].made = True

            await self._keep(code, change)
        finally:
            self._making.discard(code)

    async def _make_missing(self, code: str) -> None:
        """Go on with a round whose tables were not all made; what fails is tried again by the next one who looks."""
        try:
            await self._make_tables(code)
        except Exception as error:
            LOG.warning("tables of night %s could not be made: %s", code, error or type(error).__name__)

    # ---- the store -------------------------------------------------------------------------------------------------

    def _code(self, typed: str) -> str:
        code = codes.canonical(typed)
        if not codes.is_night_code(code):
            raise NotFound(f"There is no night {typed[:12]!r}.", "no_night")
        return code

    async def _fresh(self, code: str, watched: _Watched) -> Found:
        """A night as it was a moment ago, read once for all who look at it."""
        loop = asyncio.get_running_loop()
        async with watched.lock:
            if watched.found is None or loop.time() - watched.read_at >= self._config.night_look / 2:
                watched.found = await self._read(code)
                watched.read_at = loop.time()
            return watched.found

    async def _read(self, code: str, guest: str | None = None) -> Found:
        """A night with all results there are, which it keeps from then on; `guest`, who looks at it, is there.

        Whoever looks also sets going what is due: tables that are missing, and rounds that start by themselves.
        """
        night = await read_night(self._store, code)
        results = await self._store.results_of([table.code for table in night.open_tables])
        away, now = await self._presence.away(code, night, guest), time.time()

        def bring_up_to_date(night: Night) -> bool:
            taken = night.take(results)
            return night.plan_next(now, self._config.night_pause, away) or taken

        if bring_up_to_date(night):
            night = await self._keep(code, bring_up_to_date)
        found = Found(code, night, away)
        if night.played and not night.played[-1].made and code not in self._making:
            self._registry.services.in_background(self._make_missing(code), f"night {code}")
        if self._is_due(found, now):
            self._starting.add(code)
            self._registry.services.in_background(self._start_by_itself(found), f"round of night {code}")
        return found

    def _is_due(self, found: Found, now: float) -> bool:
        """Whether a round starts by itself now; after a restart everybody has a moment to come back."""
        due = found.night.next_at
        if due is None or found.code in self._starting or self._closed:
            return False
        return now >= max(due, self._since + self._config.night_start)

    async def _keep(self, code: str, change: Change, in_thread: bool = False) -> Night:
        """Change a night in the store; everybody who looks at it is told."""
        night, new = await change_night(self._store, code, change, in_thread)
        watched = self._watched.get(code)
        if new and watched is not None:
            watched.found = None
            watched.changed.set()
        return night


def _wait_again(night: Night) -> None:
    night.next_at = None
