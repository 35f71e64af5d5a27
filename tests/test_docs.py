"""The pages and docstrings with examples are correct, and every link leads somewhere."""

import doctest
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hatbox.adapters.batch
import hatbox.bots
import hatbox.conformance
import hatbox.game
import hatbox.match.match
import hatbox.match.recording

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/**/*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
LOADED = re.compile(r"<(?:script|img|link rel=\"?(?:stylesheet|icon)\"?)[^>]*?(?:src|href)=\"?([^\s\">?]+)")
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize(
    "module",
    [
        hatbox,
        hatbox.game,
        hatbox.match.match,
        hatbox.match.recording,
        hatbox.bots,
        hatbox.adapters.batch,
        hatbox.conformance,
    ],
    ids=lambda module: module.__name__,
)
def test_examples_in_docstrings(module: object) -> None:
    found = doctest.testmod(module, optionflags=FLAGS)  # type: ignore[arg-type]
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/add-a-game.md"])
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


@pytest.mark.skipif(
    importlib.util.find_spec("mkdocs") is None, reason="there is no mkdocs: pip install -e .[docs]"
)
def test_the_site_is_whole_and_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    """Every link and anchor leads somewhere, and pages load only files next to them, in any folder."""
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path)]
    here = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(build, cwd=ROOT, env=here, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert {"index.html", "architecture.html", "api.html", "contributing.html"} <= {
        page.name for page in pages
    }
    for page in pages:
        loaded = LOADED.findall(page.read_text("utf-8"))
        assert loaded and not [one for one in loaded if one.startswith(("http", "//", "/"))], page
        assert all((page.parent / one).exists() for one in loaded), page
