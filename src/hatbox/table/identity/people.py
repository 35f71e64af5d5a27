"""Guests: no account, only a secret in an HttpOnly cookie (or a bearer token for bots), kept as a hash.

A second cookie, as unreadable for scripts, holds the secrets of other people who have appeared on this device: whoever
opens somebody's link stays known here and can switch back.
"""

import time
from collections import OrderedDict
from dataclasses import asdict, dataclass

import msgspec
from aiohttp import web

from hatbox.table.identity import codes
from hatbox.table.identity.browsers import browser_of
from hatbox.table.identity.given_names import must_be_given
from hatbox.table.identity.names import clean
from hatbox.table.store.interface import Store
from hatbox.table.store.profiles import StoredProfile
from hatbox.table.wire.people import DeviceInfo, Person, Profile, ProfileWish
from hatbox.table.wire.problems import Conflict, NotFound, Unauthorised

COOKIE, OTHERS = "hatbox_guest", "hatbox_others"
YEAR = 365 * 86400
DAY = 86400.0  # seconds
REMEMBERED = 4096
LONGEST_TOKEN = 128
MOST_OTHERS = 7  # people on one device beside the one who plays
SHOWN = 5  # names and games of a person
ONE_TIME = 600.0  # seconds that a link to move a seat works
SEPARATOR = "."  # no token has one
ID = 16  # letters of a token's hash that name a device


@dataclass
class Jar:
    """The cookies that a device gets with the answer; None: as it was."""

    token: str | None = None
    others: list[str] | None = None


JAR = web.RequestKey("hatbox_jar", Jar)


class People:
    """Knows guests by their tokens."""

    def __init__(self, store: Store) -> None:
        """Remember those who were here lately."""
        self._store = store
        self._known: OrderedDict[bytes, tuple[str, float]] = (
            OrderedDict()
        )  # guest, and until when that counts

    async def who(self, request: web.Request) -> str | None:
        """The guest who asks; None: somebody without a token. A wrong token is refused."""
        hashed = token_hash_of(request)
        if hashed is None:
            return None
        guest = await self._guest(hashed)
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
            guest, token = await self.welcome(browser_of(request.headers.get("User-Agent", "")))
            request[JAR] = Jar(token=token)
        return guest

    async def welcome(self, browser: str = "") -> tuple[str, str]:
        """A new guest and its token."""
        guest, token = codes.guest_id(), codes.token()
        await self._store.add_guest(guest, codes.token_hash(token), browser)
        return guest, token

    # ---- links to other devices --------------------------------------------------------------------------------

    async def offer_move(self, guest: str) -> str:
        """A secret with which a guest appears on another device; works once and not for long."""
        secret = codes.token()
        await self._store.offer_move(guest, codes.token_hash(secret), time.time() + ONE_TIME)
        return secret

    async def behind(self, secret: str) -> Person:
        """Whose seats a one-time secret brings, without using it up."""
        guest = await self._store.offered(codes.token_hash(secret))
        if guest is None:
            raise NotFound("This link has been used or is too old.", "no_secret")
        return await self._person("", guest, here=False)

    async def claim_move(self, request: web.Request, secret: str) -> None:
        """Let the guest behind a one-time secret appear on this device; who was here before stays known."""
        mine, before = codes.token(), await self._all_here(request)
        browser = browser_of(request.headers.get("User-Agent", ""))
        guest = await self._store.claim_move(codes.token_hash(secret), codes.token_hash(mine), browser)
        if guest is None:
            raise NotFound("This link has been used or is too old.", "no_secret")
        again = [token for token, known in before.items() if known == guest]
        if again:  # the same person needs one token here
            await self._store.forget_tokens([codes.token_hash(token) for token in again])
        request[JAR] = Jar(mine, [token for token in before if token not in again][:MOST_OTHERS])

    # ---- people on this device ---------------------------------------------------------------------------------

    async def here(self, request: web.Request) -> list[Person]:
        """Everybody who has appeared on this device, first who appears now."""
        current = request.cookies.get(COOKIE)
        return [
            await self._person(name_of(codes.token_hash(token)), guest, token == current)
            for token, guest in (await self._all_here(request)).items()
        ]

    async def guests_here(self, request: web.Request) -> list[str]:
        """Everybody who has appeared on this device."""
        return list((await self._all_here(request)).values())

    async def _person(self, id: str, guest: str, here: bool) -> Person:
        """A person by the latest names and games, and the profile."""
        seats, kept = await self._store.seated(guest), await self._store.profile(guest)
        names, games = dict.fromkeys(seat.name for seat in seats), dict.fromkeys(seat.game for seat in seats)
        profile = profile_of(kept) if kept else None
        return Person(id=id, names=[*names][:SHOWN], games=[*games][:SHOWN], here=here, profile=profile)

    async def join(self, request: web.Request, new: StoredProfile) -> None:
        """One more person on this device, who appears from now on; the others stay known."""
        before = list(await self._all_here(request))
        if len(before) > MOST_OTHERS:
            raise Conflict(f"A device knows at most {MOST_OTHERS + 1} people.", "too_many_profiles")
        guest, token = await self.welcome(browser_of(request.headers.get("User-Agent", "")))
        await self._store.save_profile(guest, new)
        request[JAR] = Jar(token, before)

    async def switch(self, request: web.Request, id: str) -> None:
        """Appear as another person of this device."""
        here = list(await self._all_here(request))
        chosen = next((token for token in here if name_of(codes.token_hash(token)) == id), None)
        if chosen is None:
            raise NotFound("Nobody of that kind is known on this device.", "no_person_here")
        request[JAR] = Jar(chosen, [token for token in here if token != chosen])

    async def _all_here(self, request: web.Request) -> dict[str, str]:
        """The tokens of this device that still work, with their guests."""
        current, others = request.cookies.get(COOKIE), request.cookies.get(OTHERS, "").split(SEPARATOR)
        found: dict[str, str] = {}
        for token in [current, *others[:MOST_OTHERS]]:
            guest = (
                await self._guest(codes.token_hash(token)) if token and len(token) <= LONGEST_TOKEN else None
            )
            if token and guest is not None and guest not in found.values():
                found[token] = guest
        return found

    # ---- devices of one person ---------------------------------------------------------------------------------

    async def devices(self, request: web.Request, guest: str) -> list[DeviceInfo]:
        """Where a guest is known."""
        mine = token_hash_of(request)
        return [
            DeviceInfo(
                id=name_of(device.token),
                browser=device.browser,
                used=round(device.used * 1000),
                here=device.token == mine,
            )
            for device in await self._store.devices(guest)
        ]

    async def sign_out(self, guest: str, id: str) -> None:
        """Revoke a token of a guest; its open lines end."""
        found = [device.token for device in await self._store.devices(guest) if name_of(device.token) == id]
        if not found:
            raise NotFound("There is no such device.", "no_device")
        await self._store.forget_tokens(found)

    async def forget(self, request: web.Request) -> None:
        """Revoke the token of a request."""
        hashed = token_hash_of(request)
        if hashed is not None:
            self.revoked(hashed)
            await self._store.forget_tokens([hashed])

    def revoked(self, hashed: bytes) -> None:
        """A token was revoked, here or by another process."""
        self._known.pop(hashed, None)

    async def _guest(self, hashed: bytes) -> str | None:
        """The guest of a token; asked for again every day, which also notes that it is used."""
        guest, until = self._known.get(hashed, (None, 0.0))
        if guest is None or time.time() > until:
            guest = await self._store.guest(hashed)
            self._known.pop(hashed, None)
            if guest is not None:
                self._known[hashed] = (guest, time.time() + DAY)
                if len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
        return guest


def name_of(hashed: bytes) -> str:
    """A name for a token that says nothing about it."""
    return hashed.hex()[:ID]


def checked_profile(wish: ProfileWish, locked: bool) -> StoredProfile:
    """A profile as it is kept; children have no rating. `locked`: its name is one of those that the app gives."""
    name = clean(wish.name)
    if locked:
        must_be_given(name)
    return StoredProfile(name, wish.figure, wish.colour, wish.child, wish.rated and not wish.child)


def profile_of(kept: StoredProfile) -> Profile:
    """A profile as it is sent to its own person."""
    return msgspec.convert(asdict(kept), Profile)


def token_hash_of(request: web.Request) -> bytes | None:
    """The hash of the token with which somebody asks; None: there is none."""
    token = bearer(request) or request.cookies.get(COOKIE)
    return codes.token_hash(token[: LONGEST_TOKEN + 1]) if token else None


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


def set_cookies(request: web.Request, response: web.StreamResponse, secure: bool) -> None:
    """Give a device its cookies; `secure`: they are sent on encrypted lines only."""
    jar = request.get(JAR)
    if jar is None:
        return
    for name, value in (
        (COOKIE, jar.token),
        (OTHERS, None if jar.others is None else SEPARATOR.join(jar.others)),
    ):
        if value:
            response.set_cookie(
                name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=secure, path="/"
            )
        elif value is not None:
            response.del_cookie(name, path="/")
