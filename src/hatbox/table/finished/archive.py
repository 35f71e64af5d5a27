"""Finished games: replays and checks, computed outside the event loop and cached."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

import msgspec

from hatbox.errors import HatboxError
from hatbox.game import rulebook
from hatbox.match.match import Match
from hatbox.match.recording import MatchRecord, from_json, replay
from hatbox.match.verify import Verdict, verify
from hatbox.table.finished.replay import Eyes, frames, table_of
from hatbox.table.store.interface import Store
from hatbox.table.tables.catalogue import Catalogue
from hatbox.table.thinking.fair_turns import Asker, FairTurns
from hatbox.table.wire.problems import Conflict, NotFound, Refused
from hatbox.table.wire.table import Table
from hatbox.table.wire.types import encode

T = TypeVar("T")
MOST = 32  # replays in memory; the longest have a few hundred kilobytes


class Archive:
    """Reads finished games; one at a time, so that live tables are not slowed down."""

    def __init__(self, store: Store, catalogue: Catalogue) -> None:
        """Start with an empty cache."""
        self._store = store
        self._catalogue = catalogue
        self._replays: OrderedDict[tuple[str, Eyes, bool], msgspec.Raw] = OrderedDict()
        self._turns = FairTurns(1)

    async def data(self, id: str) -> bytes:
        """Return a record as JSON."""
        data = await self._store.record(id)
        if data is None:
            raise NotFound("There is no such record.", "no_record")
        return data

    async def record(self, id: str) -> MatchRecord:
        """Return a record whose game is ready to be replayed."""
        record = from_json(await self.data(id))
        await self._catalogue.prepare(record.game)
        return record

    async def verdict(self, id: str, asker: Asker) -> Verdict:
        """Check whether a record is genuine."""
        data = await self.data(id)
        await self.record(id)
        return await self._read(asker, lambda: verify(data))

    async def match(self, id: str, asker: Asker) -> tuple[Match, Table]:
        """Return a record's match and its table."""
        record = await self.record(id)
        match = await self._read(asker, lambda: replay(record))
        return match, table_of(id, record, match)

    async def unfinished(self, data: bytes, asker: Asker) -> Match:
        """Return the match of a record from elsewhere that can continue; one that is not genuine is refused."""
        try:
            record = from_json(data)
            rulebook(record.game)
        except HatboxError as error:
            raise Refused(str(error), "bad_record") from error
        await self._catalogue.prepare(record.game)
        verdict = await self._read(asker, lambda: verify(data))
        if not verdict.ok:
            raise Refused(verdict.sentence, "bad_record")
        match = await self._read(asker, lambda: replay(record))
        if match.over:
            raise Conflict("The game is over.", "over")
        return match

    async def replay(self, id: str, match: Match, eyes: Eyes, aid: bool, asker: Asker) -> msgspec.Raw:
        """Return the frames of a replay as JSON."""
        if not match.over:
            raise Conflict("The game is not over yet.", "not_over")
        key = (id, eyes, aid)
        if key not in self._replays:
            self._replays[key] = await self._read(
                asker, lambda: msgspec.Raw(encode(list(frames(match, eyes, aid))))
            )
            if len(self._replays) > MOST:
                self._replays.popitem(last=False)
        self._replays.move_to_end(key)
        return self._replays[key]

    async def _read(self, asker: Asker, work: Callable[[], T]) -> T:
        async with self._turns.turn(asker):
            return await asyncio.to_thread(work)
