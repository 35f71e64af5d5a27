"""Web Push: a message that only the browser can read (RFC 8291), signed by this server (VAPID, RFC 8292).

Both take only a few lines of `cryptography`, so no other library is needed.
"""

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from hatbox.table.notices.kinds.kind import Gone, NotTaken
from hatbox.table.notices.message import Notice
from hatbox.table.notices.outbound import Outbound
from hatbox.table.store.notices import Subscription
from hatbox.table.wire.problems import Refused

CURVE = ec.SECP256R1()
POINT = 65  # bytes of a public key
AUTH = 16  # bytes of the secret that the browser shares with us
RECORD = 4096  # bytes of an encrypted record; a notice is one
LAST_RECORD = b"\x02"
KEPT = 86400  # seconds that a push service keeps a message for a device that is off
VALID = 12 * 3600  # seconds that a signature is valid; push services allow a day
GONE = (404, 410)
NAME = "vapid"  # of the key among the server's secrets


class Keys(msgspec.Struct, frozen=True):
    """What a browser sent with its address."""

    p256dh: str
    auth: str


def fresh_key() -> bytes:
    """Return a new key for a server."""
    return ec.generate_private_key(CURVE).private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


class Push:
    """Sends to browsers through their push services."""

    def __init__(self, outbound: Outbound, key: bytes, contact: str) -> None:
        """Set up; `contact`: how a push service reaches the operator."""
        loaded = serialization.load_der_private_key(key, None)
        assert isinstance(loaded, ec.EllipticCurvePrivateKey)
        self._outbound, self._key, self._contact = outbound, loaded, contact
        self.public = as_text(_point(loaded.public_key()))  # which browsers need

    async def send(self, to: Subscription, notice: Notice) -> None:
        """Encrypt, sign and post."""
        shown = {"title": notice.title, "body": notice.text, "path": notice.path, "tag": notice.tag}
        body = encrypted(
            msgspec.json.encode({**shown, "lang": notice.language}),
            msgspec.json.decode(to.details, type=Keys),
            ec.generate_private_key(CURVE),
            os.urandom(AUTH),
        )
        headers = {
            "Authorization": self.signature(to.address, time.time()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Topic": notice.tag,  # replaces one that is still waiting there
        }
        status = await self._outbound.post(to.address, body, headers)
        if status in GONE:
            raise Gone(str(status))
        if not 200 <= status < 300:
            raise NotTaken(str(status))

    def signature(self, address: str, now: float) -> str:
        """Return the signed header that identifies us to this push service only."""
        parts = urlsplit(address)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + VALID, "sub": self._contact}
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(as_text(msgspec.json.encode(part)) for part in (head, claims))
        r, s = utils.decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        token = f"{signed}.{as_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
        return f"vapid t={token}, k={self.public}"


def check_keys(keys: Keys) -> None:
    """Refuse invalid encryption keys."""
    try:
        _loaded(keys)
        if len(as_bytes(keys.auth)) != AUTH:
            raise ValueError
    except (ValueError, NotBase64) as error:
        raise Refused("These are not the keys of a push subscription.", "bad_push") from error


def encrypted(text: bytes, keys: Keys, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """Return one record as RFC 8291 defines it; `own` and `salt` are used only once."""
    theirs, mine = _loaded(keys), _point(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    info = b"WebPush: info\0" + _point(theirs) + mine
    key = _derived(as_bytes(keys.auth), shared, info, 32)
    content = _derived(salt, key, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, key, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([POINT]) + mine
    return head + AESGCM(content).encrypt(nonce, text + LAST_RECORD, None)


def _derived(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def _loaded(keys: Keys) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, as_bytes(keys.p256dh))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def as_text(data: bytes) -> str:
    """Encode as URL-safe base64 without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def as_bytes(text: str) -> bytes:
    """Decode it."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
