"""Names to choose from where people may not type their own: animals, in every language."""

from collections.abc import Iterable
from functools import cache

from hatbox.table.identity.names import skeleton, told_apart
from hatbox.table.wire.problems import Refused
from hatbox.words import LANGUAGES, say

ROUNDS = 3  # how often a name may be reused with a number
NOT_GIVEN = "Choose one of the names from the list."


@cache
def given_names(language: str) -> tuple[str, ...]:
    """Return the names of a language."""
    return tuple(say("shell", "given_names", language).split(", "))


@cache
def given_bot_names(language: str) -> tuple[str, ...]:
    """The names of bots in a language."""
    return tuple(say("shell", "bot_names", language).split(", "))


@cache
def _known() -> frozenset[str]:
    return frozenset(name for one in LANGUAGES for name in (*given_bot_names(one), *given_names(one)))


def free_given_names(language: str, taken: Iterable[str]) -> dict[int, str]:
    """Those that nobody has, by their places in the list; when all are given, with a number."""
    taken = list(taken)
    others = {skeleton(name) for name in taken}
    for number in range(1, ROUNDS + 1):
        names = [name if number == 1 else f"{name} {number}" for name in given_names(language)]
        free = {k: name for k, name in enumerate(names) if skeleton(name) not in others}
        if free:
            return free
    return {0: told_apart(given_names(language)[0], taken)}


def is_given(name: str) -> bool:
    """Whether a name is on the list of any language, with or without a number."""
    plain, _, number = name.rpartition(" ")
    return name in _known() or (number.isdecimal() and len(number) < 3 and plain in _known())


def must_be_given(name: str) -> None:
    """Refuse a name that is not on the list."""
    if not is_given(name):
        raise Refused(NOT_GIVEN, "names_locked")
