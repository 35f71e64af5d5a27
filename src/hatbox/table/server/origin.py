"""Where a request comes from: the visitor's address, scheme and host, also behind a reverse proxy.

A forwarded address is trusted only from a proxy that the operator named. From here on `request.remote` is the
key by which visitors are counted, and `request.scheme` is what the visitor's browser used.
"""

from collections.abc import Awaitable, Callable, Sequence
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from aiohttp import web

from hatbox.errors import HatboxError
from hatbox.table.config import Config, Network
from hatbox.table.wire.problems import Forbidden, Refused

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
FORWARDED_FOR, FORWARDED_PROTO = "X-Forwarded-For", "X-Forwarded-Proto"
SCHEMES = ("http", "https")
HOME = 64  # bits of an IPv6 address that one household shares
LONGEST_HOST = 255
FOR_MACHINES = ("/healthz", "/metrics")  # requested by address, not by name
ADDRESS = web.RequestKey("hatbox_address", str)  # the visitor's full address


def networks(text: str) -> tuple[Network, ...]:
    """Return `127.0.0.1, 10.0.0.0/8` as networks."""
    try:
        return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())
    except ValueError as error:
        raise HatboxError(
            f"Use addresses such as 127.0.0.1 or 10.0.0.0/8, separated by commas: {error}."
        ) from error


def public_url(text: str) -> str:
    """Return the address under which people reach the table, without a path; empty: any."""
    if not text:
        return ""
    parts = urlsplit(text)
    if parts.scheme not in SCHEMES or not parts.netloc or parts.path not in ("", "/") or parts.query:
        raise HatboxError(f"--public-url takes an address such as https://hats.example.org, not {text!r}.")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def visitor(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """Return the address of a visitor; each trusted proxy names the one before it."""
    chain = [part.strip() for part in forwarded.split(",") if part.strip()]
    while chain and is_within(peer, trusted):
        before = _bare(chain.pop())
        if not before:
            break
        peer = before
    return peer


def is_within(address: str, known: Sequence[Network]) -> bool:
    """Whether an address belongs to one of these networks."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    plain = found.ipv4_mapped or found if isinstance(found, IPv6Address) else found
    return any(plain in network for network in known)


def counted_as(address: str) -> str:
    """Return the key by which a visitor is counted: a household has a whole IPv6 network."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network((int(found), HOME), strict=False))


def _bare(text: str) -> str:
    """Return an address without its port, or None if it is not one."""
    host = text[1:].partition("]")[0] if text.startswith("[") else text
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(ip_address(host))
    except ValueError:
        return ""


def known_origin(config: Config) -> Callable[..., Awaitable[web.StreamResponse]]:
    """Middleware that replaces the proxy's address and scheme by the visitor's own."""

    @web.middleware
    async def known(request: web.Request, handler: Handler) -> web.StreamResponse:
        peer, scheme = request.remote or "", request.scheme
        address = peer
        if config.trusted_proxies and is_within(peer, config.trusted_proxies):
            address = visitor(peer, request.headers.get(FORWARDED_FOR, ""), config.trusted_proxies)
            told = request.headers.get(FORWARDED_PROTO, "").strip().lower()
            scheme = told if told in SCHEMES else scheme
        request[ADDRESS], address = address, counted_as(address)
        if address != peer or scheme != request.scheme:
            request = request.clone(remote=address, scheme=scheme)
        return await handler(request)

    return known


def check_host(request: web.Request, config: Config) -> None:
    """Refuse a host name that is not ours: another site's name could lead here and steal our cookies."""
    if len(request.host) > LONGEST_HOST:
        raise Refused("The host name is too long.", "bad_host")
    if not config.public_url or request.path in FOR_MACHINES:
        return
    if request.host.lower() != urlsplit(config.public_url).netloc:
        raise Forbidden(f"This table is at {config.public_url}.", "foreign_host")


def may_read_metrics(request: web.Request, config: Config) -> bool:
    """Whether this address may read the metrics; an unnamed proxy hides the caller."""
    hidden = FORWARDED_FOR in request.headers and not config.trusted_proxies
    return not hidden and is_within(request[ADDRESS], config.metrics_for)


def base_of(request: web.Request, config: Config) -> str:
    """Return how links to this server start."""
    return config.public_url or f"{request.scheme}://{request.host}"


def is_secure(request: web.Request, config: Config) -> bool:
    """Whether the visitor's connection is encrypted all the way."""
    return request.secure or config.public_url.startswith("https://")
