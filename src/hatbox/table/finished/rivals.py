"""Scores between two people, as one of them sees them. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hatbox.table.store.history import Meeting


@dataclass
class Score:
    """Games against each other, and how many each of the two won."""

    games: int = 0
    mine: int = 0
    theirs: int = 0

    def add(self, meeting: Meeting) -> None:
        """Count one more game."""
        self.games += 1
        self.mine += meeting.won and not meeting.lost
        self.theirs += meeting.lost and not meeting.won


@dataclass
class Rivalry:
    """All my games against one person."""

    name: str  # in the latest game
    all: Score = field(default_factory=Score)
    parts: dict[tuple[str, int], Score] = field(default_factory=dict)  # by game and number of players
    my_run: int = 0  # my longest winning streak
    their_run: int = 0


def rivalries(meetings: Sequence[Meeting]) -> dict[str, Rivalry]:
    """Return scores by person, the latest met first; no team mates, and only games with one seat each."""
    rows = Counter((meeting.code, meeting.guest) for meeting in meetings)
    found: dict[str, list[Meeting]] = {}
    for meeting in meetings:
        if rows[meeting.code, meeting.guest] == 1 and meeting.side != meeting.other_side:
            found.setdefault(meeting.guest, []).append(meeting)
    return {guest: _rivalry(games) for guest, games in found.items()}


def _rivalry(games: Sequence[Meeting]) -> Rivalry:
    rivalry = Rivalry(games[0].name)
    for one in games:
        rivalry.all.add(one)
        rivalry.parts.setdefault((one.game, one.players), Score()).add(one)
    rivalry.my_run = _longest(one.won and not one.lost for one in games)
    rivalry.their_run = _longest(one.lost and not one.won for one in games)
    return rivalry


def _longest(wins: Iterable[int | bool]) -> int:
    """Return the longest streak."""
    longest = run = 0
    for won in wins:
        run = run + 1 if won else 0
        longest = max(longest, run)
    return longest
