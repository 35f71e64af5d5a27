"""What a store keeps of game nights: one row each, and who takes part; the history has the results."""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from hatbox.table.store.history import Result
from hatbox.table.store.queries import Change, Queries

SCHEMA = """
CREATE TABLE IF NOT EXISTS nights (
    code text PRIMARY KEY, host text NOT NULL, over integer NOT NULL, made double precision NOT NULL,
    changed double precision NOT NULL, mark text NOT NULL, data text NOT NULL);
CREATE INDEX IF NOT EXISTS nights_by_host ON nights (host);
CREATE TABLE IF NOT EXISTS night_people (
    night text NOT NULL, guest text NOT NULL, PRIMARY KEY (night, guest));
CREATE INDEX IF NOT EXISTS night_people_by_guest ON night_people (guest);
"""
ADD = "INSERT INTO nights VALUES ($1, $2, $3, $4, $4, $5, $6) ON CONFLICT DO NOTHING"
# Who has read an older one changes nothing.
KEEP = (
    "UPDATE nights SET host = $2, over = $3, changed = $4, mark = $5, data = $6 WHERE code = $1 AND mark = $7"
)
LEFT = "DELETE FROM night_people WHERE night = $1 AND EXISTS (SELECT 1 FROM nights WHERE code = $1 AND mark = $2)"
CAME = """
INSERT INTO night_people SELECT CAST($1 AS text), CAST($2 AS text)
WHERE EXISTS (SELECT 1 FROM nights WHERE code = $1 AND mark = $3) ON CONFLICT DO NOTHING
"""
MINE = """
SELECT code, mark, data FROM nights WHERE host = $1 OR code IN (SELECT night FROM night_people WHERE guest = $1)
ORDER BY made DESC LIMIT $2
"""


@dataclass(frozen=True)
class StoredNight:
    """A night as it is kept: its mark is another one after every change."""

    code: str
    mark: str
    data: str  # JSON
    host: str = ""  # the guest who runs it
    guests: tuple[str, ...] = ()  # who takes part, or did
    over: bool = False


class StoredNights(Queries):
    """The part of a store that knows game nights."""

    async def add_night(self, new: StoredNight) -> bool:
        """Begin a night; False: the code is taken."""
        row = (new.code, new.host, int(new.over), time.time(), new.mark, new.data)
        await self.change([(ADD, row)])
        found = await self.night(new.code)
        return found is not None and found.mark == new.mark

    async def night(self, code: str) -> StoredNight | None:
        """A night by its code."""
        rows = await self.query("SELECT code, mark, data FROM nights WHERE code = $1", code)
        return StoredNight(*rows[0]) if rows else None

    async def keep_night(self, new: StoredNight, before: str) -> bool:
        """Keep a changed night, unless somebody changed it since `before`; False: somebody did."""
        values = (new.code, new.host, int(new.over), time.time(), new.mark, new.data, before)
        people: list[Change] = [(LEFT, (new.code, new.mark))]
        people += [(CAME, (new.code, guest, new.mark)) for guest in new.guests]
        await self.change([(KEEP, values), *people])
        found = await self.night(new.code)
        return found is not None and found.mark == new.mark

    async def nights_of(self, guest: str, limit: int) -> list[StoredNight]:
        """The nights that a guest runs or takes part in, the latest first."""
        return [StoredNight(*row) for row in await self.query(MINE, guest, limit)]

    async def nights_lately(self, guest: str, seconds: float) -> int:
        """How many nights a guest made in that time."""
        sql = "SELECT count(*) FROM nights WHERE host = $1 AND made > $2"
        return int((await self.query(sql, guest, time.time() - seconds))[0][0])

    async def results_of(self, codes: Collection[str]) -> dict[str, list[Result]]:
        """How the finished ones of some tables ended, seat by seat."""
        if not codes:
            return {}
        places = ", ".join(f"${k + 1}" for k in range(len(codes)))
        sql = f"""SELECT code, seat, guest, name, level, side, place, won FROM results
        WHERE code IN ({places}) ORDER BY code, seat"""
        found: dict[str, list[Result]] = {}
        for code, *row in await self.query(sql, *codes):
            found.setdefault(code, []).append(_result(row))
        return found

    async def forget_old_nights(self, seconds: float) -> None:
        """Remove nights that nothing has happened to for so long."""
        before = time.time() - seconds
        old = "SELECT code FROM nights WHERE changed < $1"
        for statement in (
            f"DELETE FROM visits WHERE code IN ({old})",
            f"DELETE FROM night_people WHERE night IN ({old})",
            "DELETE FROM nights WHERE changed < $1",
        ):  # one by one: a process that starts locks these tables in another order, and both would wait for ever
            await self.change([(statement, (before,))])


def _result(row: Sequence[object]) -> Result:
    seat, guest, name, level, side, place, won = row
    return Result(seat, guest, name, level, side, place, bool(won))  # type: ignore[arg-type]
