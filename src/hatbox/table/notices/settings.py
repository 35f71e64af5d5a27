"""Which kinds of notices the operator turned on, and what is missing for the others."""

import argparse
from importlib.util import find_spec

from hatbox.errors import HatboxError
from hatbox.table.config import Config, NoticeSettings
from hatbox.table.notices.kinds import mail
from hatbox.table.wire.notices import Missing, NoticeKind

CONTACTS = ("mailto:", "https://")


def missing(config: Config) -> dict[NoticeKind, Missing]:
    """Return what must be set or installed before a kind works; empty: nothing."""
    given, base = config.notices, config.public_url
    push: Missing = "" if given.push_contact else "HATBOX_PUSH_CONTACT"
    if push == "" and find_spec("cryptography") is None:
        push = "hatbox[notices]"
    for_mail: Missing = "HATBOX_SMTP" if not given.smtp else "HATBOX_MAIL_FROM" if not given.mail_from else ""
    for_hook: Missing = "" if given.hooks else "HATBOX_WEB_HOOKS"
    return {
        "push": push,
        "mail": for_mail or ("" if base else "HATBOX_PUBLIC_URL"),
        "hook": for_hook or ("" if base else "HATBOX_PUBLIC_URL"),
    }


def notice_settings(args: argparse.Namespace) -> NoticeSettings:
    """Return what the operator set, checked."""
    contact: str = args.push_contact
    if contact and not contact.startswith(CONTACTS):
        raise HatboxError(
            f"--push-contact takes mailto:you@example.org or an https address, not {contact!r}."
        )
    if args.smtp:
        mail.server_of(args.smtp)
    if args.mail_from:
        mail.sender_of(args.mail_from)
    hosts = tuple(host.strip().lower() for host in args.web_hooks.split(",") if host.strip())
    if any("/" in host for host in hosts):
        raise HatboxError("--web-hooks takes hosts such as ntfy.sh, separated by commas, or any.")
    return NoticeSettings(contact, args.smtp, args.mail_from, hosts)
