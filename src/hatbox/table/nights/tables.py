"""The tables of a night: made when a round starts, and left to a bot by people who go."""

import logging

from hatbox.table.commands.dispatch import carry_out
from hatbox.table.identity.given_names import given_bot_names
from hatbox.table.nights.night import Night, NightGame, NightTable
from hatbox.table.nights.pairing import BOT
from hatbox.table.store.interface import CodeTaken
from hatbox.table.tables import journal
from hatbox.table.tables.registry import Registry
from hatbox.table.tables.seats import bot_seat
from hatbox.table.wire.problems import Refused
from hatbox.table.wire.requests import MakeTable
from hatbox.table.wire.table import Stand

LOG = logging.getLogger("hatbox.table")


async def make_table(registry: Registry, code: str, night: Night, game: NightGame, table: NightTable) -> None:
    """Make a planned table, unless it is there already; bots have names in the night's language."""
    seats = [
        journal.Seat()
        if number == BOT
        else journal.Seat(kind="person", name=night.people[number].name, guest=night.people[number].guest)
        for number in table.seats
    ]
    for k, seat in enumerate(seats):
        if seat.kind == "open" or not seat.guest:
            seats[k] = bot_seat(seats, k, night.level, given_bot_names(night.language))
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
        await registry.make(wish, "", seats, night=code, code=table.code)
    except CodeTaken:
        return  # it is there


async def leave_table(registry: Registry, code: str, guest: str, seat: int) -> None:
    """A bot takes the seat of somebody who went; where another process has the table, it does after a while."""
    try:
        await carry_out(await registry.table(code), guest, Stand(seat=seat))
    except Refused as error:
        LOG.info("a seat was not left at once: %s", error, extra={"table": code})
