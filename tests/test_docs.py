"""The pages and docstrings with examples tell the truth, and every link leads somewhere."""

import doctest
import re
from pathlib import Path

import pytest

import hatbox.game
import hatbox.match.match

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/**/*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize(
    "module", [hatbox, hatbox.game, hatbox.match.match], ids=lambda module: module.__name__
)
def test_examples_in_docstrings(module: object) -> None:
    found = doctest.testmod(module, optionflags=FLAGS)  # type: ignore[arg-type]
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("page", ["README.md", "docs/add-a-game.md"])
def test_examples_in_pages(page: str) -> None:
    text = (ROOT / page).read_text("utf-8").replace("```", "\n")
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    found = doctest.DocTestRunner(optionflags=FLAGS).run(test)
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        if not target.startswith(("http", "mailto")):
            assert (page.parent / target).exists(), target


def test_the_path_of_one_move_is_counted() -> None:
    text = (ROOT / "docs" / "table.md").read_text("utf-8")
    path = text.split("## The path of one move")[1].split("\n## ")[0]
    names = re.findall(r"`([\w./]+\.(?:py|ts|svelte))`", path)
    homes = [
        "src/hatbox/games/great_hall",
        "web/src/games/great_hall",
        "web/src/lib",
        "web/src/shell",
        "web/src",
    ]
    homes += ["src/hatbox/table/connections", "src/hatbox/table", "src/hatbox"]
    found = {next(ROOT / home / name for home in homes if (ROOT / home / name).exists()) for name in names}
    assert f"{len(found)} files" in path
