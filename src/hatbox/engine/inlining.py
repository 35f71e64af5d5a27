"""How a rule is kept: as code that its callers take in, not as machine code of its own.

Left alone, Numba optimises every function together with all that it calls and makes machine code of it – at every
level again, from the smallest rule up to the entry that Python calls, and only the entry's is ever run. Here only
entries are optimised and finished: that halves the time of compiling and the result is the same.

These are Numba's own inner classes, so its version is pinned.
"""

from typing import Any

from llvmlite import binding
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result
from numba.core.registry import CPUDispatcher


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


class RuleCompiler(Compiler):
    """Compiles a rule into `RuleCode`."""

    def compile_extra(self, func: Any) -> Any:
        """Bring the library; Numba would make one for machine code."""
        self.state.library = RuleCode(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


class Rule(CPUDispatcher):
    """A compiled rule. Compiled code takes it in; a call from Python would jump to machine code that is not there."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Say what to do instead; calls between compiled functions never come here."""
        raise TypeError(
            f"{self.py_func.__name__} is a rule: compiled code calls it, Python cannot. Call it through an entry, "
            "such as hatbox.engine.entries.step or a function of your own under @hatbox.engine.jit.entry, or set "
            "NUMBA_DISABLE_JIT=1 to run all rules interpreted."
        )


class _Keeping(CompileResultCacheImpl):
    """What of a compiled rule is written to the cache, and how it is read."""

    def reduce(self, compiled: Any) -> tuple[Any, ...]:
        """Everything that a caller needs."""
        described = compiled.fndesc
        described.typemap = described.calltypes = None  # large, and of no use later
        bitcode = compiled.library._get_module_for_linking().as_bitcode()
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


class RuleCache(FunctionCache):
    """The cache of one rule."""

    _impl_class = _Keeping
