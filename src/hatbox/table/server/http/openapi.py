"""The OpenAPI document, made from the endpoints and the structs of the protocol."""

import re
from functools import cache
from typing import Any

import msgspec

from hatbox import __version__
from hatbox.table.server.http.endpoints import ENDPOINTS, Endpoint
from hatbox.table.wire.requests import Problem

REF = "#/components/schemas/{name}"


@cache
def document() -> bytes:
    """Return the whole document as JSON."""
    types = [
        Problem,
        *(kind for point in ENDPOINTS for kind in _types(point) if kind is not None),
    ]
    schemas, components = msgspec.json.schema_components(types, schema_hook=_raw, ref_template=REF)
    by_type = dict(zip(map(str, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for point in ENDPOINTS:
        paths.setdefault(point.path, {})[point.method.lower()] = _operation(point, by_type)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Hatbox table", "version": __version__},
            "paths": paths,
            "components": {"schemas": components},
        }
    )


def _raw(kind: type) -> dict[str, Any]:
    """JSON that was made elsewhere."""
    if kind is msgspec.Raw:
        return {}
    raise NotImplementedError


def _operation(point: Endpoint, by_type: dict[str, Any]) -> dict[str, Any]:
    """Return one address with its parameters, its body and its answers."""
    problem = {"content": {"application/json": {"schema": by_type[str(Problem)]}}}
    responses: dict[str, Any] = {
        str(status): _answer(point, status, kind, by_type)
        for status, kind in {point.status: point.answer, **point.also}.items()
    }
    for status in (*point.errors, 403, 413, 429) if point.method == "POST" else (*point.errors, 429):
        responses[str(status)] = {"description": "refused, and why", **problem}
    found: dict[str, Any] = {
        "summary": point.summary,
        "parameters": _parameters(point),
        "responses": responses,
    }
    if point.body is not None:
        schema = by_type[str(point.body)]
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return found


def _types(point: Endpoint) -> tuple[Any, ...]:
    """Return what an address takes and returns."""
    return (point.body, point.answer, *point.also.values())


def _answer(point: Endpoint, status: int, kind: Any, by_type: dict[str, Any]) -> dict[str, Any]:
    if status == 204:
        return {"description": "done"}
    schema = {} if kind is None else by_type[str(kind)]
    return {"description": "done", "content": {point.media: {"schema": schema}}}


def _parameters(point: Endpoint) -> list[dict[str, Any]]:
    """Return the parameters of the path and the query."""
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", point.path)
    ]
    kinds = {**dict.fromkeys(point.query, "integer"), **dict.fromkeys(point.words, "string")}
    return in_path + [{"name": name, "in": "query", "schema": {"type": kind}} for name, kind in kinds.items()]
