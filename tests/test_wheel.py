"""The wheel as it is installed: it brings the browser app and all libraries, and needs no compiler to play."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import hatbox
from hatbox.engine.native import kind_of_machine
from hatbox.native import build

ROOT = Path(__file__).parent.parent
Run = Callable[..., str]
pytestmark = pytest.mark.skipif(
    not (build.can_be_made() and (ROOT / "src" / "hatbox" / "web_dist" / "index.html").exists()),
    reason="needs a C linker and the browser app: run make web",
)
PLAYED = """
import sys, hatbox
from hatbox.bots import Budget
match = hatbox.load(sys.argv[1]).match(seed=1)
match.play(match.hint(match.turn, Budget(milliseconds=20))[0].action)
print(hatbox.__file__, sys.modules["numba"])
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked where Numba and node cannot be found."""
    wheels, place = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    make = [
        *pip,
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "-w",
        str(wheels),
        str(ROOT),
    ]
    subprocess.run(make, check=True, capture_output=True)
    (wheel,) = wheels.iterdir()
    assert re.search(r"-py3-none-(?!any)", wheel.name), "a library belongs to a kind of machine"
    subprocess.run(
        [*pip, "install", "-q", "--no-deps", "--no-index", "--target", str(place), str(wheel)], check=True
    )
    (place / "sitecustomize.py").write_text(
        "import sys\nsys.modules['numba'] = sys.modules['llvmlite'] = None\n"
    )
    return place


@pytest.fixture
def run(place: Path, tmp_path: Path) -> Run:
    """Runs Python where only the wheel is."""
    here = {
        **os.environ,
        "PYTHONPATH": str(place),
        "HATBOX_CACHE": str(tmp_path / "cache"),
        "HOME": str(tmp_path),
    }

    def run(*arguments: str) -> str:
        command = [sys.executable, *arguments]
        done = subprocess.run(
            command, env=here, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    return run


def test_a_wheel_has_the_libraries_of_one_machine(place: Path) -> None:
    found = sorted(
        file.name.split(".")[0] for file in (place / "hatbox" / "libraries").glob(f"*.{kind_of_machine()}.*")
    )
    assert found == sorted(hatbox.rulebooks())


@pytest.mark.parametrize("slug", sorted(hatbox.rulebooks()))
def test_every_game_is_played_without_a_compiler(run: Run, place: Path, slug: str) -> None:
    assert run("-W", "error", "-c", PLAYED, slug) == f"{place / 'hatbox' / '__init__.py'} None\n"


def test_commands_work(run: Run) -> None:
    command = ("-c", "import sys; from hatbox.cli.main import main; sys.exit(main(sys.argv[1:]))")
    assert run(*command, "--version").startswith("hatbox ")
    assert "wins" in run(*command, "sim", "hat_stairs", "--games", "20", "--jobs", "1")
    assert "as libraries" in run(*command, "doctor", "--json")
