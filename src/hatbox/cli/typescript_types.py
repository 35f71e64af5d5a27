"""Types of Python in TypeScript."""

from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null"}


def type_of(hint: Any, named: Mapping[str, Any]) -> str:
    """A type; what has a name in TypeScript is called by it."""
    for name, kind in named.items():
        if hint == kind:
            return name
    origin, given = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return type_of(given[0], named)
    if origin is Literal:
        return " | ".join(literal(one) for one in given)
    if origin in (UnionType, Union):
        return " | ".join(dict.fromkeys(type_of(one, named) for one in given))
    if origin is list:
        inner = type_of(given[0], named)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(type_of(one, named) for one in given)}]"
    if origin is dict:
        return f"Record<string, {type_of(given[1], named)}>"
    return PLAIN.get(hint, "unknown")


def literal(value: object) -> str:
    """A word or a number as it stands in TypeScript."""
    return f"'{value}'" if isinstance(value, str) else str(value)


def interface(struct: type[msgspec.Struct], named: Mapping[str, Any]) -> str:
    """A structure that is complete, without a tag."""
    hints = get_type_hints(struct, include_extras=True)
    lines = [f"  {name}: {type_of(hints[name], named)}" for name in struct.__struct_fields__]
    return f"export interface {struct.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def structs_in(struct: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """A structure after all those that its fields are made of."""
    for hint in get_type_hints(struct).values():
        while get_origin(hint) is list:
            (hint,) = get_args(hint)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            yield from structs_in(hint)
    yield struct
