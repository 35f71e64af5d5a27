"""Everything that can go wrong, each with one clear sentence for people."""

from collections.abc import Mapping


class HatboxError(Exception):
    """Something you asked for cannot be done; the message is one sentence that says what is valid."""


class UnknownGame(HatboxError):
    """There is no game with that name."""


class BadOption(HatboxError):
    """The game does not have this option, value or number of players."""


class OptionsClash(BadOption):
    """Two options contradict each other: new games cannot have both, but old ones that did still open."""


class BadRecord(HatboxError):
    """A record is damaged, altered, too large or from an unknown version."""


class BadPosition(HatboxError):
    """A text does not describe a position of the game."""


def require(holds: bool, sentence: str) -> None:
    """Refuse a position that no game can reach; the sentence says what is possible."""
    if not holds:
        raise BadPosition(sentence)


class CannotUndo(HatboxError):
    """The last move cannot be taken back."""


class IllegalMove(HatboxError):
    """The rules forbid a move; `rule` is the ID of the rule, `reason` its key in the word list."""

    def __init__(
        self, sentence: str, rule: str = "", reason: str = "", given: Mapping[str, int | str] | None = None
    ) -> None:
        """Store the rule, the reason and its arguments with the sentence."""
        super().__init__(sentence)
        self.rule = rule
        self.reason = reason
        self.given = dict(given or {})
