"""What a round of a night is: games that can be played, who sits where. No store, no network."""

from collections.abc import Collection
from typing import Any

from hatbox.table.identity import codes
from hatbox.table.nights.night import Night, NightGame, NightRound, NightTable
from hatbox.table.nights.pairing import NobodyPlays, next_round
from hatbox.table.tables.catalogue import checked, sent_options
from hatbox.table.wire.nights import NightGameWish
from hatbox.table.wire.problems import Conflict, Refused


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


def planned(night: Night, teams: dict[int, int], away: Collection[int]) -> NightRound:
    """The next round of a night, without those who are away; its tables have codes already."""
    people = night.present(away)
    if len(people) < 2:
        raise Conflict("A round needs at least two people.", "too_few")
    which = len(night.played) % len(night.games)
    game = night.games[which]
    points = {row.person: int(row.points * 12) for row in night.standing()} if night.kind == "swiss" else None
    try:
        found = next_round(
            people,
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
