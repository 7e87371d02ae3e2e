"""How functions that only compiled functions call are linked into their callers, and these then optimised as a whole.

Numba optimises and translates each function for its own sake, and then once more in whatever calls it. That took half
of the time that a game took to compile, and what was optimised before came out slower. Here only what Python calls
becomes machine code.
"""

from typing import Any

from numba.core import codegen, compiler

_Compiler: Any = compiler.Compiler  # Numba has no types
_Library: Any = codegen.JITCodeLibrary


class CalleeCompiler(_Compiler):  # type: ignore[misc]
    """Compiles a function as far as callers need it. For `njit(pipeline_class=...)`, without wrappers for Python."""

    def __init__(self, typingctx: Any, targetctx: Any, library: None, *others: Any) -> None:
        """As Numba calls it, without a library."""
        own = _CalleeLibrary(targetctx.codegen(), "part")
        super().__init__(typingctx, targetctx, own, *others)


class NoAliasCompiler(CalleeCompiler):
    """The same for a function whose arguments lie apart in memory: what it writes changes nothing that it reads."""

    def __init__(self, *arguments: Any) -> None:
        """As Numba calls it."""
        super().__init__(*arguments)
        self.state.flags.noalias = True


class EntryPointCompiler(_Compiler):  # type: ignore[misc]
    """Compiles a function with all that it calls, and handles many entries at a time where short loops were unrolled.

    LLVM unrolls them before it looks for loops to vectorise. What finds their entries afterwards, vectorising without
    loops (superword-level parallelism), Numba leaves out.
    """

    def __init__(self, typingctx: Any, targetctx: Any, library: None, *others: Any) -> None:
        """As Numba calls it, without a library."""
        whole = _EntryPointLibrary(targetctx.codegen(), "whole")
        whole.enable_object_caching()
        super().__init__(typingctx, targetctx, whole, *others)


class _EntryPointLibrary(_Library):  # type: ignore[misc]
    """The code of a function and of all that it calls, optimised."""

    def _optimize_final_module(self) -> None:
        """Once: Numba's own goes through everything twice, the first time to count fewer references. There are none."""
        passes, builder = self._codegen._module_pass_manager(slp_vectorize=True)
        passes.run(self._final_module, builder)


class _CalleeLibrary(_Library):  # type: ignore[misc]
    """The code of a function and of all that it calls, as it was written down first."""

    def finalize(self) -> None:
        """Everything it consists of is there: as of `JITCodeLibrary`, without all that comes after."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """That of no function."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """What it is asked for where its function is told its environment.

        Printing takes one, and raising with arguments that are not constant; compiled functions do neither.
        """
        return _WithoutEnvironments(self._codegen)


class _WithoutEnvironments:
    """A code generator but for that."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """There is no machine code that could be told."""
