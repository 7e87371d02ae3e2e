"""Building the libraries: what is called while everything is played once becomes one library for each code folder.

Numba translates each entry point with its callees to LLVM's intermediate form. The entry points of a code folder are
then linked, so that shared callees are optimized once, and compiled to position-independent code. To go on playing
meanwhile, an entry point also runs at once, unoptimized.
"""

import os
import platform
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba.core import llvm_bindings
from numba.core.registry import cpu_target

from kschwert_env.engine.io.files import atomic_write
from kschwert_env.engine.jit import dispatchers
from kschwert_env.engine.jit.linking import link_callees
from kschwert_env.engine.jit.native import libraries
from kschwert_env.engine.jit.native.digests import ENGINE

LEVELS = {
    "x86_64": {"v3": "x86-64-v3", libraries.BASELINE: "x86-64-v2"},
    "aarch64": {libraries.BASELINE: "generic"},
    "arm64": {libraries.BASELINE: "generic"},
}[platform.machine()]
"""Levels by architecture, and their processors for LLVM. Every 64-bit ARM processor has vectors and fused sums."""

_create_pass_builder: Any = llvm_bindings.create_pass_builder  # Numba has no type annotations
_unliteral: Any = numba.types.unliteral

_MODULE_OPTIONS = {"opt": 3, "loop_vectorize": True, "slp_vectorize": True}  # as `linking` and Numba's defaults
_SLOT, _INDEX = ir.IntType(64), ir.IntType(32)
_RESULTS = {numba.types.none: "n", numba.types.int64: "i", numba.types.float64: "d", numba.types.boolean: "b"}


def build(command: list[str]) -> None:
    """Build the caller and the libraries. `command` runs `build_libraries`, in a process with fixed settings.

    Raises CalledProcessError if a compiler fails.
    """
    libraries.FOLDER.mkdir(exist_ok=True)
    for old in libraries.FOLDER.iterdir():
        old.unlink()
    build_caller(libraries.CALLER)
    settings = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "PYTHONHASHSEED": "0"}
    with tempfile.TemporaryDirectory() as cache:
        subprocess.run(command, env={**os.environ, **settings, "KSCHWERT_CACHE": cache}, check=True)


def build_caller(path: Path) -> None:
    """Compile the caller. Raises CalledProcessError if the compiler fails."""
    includes = [f"-I{np.get_include()}", f"-I{sysconfig.get_path('include')}"]
    _link(path, ["-O2", f'-DENGINE="{ENGINE}"', *includes, str(Path(__file__).with_name("caller.c"))])
    libraries.write_manifest(path)


def build_libraries(play: Callable[[], object]) -> None:
    """Build libraries of all levels, with everything that is compiled while `play` runs."""
    builder = libraries.source = _Builder()
    play()
    for folder, entries in builder.entries.items():
        for level, processor in LEVELS.items():
            _write(folder, level, processor, entries, builder.kinds[folder])


class _Entries:
    """The entry points of a code folder, linked: a module in LLVM's intermediate form, and their names."""

    def __init__(self) -> None:
        self.module = llvm.parse_assembly("")
        self.symbols: dict[str, tuple[str, str]] = {}

    def add(self, name: str, module: Any, result: str) -> None:
        """Add the module of an entry point, whose symbol is `_symbol(len(self.symbols))`."""
        self.module.link_in(module)
        self.symbols[name] = _symbol(len(self.symbols)), result


class _Builder:
    """Compiles what is looked for. It stands in the place of `libraries.Libraries`."""

    def __init__(self) -> None:
        self.entries: dict[str, _Entries] = {}
        self.kinds: dict[str, list[str]] = {}
        self._found: dict[tuple[str, str], tuple[int, str]] = {}
        self._engines: list[Any] = []

    def find(self, entry: libraries.Entry, arguments: tuple[Any, ...]) -> tuple[int, str]:
        """Compile an entry point; return its address and the kind of its result."""
        name, entries = libraries.name_of(entry, arguments), self.entries.setdefault(entry.folder, _Entries())
        if (entry.folder, name) in self._found:
            return self._found[entry.folder, name]
        if "strided" in name:
            raise RuntimeError(f"{name} takes an array that is not contiguous")
        signature = tuple(map(dispatchers.typeof, arguments))
        dispatcher = dispatchers.compiled(entry.py_func)
        dispatcher.compile(signature)
        code = dispatcher.overloads[signature]
        symbol, result = _symbol(len(entries.symbols)), _RESULTS[_unliteral(code.signature.return_type)]
        module = llvm.parse_bitcode(code.library._final_module.as_bitcode())
        link_callees(module, code.library)
        module.link_in(llvm.parse_assembly(str(_wrapper(code.fndesc, symbol, result))))
        _hide_all_but(module, symbol, "linkonce_odr")
        entries.add(name, module.clone(), result)
        self._found[entry.folder, name] = self._run(module, symbol), result
        return self._found[entry.folder, name]

    def covers(self, folder: str, kind: str) -> bool:
        """Note a kind, and have it compiled."""
        self.kinds.setdefault(folder, []).append(kind)
        return False

    def _run(self, module: Any, symbol: str) -> int:
        """Return the address of unoptimized code."""
        engine = llvm.create_mcjit_compiler(module, _target_machine("generic", opt=0))
        engine.finalize_object()
        self._engines.append(engine)  # it owns the code
        return int(engine.get_function_address(symbol))


def _symbol(number: int) -> str:
    return f"entry_{number}"


def _wrapper(function: Any, symbol: str, result: str) -> ir.Module:
    """Return a module with a function that takes slots (`caller.c`) and passes their contents to Numba's function."""
    context = cpu_target.target_context
    module = context.create_module(symbol)
    kind = context.call_conv.get_function_type(function.restype, function.argtypes)
    callee = ir.Function(module, kind, function.llvm_func_name)
    wrapper = ir.Function(module, ir.FunctionType(ir.VoidType(), [_SLOT.as_pointer()]), symbol)
    builder = ir.IRBuilder(wrapper.append_basic_block())
    returned, error = (builder.alloca(pointer.pointee) for pointer in kind.args[:2])
    arguments = [_converted(builder, _slot(builder, wrapper, i + 1), each) for i, each in enumerate(kind.args[2:])]
    builder.call(callee, [returned, error, *arguments])
    if result != "n":
        value = builder.load(returned)
        if result != "i":
            value = builder.bitcast(value, _SLOT) if result == "d" else builder.zext(value, _SLOT)
        builder.store(value, builder.gep(wrapper.args[0], [_INDEX(0)]))
    builder.ret_void()
    return module


def _slot(builder: Any, wrapper: Any, number: int) -> Any:
    return builder.load(builder.gep(wrapper.args[0], [_INDEX(number)]))


def _converted(builder: Any, slot: Any, kind: Any) -> Any:
    """Return the contents of a slot as an argument of this type."""
    if isinstance(kind, ir.PointerType):
        return builder.inttoptr(slot, kind)
    if isinstance(kind, ir.DoubleType):
        return builder.bitcast(slot, kind)
    return slot if kind.width == _SLOT.width else builder.trunc(slot, kind)


def _hide_all_but(module: Any, prefix: str, linkage: str) -> None:
    """Give all functions and variables but those with a prefix a linkage that does not export them."""
    for defined in (*module.functions, *module.global_variables):
        if not defined.is_declaration and not defined.name.startswith(prefix):
            defined.linkage = linkage


def _target_machine(processor: str, **options: Any) -> Any:
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(cpu=processor, **options)


def _write(folder: str, level: str, processor: str, entries: _Entries, kinds: list[str]) -> None:
    """Optimize and link the entry points of a code folder, and write their manifest."""
    machine, module = _target_machine(processor, opt=3, reloc="pic", codemodel="default"), entries.module.clone()
    module.triple, module.data_layout = llvm.get_process_triple(), str(machine.target_data)
    _hide_all_but(module, "entry_", "internal")
    builder = _create_pass_builder(machine, **_MODULE_OPTIONS)
    builder.getModulePassManager().run(module, builder)
    path = libraries.FOLDER / f"{folder}.{level}.so"
    with tempfile.TemporaryDirectory() as name:
        compiled = Path(name, "code.o")
        with atomic_write(compiled) as file:
            file.write(machine.emit_object(module))
        _link(path, [str(compiled), "-lm"])
    libraries.write_manifest(path, engine=ENGINE, numba=numba.__version__, kinds=kinds, entries=entries.symbols)


def _link(path: Path, arguments: list[str]) -> None:
    """Make a shared library without symbols and numbers that could differ between two builds."""
    system = ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-s", "-Wl,--build-id=none"]
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", *system, "-o", str(path), *arguments], check=True)
