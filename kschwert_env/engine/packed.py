"""Arrays whose entries lie side by side in memory, said so that the compiler knows."""

from typing import Any

import numpy as np
from numba import types
from numba.core import imputils
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np import arrayobj

from kschwert_env.engine.compiling import JIT

_arrayobj: Any = arrayobj  # Numba's own modules have no types
_imputils: Any = imputils


def packed(array: np.ndarray) -> np.ndarray:
    """The same array, which must be C-contiguous and of one dimension.

    Numba reads the distance between entries from the array at run time, so that compiled code neither joins
    neighbouring entries nor handles several at once. In what this returns the distance is a constant. It is lost again
    where a function that is not `inlined` takes the array over.
    """
    return array


def _signature(_: Any, array: Any) -> tuple[Any, Any]:
    """What Numba asks of an intrinsic: its signature, and what writes its code."""
    if array.ndim != 1 or array.layout != "C":
        raise TypingError(f"packed() takes a C-contiguous array of one dimension, not {array}")
    return array(array), _with_constant_stride


def _with_constant_stride(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """These helpers are internal to Numba: look here first when a new version of it fails to compile."""
    array_type = signature.return_type
    source = _arrayobj.make_array(array_type)(context, builder, arguments[0])
    result = _arrayobj.make_array(array_type)(context, builder)
    size = context.get_constant(types.intp, _arrayobj.get_itemsize(context, array_type))
    _arrayobj.populate_array(result, source.data, source.shape, [size], size, source.meminfo, source.parent)
    return _imputils.impl_ret_borrowed(context, builder, array_type, result._getvalue())


if JIT:
    packed = intrinsic(_signature)  # type: ignore[assignment]
