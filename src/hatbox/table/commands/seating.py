"""Seats before and during the game: sit, stand, fill, kick, help."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from hatbox.match.match import NAMES
from hatbox.table.commands.dispatch import handles
from hatbox.table.identity.given_names import is_given, must_be_given
from hatbox.table.identity.names import clean, told_apart
from hatbox.table.tables import journal
from hatbox.table.tables.seats import bot_seat, free_name
from hatbox.table.wire.problems import Conflict, Forbidden, NotFound, Refused
from hatbox.table.wire.requests import SeatWish
from hatbox.table.wire.table import Fill, GiveHelp, Kick, Sit, Stand
from hatbox.table.wire.types import DEFAULT_LEVEL, ClockKind, Pace

if TYPE_CHECKING:
    from hatbox.table.tables.table import OpenTable

OPEN = journal.Seat()


def first_seats(
    wishes: list[SeatWish],
    players: int,
    guest: str,
    names: Sequence[str] = NAMES,
    locked: bool = False,
) -> list[journal.Seat]:
    """Return the seats of a new table; those not listed are open. `locked`: names come from a list."""
    if len(wishes) > players:
        raise Refused(f"There are {players} seats, but {len(wishes)} were listed.", "bad_seats")
    seats = [OPEN] * players
    for number, wish in enumerate(wishes):
        if wish.kind == "bot":
            seats[number] = bot_seat(seats, number, wish.level or DEFAULT_LEVEL, names)
        elif wish.kind == "me":
            name = _name(wish.name, seats, number, locked) if wish.name else free_name(seats, number, names)
            seats[number] = journal.Seat(kind="person", name=name, guest=guest, given=wish.help)
    return seats


@handles(Sit)
async def sit(table: "OpenTable", guest: str, request: Sit) -> None:
    """Take an open seat, or change the name on my own."""
    must_wait(table)
    must_be_no_night(table)
    table.presence.must_not_be_kicked(guest)
    seat = _seat(table, request.seat)
    if seat.kind != "open" and seat.guest != guest:
        raise Conflict("This seat is already taken.", "seat_taken")
    name = _name(request.name, table.state.seats, request.seat, table.services.config.lock_names)
    sitting = msgspec.structs.replace(seat, kind="person", name=name, guest=guest)
    await _change(table, {request.seat: sitting})


@handles(Stand)
async def stand(table: "OpenTable", guest: str, request: Stand) -> None:
    """Leave a seat: before the game it becomes open, during the game a bot takes it for good."""
    seat = _seat(table, request.seat)
    if seat.guest != guest:
        raise Forbidden("This is not your seat.", "not_yours")
    if table.state.status == "over":
        raise Conflict("The game is over.", "over")
    bot = journal.Seat(kind="bot", name=seat.name, level=DEFAULT_LEVEL)
    state = table.state  # after seeing the promise nobody can undo the draw; a night continues
    begun = state.playing or state.drawing or state.made.night
    await _change(table, {request.seat: bot if begun else OPEN})


@handles(Fill)
async def fill(table: "OpenTable", guest: str, request: Fill) -> None:
    """Turn open seats, or one seat without a person, into bots."""
    must_start(table, guest)
    must_wait(table)
    seats = list(table.state.seats)
    names = bot_names(request.names, table.services.config.lock_names)
    changes: dict[int, journal.Seat] = {}
    if request.seat is not None and _seat(table, request.seat).kind == "person":
        raise Conflict("This seat is already taken.", "seat_taken")
    if request.seat is not None and seats[request.seat].kind == "bot":
        changes[request.seat] = msgspec.structs.replace(seats[request.seat], level=request.level)
    for number in table.state.open_seats() if request.seat is None else {request.seat} - changes.keys():
        changes[number] = seats[number] = bot_seat(seats, number, request.level, names)
    if changes:
        await _change(table, changes)


@handles(Kick)
async def kick(table: "OpenTable", guest: str, request: Kick) -> None:
    """Open a seat again, before the game; the guest who had it stays out of this table."""
    must_be_host(table, guest)
    must_wait(table)
    seat = _seat(table, request.seat)
    if seat.kind == "person" and seat.guest != guest:
        await table.commit(journal.Kicked(guest=seat.guest))
        table.presence.send_away(seat.guest)
    elif seat.kind != "open":
        await _change(table, {request.seat: OPEN})


@handles(GiveHelp)
async def give_help(table: "OpenTable", guest: str, request: GiveHelp) -> None:
    """Set the help for a person's seat; the host and the seat's player may do so."""
    seat = _seat(table, request.seat)
    if guest not in (table.state.made.host, seat.guest):
        raise Forbidden("Only the host or the player in this seat can do that.", "not_yours")
    must_wait(table)
    must_be_no_night(table)
    if seat.kind != "person":
        raise Conflict("Only a seat with a person can have help.", "no_person")
    if seat.help != request.help:
        await _change(table, {request.seat: msgspec.structs.replace(seat, given=request.help)})


def _name(wished: str, seats: Sequence[journal.Seat], number: int, locked: bool) -> str:
    """Return a name for a seat that looks like nobody else's."""
    name = clean(wished)
    if locked:
        must_be_given(name)
    return told_apart(name, [seat.name for k, seat in enumerate(seats) if k != number])


def bot_names(wished: Sequence[str], locked: bool) -> Sequence[str]:
    """Return names for bots; where names come from a list, others are refused."""
    return NAMES if not wished or (locked and not all(map(is_given, wished))) else wished


async def _change(table: "OpenTable", seats: dict[int, journal.Seat]) -> None:
    await table.commit(journal.SeatsChanged(seats=seats))


def _seat(table: "OpenTable", number: int) -> journal.Seat:
    if not 0 <= number < table.state.made.players:
        raise NotFound(f"Seats are numbered 0 to {table.state.made.players - 1}.", "no_seat")
    return table.state.seats[number]


def must_be_host(table: "OpenTable", guest: str) -> None:
    """Refuse everyone except the host."""
    if guest != table.state.made.host:
        raise Forbidden("Only the host can do that.", "host_only")


def must_start(table: "OpenTable", guest: str) -> None:
    """Refuse everyone who may not start the game."""
    if not table.state.may_start(guest):
        raise Forbidden("Only the host can do that.", "host_only")


def must_be_no_night(table: "OpenTable") -> None:
    """Refuse what people cannot change at a table of a game night."""
    if table.state.made.night:
        raise Conflict("This table belongs to a game night, where that is already decided.", "night_table")


def must_fit(clock: ClockKind | None, pace: Pace | None) -> None:
    """Refuse a clock together with days."""
    if clock is not None and pace is not None:
        raise Refused("A table has either clocks or days: leave out `clock` or `pace`.", "two_times")


def must_wait(table: "OpenTable") -> None:
    """Refuse what is only allowed before the start."""
    if table.state.match is not None or table.preparing:
        raise Conflict("The game has already started.", "started")
