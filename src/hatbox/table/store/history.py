"""What a store holds of finished games for their players: who sat where, how it ended, and ratings.

Written together with the last move, so that a game is there exactly once or not at all. The same SQL serves
both kinds of databases.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from hatbox.table.store.queries import Change, Queries

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    code text PRIMARY KEY, game text NOT NULL, players integer NOT NULL, at double precision NOT NULL,
    counts integer NOT NULL, number integer NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX IF NOT EXISTS games_by_number ON games (number) WHERE number > 0;
CREATE INDEX IF NOT EXISTS games_to_rate ON games (at) WHERE counts = 1 AND number = 0;
CREATE TABLE IF NOT EXISTS results (
    code text NOT NULL, seat integer NOT NULL, guest text NOT NULL, name text NOT NULL, level text NOT NULL,
    side integer NOT NULL, place integer NOT NULL, won integer NOT NULL,
    mu_before double precision, sigma_before double precision, mu double precision, sigma double precision,
    PRIMARY KEY (code, seat));
CREATE INDEX IF NOT EXISTS results_by_guest ON results (guest);
"""
SOMEBODY = "somebody"  # instead of the name of a forgotten person; browsers translate it
MOST_MEETINGS = 20_000  # rows read to compare two people, the latest first

ADD_GAME = "INSERT INTO games VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT DO NOTHING"
ADD_RESULT = """
INSERT INTO results (code, seat, guest, name, level, side, place, won) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT DO NOTHING
"""
PAGE = """
SELECT g.code, g.game, g.players, g.at, g.counts, r.seat, r.guest, r.name, r.level, r.side, r.place, r.won
FROM (SELECT * FROM games WHERE code IN (SELECT code FROM results WHERE guest = $1)
      ORDER BY at DESC, code LIMIT $2 OFFSET $3) g
JOIN results r ON r.code = g.code ORDER BY g.at DESC, g.code, r.seat
"""
MEETINGS = f"""
SELECT g.code, g.game, g.players, you.guest, you.name, me.won, you.won, me.side, you.side
FROM results me JOIN games g ON g.code = me.code
JOIN results you ON you.code = me.code AND you.guest <> '' AND you.guest <> me.guest
WHERE me.guest = $1 ORDER BY g.at DESC, g.code, you.seat LIMIT {MOST_MEETINGS}
"""
UNTOLD = """
SELECT code FROM heads WHERE status = 'over' AND code NOT IN (SELECT code FROM games) ORDER BY made LIMIT $1
"""
TO_RATE = "SELECT code, game FROM games WHERE counts = 1 AND number = 0 ORDER BY at, code LIMIT $1"
NUMBER = "UPDATE games SET number = $2 WHERE code = $1 AND number = 0"
RATE = """
UPDATE results SET mu_before = $3, sigma_before = $4, mu = $5, sigma = $6 WHERE code = $1 AND seat = $2 AND mu IS NULL
"""
LATEST = """
SELECT r.mu, r.sigma FROM results r JOIN games g ON g.code = r.code
WHERE r.guest = $1 AND g.game = $2 AND g.number > 0 ORDER BY g.number DESC LIMIT 1
"""
RATINGS = """
SELECT g.game, r.mu, r.sigma FROM results r JOIN games g ON g.code = r.code
WHERE r.guest = $1 AND g.number > 0 ORDER BY g.number
"""
RATED = """
SELECT g.number, g.game, r.guest, r.side, r.place, r.mu_before, r.sigma_before, r.mu, r.sigma
FROM games g JOIN results r ON r.code = g.code WHERE g.number > $1 AND g.number <= $2 ORDER BY g.number, r.seat
"""


@dataclass(frozen=True)
class Result:
    """How a game ended for a seat."""

    seat: int
    guest: str  # empty: a bot, or a forgotten person
    name: str  # the name the person used then
    level: str  # of the bot that played to the end; with a guest: who left it to a bot
    side: int  # teams share one
    place: int  # from 1 on; ties share a place
    won: bool


@dataclass(frozen=True)
class Finished:
    """A finished game for its players' history."""

    code: str
    game: str
    players: int
    at: float  # seconds since 1970; 0: it ends now
    counts: bool  # for ratings: all people wanted that when it started
    results: tuple[Result, ...]


class Meeting(NamedTuple):
    """A game of two people, as one of them sees it."""

    code: str
    game: str
    players: int
    guest: str  # the other one
    name: str
    won: int
    lost: int  # the other one won
    side: int
    other_side: int


class Rated(NamedTuple):
    """A seat of a game that was rated."""

    number: int  # games are rated one after another
    game: str
    guest: str
    side: int
    place: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


Rating = tuple[float, float]  # mu and sigma


class NewlyRated(NamedTuple):
    """A game with its number, and for each seat the ratings before and after it."""

    code: str
    number: int
    seats: list[tuple[int, Rating, Rating]]


def adding(finished: Finished, now: float) -> list[Change]:
    """Return statements that add a game once, however often they run."""
    at, code = finished.at or now, finished.code
    rows: list[Change] = [
        (ADD_RESULT, (code, r.seat, r.guest, r.name, r.level, r.side, r.place, int(r.won)))
        for r in finished.results
    ]
    game = (code, finished.game, finished.players, at, int(finished.counts))
    return [(ADD_GAME, game), *rows]


class StoredHistory(Queries):
    """The part of a store that knows who has played what with whom."""

    async def add_finished(self, finished: Finished) -> None:
        """Add a game that was over before the history existed; an existing one stays."""
        await self.change(adding(finished, finished.at))

    async def drop_finished(self, code: str) -> None:
        """Remove a game from the history."""
        await self.change([(f"DELETE FROM {name} WHERE code = $1", (code,)) for name in ("games", "results")])

    async def not_in_history(self, limit: int) -> list[str]:
        """Return finished games that are not in the history yet."""
        return [str(row[0]) for row in await self.query(UNTOLD, limit)]

    async def ended(self, code: str) -> float:
        """Return when a table last changed."""
        return float((await self.query("SELECT max(at) FROM log WHERE code = $1", code))[0][0] or 0.0)

    async def history(self, guest: str, limit: int, skipped: int = 0) -> list[Finished]:
        """Return the games of a guest, the latest first."""
        found: dict[str, tuple[tuple[str, int, float, bool], list[Result]]] = {}
        for code, game, players, at, counts, *row in await self.query(PAGE, guest, limit, skipped):
            entry = found.setdefault(code, ((game, players, at, bool(counts)), []))
            entry[1].append(_result(row))
        return [Finished(code, *about, tuple(results)) for code, (about, results) in found.items()]

    async def meetings(self, guest: str) -> list[Meeting]:
        """Return all games of a guest with other people, a row for each of them, the latest first."""
        return [Meeting(*row) for row in await self.query(MEETINGS, guest)]

    async def records_of(self, guest: str) -> dict[str, bytes]:
        """Return the records of all finished games in a guest's history, by the table's code."""
        sql = "SELECT code, data FROM records WHERE code IN (SELECT code FROM results WHERE guest = $1)"
        return {str(code): bytes(data) for code, data in await self.query(sql, guest)}

    async def forget_history(self, guest: str) -> None:
        """Replace a guest in all games of the history by `SOMEBODY`."""
        gone = "UPDATE results SET guest = '', name = $2 WHERE guest = $1"
        await self.change([(gone, (guest, SOMEBODY))])

    # ---- ratings ---------------------------------------------------------------------------------------------

    async def to_rate(self, limit: int) -> list[tuple[str, str]]:
        """Return games that count and have not been rated, the oldest first: code and game."""
        return [(str(code), str(game)) for code, game in await self.query(TO_RATE, limit)]

    async def last_number(self) -> int:
        """Return the number of the game that was rated last."""
        return int((await self.query("SELECT max(number) FROM games WHERE number > 0"))[0][0] or 0)

    async def results(self, code: str) -> list[Result]:
        """Return how a game ended, seat by seat."""
        sql = "SELECT seat, guest, name, level, side, place, won FROM results WHERE code = $1 ORDER BY seat"
        return [_result(row) for row in await self.query(sql, code)]

    async def rating(self, guest: str, game: str) -> Rating | None:
        """Return the rating of a guest after the last rated game."""
        rows = await self.query(LATEST, guest, game)
        return (float(rows[0][0]), float(rows[0][1])) if rows else None

    async def rate(self, games: Sequence[NewlyRated]) -> None:
        """Store ratings, all or none; fails if another game has one of the numbers."""
        changes: list[Change] = []
        for one in games:
            changes.append((NUMBER, (one.code, one.number)))
            changes += [(RATE, (one.code, seat, *before, *after)) for seat, before, after in one.seats]
        await self.change(changes)

    async def ratings(self, guest: str) -> list[tuple[str, float, float]]:
        """Return a guest's rating after each rated game, the oldest first: game, mu, sigma."""
        return [(str(game), float(mu), float(sigma)) for game, mu, sigma in await self.query(RATINGS, guest)]

    async def rated(self, after: int, count: int) -> list[Rated]:
        """Return rated seats of the next games after a number, in the order they were rated."""
        return [Rated(*row) for row in await self.query(RATED, after, after + count)]


def _result(row: Sequence[Any]) -> Result:
    seat, guest, name, level, side, place, won = row
    return Result(seat, guest, name, level, side, place, bool(won))
