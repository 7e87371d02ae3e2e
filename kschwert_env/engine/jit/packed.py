"""Arrays whose entries lie side by side in memory, said so that the compiler knows."""

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils, imputils
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np import arrayobj

from kschwert_env.engine.jit.compiling import JIT

_arrayobj: Any = arrayobj  # Numba's own modules have no types
_cgutils: Any = cgutils
_imputils: Any = imputils

LINE = 64
"""Bytes of a line, the unit in which processors keep memory at hand."""


def packed(array: np.ndarray) -> np.ndarray:
    """The same array, which must be C-contiguous and of one dimension.

    Numba reads the distance between entries from the array at run time, so that compiled code neither joins
    neighbouring entries nor handles several at once. In what this returns the distance is a constant. It is lost again
    where a function that is not `inlined` takes the array over.
    """
    return array


def whole_words(array: np.ndarray) -> np.ndarray:
    """The entries of an int8 array, eight by eight, as packed int64 words; what is left at its end is left out."""
    return array[: array.shape[0] // 8 * 8].view(np.int64)


def cache_aligned_zeros(rows: int, entries: int) -> np.ndarray:
    """Int8 zeros (rows, entries or more): each row takes whole lines of the processor's caches, and shares none."""
    width = -(-entries // LINE) * LINE
    room = np.zeros(rows * width + LINE, np.int8)
    first = -room.ctypes.data % LINE
    return room[first : first + rows * width].reshape(rows, width)


def _packed_signature(_: Any, array: Any) -> tuple[Any, Any]:
    """What Numba asks of an intrinsic: its signature, and what writes its code."""
    if array.ndim != 1 or array.layout != "C":
        raise TypingError(f"packed() takes a C-contiguous array of one dimension, not {array}")
    return array(array), _with_constant_stride


def _words_signature(_: Any, array: Any) -> tuple[Any, Any]:
    if array.ndim != 1 or array.layout != "C" or array.dtype != types.int8:
        raise TypingError(f"whole_words() takes a C-contiguous int8 array of one dimension, not {array}")
    return types.Array(types.int64, 1, "C", readonly=not array.mutable, aligned=False)(array), _with_constant_stride


def _with_constant_stride(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The memory of the argument as an array of the type returned.

    These helpers are internal to Numba: look here first when a new version of it fails to compile.
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
