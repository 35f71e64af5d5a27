"""The browser app's files; every page address returns the same page, and a plain one if the app is not built."""

import mimetypes
from pathlib import Path

from aiohttp import web

import hatbox
from hatbox.game import slugs
from hatbox.table.server.http.request import TABLES
from hatbox.table.wire.problems import NotFound

BUILT = Path(hatbox.__file__).parent / "web_dist"
LONGEST = 200  # characters of a path; no page and no file of ours has more
YEAR = "public, max-age=31536000, immutable"
PLAIN = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Hatbox</title>
<h1>Hatbox</h1><p>The table is open, but the browser app has not been built.
The <a href="/api/games">list of games</a> and the rest of the interface work.</p></html>
"""


def add_pages(app: web.Application, folder: Path | None = None) -> None:
    """Serve the built browser app."""
    home = (folder or BUILT).resolve()

    async def page(request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        if path.startswith("api/"):
            raise NotFound("There is nothing at this address.")
        if len(path) > LONGEST or "\0" in path:
            raise NotFound("There is nothing at this address.")
        file = (home / path).resolve()
        if path and file.is_relative_to(home) and file.is_file():
            return _file(file, path.startswith("assets/"))
        if "." in path.rsplit("/", 1)[-1]:
            raise NotFound("There is nothing at this address.")
        index = home / "index.html"
        return _file(index, False) if index.is_file() else web.Response(text=PLAIN, content_type="text/html")

    app.router.add_get("/{path:.*}", page)


def add_modules(app: web.Application, folder: Path) -> None:
    """Serve browser modules that were not there when the app was built, each as soon as it is compiled."""

    async def module(request: web.Request) -> web.StreamResponse:
        slug = request.match_info["game"]
        if slug not in slugs():
            raise NotFound("There is no such game.", "no_game")
        await request.app[TABLES].catalogue.prepare(slug)
        file = folder / f"{slug}.wasm"
        if not file.is_file():
            raise NotFound("There is nothing here.")
        return web.FileResponse(
            file, headers={"Cache-Control": "no-cache", "Content-Type": "application/wasm"}
        )

    app.router.add_get("/api/modules/{game}.wasm", module)


def _file(file: Path, forever: bool) -> web.StreamResponse:
    """Return a file; those with a hash in their name may be cached forever."""
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {"Cache-Control": YEAR if forever else "no-cache", "Content-Type": kind}
    return web.FileResponse(file, headers=headers)
