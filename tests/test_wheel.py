"""The wheel as installed: it brings the browser app and all libraries, and needs no compiler to play."""

import os
import re
import shutil
import subprocess
import sys
import urllib.parse
import urllib.request
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

import hatbox
from hatbox.engine.native import kind_of_machine
from hatbox.native import build

ROOT = Path(__file__).parent.parent
PIP = (sys.executable, "-m", "pip", "-q", "--disable-pip-version-check")
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
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of these sources."""
    wheels = tmp_path_factory.mktemp("wheel")
    make = ["wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(wheels), str(ROOT)]
    subprocess.run([*PIP, *make], check=True, capture_output=True)
    (wheel,) = wheels.iterdir()
    assert re.search(r"-py3-none-(?!any)", wheel.name), "a library belongs to a kind of machine"
    return wheel


@pytest.fixture(scope="module")
def place(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked where Numba cannot be found."""
    place = tmp_path_factory.mktemp("installed")
    install = ["install", "--no-deps", "--no-index", "--target", str(place), str(wheel)]
    subprocess.run([*PIP, *install], check=True)
    (place / "sitecustomize.py").write_text(
        "import sys\nsys.modules['numba'] = sys.modules['llvmlite'] = None\n"
    )
    return place


@pytest.fixture
def run(place: Path, tmp_path: Path) -> Run:
    """Run Python where only the wheel is."""
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


@pytest.fixture(scope="module")
def commands(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an empty environment in which pip installed the wheel and what the table needs."""
    place = tmp_path_factory.mktemp("empty")
    venv.create(place, with_pip=True)
    folder = place / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [str(folder / "python"), *PIP[1:]]
    if subprocess.run([*pip, "download", "-d", str(place), "--no-deps", "segno"], check=False).returncode:
        pytest.skip("there is no package index: the empty environment cannot be filled")
    subprocess.run([*pip, "install", f"{wheel}[table]"], check=True)
    return folder


def test_an_empty_environment_without_node_plays(commands: Path, tmp_path: Path) -> None:
    here = {"PATH": str(commands), "HOME": str(tmp_path), "HATBOX_DATA": str(tmp_path / "data")}
    assert shutil.which("node", path=here["PATH"]) is None

    def said(*arguments: str) -> str:
        command = [str(commands / "hatbox"), *arguments]
        return subprocess.run(command, env=here, check=True, capture_output=True, text=True).stdout

    assert said("--version") == f"hatbox {hatbox.__version__}\n"
    assert "wins" in said("sim", "great_hall", "--games", "20", "--jobs", "1")
    serve = [str(commands / "hatbox"), "serve", "--port", "0"]
    with subprocess.Popen(serve, env=here, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            page = _loaded(address)
            scripts = re.findall(r'src="([^"]+\.js)"', page)
            assert scripts and all(_loaded(urllib.parse.urljoin(address, script)) for script in scripts)
        finally:
            server.terminate()
            server.wait(60)


def _loaded(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        assert answer.status == 200
        return str(answer.read().decode())


def test_a_source_package_made_without_node_says_what_it_lacks(tmp_path: Path) -> None:
    """Only Python is available: the package is built with a warning, and installing it ends with a clear message."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=False, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("these sources are no clone: git does not list them")
    for name in filter(None, listed.stdout.split("\0")):
        if name.startswith(("src/", "web/scripts", "docs/rules", "README", "LICENSE", "pyproject", "hatch")):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tmp_path / name)
    here = {**os.environ, "PATH": str(tmp_path)}
    make = [sys.executable, "-m", "hatchling", "build", "-t", "sdist"]
    made = subprocess.run(make, cwd=tmp_path, env=here, check=True, capture_output=True, text=True)
    assert "node 20 or newer, which builds it, was not found" in made.stdout + made.stderr
    (package,) = (tmp_path / "dist").iterdir()
    install = ["wheel", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), str(package)]
    failed = subprocess.run([*PIP, *install], env=here, check=False, capture_output=True, text=True)
    assert failed.returncode and "Install node, or a wheel of Hatbox" in failed.stderr
