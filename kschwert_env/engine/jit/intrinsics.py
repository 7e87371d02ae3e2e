"""Code generators of the functions that the engine marks with `compiling.intrinsic`. Imported where Numba compiles.

They use Numba's internals: check here first when a new version of Numba fails to compile.
"""

import platform
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils, imputils
from numba.core.errors import TypingError
from numba.np import arrayobj

_arrayobj: Any = arrayobj  # Numba's modules have no type annotations
_cgutils: Any = cgutils
_imputils: Any = imputils
_types: Any = types

_READ_AND_WRITTEN, _SOON, _DATA = 1, 3, 1  # arguments of llvm.prefetch, numbered as in LLVM's language reference


def packed(_: Any, array: Any) -> tuple[Any, Any]:
    """Return the signature and code generator of `packed.packed`."""
    if array.ndim != 1 or array.layout != "C":
        raise TypingError(f"packed() takes a C-contiguous array of one dimension, not {array}")
    return array(array), _with_constant_stride


def whole_words(_: Any, array: Any) -> tuple[Any, Any]:
    """Return the signature and code generator of `packed.whole_words`."""
    if array.ndim != 1 or array.layout != "C" or array.dtype != types.int8:
        raise TypingError(f"whole_words() takes a C-contiguous int8 array of one dimension, not {array}")
    return types.Array(types.int64, 1, "C", readonly=not array.mutable, aligned=False)(array), _with_constant_stride


def _with_constant_stride(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Return the memory of the argument as an array of the result type."""
    (array_type,), result_type = signature.args, signature.return_type
    source = _arrayobj.make_array(array_type)(context, builder, arguments[0])
    result = _arrayobj.make_array(result_type)(context, builder)
    before, size = (
        context.get_constant(types.intp, _arrayobj.get_itemsize(context, kind)) for kind in (array_type, result_type)
    )
    (count,) = _cgutils.unpack_tuple(builder, source.shape, 1)
    count = builder.udiv(builder.mul(count, before, flags=["nuw"]), size)
    data = builder.bitcast(source.data, result.data.type)
    _arrayobj.populate_array(result, data, [count], [size], size, source.meminfo, source.parent)
    return _imputils.impl_ret_borrowed(context, builder, result_type, result._getvalue())


def scratch_literal(_: Any, size: Any) -> tuple[Any, Any]:
    """Return the signature and code generator of `scratch.scratch`."""
    if not isinstance(size, _types.IntegerLiteral):
        raise TypingError(f"scratch() takes a constant, not {size}")
    return _types.Array(_types.float64, 1, "C")(size), _on_the_stack(size.literal_value)


def _on_the_stack(size: int) -> Any:
    def write(context: Any, builder: Any, signature: Any, _: Any) -> Any:
        array_type = signature.return_type
        array = _arrayobj.make_array(array_type)(context, builder)
        entry = context.get_constant(types.intp, _arrayobj.get_itemsize(context, array_type))
        count = context.get_constant(types.intp, size)
        with builder.goto_entry_block():  # once per call; Numba's `alloca_once` would fill it with zeros
            memory = builder.alloca(ir.ArrayType(ir.DoubleType(), size))
        data = builder.bitcast(memory, array.data.type)
        _arrayobj.populate_array(array, data, [count], [entry], entry, None)
        return array._getvalue()

    return write


def mix_bits(_: Any, word: Any) -> tuple[Any, Any]:
    """Return the signature and code generator of `rng.mix_bits`: unsigned 64-bit arithmetic, which wraps around."""
    return types.int64(types.int64), _write_mix


def _write_mix(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    word = arguments[0]
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        word = builder.xor(word, builder.lshr(word, word.type(shift)))
        word = builder.mul(word, word.type(factor))
    return word


def prefetch_line(_: Any, address: Any) -> tuple[Any, Any]:
    """Return the signature and code generator that prefetch the cache line of an address."""
    return types.void(types.intp), _write_prefetch


def _write_prefetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    pointer, number = ir.PointerType(ir.IntType(8)), ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
    called = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
    line = builder.inttoptr(arguments[0], pointer)
    builder.call(called, [line, *map(number, (_READ_AND_WRITTEN, _SOON, _DATA))])
    return context.get_dummy_value()


_PAUSES = {
    "x86_64": ("llvm.x86.sse2.pause", []),
    "AMD64": ("llvm.x86.sse2.pause", []),
    "aarch64": ("llvm.aarch64.hint", [1]),
    "arm64": ("llvm.aarch64.hint", [1]),
}
"""Instruction by architecture, with its arguments, that tells a processor that a thread waits."""


def pause(_: Any) -> tuple[Any, Any]:
    """Return the signature and code generator of a pause that keeps the order of memory accesses."""
    return types.void(), _write_pause


def _write_pause(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    builder.fence("acq_rel")
    if platform.machine() in _PAUSES:
        name, numbers = _PAUSES[platform.machine()]
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(32)] * len(numbers))
        builder.call(_cgutils.get_or_insert_function(builder.module, kind, name), list(map(ir.IntType(32), numbers)))
    return context.get_dummy_value()
