"""Ratings of people who want one, by OpenSkill (Weng and Lin's Plackett–Luce model): per game, with teams and ties.

Games are rated one after another and numbered; a seat's rating before and after is stored with the result. So
a rating follows from the history alone, and `recomputed` proves it.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from openskill.models import PlackettLuce

from hatbox.errors import HatboxError
from hatbox.table.store.history import NewlyRated, Rated, Rating
from hatbox.table.store.interface import Store
from hatbox.table.store.opening import opened_store
from hatbox.table.store.sqlite import FILE

MODEL = PlackettLuce()
FRESH: Rating = (MODEL.mu, MODEL.sigma)
SCALE = 40.0  # a newcomer's 25 is shown as 1000
SURE = 5.0  # above this sigma a number says too little: two players need about 20 games
AT_ONCE = 100  # games
TRIES = 5  # another process may rate at the same time


@dataclass(frozen=True)
class Shown:
    """A rating as people see it: within the margin 19 times out of 20."""

    game: str
    value: int
    margin: int
    games: int
    sure: bool


def after_game(seats: Sequence[tuple[int, int, Rating]]) -> list[Rating]:
    """Return new ratings from (side, place, rating) of all seats."""
    sides = sorted({side for side, _, _ in seats})
    teams = [[MODEL.rating(*old) for side, _, old in seats if side == one] for one in sides]
    places = [float(min(place for side, place, _ in seats if side == one)) for one in sides]
    new = {side: iter(team) for side, team in zip(sides, MODEL.rate(teams, ranks=places), strict=True)}
    changed = [next(new[side]) for side, _, _ in seats]
    return [(rating.mu, rating.sigma) for rating in changed]


async def rate_all(store: Store) -> int:
    """Rate all games that ended since the last time; return how many."""
    done = 0
    for attempt in range(TRIES):
        try:
            while games := await store.to_rate(AT_ONCE):
                await _rate(store, games)
                done += len(games)
            return done
        except Exception:  # another process gave the same number to another game
            if attempt == TRIES - 1:
                raise
    return done


async def _rate(store: Store, games: Sequence[tuple[str, str]]) -> None:
    """Rate some games; the last number is read first, so that a concurrent rating makes this attempt fail."""
    last, known, rated = await store.last_number(), dict[tuple[str, str], Rating](), list[NewlyRated]()
    for number, (code, game) in enumerate(games, last + 1):
        results = await store.results(code)
        for one in results:
            if one.guest and (one.guest, game) not in known:
                known[one.guest, game] = await store.rating(one.guest, game) or FRESH
        old = [known.get((one.guest, game), FRESH) for one in results]
        new = after_game([(one.side, one.place, before) for one, before in zip(results, old, strict=True)])
        known.update({(one.guest, game): after for one, after in zip(results, new, strict=True) if one.guest})
        rated.append(
            NewlyRated(code, number, list(zip((one.seat for one in results), old, new, strict=True)))
        )
    await store.rate(rated)


def shown(ratings: Sequence[tuple[str, float, float]]) -> list[Shown]:
    """Return the latest rating in each game, in alphabetical order."""
    latest: dict[str, Rating] = {game: (mu, sigma) for game, mu, sigma in ratings}
    games = [game for game, _, _ in ratings]
    return [
        Shown(game, round(SCALE * mu), round(1.96 * SCALE * sigma), games.count(game), sigma <= SURE)
        for game, (mu, sigma) in sorted(latest.items())
    ]


def check_ratings(place: Path | str) -> tuple[str, bool]:
    """Recompute all ratings of a store; return a sentence, and whether they are the same."""
    if isinstance(place, Path) and not (place / FILE).is_file():
        raise HatboxError(f"There are no tables in the folder {place}.")

    async def check() -> tuple[int, int]:
        store = await opened_store(place)
        try:
            await rate_all(store)
            return await recomputed(store)
        finally:
            await store.close()

    games, differing = asyncio.run(check())
    counted = "1 game was" if games == 1 else f"{games} games were"
    same = "All ratings are the same." if not differing else f"{differing} differ."
    return f"{counted} rated again. {same}", not differing


async def recomputed(store: Store) -> tuple[int, int]:
    """Recompute all ratings from the history; return how many games there are, and how many differ.

    Players who were forgotten, or whose earlier games were removed, start from their first stored result.
    """
    known: dict[tuple[str, str], Rating] = {}
    games = differing = 0
    last = await store.last_number()
    for start in range(0, last, AT_ONCE):
        numbered: dict[int, list[Rated]] = {}
        for row in await store.rated(start, AT_ONCE):
            numbered.setdefault(row.number, []).append(row)
        for rows in numbered.values():
            games += 1
            differing += _differs(rows, known)
    return games, differing


def _differs(rows: Sequence[Rated], known: dict[tuple[str, str], Rating]) -> bool:
    """Whether a game's ratings do not follow from the earlier ones; notes those after it."""
    old = [known.get((row.guest, row.game), (row.mu_before, row.sigma_before)) for row in rows]
    new = after_game([(row.side, row.place, before) for row, before in zip(rows, old, strict=True)])
    known.update({(row.guest, row.game): rating for row, rating in zip(rows, new, strict=True) if row.guest})
    return new != [(row.mu, row.sigma) for row in rows]
