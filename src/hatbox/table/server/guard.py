"""Checks for every request: limits, foreign sites, errors as JSON, and strict headers."""

import logging
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

from hatbox.errors import HatboxError
from hatbox.table.config import Config
from hatbox.table.identity.people import COOKIE, by_header, set_cookies
from hatbox.table.server.origin import check_host, is_secure
from hatbox.table.wire.problems import Forbidden, Refused, TooFast, Unauthorised
from hatbox.table.wire.rate_limit import Buckets
from hatbox.table.wire.requests import Problem
from hatbox.table.wire.types import encode

LOG = logging.getLogger("hatbox.table.http")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
CSP = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "  # the rules are WebAssembly
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
HSTS = "max-age=31536000"  # seconds: a year of https only
SENTENCES = {
    404: ("not_found", "There is nothing at this address."),
    405: ("bad_method", "This address does not accept that kind of request."),
    408: ("too_slow", "The request took too long to arrive."),
    413: ("too_large", "The request is too large."),
}
COUNTED = ("/api/", "/healthz", "/metrics")
SAFE = ("GET", "HEAD", "OPTIONS")


def problem(status: int, code: str, sentence: str) -> web.Response:
    """Return an error as JSON."""
    body = encode(Problem(code=code, sentence=sentence))
    return web.Response(status=status, body=body, content_type="application/json")


def middleware(config: Config) -> Callable[..., Awaitable[web.StreamResponse]]:
    """Middleware that checks every request and turns every error into an answer."""
    buckets = Buckets(config.limits.requests_per_second, config.limits.requests_at_once)

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        began = time.perf_counter()
        try:
            check_host(request, config)
            _check(request, buckets)
            response = await handler(request)
        except Refused as error:
            response = problem(error.status, error.code, str(error))
            if isinstance(error, Unauthorised) and COOKIE in request.cookies and not by_header(request):
                response.del_cookie(COOKIE, path="/")
        except HatboxError as error:  # refused by the rules or a record
            response = problem(Refused.status, Refused.code, str(error))
        except web.HTTPException as error:
            response = _of_aiohttp(error)
        except Exception:
            if _has_gone(request):
                raise  # there is no connection to answer on
            LOG.exception("a request failed")
            response = problem(500, "server", "Something went wrong on the server.")
        _noted(request, response, time.perf_counter() - began)
        if not response.prepared:
            secure = is_secure(request, config)
            set_cookies(request, response, secure)
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
            if secure:
                response.headers.setdefault("Strict-Transport-Security", HSTS)
        return response

    return guard


def _has_gone(request: web.Request) -> bool:
    """Whether the visitor disconnected; a store that lost its database does not count."""
    return request.transport is None or request.transport.is_closing()


def _noted(request: web.Request, response: web.StreamResponse, seconds: float) -> None:
    """Return what was requested by its route, not by its address, which may hold a name or a code."""
    level = logging.INFO if response.status >= 400 else logging.DEBUG
    if LOG.isEnabledFor(level):
        resource = request.match_info.route.resource
        route = resource.canonical if resource is not None else "none"
        facts = {"method": request.method, "route": route, "status": response.status}
        LOG.log(level, "request", extra={**facts, "ms": round(seconds * 1000, 1)})


def _check(request: web.Request, buckets: Buckets) -> None:
    """Refuse foreign sites and visitors over their limit."""
    counted = request.path.startswith(COUNTED)  # a first visit fetches a few hundred files of the app
    if counted and not buckets.allows(request.remote or ""):
        raise TooFast("Slow down a little, please.")
    origin = request.headers.get("Origin")
    socket = request.headers.get("Upgrade", "").lower() == "websocket"
    if origin is not None and (socket or request.method not in SAFE) and not same_site(origin, request.host):
        raise Forbidden("Requests from other sites are not allowed.", "foreign_origin")


def same_site(origin: str, host: str) -> bool:
    """Whether the request comes from a page of this server."""
    try:
        return urlsplit(origin).netloc.lower() == host.lower() and bool(host)
    except ValueError:
        return False


def _of_aiohttp(error: web.HTTPException) -> web.StreamResponse:
    """Return the framework's own errors in our words."""
    if error.status < 400:
        return error
    code, sentence = SENTENCES.get(error.status, ("bad_request", error.reason))
    return problem(error.status, code, sentence)
