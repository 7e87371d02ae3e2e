"""Link compiled functions into their callers, and optimize each entry point as a whole.

By default Numba optimizes and translates each function separately, and again in every caller. That took half of the
compile time, and the separately optimized code was slower. Here only entry points become machine code.
"""

from typing import Any

from numba.core import codegen, compiler

_Compiler: Any = compiler.Compiler  # Numba has no type annotations
_Library: Any = codegen.JITCodeLibrary


class CalleeCompiler(_Compiler):  # type: ignore[misc]
    """Compiles a function to the intermediate form that callers need. For `njit(pipeline_class=...)`, without wrappers
    for Python.
    """

    def __init__(self, typingctx: Any, targetctx: Any, library: None, *others: Any) -> None:
        """Take Numba's arguments, and use a library of this module."""
        own = _CalleeLibrary(targetctx.codegen(), "part")
        super().__init__(typingctx, targetctx, own, *others)


class NoAliasCompiler(CalleeCompiler):
    """Compiles a function whose arguments share no memory: writes change nothing that it reads."""

    def __init__(self, *arguments: Any) -> None:
        """Take Numba's arguments."""
        super().__init__(*arguments)
        self.state.flags.noalias = True


class EntryPointCompiler(_Compiler):  # type: ignore[misc]
    """Compiles a function with all its callees, and vectorizes unrolled short loops.

    LLVM unrolls them before it vectorizes loops. Superword-level parallelism, which would vectorize the result, is off
    by default in Numba.
    """

    def __init__(self, typingctx: Any, targetctx: Any, library: None, *others: Any) -> None:
        """Take Numba's arguments, and use a library of this module."""
        whole = _EntryPointLibrary(targetctx.codegen(), "whole")
        whole.enable_object_caching()
        super().__init__(typingctx, targetctx, whole, *others)


class _CalleeLibrary(_Library):  # type: ignore[misc]
    """Unoptimized code of a function, without its callees."""

    def finalize(self) -> None:
        """Link nothing: entry points link all callees."""
        self._raise_if_finalized()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """Return the code with all callees, for functions that others compile with Numba's own pipeline."""
        module = module_of(self).clone()
        link_callees(module, self)
        return module

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: the function has no machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """Code generator without environments.

        Environments are needed for printing, and for raising with arguments that are not constant; compiled functions
        do neither.
        """
        return _WithoutEnvironments(self._codegen)


class _EntryPointLibrary(_Library):  # type: ignore[misc]
    """Optimized code of a function and all its callees."""

    def finalize(self) -> None:
        """Link all callees, each once, and optimize the result."""
        link_callees(self._final_module, self)
        self._linking_libraries: list[Any] = []
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimize once. Numba's default runs two passes, the first to remove reference counts, which do not exist
        here.
        """
        passes, builder = self._codegen._module_pass_manager(slp_vectorize=True)
        passes.run(self._final_module, builder)


def link_callees(module: Any, library: Any) -> None:
    """Link the functions that a function calls, directly or not, into its module, each once."""
    callees: dict[Any, None] = {}

    def collect(caller: Any) -> None:
        for callee in caller._linking_libraries:
            if callee not in callees:
                callees[callee] = None
                if isinstance(callee, _CalleeLibrary):
                    collect(callee)

    collect(library)
    for callee in callees:
        module.link_in(module_of(callee), preserve=True)


def module_of(library: Any) -> Any:
    """Return the module of a library for linking: of a `CalleeCompiler`, without the function's callees."""
    return _Library._get_module_for_linking(library)


class _WithoutEnvironments:
    """Code generator that ignores environments."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: there is no machine code."""
