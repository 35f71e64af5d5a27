"""The pages for researchers describe what the code does today, and their examples run."""

import doctest
import importlib
import json
import sys
from pathlib import Path

import pytest

import hatbox
from hatbox.adapters import library, pages
from tests.adapters.settings import SLUGS

ROOT = Path(__file__).parents[2]
MODULES = {"batch": "numpy", "pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "openspiel": "pyspiel"}


@pytest.mark.parametrize("slug", SLUGS)
def test_pages_are_up_to_date(slug: str) -> None:
    file = ROOT / "docs" / "research" / f"{slug}.md"
    assert file.read_text("utf-8") == pages.page(hatbox.rulebooks()[slug]), (
        "run python -m hatbox.adapters.pages"
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_the_overview_names_every_game(slug: str) -> None:
    assert f"research/{slug}.md" in (ROOT / "docs" / "research.md").read_text("utf-8")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    pytest.importorskip(MODULES[name])
    found = doctest.testmod(importlib.import_module(f"hatbox.adapters.{name}"))
    assert found.attempted > 0 and found.failed == 0


def test_examples_in_the_overview() -> None:
    for package in MODULES.values():
        pytest.importorskip(package)
    text = (ROOT / "docs" / "research.md").read_text("utf-8").replace("```", "\n")
    test = doctest.DocTestParser().get_doctest(text, {}, "research.md", "research.md", 0)
    found = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert found.attempted > 0 and found.failed == 0


def test_the_notebook_was_run() -> None:
    notebook = json.loads((ROOT / "docs" / "research" / "learning.ipynb").read_text("utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in code)
    kinds = [kind for cell in code for output in cell["outputs"] for kind in output.get("data", {})]
    assert "image/png" in kinds
    assert all(output["output_type"] != "error" for cell in code for output in cell["outputs"])


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(hatbox.HatboxError, match=r"needs the package pyspiel.*hatbox\[research\]"):
        library("pyspiel")


def test_the_core_imports_no_adapter() -> None:
    """Only the code that compiles their loops ahead of time knows them, and the commands."""
    for file in (ROOT / "src" / "hatbox").rglob("*.py"):
        if not {"adapters", "native", "cli"} & set(file.parts) and file.name != "__init__.py":
            assert "hatbox.adapters" not in file.read_text("utf-8"), file
