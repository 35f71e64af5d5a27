"""Before and after the game: sit, stand, fill, kick, help, start, rematch."""

import logging

import msgspec

from hatbox.table.identity.names import clean
from hatbox.table.tables import journal
from hatbox.table.tables.state import bot_seat, free_name
from hatbox.table.tables.table import LiveTable
from hatbox.table.wire.problems import Conflict, Forbidden, NotFound, Refused
from hatbox.table.wire.protocol import DEFAULT_LEVEL, Help, MakeTable, SeatWish

LOG = logging.getLogger("hatbox.table")
OPEN = journal.Seat()


def first_seats(wishes: list[SeatWish], players: int, guest: str) -> list[journal.Seat]:
    """The seats of a new table; those that are not listed are open."""
    if len(wishes) > players:
        raise Refused(f"There are {players} seats, but {len(wishes)} were listed.", "bad_seats")
    seats = [OPEN] * players
    for number, wish in enumerate(wishes):
        if wish.kind == "bot":
            seats[number] = bot_seat(seats, number, wish.level or DEFAULT_LEVEL)
        elif wish.kind == "me":
            name = clean(wish.name) if wish.name else free_name(seats, number)
            seats[number] = journal.Seat(kind="person", name=name, guest=guest)
    return seats


async def sit(live: LiveTable, guest: str, number: int, name: str) -> None:
    """Take an open seat, or change the name on my own."""
    _waiting(live)
    seat = _seat(live, number)
    if seat.kind != "open" and seat.guest != guest:
        raise Conflict("Somebody already sits here.", "seat_taken")
    sitting = msgspec.structs.replace(seat, kind="person", name=clean(name), guest=guest)
    await _change(live, {number: sitting})


async def stand(live: LiveTable, guest: str, number: int) -> None:
    """Leave a seat: before the game it becomes open, during the game a bot takes it for good."""
    if _seat(live, number).guest != guest:
        raise Forbidden("This is not your seat.", "not_yours")
    if live.state.status == "over":
        raise Conflict("The game is over.", "over")
    name = live.state.seats[number].name
    left = journal.Seat(kind="bot", name=name, level=DEFAULT_LEVEL) if live.state.playing else OPEN
    await _change(live, {number: left})


async def fill(live: LiveTable, guest: str, level: str) -> None:
    """Open seats become bots."""
    _host(live, guest)
    _waiting(live)
    seats = list(live.state.seats)
    changes: dict[int, journal.Seat] = {}
    for number in live.state.open_seats():
        changes[number] = seats[number] = bot_seat(seats, number, level)
    if changes:
        await _change(live, changes)


async def kick(live: LiveTable, guest: str, number: int) -> None:
    """Make a seat open again, before the game."""
    _host(live, guest)
    _waiting(live)
    if _seat(live, number).kind != "open":
        await _change(live, {number: OPEN})


async def help(live: LiveTable, guest: str, number: int, help: Help) -> None:
    """Give a person's seat hints, for everybody to see; the host may, and whoever sits there."""
    seat = _seat(live, number)
    if guest not in (live.state.made.host, seat.guest):
        raise Forbidden("Only the host or whoever sits here can do that.", "not_yours")
    _waiting(live)
    if seat.kind != "person":
        raise Conflict("Help is for people: nobody sits here.", "no_person")
    if seat.help != help:
        await _change(live, {number: msgspec.structs.replace(seat, help=help)})


async def check_start(live: LiveTable, guest: str) -> None:
    """Whether the host may start now; raises otherwise."""
    _host(live, guest)
    _waiting(live)
    if live.state.open_seats():
        raise Conflict("There are open seats: fill them with bots or wait for people.", "open_seats")


async def begin(live: LiveTable) -> None:
    """Start the game; the rules are ready."""
    if live.state.match is not None:
        return
    live.preparing = False
    if live.state.open_seats():
        live.show_table()
        return
    live.state.v += 1
    live.state.start()
    await live.store(journal.Started(), with_head=True)
    LOG.info("started", extra={"table": live.state.code, "game": live.state.made.game})
    live.show_table()
    live.tell_changed()


async def next_table(live: LiveTable, guest: str) -> MakeTable | str:
    """The code of the rematch, or what it should be like: the same people, the next one begins."""
    state = live.state
    if state.status != "over":
        raise Conflict("The game is not over yet.", "not_over")
    if not state.seats_of(guest) and guest != state.made.host:
        raise Forbidden("Only who sat here may ask for a rematch.", "not_yours")
    if state.rematch is not None:
        return state.rematch
    made = state.made
    return MakeTable(
        game=made.game,
        players=made.players,
        options=made.options,
        aid=made.aid,
        public=made.public,
        hints=made.hints,
        chat=made.chat,
        clock=made.clock,
    )


def rotated(live: LiveTable) -> list[journal.Seat]:
    """The seats of a rematch: everybody moves up one, so that another one begins."""
    seats = live.state.seats
    return [*seats[1:], seats[0]]


async def rematched(live: LiveTable, code: str) -> str:
    """Remember where the next game is; whoever came second gets the first one's table."""
    if live.state.rematch is None:
        live.state.rematch = code
        live.state.v += 1
        await live.store(journal.Rematched(code=code))
        live.show_table()
    return live.state.rematch


async def _change(live: LiveTable, seats: dict[int, journal.Seat]) -> None:
    """Give seats, store it, show it."""
    live.state.seat(seats)
    live.state.v += 1
    await live.store(journal.SeatsChanged(seats=seats), with_head=True)
    live.show_table()
    live.tell_changed()


def _seat(live: LiveTable, number: int) -> journal.Seat:
    if not 0 <= number < live.state.made.players:
        raise NotFound(f"The seats here are 0 to {live.state.made.players - 1}.", "no_seat")
    return live.state.seats[number]


def _host(live: LiveTable, guest: str) -> None:
    if guest != live.state.made.host:
        raise Forbidden("Only the host can do that.", "host_only")


def _waiting(live: LiveTable) -> None:
    if live.state.match is not None or live.preparing:
        raise Conflict("The game has begun.", "started")
