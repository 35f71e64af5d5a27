"""Everything Hatbox uses of Numba beyond its public names, and how compiled rules are cached.

No other file uses Numba's internal names. Its version is pinned, and `tests/test_numba_internals.py` says which name a
new version lacks.

A rule is cached as code for its callers to link in, not as machine code. By default, Numba optimises every function
together with everything it calls and generates machine code for it – again at every level, from the smallest rule up
to the entry that Python calls, although only the entry's code ever runs. Here only entries are optimised and finished:
that halves compile time, and the result is the same.

When code is generated for libraries and browsers (`make_portable`), nothing at all is finished or even linked before
the end.
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
    """Every part of Numba whose internal names are used, and those names."""
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
    """A stand-in for the machine, which needs to know nothing about a rule."""

    def set_env(self, name: str, env: Any) -> None:
        """Do nothing: rules raise and print nothing, so their environment is never needed."""


class RuleCode(JITCodeLibrary):
    """The unoptimised code of one rule and all rules that it calls."""

    codegen = _Nobody()

    @classmethod
    def from_bitcode(cls, context: Any, name: str, bitcode: bytes) -> "RuleCode":
        """Code from the cache."""
        code = cls(context.codegen(), name)
        code._final_module = binding.parse_bitcode(bitcode)
        code._finalized = True
        return code

    def finalize(self) -> None:
        """Link in what the rule calls, and leave the rest to the caller of this rule."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, because there is no machine code to point to."""
        self._ensure_finalized()
        return 0


class PortableCode(RuleCode):
    """The code of one function alone; what it calls stays separate until `all_code` collects everything."""

    def add_llvm_module(self, module: Any) -> None:
        """Link in a module as it is."""
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Mark the code as finished; nothing is missing."""
        self._finalized = True


class RuleCompiler(Compiler):
    """Compiles a rule into `RuleCode`."""

    code: type[RuleCode] = RuleCode

    def compile_extra(self, func: Any) -> Any:
        """Set our own library; Numba would make one for machine code."""
        self.state.library = self.code(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


def make_portable() -> None:
    """From now on generate only code for `all_code` in this process, no machine code; no compiled code can run."""
    assert config.OPT == 0, "set NUMBA_OPT=0: optimised code knows the machine that it was made for"
    RuleCompiler.code = cpu_target.target_context.codegen()._library_class = PortableCode
    watch: Any = numba.core.event  # every function being compiled would time everything that it calls
    watch.install_timer = lambda *_: contextlib.nullcontext()
    watch.start_event = watch.end_event = lambda *_, **__: None


def is_portable() -> bool:
    """Whether this process generates code for other machines."""
    return RuleCompiler.code is PortableCode


class _Keeping(CompileResultCacheImpl):
    """What is cached of a compiled rule, and how it is read back."""

    def reduce(self, compiled: Any) -> tuple[Any, ...]:
        """Everything a caller needs."""
        described = compiled.fndesc
        described.typemap = described.calltypes = None  # large, and not needed later
        bitcode = code_of(compiled).as_bitcode()
        return compiled.library.name, bitcode, described, compiled.environment, compiled.signature

    def rebuild(self, context: Any, kept: tuple[Any, ...]) -> Any:
        """Restore the compiled rule."""
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

    Numba numbers them, so two processes that compile for two games at the same time would write to the same file, and
    one of them would get the other's code from then on.
    """

    def save(self, key: Any, data: Any) -> None:
        """Save what was compiled; if another process overwrites the index meanwhile, it only costs compiling again."""
        name = self._data_name(int(hashlib.sha256(pickle.dumps(key)).hexdigest()[:15], 16))
        self._save_data(name, data)
        self._save_index(self._load_index() | {key: name})


class EntryCache(FunctionCache):
    """The cache of one entry."""

    def __init__(self, f: Callable[..., Any]) -> None:
        """Use our own cache files."""
        super().__init__(f)
        self._cache_file.__class__ = CacheFiles


class RuleCache(EntryCache):
    """The cache of one rule."""

    _impl_class: Any = _Keeping


def code_of(compiled: Any) -> Any:
    """The LLVM module of a compiled function, with everything it calls."""
    if not is_portable():
        return compiled.library._get_module_for_linking()
    whole = compiled.library._final_module.clone()
    for module in all_code([compiled]):
        whole.link_in(module, preserve=True)
    return whole


def all_code(compiled: Iterable[Any]) -> Iterator[Any]:
    """The LLVM modules of portable functions and everything they call, each once and after one that calls it.

    A linker drops what nothing has referred to by then.
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
    """Make a dispatcher cache what it compiles here."""
    dispatcher._cache = cache
    return dispatcher


def typing_of(form: Any) -> Any:
    """The type of something that compiled code can call."""
    return cpu_target.typing_context.resolve_value_type(form)


def answer_with(dispatcher: Any, choose: Callable[[Any], Any]) -> Any:
    """Answer every call with the version for the types that `choose` derives from the caller's."""
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
