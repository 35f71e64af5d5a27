"""Real receivers of notices that a test starts: a mail server, a web server, and a browser's end of Web Push."""

import asyncio
import contextlib
import email
import email.policy
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

import msgspec
from aiohttp import web
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from hatbox.table.notices.kinds.push import as_bytes, as_text

HOST = "127.0.0.1"
DAY = 86400


@dataclass
class Mailbox:
    """A mail server that keeps what it gets, and can be set to refuse."""

    port: int = 0
    mails: list[EmailMessage] = field(default_factory=list)
    refuses: bool = False

    @property
    def url(self) -> str:
        return f"smtp://{HOST}:{self.port}"

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 test")
        while line := (await reader.readline()).decode().strip():
            match line.split()[0].upper():
                case "DATA":
                    say("354 go on")
                    data = await reader.readuntil(b"\r\n.\r\n")
                    parsed: Any = email.message_from_bytes(data[:-3], policy=email.policy.default)
                    self.mails.append(parsed)
                    say("250 kept")
                case "RCPT" if self.refuses:
                    say("451 not now")
                case "QUIT":
                    say("221 bye")
                    break
                case _:
                    say("250 fine")
        writer.close()

    def text(self, number: int = -1) -> str:
        part = self.mails[number].get_body(("plain",))
        assert part is not None
        return str(part.get_content())


@contextlib.asynccontextmanager
async def mail_server() -> AsyncIterator[Mailbox]:
    box = Mailbox()
    server = await asyncio.start_server(box.talk, HOST, 0)
    box.port = server.sockets[0].getsockname()[1]
    try:
        yield box
    finally:
        server.close()


@dataclass
class Received:
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Web:
    """A web server that keeps what it gets and answers as configured."""

    address: str = ""
    status: int = 201
    got: list[Received] = field(default_factory=list)
    hangs: bool = False

    async def take(self, request: web.Request) -> web.Response:
        self.got.append(Received(request.path_qs, dict(request.headers), await request.read()))
        if self.hangs:
            await asyncio.sleep(3600)
        headers = {"Location": f"{self.address}/elsewhere"} if 300 <= self.status < 400 else {}
        return web.Response(status=self.status, headers=headers)


@contextlib.asynccontextmanager
async def web_server() -> AsyncIterator[Web]:
    found = Web()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", found.take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, HOST, 0)
    await site.start()
    found.address = f"http://{HOST}:{runner.addresses[0][1]}"
    try:
        yield found
    finally:
        await runner.cleanup()


class Browser:
    """What a browser does with push messages: has keys, checks the sender, and decrypts (RFC 8291, 8292)."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    @property
    def wish(self) -> dict[str, str]:
        """As a page sends it."""
        return {
            "endpoint": self.endpoint,
            "p256dh": as_text(point(self._key.public_key())),
            "auth": as_text(self._auth),
        }

    def read(self, received: Received, server_key: str, now: float) -> Any:
        check_sender(received, self.endpoint, server_key, now)
        assert received.headers["Content-Encoding"] == "aes128gcm" and int(received.headers["TTL"]) > 0
        return msgspec.json.decode(decrypted(received.body, self._key, self._auth))


def check_sender(received: Received, endpoint: str, server_key: str, now: float) -> None:
    """The signature is the server's, for this push service, and not for longer than a day."""
    scheme, _, rest = received.headers["Authorization"].partition(" ")
    given = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid" and given["k"] == server_key
    signed, _, signature = given["t"].rpartition(".")
    raw = as_bytes(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), as_bytes(server_key))
    r, s = (int.from_bytes(half, "big") for half in (raw[:32], raw[32:]))
    key.verify(utils.encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (msgspec.json.decode(as_bytes(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"} and claims["sub"].startswith("mailto:")
    assert endpoint.startswith(claims["aud"] + "/") and now < claims["exp"] <= now + DAY


def decrypted(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert len(sealed) <= size
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    both = b"WebPush: info\x00" + point(key.public_key()) + sender
    first = HKDF(hashes.SHA256(), 32, auth, both).derive(shared)
    content = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(first)
    nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(first)
    text = AESGCM(content).decrypt(nonce, sealed, None).rstrip(b"\x00")
    assert text.endswith(b"\x02")
    return text[:-1]


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
