"""What the table needs of a store: SQLite for one process, PostgreSQL for several, behind the same few calls."""

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
UNUSED = 180 * 86400.0  # seconds after which a token that nobody used ends
NOTED_EVERY = 86400.0  # seconds between two notes that a token is used
OnWritten = Callable[[Exception | None], None]  # called when a write is on disk, or with why it is not


class Fenced(Exception):
    """Somebody else has already written this version of the table."""


class CodeTaken(Exception):
    """There is a table of that code."""


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
    turn: int | None = None  # the seat of the person who must act, where people take days
    since: float = 0.0  # when that began, in seconds since 1970
    due: float | None = None  # when the server must act, awake or not
    began: float = 0.0  # when that person's turn began, however many actions it has had since
    seen: bool = False  # that person has looked at the table since


@dataclass(frozen=True)
class StoredRecord:
    """A finished game: its record as JSON, and what people's history says of it."""

    id: str
    data: bytes
    game: Finished | None = None  # of a game that ends now


@dataclass(frozen=True)
class Rewrite:
    """Entries of a journal that are replaced, by version, and what follows from them."""

    code: str
    entries: dict[int, bytes]
    head: Head  # whose host, guests and names are new
    record: StoredRecord | None


@dataclass(frozen=True)
class Device:
    """A token of a guest: on which kind of browser, made and last used when."""

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
    """Another process of the same table server: where it listens, and what it wants to hear."""

    address: str  # empty: not yet known
    secret: str


class Store(Protocol):
    """Keeps logs, lists, guests and records. A call that returned has been written to disk."""

    async def claim(self, code: str) -> Peer | None:
        """Own a table before it is woken; gives the living process that owns it instead, None: it is ours."""
        ...

    def release(self, code: str) -> None:
        """A table is out of memory."""
        ...

    def listen(
        self,
        forgotten: Callable[[bytes], None],
        lost: Callable[[], None],
        changed: Callable[[str], None] = lambda _code: None,
        away: Callable[[str], None] = lambda _guest: None,
    ) -> None:
        """Whom to tell that a token was revoked anywhere, that everything owned is lost, what else changed.

        That is a journal that was rewritten, or somebody's vacation.
        """
        ...

    async def make(self, head: Head, entry: bytes) -> None:
        """Begin a table's log; raises CodeTaken."""
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
        """Add to a table's log, and with it its new head and its record, then tell; Fenced: not ours any more."""
        ...

    async def log(self, code: str) -> list[bytes]:
        """The whole log of a table; empty when there is none."""
        ...

    async def public(self, limit: int) -> list[Head]:
        """Public tables that wait for people, newest first."""
        ...

    async def due(self) -> list[str]:
        """The tables over days at which the server must act by now."""
        ...

    async def mine(self, guest: str, limit: int) -> list[Head]:
        """The tables at which a guest sits, newest first."""
        ...

    async def waiting_for(self, guest: str) -> list[str]:
        """The tables over days at which a guest must act."""
        ...

    async def made_lately(self, guest: str, seconds: float) -> int:
        """How many tables a guest made in that time."""
        ...

    async def record(self, id: str) -> bytes | None:
        """A record as JSON."""
        ...

    async def records(self) -> list[str]:
        """The names of all records, oldest first."""
        ...

    async def keep(self, kept: StoredRecord) -> bool:
        """Add a record from elsewhere; False: there is one of that name, which stays."""
        ...

    async def add_guest(self, id: str, token: bytes, browser: str = "") -> None:
        """Remember a guest by the hash of the token, and the kind of browser."""
        ...

    async def guest(self, token: bytes) -> str | None:
        """The guest with that hash of a token; notes the day. One that was not used for long has ended."""
        ...

    async def devices(self, guest: str) -> list[Device]:
        """Where a guest is known, the last used first."""
        ...

    async def forget_tokens(self, tokens: Sequence[bytes]) -> None:
        """Revoke tokens, and tell every process."""
        ...

    async def forget_unused(self) -> None:
        """Remove tokens and one-time secrets that nobody can use any more."""
        ...

    async def offered(self, secret: bytes) -> str | None:
        """The guest behind a one-time secret that still works; it is not used up."""
        ...

    async def unchanged(self, status: str, seconds: float) -> list[str]:
        """The tables of a status that nothing has happened to for so long."""
        ...

    async def remove(self, code: str) -> bool:
        """Remove a table with its journal and its record; False: another living process owns it."""
        ...

    async def tables_with(self, guest: str) -> list[str]:
        """All tables whose journal mentions a guest; reads everything."""
        ...

    async def rewrite(self, change: Rewrite) -> None:
        """Replace entries of a journal; what is written by who has the old one in memory is refused."""
        ...

    async def named(self, name: str) -> list[Named]:
        """The guests who sit somewhere under a name."""
        ...

    async def seated(self, guest: str, limit: int = 50) -> list[Named]:
        """Where a guest sits, the latest table first."""
        ...

    async def offer_move(self, guest: str, secret: bytes, until: float) -> None:
        """Keep the hash of a one-time secret until then; an older one of the same guest ends."""
        ...

    async def claim_move(self, secret: bytes, token: bytes, browser: str = "") -> str | None:
        """Use a one-time secret up: its guest gets one more token; None: used before, or too old."""
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
        """Forget where a guest was."""
        ...

    async def vacation(self, guest: str) -> tuple[list[Span], str]:
        """When a guest is away, and the mark of what is known of that."""
        ...

    async def keep_vacation(self, guest: str, spans: Sequence[Span], before: str, mark: str) -> None:
        """Keep when a guest is away, unless that was changed since `before`; tell every process."""
        ...

    async def vacations(self, guests: Collection[str]) -> dict[str, list[Span]]:
        """When some guests are away."""
        ...

    async def note_due(self, code: str, due: float) -> None:
        """When the server must act at a table over days, where nothing else changed."""
        ...

    async def forget_vacation(self, guest: str) -> None:
        """Forget when a guest is away."""
        ...

    async def forget_old_vacations(self) -> None:
        """Remove vacations that are long over."""
        ...

    async def keep_prepared(self, code: str, seat: int, new: Prepared) -> None:
        """Keep what a seat answers ahead of its turn."""
        ...

    async def prepared(self, code: str) -> dict[int, Prepared]:
        """What the seats of a table answer."""
        ...

    async def prepared_by(self, guest: str) -> dict[str, list[list[int]]]:
        """What a guest answers, by the code of the table."""
        ...

    async def forget_prepared(self, guest: str) -> None:
        """Forget what a guest answers anywhere."""
        ...

    # ---- notices: see `StoredNotices` --------------------------------------------------------------------------

    async def subscribe(self, new: Subscription) -> None:
        """Add a way to tell a guest; an older one of the same kind ends."""
        ...

    async def subscriptions(self, guest: str) -> list[Subscription]:
        """All ways of a guest, the oldest first."""
        ...

    async def subscription_of(self, secret: str) -> Subscription | None:
        """The way that a link in a message means."""
        ...

    async def confirm(self, id: str, now: float) -> None:
        """The address belongs to whoever asked."""
        ...

    async def unsubscribe(self, id: str) -> None:
        """Send nothing there any more, and forget the address."""
        ...

    async def unsubscribe_all(self, guest: str) -> None:
        """Forget all addresses of a guest."""
        ...

    async def speak(self, guest: str, language: str) -> None:
        """The language in which a guest is told."""
        ...

    async def notices_due(self, now: float, began_before: float) -> list[tuple[Subscription, Waiting]]:
        """Turns that somebody should be told of now."""
        ...

    async def note_sending(self, id: str, times: int) -> None:
        """Sending begins."""
        ...

    async def note_told(
        self, id: str, waiting: Sequence[Waiting], next_at: float, failed: bool = False
    ) -> None:
        """These turns are done with: the person was told, or that was given up."""
        ...

    async def note_failed(self, id: str, tries: int, next_at: float) -> None:
        """The receiver did not take it; try again then."""
        ...

    async def mark_seen(self, code: str, began: float) -> None:
        """The person whose turn it is looks at the table."""
        ...

    async def lease(self, owner: str, seconds: float) -> bool:
        """Whether this process is the one that sends notices, for so long."""
        ...

    async def end_lease(self, owner: str) -> None:
        """Let another process send them at once."""
        ...

    async def kept_secret(self, name: str, fresh: bytes) -> bytes:
        """A secret of this server; the first one that was kept stays."""
        ...

    # ---- history: see `StoredHistory` --------------------------------------------------------------------------

    async def add_finished(self, finished: Finished) -> None:
        """Add a game that was over before there was a history; one that is there stays."""
        ...

    async def drop_finished(self, code: str) -> None:
        """Take a game out of the history."""
        ...

    async def not_in_history(self, limit: int) -> list[str]:
        """Finished games that the history does not know yet."""
        ...

    async def ended(self, code: str) -> float:
        """When the last thing happened at a table."""
        ...

    async def history(self, guest: str, limit: int, skipped: int = 0) -> list[Finished]:
        """The games of a guest, the latest first."""
        ...

    async def meetings(self, guest: str) -> list[Meeting]:
        """All games of a guest with other people, the latest first."""
        ...

    async def records_of(self, guest: str) -> dict[str, bytes]:
        """The records of all finished games in a guest's history, by the table's code."""
        ...

    async def forget_history(self, guest: str) -> None:
        """Somebody has played these games."""
        ...

    async def to_rate(self, limit: int) -> list[tuple[str, str]]:
        """Games that count and have not been rated, the oldest first."""
        ...

    async def last_number(self) -> int:
        """The number of the game that was rated last."""
        ...

    async def results(self, code: str) -> list[Result]:
        """How a game ended, seat by seat."""
        ...

    async def rating(self, guest: str, game: str) -> Rating | None:
        """The rating of a guest after the last rated game."""
        ...

    async def rate(self, games: Sequence[NewlyRated]) -> None:
        """Note ratings, all or none; fails where another game has one of the numbers."""
        ...

    async def ratings(self, guest: str) -> list[tuple[str, float, float]]:
        """What a guest's rating was after each rated game, the oldest first."""
        ...

    async def rated(self, after: int, count: int) -> list[Rated]:
        """Rated seats of the next games after a number."""
        ...

    # ---- people who want to be known again: see `StoredProfiles` -------------------------------------------------

    async def profile(self, guest: str) -> StoredProfile | None:
        """The profile of a guest."""
        ...

    async def save_profile(self, guest: str, new: StoredProfile) -> None:
        """Keep a profile instead of the one before."""
        ...

    async def wanting_ratings(self, guests: Collection[str]) -> frozenset[str]:
        """Those of some guests who want a rating; never children."""
        ...

    async def saved_rules(self, guest: str) -> list[SavedRules]:
        """The sets of rules that a guest saved, the oldest first."""
        ...

    async def save_rules(self, guest: str, new: SavedRules, at: float, most: int) -> None:
        """Keep a set of rules, unless the guest has so many already."""
        ...

    async def forget_rules(self, guest: str, id: str) -> None:
        """Forget one of a guest's sets of rules."""
        ...

    async def forget_profile(self, guest: str) -> None:
        """Forget all that is known of a guest beside games."""
        ...

    # ---- game nights: see `StoredNights` ------------------------------------------------------------------------

    async def add_night(self, new: StoredNight) -> bool:
        """Begin a night; False: the code is taken."""
        ...

    async def night(self, code: str) -> StoredNight | None:
        """A night by its code."""
        ...

    async def keep_night(self, new: StoredNight, before: str) -> bool:
        """Keep a changed night, unless somebody changed it since `before`; False: somebody did."""
        ...

    async def nights_of(self, guest: str, limit: int) -> list[StoredNight]:
        """The nights that a guest runs or takes part in, the latest first."""
        ...

    async def nights_lately(self, guest: str, seconds: float) -> int:
        """How many nights a guest made in that time."""
        ...

    async def results_of(self, codes: Collection[str]) -> dict[str, list[Result]]:
        """How the finished ones of some tables ended, seat by seat."""
        ...

    async def forget_old_nights(self, seconds: float) -> None:
        """Remove nights that nothing has happened to for so long."""
        ...

    async def scrub(self) -> None:
        """Leave nothing in the store's files of what was erased just now."""
        ...

    async def check(self) -> None:
        """Write something for real; raises what keeps the store from writing."""
        ...

    async def close(self) -> None:
        """Finish all writes."""
        ...


@runtime_checkable
class Shared(Store, Protocol):
    """A store that several processes share."""

    @property
    def secret(self) -> str:
        """What another process says to speak for a visitor."""
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
    """Add to a table's log and wait until that is on disk; raises Fenced."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    store.append_then(code, version, entry, head, kept, settling(done))
    await done


def turn_of(head: Head) -> tuple[int | None, float, float | None, float, int]:
    """Whose turn it is, as the columns of `heads` have it."""
    return head.turn, head.since, head.due, head.began, int(head.seen)


def settling(done: "asyncio.Future[None]") -> OnWritten:
    """Tell whoever waits for a future, if somebody still does."""

    def told(error: Exception | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    return told


def tell(told: OnWritten, error: Exception | None) -> None:
    """Tell one who waits; a mistake there must not keep the others of the same commit waiting."""
    try:
        told(error)
    except Exception:
        LOG.exception("a change was stored, but could not be shown")
