"""Memory prefetching, so that a batch larger than the caches does not wait for the memory of each game."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from kschwert_env.engine.jit.compiling import JIT, inlined
from kschwert_env.engine.jit.packed import LINE

_READ_AND_WRITTEN, _SOON, _DATA = 1, 3, 1  # arguments of llvm.prefetch, numbered as in LLVM's language reference


@inlined
def prefetch(rows: np.ndarray, i: int) -> None:
    """Prefetch row `i` of an array, without waiting."""
    first = rows.ctypes.data + i * rows.strides[0]
    for at in range(0, rows.strides[0], LINE):
        _prefetch_line(first + at)


def _prefetch_line(address: int) -> None:
    """Prefetch the cache line of an address; this changes nothing but timing."""


def _line_signature(_: Any, address: Any) -> tuple[Any, Any]:
    """Return the signature of the intrinsic, and its code generator, as Numba requires."""
    return types.void(types.intp), _write_prefetch


def _write_prefetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    pointer, number = ir.PointerType(ir.IntType(8)), ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
    called = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
    line = builder.inttoptr(arguments[0], pointer)
    builder.call(called, [line, *map(number, (_READ_AND_WRITTEN, _SOON, _DATA))])
    return context.get_dummy_value()


if JIT:
    _prefetch_line = intrinsic(_line_signature)  # type: ignore[assignment]
