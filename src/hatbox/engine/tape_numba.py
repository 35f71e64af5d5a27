"""How notes are compiled: stores into a record that has a tape, nothing at all for a plain one."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model, typeof_impl

from hatbox.engine.compiling import FORMS
from hatbox.engine.notes import Event, layout
from hatbox.engine.numba_internals import TypingError, cgutils, from_dtype, tuple_of
from hatbox.engine.record import PLAIN, TAPE
from hatbox.engine.tape import append, check, note, quiet, rewind, telling

_WORD, _NUMBER = ir.IntType(32), ir.IntType(16)


class EventType(types.Dummy):
    """An event as a compiled rule names it: known at compile time, nothing at run time."""

    def __init__(self, event: type[Event]) -> None:
        """Keep what a note needs, so that it can be cached with compiled code."""
        known = layout(event)
        self.number, self.single, self.lists = event.tape_number, known.single, known.lists
        super().__init__(f"{event.__module__}.{event.__name__}({self.number}, {self.single}, {self.lists})")


register_model(EventType)(models.OpaqueModel)


@typeof_impl.register(type(Event))
def _typeof_event(value: Any, _: Any) -> Any:
    return EventType(value) if issubclass(value, Event) else None


def _store(target: Any, builder: Any, record: Any, s: Any, numbers: list[Any]) -> None:
    """Store 16-bit numbers at the end of the tape."""
    said = cgutils.get_record_member(builder, record, s.offset("said"), _WORD)
    tape = cgutils.get_record_member(builder, record, s.offset("tape"), _NUMBER)
    for number in numbers:
        at = builder.load(said)
        builder.store(number, builder.gep(tape, [builder.and_(at, _WORD(TAPE - 1))]))
        builder.store(builder.add(at, _WORD(1)), said)


def _compiled_note(context: Any, s: Any, event: Any, *numbers: Any) -> Any:
    """Inline stores, or nothing at all for a record without a tape."""
    try:
        check(event.name, event.single, event.lists, len(numbers))
    except TypeError as wrong:
        raise TypingError(str(wrong)) from None

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if "tape" in s.fields:
            given = cgutils.unpack_tuple(builder, arguments[2])
            cast = [
                target.cast(builder, n, kind, types.int16) for n, kind in zip(given, numbers, strict=True)
            ]
            _store(target, builder, arguments[0], s, [_NUMBER(event.number), *cast])
        return target.get_dummy_value()

    return types.none(s, event, tuple_of(numbers)), generate


def _compiled_append(context: Any, s: Any, number: Any) -> Any:
    """A single store."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if "tape" in s.fields:
            cast = target.cast(builder, arguments[1], number, types.int16)
            _store(target, builder, arguments[0], s, [cast])
        return target.get_dummy_value()

    return types.none(s, number), generate


def _compiled_quiet(context: Any, s: Any) -> Any:
    """The same address with another type: a record with a tape starts with the plain one."""
    plain = next((from_dtype(kind) for told, kind in PLAIN.items() if from_dtype(told) == s), s)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], target.get_value_type(plain))

    return plain(s), generate


def _compiled_rewind(context: Any, s: Any) -> Any:
    """A single store."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if "tape" in s.fields:
            said = cgutils.get_record_member(builder, arguments[0], s.offset("said"), _WORD)
            builder.store(_WORD(0), said)
        return target.get_dummy_value()

    return types.none(s), generate


def _compiled_telling(context: Any, s: Any) -> Any:
    """A constant, so that the code it guards is dropped."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.IntType(1)("tape" in s.fields)

    return types.boolean(s), generate


FORMS.update(
    {
        note: intrinsic(_compiled_note),
        append: intrinsic(_compiled_append),
        quiet: intrinsic(_compiled_quiet),
        rewind: intrinsic(_compiled_rewind),
        telling: intrinsic(_compiled_telling),
    }
)
