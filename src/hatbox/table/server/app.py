"""The server as a whole: start, stop, pages."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

from aiohttp import web, web_response

from hatbox.table.config import Config
from hatbox.table.connections.proxy import PROXY, Proxy, from_peers, to_owner
from hatbox.table.finished.archive import Archive
from hatbox.table.finished.review import Reviews
from hatbox.table.identity.people import People
from hatbox.table.identity.vacation import Vacations
from hatbox.table.nights.service import Nights
from hatbox.table.notices.service import NoticeService
from hatbox.table.server.guard import middleware
from hatbox.table.server.half_open import HALF_OPEN, HalfOpen
from hatbox.table.server.health import HEALTH, Health
from hatbox.table.server.http.endpoints import routes
from hatbox.table.server.http.nights import NEW_NIGHTS, NIGHTS
from hatbox.table.server.http.notices import NEW_WAYS, NOTICES
from hatbox.table.server.http.openapi import document
from hatbox.table.server.http.request import ARCHIVE, MISSES, NEW_GUESTS, NEW_TABLES, PEOPLE, REVIEWS, TABLES
from hatbox.table.server.http.socket import LINES, socket
from hatbox.table.server.http.static import add_modules, add_pages
from hatbox.table.server.http.vacation import VACATIONS
from hatbox.table.server.origin import known_origin
from hatbox.table.store.interface import Shared, Store
from hatbox.table.store.opening import opened_store
from hatbox.table.tables.registry import HOUR, Registry
from hatbox.table.thinking.workers import Thinkers, Workers
from hatbox.table.wire.rate_limit import Buckets

# The server's name without versions. The only inner name of aiohttp in use: a request that cannot be read
# never reaches the app, so none of its signals would do. `test_no_versions_are_told` fails if the name goes.
web_response.SERVER_SOFTWARE = "hatbox"  # type: ignore[attr-defined]


def make_app(
    store: Store | Path | str,
    config: Config | None = None,
    thinkers: Thinkers | None = None,
    pages: Path | None = None,
) -> web.Application:
    """Make a server on a store, a data folder or a database URL; without thinkers, bots get worker processes."""
    config = config or Config()
    half_open = HalfOpen(config.limits)
    passed = [half_open.asked, known_origin(config), from_peers, middleware(config), to_owner]
    app = web.Application(middlewares=passed, client_max_size=config.limits.body)
    limits = config.limits
    app[HALF_OPEN] = half_open
    app[NEW_TABLES] = Buckets(limits.tables_per_hour / HOUR, limits.tables_per_hour)
    app[NEW_NIGHTS] = Buckets(limits.nights_per_hour / HOUR, limits.nights_per_hour)
    app[NEW_GUESTS] = Buckets(limits.guests_per_hour / HOUR, limits.guests_per_hour)
    app[NEW_WAYS] = Buckets(limits.ways_per_hour / HOUR, limits.ways_per_hour)
    app[MISSES] = Buckets(limits.misses_per_hour / HOUR, limits.misses_at_once)
    app[LINES] = Counter()
    app.add_routes(routes())
    app.router.add_get("/api/openapi.json", _openapi)
    app.router.add_get("/api/tables/{code}/socket", socket)
    if config.modules:
        add_modules(app, config.modules)
    add_pages(app, pages)

    async def life(app: web.Application) -> AsyncIterator[None]:
        opened = await opened_store(store)
        workers = thinkers or Workers(config.bot_workers)
        registry, people = Registry(opened, workers, config), People(opened)
        app[TABLES], app[PEOPLE], app[HEALTH] = registry, people, Health(opened)
        app[VACATIONS] = Vacations(opened)
        app[NIGHTS] = Nights(registry)
        app[ARCHIVE] = Archive(opened, registry.catalogue)
        app[REVIEWS] = Reviews(workers, config.review_ms)
        if isinstance(opened, Shared):
            app[PROXY] = Proxy(opened, config, registry.elsewhere)

        def revoked(token: bytes) -> None:
            people.revoked(token)
            registry.sign_out(token)

        opened.listen(revoked, registry.forget_all, registry.forget_code, registry.vacation_changed)
        registry.start()
        app[NOTICES] = NoticeService(opened, config, registry.services.metrics)
        await app[NOTICES].start()
        yield
        await app[NOTICES].close()
        await registry.close()
        if PROXY in app:
            await app[PROXY].close()
        await app[REVIEWS].close()
        await workers.close()
        await opened.close()

    app.cleanup_ctx.append(life)
    app.on_shutdown.append(_hang_up)
    return app


async def _openapi(request: web.Request) -> web.Response:
    """Return the document of all addresses."""
    return web.Response(body=document(), content_type="application/json")


async def _hang_up(app: web.Application) -> None:
    """Finish what was started and tell all visitors to reconnect later."""
    app[NIGHTS].close()
    await app[TABLES].close()
