"""Stores for the table's tests: a folder, and a database of a throw-away PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.cluster import BINARIES, Cluster, found


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    if set(found()) != set(BINARIES):
        pytest.skip("there is no PostgreSQL: install the package postgresql, its server is not started")
    made = Cluster()
    yield made
    made.close()


@pytest.fixture
def database(cluster: Cluster) -> str:
    """The URL of an empty database."""
    return cluster.fresh()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a store keeps its data: once a folder, once a database."""
    if request.param == "sqlite":
        return tmp_path
    found: str = request.getfixturevalue("database")
    return found
