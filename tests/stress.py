"""Every browser test many times while the CPU is busy: `python -m tests.stress --times 20 --busy 4 [TESTS …]`.

Says which tests are flaky: failed in some rounds but not in all. Exits with 1 if any test failed. Bounded in time.
"""

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

# Ends by itself when its parent process is gone.
BUSY_LOOP = """
import os, sys
parent = int(sys.argv[1])
while os.getppid() == parent:
    for _ in range(1_000_000):
        pass
"""


@contextlib.contextmanager
def busy(loops: int) -> Iterator[None]:
    """This many processes that do nothing but keep the CPU busy."""
    command = [sys.executable, "-c", BUSY_LOOP, str(os.getpid())]
    running = [subprocess.Popen(command) for _ in range(loops)]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def failed_in(report: Path) -> tuple[set[str], int]:
    """The tests that failed in one round, and how many ran."""
    cases = list(ElementTree.parse(report).iter("testcase"))
    failed = {
        f"{case.get('classname')}::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    }
    return failed, len(cases)


def one_round(tests: list[str], workers: int, seconds: float) -> tuple[set[str], int] | None:
    """Run all tests once; None if the time was up."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n", str(workers), "--dist", "worksteal"]
        try:
            subprocess.run(
                [*command, f"--junitxml={report}", *tests], timeout=seconds, stdout=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired:
            return None
        return failed_in(report)


def say(line: str) -> None:
    """Print each line as soon as it is known."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def stress(tests: list[str], times: int, loops: int, workers: int, minutes: float) -> Counter[str]:
    """How often each test failed."""
    failures: Counter[str] = Counter()
    end, rounds = time.monotonic() + 60 * minutes, 0
    with busy(loops):
        for number in range(1, times + 1):
            started = time.monotonic()
            found = one_round(tests, workers, max(1.0, end - started))
            if found is None:
                say(f"stopped in round {number}: {minutes:.0f} minutes are over")
                break
            failures.update(found[0])
            rounds = number
            took = time.monotonic() - started
            say(f"round {number} of {times}: {found[1]} tests, {len(found[0])} failed, {took:.0f} s")
    for test, count in failures.most_common():
        say(f"{'wavered' if count < rounds else 'failed'}: {test} ({count} of {rounds} rounds)")
    if not failures:
        say(f"nothing wavered in {rounds} rounds beside {loops} busy loops")
    return failures


def main() -> int:
    """Read the arguments, run, and report by the exit code whether anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.stress", description=__doc__)
    parser.add_argument("tests", nargs="*", default=["tests/browser"])
    parser.add_argument("--times", type=int, default=20, help="rounds (20)")
    parser.add_argument("--busy", type=int, default=4, help="busy loops (4)")
    parser.add_argument("--workers", type=int, default=2, help="tests at once (2)")
    parser.add_argument("--minutes", type=float, default=360, help="after which it stops (360)")
    args = parser.parse_args()
    return 1 if stress(args.tests, args.times, args.busy, args.workers, args.minutes) else 0


if __name__ == "__main__":
    sys.exit(main())
