"""`python -m tests.simulation`: many seeds, one seed again, or all planted bugs.

python -m tests.simulation --seeds 2000 --from 0
python -m tests.simulation --seed 1234
python -m tests.simulation --bugs
"""

import argparse
import os
import sys
import time
import warnings

from tests.simulation.bugs import BUGS
from tests.simulation.run import simulate

HASHES = "PYTHONHASHSEED"
MOST_FOR_A_BUG = 40  # seeds


def main() -> int:
    """Run what was requested; 1: something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", type=int, default=50, help="how many")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first of them")
    parser.add_argument("--seed", type=int, help="this one only, with its fingerprint")
    parser.add_argument("--bug", choices=BUGS, help="with this bug planted")
    parser.add_argument("--bugs", action="store_true", help="see that every planted bug is found")
    args = parser.parse_args()
    if os.environ.get(HASHES) != "0":  # any other value changes the order of sets
        os.execve(
            sys.executable,
            [sys.executable, "-m", "tests.simulation", *sys.argv[1:]],
            {**os.environ, HASHES: "0"},
        )
    warnings.simplefilter("ignore", RuntimeWarning)  # a killed process leaves coroutines behind
    if args.bugs:
        return find_bugs()
    seeds = [args.seed] if args.seed is not None else list(range(args.first, args.first + args.seeds))
    return run_seeds(seeds, args.bug, args.seed is not None)


def run_seeds(seeds: list[int], bug: str | None, tell: bool) -> int:
    """Run seed after seed; each one that fails says how to repeat it."""
    began, failed = time.perf_counter(), 0
    for seed in seeds:
        found, digest = simulated(seed, bug)
        if tell:
            say(f"seed {seed}: {digest}")
        if found:
            failed += 1
            again = f"python -m tests.simulation --seed {seed}" + (f" --bug {bug}" if bug else "")
            say(
                "\n".join(
                    [f"seed {seed} fails; repeat it with: {again}", *(f"  {fault}" for fault in found[:8])]
                )
            )
    say(f"{len(seeds) - failed} of {len(seeds)} seeds are fine, {time.perf_counter() - began:.0f} s")
    return int(failed > 0)


def find_bugs() -> int:
    """Plant every bug; returns whether one was missed."""
    missed = 0
    for name in BUGS:
        seed, found = first_failure(name)
        missed += not found
        say(f"{name}: " + (f"seed {seed}: {found[0]}" if found else f"NOT FOUND in {MOST_FOR_A_BUG} seeds"))
    return int(missed > 0)


def first_failure(bug: str) -> tuple[int, list[str]]:
    """The first seed that finds a bug, and what it found."""
    for seed in range(MOST_FOR_A_BUG):
        found, _ = simulated(seed, bug)
        if found:
            return seed, found
    return -1, []


def simulated(seed: int, bug: str | None) -> tuple[list[str], str]:
    """One run, optionally with a bug."""
    if bug is None:
        return simulate(seed)
    with BUGS[bug]():
        return simulate(seed)


def say(text: str) -> None:
    """Print at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
