"""What can go wrong, each with one clear sentence for a person."""

from collections.abc import Mapping


class HatboxError(Exception):
    """Something a person asked for cannot be done; the text is one sentence that names what is valid."""


class UnknownGame(HatboxError):
    """There is no game of that name."""


class BadOption(HatboxError):
    """An option or a number of players that the game does not have."""


class OptionsClash(BadOption):
    """Two options that contradict each other: no new game may have both, but old ones that did still open."""


class BadRecord(HatboxError):
    """A record that is damaged, altered, too large or of a foreign version."""


class BadPosition(HatboxError):
    """A position text that does not describe a position of the game."""


def require(holds: bool, sentence: str) -> None:
    """Refuse a position that no game can reach; the sentence says what is possible."""
    if not holds:
        raise BadPosition(sentence)


class CannotUndo(HatboxError):
    """The last move cannot be taken back."""


class IllegalMove(HatboxError):
    """A move that the rules forbid; `rule` is the ID of the rule, `reason` its key in the word list."""

    def __init__(
        self, sentence: str, rule: str = "", reason: str = "", given: Mapping[str, int | str] | None = None
    ) -> None:
        """Keep the rule, the reason and its arguments beside the sentence."""
        super().__init__(sentence)
        self.rule = rule
        self.reason = reason
        self.given = dict(given or {})
