"""From rules to machine code for another kind of machine: Numba supplies the rules, LLVM optimises a game as a whole.

The rules must be unoptimised (`NUMBA_OPT=0`), because optimised code contains the sizes of the machine it was made for.
"""

import re
import warnings
from collections.abc import Callable
from inspect import signature
from typing import Any

from llvmlite import binding
from numba import njit, types

from hatbox.engine.compiling import INNER, OPTIONS, get_ready
from hatbox.engine.numba_internals import NumbaWarning, code_of, config
from hatbox.game import Rulebook
from hatbox.wasm.exports import EXPORTS, arguments

WASM = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"  # in every browser since 2021
BYTE_BY_BYTE = re.compile(  # how Numba copies a record: as one value, which LLVM turns into hundreds of steps
    r"(%[\w.]+) = load \[(\d+) x i8\], ptr (%[\w.]+), align 1\s*store \[\2 x i8\] \1, ptr (%[\w.]+), align 1"
)
AT_ONCE = r"call void @llvm.memmove.p0.p0.i64(ptr align 8 \4, ptr align 8 \3, i64 \2, i1 false)"
COPIES = "\ndeclare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n"
QUICK = "think"  # what the search calls must be fast, everything else small: nobody waits for a solver
SHARED = ("10play_turns", "5value", "7play_on")  # contain all rules: one copy is enough
NOTHING_COUNTED = (  # rules allocate nothing, so references need no counting
    "define void @NRT_incref(ptr %m) { ret void }\ndefine void @NRT_decref(ptr %m) { ret void }"
)


def object_file(book: Rulebook) -> bytes:
    """The exported functions of a game with everything they call, as one object file for browsers."""
    return _optimised(_linked(book), [f.__name__ for f in EXPORTS])


def _linked(book: Rulebook) -> str:
    """All exported functions in one module, not tied to any machine."""
    assert config.OPT == 0, "set NUMBA_OPT=0: optimised code knows the machine that it was made for"
    assert book.rules
    known, module = arguments(book), binding.parse_assembly(NOTHING_COUNTED)
    for f in EXPORTS:
        kinds = tuple(known.get(name, types.int64) for name in signature(f).parameters)
        made = _compiled(f, kinds)
        module.link_in(binding.parse_assembly(_wrapper(f.__name__, made)))
        module.link_in(code_of(made), preserve=True)
    found = re.sub(r'target (datalayout|triple) = ".*"', "", str(module))
    return BYTE_BY_BYTE.sub(AT_ONCE, found) + COPIES


def _compiled(f: Callable[..., Any], kinds: tuple[Any, ...]) -> Any:
    """One function as Numba compiles it, unoptimised."""
    get_ready()
    dispatcher: Any = njit(**OPTIONS, **INNER)(f)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)  # that code with addresses is not cached
        dispatcher.compile(kinds)
    return dispatcher.overloads[kinds]


def _wrapper(name: str, made: Any) -> str:
    """A C-style function around one of Numba's, which returns its result and its errors by address."""
    inner, takes, given, gets, wide = made.fndesc.llvm_func_name, [], [], [], []
    for k, kind in enumerate(made.signature.args):
        narrow = kind == types.int64
        takes.append(f"{'i32' if narrow else 'i64' if kind == types.uint64 else 'ptr'} %a{k}")
        gets.append("i64" if kind in (types.int64, types.uint64) else "ptr")
        given.append(f"{gets[-1]} %{'w' if narrow else 'a'}{k}")
        wide += [f"%w{k} = sext i32 %a{k} to i64"] if narrow else []
    nothing = made.signature.return_type == types.none
    number = ["%r = load i64, ptr %result", "%n = trunc i64 %r to i32", "ret i32 %n"]
    call = f"call i32 @{inner}({', '.join(['ptr %result', 'ptr %error', *given])})"
    start = ["%result = alloca i64", "%error = alloca ptr"]
    body = "\n".join([*start, *wide, call, *(["ret void"] if nothing else number)])
    head = f"define {'void' if nothing else 'i32'} @{name}({', '.join(takes)})"
    return f"declare i32 @{inner}({', '.join(['ptr', 'ptr', *gets])})\n{head} {{\n{body}\n}}"


def _optimised(module: str, exports: list[str]) -> bytes:
    """Machine code for browsers, optimised as a whole."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(WASM).create_target_machine(features=FEATURES, opt=3)
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{WASM}"\n'
    made = binding.parse_assembly(head + module)
    for one in [*made.functions, *made.global_variables]:
        if not one.is_declaration and one.name not in exports:
            one.linkage = "internal"
    _keep_small(made)
    passes = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(made, passes)
    return bytes(machine.emit_object(made))


def _keep_small(made: Any) -> None:
    """Ask for small code wherever the search does not reach."""
    quick = _called_from(made, QUICK)
    for one in made.functions:
        if not one.is_declaration and one.name not in quick:
            shared = any(name in one.name for name in SHARED)
            for attribute in ("minsize", "optsize", *(["noinline"] if shared else [])):
                one.add_function_attribute(attribute)


def _called_from(made: Any, start: str) -> set[str]:
    """The names of a function and of everything it calls."""
    bodies = {one.name: one for one in made.functions}
    found: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in found and name in bodies:
            found.add(name)
            steps = [step for block in bodies[name].blocks for step in block.instructions]
            waiting += [list(step.operands)[-1].name for step in steps if step.opcode == "call"]
    return found
