"""A person's vacation: times during which the person's deadlines at tables over days do not run.

A vacation is a list of time spans, sorted and disjoint. Every calendar day that a span touches counts, at
most 14 in a year. Days begin at midnight UTC for everyone, so that no time zone gives a day more.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta

from hatbox.table.store.interface import Store
from hatbox.table.store.vacations import Span as Span
from hatbox.table.wire.people import Vacation, VacationSpan, VacationYear
from hatbox.table.wire.problems import Conflict, NotFound, Refused

DAYS_PER_YEAR = 14
AHEAD = 366  # days from now within which a vacation may begin
Change = Callable[[list[Span]], list[Span]]
TRIES = 8  # where another device of the same person changes it at the same moment


def day_of(at: float) -> date:
    """Return the day of a moment."""
    return datetime.fromtimestamp(at, UTC).date()


def start_of(day: date) -> float:
    """Return the moment at which a day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def days_of(spans: Iterable[Span]) -> set[date]:
    """Return every day that is touched, each once."""
    days: set[date] = set()
    for start, until in spans:
        day = day_of(start)
        while start_of(day) < until:
            days.add(day)
            day += timedelta(days=1)
    return days


def left_in(spans: Iterable[Span], year: int) -> int:
    """Return how many days a person may still take in a year."""
    return DAYS_PER_YEAR - sum(day.year == year for day in days_of(spans))


def joined(spans: Iterable[Span]) -> list[Span]:
    """Return the same times in order; spans that touch or overlap are merged."""
    found: list[Span] = []
    for start, until in sorted(span for span in spans if span[0] < span[1]):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], until))
        else:
            found.append((start, until))
    return found


def with_days(spans: Sequence[Span], now: float, first: date | None, last: date) -> list[Span]:
    """Return the spans with one more, from now or a later day to the end of the last; refused if too long."""
    today = day_of(now)
    begin = today if first is None else first
    if not today <= begin <= last:
        raise Refused(
            f"A vacation must begin on {today} or later, and end on the same day or later.", "bad_days"
        )
    if (begin - today).days > AHEAD or (last - begin).days >= 2 * DAYS_PER_YEAR:
        raise Conflict(_too_many(spans, begin.year), "too_many_days")
    more = joined([*spans, (max(now, start_of(begin)), start_of(last + timedelta(days=1)))])
    for year in {begin.year, last.year}:
        if left_in(more, year) < 0:
            raise Conflict(_too_many(spans, year), "too_many_days")
    return more


def _too_many(spans: Sequence[Span], year: int) -> str:
    return f"You can take at most {DAYS_PER_YEAR} vacation days a year; {left_in(spans, year)} are left in {year}."


def ended(spans: Sequence[Span], now: float, start: float) -> list[Span]:
    """Return the spans without the rest of the one that starts then; unused days are given back."""
    if not any(begin == start and until > now for begin, until in spans):
        raise NotFound("There is no such vacation, or it is over.", "no_vacation")
    return joined((begin, min(until, now) if begin == start else until) for begin, until in spans)


def away_until(spans: Iterable[Span], now: float) -> float | None:
    """Return until when a person is away now."""
    return next((until for start, until in spans if start <= now < until), None)


def runs_out(since: float, seconds: float, spans: Iterable[Span]) -> float:
    """Return the time after so many seconds, not counting a vacation."""
    end = since + seconds
    for start, until in spans:
        if until > since and start < end:
            end += until - max(start, since)
    return end


class Vacations:
    """Changes people's vacations; several devices of one person may do so at the same moment."""

    def __init__(self, store: Store) -> None:
        """Keep the store; everything is in it."""
        self._store = store

    async def of(self, guest: str | None) -> Vacation:
        """Return a person's vacation, and how many days are left."""
        now = time.time()
        spans, _ = await self._store.vacation(guest) if guest else ([], "")
        this_year = day_of(now).year
        return Vacation(
            known=guest is not None,
            today=day_of(now).isoformat(),
            spans=[_shown(span, now) for span in spans if span[1] > now],
            years=[VacationYear(year=year, left=left_in(spans, year)) for year in (this_year, this_year + 1)],
        )

    async def take(self, guest: str, first: date | None, last: date) -> None:
        """Stop a person's deadlines from then to the end of that day."""
        now = time.time()
        await self._change(guest, lambda spans: with_days(spans, now, first, last))

    async def end(self, guest: str, start: float) -> None:
        """End a vacation now, or cancel it."""
        now = time.time()
        await self._change(guest, lambda spans: ended(spans, now, start))

    async def _change(self, guest: str, change: Change) -> None:
        """Read, check and write, again if someone else wrote in between; repeating it changes nothing."""
        for _ in range(TRIES):
            spans, mark = await self._store.vacation(guest)
            own = secrets.token_hex(8)
            await self._store.keep_vacation(guest, change(spans), mark, own)
            if (await self._store.vacation(guest))[1] == own:
                return
        raise Conflict("Another device changed your vacation at the same moment.", "conflict")


def _shown(span: Span, now: float) -> VacationSpan:
    start, until = span
    last = day_of(until) - timedelta(days=1) if until == start_of(day_of(until)) else day_of(until)
    return VacationSpan(start=start, first=day_of(start).isoformat(), last=last.isoformat(), now=start <= now)
