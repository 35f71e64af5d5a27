"""The server as a whole: start, stop, pages."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

from aiohttp import web

from hatbox.table import http
from hatbox.table.bot_seats import Brains, Workers
from hatbox.table.endpoints import routes
from hatbox.table.guard import middleware
from hatbox.table.hub import HOUR, Hub
from hatbox.table.invitation import Moves
from hatbox.table.limits import Buckets
from hatbox.table.openapi import document
from hatbox.table.pages import add_pages
from hatbox.table.people import People
from hatbox.table.settings import Settings
from hatbox.table.socket import LINES, socket
from hatbox.table.sqlite_store import SqliteStore
from hatbox.table.store import Store


def make_app(
    store: Store | Path,
    settings: Settings | None = None,
    brains: Brains | None = None,
    pages: Path | None = None,
) -> web.Application:
    """A server on a store or a data folder; without brains the bots get worker processes."""
    settings = settings or Settings()
    app = web.Application(middlewares=[middleware(settings.limits)], client_max_size=settings.limits.body)
    limits = settings.limits
    app[http.NEW_TABLES] = Buckets(limits.tables_per_hour / HOUR, limits.tables_per_hour)
    app[http.NEW_GUESTS] = Buckets(limits.guests_per_hour / HOUR, limits.guests_per_hour)
    app[LINES] = Counter()
    app.add_routes(routes())
    app.router.add_get("/api/openapi.json", _openapi)
    app.router.add_get("/api/tables/{code}/socket", socket)
    add_pages(app, pages)

    async def life(app: web.Application) -> AsyncIterator[None]:
        opened = SqliteStore(store) if isinstance(store, Path) else store
        thinkers = brains or Workers(settings.bot_workers)
        hub = Hub(opened, thinkers, settings)
        app[http.HUB], app[http.PEOPLE] = hub, People(opened)
        app[http.MOVES] = Moves()
        hub.start()
        yield
        await hub.close()
        await thinkers.close()
        await opened.close()

    app.cleanup_ctx.append(life)
    app.on_shutdown.append(_hang_up)
    return app


async def _openapi(request: web.Request) -> web.Response:
    """The document of all addresses."""
    return web.Response(body=document(), content_type="application/json")


async def _hang_up(app: web.Application) -> None:
    """Finish what was begun and tell all visitors to come back later."""
    await app[http.HUB].close()
