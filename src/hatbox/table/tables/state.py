"""The state of a table, folded from its log: game, seats, status; pure, without clocks and network."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from hatbox.game import Game, Rulebook, load_old, rulebook
from hatbox.match.draw import Draw, drawn_alone, promise_of, seed_of
from hatbox.match.match import Match, Played
from hatbox.match.recording import to_json
from hatbox.table.store.interface import Head, StoredRecord
from hatbox.table.tables import journal
from hatbox.table.tables.catalogue import layout_json
from hatbox.table.tables.draw import DrawState
from hatbox.table.tables.history import finished_of
from hatbox.table.wire.problems import Conflict
from hatbox.table.wire.types import StandingAnswer

TAIL = 12  # moves that a new visitor is shown
SECOND, MINUTE = 1000, 60_000  # milliseconds
IDS_KEPT = 512  # a resent move is recognised among this many; older ones are stale anyway


@dataclass
class Pause:
    """Who wants a pause, and since when there is one."""

    wished: set[str] = field(default_factory=set)  # guests
    since: float = 0.0  # in seconds since 1970; 0: no pause


@dataclass
class TableState:
    """A table without its visitors."""

    code: str
    made: journal.Made
    seats: list[journal.Seat] = field(default_factory=list)
    people: list[int] = field(default_factory=list)  # their seats
    guests: set[str] = field(default_factory=set)  # the guests in them
    v: int = 1
    position_v: int = 0  # the version of the last change on the board
    match: Match | None = None
    rematch: journal.Rematched | None = None
    ids: dict[tuple[str, str], int] = field(default_factory=dict)  # (guest, id) → version
    tail: deque[tuple[int, Played]] = field(default_factory=lambda: deque(maxlen=TAIL))
    standing: dict[int, StandingAnswer] = field(default_factory=dict)  # where it is not the default
    mutes: dict[str, set[int]] = field(default_factory=dict)  # guest → muted seats
    hinted: dict[int, set[str]] = field(default_factory=dict)  # seat → positions where its help gave a hint
    warned: dict[int, set[str]] = field(default_factory=dict)  # seat → positions where it was warned
    since: float = 0.0  # since when a player must act, in seconds since 1970; 0: not over days
    began: float = 0.0  # since when it is that player's turn, whatever they have done meanwhile
    asked: str = ""  # the guest whose turn it is, at tables over days
    left: list[int] = field(default_factory=list)  # milliseconds by seat; empty: no clocks
    flagged: set[int] = field(default_factory=set)  # seats whose time is up: a bot plays on
    stood_in: set[int] = field(default_factory=set)  # seats that stalled: a bot plays until they are back
    pause: Pause = field(default_factory=Pause)
    kicked: set[str] = field(default_factory=set)  # guests who stay out
    at_random: set[int] = field(default_factory=set)  # versions of moves that a bot could not choose itself
    draw: DrawState = field(default_factory=DrawState)
    began_with: list[str] = field(default_factory=list)  # guests by seat at the start; empty: a bot
    counts: bool = False  # for ratings

    def __post_init__(self) -> None:
        """Set the seats as the table was made."""
        self.seats = list(self.made.seats)
        self._count_people()

    @property
    def status(self) -> Any:
        """`waiting`, `playing` or `over`."""
        return "waiting" if self.match is None else "over" if self.match.over else "playing"

    @property
    def playing(self) -> bool:
        """Whether a player must act."""
        return self.match is not None and not self.match.over

    @property
    def promise(self) -> str:
        """The promise of the dice; empty until all seated players have committed."""
        return self.draw.promise if self.made.mixed else promise_of(self.made.salt, self.made.seed)

    @property
    def drawing(self) -> bool:
        """Whether players are opening their numbers."""
        return self.draw.closed and self.match is None

    @property
    def paused(self) -> bool:
        """Whether all people agreed to stop the clocks."""
        return bool(self.pause.since)

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """Return the seats of a guest."""
        return tuple(k for k, seat in enumerate(self.seats) if guest and seat.guest == guest)

    def may_start(self, guest: str | None) -> bool:
        """Whether a guest may fill open seats and start: the host, and at a rematch every player."""
        return bool(guest) and (guest == self.made.host or (self.made.again and guest in self.guests))

    def has_seat(self, guest: str, number: int) -> bool:
        """Whether this seat is that guest's."""
        return bool(guest) and number < len(self.seats) and self.seats[number].guest == guest

    def by_bot(self, number: int) -> bool:
        """Whether a bot plays for a person even if present: time was up, or the others agreed."""
        return number in self.flagged or number in self.stood_in

    def open_seats(self) -> list[int]:
        """Seats that nobody has."""
        return [k for k, seat in enumerate(self.seats) if seat.kind == "open"]

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints; by default when one person plays against bots."""
        if self.made.hints is not None:
            return self.made.hints
        return not self.open_seats() and len(self.people) <= 1

    def hints_taken(self, seat: int) -> int:
        """Return how many hints a seat's help has given; asking twice in one position counts once."""
        return len(self.hinted.get(seat, ()))

    def hints_left(self, seat: int) -> int | None:
        """Return how many hints are left, where they are counted; undo gives none back."""
        given = self.seats[seat].help.hints
        return max(0, given - self.hints_taken(seat)) if given > 0 and not self.hints else None

    def warnings_taken(self, seat: int) -> int:
        """Return how often a seat was warned; twice in one position counts once."""
        return len(self.warned.get(seat, ()))

    @property
    def aided(self) -> list[int]:
        """The seats that have the memory aid for themselves."""
        return [seat for seat in self.people if self.seats[seat].help.aid]

    def has_aid(self, viewer: tuple[int, ...]) -> bool:
        """Whether these seats are shown again what others must remember; on a shared device all or none."""
        return self.made.aid or (bool(viewer) and all(self.seats[seat].help.aid for seat in viewer))

    @property
    def free_chat(self) -> bool:
        """Whether free text is allowed now; in some games partners do not talk while they play."""
        return self.made.chat and not (self.playing and self.rulebook.silent(self.made.players))

    def may_write(self, seat: int) -> bool:
        """Whether a seat may write free text; in some games a player who is out knows a secret."""
        if not self.free_chat or self.match is None or self.match.over:
            return self.free_chat
        return self.rulebook.may_write(self.match.state, seat)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game as printed."""
        return rulebook(self.made.game)

    @cached_property
    def layout(self) -> msgspec.Raw:
        """Where things are drawn on the board."""
        return layout_json(self.game())

    @cached_property
    def has_offers(self) -> bool:
        """Whether the game makes offers that a seat may refuse in advance."""
        return self.rulebook.decline >= 0

    def answer(self, seat: int) -> StandingAnswer:
        """Return how a seat answers offers; by default it is asked once."""
        return self.standing.get(seat, "once")

    def not_now(self) -> set[int]:
        """Return the seats of people who do not want to be asked now."""
        if not self.has_offers or self.match is None:
            return set()
        asked = ("once", "ask") if self.match.is_worth_asking else ("ask",)
        return {seat for seat in self.people if self.answer(seat) not in asked}

    def game(self) -> Game:
        """Return the game with its options; its rules must be those the table was made with."""
        made = self.made
        options = {name: tuple(v) if isinstance(v, list) else v for name, v in made.options.items()}
        game = load_old(made.game, made.players, options)
        if game.rulebook.ruleset != made.ruleset:
            raise Conflict(
                f"This table follows ruleset {made.ruleset} of {made.game}; this server has "
                f"{game.rulebook.ruleset}.",
                "old_rules",
            )
        return game

    def first_position(self) -> Match:
        """Return the match before its first move; a fork starts where it left the other game, with its own dice."""
        names, fork, seed = [seat.name for seat in self.seats], self.made.fork, seed_of(self.drawn())
        if fork is None:
            return self.game().match(seed, names)
        return Match.after(self.game(), fork.seed, fork.actions, fork.with_seed(str(seed)), names)

    def drawn(self) -> Draw:
        """Return how the seed was drawn; the game has started."""
        made, draw = self.made, self.draw
        if not made.mixed:
            return drawn_alone(made.salt, made.seed)
        return Draw(promise=draw.promise, salt=made.salt, number=str(made.seed), shares=draw.shares)

    # ---- changes: the same when they are new and when a table wakes ------------------------------------------------

    def fold(self, entry: journal.AnyEntry) -> Played | None:
        """Apply one change and raise the version; a move returns what it did. A refused move changes nothing."""
        played = _FOLDS[type(entry)](self, entry)
        self.v += 1
        if isinstance(entry, journal.OnBoard):
            self.position_v = self.v
            if self.paused:  # a move ends the pause
                self._end_pause(entry.at)
            self._note_time(entry)
        if played is not None:
            self.tail.append((self.v, played))
        if isinstance(entry, journal.Acted):
            if entry.id:
                self._know(entry.guest, entry.id)
            if entry.at_random:
                self.at_random.add(self.v)
        return played

    def _note_time(self, entry: journal.OnBoard) -> None:
        """Start counting the days of a decision; a bot that began a late turn also ends it."""
        goes_on = isinstance(entry, journal.Acted) and entry.by == "warm" and self.waits_for == entry.seat
        if not goes_on:
            self.since = entry.at
        asked = "" if self.waits_for is None else self.seats[self.waits_for].guest
        if asked != self.asked:
            self.asked, self.began = asked, entry.at

    @property
    def waits_for(self) -> int | None:
        """Return the seat whose player must act at a table over days."""
        if self.made.pace is None or self.match is None or self.match.over or self.paused:
            return None
        turn = self.match.turn
        return turn if self.seats[turn].kind == "person" and not self.by_bot(turn) else None

    def _know(self, guest: str, id: str) -> None:
        """Remember a move's id, so that resending it does not play it again, even after an undo."""
        self.ids[guest, id] = self.v
        if len(self.ids) > IDS_KEPT:
            del self.ids[next(iter(self.ids))]

    def _act(self, entry: journal.Acted) -> Played:
        assert self.match is not None
        if entry.by in ("person", "ahead") and self.match.is_offer and self.answer(entry.seat) == "once":
            self.standing[entry.seat] = "not_now"
        played = self.match.play(entry.action)
        self._spend(entry.seat, entry.ms)
        if self.left and self.made.clock and self.match.turn != entry.seat:
            self.left[entry.seat] += self.made.clock.seconds * SECOND  # a finished turn is never undone
        return played

    def _undo(self, entry: journal.Undone) -> None:
        assert self.match is not None
        self.match.undo(entry.seat)
        self._spend(entry.seat, entry.ms)
        if self.tail:
            self.tail.pop()

    def _commit_number(self, entry: journal.Committed) -> None:
        self.draw.commit(entry.guest, entry.commitment)

    def _close_draw(self, entry: journal.Drawing) -> None:
        self.draw.close(self.made, self.seats)

    def _start(self, entry: journal.Started) -> None:
        if self.made.mixed and not self.draw.closed:
            self.draw.close(self.made, self.seats)
        self.draw.shares = entry.shares
        self.match = self.first_position()
        self.began_with, self.counts = [seat.guest for seat in self.seats], entry.counts
        if self.made.clock is not None:
            self.left = [self.made.clock.minutes * MINUTE] * self.made.players

    def _change_seats(self, entry: journal.SeatsChanged) -> None:
        for number, seat in entry.seats.items():
            self.seats[number] = seat
            self.stood_in.discard(number)
        self._count_people()

    def _agree(self, entry: journal.Agreed) -> None:
        agreed = {name: getattr(entry, name) for name in entry.__struct_fields__}
        self.made = msgspec.structs.replace(self.made, **agreed)
        muted = {guest: {self.seats[k].guest for k in seats} for guest, seats in self.mutes.items()}
        self.seats = list(entry.seats)
        self.mutes = {
            guest: {k for k in range(entry.players) if self.seats[k].guest in others - {""}}
            for guest, others in muted.items()
        }
        self.standing.clear()  # its seats may have moved
        self.__dict__.pop("layout", None)
        self._count_people()

    def _kick(self, entry: journal.Kicked) -> None:
        self.seats = [journal.Seat() if seat.guest == entry.guest else seat for seat in self.seats]
        self.kicked.add(entry.guest)
        self._count_people()

    def _stand_in(self, entry: journal.StoodIn) -> None:
        (self.stood_in.add if entry.on else self.stood_in.discard)(entry.seat)

    def _wish_pause(self, entry: journal.PauseWished) -> None:
        if not entry.on:
            self._end_pause(entry.at)
            return
        self.pause.wished.add(entry.guest)
        if self.guests <= self.pause.wished:
            self.pause.since = entry.at

    def _end_pause(self, at: float) -> None:
        """Resume: the time of the pause is given back."""
        if self.paused and self.since:
            self.since += at - self.pause.since
        self.pause = Pause()

    def _count_people(self) -> None:
        self.people = [number for number, seat in enumerate(self.seats) if seat.kind == "person"]
        self.guests = {self.seats[number].guest for number in self.people}

    def _run_clock(self, entry: journal.ClockRan) -> None:
        self._spend(entry.seat, entry.ms)
        if entry.flag:
            self.flagged.add(entry.seat)

    def _spend(self, seat: int, ms: int) -> None:
        """Take time from a clock, if there is one."""
        if self.left:
            self.left[seat] = max(0, self.left[seat] - ms)

    def _rematch(self, entry: journal.Rematched) -> None:
        self.rematch = entry

    def _choose_answer(self, entry: journal.AnswerChosen) -> None:
        self.standing[entry.seat] = entry.answer

    def _mute(self, entry: journal.Muted) -> None:
        muted = self.mutes.setdefault(entry.guest, set())
        (muted.add if entry.muted else muted.discard)(entry.seat)

    def _give_hint(self, entry: journal.HintGiven) -> None:
        if self.match is not None:
            self.hinted.setdefault(entry.seat, set()).add(self.match.hash)

    def _warn(self, entry: journal.Warned) -> None:
        if self.match is not None:
            self.warned.setdefault(entry.seat, set()).add(self.match.hash)

    # ---- for the store ---------------------------------------------------------------------------------------------

    def head(self, status: str | None = None) -> Head:
        """Return what lists show of the table."""
        return Head(
            self.code,
            self.made.game,
            self.made.players,
            status or self.status,
            self.made.public,
            self.made.host,
            tuple(seat.guest for seat in self.seats),
            tuple(seat.name for seat in self.seats),
            self.made.pace is not None,
            self.waits_for,
            self.since,
            began=self.began,
        )

    def record(self) -> StoredRecord | None:
        """Return the record of a finished game, and its entry in the history."""
        if self.match is None or not self.match.over:
            return None
        return StoredRecord(
            self.made.record,
            to_json(self.match, self.drawn(), self.made.options, self.made.removed),
            finished_of(self),
        )


_FOLDS: dict[type[journal.Entry], Callable[[TableState, Any], Played | None]] = {
    journal.Acted: TableState._act,
    journal.Undone: TableState._undo,
    journal.Committed: TableState._commit_number,
    journal.Drawing: TableState._close_draw,
    journal.Started: TableState._start,
    journal.SeatsChanged: TableState._change_seats,
    journal.Agreed: TableState._agree,
    journal.Kicked: TableState._kick,
    journal.PauseWished: TableState._wish_pause,
    journal.StoodIn: TableState._stand_in,
    journal.ClockRan: TableState._run_clock,
    journal.Rematched: TableState._rematch,
    journal.AnswerChosen: TableState._choose_answer,
    journal.Muted: TableState._mute,
    journal.HintGiven: TableState._give_hint,
    journal.Warned: TableState._warn,
}
