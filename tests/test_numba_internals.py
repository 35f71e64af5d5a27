"""Numba's internal names: each exists, and all of them are used in one file."""

import re
from pathlib import Path
from typing import Any

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


def test_two_processes_that_compile_at_once_never_mix_up_their_code(tmp_path: Path) -> None:
    """Both have read the index before either has written it; at worst one of them compiles again."""
    cache: Any = numba_internals.CacheFiles
    files = [cache(str(tmp_path), "rule", "stamp") for _ in range(2)]
    for file in files:
        file._load_index = dict
    files[0].save("one game", "its code")
    files[1].save("another game", "other code")
    found = cache(str(tmp_path), "rule", "stamp")
    assert [found.load(key) for key in ("one game", "another game")] in (
        [None, "other code"],
        ["its code", None],
    )
    assert len(list(tmp_path.glob("*.nbc"))) == 2
