"""What a table's log holds: one entry per stored change, numbered by the table's version.

The state of a table is its log read from the start, so a table sleeps and wakes without loss.
"""

from typing import Any, ClassVar, Literal

import msgspec

from hatbox.match.draw import Fork, Share
from hatbox.table.wire.types import NO_HELP, NO_LIMIT, SOME_HINTS, ClockKind, Help, Pace, StandingAnswer

By = Literal["person", "bot", "warm", "standing", "ahead"]
OldHelp = Literal["none", "some", "always"]  # in logs from before help had parts
OLD_HELP: dict[str, Help] = {"none": NO_HELP, "some": Help(hints=SOME_HINTS), "always": Help(hints=NO_LIMIT)}


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="k", forbid_unknown_fields=True):
    """One stored change."""

    on_board: ClassVar[bool] = False  # whether the position changes
    in_lists: ClassVar[bool] = False  # whether lists of tables change too


class OnBoard(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A change of the position."""

    on_board: ClassVar[bool] = True

    at: float = 0.0  # seconds since 1970, at tables over days


class Seat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits in a seat."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: str = ""
    guest: str = ""
    given: Help | OldHelp = msgspec.field(name="help", default=NO_HELP)

    @property
    def help(self) -> Help:
        """The help of the seat."""
        return OLD_HELP[self.given] if isinstance(self.given, str) else self.given


class Forked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The finished game from which a table continues: all that is needed to restore that ply."""

    code: str
    seed: int
    actions: list[int]
    reseeds: list[tuple[int, int]] = []  # (ply, seed), of tables from before forks were named
    forks: list[Fork] = []  # by which the other game itself left others
    of: str = ""  # the fingerprint of the other game; empty: hidden things are not redrawn

    @property
    def ply(self) -> int:
        """Return the fork: where the two games part."""
        return len(self.actions)

    def with_seed(self, seed: str) -> list[Fork]:
        """Return all forks up to here; this one continues with its own seed."""
        old = [Fork(ply=ply, seed=str(before), code=self.code, redrawn=False) for ply, before in self.reseeds]
        here = Fork(ply=self.ply, seed=seed, of=self.of, code=self.code, redrawn=bool(self.of))
        return [*old, *self.forks, here]


class Made(Entry, frozen=True, kw_only=True, tag="made"):
    """The table was made; the seed is drawn here, so that its hash can be shown from the start."""

    game: str
    ruleset: int
    players: int
    options: dict[str, Any]
    aid: bool
    public: bool
    host: str
    seats: list[Seat]
    seed: int
    salt: str
    record: str
    hints: bool | None = None  # None: on when one person plays against bots
    chat: bool = False
    clock: ClockKind | None = None
    pace: Pace | None = None
    language: str = "en"  # of the word in its code
    night: str = ""  # the code of the table's game night: such a table has no host
    again: bool = False  # a rematch: any of its players may start it
    fork: Forked | None = None
    mixed: bool = False  # whether the players' numbers go into the seed; not in old logs and on test servers
    promise: str = ""  # kept if a name was removed later: it was computed with that name
    removed: list[int] = []  # seats that had another name when the game started


class SeatsChanged(Entry, frozen=True, kw_only=True, tag="seated"):
    """Who sits where from now on: sit, stand, fill, kick, help."""

    in_lists: ClassVar[bool] = True

    seats: dict[int, Seat]


class Agreed(Entry, frozen=True, kw_only=True, tag="agreed"):
    """The host changed what the table plays, before the game, and perhaps the number of seats."""

    in_lists: ClassVar[bool] = True

    players: int
    options: dict[str, Any]
    aid: bool
    hints: bool | None
    chat: bool
    clock: ClockKind | None
    seats: list[Seat]
    pace: Pace | None = None


class Kicked(Entry, frozen=True, kw_only=True, tag="kicked"):
    """The host sent a guest away: the guest's seats are open, and the guest stays out of this table."""

    in_lists: ClassVar[bool] = True

    guest: str


class Committed(Entry, frozen=True, kw_only=True, tag="committed"):
    """A guest committed to a secret number for the dice by its hash."""

    guest: str
    commitment: str


class Drawing(Entry, frozen=True, kw_only=True, tag="drawing"):
    """The host started: commitments are fixed, the promise is public, players open their numbers."""


class Started(OnBoard, frozen=True, kw_only=True, tag="started"):
    """The game started."""

    in_lists: ClassVar[bool] = True

    shares: list[Share] | None = None  # of a joint draw
    counts: bool = False  # for ratings: everyone here wanted that


class Acted(OnBoard, frozen=True, kw_only=True, tag="acted"):
    """A move; `id` is chosen by the client."""

    seat: int
    action: int
    id: str = ""
    guest: str = ""
    by: By = "person"
    ms: int = 0  # that the mover's clock ran for it
    at_random: bool = False  # a bot failed or had no time, so a random legal move was made for it


class Undone(OnBoard, frozen=True, kw_only=True, tag="undone"):
    """The last move was taken back."""

    seat: int
    ms: int = 0


class Rematched(Entry, frozen=True, kw_only=True, tag="rematched"):
    """A player asked for a rematch, which is at another table."""

    code: str
    by: str = ""  # the guest who asked


class AnswerChosen(Entry, frozen=True, kw_only=True, tag="stood"):
    """A seat's standing answer to offers."""

    seat: int
    answer: StandingAnswer


class Muted(Entry, frozen=True, kw_only=True, tag="muted"):
    """A guest muted or unmuted a seat."""

    guest: str
    seat: int
    muted: bool


class HintGiven(Entry, frozen=True, kw_only=True, tag="hinted"):
    """A seat's help gave it a hint in the current position; its content is never stored."""

    seat: int


class Warned(Entry, frozen=True, kw_only=True, tag="warned"):
    """A seat was warned in the current position; the content is never stored."""

    seat: int


class ClockRan(Entry, frozen=True, kw_only=True, tag="ticked"):
    """A clock ran without a move; a bot plays a flagged seat from then on."""

    seat: int
    ms: int
    flag: bool = False


class StoodIn(Entry, frozen=True, kw_only=True, tag="stood_in"):
    """The others agreed that a bot plays for a seat that stalls, or its player is back."""

    seat: int
    on: bool


class PauseWished(Entry, frozen=True, kw_only=True, tag="pause"):
    """A player wants a pause, which starts once all people agree; `on` false ends it."""

    in_lists: ClassVar[bool] = True

    guest: str
    on: bool
    at: float  # seconds since 1970


AnyEntry = (
    Made
    | SeatsChanged
    | Kicked
    | Committed
    | Drawing
    | Started
    | Acted
    | Undone
    | Rematched
    | Agreed
    | AnswerChosen
    | Muted
    | HintGiven
    | Warned
    | ClockRan
    | StoodIn
    | PauseWished
)
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
