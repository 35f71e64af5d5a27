"""Any process serves any visitor: requests about a table of another process are forwarded to its owner.

Everything about one table has its code in the address, so one middleware is enough for all of it. The owner
sees the visitor as if it had come directly: same address, same host, same cookie.
"""

import asyncio
import contextlib
import hmac
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import (
    ClientConnectorError,
    ClientError,
    ClientSession,
    ClientTimeout,
    ClientWebSocketResponse,
    ClientWSTimeout,
    DummyCookieJar,
    WSCloseCode,
    WSMsgType,
    hdrs,
    web,
)
from multidict import CIMultiDict

from hatbox.table.config import Config
from hatbox.table.store.interface import Peer, Shared
from hatbox.table.wire.problems import Conflict

LOG = logging.getLogger("hatbox.table.proxy")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Elsewhere = Callable[[str], Awaitable[Peer | None]]  # the process that owns a table; None: this one
SECRET, REMOTE, SCHEME = "X-Hatbox-Peer", "X-Hatbox-For", "X-Hatbox-Scheme"
OURS = (SECRET, REMOTE, SCHEME)
HOP_BY_HOP = (
    hdrs.CONNECTION, hdrs.KEEP_ALIVE, hdrs.TRANSFER_ENCODING, hdrs.CONTENT_LENGTH, hdrs.UPGRADE, hdrs.TE,
    hdrs.TRAILER, hdrs.SEC_WEBSOCKET_KEY, hdrs.SEC_WEBSOCKET_VERSION, hdrs.SEC_WEBSOCKET_EXTENSIONS,
    hdrs.SEC_WEBSOCKET_ACCEPT, hdrs.DATE, hdrs.SERVER,
)  # fmt: skip
TRIES, PAUSE = (
    8,
    0.1,
)  # seconds before each new attempt to reach an owner that does not answer
FROM_PEER = web.RequestKey("hatbox_from_peer", bool)
LONGEST = ClientTimeout(total=40, connect=1)  # a long poll takes 25 s
HANDSHAKE = 2.0  # seconds that an owner may take for a socket's handshake; one that hangs never answers


class Proxy:
    """Forwards visitors to the processes that own their tables."""

    def __init__(self, store: Shared, config: Config, elsewhere: Elsewhere) -> None:
        """Set up; connections to other processes are opened when needed."""
        self._store = store
        self._elsewhere = elsewhere
        self._config = config
        self._session = ClientSession(
            cookie_jar=DummyCookieJar(), auto_decompress=False, timeout=LONGEST, raise_for_status=False
        )

    async def announce(self, address: str) -> None:
        """Tell other processes where to find this one."""
        await self._store.announce(address)

    def trusts(self, request: web.Request) -> bool:
        """Whether another process of ours is asking."""
        return hmac.compare_digest(request.headers.get(SECRET, "").encode(), self._store.secret.encode())

    async def serve(self, request: web.Request, handler: Handler, code: str) -> web.StreamResponse:
        """Let the owner answer, which may be this process."""
        for _ in range(TRIES):
            peer = await self._elsewhere(code)
            if peer is None:
                return await handler(request)
            if request.get(FROM_PEER):
                break  # the owner has just changed: never forward in circles
            if peer.address:
                try:
                    return await self._pass_on(request, peer)
                except (ClientError, TimeoutError) as error:  # it died, is about to, or hangs
                    LOG.info("the owner of %s at %s does not answer: %s", code, peer.address, error)
                    if request.method != "GET" and not isinstance(error, ClientConnectorError):
                        break  # it may have been done: the client has to check
            await asyncio.sleep(PAUSE)
        raise Conflict("The table is moving to another process. Please try again.", "asleep")

    async def _pass_on(self, request: web.Request, peer: Peer) -> web.StreamResponse:
        url = f"http://{peer.address}{request.raw_path}"
        headers = self._headers(request, peer)
        if request.headers.get(hdrs.UPGRADE, "").lower() == "websocket":
            return await self._socket(request, url, headers)
        try:
            async with asyncio.timeout(self._config.limits.body_seconds):
                body = await request.read()
        except TimeoutError as error:
            raise web.HTTPRequestTimeout from error
        async with self._session.request(
            request.method, url, headers=headers, data=body or None, allow_redirects=False
        ) as answer:
            kept = CIMultiDict((k, v) for k, v in answer.headers.items() if k.title() not in _DROPPED)
            return web.Response(status=answer.status, headers=kept, body=await answer.read())

    def _headers(self, request: web.Request, peer: Peer) -> CIMultiDict[str]:
        """Return the visitor's own headers, and its address."""
        headers = CIMultiDict((k, v) for k, v in request.headers.items() if k.title() not in _DROPPED)
        headers[SECRET], headers[REMOTE] = peer.secret, request.remote or ""
        headers[SCHEME] = request.scheme
        return headers

    # ---- sockets -----------------------------------------------------------------------------------------------

    async def _socket(self, request: web.Request, url: str, headers: CIMultiDict[str]) -> web.StreamResponse:
        """Connect two sockets; when one closes the other does, with the same code."""
        timeout = ClientWSTimeout(ws_close=1.0)
        try:
            async with asyncio.timeout(HANDSHAKE):
                theirs = await self._session.ws_connect(url, headers=headers, timeout=timeout, max_msg_size=0)
        except ClientError as error:
            if getattr(error, "status", 0) < 400:
                raise
            return await self._plain(url, headers)  # refused: pass on the reason
        config = self._config
        ours = web.WebSocketResponse(
            heartbeat=config.heartbeat, max_msg_size=config.limits.message, compress=False
        )
        async with theirs:
            await ours.prepare(request)
            await _both_ways(ours, theirs, request, config.send_limit)
        return ours

    async def _plain(self, url: str, headers: CIMultiDict[str]) -> web.StreamResponse:
        """Return the owner's refusal of a socket, as without a second process in between."""
        headers[hdrs.CONNECTION], headers[hdrs.UPGRADE] = "Upgrade", "websocket"
        headers[hdrs.SEC_WEBSOCKET_VERSION], headers[hdrs.SEC_WEBSOCKET_KEY] = (
            "13",
            "aGF0Ym94IGlzIGFza2luZw==",
        )
        async with self._session.get(url, headers=headers) as answer:
            return web.Response(
                status=answer.status if answer.status >= 400 else 503,
                body=await answer.read() if answer.status >= 400 else b"",
                content_type=answer.content_type,
            )

    async def close(self) -> None:
        """Close all connections."""
        await self._session.close()


PROXY = web.AppKey("proxy", Proxy)
_DROPPED = {str(name).title() for name in (*HOP_BY_HOP, *OURS)}


async def _both_ways(
    ours: web.WebSocketResponse, theirs: ClientWebSocketResponse, request: web.Request, limit: float
) -> None:
    """Forward messages in both directions until one side closes."""

    async def inwards() -> None:
        async for message in ours:
            await _sent(theirs, message)

    async def outwards() -> None:
        async for message in theirs:
            async with asyncio.timeout(limit):
                await _sent(ours, message)

    tasks = [asyncio.create_task(inwards(), name="inwards"), asyncio.create_task(outwards(), name="outwards")]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    if any(isinstance(result, TimeoutError) for result in results) and request.transport is not None:
        request.transport.abort()  # stuck: the visitor reconnects by itself
        return
    code = theirs.close_code if theirs.closed else None
    broken = code is None or code == WSCloseCode.ABNORMAL_CLOSURE
    with contextlib.suppress(ConnectionError, TimeoutError):
        await ours.close(code=WSCloseCode.SERVICE_RESTART if broken else code or WSCloseCode.OK)


async def _sent(side: Any, message: Any) -> None:
    """Forward one message."""
    if message.type is WSMsgType.TEXT:
        await side.send_str(message.data)
    elif message.type is WSMsgType.BINARY:
        await side.send_bytes(message.data)


@web.middleware
async def from_peers(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Accept a visitor's address from another of our processes; nobody else may set it."""
    proxy = request.app.get(PROXY)
    if proxy is None or SECRET not in request.headers or not proxy.trusts(request):
        return await handler(request)
    known = request.clone(
        remote=request.headers.get(REMOTE, ""), scheme=request.headers.get(SCHEME, request.scheme)
    )
    known[FROM_PEER] = True
    return await handler(known)


@web.middleware
async def to_owner(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let the owner of a table answer every request with the table's code in its address."""
    proxy, code = request.app.get(PROXY), request.match_info.get("code")
    if proxy is None or code is None:
        return await handler(request)
    return await proxy.serve(request, handler, code)
