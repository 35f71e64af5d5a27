"""The position as each viewer may see it, and what a move told each viewer: the only way to the wire.

Everything here goes through `match.view` and `Played.seen_by`; a viewer is the tuple of its seats, empty for a
spectator.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache

import msgspec

from hatbox.match import Match, Played
from hatbox.rooms import SPECTATOR, Event
from hatbox.table.protocol import Choice, MoveFrame, Now, StandingAnswer, UndoneFrame, encode

Viewer = tuple[int, ...]
NO_MOVES = msgspec.Raw(b"[]")


class Views(dict[int, msgspec.Raw]):
    """Views by seat, made and encoded when somebody first looks; only these seats and spectators have one."""

    def __init__(self, match: Match, seats: Iterable[int], aid: bool) -> None:
        """Keep the position, which never changes, not the match, which does."""
        super().__init__()
        self._seats = {SPECTATOR, *seats}
        self._view, self._state, self._aid = match.game.rulebook.knowledge.view, match.state, aid

    def __contains__(self, seat: object) -> bool:
        return seat in self._seats

    def __missing__(self, seat: int) -> msgspec.Raw:
        if seat not in self._seats:
            raise KeyError(seat)
        self[seat] = found = msgspec.Raw(encode(self._view(self._state, seat, self._aid)))
        return found


@dataclass(frozen=True)
class More:
    """What belongs to a position but not to the rules: clocks and standing answers."""

    clocks: list[int] | None = None
    clock_runs: int = SPECTATOR
    standing: dict[int, StandingAnswer] = field(default_factory=dict)


NOTHING_MORE = More()


@dataclass(frozen=True)
class Shot:
    """One position: views by seat, encoded once for all who may see them."""

    ply: int
    turn: int
    over: bool
    winners: list[int]
    views: Views
    legal: Callable[[], msgspec.Raw]  # with texts, which cost; made once, when somebody must choose
    undo: int  # the seat that may take back, or SPECTATOR
    more: More = NOTHING_MORE

    def can_show(self, viewer: Viewer) -> bool:
        """Whether all views of a viewer were kept."""
        return all(seat in self.views for seat in viewer or (SPECTATOR,))

    def now(self, viewer: Viewer) -> Now:
        """The position for one viewer."""
        mine = not self.over and self.turn in viewer and self.legal is not _no_choices
        return Now(
            ply=self.ply,
            turn=self.turn,
            over=self.over,
            winners=self.winners,
            views={str(seat): self.views[seat] for seat in viewer or (SPECTATOR,)},
            legal={str(self.turn): self.legal()} if mine else {},
            undo=self.undo in viewer,
            clocks=self.more.clocks,
            clock_runs=self.more.clock_runs,
            standing={str(seat): answer for seat, answer in self.more.standing.items() if seat in viewer},
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
        _choices(match) if asked else _no_choices,
        match.undo_seat,
    )


def _choices(match: Match) -> Callable[[], msgspec.Raw]:
    """The legal moves of this position, whatever the match does next."""
    state, actions, text = match.state, match.legal, match.game.rulebook.notation.move_text

    @cache
    def choices() -> msgspec.Raw:
        return msgspec.Raw(encode([Choice(action=action, text=text(state, action)) for action in actions]))

    return choices


def _no_choices() -> msgspec.Raw:
    return NO_MOVES


@dataclass
class Happened:
    """A change on the board that clients may have missed: a move, or a move taken back."""

    v: int
    shot: Shot
    played: Played | None  # None: taken back
    secrets: bool  # the game has some
    _frames: dict[Viewer, bytes] = field(default_factory=dict)

    def frame(self, viewer: Viewer) -> bytes:
        """The message for one viewer, encoded once."""
        found = self._frames.get(viewer)
        if found is None:
            now = self.shot.now(viewer)
            message: MoveFrame | UndoneFrame
            if self.played is None:
                message = UndoneFrame(v=self.v, ply=self.shot.ply, now=now)
            else:
                message = move_frame(self.v, self.played, viewer, self.secrets, now)
            found = self._frames[viewer] = encode(message)
        return found

    def forget_frames(self) -> None:
        """Free the encoded messages; they can be made again."""
        self._frames.clear()


def move_frame(
    v: int, played: Played, viewer: Viewer, secrets: bool, now: Now | None, later: bool = False
) -> MoveFrame:
    """A move as one viewer may know it; `later`: as the log keeps it."""
    events = played.seen_by(whose_eyes(played.seat, viewer))
    told: list[Event] = [event.later() for event in events] if later else events
    open_choice = played.seat in viewer or (not secrets and events == played.events)
    return MoveFrame(
        v=v,
        ply=played.ply,
        seat=played.seat,
        text=played.move.text if open_choice else "",
        events=msgspec.Raw(encode(told)),
        now=now,
    )


def whose_eyes(mover: int, viewer: Viewer) -> int:
    """The seat through which a viewer sees events.

    Several people on one device see what the mover sees, who holds it now, and otherwise what everybody may see.
    """
    if mover in viewer:
        return mover
    return viewer[0] if len(viewer) == 1 else SPECTATOR
