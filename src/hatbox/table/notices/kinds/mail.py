"""E-mail by SMTP: to addresses that their owners confirmed, each with a link that ends it."""

import asyncio
import re
import smtplib
import ssl
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, localtime, make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

from hatbox import words
from hatbox.errors import HatboxError
from hatbox.table.notices.kinds.kind import NotTaken
from hatbox.table.notices.message import Notice
from hatbox.table.store.notices import Subscription
from hatbox.table.wire.problems import Refused

LONGEST = 254  # characters of an address, as RFC 5321 has it
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
PORTS = {"smtp": 587, "smtps": 465}
LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Server:
    """A mail server: `smtps` is encrypted from the start, `smtp` as soon as the server offers it."""

    scheme: str
    host: str
    port: int
    user: str
    password: str


def server_of(url: str) -> Server:
    """`smtps://user:password@mail.example.org` as its parts."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in PORTS or not parts.hostname or parts.path not in ("", "/"):
        raise HatboxError("--smtp takes an address such as smtps://user:password@mail.example.org:465.")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Server(parts.scheme, parts.hostname, port or PORTS[parts.scheme], user, password)


def sender_of(text: str) -> Address:
    """`Hatbox <hats@example.org>` as the sender of all mails."""
    name, address = parseaddr(text)
    if not ADDRESS.fullmatch(address):
        raise HatboxError(f"--mail-from takes an e-mail address such as hats@example.org, not {text!r}.")
    return Address(name or "Hatbox", addr_spec=address)


def check_address(address: str) -> None:
    """Refuse what is no e-mail address; nothing that could add a line to a mail's head gets through."""
    if len(address) > LONGEST or not ADDRESS.fullmatch(address) or ".." in address:
        raise Refused("An e-mail address looks like mia@example.org.", "bad_mail")


class Mail:
    """Sends e-mails."""

    def __init__(self, server: Server, sender: Address, base: str, timeout: float) -> None:
        """`base`: how links to the table begin."""
        self._server, self._sender, self._base, self._timeout = server, sender, base, timeout

    async def send(self, to: Subscription, notice: Notice) -> None:
        """A notice with a link to the table, and one that ends all of them."""
        stop = words.say("shell", "mail_stop", to.language, link=f"{self._base}/notices?stop#{to.secret}")
        mail = self._mail(to, notice.text, f"{notice.text}\n\n{self._base}{notice.path}\n\n-- \n{stop}\n")
        mail["List-Unsubscribe"] = f"<{self._base}/api/notices/stop/{to.secret}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        await asyncio.to_thread(self._deliver, mail)

    async def ask(self, to: Subscription) -> None:
        """Ask whether the address belongs to who gave it; who did not may just do nothing."""
        link = f"{self._base}/notices?confirm#{to.secret}"
        subject = words.say("shell", "mail_confirm", to.language)
        text = words.say("shell", "mail_confirm_text", to.language, link=link)
        await asyncio.to_thread(self._deliver, self._mail(to, subject, f"{text}\n"))

    def _mail(self, to: Subscription, subject: str, text: str) -> EmailMessage:
        mail = EmailMessage()
        mail["From"], mail["To"] = self._sender, Address(addr_spec=to.address)
        mail["Subject"] = subject
        mail["Date"], mail["Message-ID"] = (
            format_datetime(localtime()),
            make_msgid(domain=self._sender.domain),
        )
        mail["Auto-Submitted"], mail["Content-Language"] = "auto-generated", to.language
        mail.set_content(text)
        return mail

    def _deliver(self, mail: EmailMessage) -> None:
        """Talk to the mail server, in a thread."""
        try:
            with self._connected() as link:
                link.send_message(mail)
        except (smtplib.SMTPException, OSError) as error:
            raise NotTaken(type(error).__name__) from error

    def _connected(self) -> smtplib.SMTP:
        """A line to the mail server; a password is sent on encrypted ones only, or within this machine."""
        server, context = self._server, ssl.create_default_context()
        if server.scheme == "smtps":
            link: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, timeout=self._timeout, context=context
            )
        else:
            link = smtplib.SMTP(server.host, server.port, timeout=self._timeout)
        try:
            link.ehlo()
            encrypted = server.scheme == "smtps"
            if not encrypted and link.has_extn("starttls"):
                link.starttls(context=context)
                encrypted = True
            if server.user:
                if not encrypted and server.host not in LOCAL:
                    raise NotTaken("the mail server offers no encryption")
                link.login(server.user, server.password)
        except BaseException:
            link.close()
            raise
        return link
