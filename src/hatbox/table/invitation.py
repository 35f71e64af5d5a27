"""The way to a table: its link as a QR code, and the link that moves a seat to another device."""

import io
import time

import segno

from hatbox.table import codes

ONE_TIME = 600.0  # seconds that a link to move a seat works
MOST = 1000


def qr_svg(link: str) -> bytes:
    """A link as a picture; black on white, because telephones read that best."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=8, border=2, light="#ffffff", xmldecl=False)
    return out.getvalue()


class Moves:
    """One-time secrets with which a guest appears on another device; kept only in memory and only as hashes."""

    def __init__(self) -> None:
        """Nobody moves yet."""
        self._waiting: dict[bytes, tuple[str, float]] = {}

    def offer(self, guest: str) -> str:
        """A secret that works once and not for long; an older one of the same guest ends."""
        now = time.monotonic()
        fresh = {k: (g, end) for k, (g, end) in self._waiting.items() if end > now and g != guest}
        secret = codes.token()
        self._waiting = dict(list(fresh.items())[-MOST:])
        self._waiting[codes.token_hash(secret)] = (guest, now + ONE_TIME)
        return secret

    def take(self, secret: str) -> str | None:
        """The guest behind a secret, once."""
        guest, end = self._waiting.pop(codes.token_hash(secret), ("", 0.0))
        return guest if end > time.monotonic() else None
