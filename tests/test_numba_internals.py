"""Numba's inner names: each is there, and all of them are used in one file."""

import re
from pathlib import Path

import numba
import pytest

from hatbox.engine import numba_internals

SOURCES = Path(numba_internals.__file__).parents[1]
INNER = re.compile(
    r"numba\.(?:core|np|typed|misc)\b|\.(?:_cache|_get_module_for_linking|get_call_template)\b"
)


@pytest.mark.parametrize("part", sorted(numba_internals.used()))
def test_numba_has_every_name_that_rules_need(part: str) -> None:
    owner, names = numba_internals.used()[part]
    for name in names:
        assert hasattr(owner, name), (
            f"Numba {numba.__version__} lacks `{name}` ({part}), which engine/numba_internals.py needs."
        )


def test_no_other_file_has_an_inner_name_of_numba() -> None:
    here = Path(numba_internals.__file__)
    found = {
        f"{file.relative_to(SOURCES)}: {name}"
        for file in SOURCES.rglob("*.py")
        if file != here
        for name in INNER.findall(file.read_text("utf-8"))
    }
    assert not found
