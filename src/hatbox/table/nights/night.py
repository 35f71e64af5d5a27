"""A game night as it is kept, and how it changes: pure, without store, clock and network."""

import msgspec

from hatbox.table.identity.names import clean, told_apart
from hatbox.table.nights.pairing import BOT, Past, Seating
from hatbox.table.nights.standing import Outcome, Row, standing
from hatbox.table.store.history import SOMEBODY, Result
from hatbox.table.wire.nights import NightKind
from hatbox.table.wire.problems import Conflict, Forbidden, NotFound
from hatbox.table.wire.types import ClockKind, OptionValue

MOST_PEOPLE = 60
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
    people: list[NightPerson] = []
    played: list[NightRound] = []
    over: bool = False

    # ---- reading -------------------------------------------------------------------------------------------------

    def person_of(self, guest: str | None) -> int | None:
        """The number of a guest in this night."""
        return next((k for k, one in enumerate(self.people) if guest and one.guest == guest), None)

    @property
    def here(self) -> list[int]:
        """Everybody who plays in the next round."""
        return [k for k, one in enumerate(self.people) if one.here]

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
        return standing(range(len(self.people)), outcomes, [k for one in self.played for k in one.byes])

    def must_run(self, guest: str | None) -> None:
        """Refuse everybody but the organiser."""
        if not guest or guest != self.host:
            raise Forbidden("Only the organiser of the night can do that.", "organiser_only")

    def must_go_on(self) -> None:
        """Refuse what is for a night that is not over."""
        if self.over:
            raise Conflict("This night is over.", "night_over")

    # ---- changing ------------------------------------------------------------------------------------------------

    def join(self, guest: str, name: str) -> int:
        """Somebody comes, or comes back, perhaps under another name; names that look alike get a number."""
        self.must_go_on()
        number = self.person_of(guest)
        if number is None and len(self.people) >= MOST_PEOPLE:
            raise Conflict(f"This night is full: {MOST_PEOPLE} people take part.", "night_full")
        others = [one.name for k, one in enumerate(self.people) if k != number]
        name = told_apart(clean(name), others)
        if number is None:
            self.people.append(NightPerson(guest=guest, name=name))
            return len(self.people) - 1
        self.people[number].here = True
        if not self.played:  # later everybody knows the person by the name
            self.people[number].name = name
        return number

    def leave(self, number: int) -> None:
        """Somebody goes: later rounds are without, until the person comes back."""
        self.must_go_on()
        if not 0 <= number < len(self.people):
            raise NotFound("Nobody of this night has that number.", "no_person")
        self.people[number].here = False
        if not self.played:  # nobody has met the person yet
            del self.people[number]

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
