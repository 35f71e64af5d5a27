"""The table during a simulated minute of trouble, once per seed; planted bugs must be found.

In a separate process, because the order of sets depends on how the interpreter was started. More seeds:
`python -m tests.simulation --seeds 2000`.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation.bugs import BUGS

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
