"""The rules pages: the text of every rule in our own words, with its ID and its evidence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hatbox.errors import UnknownGame
from hatbox.game import slugs

_INSTALLED = Path(__file__).parent / "rulebooks"
_IN_THE_REPOSITORY = Path(__file__).parents[2] / "docs" / "rules"
_ROW = re.compile(r"^\| ([A-Z]{2}-\d\d) \| (.+?) \| ([a-z ]+) \|$")


@dataclass(frozen=True)
class RuleRow:
    """One rule of a game."""

    game: str
    id: str
    text: str
    evidence: str

    @property
    def needs_test(self) -> bool:
        """Flavour has no effect, so there is nothing to test."""
        return self.evidence != "flavour"


def page(slug: str) -> str:
    """The whole rules page of a game, in Markdown."""
    for folder in (_INSTALLED, _IN_THE_REPOSITORY):
        file = folder / f"{slug}.md"
        if file.exists():
            return file.read_text("utf-8")
    raise UnknownGame(f"There is no rules page for {slug!r}; the games are {', '.join(slugs())}.")


def rows(slug: str) -> list[RuleRow]:
    """The rules of one game."""
    found = (_ROW.match(line) for line in page(slug).splitlines())
    return [RuleRow(slug, *row.groups()) for row in found if row]


def rule_rows() -> Iterator[RuleRow]:
    """The rules of all games."""
    for slug in slugs():
        yield from rows(slug)
