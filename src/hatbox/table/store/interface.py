"""What the table needs from a store: SQLite for one process, PostgreSQL for several, one interface."""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from hatbox.table.store.history import Finished, Meeting, NewlyRated, Rated, Rating, Result
from hatbox.table.store.nights import StoredNight
from hatbox.table.store.notices import Subscription, Waiting
from hatbox.table.store.prepared import Prepared
from hatbox.table.store.profiles import SavedRules, StoredProfile
from hatbox.table.store.vacations import Span

LOG = logging.getLogger("hatbox.table.store")
UNUSED = 180 * 86400.0  # seconds after which an unused token expires
NOTED_EVERY = 86400.0  # seconds between two notes that a token is in use
OnWritten = Callable[[Exception | None], None]  # called when a write is on disk, or with the error


class Fenced(Exception):
    """Another process has already written this version of the table."""


class CodeTaken(Exception):
    """A table with that code exists."""


@dataclass(frozen=True)
class Head:
    """What lists need to know of a table without reading its log."""

    code: str
    game: str
    players: int
    status: str
    public: bool
    host: str  # the guest who made it
    guests: tuple[str, ...]  # by seat; empty: nobody
    names: tuple[str, ...]  # by seat; empty: open
    over_days: bool = False
    turn: int | None = None  # the seat of the person who must act, at tables over days
    since: float = 0.0  # when that began, in seconds since 1970
    due: float | None = None  # when the server must act, awake or asleep
    began: float = 0.0  # when that person's turn began, however many actions it has had since
    seen: bool = False  # that person has looked at the table since


@dataclass(frozen=True)
class StoredRecord:
    """A finished game: its record as JSON, and its entry in the history."""

    id: str
    data: bytes
    game: Finished | None = None  # of a game that ends now


@dataclass(frozen=True)
class Rewrite:
    """Entries of a journal that are replaced, by version, and what follows from them."""

    code: str
    entries: dict[int, bytes]
    head: Head  # with new host, guests and names
    record: StoredRecord | None


@dataclass(frozen=True)
class Device:
    """A token of a guest: the kind of browser, when it was made and last used."""

    token: bytes  # its hash
    made: float
    used: float
    browser: str


@dataclass(frozen=True)
class Named:
    """A guest who sits at a table under a name."""

    guest: str
    code: str
    game: str
    name: str


@dataclass(frozen=True)
class Peer:
    """Another process of the same table server: where it listens, and the secret it expects."""

    address: str  # empty: not yet known
    secret: str


class Store(Protocol):
    """Stores logs, lists, guests and records. A call that has returned is on disk."""

    async def claim(self, code: str) -> Peer | None:
        """Own a table before it wakes; return the living process that owns it instead, None: it is ours."""
        ...

    def release(self, code: str) -> None:
        """Release a table that is out of memory."""
        ...

    def listen(
        self,
        forgotten: Callable[[bytes], None],
        lost: Callable[[], None],
        changed: Callable[[str], None] = lambda _code: None,
        away: Callable[[str], None] = lambda _guest: None,
    ) -> None:
        """Set the callbacks for revoked tokens, for the loss of everything owned, and for other changes.

        Those are a rewritten journal and a person's vacation.
        """
        ...

    async def make(self, head: Head, entry: bytes) -> None:
        """Start a table's log; raises CodeTaken."""
        ...

    def append_then(
        self,
        code: str,
        version: int,
        entry: bytes,
        head: Head | None,
        kept: StoredRecord | None,
        told: OnWritten,
    ) -> None:
        """Append to a table's log with its new head and record, then report; Fenced: no longer ours."""
        ...

    async def log(self, code: str) -> list[bytes]:
        """Return the whole log of a table; empty if there is none."""
        ...

    async def public(self, limit: int) -> list[Head]:
        """Return public tables that wait for players, newest first."""
        ...

    async def due(self) -> list[str]:
        """Return the tables over days at which the server must act by now."""
        ...

    async def mine(self, guest: str, limit: int) -> list[Head]:
        """Return the tables at which a guest sits, newest first."""
        ...

    async def waiting_for(self, guest: str) -> list[str]:
        """Return the tables over days at which a guest must act."""
        ...

    async def made_lately(self, guest: str, seconds: float) -> int:
        """Return how many tables a guest made in that time."""
        ...

    async def record(self, id: str) -> bytes | None:
        """Return a record as JSON."""
        ...

    async def records(self) -> list[str]:
        """Return the names of all records, oldest first."""
        ...

    async def keep(self, kept: StoredRecord) -> bool:
        """Add a record from elsewhere; False: one of that name exists, and stays."""
        ...

    async def add_guest(self, id: str, token: bytes, browser: str = "") -> None:
        """Store a guest by the hash of the token, with the kind of browser."""
        ...

    async def guest(self, token: bytes) -> str | None:
        """Return the guest with that hash of a token, and note the day. An unused token expires."""
        ...

    async def devices(self, guest: str) -> list[Device]:
        """Return a guest's devices, the last used first."""
        ...

    async def forget_tokens(self, tokens: Sequence[bytes]) -> None:
        """Revoke tokens, and tell every process."""
        ...

    async def forget_unused(self) -> None:
        """Remove expired tokens and one-time secrets."""
        ...

    async def offered(self, secret: bytes) -> str | None:
        """Return the guest behind a valid one-time secret, without using it up."""
        ...

    async def unchanged(self, status: str, seconds: float) -> list[str]:
        """Return the tables of a status that have not changed for so long."""
        ...

    async def remove(self, code: str) -> bool:
        """Remove a table with its journal and its record; False: another living process owns it."""
        ...

    async def tables_with(self, guest: str) -> list[str]:
        """Return all tables whose journal mentions a guest; reads everything."""
        ...

    async def rewrite(self, change: Rewrite) -> None:
        """Replace entries of a journal; writes by a process with the old one in memory are refused."""
        ...

    async def named(self, name: str) -> list[Named]:
        """Return the guests who sit anywhere under a name."""
        ...

    async def seated(self, guest: str, limit: int = 50) -> list[Named]:
        """Return where a guest sits, the latest table first."""
        ...

    async def offer_move(self, guest: str, secret: bytes, until: float) -> None:
        """Store the hash of a one-time secret until then; an older one of the same guest expires."""
        ...

    async def claim_move(self, secret: bytes, token: bytes, browser: str = "") -> str | None:
        """Use up a one-time secret: its guest gets one more token; None: used before, or expired."""
        ...

    async def note_visit(self, code: str, guest: str, at: float) -> None:
        """A guest is at a table over days or a night, or has just left it."""
        ...

    async def visits(self, code: str) -> dict[str, float]:
        """When each guest was last at a table over days or a night."""
        ...

    async def visits_of(self, guest: str) -> dict[str, float]:
        """When a guest was last at each table over days and night."""
        ...

    async def forget_visits(self, guest: str) -> None:
        """Delete a guest's visits."""
        ...

    async def vacation(self, guest: str) -> tuple[list[Span], str]:
        """Return a guest's vacation, and the mark of this state."""
        ...

    async def keep_vacation(self, guest: str, spans: Sequence[Span], before: str, mark: str) -> None:
        """Store a guest's vacation, unless it changed since `before`; tell every process."""
        ...

    async def vacations(self, guests: Collection[str]) -> dict[str, list[Span]]:
        """Return the vacations of some guests."""
        ...

    async def note_due(self, code: str, due: float) -> None:
        """Set when the server must act at a table over days, where nothing else changed."""
        ...

    async def forget_vacation(self, guest: str) -> None:
        """Delete a guest's vacation."""
        ...

    async def forget_old_vacations(self) -> None:
        """Remove vacations that ended long ago."""
        ...

    async def keep_prepared(self, code: str, seat: int, new: Prepared) -> None:
        """Store what a seat answers ahead of its turn."""
        ...

    async def prepared(self, code: str) -> dict[int, Prepared]:
        """Return what the seats of a table answer."""
        ...

    async def prepared_by(self, guest: str) -> dict[str, list[list[int]]]:
        """Return what a guest answers, by the code of the table."""
        ...

    async def forget_prepared(self, guest: str) -> None:
        """Delete all answers of a guest."""
        ...

    # ---- notices: see `StoredNotices` --------------------------------------------------------------------------

    async def subscribe(self, new: Subscription) -> None:
        """Add a way to notify a guest; an older one of the same kind is replaced."""
        ...

    async def subscriptions(self, guest: str) -> list[Subscription]:
        """Return all ways to notify a guest, the oldest first."""
        ...

    async def subscription_of(self, secret: str) -> Subscription | None:
        """Return the way that a link in a message refers to."""
        ...

    async def confirm(self, id: str, now: float) -> None:
        """Confirm that the address belongs to the person who asked."""
        ...

    async def unsubscribe(self, id: str) -> None:
        """Send nothing there any more, and delete the address."""
        ...

    async def unsubscribe_all(self, guest: str) -> None:
        """Delete all addresses of a guest."""
        ...

    async def speak(self, guest: str, language: str) -> None:
        """Set the language of a guest's notices."""
        ...

    async def notices_due(self, now: float, began_before: float) -> list[tuple[Subscription, Waiting]]:
        """Return turns that people should be notified of now."""
        ...

    async def note_sending(self, id: str, times: int) -> None:
        """Note that sending starts."""
        ...

    async def note_told(
        self, id: str, waiting: Sequence[Waiting], next_at: float, failed: bool = False
    ) -> None:
        """Mark these turns as done: the person was notified, or it was given up."""
        ...

    async def note_failed(self, id: str, tries: int, next_at: float) -> None:
        """Note that the receiver failed; try again then."""
        ...

    async def mark_seen(self, code: str, began: float) -> None:
        """Note that the player whose turn it is looks at the table."""
        ...

    async def lease(self, owner: str, seconds: float) -> bool:
        """Whether this process is the one that sends notices, for so long."""
        ...

    async def end_lease(self, owner: str) -> None:
        """Let another process send them at once."""
        ...

    async def kept_secret(self, name: str, fresh: bytes) -> bytes:
        """Return a secret of this server; the first one that was stored stays."""
        ...

    # ---- history: see `StoredHistory` --------------------------------------------------------------------------

    async def add_finished(self, finished: Finished) -> None:
        """Add a game that was over before the history existed; an existing one stays."""
        ...

    async def drop_finished(self, code: str) -> None:
        """Remove a game from the history."""
        ...

    async def not_in_history(self, limit: int) -> list[str]:
        """Return finished games that are not in the history yet."""
        ...

    async def ended(self, code: str) -> float:
        """Return when a table last changed."""
        ...

    async def history(self, guest: str, limit: int, skipped: int = 0) -> list[Finished]:
        """Return the games of a guest, the latest first."""
        ...

    async def meetings(self, guest: str) -> list[Meeting]:
        """Return all games of a guest with other people, the latest first."""
        ...

    async def records_of(self, guest: str) -> dict[str, bytes]:
        """Return the records of all finished games in a guest's history, by the table's code."""
        ...

    async def forget_history(self, guest: str) -> None:
        """Replace a guest in all games of the history by `SOMEBODY`."""
        ...

    async def to_rate(self, limit: int) -> list[tuple[str, str]]:
        """Return games that count and have not been rated, the oldest first."""
        ...

    async def last_number(self) -> int:
        """Return the number of the game that was rated last."""
        ...

    async def results(self, code: str) -> list[Result]:
        """Return how a game ended, seat by seat."""
        ...

    async def rating(self, guest: str, game: str) -> Rating | None:
        """Return the rating of a guest after the last rated game."""
        ...

    async def rate(self, games: Sequence[NewlyRated]) -> None:
        """Store ratings, all or none; fails if another game has one of the numbers."""
        ...

    async def ratings(self, guest: str) -> list[tuple[str, float, float]]:
        """Return a guest's rating after each rated game, the oldest first."""
        ...

    async def rated(self, after: int, count: int) -> list[Rated]:
        """Return rated seats of the next games after a number."""
        ...

    # ---- people who want to be known again: see `StoredProfiles` -------------------------------------------------

    async def profile(self, guest: str) -> StoredProfile | None:
        """Return the profile of a guest."""
        ...

    async def save_profile(self, guest: str, new: StoredProfile) -> None:
        """Replace the profile of a guest."""
        ...

    async def wanting_ratings(self, guests: Collection[str]) -> frozenset[str]:
        """Return which of some guests want a rating; never children."""
        ...

    async def saved_rules(self, guest: str) -> list[SavedRules]:
        """Return the sets of rules that a guest saved, the oldest first."""
        ...

    async def save_rules(self, guest: str, new: SavedRules, at: float, most: int) -> None:
        """Save a set of rules, unless the guest already has so many."""
        ...

    async def forget_rules(self, guest: str, id: str) -> None:
        """Delete one of a guest's sets of rules."""
        ...

    async def forget_profile(self, guest: str) -> None:
        """Delete everything about a guest except games."""
        ...

    # ---- game nights: see `StoredNights` ------------------------------------------------------------------------

    async def add_night(self, new: StoredNight) -> bool:
        """Add a night; False: the code is taken."""
        ...

    async def night(self, code: str) -> StoredNight | None:
        """Return a night by its code."""
        ...

    async def keep_night(self, new: StoredNight, before: str) -> bool:
        """Store a changed night, unless it changed since `before`; False: it did."""
        ...

    async def nights_of(self, guest: str, limit: int) -> list[StoredNight]:
        """Return the nights that a guest runs or takes part in, the latest first."""
        ...

    async def nights_lately(self, guest: str, seconds: float) -> int:
        """Return how many nights a guest made in that time."""
        ...

    async def results_of(self, codes: Collection[str]) -> dict[str, list[Result]]:
        """Return how the finished ones of some tables ended, seat by seat."""
        ...

    async def forget_old_nights(self, seconds: float) -> None:
        """Remove nights that have not changed for so long."""
        ...

    async def scrub(self) -> None:
        """Leave no trace in the store's files of what was just erased."""
        ...

    async def check(self) -> None:
        """Make a real write; raises what keeps the store from writing."""
        ...

    async def close(self) -> None:
        """Finish all writes."""
        ...


@runtime_checkable
class Shared(Store, Protocol):
    """A store that several processes share."""

    @property
    def secret(self) -> str:
        """The secret that another process sends to speak for a visitor."""
        ...

    async def announce(self, address: str) -> None:
        """Tell other processes where this one listens to them."""
        ...


async def append(
    store: Store,
    code: str,
    version: int,
    entry: bytes,
    head: Head | None = None,
    kept: StoredRecord | None = None,
) -> None:
    """Append to a table's log and wait until it is on disk; raises Fenced."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    store.append_then(code, version, entry, head, kept, settling(done))
    await done


def turn_of(head: Head) -> tuple[int | None, float, float | None, float, int]:
    """Return whose turn it is, as the columns of `heads` have it."""
    return head.turn, head.since, head.due, head.began, int(head.seen)


def settling(done: "asyncio.Future[None]") -> OnWritten:
    """Settle a future, if anyone still waits for it."""

    def told(error: Exception | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    return told


def tell(told: OnWritten, error: Exception | None) -> None:
    """Call one callback; an error there must not keep others of the same commit waiting."""
    try:
        told(error)
    except Exception:
        LOG.exception("a change was stored, but could not be shown")
