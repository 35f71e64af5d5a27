"""Requests to addresses that people chose: public https hosts, or hosts that the operator listed.

Nobody may use the table to reach what only the table can reach. A name is resolved once, for both the check
and the connection, no redirect is followed, and only the status of an answer is read.
"""

import socket
from collections.abc import Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from hatbox.table.notices.kinds.kind import NotTaken
from hatbox.table.wire.problems import Refused

ANY = "any"
HTTPS_PORT = 443
LONGEST = 1000  # characters of an address
TRANSLATED = ip_network("64:ff9b::/96")  # IPv4 addresses behind a gateway
NOT_ALLOWED = "A webhook must be an https address on the public internet, such as https://ntfy.sh/my-topic."
LISTED_ONLY = "Webhooks can only go to these hosts: {hosts}."


class Outbound:
    """Sends to allowed hosts."""

    def __init__(self, listed: Sequence[str], timeout: float) -> None:
        """Set up; `listed`: hosts, or hosts with ports, that the operator vouches for."""
        self._listed = tuple(host.lower() for host in listed if host != ANY)
        self._any = ANY in listed
        self._resolver = _Resolver(self)
        self._session = ClientSession(
            connector=TCPConnector(resolver=self._resolver, limit_per_host=4),
            cookie_jar=DummyCookieJar(),
            timeout=ClientTimeout(total=timeout),
            headers={"User-Agent": "hatbox"},
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._session.close()

    def check_hook(self, address: str) -> None:
        """Refuse an address to which people may not send; the operator may have listed all that are allowed."""
        parts = self._checked(address)
        if not self._any and not self._vouched(parts):
            raise Refused(LISTED_ONLY.format(hosts=", ".join(self._listed)), "bad_hook")

    def check_push(self, address: str) -> None:
        """Refuse an invalid push address; browsers choose among many services."""
        self._checked(address)

    def _checked(self, address: str) -> SplitResult:
        try:
            parts = urlsplit(address)
            host, port = parts.hostname or "", parts.port or HTTPS_PORT
        except ValueError as error:
            raise Refused(NOT_ALLOWED, "bad_hook") from error
        plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST
        if not plain or not host or parts.username is not None or parts.scheme not in ("http", "https"):
            raise Refused(NOT_ALLOWED, "bad_hook")
        if self._vouched(parts):
            return parts
        if parts.scheme != "https" or port != HTTPS_PORT or not may_be_public(host):
            raise Refused(NOT_ALLOWED, "bad_hook")
        return parts

    def _vouched(self, parts: SplitResult) -> bool:
        return bool({parts.hostname, parts.netloc.lower()} & set(self._listed))

    def is_listed(self, host: str) -> bool:
        """Whether the operator named this host, with any port."""
        return any(host == one or one.startswith(f"{host}:") for one in self._listed)

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send; return the status of the answer, whose body is not read."""
        try:
            self._checked(address)
            async with self._session.post(
                address, data=body, headers=headers, allow_redirects=False
            ) as answer:
                return answer.status
        except (ClientError, OSError, TimeoutError, Refused, ValueError) as error:
            raise NotTaken(type(error).__name__) from error


class _Resolver(AbstractResolver):
    """Resolves names, without addresses that are not public."""

    def __init__(self, outbound: Outbound) -> None:
        self._outbound = outbound
        self._resolver = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Resolve as usual, but leave out what is not public."""
        found = await self._resolver.resolve(host, port, family)
        if self._outbound.is_listed(host.lower()):
            return found
        public = [one for one in found if is_public(ip_address(one["host"].partition("%")[0]))]
        if not public:
            raise OSError("no public address")
        return public

    async def close(self) -> None:
        """Nothing to close."""
        await self._resolver.close()


def may_be_public(host: str) -> bool:
    """Whether a host is a public address, or a name, which is checked when it is resolved."""
    try:
        return is_public(ip_address(host))
    except ValueError:
        return True


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is public, and does not embed one that is not."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.sixtofour is not None or address.teredo is not None or address in TRANSLATED:
            return False
    return address.is_global and not address.is_multicast
