"""For operators: metrics, the OpenAPI document, the small parts of the command."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hatbox.errors import HatboxError
from hatbox.table.server import serve
from hatbox.table.server.http.endpoints import ENDPOINTS
from tests.table.client import serving, visitors


def test_metrics_count_moves_and_never_name_people(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            code = await ada.make(seats=[{"kind": "me", "name": "Zaphod"}, {"kind": "me"}], start=True)
            async with ada.at(code) as seat:
                await seat.play_moves(lambda legal: legal[0], 2)
                await seat.answer(await seat.act(99))
                async with ada.session.get(f"{address}/metrics") as answer:
                    text = await answer.text()
        assert 'hatbox_moves_total{by="person"} 2' in text and 'hatbox_nacks_total{code="illegal"} 1' in text
        assert "hatbox_tables_awake 1" in text and "hatbox_visitors 1" in text
        assert 'hatbox_store_seconds_bucket{le="+Inf"} 3' in text
        assert "Zaphod" not in text and code not in text

    asyncio.run(story())


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def test_the_openapi_document_is_whole(tmp_path: Path) -> None:
    async def story() -> Any:
        async with serving(tmp_path) as address, visitors(address, 1) as (ada,):
            return await ada.get("/api/openapi.json")

    document = asyncio.run(story())
    assert sum(len(methods) for methods in document["paths"].values()) == len(ENDPOINTS)
    for reference in references(document):
        assert reference.rsplit("/", 1)[1] in document["components"]["schemas"], reference
    assert document["components"]["schemas"]["MakeTable"]["additionalProperties"] is False
    assert msgspec.json.encode(document)


def test_delays() -> None:
    assert serve.delay("0.4-1.2") == (0.4, 1.2) and serve.delay("0") == (0, 0)
    for wrong in ("", "x", "2-1", "-1", "0-99"):
        with pytest.raises(HatboxError, match="bot-delay"):
            serve.delay(wrong)


def test_one_server_per_folder(tmp_path: Path) -> None:
    with (
        serve.folder_lock(tmp_path),
        pytest.raises(HatboxError, match="Another table"),
        serve.folder_lock(tmp_path),
    ):
        pass


def test_the_address_is_printed_with_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    serve.announce("http://192.0.2.7:8000", qr=True)
    printed = capsys.readouterr().out
    assert "http://192.0.2.7:8000" in printed and "▄" in printed
