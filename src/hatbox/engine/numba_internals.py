"""All that Hatbox uses of Numba beyond its public names, and how a rule is kept with it.

No other file has inner names of Numba. Its version is pinned, and `tests/test_numba_internals.py` says which name a
new version lacks.

A rule is kept as code that its callers take in, not as machine code of its own. Left alone, Numba optimises every
function together with all that it calls and makes machine code of it – at every level again, from the smallest rule up
to the entry that Python calls, and only the entry's is ever run. Here only entries are optimised and finished: that
halves the time of compiling and the result is the same.

Where code is made for libraries and browsers (`make_portable`), nothing at all is finished or even brought together
before the end.
"""

import contextlib
import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numba
from llvmlite import binding
from numba import types

try:
    import numba.core.cgutils
    import numba.core.config
    import numba.core.event
    import numba.np.arrayobj
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler, compile_result
    from numba.core.errors import NumbaExperimentalFeatureWarning as NumbaExperimentalFeatureWarning
    from numba.core.errors import NumbaWarning as NumbaWarning
    from numba.core.errors import TypingError as TypingError
    from numba.core.registry import cpu_target
    from numba.np.numpy_support import as_dtype as as_dtype
    from numba.np.numpy_support import from_dtype as from_dtype
except ImportError as lacking:
    raise ImportError(f"Numba {numba.__version__} lacks a part that rules need: {lacking}") from lacking

config: Any = numba.core.config
arrays: Any = numba.np.arrayobj
cgutils: Any = numba.core.cgutils
tuple_of: Any = types.StarArgTuple.from_types


def used() -> dict[str, tuple[Any, tuple[str, ...]]]:
    """Every part of Numba from which inner names are used, and the names."""
    library = JITCodeLibrary(cpu_target.target_context.codegen(), "any")
    code = ("_final_module", "_finalized", "_linking_libraries", "_raise_if_finalized", "_ensure_finalized")
    more = ("_finalize_dynamic_globals", "_get_module_for_linking", "get_pointer_to_function", "codegen")
    asked = ("get_call_template", "disable_compile", "compile", "overloads", "py_func", "_cache")
    machine = ("codegen", "get_executable", "cast", "get_dummy_value", "get_value_type")
    return {
        "config": (config, ("DISABLE_JIT", "CACHE_DIR", "OPT")),
        "arrayobj": (arrays, ("make_array", "populate_array")),
        "cgutils": (cgutils, ("get_record_member", "unpack_tuple", "pack_array")),
        "code of a function": (library, (*code, *more)),
        "compiler": (Compiler, ("compile_extra",)),
        "compiler of a machine": (cpu_target.target_context.codegen(), ("_library_class",)),
        "events": (numba.core.event, ("install_timer", "start_event", "end_event")),
        "dispatcher": (numba.njit(_anything), asked),
        "target": (cpu_target.target_context, machine),
        "cache": (FunctionCache, ("_impl_class",)),
        "cache of a function": (FunctionCache(_anything), ("_cache_file", "_cache_path")),
        "cache files": (
            IndexDataCacheFile,
            ("save", "_load_index", "_save_index", "_save_data", "_data_name"),
        ),
        "cache entries": (CompileResultCacheImpl, ("reduce", "rebuild")),
    }


def _anything() -> int:
    return 0


class _Nobody:
    """Stands in for the machine: it has nothing to know about a rule."""

    def set_env(self, name: str, env: Any) -> None:
        """Rules raise nothing and print nothing, so nobody asks for their surroundings."""


class RuleCode(JITCodeLibrary):
    """The code of one rule and all rules that it calls, not optimised."""

    codegen = _Nobody()

    @classmethod
    def from_bitcode(cls, context: Any, name: str, bitcode: bytes) -> "RuleCode":
        """Code that was kept."""
        code = cls(context.codegen(), name)
        code._final_module = binding.parse_bitcode(bitcode)
        code._finalized = True
        return code

    def finalize(self) -> None:
        """Take in what the rule calls, and leave the rest to whoever takes in this."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is no machine code to point at."""
        self._ensure_finalized()
        return 0


class PortableCode(RuleCode):
    """The code of one function alone; what it calls stays where it is until `all_code` brings everything together."""

    def add_llvm_module(self, module: Any) -> None:
        """Take in a part as it is."""
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Nothing is missing."""
        self._finalized = True


class RuleCompiler(Compiler):
    """Compiles a rule into `RuleCode`."""

    code: type[RuleCode] = RuleCode

    def compile_extra(self, func: Any) -> Any:
        """Bring the library; Numba would make one for machine code."""
        self.state.library = self.code(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


def make_portable() -> None:
    """Make no machine code in this process from now on, only code for `all_code`; nothing compiled can be called."""
    assert config.OPT == 0, "set NUMBA_OPT=0: optimised code knows the machine that it was made for"
    RuleCompiler.code = cpu_target.target_context.codegen()._library_class = PortableCode
    watch: Any = (
        numba.core.event
    )  # every function that is being compiled takes the time of all that is called
    watch.install_timer = lambda *_: contextlib.nullcontext()
    watch.start_event = watch.end_event = lambda *_, **__: None


def is_portable() -> bool:
    """Whether code is made for other machines in this process."""
    return RuleCompiler.code is PortableCode


class _Keeping(CompileResultCacheImpl):
    """What of a compiled rule is written to the cache, and how it is read."""

    def reduce(self, compiled: Any) -> tuple[Any, ...]:
        """Everything that a caller needs."""
        described = compiled.fndesc
        described.typemap = described.calltypes = None  # large, and of no use later
        bitcode = code_of(compiled).as_bitcode()
        return compiled.library.name, bitcode, described, compiled.environment, compiled.signature

    def rebuild(self, context: Any, kept: tuple[Any, ...]) -> Any:
        """The same again."""
        name, bitcode, described, environment, signature = kept
        library = RuleCode.from_bitcode(context, name, bitcode)
        return compile_result(
            typing_context=context.typing_context,
            target_context=context,
            entry_point=context.get_executable(library, described, environment),
            library=library,
            signature=signature,
            objectmode=False,
            lifted=(),
            fndesc=described,
            environment=environment,
        )


class CacheFiles(IndexDataCacheFile):
    """The files of one function's cache, each named after what it was compiled for.

    Numba counts them, so that two processes which compile for two games at once write to the same file, and one of
    them is given the other's code ever after.
    """

    def save(self, key: Any, data: Any) -> None:
        """Keep what was compiled; an index that another process wrote meanwhile only costs compiling once more."""
        name = self._data_name(int(hashlib.sha256(pickle.dumps(key)).hexdigest()[:15], 16))
        self._save_data(name, data)
        self._save_index(self._load_index() | {key: name})


class EntryCache(FunctionCache):
    """The cache of one entry."""

    def __init__(self, f: Callable[..., Any]) -> None:
        """Files of our own."""
        super().__init__(f)
        self._cache_file.__class__ = CacheFiles


class RuleCache(EntryCache):
    """The cache of one rule."""

    _impl_class: Any = _Keeping


def code_of(compiled: Any) -> Any:
    """The LLVM module of a compiled function, with all that it calls."""
    if not is_portable():
        return compiled.library._get_module_for_linking()
    whole = compiled.library._final_module.clone()
    for module in all_code([compiled]):
        whole.link_in(module, preserve=True)
    return whole


def all_code(compiled: Iterable[Any]) -> Iterator[Any]:
    """The LLVM modules of portable functions and of all that they call, each once and after one that calls it.

    A linker leaves out what nobody has asked for by then.
    """
    waiting = [one.library for one in compiled]
    known = set(waiting)
    while waiting:
        library = waiting.pop()
        yield library._get_module_for_linking()
        fresh = dict.fromkeys(one for one in library._linking_libraries if one not in known)
        known.update(fresh)
        waiting += fresh


def kept_in(dispatcher: Any, cache: EntryCache) -> Any:
    """Keep what a dispatcher compiles in this cache."""
    dispatcher._cache = cache
    return dispatcher


def typing_of(form: Any) -> Any:
    """The type of something that compiled code can call."""
    return cpu_target.typing_context.resolve_value_type(form)


def answer_with(dispatcher: Any, choose: Callable[[Any], Any]) -> Any:
    """Answer every call with the version for the types that `choose` makes of the caller's."""
    ask = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        wanted = choose(args)
        if wanted not in dispatcher.overloads:
            dispatcher.disable_compile(False)
            dispatcher.compile(wanted)
            dispatcher.disable_compile()
        return ask(args, kws)

    dispatcher.get_call_template = get_call_template
    return dispatcher
