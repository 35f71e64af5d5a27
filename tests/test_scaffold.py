"""A custom game: the scaffold passes the laws as soon as its rules are filled in."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hatbox.cli.scaffold import write
from hatbox.errors import HatboxError

NIM = [
    "    s.count = 9\n    s.turn = 0\n    s.winner = NOBODY\n    s.over = False\n",
    "    n = min(3, s.count)\n    for k in range(n):\n        out[k] = k\n    return n\n",
    "    s.count -= action + 1\n    if s.count == 0:\n        s.winner = s.turn\n        s.over = True\n"
    "    s.turn = 1 - s.turn\n",
]


def laws_hold(folder: Path) -> bool:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(folder),
        "test_nim.py",
    ]
    environment = {**os.environ, "HATBOX_CACHE": str(folder / "cache")}
    return (
        subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=300).returncode == 0
    )


def test_the_scaffold_passes_the_laws_when_its_rules_are_filled_in(tmp_path: Path) -> None:
    assert "Fill in state.py and rules.py" in write("nim", tmp_path)
    assert not laws_hold(tmp_path)
    rules = tmp_path / "nim" / "rules.py"
    text = rules.read_text("utf-8")
    for body in NIM:
        text = text.replace("    raise NotImplementedError\n", body, 1)
    rules.write_text(text, "utf-8")
    assert laws_hold(tmp_path)


def test_a_second_game_joins_the_project(tmp_path: Path) -> None:
    write("nim", tmp_path)
    project = (tmp_path / "pyproject.toml").read_text("utf-8")
    assert 'nim = "nim:RULEBOOK"' in project
    write("other", tmp_path)
    assert (tmp_path / "pyproject.toml").read_text("utf-8") == project


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "nim").mkdir()
    with pytest.raises(HatboxError, match="already exists"):
        write("nim", tmp_path)
