"""The nights of a server: made, joined, played round by round. All is in the store, so any process may answer."""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from hatbox.match.match import NAMES
from hatbox.table.commands.dispatch import carry_out
from hatbox.table.identity import codes
from hatbox.table.identity.given_names import must_be_given
from hatbox.table.identity.names import clean
from hatbox.table.nights.kept import stored
from hatbox.table.nights.night import MOST_ROUNDS, Night, NightGame, NightRound, NightTable
from hatbox.table.nights.pairing import BOT, NobodyPlays, next_round
from hatbox.table.nights.views import listed_for, night_for
from hatbox.table.store.history import Result
from hatbox.table.store.interface import CodeTaken
from hatbox.table.store.nights import StoredNight
from hatbox.table.tables import journal
from hatbox.table.tables.catalogue import checked, sent_options
from hatbox.table.tables.registry import HOUR, Registry
from hatbox.table.tables.seats import bot_seat
from hatbox.table.wire.nights import NightGameWish, NightInfo, NightListed, NightWish
from hatbox.table.wire.problems import Conflict, NotFound, Refused, StoreFailed, TooFast
from hatbox.table.wire.requests import MakeTable
from hatbox.table.wire.table import Stand
from hatbox.table.wire.types import encode
from hatbox.words import check_language

LOG = logging.getLogger("hatbox.table")
TRIES = 20  # until two changes at once have come one after another
LONGEST_NAME = 40
LISTED = 20
_decode = msgspec.json.Decoder(Night).decode


@dataclass
class _Watched:
    """A night that somebody looks at: read once for all of them."""

    waiting: int = 0
    read_at: float = float("-inf")
    found: tuple[Night, str] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Nights:
    """Finds and changes nights."""

    def __init__(self, registry: Registry) -> None:
        """Nobody looks at any."""
        self._registry, self._store, self._config = registry, registry.services.store, registry.config
        self._watched: dict[str, _Watched] = {}
        self._making: set[str] = set()
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
        )
        while True:
            code = codes.night_code(night.language)
            if await self._store.add_night(stored(code, night)):
                LOG.info("night made", extra={"night": code, "games": len(night.games)})
                return code

    # ---- looking ---------------------------------------------------------------------------------------------------

    async def view(self, typed: str, guest: str | None) -> NightInfo:
        """A night as somebody sees it now."""
        code = self._code(typed)
        night, mark = await self._read(code)
        return night_for(code, night, mark, guest)

    async def wait(self, typed: str, guest: str | None, since: str) -> NightInfo:
        """The same as soon as it is another one than `since`, or after a while."""
        code, loop = self._code(typed), asyncio.get_running_loop()
        watched, until = self._watched.setdefault(code, _Watched()), loop.time() + self._config.poll
        watched.waiting += 1
        try:
            while True:
                watched.changed.clear()
                night, mark = await self._fresh(code, watched)
                if mark != since or loop.time() >= until or self._closed:
                    return night_for(code, night, mark, guest)
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
        return [listed_for(one.code, _decode(one.data), guest) for one in found]

    async def is_in(self, typed: str, guest: str | None) -> bool:
        """Whether somebody runs a night or takes part in it."""
        known = await self._store.night(codes.canonical(typed))
        if known is None or not guest:
            return False
        night = _decode(known.data)
        return guest == night.host or night.person_of(guest) is not None

    # ---- changing --------------------------------------------------------------------------------------------------

    async def join(self, typed: str, guest: str, name: str) -> NightInfo:
        """Take part, or come back."""

        def change(night: Night) -> None:
            if night.lock_names:
                must_be_given(clean(name))
            night.join(guest, name)

        return await self._changed(typed, guest, change)

    async def leave(self, typed: str, guest: str, person: int | None) -> NightInfo:
        """Go, or send somebody home: a bot plays the running game to its end."""
        left: list[tuple[str, str, int]] = []

        def change(night: Night) -> None:
            number = night.person_of(guest) if person is None else person
            if number is None:
                raise NotFound("You do not take part in this night.", "no_person")
            if number != night.person_of(guest):
                night.must_run(guest)
            table = night.table_of(number) if number < len(night.people) else None
            left.clear()
            if table is not None and not table.done:
                left.append((table.code, night.people[number].guest, table.seats.index(number)))
            night.leave(number)

        found = await self._changed(typed, guest, change)
        for code, who, seat in left:
            await self._stand(code, who, seat)
        return found

    async def hand_over(self, typed: str, guest: str, person: int) -> NightInfo:
        """Somebody else runs the night."""

        def change(night: Night) -> None:
            night.must_run(guest)
            night.hand_over(person)

        return await self._changed(typed, guest, change)

    async def end(self, typed: str, guest: str) -> NightInfo:
        """Close the night."""
        results = await self._results(typed)

        def change(night: Night) -> None:
            night.must_run(guest)
            night.take(results)
            night.cut_short()
            night.over = True

        return await self._changed(typed, guest, change)

    async def next_round(self, typed: str, guest: str, number: int, names: Sequence[str]) -> NightInfo:
        """Pair people, keep that, then make the tables; where that was begun before, it goes on."""
        code = self._code(typed)
        night, _ = await self._read(code)
        night.must_run(guest)
        game = night.games[(number - 1) % len(night.games)]
        await self._registry.catalogue.prepare(game.game)
        teams = {size: await asyncio.to_thread(sides_of, game, size) for size in game.sizes}
        results = await self._results(code)

        def change(night: Night) -> None:
            night.must_run(guest)
            night.must_go_on()
            if len(night.played) == number:
                return  # another device of the organiser was faster
            if number != len(night.played) + 1 or number > MOST_ROUNDS:
                raise Conflict("This round cannot be started now.", "wrong_round")
            night.take(results)
            night.cut_short()
            night.played.append(planned(night, teams))

        await self._changed(code, guest, change, in_thread=True)
        await self._make_tables(code, names)
        return await self.view(code, guest)

    async def _make_tables(self, code: str, names: Sequence[str] = ()) -> None:
        """Make the tables of the last round that are not there yet; a crash in between does no harm."""
        if code in self._making:
            return
        self._making.add(code)
        try:
            night, _ = await self._read(code)
            if not night.played or night.played[-1].made:
                return
            last = night.played[-1]
            for table in last.tables:
                await self._make_table(code, night, night.games[last.game], table, names)
            number = len(night.played)

            def change(night: Night) -> None:
                if len(night.played) == number:
                    night.played[-1].made = True

            await self._changed(code, None, change)
        finally:
            self._making.discard(code)

    async def _make_missing(self, code: str) -> None:
        """Go on with a round whose tables were not all made; what fails is tried again by the next one who looks."""
        try:
            await self._make_tables(code)
        except Exception as error:
            LOG.warning("tables of night %s could not be made: %s", code, error or type(error).__name__)

    async def _make_table(
        self, code: str, night: Night, game: NightGame, table: NightTable, names: Sequence[str]
    ) -> None:
        seats = [
            journal.Seat()
            if number == BOT
            else journal.Seat(kind="person", name=night.people[number].name, guest=night.people[number].guest)
            for number in table.seats
        ]
        for k, seat in enumerate(seats):
            if seat.kind == "open" or not seat.guest:
                seats[k] = bot_seat(seats, k, night.level, names or NAMES)
        wish = MakeTable(
            game=game.game,
            players=len(seats),
            options=game.options,
            aid=game.aid,
            hints=False,
            chat=not night.lock_chat,
            clock=night.clock,
            language=night.language,
        )
        try:
            await self._registry.make(wish, "", seats, night=code, code=table.code)
        except CodeTaken:
            return  # it is there

    async def _stand(self, code: str, guest: str, seat: int) -> None:
        """A bot takes the seat of somebody who went; where another process has the table, it does after a while."""
        try:
            await carry_out(await self._registry.table(code), guest, Stand(seat=seat))
        except Refused as error:
            LOG.info("a seat was not left at once: %s", error, extra={"table": code})

    # ---- the store -------------------------------------------------------------------------------------------------

    def _code(self, typed: str) -> str:
        code = codes.canonical(typed)
        if not codes.is_night_code(code):
            raise NotFound(f"There is no night {typed[:12]!r}.", "no_night")
        return code

    async def _results(self, typed: str) -> dict[str, list[Result]]:
        """How the tables of a night have ended that it does not know of yet."""
        night, _ = await self._read(self._code(typed))
        return await self._store.results_of([table.code for table in night.open_tables])

    async def _fresh(self, code: str, watched: _Watched) -> tuple[Night, str]:
        """A night as it was a moment ago, read once for all who look at it."""
        loop = asyncio.get_running_loop()
        async with watched.lock:
            if watched.found is None or loop.time() - watched.read_at >= self._config.night_look / 2:
                watched.found = await self._read(code)
                watched.read_at = loop.time()
            return watched.found

    async def _read(self, code: str) -> tuple[Night, str]:
        """A night with all results there are, which it keeps from then on."""
        known = await self._store.night(code)
        if known is None:
            raise NotFound(f"There is no night {code!r}.", "no_night")
        night = _decode(known.data)
        results = await self._store.results_of([table.code for table in night.open_tables])
        if night.take(results):
            await self._keep(code, lambda kept: _take(kept, results))
        if night.played and not night.played[-1].made and code not in self._making:
            self._registry.services.in_background(self._make_missing(code), f"night {code}")
        return night, _mark(night)

    async def _changed(
        self, typed: str, guest: str | None, change: Callable[[Night], None], in_thread: bool = False
    ) -> NightInfo:
        """Change a night, and show it."""
        code = self._code(typed)
        night = await self._keep(code, change, in_thread)
        return night_for(code, night, _mark(night), guest)

    async def _keep(self, code: str, change: Callable[[Night], None], in_thread: bool = False) -> Night:
        """Change a night in the store; whoever was faster comes first."""
        for _ in range(TRIES):
            known = await self._store.night(code)
            if known is None:
                raise NotFound(f"There is no night {code!r}.", "no_night")
            night = _decode(known.data)
            if in_thread:
                await asyncio.to_thread(change, night)
            else:
                change(night)
            new = stored(code, night)
            if new.data == known.data:
                return night
            if await self._kept(new, known.mark):
                watched = self._watched.get(code)
                if watched is not None:
                    watched.found = None
                    watched.changed.set()
                return night
        raise Conflict("Many things happen at once here. Please try again.", "busy")

    async def _kept(self, new: StoredNight, before: str) -> bool:
        try:
            return await self._store.keep_night(new, before)
        except Exception as error:
            LOG.error("night %s could not be stored: %s", new.code, error)
            raise StoreFailed("The night could not be saved. Please try again.") from error


def playable(wish: NightGameWish) -> NightGame:
    """A game of a night: with how many seats these options can be played; where with none the refusal says why."""
    found: list[int] = []
    options: dict[str, Any] = {}
    problem: Refused | None = None
    for players in range(2, 7):
        try:
            game = checked(wish.game, players, wish.options)
        except Refused as error:
            problem = problem or error
        else:
            given = sent_options(game)
            options = {name: given[name] for name in wish.options}
            found.append(players)
    if not found and problem is not None:
        raise problem
    return NightGame(game=wish.game, options=options, sizes=found, aid=wish.aid)


def sides_of(game: NightGame, players: int) -> int:
    """How many sides play against each other with so many seats."""
    return checked(game.game, players, game.options).match(0).sides


def planned(night: Night, teams: dict[int, int]) -> NightRound:
    """The next round of a night; its tables have codes already."""
    if len(night.here) < 2:
        raise Conflict("A round needs at least two people.", "too_few")
    which = len(night.played) % len(night.games)
    game = night.games[which]
    points = {row.person: int(row.points * 12) for row in night.standing()} if night.kind == "swiss" else None
    try:
        found = next_round(
            night.here,
            night.past(),
            game.sizes,
            night.wanted,
            night.seed,
            bots=night.bots,
            points=points,
            sides=teams,
        )
    except NobodyPlays as error:
        few = f"These people cannot fill a table of {min(game.sizes)} without bots."
        raise Conflict(few, "too_few") from error
    tables = [
        NightTable(code=codes.table_code(night.language), seats=list(seats), teams=teams[len(seats)])
        for seats in found.tables
    ]
    return NightRound(game=which, tables=tables, byes=found.byes)


def _take(night: Night, results: dict[str, list[Result]]) -> None:
    night.take(results)


def _mark(night: Night) -> str:
    """What changes whenever somebody would see something else."""
    return hashlib.blake2b(encode(night), digest_size=8).hexdigest()
