"""A night as one person sees it."""

from collections.abc import Collection
from fractions import Fraction

from hatbox.table.identity.given_names import free_given_names
from hatbox.table.nights.night import Night, NightTable
from hatbox.table.nights.standing import EVEN, shares
from hatbox.table.wire.nights import (
    GivenName,
    NightGameInfo,
    NightInfo,
    NightListed,
    NightRoundInfo,
    NightRow,
    NightTableInfo,
    SentHome,
)


def night_for(
    code: str, night: Night, mark: str, guest: str | None, away: Collection[int], now: float
) -> NightInfo:
    """The night for one guest; the list of names only for those who have to choose one."""
    me, runs = night.person_of(guest), bool(guest) and guest == night.host
    barred = me is not None and night.people[me].sent_home
    preparing = bool(night.played) and not night.played[-1].made
    choosing = (
        night.lock_names and not night.over and not barred and (me is None or not night.people[me].here)
    )
    return NightInfo(
        code=code,
        mark=mark,
        name=night.name,
        kind=night.kind,
        players=night.wanted,
        rounds=night.rounds,
        bots=night.bots,
        clock=night.clock,
        lock_chat=night.lock_chat,
        lock_names=night.lock_names,
        auto_rounds=night.auto_rounds,
        next_in=None if night.next_at is None else max(0.0, round(night.next_at - now, 1)),
        over=night.over,
        preparing=preparing,
        games=[NightGameInfo(game=one.game, options=one.options, sizes=one.sizes) for one in night.games],
        standing=_rows(night, away),
        played=[
            NightRoundInfo(
                game=night.games[one.game].game,
                tables=[_table(table) for table in one.tables] if one.made else [],
                byes=one.byes,
            )
            for one in night.played
        ],
        host=runs,
        me=me if me is not None and night.people[me].here else None,
        table=_now_at(night, me),
        names=_free_names(night) if choosing else [],
        barred=barred,
        sent_home=[
            SentHome(person=k, name=one.name)
            for k, one in enumerate(night.people)
            if runs and one.sent_home and one.guest
        ],
    )


def listed_for(code: str, night: Night, guest: str) -> NightListed:
    """The night in a list."""
    return NightListed(
        code=code,
        name=night.name,
        round=len(night.played),
        rounds=night.rounds,
        people=len(night.here),
        over=night.over,
        host=guest == night.host,
        table=_now_at(night, night.person_of(guest)),
    )


def _now_at(night: Night, me: int | None) -> str:
    """The code of the table where somebody plays now."""
    found = night.table_of(me)
    return found.code if found is not None and not found.done and not night.over else ""


def _free_names(night: Night) -> list[GivenName]:
    taken = [night.people[k].name for k in night.known]
    return [GivenName(name=name, animal=k) for k, name in free_given_names(night.language, taken).items()]


def _rows(night: Night, away: Collection[int]) -> list[NightRow]:
    return [
        NightRow(
            person=row.person,
            name=night.people[row.person].name,
            here=night.people[row.person].here,
            away=row.person in away,
            rank=row.rank,
            points=_shown(row.points),
            wins=row.wins,
            games=row.games,
            byes=row.byes,
            strength=_shown(row.strength),
        )
        for row in night.standing()
    ]


def _table(table: NightTable) -> NightTableInfo:
    given = shares(table.places, table.sides) if table.places else [EVEN] * len(table.seats)
    points = [_shown(one) for one in given] if table.done else []
    return NightTableInfo(
        code=table.code, seats=table.seats, points=points, cut=table.cut and not table.places
    )


def _shown(points: Fraction) -> float:
    return round(float(points), 1)
