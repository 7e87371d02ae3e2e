"""Arrays with contiguous entries, marked as such for the compiler."""

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils, imputils
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np import arrayobj

from kschwert_env.engine.jit.compiling import JIT

_arrayobj: Any = arrayobj  # Numba's modules have no type annotations
_cgutils: Any = cgutils
_imputils: Any = imputils

LINE = 64
"""Bytes of a cache line."""


def packed(array: np.ndarray) -> np.ndarray:
    """Return the same array, which must be one-dimensional and C-contiguous, with a constant stride.

    Numba reads strides at run time, which prevents vectorization. The mark is lost when the array is passed to a
    function that is not `inlined`.
    """
    return array


def whole_words(array: np.ndarray) -> np.ndarray:
    """Return an int8 array as packed int64 words of eight entries; a remainder at the end is left out."""
    return array[: array.shape[0] // 8 * 8].view(np.int64)


def cache_aligned_zeros(rows: int, entries: int) -> np.ndarray:
    """Return int8 zeros (rows, entries or more): each row occupies whole cache lines and shares none."""
    width = -(-entries // LINE) * LINE
    buffer = np.zeros(rows * width + LINE, np.int8)
    first = -buffer.ctypes.data % LINE
    return buffer[first : first + rows * width].reshape(rows, width)


def _packed_signature(_: Any, array: Any) -> tuple[Any, Any]:
    """Return the signature of the intrinsic, and its code generator, as Numba requires."""
    if array.ndim != 1 or array.layout != "C":
        raise TypingError(f"packed() takes a C-contiguous array of one dimension, not {array}")
    return array(array), _with_constant_stride


def _words_signature(_: Any, array: Any) -> tuple[Any, Any]:
    if array.ndim != 1 or array.layout != "C" or array.dtype != types.int8:
        raise TypingError(f"whole_words() takes a C-contiguous int8 array of one dimension, not {array}")
    return types.Array(types.int64, 1, "C", readonly=not array.mutable, aligned=False)(array), _with_constant_stride


def _with_constant_stride(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Return the memory of the argument as an array of the result type.

    These helpers are Numba internals: check here first when a new version of Numba fails to compile.
    """
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


if JIT:
    packed = intrinsic(_packed_signature)  # type: ignore[assignment]
    whole_words = intrinsic(_words_signature)  # type: ignore[assignment]
