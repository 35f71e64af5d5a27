"""What a store holds about notices: where people want them, and what they were told.

A turn that needs a notice has no row of its own: the head of a table, written together with the move, says
whose turn it is, since when, and whether the player has seen it. The same SQL serves both kinds of databases.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, fields

import msgspec

from hatbox.table.store.queries import Change, Queries

SCHEMA = """
CREATE TABLE IF NOT EXISTS subscriptions (
    id text PRIMARY KEY, guest text NOT NULL, kind text NOT NULL, address text NOT NULL, details text NOT NULL,
    language text NOT NULL, token bytea NOT NULL, secret text NOT NULL, made double precision NOT NULL,
    confirmed integer NOT NULL, next_at double precision NOT NULL, tries integer NOT NULL, failed integer NOT NULL,
    sending integer NOT NULL);
CREATE INDEX IF NOT EXISTS subscriptions_by_guest ON subscriptions (guest);
CREATE TABLE IF NOT EXISTS told (
    subscription text NOT NULL, code text NOT NULL, began double precision NOT NULL,
    PRIMARY KEY (subscription, code));
CREATE TABLE IF NOT EXISTS secrets (name text PRIMARY KEY, value bytea NOT NULL);
CREATE TABLE IF NOT EXISTS leases (name text PRIMARY KEY, owner text NOT NULL, until double precision NOT NULL);
"""
UNCONFIRMED = 2 * 86400.0  # seconds that an e-mail address waits to be confirmed
SENDER = "notices"  # the lease of the process that sends them


@dataclass(frozen=True)
class Subscription:
    """Where a guest wants notices, and how sending there goes."""

    id: str
    guest: str
    kind: str
    address: str
    details: str  # JSON, as the kind needs it
    language: str
    token: bytes  # of the device, if it belongs to one: deleted when the device is signed out
    secret: str  # used by links in messages to confirm or stop it
    made: float  # earlier turns are not notified
    confirmed: int = 1
    next_at: float = 0.0  # nothing is sent before
    tries: int = 0  # consecutive failures
    failed: int = 0  # the last notice was given up
    sending: int = 0  # how often sending started since it last ended


NAMES = tuple(field.name for field in fields(Subscription))


@dataclass(frozen=True)
class Waiting:
    """A table at which it is a subscriber's turn."""

    code: str
    game: str
    names: tuple[str, ...]  # of the others
    began: float


DUE = f"""
SELECT {", ".join(f"n.{name}" for name in NAMES)}, h.code, h.game, h.names, h.turn, h.began
FROM subscriptions n JOIN seats s ON s.guest = n.guest JOIN heads h ON h.code = s.code AND h.turn = s.seat
LEFT JOIN told t ON t.subscription = n.id AND t.code = h.code
WHERE n.confirmed = 1 AND n.next_at <= $1 AND h.seen = 0 AND h.began > n.made AND h.began <= $2
AND (t.began IS NULL OR t.began < h.began) ORDER BY n.id, h.began
"""
LEASE = """
INSERT INTO leases VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
WHERE leases.owner = excluded.owner OR leases.until < $4
"""
ADD = f"INSERT INTO subscriptions VALUES ({', '.join(f'${k + 1}' for k in range(len(NAMES)))})"
TOLD = """
INSERT INTO told VALUES ($1, $2, $3) ON CONFLICT (subscription, code) DO UPDATE SET began = excluded.began
"""
ORPHANS = "DELETE FROM told WHERE subscription NOT IN (SELECT id FROM subscriptions)"


class StoredNotices(Queries):
    """The part of a store that knows where people want notices."""

    # ---- where people want to hear it --------------------------------------------------------------------------

    async def subscribe(self, new: Subscription) -> None:
        """Add a way; an older one of the same kind is replaced, on the same device where it belongs to one."""
        older = "DELETE FROM subscriptions WHERE guest = $1 AND kind = $2 AND token = $3"
        values = tuple(getattr(new, name) for name in NAMES)
        await self.change([(older, (new.guest, new.kind, new.token)), (ADD, values), (ORPHANS, ())])

    async def subscriptions(self, guest: str) -> list[Subscription]:
        """Return all ways of a guest, the oldest first."""
        sql = f"SELECT {', '.join(NAMES)} FROM subscriptions WHERE guest = $1 ORDER BY made, id"
        return [Subscription(*row) for row in await self.query(sql, guest)]

    async def subscription_of(self, secret: str) -> Subscription | None:
        """Return the way that a link in a message refers to."""
        sql = f"SELECT {', '.join(NAMES)} FROM subscriptions WHERE secret = $1"
        rows = await self.query(sql, secret)
        return Subscription(*rows[0]) if rows else None

    async def confirm(self, id: str, now: float) -> None:
        """Confirm the address; turns that began earlier are not notified."""
        await self.change([("UPDATE subscriptions SET confirmed = 1, made = $2 WHERE id = $1", (id, now))])

    async def unsubscribe(self, id: str) -> None:
        """Send nothing there any more, and delete the address."""
        await self.change([("DELETE FROM subscriptions WHERE id = $1", (id,)), (ORPHANS, ())])

    async def unsubscribe_all(self, guest: str) -> None:
        """Delete all addresses of a guest."""
        await self.change([("DELETE FROM subscriptions WHERE guest = $1", (guest,)), (ORPHANS, ())])

    async def speak(self, guest: str, language: str) -> None:
        """Set the language of a guest's notices."""
        await self.change([("UPDATE subscriptions SET language = $2 WHERE guest = $1", (guest, language))])

    # ---- sending -------------------------------------------------------------------------------------------------

    async def notices_due(self, now: float, began_before: float) -> list[tuple[Subscription, Waiting]]:
        """Return turns that people should be notified of now, unless they have seen them or were notified."""
        found = []
        for *row, code, game, names, turn, began in await self.query(DUE, now, began_before):
            others = [name for seat, name in enumerate(msgspec.json.decode(names)) if seat != turn and name]
            found.append((Subscription(*row), Waiting(code, game, tuple(others), began)))
        return found

    async def note_sending(self, id: str, times: int) -> None:
        """Note that sending starts; if the process dies before noting the end, the next one knows."""
        await self.change([("UPDATE subscriptions SET sending = $2 WHERE id = $1", (id, times))])

    async def note_told(
        self, id: str, waiting: Sequence[Waiting], next_at: float, failed: bool = False
    ) -> None:
        """Mark these turns as done: the person was notified, or it was given up."""
        ended = "UPDATE subscriptions SET sending = 0, tries = 0, next_at = $2, failed = $3 WHERE id = $1"
        told: list[Change] = [(TOLD, (id, one.code, one.began)) for one in waiting]
        await self.change([(ended, (id, next_at, int(failed))), *told])

    async def note_failed(self, id: str, tries: int, next_at: float) -> None:
        """Note that the receiver failed; try again then."""
        sql = "UPDATE subscriptions SET sending = 0, tries = $2, next_at = $3 WHERE id = $1"
        await self.change([(sql, (id, tries, next_at))])

    async def mark_seen(self, code: str, began: float) -> None:
        """Note that the player whose turn it is looks at the table."""
        await self.change([("UPDATE heads SET seen = 1 WHERE code = $1 AND began = $2", (code, began))])

    async def lease(self, owner: str, seconds: float) -> bool:
        """Whether this process is the one that sends, for so long."""
        now = time.time()
        await self.change([(LEASE, (SENDER, owner, now + seconds, now))])
        rows = await self.query("SELECT owner FROM leases WHERE name = $1", SENDER)
        return bool(rows) and rows[0][0] == owner

    async def end_lease(self, owner: str) -> None:
        """Let another process send at once."""
        await self.change([("DELETE FROM leases WHERE name = $1 AND owner = $2", (SENDER, owner))])

    async def kept_secret(self, name: str, fresh: bytes) -> bytes:
        """Return a secret of this server; the first one that was stored stays."""
        await self.change([("INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING", (name, fresh))])
        return bytes((await self.query("SELECT value FROM secrets WHERE name = $1", name))[0][0])


def of_devices(tokens: Sequence[bytes]) -> list[Change]:
    """Return statements that delete what belongs to signed-out devices."""
    return [("DELETE FROM subscriptions WHERE token = $1", (token,)) for token in tokens]


def unused(now: float) -> list[Change]:
    """Return statements that delete unconfirmed addresses, and those of people without a device."""
    return [
        ("DELETE FROM subscriptions WHERE confirmed = 0 AND made < $1", (now - UNCONFIRMED,)),
        ("DELETE FROM subscriptions WHERE guest NOT IN (SELECT guest FROM tokens)", ()),
        (ORPHANS, ()),
    ]
