"""Guests: no account, only a secret in an HttpOnly cookie (or a bearer token for bots), kept as a hash."""

import time
from collections import OrderedDict

from aiohttp import web

from hatbox.table.identity import codes
from hatbox.table.store.interface import Store
from hatbox.table.wire.problems import NotFound, Unauthorised

COOKIE = "hatbox_guest"
YEAR = 365 * 86400
REMEMBERED = 4096
LONGEST_TOKEN = 128
ONE_TIME = 600.0  # seconds that a link to move a seat works
NEW_TOKEN = web.RequestKey("hatbox_new_token", str)


class People:
    """Knows guests by their tokens."""

    def __init__(self, store: Store) -> None:
        """Remember those who were here lately."""
        self._store = store
        self._known: OrderedDict[bytes, str] = OrderedDict()

    async def who(self, request: web.Request) -> str | None:
        """The guest who asks; None: somebody without a token. A wrong token is refused."""
        token = bearer(request) or request.cookies.get(COOKIE)
        if not token:
            return None
        guest = await self._guest(codes.token_hash(token)) if len(token) <= LONGEST_TOKEN else None
        if guest is None:
            raise Unauthorised("This seat token is not known here.")
        return guest

    async def who_looks(self, request: web.Request) -> str | None:
        """Whose eyes see the table; nobody's with `watch`, as on a big screen that stands before everybody."""
        return None if "watch" in request.query else await self.who(request)

    async def who_or_new(self, request: web.Request) -> str:
        """The guest who asks; somebody without a token becomes one."""
        guest = await self.who(request)
        if guest is None:
            guest, token = await self.welcome()
            request[NEW_TOKEN] = token
        return guest

    async def welcome(self) -> tuple[str, str]:
        """A new guest and its token."""
        guest, token = codes.guest_id(), codes.token()
        await self._store.add_guest(guest, codes.token_hash(token))
        return guest, token

    async def offer_move(self, guest: str) -> str:
        """A secret with which a guest appears on another device; works once and not for long."""
        secret = codes.token()
        await self._store.offer_move(guest, codes.token_hash(secret), time.time() + ONE_TIME)
        return secret

    async def claim_move(self, request: web.Request, secret: str) -> None:
        """Let the guest behind a one-time secret appear on this device too."""
        token = codes.token()
        if await self._store.claim_move(codes.token_hash(secret), codes.token_hash(token)) is None:
            raise NotFound("This link has been used or is too old.", "no_secret")
        request[NEW_TOKEN] = token

    async def forget(self, request: web.Request) -> None:
        """Revoke the token of a request."""
        token = bearer(request) or request.cookies.get(COOKIE)
        if token:
            self._known.pop(codes.token_hash(token), None)
            await self._store.forget_tokens([codes.token_hash(token)])

    def revoked(self, hashed: bytes) -> None:
        """Somebody left on another process."""
        self._known.pop(hashed, None)

    async def _guest(self, hashed: bytes) -> str | None:
        guest = self._known.get(hashed)
        if guest is None:
            guest = await self._store.guest(hashed)
            if guest is not None:
                self._known[hashed] = guest
                if len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
        return guest


def by_header(request: web.Request) -> bool:
    """Whether a bot asks; what is wrong with its token says nothing about a cookie."""
    return "Authorization" in request.headers


def bearer(request: web.Request) -> str | None:
    """The token of a bot."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if not kind:
        return None
    if kind.lower() != "bearer" or not token:
        raise Unauthorised("A bot sends `Authorization: Bearer TOKEN`.")
    return token.strip()


def set_cookie(request: web.Request, response: web.StreamResponse, secure: bool) -> None:
    """Give a new guest its cookie; `secure`: it is sent on encrypted lines only."""
    token = request.get(NEW_TOKEN)
    if token is not None:
        response.set_cookie(
            COOKIE, token, max_age=YEAR, httponly=True, samesite="Lax", secure=secure, path="/"
        )
