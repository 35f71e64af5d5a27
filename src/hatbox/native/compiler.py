"""From the entries of a game to object files for a kind of machine, each optimised as a whole."""

import json
import re
import warnings
from typing import Any, NamedTuple

from llvmlite import binding
from numba import types

from hatbox.engine.compiling import compiled_entry
from hatbox.engine.native import Door, label, mark, name_of
from hatbox.engine.numba_internals import NumbaWarning, all_code, as_dtype, from_dtype
from hatbox.game import Rulebook
from hatbox.native.signatures import Types, signatures
from hatbox.native.wrappers import GIVEN_BY_PYTHON, wrapper
from hatbox.wasm.compiler import AT_ONCE, BYTE_BY_BYTE, COPIES, NOTHING_COUNTED

HALVES = (
    ("hatbox.engine.", "hatbox.bots.search", "hatbox.adapters."),
    ("hatbox.bots.",),
)  # about as much work each


class Module(NamedTuple):
    """The entries of a game and a list of them all, not tied to any machine."""

    code: str
    seen: list[str]  # symbols visible from outside


def compile_rules(book: Rulebook) -> None:
    """Compile what nearly all entries call, so that processes forked from here share it."""
    assert book.rules
    _compiled(*next(signatures(book)))


def linked(book: Rulebook, half: int | None = None) -> Module:
    """Compile all entries of a game, or those of one half, and link them with everything they call."""
    assert book.rules
    module = binding.parse_assembly(NOTHING_COUNTED)
    rows, names, all_made = [], ["hatbox_python", "hatbox_list"], []
    for k, (one, kinds) in enumerate(signatures(book)):
        name = f"{one.py_func.__name__}_{k}"
        rows.append(_row(book, one, kinds, name))
        if half in (None, _half_of(one)):
            made = _compiled(one, kinds)
            module.link_in(binding.parse_assembly(wrapper(name, made, one.long)))
            names.append(name)
            all_made.append(made)
    for code in all_code(all_made):
        module.link_in(code, preserve=True)
    if not half:  # the second half is listed in the first
        listed = json.dumps(rows).encode() + b"\0" + mark(book.slug)
        module.link_in(binding.parse_assembly(f"{GIVEN_BY_PYTHON}\n{_constant('hatbox_list', listed)}"))
    found = re.sub(r'target (datalayout|triple) = ".*"', "", str(module))
    return Module(BYTE_BY_BYTE.sub(AT_ONCE, found) + COPIES, names)


def _half_of(one: Door) -> int:
    """Which half an entry belongs to."""
    return next(k for k, half in enumerate(HALVES) if one.py_func.__module__.startswith(half))


def _compiled(one: Door, kinds: Types) -> Any:
    """An entry as Numba compiles it, not tied to any machine; entries that call it reuse it."""
    dispatcher = compiled_entry(one.py_func, one.long)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)  # about code that contains addresses
        dispatcher.compile(kinds)
    return dispatcher.overloads[kinds]


def _row(book: Rulebook, one: Any, kinds: Types, name: str) -> dict[str, Any]:
    """What a caller needs to know about an entry."""
    ours = {
        from_dtype(kind): kind for kind in (book.state.dtype, book.state.telling)
    }  # with fields in our order
    first = next(
        (ours.get(kind.dtype) or as_dtype(kind.dtype) for kind in kinds if isinstance(kind, types.Array)),
        None,
    )
    return {
        "entry": label(one.py_func),
        "first": name_of(first) if first is not None else "",
        "without": [k for k, kind in enumerate(kinds) if kind == types.none],
        "symbol": name,
    }


def _constant(name: str, text: bytes) -> str:
    """A constant with these bytes, and a pointer to it."""
    data = "".join(f"\\{byte:02x}" for byte in text)
    return (
        f'@{name}.text = internal constant [{len(text)} x i8] c"{data}"\n@{name} = constant ptr @{name}.text'
    )


def optimised(module: Module, triple: str, cpu: str) -> bytes:
    """An object file for one kind of machine."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(triple).create_target_machine(
        cpu=cpu, opt=3, reloc="pic", codemodel="small"
    )
    made = binding.parse_assembly(
        f'target datalayout = "{machine.target_data}"\ntarget triple = "{triple}"\n{module.code}'
    )
    for one in [*made.functions, *made.global_variables]:
        if not one.is_declaration and one.name not in module.seen:
            one.linkage = "internal"
    passes = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(made, passes)
    return bytes(machine.emit_object(made))
