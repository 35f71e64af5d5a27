"""From the entries of a game to one object file for a kind of machine, optimised as a whole."""

import json
import re
from typing import Any, NamedTuple

from llvmlite import binding
from numba import types

from hatbox.engine.native import label, mark, name_of
from hatbox.engine.numba_internals import as_dtype, code_of, config, from_dtype
from hatbox.game import Rulebook
from hatbox.native.signatures import Types, signatures
from hatbox.native.wrappers import GIVEN_BY_PYTHON, wrapper
from hatbox.wasm.compiler import AT_ONCE, BYTE_BY_BYTE, COPIES, NOTHING_COUNTED, _compiled


class Module(NamedTuple):
    """All entries of a game with a list of them, for no machine in particular."""

    code: str
    seen: list[str]  # from outside


def linked(book: Rulebook) -> Module:
    """Compile all entries of a game, and bring them together with all that they call."""
    assert config.OPT == 0, "set NUMBA_OPT=0: optimised code knows the machine that it was made for"
    assert book.rules
    module = binding.parse_assembly(f"{NOTHING_COUNTED}\n{GIVEN_BY_PYTHON}")
    rows, names = [], ["hatbox_python", "hatbox_list"]
    for k, (one, kinds) in enumerate(signatures(book)):
        made = _compiled(one.py_func, kinds)
        name = f"{one.py_func.__name__}_{k}"
        module.link_in(binding.parse_assembly(wrapper(name, made, one.long)))
        module.link_in(code_of(made), preserve=True)
        names.append(name)
        rows.append(_row(book, one, kinds, name))
    listed = json.dumps(rows).encode() + b"\0" + mark(book.slug)
    module.link_in(binding.parse_assembly(_constant("hatbox_list", listed)))
    found = re.sub(r'target (datalayout|triple) = ".*"', "", str(module))
    return Module(BYTE_BY_BYTE.sub(AT_ONCE, found) + COPIES, names)


def _row(book: Rulebook, one: Any, kinds: Types, name: str) -> dict[str, Any]:
    """What a caller must know about an entry."""
    ours = {
        from_dtype(kind): kind for kind in (book.state.dtype, book.state.telling)
    }  # fields in the order of ours
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
    """Bytes that stay, and where they are."""
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
