"""Identity over HTTP: tokens, links to other devices, people on this device, profiles, erasure."""

import asyncio
import time

from aiohttp import web

from hatbox.table.identity import codes
from hatbox.table.identity.names import clean
from hatbox.table.identity.people import COOKIE, checked_profile, profile_of
from hatbox.table.server.http.request import (
    NEW_GUESTS,
    PEOPLE,
    TABLES,
    body,
    guess,
    guest_of,
    new_guest,
    reply,
    within,
)
from hatbox.table.store.interface import Store
from hatbox.table.store.profiles import SavedRules, StoredProfile
from hatbox.table.tables.catalogue import checked, sent_options
from hatbox.table.wire.people import Chosen, Profile, ProfileWish, RuleSet, RuleSetWish
from hatbox.table.wire.problems import Conflict, NotFound
from hatbox.table.wire.requests import Claim, Nothing, Secret

MOST_RULES = 50  # sets of rules per person
LONGEST_RULES = 48  # letters of their names


async def make_token(request: web.Request) -> web.Response:
    """Return a bearer token for a bot, which is a guest like any other."""
    await body(request, Nothing)
    within(request, NEW_GUESTS)
    return reply(Secret(secret=(await request.app[PEOPLE].welcome())[1]), 201)


async def move_device(request: web.Request) -> web.Response:
    """Return a one-time secret that lets me use another device."""
    await body(request, Nothing)
    guest = await guest_of(request)
    return reply(Secret(secret=await request.app[PEOPLE].offer_move(guest)), 201)


async def look_at_device(request: web.Request) -> web.Response:
    """Return whose seats a one-time secret brings; it is not used up."""
    wish = await body(request, Claim)
    try:
        return reply(await request.app[PEOPLE].behind(wish.secret))
    except NotFound:
        guess(request)
        raise


async def claim_device(request: web.Request) -> web.Response:
    """Switch this device to the guest who made the secret."""
    wish = await body(request, Claim)
    await request.app[PEOPLE].claim_move(request, wish.secret)
    return web.Response(status=204)


async def get_people(request: web.Request) -> web.Response:
    """Return everyone known on this device."""
    return reply(await request.app[PEOPLE].here(request))


async def switch(request: web.Request) -> web.Response:
    """Switch to another person of this device."""
    wish = await body(request, Chosen)
    await request.app[PEOPLE].switch(request, wish.id)
    return web.Response(status=204)


async def get_devices(request: web.Request) -> web.Response:
    """Return my devices."""
    guest = await guest_of(request)
    return reply(await request.app[PEOPLE].devices(request, guest))


async def sign_out(request: web.Request) -> web.Response:
    """Sign me out on one of my devices."""
    wish = await body(request, Chosen)
    await request.app[PEOPLE].sign_out(await guest_of(request), wish.id)
    return web.Response(status=204)


async def leave(request: web.Request) -> web.Response:
    """Sign me out on this device."""
    await request.app[PEOPLE].forget(request)
    return _without_cookie()


async def forget_me(request: web.Request) -> web.Response:
    """Delete everything about me: tokens, and my name at every table and in every record."""
    await body(request, Nothing)
    await request.app[TABLES].forget_person(await guest_of(request))
    return _without_cookie()


def _without_cookie() -> web.Response:
    response = web.Response(status=204)
    response.del_cookie(COOKIE, path="/")
    return response


# ---- profiles and saved rules ------------------------------------------------------------------------------------


async def get_profile(request: web.Request) -> web.Response:
    """Return my profile."""
    guest = await request.app[PEOPLE].who(request)
    kept = await _store(request).profile(guest) if guest else None
    return reply(profile_of(kept) if kept else Profile())


async def _wished_profile(request: web.Request) -> StoredProfile:
    return checked_profile(await body(request, ProfileWish), request.app[TABLES].config.lock_names)


async def save_profile(request: web.Request) -> web.Response:
    """Change my profile, or get one."""
    new = await _wished_profile(request)
    guest = await new_guest(request)
    await _store(request).save_profile(guest, new)
    return reply(profile_of(new))


async def join(request: web.Request) -> web.Response:
    """One more person on this device, who appears from now on."""
    new = await _wished_profile(request)
    within(request, NEW_GUESTS)
    await request.app[PEOPLE].join(request, new)
    return web.Response(status=204)


async def get_rule_sets(request: web.Request) -> web.Response:
    """Return my saved sets of rules."""
    return await _rule_sets(request, await request.app[PEOPLE].who(request))


async def _rule_sets(request: web.Request, guest: str | None) -> web.Response:
    kept = await _store(request).saved_rules(guest) if guest else []
    return reply(
        [
            RuleSet(id=one.id, name=one.name, game=one.game, players=one.players, options=one.options)
            for one in kept
        ]
    )


async def save_rules(request: web.Request) -> web.Response:
    """Save rules under a name; options as in the rulebook are left out."""
    wish = await body(request, RuleSetWish)
    name = clean(wish.name, LONGEST_RULES)
    game = await asyncio.to_thread(checked, wish.game, wish.players, wish.options)
    usual = {option.name: option.default for option in game.rulebook.options}
    options = {name: value for name, value in sent_options(game).items() if game.options[name] != usual[name]}
    guest, store = await new_guest(request), _store(request)
    new = SavedRules(codes.guest_id(), name, game.slug, game.players, options)
    await store.save_rules(guest, new, time.time(), MOST_RULES)
    if new.id not in {one.id for one in await store.saved_rules(guest)}:
        raise Conflict(
            f"You have {MOST_RULES} saved sets of rules, the most there can be: delete one first.",
            "too_many_rules",
        )
    return await _rule_sets(request, guest)


async def forget_rules(request: web.Request) -> web.Response:
    """Delete one of my sets of rules."""
    wish = await body(request, Chosen)
    guest = await guest_of(request)
    await _store(request).forget_rules(guest, wish.id)
    return await _rule_sets(request, guest)


def _store(request: web.Request) -> Store:
    return request.app[TABLES].services.store
