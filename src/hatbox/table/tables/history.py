"""What is stored about a finished game for its players; games from before the history existed are added."""

import asyncio
import logging
from typing import TYPE_CHECKING

from hatbox.table.store.history import SOMEBODY, Finished, Result

if TYPE_CHECKING:
    from hatbox.table.store.interface import Store
    from hatbox.table.tables.catalogue import Catalogue
    from hatbox.table.tables.state import TableState

LOG = logging.getLogger("hatbox.table")
AT_ONCE = 100  # codes that are read together


def can_count(state: "TableState") -> bool:
    """Whether a game can change ratings: people only, one seat each, from the start and without help."""
    seats = state.seats
    return (
        len(state.guests) == len(seats) > 1
        and state.made.fork is None
        and not state.hints
        and not any(seat.help.hints or seat.help.warned or seat.help.aid for seat in seats)
    )


def finished_of(state: "TableState", at: float = 0.0) -> Finished:
    """Return who sat where and how it ended; players who left to a bot lose, and are last unless in a team."""
    match, made = state.match, state.made
    assert match is not None
    values, sides = match.returns, match.sides
    results = []
    for number, seat in enumerate(state.seats):
        left = seat.kind == "bot" and bool(state.began_with[number])
        alone = sides == made.players
        place = 1 + sum(value > values[number] for value in values[:sides])
        known = seat.name != SOMEBODY
        results.append(
            Result(
                seat=number,
                guest=(state.began_with[number] if left else seat.guest) if known else "",
                name=seat.name,
                level=seat.level,
                side=number % sides,
                place=made.players if left and alone else place,
                won=values[number] > 0 and not (left and alone),
            )
        )
    return Finished(state.code, made.game, made.players, at, state.counts, tuple(results))


async def fill_history(store: "Store", catalogue: "Catalogue") -> int:
    """Add all finished games missing from the history; return how many. Unreadable ones are left out."""
    added, failed = 0, set[str]()
    while True:
        codes = [code for code in await store.not_in_history(AT_ONCE + len(failed)) if code not in failed]
        if not codes:
            break
        for code in codes:
            try:
                done = await _add(store, catalogue, code)
            except Exception as error:
                LOG.warning("table %s is not in the history: %s", code, error or type(error).__name__)
                done = False
            added += done
            if not done:
                failed.add(code)
    if added:
        LOG.info("added to the history", extra={"tables": added})
    return added


async def _add(store: "Store", catalogue: "Catalogue", code: str) -> bool:
    """Replay and add one game; False: it could not be added.

    If a player is forgotten meanwhile, they are gone from the journal and then from the history, so the
    journal is read once more.
    """
    from hatbox.table.tables.reading import first_entry, wake

    entries = await store.log(code)
    if not entries:
        return False
    await catalogue.prepare(first_entry(code, entries).game)
    state = await asyncio.to_thread(wake, code, entries)
    if state.status != "over":
        return False
    await store.add_finished(finished_of(state, await store.ended(code)))
    if await store.log(code) == entries:
        return True
    await store.drop_finished(code)
    return False
