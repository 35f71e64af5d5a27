"""`hatbox schema`: what the browser needs to know of every game and of the table, written as TypeScript.

Nothing is made up here: names, shapes and words come from the declarations of views, events and refusals. The files
are committed, and a test fails when one of them is old.
"""

import json
from enum import IntEnum
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from hatbox.cli import names_typescript, wire_typescript
from hatbox.cli.typescript_types import interface, literal, structs_in
from hatbox.engine.notes import FORGOTTEN, TOLD, Event, Field, Told, event_name, layout
from hatbox.engine.schema import Part, View, Words, parts_of
from hatbox.game import Rulebook, rulebooks

HEAD = """// Made by `hatbox schema` from src/hatbox/games/{slug}. Do not edit.
import type {{ ToldAs }} from '../games/events'
import type {{ View as AnyView }} from './table'
"""
KINDS = {int: "number", bool: "boolean"}


def write(folder: Path) -> list[Path]:
    """Write the files of all games that have a board in the browser, the messages of the table, and what is a name."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for book in rulebooks().values():
        if book.product:
            found.append(folder / f"{book.slug}.ts")
            found[-1].write_text(written(book), "utf-8")
    for name, text in (("table", wire_typescript.written()), ("names", names_typescript.written())):
        found.append(folder / f"{name}.ts")
        found[-1].write_text(text, "utf-8")
    return found


def written(book: Rulebook) -> str:
    """The whole file of a game."""
    rows = [part.kind for part in parts_of(book.view) if part.is_rows]
    parts = [HEAD.format(slug=book.slug), _numbers(book), _shared(book), *map(_row, rows), _view(book.view)]
    rest = [_events(book), _forgotten(book), _reasons(book), _layout(book)]
    return "\n".join(part for part in [*parts, *rest] if part)


# ---- numbers ---------------------------------------------------------------------------------------------


def _numbers(book: Rulebook) -> str:
    """Phases, groups of actions and what else a game has numbered, and its constants."""
    state = book.module("state")
    kinds = [kind for kind in vars(state).values() if isinstance(kind, type) and issubclass(kind, IntEnum)]
    lines = [f"export const {kind.__name__} = {_members(kind)} as const" for kind in kinds if len(kind)]
    for name in book.constants:
        home = state if hasattr(state, name) else book.module("board")
        value = np.asarray(getattr(home, name), object).tolist()
        lines.append(f"export const {name}{_list_type(value)} = {json.dumps(value)}")
    return "\n".join([*lines, ""])


def _members(kind: type[IntEnum]) -> str:
    """The names of an enumeration with their numbers."""
    return "{ " + ", ".join(f"{one.name}: {int(one)}" for one in kind) + " }"


def _list_type(value: Any) -> str:
    """How lists of numbers are declared; a number is known as it is."""
    inner = "number"
    while isinstance(value, list | tuple):
        inner, value = f"readonly {inner if inner == 'number' else f'({inner})'}[]", value[0]
    return "" if inner == "number" else f": {inner}"


# ---- views -----------------------------------------------------------------------------------------------


def _row(row: type[msgspec.Struct]) -> str:
    """One row of a list in a view."""
    return f"export interface {row.__name__} {{\n{_fields(parts_of(row))}}}\n"


def _view(view: type[View]) -> str:
    """All that a viewer is shown, without what the views of all games have."""
    own = parts_of(view)[len(View.__struct_fields__) :]
    return f"export interface View extends AnyView {{\n{_fields(own)}}}\n"


def _fields(parts: tuple[Part, ...]) -> str:
    """The fields of an interface."""
    return "".join(f"  {part.name}: {_type(part)}\n" for part in parts)


def _type(part: Part) -> str:
    """The type of a field."""
    base = part.kind.__name__ if part.is_rows else KINDS.get(part.kind) or _union(part.words)
    return _list(base, len(part.lengths))


def _list(base: str, depth: int) -> str:
    """A list, a list of lists, or neither."""
    return f"{f'({base})' if ' | ' in base and depth else base}{'[]' * depth}"


def _union(words: Words, empty: bool = False) -> str:
    """Words as a type."""
    known = [words.name] if words.name else [f"'{word}'" for word in words if word]
    return " | ".join(known + ["''"] * (words.optional or empty))


def _shared(book: Rulebook) -> str:
    """The words that several fields share, as a type and as a list by number."""
    found = [part.words for part in parts_of(book.view)]
    found += [field.words for event in book.events for field in layout(event).fields.values()]
    text = ""
    for words in dict.fromkeys(words for words in found if words.name):
        values = ", ".join(f"'{word}'" for word in words)
        if f"type {words.name} " not in text:
            text += f"export const {words.name.upper()}S = [{values}] as const\n"
            text += f"export type {words.name} = (typeof {words.name.upper()}S)[number]\n"
    return text


# ---- events and refusals ---------------------------------------------------------------------------------


def _events(book: Rulebook) -> str:
    """All events as one type."""
    kinds = "".join(f"  | {_event(event)}\n" for event in book.events)
    told = "".join(f"  {event_name(event.__name__)}: {_told(event)},\n" for event in book.events)
    table = f"export const EVENTS: Readonly<Record<Event['kind'], ToldAs>> = {{\n{told}}}\n"
    return f"export type Event =\n{kinds}\n{table}"


def _told(event: type[Event]) -> str:
    """How an event is told: rule, drawing, sound and motion."""
    how = msgspec.structs.asdict(TOLD.get(event, Told()))
    return "{ " + ", ".join(f"{name}: {literal(value)}" for name, value in how.items()) + " }"


def _event(event: type[Event]) -> str:
    """One kind of event."""
    fields = [f"kind: '{event_name(event.__name__)}'"]
    fields += [f"{name}: {_event_type(field)}" for name, field in layout(event).fields.items()]
    return f"{{ {'; '.join(fields)} }}"


def _forgotten(book: Rulebook) -> str:
    """What the log of a table without memory aid blanks, by kind of event; nothing for most games."""
    found = [(event, layout(event).forgotten) for event in book.events if layout(event).forgotten]
    if not found:
        return ""
    rows = []
    for event, blanks in found:
        fields = ", ".join(f"{name}: {blank!r}" for name, blank in blanks.items())
        rows.append(f"  {event_name(event.__name__)}: {{ {fields} }},\n")
    return "export const FORGOTTEN = {\n" + "".join(rows) + "} as const\n"


def _event_type(field: Field) -> str:
    """The type of an event's field; what is secret or forgotten may be empty."""
    base = _union(field.words, bool(field.only or FORGOTTEN in field.marks)) if field.words else "number"
    return _list(base, int(field.is_list))


def _reasons(book: Rulebook) -> str:
    """Why moves are refused."""
    keys = dict.fromkeys(reason.key for reason in book.reasons)
    return "export type Reason =\n" + "".join(f"  | '{key}'\n" for key in keys)


# ---- the board -------------------------------------------------------------------------------------------


def _layout(book: Rulebook) -> str:
    """Where things are drawn; points are the same in all games."""
    if not book.has_board:
        return ""
    structs = {struct.__name__: struct for struct in structs_in(book.module("board").Layout)}
    return "\n".join(interface(struct, structs) for struct in structs.values())
