"""The benchmarks page keeps what people wrote on it."""

from pathlib import Path

import pytest
from benchmarks import page

PARTS = ("peers", "games", "calls", "starts", "search", "research", "ismcts")


def test_only_what_stands_between_the_marks_is_renewed(tmp_path: Path) -> None:
    copy, before = tmp_path / "page.md", page.PAGE.read_text("utf-8")
    copy.write_text(before, "utf-8")
    page.write({name: [f"new {name}"] for name in PARTS}, copy)
    after = copy.read_text("utf-8")
    kept = before
    for name in PARTS:
        begin, end = page.marks(name)
        assert after.count(begin) == after.count(end) == 1
        assert f"{begin}\nnew {name}\n{end}" in after
        kept = kept.split(begin)[0] + f"{begin}\nnew {name}\n{end}" + kept.split(end)[1]
    assert after == kept


def test_a_missing_mark_is_noticed_and_nothing_is_written(tmp_path: Path) -> None:
    copy = tmp_path / "page.md"
    copy.write_text("written by hand", "utf-8")
    with pytest.raises(ValueError, match="unpack"):
        page.write({"peers": ["new"]}, copy)
    assert copy.read_text("utf-8") == "written by hand"
