"""What a notice says: which games are waiting, in the person's language, never what is on a board."""

from collections.abc import Sequence
from dataclasses import dataclass

from hatbox import words
from hatbox.table.store.notices import Waiting

MOST_NAMES = 5


@dataclass(frozen=True)
class Notice:
    """A message for one person."""

    text: str
    path: str  # of the page that it opens
    tag: str  # a newer notice with the same tag replaces an older one
    language: str

    @property
    def title(self) -> str:
        """The name of the app."""
        return words.say("shell", "app_name", self.language)


def notice_of(waiting: Sequence[Waiting], language: str) -> Notice:
    """Return a notice: one game by its name and the other players' names, several by their number."""
    if len(waiting) > 1:
        return Notice(
            words.say("shell", "notice_games", language, count=len(waiting)), "/", "games", language
        )
    (one,) = waiting
    game = words.say(one.game, "title", language) if words.has(one.game, "title") else one.game
    text = words.say("shell", "notice_turn", language, game=game, names=", ".join(one.names[:MOST_NAMES]))
    return Notice(text, f"/t/{one.code}", one.code, language)


def trial(language: str) -> Notice:
    """Return the test message."""
    return Notice(words.say("shell", "notice_trial", language), "/", "trial", language)
