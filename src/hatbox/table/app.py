"""The server as a whole: start, stop, pages."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

from aiohttp import web

from hatbox.errors import HatboxError
from hatbox.table import http
from hatbox.table.bot_seats import Brains, Workers
from hatbox.table.endpoints import routes
from hatbox.table.guard import middleware
from hatbox.table.hub import HOUR, Hub
from hatbox.table.limits import Buckets
from hatbox.table.openapi import document
from hatbox.table.pages import add_pages
from hatbox.table.people import People
from hatbox.table.proxy import PROXY, Proxy, from_peers, to_owner
from hatbox.table.reviews import Reviews
from hatbox.table.settings import Settings
from hatbox.table.shelf import Shelf
from hatbox.table.socket import LINES, socket
from hatbox.table.sqlite_store import SqliteStore
from hatbox.table.store import Shared, Store


def make_app(
    store: Store | Path | str,
    settings: Settings | None = None,
    brains: Brains | None = None,
    pages: Path | None = None,
) -> web.Application:
    """A server on a store, a data folder or a database's URL; without brains the bots get worker processes."""
    settings = settings or Settings()
    doors = [from_peers, middleware(settings.limits), to_owner]
    app = web.Application(middlewares=doors, client_max_size=settings.limits.body)
    limits = settings.limits
    app[http.NEW_TABLES] = Buckets(limits.tables_per_hour / HOUR, limits.tables_per_hour)
    app[http.NEW_GUESTS] = Buckets(limits.guests_per_hour / HOUR, limits.guests_per_hour)
    app[LINES] = Counter()
    app.add_routes(routes())
    app.router.add_get("/api/openapi.json", _openapi)
    app.router.add_get("/api/tables/{code}/socket", socket)
    add_pages(app, pages)

    async def life(app: web.Application) -> AsyncIterator[None]:
        opened = await opened_store(store)
        thinkers = brains or Workers(settings.bot_workers)
        hub, people = Hub(opened, thinkers, settings), People(opened)
        app[http.HUB], app[http.PEOPLE] = hub, people
        app[http.SHELF] = Shelf(opened, hub.catalogue)
        app[http.REVIEWS] = Reviews(thinkers, settings.review_ms)
        if isinstance(opened, Shared):
            app[PROXY] = Proxy(opened, settings)
        opened.listen(people.revoked, hub.forget_all)
        hub.start()
        yield
        await hub.close()
        if PROXY in app:
            await app[PROXY].close()
        await app[http.REVIEWS].close()
        await thinkers.close()
        await opened.close()

    app.cleanup_ctx.append(life)
    app.on_shutdown.append(_hang_up)
    return app


async def opened_store(store: Store | Path | str) -> Store:
    """The store itself, or the one in a folder, or in the database of a URL."""
    if isinstance(store, Path):
        return SqliteStore(store)
    if not isinstance(store, str):
        return store
    try:
        from hatbox.table.postgres_store import PostgresStore
    except ModuleNotFoundError as error:
        raise HatboxError(f"A database needs {error.name}: install hatbox[postgres].") from error
    return await PostgresStore.reached(store)


async def _openapi(request: web.Request) -> web.Response:
    """The document of all addresses."""
    return web.Response(body=document(), content_type="application/json")


async def _hang_up(app: web.Application) -> None:
    """Finish what was begun and tell all visitors to come back later."""
    await app[http.HUB].close()
