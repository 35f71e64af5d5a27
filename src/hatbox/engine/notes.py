"""What happens, reported by the rules where it happens: `note(s, Looked, seat, place, animal)`.

Events are declared once per game, as classes:

    class Looked(Event, frozen=True):
        seat: int
        hat: int
        animal: Annotated[str, Words(*NAMES), Only("seat"), FORGOTTEN]

`State.telling` is the game's record followed by a tape, and `note` writes to it. On the plain record the same line
compiles to nothing, so bulk play and search do not pay for it. A tape is a sequence of numbers: a note starts with the
number of an event, its fields follow in order, and each list item is added with `append(s, number)`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

import msgspec
import numpy as np

from hatbox.engine.record import TAPE, States
from hatbox.engine.schema import Words

FIRST_NUMBER = CHANCE = 0x4000  # numbers from here on start a note; `dice.below` itself notes CHANCE


# ---- declaring -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Only:
    """Marks a secret: only the seat in the named field sees it, others get -1 or nothing."""

    seat_field: str


class Mark(str):
    """A mark on a field of an event."""


FORGOTTEN = Mark("forgotten")  # players must remember it: without the memory aid, the log blanks it
REVEALS = Mark("reveals")  # a player learns something from it that cannot be undone
NOTICES = Mark("notices")  # only the seat in this field notices the event at all
TAKEN_BACK = Mark("taken_back")  # a secret that the seat itself made and may take back
LENGTH = Mark("length")  # how long this event's lists are; not on the tape


def event_name(name: str) -> str:
    """`StoneTurned` → `stone_turned`."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Event(msgspec.Struct, frozen=True, tag_field="kind", tag=event_name):
    """Something that happened; the fields are arguments of its sentence in the word list."""

    tape_number: ClassVar[int]  # on a tape

    def __init_subclass__(cls) -> None:
        """Number the events of a module in order."""
        known = _BY_MODULE.setdefault(cls.__module__, [])
        cls.tape_number = FIRST_NUMBER + 1 + len(known)
        known.append(cls)

    @property
    def kind(self) -> str:
        """The event's name in the word list: `event_<kind>`."""
        return event_name(type(self).__name__)

    @property
    def reveals(self) -> bool:
        """Whether a player learns something from it that cannot be undone."""
        return layout(type(self)).reveals

    def seen_by(self, seat: int) -> "Event | None":
        """The event as this seat (or SPECTATOR) may see it; None if it notices nothing."""
        known = layout(type(self))
        if known.noticed_by and getattr(self, known.noticed_by) != seat:
            return None
        hidden = {name: f.blank for name, f in known.secrets if getattr(self, f.only) != seat}
        return msgspec.structs.replace(self, **hidden) if hidden else self

    def later(self) -> "Event":
        """The event as the log keeps it afterwards."""
        forgotten = layout(type(self)).forgotten
        return msgspec.structs.replace(self, **forgotten) if forgotten else self


_BY_MODULE: dict[str, list[type[Event]]] = {}
E = TypeVar("E", bound=type[Event])


class Told(msgspec.Struct, frozen=True):
    """How an event is presented beyond its sentence; drawings, sounds and motions are names that the browser knows."""

    rule: str = ""  # the rule behind it
    icon: str = "seat"  # a drawing; "seat" is the figure of its seat
    sound: str = ""
    motion: str = "pause"  # how long the picture pauses: step, flip, fly, look, mix, pause or none


TOLD: dict[type[Event], Told] = {}


def told(rule: str = "", **how: str) -> Callable[[E], E]:
    """Say how an event is presented: `@told("HS-17", icon="magic-hat", sound="hat", motion="fly")`."""

    def decorate(event: E) -> E:
        TOLD[event] = Told(rule, **how)
        return event

    return decorate


def events_of(module: str) -> list[type[Event]]:
    """All events that a module declares, in number order."""
    return _BY_MODULE.get(module, [])


@dataclass(frozen=True)
class Field:
    """One field of an event."""

    words: Words  # what a number stands for; empty: the number itself
    is_list: bool
    is_length: bool
    only: str  # the field with the seat that sees it
    marks: frozenset[str]

    @property
    def blank(self) -> Any:
        """What is shown to viewers who may not see it."""
        return "" if self.words else -1

    def shown(self, number: int) -> Any:
        """A number as people and browsers read it: -1 means no word."""
        return (*self.words, "")[number] if self.words else number


@dataclass(frozen=True)
class Layout:
    """How a kind of event is stored on a tape, and who may see what of it."""

    fields: dict[str, Field]
    single: int  # numbers before the lists
    lists: int
    secrets: list[tuple[str, Field]]
    forgotten: dict[str, Any]  # what the log shows instead
    noticed_by: str  # the field with the only seat that notices it
    reveals: bool
    hides: bool  # it may look different to different seats
    make: Callable[[list[int]], Event]


@cache
def layout(event: type[Event]) -> Layout:
    """What an event's declaration says."""
    hints = get_type_hints(event, include_extras=True)
    fields = {name: _field(hints[name]) for name in event.__struct_fields__}
    single = [name for name, f in fields.items() if not f.is_list and not f.is_length]
    lists = [name for name, f in fields.items() if f.is_list]
    secrets = [(name, f) for name, f in fields.items() if f.only]
    noticed_by = next((name for name, f in fields.items() if NOTICES in f.marks), "")
    return Layout(
        fields=fields,
        single=len(single),
        lists=len(lists),
        secrets=secrets,
        forgotten={name: f.blank if f.words else 0 for name, f in fields.items() if FORGOTTEN in f.marks},
        noticed_by=noticed_by,
        reveals=any(
            f.only or {REVEALS, NOTICES} & f.marks for f in fields.values() if TAKEN_BACK not in f.marks
        ),
        hides=bool(secrets or noticed_by),
        make=_maker(event, fields, len(single), len(lists)),
    )


def _field(hint: Any) -> Field:
    """What an annotation says about a field."""
    base, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    words = next((note for note in notes if isinstance(note, Words)), Words())
    only = next((note.seat_field for note in notes if isinstance(note, Only)), "")
    marks = frozenset(note for note in notes if isinstance(note, Mark))
    return Field(words, get_origin(base) is list, LENGTH in marks, only, marks)


def _maker(event: type[Event], fields: dict[str, Field], single: int, lists: int) -> Callable[..., Event]:
    """A function that makes an event from its numbers; generated as code, because a table reads many per second."""
    parts, at, column = [], 0, 0
    known: dict[str, Any] = {"event": event}
    for name, f in fields.items():
        if f.words:
            known[f"words_{name}"] = (*f.words, "")
        if f.is_length:
            parts.append(f"(len(n) - {single}) // {lists}")
        elif f.is_list:
            rest = f"n[{single + column}::{lists}]"
            parts.append(f"[words_{name}[k] for k in {rest}]" if f.words else rest)
            column += 1
        else:
            parts.append(f"words_{name}[n[{at}]]" if f.words else f"n[{at}]")
            at += 1
    found: Callable[..., Event] = eval(f"lambda n: event({', '.join(parts)})", known)
    return found


# ---- reading ---------------------------------------------------------------------------------------------


class TapeReader:
    """Turns the tapes of one game into events."""

    def __init__(self, events: Sequence[type[Event]]) -> None:
        """Look everything up once, because a table reads many moves per second."""
        known = [layout(event) for event in events]
        self._kinds = [(None, 0, False), *((kind.make, kind.single, kind.lists > 0) for kind in known)]
        self._revealing = frozenset(event for event in events if layout(event).reveals)
        self._hiding = frozenset(event for event in events if layout(event).hides)

    def read(self, tape: list[int]) -> list[Event]:
        """The events on a tape, in order."""
        found: list[Event] = []
        start, size = 0, len(tape)
        while start < size:
            make, single, has_lists = self._kinds[tape[start] - CHANCE]
            start += 1
            end = start + single
            if has_lists:
                while end < size and tape[end] < FIRST_NUMBER:
                    end += 1
            if make is not None:
                found.append(make(tape[start:end]))
            start = end
        return found

    def reveals(self, events: list[Event]) -> bool:
        """Whether a player learns something from these events that cannot be undone."""
        return not self._revealing.isdisjoint(map(type, events))

    def hides(self, events: list[Event]) -> bool:
        """Whether some of these events may look different to different seats."""
        return not self._hiding.isdisjoint(map(type, events))


class Tape:
    """The tape behind one record."""

    def __init__(self, told: States, size: int) -> None:
        """Find the tape behind a record of this size: first its length, then the numbers."""
        behind = told.view(np.uint8)[size:]
        self._said = behind[:4].view(np.int32)
        self._numbers = behind[4 : 4 + 2 * TAPE].view(np.int16)

    def numbers(self) -> list[int]:
        """Everything on the tape."""
        said = int(self._said[0])
        assert said <= TAPE, "the tape is too short"
        numbers: list[int] = self._numbers[:said].tolist()
        return numbers
