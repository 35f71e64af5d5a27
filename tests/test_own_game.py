"""A custom game: compiled once into a library next to it, then played by bots without a compiler."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hatbox.cli.scaffold import write
from hatbox.engine.native import kind_of_machine
from tests.test_native import needs_libraries
from tests.test_scaffold import NIM

COMMAND = ("-c", "import sys; from hatbox.cli.main import main; sys.exit(main(sys.argv[1:]))")
PLAYED = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from nim import RULEBOOK
import hatbox
from hatbox.bots import Budget, move_of
from hatbox.bots.players import make_bot
hatbox.register(RULEBOOK)
match, bots = hatbox.load("nim").match(seed=1), [make_bot("level_5"), make_bot("search")]
while not match.over:
    match.play(move_of(bots[match.turn], match, Budget(iterations=400, seed=match.ply)))
print(*match.winners)
"""


def run(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python next to the game, with its own cache."""
    here = {**os.environ, "HATBOX_CACHE": str(place / "cache")}
    return subprocess.run(
        [sys.executable, *arguments], cwd=place, env=here, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game in it, scaffolded, filled in and compiled."""
    place = tmp_path_factory.mktemp("own")
    write("nim", place)
    rules = place / "nim" / "rules.py"
    text = rules.read_text("utf-8")
    for body in NIM:
        text = text.replace("    raise NotImplementedError\n", body, 1)
    rules.write_text(text, "utf-8")
    done = run(place, *COMMAND, "compile", "nim")
    assert done.returncode == 0, done.stderr[-2000:]
    assert (place / "nim" / f"nim.{kind_of_machine()}.so").exists() or sys.platform != "linux"
    return place


@needs_libraries
def test_bots_play_it_without_a_compiler(place: Path) -> None:
    """9 sticks, take 1 to 3: the starter takes 1 and wins."""
    done = run(place, "-W", "error", "-c", PLAYED)
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr[-2000:]


@needs_libraries
def test_an_edited_rule_does_not_meet_the_old_library(place: Path, tmp_path: Path) -> None:
    other = tmp_path / "nim"
    other.mkdir()
    for file in (place / "nim").iterdir():
        if file.is_file():
            (other / file.name).write_bytes(file.read_bytes())
    rules = other / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("s.count = 9", "s.count = 8"), "utf-8")
    done = run(tmp_path, "-c", PLAYED)
    assert done.stdout == "1\n", done.stderr[-2000:]
    assert "These rules are not compiled" in done.stderr


@needs_libraries
def test_where_the_game_cannot_be_written_its_library_is_in_the_cache(place: Path) -> None:
    library = next((place / "nim").glob("nim.*"))
    kept = place / "cache" / "libraries" / library.name
    kept.parent.mkdir(parents=True, exist_ok=True)
    library.rename(kept)
    try:
        done = run(place, "-W", "error", "-c", PLAYED)
    finally:
        kept.rename(library)
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr[-2000:]


def test_what_is_no_game_is_told(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("x = 1\n", "utf-8")
    done = run(tmp_path, *COMMAND, "compile", "other.py")
    assert done.returncode == 2 and "has no RULEBOOK" in done.stderr
    done = run(tmp_path, *COMMAND, "compile", "nowhere")
    assert done.returncode == 2 and "There is no game 'nowhere'" in done.stderr
