"""Shared by all tests: which rules are claimed by which test, and every registered game in every setting."""

import asyncio
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from hatbox.rulepages import RuleRow, rule_rows

CLAIMS = pytest.StashKey[dict[str, list[str]]]()
WHOLE = pytest.StashKey[bool]()
TESTS = Path(__file__).parent

os.environ.setdefault("NO_COLOR", "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules-table", action="store_true", help="print which tests claim which rule")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    claims: dict[str, list[str]] = defaultdict(list)
    for item in items:
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                claims[rule].append(item.nodeid)
    config.stash[CLAIMS] = dict(claims)
    files = {Path(str(item.fspath)) for item in items}
    config.stash[WHOLE] = set(TESTS.rglob("test_*.py")) <= files


def pytest_collection_finish(session: pytest.Session) -> None:
    if not session.config.getoption("--rules-table"):
        return
    claims, missing = session.config.stash[CLAIMS], 0
    for row in rule_rows():
        tests = claims.get(row.id, [])
        missing += not tests and row.needs_test
        first = re.sub(r".*/", "", tests[0]) if tests else "flavour" if not row.needs_test else "UNCLAIMED"
        print(f"{row.id:8} {len(tests):3}  {first}")  # noqa: T201
    print(f"\n{missing} rules without a test")  # noqa: T201
    if missing:
        pytest.exit("some rules are not claimed by a test", returncode=1)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line per reason why tests were skipped, which says what to do about it."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in reports)
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"{count} tests skipped: {reason}")


@pytest.fixture(autouse=True)
def no_loop_is_running(request: pytest.FixtureRequest) -> Iterator[None]:
    """Browser tests of the same process leave Playwright's loop running in between; `asyncio.run` must not find one."""
    loop = asyncio._get_running_loop()
    if loop is None or TESTS / "browser" in request.path.parents:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture
def unclaimed(request: pytest.FixtureRequest) -> list[RuleRow]:
    """Rules of registered games that no test claims; only meaningful when the whole suite was collected."""
    if not request.config.stash[WHOLE]:
        pytest.skip("only a run of the whole suite knows all claims")
    claims = request.config.stash[CLAIMS]
    return [row for row in rule_rows() if row.needs_test and row.id not in claims]
