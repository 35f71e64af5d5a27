"""What a module says about itself: where everything is in its records, and what the numbers in them stand for.

It is stored in the module, in a custom section, so that one browser engine serves every game and a module never meets
the layout of another version. `web/src/rules/description.ts` reads the entries in this order.
"""

import base64
from typing import Any

import msgspec
import numpy as np

from hatbox.bots import belief
from hatbox.bots.account import USUAL, weighing_of
from hatbox.bots.advice import UNBIASED
from hatbox.bots.appraisal import ROWS, SUMS
from hatbox.bots.judgement import BEST, HINT, SENTENCES
from hatbox.bots.levels import LEVELS, Level
from hatbox.bots.memory import LONGEST
from hatbox.bots.players import NODES, manner_of
from hatbox.bots.search import NODE, Desk
from hatbox.bots.turns import BOARDS, PAD
from hatbox.engine.facts import NOTES
from hatbox.engine.notes import FORGOTTEN, Event, Field, event_name, layout
from hatbox.engine.schema import Part, dtype_of, parts_of, places_of
from hatbox.game import Rulebook
from hatbox.options import Option


def description(book: Rulebook, sources: str) -> bytes:
    """Everything as JSON; `sources` identifies the sources that the module was built from."""
    told: Any = book.state.telling.fields
    node: Any = NODE.fields
    hint: Any = HINT.fields
    return msgspec.json.encode(
        {
            "sources": sources,
            "layout": book.record_layout,
            "ruleset": book.ruleset,
            "actions": book.actions,
            "widest": book.widest,
            "sizes": {
                "state": book.state.dtype.itemsize,
                "told": book.state.telling.itemsize,
                "view": dtype_of(book.view).itemsize,
                "node": NODE.itemsize,
                "desk": Desk.dtype.itemsize,
                "mind": belief.MIND.itemsize,
                "sighting": belief.SIGHTING.itemsize,
                "pad": PAD.itemsize,
                "hint": HINT.itemsize,
                "notes": NOTES.itemsize,
            },
            "state": {
                **{name: told[name][1] for name in ("players", "turn", "over", "said", "tape", "rng")},
                "ruleset": told[book.state.mark][1],
                "phase": told["phase"][1] if "phase" in told else -1,
            },
            "node": {name: node[name][1] for name in ("total", "visits", "child", "sibling", "action")},
            "manner": _bytes(manner_of(book)),
            "levels": {name: _level(book, level) for name, level in LEVELS.items()},
            "bots": {
                "boards": BOARDS,
                "sightings": belief.MOST + 1,
                "longest": LONGEST,
                "nodes": NODES,
                "hints": BEST,
                "sentences": SENTENCES,
                "oddsManner": _bytes(manner_of(book, **UNBIASED)),
                "weighing": _bytes(weighing_of(book)),
                "sums": SUMS,
                "parts": ROWS,
                "setUps": USUAL.set_ups,
            },
            "hint": {name: places[1] for name, places in hint.items()},
            "facts": [[one.key, list(one.given)] for one in book.facts],
            "options": {option.name: _option(option, told) for option in book.options},
            "view": _parts(book.view),
            "events": [_event(event) for event in book.events],
            "secrets": book.secrets,
            "decline": book.decline,
            "matters": book.matters,
            "unnoticed": list(book.unnoticed),
            "sits_out": book.sits_out,
            "previews": _previews(book, told),
            "reasons": [[one.rule, one.key, one.given, list(one.words)] for one in book.reasons],
        }
    )


def _level(book: Rulebook, level: Level) -> dict[str, Any]:
    """How a level plays: its maximum iterations (0: as many as time allows) and two records as bytes."""
    manner = manner_of(book, **level.manner)
    return {"iterations": level.iterations, "mind": _bytes(level.mind(book)), "manner": _bytes(manner)}


def _bytes(record: Any) -> str:
    """The bytes of a record, in base64."""
    return base64.b64encode(record.tobytes()).decode()


def _option(option: Option, told: Any) -> list[Any]:
    """Its offset and type in the record, its default, and its choices; without any, numbers are stored as they are."""
    kind: Any = told[option.name][0].base
    return [told[option.name][1], _type_name(kind), option.default, list(option.choices)]


def _previews(book: Rulebook, told: Any) -> list[Any] | None:
    """The bytes that previews leave out of a record, as offsets and lengths, and the option that keeps them."""
    if book.previews is None:
        return None
    left_out = [[told[name][1], told[name][0].itemsize] for name in book.previews.left_out]
    return [left_out, told[book.previews.unless][1] if book.previews.unless else -1]


def _type_name(kind: "np.dtype[Any]") -> str:
    """A number type as a DataView names it."""
    return f"{'Int' if kind.kind == 'i' else 'Uint'}{8 * kind.itemsize}"


def _parts(struct: type[msgspec.Struct]) -> list[list[Any]]:
    """The fields of a view, or of a row in it: name, place, kind, lengths; all in 32-bit numbers."""
    return [
        [part.name, places_of(struct)[part.name], _kind(part), _lengths(struct, part)]
        for part in parts_of(struct)
    ]


def _kind(part: Part) -> Any:
    """What a number is: itself (0), a boolean (1), one of some words, or the start of a row (its size and fields)."""
    if part.is_rows:
        return {"size": dtype_of(part.kind).itemsize // 4, "parts": _parts(part.kind)}
    return list(part.words) if part.words else int(part.kind is bool)


def _lengths(struct: type[msgspec.Struct], part: Part) -> list[list[int]]:
    """For every depth of a list: its capacity, and the place of the number that says its length, or -1."""
    places = places_of(struct)
    counts = [part.count(depth) for depth in range(len(part.lengths))]
    return [[most, places[count] if count else -1] for most, count in zip(part.shape, counts, strict=True)]


def _event(event: type[Event]) -> list[Any]:
    """Its name, the field with the only seat that notices it, its fields, and whether it reveals something."""
    known = layout(event)
    return [
        event_name(event.__name__),
        known.noticed_by,
        [_field(name, f) for name, f in known.fields.items()],
        known.reveals,
    ]


def _field(name: str, field: Field) -> list[Any]:
    """Its name, how it is read, its words, the field with the only seat that sees it, whether the log forgets it."""
    read = "length" if field.is_length else "list" if field.is_list else "one"
    return [name, read, list(field.words), field.only, FORGOTTEN in field.marks]
