"""Guests: no account, only a secret in an HttpOnly cookie (or a bearer token for bots), stored as a hash.

A second HttpOnly cookie holds the secrets of other people who have used this device: when you open someone's
link, you stay known here and can switch back.
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
MOST_OTHERS = 7  # people on one device besides the current one
SHOWN = 5  # names and games shown for a person
ONE_TIME = 600.0  # seconds that a link to another device works
SEPARATOR = "."  # occurs in no token
ID = 16  # letters of a token's hash that identify a device


@dataclass
class Jar:
    """The cookies set with the answer; None: unchanged."""

    token: str | None = None
    others: list[str] | None = None


JAR = web.RequestKey("hatbox_jar", Jar)


class People:
    """Recognises guests by their tokens."""

    def __init__(self, store: Store) -> None:
        """Start with an empty cache of recent guests."""
        self._store = store
        self._known: OrderedDict[bytes, tuple[str, float]] = (
            OrderedDict()
        )  # guest, and until when the entry is valid

    async def who(self, request: web.Request) -> str | None:
        """Return the guest who is asking; None: no token. A wrong token is refused."""
        hashed = token_hash_of(request)
        if hashed is None:
            return None
        guest = await self._guest(hashed)
        if guest is None:
            raise Unauthorised("This token is unknown or has expired.")
        return guest

    async def who_looks(self, request: web.Request) -> str | None:
        """Return the guest for whom the table is shown; nobody with `watch`, as on a big screen that everyone sees."""
        return None if "watch" in request.query else await self.who(request)

    async def who_or_new(self, request: web.Request) -> str:
        """Return the guest who is asking; a visitor without a token becomes one."""
        guest = await self.who(request)
        if guest is None:
            guest, token = await self.welcome(browser_of(request.headers.get("User-Agent", "")))
            request[JAR] = Jar(token=token)
        return guest

    async def welcome(self, browser: str = "") -> tuple[str, str]:
        """Make a new guest and its token."""
        guest, token = codes.guest_id(), codes.token()
        await self._store.add_guest(guest, codes.token_hash(token), browser)
        return guest, token

    # ---- links to other devices --------------------------------------------------------------------------------

    async def offer_move(self, guest: str) -> str:
        """Return a secret that lets a guest use another device; it works once and not for long."""
        secret = codes.token()
        await self._store.offer_move(guest, codes.token_hash(secret), time.time() + ONE_TIME)
        return secret

    async def behind(self, secret: str) -> Person:
        """Return whose seats a one-time secret brings, without using it up."""
        guest = await self._store.offered(codes.token_hash(secret))
        if guest is None:
            raise NotFound("This link has been used or has expired.", "no_secret")
        return await self._person("", guest, here=False)

    async def claim_move(self, request: web.Request, secret: str) -> None:
        """Switch this device to the guest behind a one-time secret; the previous guest stays known."""
        mine, before = codes.token(), await self._all_here(request)
        browser = browser_of(request.headers.get("User-Agent", ""))
        guest = await self._store.claim_move(codes.token_hash(secret), codes.token_hash(mine), browser)
        if guest is None:
            raise NotFound("This link has been used or has expired.", "no_secret")
        again = [token for token, known in before.items() if known == guest]
        if again:  # the same person needs only one token here
            await self._store.forget_tokens([codes.token_hash(token) for token in again])
        request[JAR] = Jar(mine, [token for token in before if token not in again][:MOST_OTHERS])

    # ---- people on this device ---------------------------------------------------------------------------------

    async def here(self, request: web.Request) -> list[Person]:
        """Return everyone who has used this device, the current person first."""
        current = request.cookies.get(COOKIE)
        return [
            await self._person(name_of(codes.token_hash(token)), guest, token == current)
            for token, guest in (await self._all_here(request)).items()
        ]

    async def guests_here(self, request: web.Request) -> list[str]:
        """Everybody who has appeared on this device."""
        return list((await self._all_here(request)).values())

    async def _person(self, id: str, guest: str, here: bool) -> Person:
        """A person with the latest names and games, and the profile."""
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
        """Switch to another person of this device."""
        here = list(await self._all_here(request))
        chosen = next((token for token in here if name_of(codes.token_hash(token)) == id), None)
        if chosen is None:
            raise NotFound("This person is not known on this device.", "no_person_here")
        request[JAR] = Jar(chosen, [token for token in here if token != chosen])

    async def _all_here(self, request: web.Request) -> dict[str, str]:
        """Return the tokens of this device that still work, with their guests."""
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
        """Return the devices on which a guest is known."""
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
        """Revoke a token of a guest and close its connections."""
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
        """Forget a token that was revoked, here or by another process."""
        self._known.pop(hashed, None)

    async def _guest(self, hashed: bytes) -> str | None:
        """Return the guest of a token; read again every day, which also notes that it is in use."""
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
    """Return an id for a token that reveals nothing about it."""
    return hashed.hex()[:ID]


def checked_profile(wish: ProfileWish, locked: bool) -> StoredProfile:
    """A profile as it is kept; children have no rating. `locked`: its name is one of those that the app gives."""
    name = clean(wish.name)
    if locked:
        must_be_given(name)
    return StoredProfile(name, wish.figure, wish.colour, wish.child, wish.rated and not wish.child)


def profile_of(kept: StoredProfile) -> Profile:
    """Return a profile as it is sent to its own person."""
    return msgspec.convert(asdict(kept), Profile)


def token_hash_of(request: web.Request) -> bytes | None:
    """Return the hash of the request's token; None: there is none."""
    token = bearer(request) or request.cookies.get(COOKIE)
    return codes.token_hash(token[: LONGEST_TOKEN + 1]) if token else None


def by_header(request: web.Request) -> bool:
    """Whether a bot is asking; a fault of its token says nothing about a cookie."""
    return "Authorization" in request.headers


def bearer(request: web.Request) -> str | None:
    """Return the token of a bot."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if not kind:
        return None
    if kind.lower() != "bearer" or not token:
        raise Unauthorised("A bot must send `Authorization: Bearer TOKEN`.")
    return token.strip()


def set_cookies(request: web.Request, response: web.StreamResponse, secure: bool) -> None:
    """Set a device's cookies; `secure`: sent over encrypted connections only."""
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
