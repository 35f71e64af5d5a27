"""A game night as it is kept, and how it changes: pure, without store, clock and network."""

from collections.abc import Collection

import msgspec

from hatbox.table.identity.names import clean, told_apart
from hatbox.table.nights.pairing import BOT, Past, Seating
from hatbox.table.nights.standing import Outcome, Row, standing
from hatbox.table.store.history import SOMEBODY, Result
from hatbox.table.wire.nights import NightKind
from hatbox.table.wire.problems import Conflict, Forbidden, NotFound
from hatbox.table.wire.types import ClockKind, OptionValue

MOST_PEOPLE = 60
MOST_KNOWN = 200  # with those who came and went before they played
MOST_ROUNDS = 40


class NightGame(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A game of the night: its options, and with how many seats it can be played with them."""

    game: str
    options: dict[str, OptionValue] = {}
    sizes: list[int]
    aid: bool = False


class NightPerson(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Somebody who takes part, or did."""

    guest: str  # empty: forgotten
    name: str
    here: bool = True
    sent_home: bool = False  # by the organiser: may not come back


class NightTable(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A table of a round."""

    code: str
    seats: list[int]  # people by seat, or BOT
    teams: int  # how many sides play against each other
    places: list[int] = []  # by seat, when the game is over
    sides: list[int] = []
    cut: bool = False  # the round ended before the game did

    @property
    def done(self) -> bool:
        """Whether the round need not wait for it."""
        return bool(self.places) or self.cut


class NightRound(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A round."""

    game: int  # which one of the night
    tables: list[NightTable]
    byes: list[int] = []
    made: bool = False  # all its tables are there


class Night(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A night."""

    name: str
    host: str  # the guest who runs it
    language: str
    kind: NightKind
    wanted: int  # players per table
    rounds: int
    games: list[NightGame]
    seed: str
    bots: bool = True
    level: str = "3"
    clock: ClockKind | None = None
    lock_chat: bool = False
    lock_names: bool = False
    auto_rounds: bool = False  # all rounds but the first one start by themselves
    next_at: float | None = None  # when the next one does, in seconds since 1970
    people: list[NightPerson] = []
    played: list[NightRound] = []
    over: bool = False

    # ---- reading -------------------------------------------------------------------------------------------------

    def person_of(self, guest: str | None) -> int | None:
        """The number of a guest in this night."""
        return next((k for k, one in enumerate(self.people) if guest and one.guest == guest), None)

    @property
    def here(self) -> list[int]:
        """Everybody who takes part."""
        return [k for k, one in enumerate(self.people) if one.here]

    def present(self, away: Collection[int]) -> list[int]:
        """Everybody who plays in the next round: who is away does not."""
        return [k for k in self.here if k not in away]

    @property
    def in_rounds(self) -> set[int]:
        """Everybody who has played or sat out: the others know them by their names."""
        groups = [table.seats for one in self.played for table in one.tables]
        return {k for group in [*groups, *(one.byes for one in self.played)] for k in group if k != BOT}

    @property
    def known(self) -> list[int]:
        """Everybody in the standing."""
        return sorted(self.in_rounds | set(self.here))

    @property
    def running(self) -> NightRound | None:
        """The round that is being played."""
        last = self.played[-1] if self.played else None
        return last if last is not None and not all(table.done for table in last.tables) else None

    @property
    def open_tables(self) -> list[NightTable]:
        """Tables whose result is not known yet."""
        return [table for one in self.played for table in one.tables if not table.done]

    def table_of(self, person: int | None) -> NightTable | None:
        """Where somebody plays now, or did in the last round."""
        tables = self.played[-1].tables if self.played and self.played[-1].made else []
        return next((table for table in tables if person is not None and person in table.seats), None)

    def past(self) -> Past:
        """What the rounds so far mean for the next one."""
        past = Past()
        for one in self.played:
            past.add([Seating(tuple(table.seats), table.teams) for table in one.tables])
        return past

    def standing(self) -> list[Row]:
        """How it stands by now."""
        done = [table for one in self.played for table in one.tables if table.done]
        outcomes = [Outcome(table.seats, table.places, table.sides) for table in done]
        return standing(self.known, outcomes, [k for one in self.played for k in one.byes])

    def must_run(self, guest: str | None) -> None:
        """Refuse everybody but the organiser."""
        if not guest or guest != self.host:
            raise Forbidden("Only the organiser of the night can do that.", "organiser_only")

    def must_go_on(self) -> None:
        """Refuse what is for a night that is not over."""
        if self.over:
            raise Conflict("This night is over.", "night_over")

    # ---- changing ------------------------------------------------------------------------------------------------

    def join(self, guest: str, name: str, device: Collection[str] = ()) -> int:
        """Somebody comes, or comes back, perhaps under another name; names that look alike get a number.

        `device`: everybody who has appeared on the same device. Another one of them is no way around being sent home.
        """
        self.must_go_on()
        number = self.person_of(guest)
        asked = [
            one for one in self.people if one.guest and one.guest in (device if number is None else (guest,))
        ]
        if any(one.sent_home for one in asked):
            raise Forbidden("The organiser has sent you home from this night.", "sent_home")
        self._must_have_room(number)
        if number is None:
            self.people.append(NightPerson(guest=guest, name=self._free(clean(name), number)))
            return len(self.people) - 1
        if number not in self.in_rounds:
            self.people[number].name = self._free(clean(name), number)
        self.people[number].here = True
        return number

    def _must_have_room(self, number: int | None) -> None:
        full = number not in self.known and len(self.known) >= MOST_PEOPLE
        if full or (number is None and len(self.people) >= MOST_KNOWN):
            raise Conflict(f"This night is full: {MOST_PEOPLE} people take part.", "night_full")

    def _free(self, name: str, number: int | None) -> str:
        """A name that nobody else has in the standing."""
        return told_apart(name, [self.people[k].name for k in self.known if k != number])

    def leave(self, number: int, sent_home: bool = False) -> None:
        """Somebody goes, or is sent home: later rounds are without, until the person comes back or is let in."""
        self.must_go_on()
        if not 0 <= number < len(self.people):
            raise NotFound("Nobody of this night has that number.", "no_person")
        self.people[number].here = False
        self.people[number].sent_home |= sent_home

    def readmit(self, number: int) -> None:
        """Somebody who was sent home takes part again."""
        self.must_go_on()
        if not 0 <= number < len(self.people) or not self.people[number].sent_home:
            raise NotFound("Nobody with that number was sent home.", "no_person")
        self._must_have_room(number)
        person = self.people[number]
        if number not in self.in_rounds:
            person.name = self._free(person.name, number)
        person.here, person.sent_home = True, False

    def hand_over(self, number: int) -> None:
        """Somebody who is here runs the night from now on."""
        self.must_go_on()
        if number not in self.here or not self.people[number].guest:
            raise NotFound("Choose somebody who takes part.", "no_person")
        self.host = self.people[number].guest

    def take(self, results: dict[str, list[Result]]) -> bool:
        """Take over how tables ended; gives whether there was something new."""
        new = False
        for table in self.open_tables:
            found = results.get(table.code)
            if found is not None and len(found) == len(table.seats):
                table.places = [one.place for one in found]
                table.sides = [one.side for one in found]
                new = True
        return new

    def cut_short(self) -> None:
        """The round is over although some games are not: they are level."""
        for table in self.open_tables:
            table.cut = True

    def plan_next(self, now: float, pause: float, away: Collection[int]) -> bool:
        """Say when the next round starts by itself, as soon as it can; gives whether that changed.

        A table that all its people have left is not waited for.
        """
        before = self.next_at
        held_up = {k for table in self.open_tables for k in table.seats} & set(self.present(away))
        ready = self.auto_rounds and not self.over and 0 < len(self.played) < self.rounds
        if ready and self.played[-1].made and not held_up and len(self.present(away)) >= 2:
            self.next_at = now + pause if before is None else before
        else:
            self.next_at = None
        return self.next_at != before

    def forget(self, guest: str) -> None:
        """Somebody is forgotten: the games stay; another person runs the night, or it is over."""
        for one in self.people:
            if one.guest == guest:
                one.guest, one.name, one.here = "", SOMEBODY, False
        if self.host == guest:
            self.host = next((one.guest for one in self.people if one.here), "")
            self.over = self.over or not self.host

    def guests(self) -> tuple[str, ...]:
        """Everybody who takes part or did, but for those who are forgotten."""
        return tuple(sorted({one.guest for one in self.people if one.guest}))


def bots_at(table: NightTable) -> int:
    """How many bots sit at a table."""
    return table.seats.count(BOT)
