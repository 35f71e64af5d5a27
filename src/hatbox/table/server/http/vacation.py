"""My vacation, over HTTP: my deadlines do not run meanwhile."""

from aiohttp import web

from hatbox.table.identity.vacation import Vacations
from hatbox.table.server.http.request import PEOPLE, TABLES, body, guest_of, reply
from hatbox.table.wire.people import EndVacation, TakeVacation

VACATIONS = web.AppKey("vacations", Vacations)


async def get_vacation(request: web.Request) -> web.Response:
    """Return when I am away, and how many days are left."""
    return reply(await request.app[VACATIONS].of(await request.app[PEOPLE].who(request)))


async def take_vacation(request: web.Request) -> web.Response:
    """Take a vacation from now, or from a later day, to the end of another one."""
    wish, guest = await body(request, TakeVacation), await guest_of(request)
    await request.app[VACATIONS].take(guest, wish.first, wish.last)
    return await _changed(request, guest)


async def end_vacation(request: web.Request) -> web.Response:
    """End or cancel a vacation."""
    wish, guest = await body(request, EndVacation), await guest_of(request)
    await request.app[VACATIONS].end(guest, wish.start)
    return await _changed(request, guest)


async def _changed(request: web.Request, guest: str) -> web.Response:
    await request.app[TABLES].learn_vacation(guest)  # whoever gets an answer can rely on it at the next move
    return reply(await request.app[VACATIONS].of(guest))
