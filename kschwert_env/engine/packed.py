"""Arrays whose entries lie side by side in memory, said so that the compiler knows."""

from typing import Any

import numpy as np
from numba import types
from numba.core import imputils
from numba.extending import intrinsic
from numba.np import arrayobj

from kschwert_env.engine.compiling import JIT

_arrays: Any = arrayobj  # they have no types
_returned: Any = imputils.impl_ret_borrowed


def packed(array: np.ndarray) -> np.ndarray:
    """The same C-contiguous array of one dimension.

    Numba reads the distance between entries from the array at run time, so that compiled code neither joins
    neighbouring entries nor handles several at once. In what this returns the distance is a constant. It is lost again
    where a function that is not `inlined` takes the array over.
    """
    return array


def _typed(_: Any, array: Any) -> tuple[Any, Any]:
    return array(array), _constant_strides


def _constant_strides(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.return_type
    given, known = (_arrays.make_array(kind)(context, builder, *array) for array in (arguments, ()))
    size = context.get_constant(types.intp, kind.dtype.bitwidth // 8)
    _arrays.populate_array(known, given.data, given.shape, [size], size, given.meminfo, given.parent)
    return _returned(context, builder, kind, known._getvalue())


if JIT:
    packed = intrinsic(_typed)  # type: ignore[assignment]
