"""The position as each viewer may see it, and what a move told each viewer: the only way to the wire.

Everything here goes through `match.view` and `Played.seen_by`; a viewer is the tuple of its seats, empty for a
spectator.
"""

from collections.abc import Collection

import msgspec

from hatbox.match import Match, Played
from hatbox.rooms import SPECTATOR, Event
from hatbox.table.protocol import Choice, MoveFrame, Now, StandingAnswer, UndoneFrame, encode

Viewer = tuple[int, ...]
SEAT = b'{"seat":%d'  # how a view begins; a game without secrets shows the same to all but for this, and a test looks
NOBODYS = SEAT % SPECTATOR
VIEW = b'"views":{"%d":' + SEAT


class Views(dict[int, msgspec.Raw]):
    """Views by seat, made and encoded when somebody first looks; only these seats and spectators have one."""

    def __init__(self, match: Match, seats: Collection[int], aid: bool) -> None:
        """Keep the position, which never changes, not the match, which does."""
        rules = match.game.rulebook
        self._seats = seats
        self._view, self._state, self._aid = rules.knowledge.view, match.state, aid
        self._alike = not rules.secrets

    def __missing__(self, seat: int) -> msgspec.Raw:
        if seat not in self._seats and seat != SPECTATOR:
            raise KeyError(seat)
        if self._alike and seat != SPECTATOR:
            data = SEAT % seat + bytes(self[SPECTATOR])[len(NOBODYS) :]
        else:
            data = encode(self._view(self._state, seat, self._aid))
        self[seat] = found = msgspec.Raw(data)
        return found


class More(msgspec.Struct, frozen=True):
    """What belongs to a position but not to the rules: clocks and standing answers."""

    clocks: list[int] | None = None
    clock_runs: int = SPECTATOR
    standing: dict[int, StandingAnswer] = {}


NOTHING_MORE = More()


class Choices:
    """The legal moves of a position, whatever the match does next; their texts cost, so they are made on demand."""

    def __init__(self, match: Match) -> None:
        """Keep the position, not the match."""
        self._state, self._actions = match.state, match.legal
        self._text = match.game.rulebook.notation.move_text
        self._encoded: msgspec.Raw | None = None

    @property
    def encoded(self) -> msgspec.Raw:
        """All moves with their texts."""
        if self._encoded is None:
            state, text = self._state, self._text
            moves = [Choice(action=action, text=text(state, action)) for action in self._actions]
            self._encoded = msgspec.Raw(encode(moves))
        return self._encoded


class Shot(msgspec.Struct, gc=False):
    """One position: views by seat, encoded once for all who may see them."""

    ply: int
    turn: int
    over: bool
    winners: list[int]
    views: Views
    choices: "Choices | None"  # None: nobody is asked
    undo: int  # the seat that may take back, or SPECTATOR
    more: More = NOTHING_MORE

    def only_looks_on(self, viewer: Viewer) -> bool:
        """Whether a viewer may do nothing now: apart from its view it is told what all onlookers are told."""
        return not (len(viewer) > 1 or self.turn in viewer or self.undo in viewer or self.more.standing)

    def now(self, viewer: Viewer) -> Now:
        """The position for one viewer."""
        asked = self.choices if self.turn in viewer and not self.over else None
        more = self.more
        return Now(
            ply=self.ply,
            turn=self.turn,
            over=self.over,
            winners=self.winners,
            views={str(seat): self.views[seat] for seat in viewer or (SPECTATOR,)},
            legal={str(self.turn): asked.encoded} if asked is not None else {},
            undo=self.undo in viewer,
            clocks=more.clocks,
            clock_runs=more.clock_runs,
            standing={str(seat): answer for seat, answer in more.standing.items() if seat in viewer},
        )


def take(match: Match, seats: Collection[int], aid: bool) -> Shot:
    """The position for these seats and for spectators; who said no in advance is not even asked."""
    asked = match.turn in seats and not match.declined
    return Shot(
        match.ply,
        match.turn,
        match.over,
        match.winners if match.over else [],
        Views(match, seats, aid),
        Choices(match) if asked else None,
        match.undo_seat,
    )


class Happened:
    """A change on the board as everybody is told of it: a move, or a move taken back."""

    __slots__ = ("_onlookers", "_played", "_secrets", "_shot", "_told", "_v", "frames")

    def __init__(self, v: int, shot: Shot, played: Played | None, secrets: bool) -> None:
        """`played` is None for a move taken back; `secrets`: the game has some."""
        self._v, self._shot, self._played, self._secrets = v, shot, played, secrets
        self._onlookers: tuple[bytes, bytes] | None = None  # what stands before and after the seat of a view
        self._told: dict[bool, bytes] = {}  # by whether the move's text is open, where all events are
        self.frames: dict[Viewer, bytes] = {}

    def frame(self, viewer: Viewer) -> bytes:
        """The message for one viewer, encoded once."""
        found = self.frames.get(viewer)
        if found is None:
            found = self.frames[viewer] = self._made(viewer)
        return found

    def _made(self, viewer: Viewer) -> bytes:
        """The message; without secrets all onlookers get the same but for their seat, so that it is put in."""
        if self._secrets or not self._shot.only_looks_on(viewer):
            return self._encoded(viewer)
        if self._onlookers is None:
            before, _, after = self._encoded(()).partition(VIEW % (SPECTATOR, SPECTATOR))
            self._onlookers = before, after
        seat = viewer[0] if viewer else SPECTATOR
        return (VIEW % (seat, seat)).join(self._onlookers)

    def _encoded(self, viewer: Viewer) -> bytes:
        """The message, encoded."""
        now = self._shot.now(viewer)
        if self._played is None:
            return encode(UndoneFrame(v=self._v, ply=self._shot.ply, now=now))
        return b'%b"now":%b}' % (self._move(self._played, viewer), encode(now))

    def _move(self, played: Played, viewer: Viewer) -> bytes:
        """A move without its position: the same for all who are told the same."""
        events = played.seen_by(whose_eyes(played.seat, viewer)) if self._secrets else played.events
        everything = events == played.events
        shown = played.seat in viewer or (everything and not self._secrets)
        found = self._told.get(shown) if everything else None
        if found is None:
            found = encode(_frame(self._v, played, shown, events)).removesuffix(b'"now":null}')
            if everything:
                self._told[shown] = found
        return found


def move_in_log(v: int, played: Played, viewer: Viewer, secrets: bool, aid: bool) -> MoveFrame:
    """A move as the log keeps it for one viewer; without the memory aid what people should remember is gone."""
    events = played.seen_by(whose_eyes(played.seat, viewer))
    shown = played.seat in viewer or (not secrets and events == played.events)
    return _frame(v, played, shown, events if aid else [event.later() for event in events])


def _frame(v: int, played: Played, shown: bool, events: list[Event]) -> MoveFrame:
    """A move; its text only where the choice is open."""
    text = played.move.text if shown else ""
    return MoveFrame(v=v, ply=played.ply, seat=played.seat, text=text, events=msgspec.Raw(encode(events)))


def whose_eyes(mover: int, viewer: Viewer) -> int:
    """The seat through which a viewer sees events.

    Several people on one device see what the mover sees, who holds it now, and otherwise what everybody may see.
    """
    if mover in viewer:
        return mover
    return viewer[0] if len(viewer) == 1 else SPECTATOR
