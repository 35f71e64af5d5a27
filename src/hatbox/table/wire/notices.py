"""How people want to be told that it is their turn, over HTTP; addresses and keys are never sent back."""

from typing import Annotated, Literal

import msgspec

from hatbox.table.wire.types import In, Out

NoticeKind = Literal["push", "mail", "hook"]
Missing = Literal[
    "",
    "hatbox[notices]",
    "HATBOX_PUSH_CONTACT",
    "HATBOX_SMTP",
    "HATBOX_MAIL_FROM",
    "HATBOX_WEB_HOOKS",
    "HATBOX_PUBLIC_URL",
]
Language = Annotated[str, msgspec.Meta(max_length=8)]


class NoticeOffer(Out, frozen=True, kw_only=True):
    """A kind of notice, and what the operator must set or install before it works."""

    kind: NoticeKind
    missing: Missing = ""  # empty: it works


class NoticeWay(Out, frozen=True, kw_only=True):
    """One way in which I am notified."""

    id: str
    kind: NoticeKind
    label: str  # enough to recognise it, never the whole address
    confirmed: bool
    failed: bool  # the last notice could not be delivered
    here: bool  # on this device
    language: str


class Notices(Out, frozen=True, kw_only=True):
    """How I am notified, and how I could be."""

    known: bool  # the caller has a seat somewhere
    offers: list[NoticeOffer]
    ways: list[NoticeWay]
    key: str = ""  # of this server, as browsers need it for push messages


class PushWish(In, frozen=True, kw_only=True):
    """Push messages to this browser."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]
    language: Language = "en"


class MailWish(In, frozen=True, kw_only=True):
    """E-mails, once the address is confirmed."""

    address: Annotated[str, msgspec.Meta(max_length=254)]
    language: Language = "en"


class HookWish(In, frozen=True, kw_only=True):
    """A POST to my own address."""

    address: Annotated[str, msgspec.Meta(max_length=1000)]
    template: Annotated[str, msgspec.Meta(max_length=1000)] = "{text}\n{link}"
    language: Language = "en"


class Spoken(In, frozen=True, kw_only=True):
    """The language of my notices."""

    language: Language
