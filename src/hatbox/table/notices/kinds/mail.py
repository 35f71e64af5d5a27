"""E-mail by SMTP: to addresses that their owners confirmed, each with a link that stops it."""

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

LONGEST = 254  # characters of an address, see RFC 5321
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
    """Return the parts of `smtps://user:password@mail.example.org`."""
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
    """Return the sender of all e-mails, such as `Hatbox <hats@example.org>`."""
    name, address = parseaddr(text)
    if not ADDRESS.fullmatch(address):
        raise HatboxError(f"--mail-from takes an e-mail address such as hats@example.org, not {text!r}.")
    return Address(name or "Hatbox", addr_spec=address)


def check_address(address: str) -> None:
    """Refuse an invalid e-mail address; nothing that could add a header line gets through."""
    if len(address) > LONGEST or not ADDRESS.fullmatch(address) or ".." in address:
        raise Refused("Enter an e-mail address such as mia@example.org.", "bad_mail")


class Mail:
    """Sends e-mails."""

    def __init__(self, server: Server, sender: Address, base: str, timeout: float) -> None:
        """Set up; `base`: how links to the table start."""
        self._server, self._sender, self._base, self._timeout = server, sender, base, timeout

    async def send(self, to: Subscription, notice: Notice) -> None:
        """Send a notice with a link to the table, and one that stops all of them."""
        stop = words.say("shell", "mail_stop", to.language, link=f"{self._base}/notices?stop#{to.secret}")
        mail = self._mail(to, notice.text, f"{notice.text}\n\n{self._base}{notice.path}\n\n-- \n{stop}\n")
        mail["List-Unsubscribe"] = f"<{self._base}/api/notices/stop/{to.secret}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        await asyncio.to_thread(self._deliver, mail)

    async def ask(self, to: Subscription) -> None:
        """Ask for confirmation of the address; other people can just ignore it."""
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
        """Connect to the mail server; a password is sent only over an encrypted connection or within this machine."""
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
