"""Everything about notices in one place: which kinds are available, what people chose, and the sender."""

import asyncio
import contextlib
import logging
import time
from urllib.parse import urlsplit

import msgspec

from hatbox.table.config import Config
from hatbox.table.identity import codes
from hatbox.table.metrics import Metrics
from hatbox.table.notices.kinds import hook, mail
from hatbox.table.notices.kinds.kind import Gone, Kind, NotTaken
from hatbox.table.notices.message import trial
from hatbox.table.notices.outbound import Outbound
from hatbox.table.notices.sender import Sender
from hatbox.table.notices.settings import missing
from hatbox.table.store.interface import Store
from hatbox.table.store.notices import Subscription
from hatbox.table.wire.notices import (
    HookWish,
    MailWish,
    NoticeKind,
    NoticeOffer,
    Notices,
    NoticeWay,
    PushWish,
)
from hatbox.table.wire.problems import Conflict, NotFound, TooFast
from hatbox.table.wire.rate_limit import Buckets
from hatbox.words import check_language

LOG = logging.getLogger("hatbox.table.notices")
HOUR, DAY = 3600.0, 86400.0  # seconds
TRIALS = 6  # per guest and hour
QUESTIONS = 3  # confirmations per e-mail address and day, regardless of who asks
MOST_DEVICES = 8  # of one guest with push messages


class NoticeService:
    """The notices of one server."""

    def __init__(self, store: Store, config: Config, metrics: Metrics) -> None:
        """Set up; nothing is sent before `start`."""
        self._store, self._config, self._metrics = store, config, metrics
        self._missing = missing(config)
        self._kinds: dict[str, Kind] = {}
        self._mail: mail.Mail | None = None
        self._key = ""
        self._outbound = Outbound(config.notices.hooks, config.notices.timeout)
        self._trials = Buckets(TRIALS / HOUR, TRIALS)
        self._questions = Buckets(QUESTIONS / DAY, QUESTIONS)
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Prepare the kinds that are set up, and start sending."""
        given, base = self._config.notices, self._config.public_url
        if not self._missing["push"]:
            from hatbox.table.notices.kinds import push

            key = await self._store.kept_secret(push.NAME, push.fresh_key())
            made = push.Push(self._outbound, key, given.push_contact)
            self._kinds["push"], self._key = made, made.public
        if not self._missing["mail"]:
            server, sender = mail.server_of(given.smtp), mail.sender_of(given.mail_from)
            self._mail = self._kinds["mail"] = mail.Mail(server, sender, base, given.timeout)
        if not self._missing["hook"]:
            self._kinds["hook"] = hook.Hook(self._outbound, base)
        if self._kinds:
            sender_task = Sender(self._store, self._kinds, given, self._metrics)
            self._task = asyncio.create_task(sender_task.run(), name="notices")

    async def close(self) -> None:
        """Stop sending."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._outbound.close()

    # ---- what people chose ---------------------------------------------------------------------------------------

    async def of(self, guest: str | None, token: bytes | None) -> Notices:
        """Return how a guest is notified, without revealing an address."""
        found = await self._store.subscriptions(guest) if guest else []
        return Notices(
            known=guest is not None,
            offers=[NoticeOffer(kind=kind, missing=lacks) for kind, lacks in self._missing.items()],
            ways=[_shown(one, token) for one in found],
            key=self._key,
        )

    async def add_push(self, guest: str, token: bytes | None, wish: PushWish) -> None:
        """Send push messages to the calling browser."""
        self._must_work("push")
        from hatbox.table.notices.kinds import push

        keys = push.Keys(wish.p256dh, wish.auth)
        self._outbound.check_push(wish.endpoint)
        push.check_keys(keys)
        others = [one for one in await self._store.subscriptions(guest) if one.kind == "push"]
        if len(others) >= MOST_DEVICES:
            await self._store.unsubscribe(others[0].id)
        details = msgspec.json.encode(keys).decode()
        await self._store.subscribe(self._new(guest, "push", wish.endpoint, details, wish.language, token))

    async def add_mail(self, guest: str, wish: MailWish) -> None:
        """Send e-mails; the first one asks for confirmation of the address."""
        self._must_work("mail")
        mail.check_address(wish.address)
        if not self._questions.allows(wish.address.lower()):
            raise TooFast(
                "This address has had several confirmation e-mails lately. Please wait a day.", "too_many"
            )
        new = self._new(guest, "mail", wish.address, "{}", wish.language, confirmed=0)
        await self._store.subscribe(new)
        assert self._mail is not None
        try:
            await self._mail.ask(new)
        except NotTaken as error:
            await self._store.unsubscribe(new.id)
            raise Conflict("The mail server did not accept the message.", "not_reached") from error

    async def add_hook(self, guest: str, wish: HookWish) -> None:
        """Send a POST to an address that the guest chose."""
        self._must_work("hook")
        self._outbound.check_hook(wish.address)
        hook.check_template(wish.template)
        await self._store.subscribe(self._new(guest, "hook", wish.address, wish.template, wish.language))

    def _must_work(self, kind: NoticeKind) -> None:
        if self._missing[kind]:
            raise Conflict(
                f"This needs {self._missing[kind]}, which the operator has not set.", "not_offered"
            )

    def _new(
        self,
        guest: str,
        kind: str,
        address: str,
        details: str,
        language: str,
        token: bytes | None = None,
        confirmed: int = 1,
    ) -> Subscription:
        spoken, now = check_language(language), time.time()
        id, secret = codes.guest_id(), codes.token()
        return Subscription(id, guest, kind, address, details, spoken, token or b"", secret, now, confirmed)

    async def _one(self, guest: str, id: str) -> Subscription:
        found = [one for one in await self._store.subscriptions(guest) if one.id == id]
        if not found:
            raise NotFound("You have no such notices.", "no_way")
        return found[0]

    async def end(self, guest: str, id: str) -> None:
        """Stop notifying a guest in one way."""
        await self._store.unsubscribe((await self._one(guest, id)).id)

    async def try_out(self, guest: str, id: str) -> None:
        """Send a guest a test message."""
        to = await self._one(guest, id)
        if not to.confirmed or to.kind not in self._kinds:
            raise Conflict("These notices do not work yet.", "not_offered")
        if not self._trials.allows(guest):
            raise TooFast("Too many requests lately. Please wait a while.", "too_many")
        try:
            await self._kinds[to.kind].send(to, trial(to.language))
        except (NotTaken, Gone) as error:
            raise Conflict("The receiver did not accept the message.", "not_reached") from error

    async def speak(self, guest: str, language: str) -> None:
        """Set the language of a guest's notices."""
        await self._store.speak(guest, check_language(language))

    async def confirm(self, secret: str) -> None:
        """Confirm an address: the link in the first e-mail was followed."""
        to = await self._linked(secret)
        if not to.confirmed:
            await self._store.confirm(to.id, time.time())

    async def stop(self, secret: str) -> None:
        """Stop e-mails: the link at the end of one was followed; twice does no harm."""
        with contextlib.suppress(NotFound):
            await self._store.unsubscribe((await self._linked(secret)).id)

    async def _linked(self, secret: str) -> Subscription:
        found = await self._store.subscription_of(secret)
        if found is None:
            raise NotFound("This link has been used or has expired.", "no_secret")
        return found


def _shown(one: Subscription, token: bytes | None) -> NoticeWay:
    return NoticeWay(
        id=one.id,
        kind=one.kind,  # type: ignore[arg-type]
        label=_label(one),
        confirmed=bool(one.confirmed),
        failed=bool(one.failed),
        here=bool(token) and one.token == token,
        language=one.language,
    )


def _label(one: Subscription) -> str:
    """Return enough to recognise an address, not enough to use it."""
    if one.kind == "mail":
        name, _, host = one.address.rpartition("@")
        return f"{name[:1]}…@{host}"
    return urlsplit(one.address).hostname or ""
