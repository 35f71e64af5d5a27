"""Where a request comes from: the visitor's address, scheme and host, behind a reverse proxy as well.

A forwarded address is believed only from a proxy that the operator named. From here on `request.remote` is the key by
which visitors are counted, and `request.scheme` is what the visitor's browser used.
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
HOME = 64  # bits of an IPv6 address that one household has
LONGEST_HOST = 255
FOR_MACHINES = ("/healthz", "/metrics")  # asked by address, not by name
ADDRESS = web.RequestKey("hatbox_address", str)  # of the visitor, whole


def networks(text: str) -> tuple[Network, ...]:
    """`127.0.0.1, 10.0.0.0/8` as networks."""
    try:
        return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())
    except ValueError as error:
        raise HatboxError(
            f"Addresses are written like 127.0.0.1 or 10.0.0.0/8, with commas between: {error}."
        ) from error


def public_url(text: str) -> str:
    """The address under which people reach the table, without a path; empty: any."""
    if not text:
        return ""
    parts = urlsplit(text)
    if parts.scheme not in SCHEMES or not parts.netloc or parts.path not in ("", "/") or parts.query:
        raise HatboxError(f"--public-url takes an address such as https://hats.example.org, not {text!r}.")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def visitor(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """The address of a visitor; each trusted proxy is asked who was before it."""
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
    """The key by which a visitor is counted: one household has a whole IPv6 network."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network((int(found), HOME), strict=False))


def _bare(text: str) -> str:
    """An address without its port, or nothing where it is none."""
    host = text[1:].partition("]")[0] if text.startswith("[") else text
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(ip_address(host))
    except ValueError:
        return ""


def known_origin(config: Config) -> Callable[..., Awaitable[web.StreamResponse]]:
    """Middleware that puts the visitor's own address and scheme in the place of the proxy's."""

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
    """Refuse a name that is not ours: another site's name could lead here and take our cookies."""
    if len(request.host) > LONGEST_HOST:
        raise Refused("The name of the host is too long.", "bad_host")
    if not config.public_url or request.path in FOR_MACHINES:
        return
    if request.host.lower() != urlsplit(config.public_url).netloc:
        raise Forbidden(f"This table is at {config.public_url}.", "foreign_host")


def may_read_metrics(request: web.Request, config: Config) -> bool:
    """Whether the operator lets this address read the numbers; a proxy that nobody named hides who asks."""
    hidden = FORWARDED_FOR in request.headers and not config.trusted_proxies
    return not hidden and is_within(request[ADDRESS], config.metrics_for)


def base_of(request: web.Request, config: Config) -> str:
    """How links to this server begin."""
    return config.public_url or f"{request.scheme}://{request.host}"


def is_secure(request: web.Request, config: Config) -> bool:
    """Whether the visitor's line is encrypted all the way."""
    return request.secure or config.public_url.startswith("https://")
