"""The position as each viewer may see it, and what a move told each viewer: the only way to the wire.

Everything here goes through `match.view` and `Played.seen_by`; a viewer is the tuple of its seats, empty for a
spectator.
"""

from collections.abc import Iterable

import msgspec

from hatbox.match import Match, Played
from hatbox.rooms import SPECTATOR, Event
from hatbox.table.protocol import Choice, MoveFrame, Now, StandingAnswer, UndoneFrame, encode

Viewer = tuple[int, ...]
NOBODYS = (
    b'{"seat":%d' % SPECTATOR
)  # a game without secrets shows the same to all, but for the seat; a test looks


class Views(dict[int, msgspec.Raw]):
    """Views by seat, made and encoded when somebody first looks; only these seats and spectators have one."""

    def __init__(self, match: Match, seats: Iterable[int], aid: bool) -> None:
        """Keep the position, which never changes, not the match, which does."""
        super().__init__()
        rules = match.game.rulebook
        self._seats = {SPECTATOR, *seats}
        self._view, self._state, self._aid = rules.knowledge.view, match.state, aid
        self._alike = not rules.secrets

    def __contains__(self, seat: object) -> bool:
        return seat in self._seats

    def __missing__(self, seat: int) -> msgspec.Raw:
        if seat not in self._seats:
            raise KeyError(seat)
        if self._alike and seat != SPECTATOR:
            data = b'{"seat":%d%b' % (seat, bytes(self[SPECTATOR])[len(NOBODYS) :])
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


class Shot(msgspec.Struct):
    """One position: views by seat, encoded once for all who may see them."""

    ply: int
    turn: int
    over: bool
    winners: list[int]
    views: Views
    choices: "Choices | None"  # None: nobody is asked
    undo: int  # the seat that may take back, or SPECTATOR
    more: More = NOTHING_MORE
    around: tuple[bytes, bytes] | None = None  # what stands before and after the views, once that is known

    def can_show(self, viewer: Viewer) -> bool:
        """Whether all views of a viewer were kept."""
        return all(seat in self.views for seat in viewer or (SPECTATOR,))

    def encoded(self, viewer: Viewer) -> bytes:
        """The position for one viewer as JSON; all but the views is the same for everybody who just looks on."""
        if len(viewer) > 1 or self.turn in viewer or self.undo in viewer or self.more.standing:
            return encode(self.now(viewer))
        seat = viewer[0] if viewer else SPECTATOR
        before, after = self.around or self._look_around()
        return b'%b"views":{"%d":%b}%b' % (before, seat, self.views[seat], after)

    def _look_around(self) -> tuple[bytes, bytes]:
        """What stands before and after the views."""
        before, _, after = encode(self._now({}, {}, False, {})).partition(b'"views":{}')
        self.around = before, after
        return self.around

    def now(self, viewer: Viewer) -> Now:
        """The position for one viewer."""
        asked = self.choices if self.turn in viewer and not self.over else None
        return self._now(
            views={str(seat): self.views[seat] for seat in viewer or (SPECTATOR,)},
            legal={str(self.turn): asked.encoded} if asked is not None else {},
            undo=self.undo in viewer,
            standing={str(seat): answer for seat, answer in self.more.standing.items() if seat in viewer},
        )

    def _now(
        self,
        views: dict[str, msgspec.Raw],
        legal: dict[str, msgspec.Raw],
        undo: bool,
        standing: dict[str, StandingAnswer],
    ) -> Now:
        """What all viewers share, and what is a viewer's own."""
        return Now(
            ply=self.ply,
            turn=self.turn,
            over=self.over,
            winners=self.winners,
            views=views,
            legal=legal,
            undo=undo,
            clocks=self.more.clocks,
            clock_runs=self.more.clock_runs,
            standing=standing,
        )


def take(match: Match, seats: Iterable[int], aid: bool) -> Shot:
    """The position for these seats and for spectators; who said no in advance is not even asked."""
    seats = [*seats]
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
    """A change on the board that clients may have missed: a move, or a move taken back."""

    __slots__ = ("_frames", "_told", "played", "secrets", "shot", "v")

    def __init__(self, v: int, shot: Shot, played: Played | None, secrets: bool) -> None:
        """`played` is None for a move taken back; `secrets`: the game has some."""
        self.v, self.shot, self.played, self.secrets = v, shot, played, secrets
        self._frames: dict[Viewer, bytes] = {}
        self._told: dict[bool, bytes] = {}  # by whether the move's text is open, where all events are

    def frame(self, viewer: Viewer) -> bytes:
        """The message for one viewer, encoded once."""
        found = self._frames.get(viewer)
        if found is None:
            if self.played is None:
                found = encode(UndoneFrame(v=self.v, ply=self.shot.ply, now=self.shot.now(viewer)))
            else:
                found = b'%b"now":%b}' % (self._move(self.played, viewer), self.shot.encoded(viewer))
            self._frames[viewer] = found
        return found

    def _move(self, played: Played, viewer: Viewer) -> bytes:
        """A move without its position: the same for all who are told the same."""
        events = played.seen_by(whose_eyes(played.seat, viewer))
        everything = events == played.events
        shown = played.seat in viewer or (everything and not self.secrets)
        found = self._told.get(shown) if everything else None
        if found is None:
            found = encode(_frame(self.v, played, shown, events)).removesuffix(b'"now":null}')
            if everything:
                self._told[shown] = found
        return found

    def forget_frames(self) -> None:
        """Free the encoded messages; they can be made again."""
        self._frames.clear()
        self._told.clear()


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
