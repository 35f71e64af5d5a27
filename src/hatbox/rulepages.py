"""The rules pages: the text of every rule in our own words, with its ID and its evidence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from hatbox.errors import UnknownGame
from hatbox.game import rulebook, slugs

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
    file = _file(slug)
    if file is None:
        raise UnknownGame(f"{slug} has no rules page: put a file rules.md in the folder of the game.")
    return file.read_text("utf-8")


def _file(slug: str) -> Path | None:
    """Where the rules page is; a game from another package has it in its own folder."""
    home = import_module(rulebook(slug).package).__file__ or ""
    files = (_INSTALLED / f"{slug}.md", _IN_THE_REPOSITORY / f"{slug}.md", Path(home).parent / "rules.md")
    return next((file for file in files if file.exists()), None)


def rows(slug: str) -> list[RuleRow]:
    """The rules of one game; none without a rules page."""
    if _file(slug) is None:
        return []
    found = (_ROW.match(line) for line in page(slug).splitlines())
    return [RuleRow(slug, *row.groups()) for row in found if row]


def rule_rows() -> Iterator[RuleRow]:
    """The rules of all games."""
    for slug in slugs():
        yield from rows(slug)
