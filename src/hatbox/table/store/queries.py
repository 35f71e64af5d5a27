"""Statements that are the same for both kinds of databases; their arguments are numbered, `$1`."""

from collections.abc import Sequence
from typing import Any

Change = tuple[str, tuple[Any, ...]]


class Queries:
    """What a part of a store needs to read and write."""

    async def change(self, changes: Sequence[Change]) -> None:
        """Write statements together."""
        raise NotImplementedError

    async def query(self, sql: str, *values: Any) -> list[Any]:
        """Read rows."""
        raise NotImplementedError
