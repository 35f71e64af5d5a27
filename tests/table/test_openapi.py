"""Every address of the OpenAPI document, called in every way that Schemathesis can think of.

No answer is a server error, every answer is one that the document lists, and a table of other people stays unchanged.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from hatbox.table.server.http.openapi import document
from tests.table.client import QUICK, Client, serving

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed here")
requests = pytest.importorskip("requests")

EXAMPLES = int(os.environ.get("HATBOX_REQUESTS", "6"))


class Table:
    """A server in a separate thread, and a game of two people on it."""

    def __init__(self, folder: Path) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = serving(folder, replace(QUICK, poll=0.02, poll_linger=0.1))
        self.address = self.run(self._server.__aenter__())
        self.ada = self.run(self._guest())
        self.code = self.run(self.ada.make("connect_four", seats=[{"kind": "me"}] * 2, start=True))
        self.over = self.run(self.ada.make("connect_four", seats=[{"kind": "me"}] * 2, start=True))
        self.record = self.run(self._finished())
        self.stranger = requests.Session()
        self.stranger.post(f"{self.address}/api/tables", json={"game": "connect_four", "players": 2})

    def run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    async def _guest(self) -> Client:
        return Client(self.address)

    async def _finished(self) -> str:
        async with self.ada.at(self.over) as seat:
            await seat.play_through(lambda legal: legal[0])
        return str((await self.ada.get(f"/api/tables/{self.over}"))["record"])

    def state(self) -> Any:
        tables = [self.run(self.ada.get(f"/api/tables/{code}")) for code in (self.code, self.over)]
        return [(table["v"], table["status"], table["seats"]) for table in tables]

    def close(self) -> None:
        self.stranger.close()
        self.run(self.ada.close())
        self.run(self._server.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    made = Table(tmp_path_factory.mktemp("openapi"))
    yield made
    made.close()


def operations() -> list[Any]:
    import msgspec

    schema = schemathesis.openapi.from_dict(msgspec.json.decode(document()))
    return [result.ok() for result in schema.get_all_operations()]


@pytest.mark.parametrize("operation", operations(), ids=lambda one: f"{one.method} {one.path}")
def test_every_address(table: Table, operation: Any, caplog: pytest.LogCaptureFixture) -> None:
    from schemathesis import checks

    asked = [checks.not_a_server_error, checks.status_code_conformance, checks.content_type_conformance]
    asked.append(checks.response_schema_conformance)
    before = table.state()
    numbers = iter(range(10**9))

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def examples(case: Any) -> None:
        number = next(numbers)
        if number % 3 and "code" in (case.path_parameters or {}):
            case.path_parameters["code"] = table.code if number % 3 == 1 else table.over
        if number % 2 and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = table.record
        session = table.stranger if number % 2 else None
        response = case.call(base_url=table.address, session=session, timeout=30)
        case.validate_response(response, checks=asked)

    examples()
    assert table.state() == before, "other people's tables are as they were"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
