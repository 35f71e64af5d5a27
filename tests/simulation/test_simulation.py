"""The table during a simulated minute of trouble, once per seed; planted bugs must be found.

In a separate process, because the order of sets depends on how the interpreter was started. More seeds:
`python -m tests.simulation --seeds 2000`.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation.bugs import BUGS
from tests.simulation.month_checks import Notes, Report, Turn, check_notices

ROOT = Path(__file__).parents[2]


def simulation(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.simulation", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_fifty_seeds_are_fine() -> None:
    done = simulation("--seeds", "50")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("50 of 50 seeds are fine")


def test_every_planted_bug_is_found() -> None:
    done = simulation("--bugs")
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(BUGS) >= 10 and len(done.stdout.splitlines()) == len(BUGS)


@pytest.mark.parametrize("seed", ["7", "11"])
def test_a_seed_repeats_its_run(seed: str) -> None:
    one, other = simulation("--seed", seed), simulation("--seed", seed)
    assert one.stdout.splitlines()[0] == other.stdout.splitlines()[0] and f"seed {seed}: " in one.stdout


def test_a_failure_says_how_to_repeat_it() -> None:
    done = simulation("--seeds", "1", "--bug", "ids_forgotten")
    assert done.returncode == 1
    again = "python -m tests.simulation --seed 0 --bug ids_forgotten"
    assert f"repeat it with: {again}" in done.stdout
    repeated = simulation(*again.split()[3:])
    assert repeated.stdout.splitlines()[1:3] == done.stdout.splitlines()[:2], "the same failure again"


LINES = {
    "told once": ["told p1 A 100.0 120.0"],
    "twice, killed between, and logged": [
        "told p1 A 100.0 120.0",
        "killed 121.0",
        "twice A 130.0",
        "told p1 A 100.0 131.0",
    ],
}
WRONG = {
    "not told": ([], "was not told"),
    "twice without a kill": (
        ["told p1 A 100.0 120.0", "twice A 130.0", "told p1 A 100.0 131.0"],
        "without a kill",
    ),
    "logged for another table": (
        ["told p1 A 100.0 120.0", "killed 121.0", "twice B 130.0", "told p1 A 100.0 131.0"],
        "the log did not say so",
    ),
    "logged for an earlier turn": (
        ["twice A 90.0", "told p1 A 100.0 120.0", "killed 121.0", "told p1 A 100.0 131.0"],
        "the log did not say so",
    ),
    "three times": ([*LINES["twice, killed between, and logged"], "told p1 A 100.0 140.0"], "3 times"),
}


def checked_notices(tmp_path: Path, lines: list[str]) -> list[str]:
    """The faults of a month in which one person had one turn, from 100 to 900."""
    file = tmp_path / "notes.txt"
    file.write_text("".join(f"{line}\n" for line in lines))
    report = Report()
    check_notices(report, [Turn("p1", "A", 100.0, 900.0)], Notes(file), 200.0, 1000.0)
    return report.faults


@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
def test_a_turn_may_be_told_once_or_after_a_kill_twice(tmp_path: Path, lines: list[str]) -> None:
    assert checked_notices(tmp_path, lines) == []


@pytest.mark.parametrize(("lines", "fault"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_with_the_notices_of_a_turn_is_found(
    tmp_path: Path, lines: list[str], fault: str
) -> None:
    (found,) = checked_notices(tmp_path, lines)
    assert fault in found


def test_a_month_of_tables_over_days_in_small() -> None:
    """The full one: `python -m tests.simulation.month`."""
    command = [
        sys.executable,
        "-m",
        "tests.simulation.month",
        "--tables",
        "80",
        "--kills",
        "12",
        "--days",
        "5",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "80 tables" in done.stdout and "12 kills" in done.stdout and "0 faults" in done.stdout
