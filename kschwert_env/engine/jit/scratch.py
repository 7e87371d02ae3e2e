"""Room for numbers in the midst of a compiled function: on the stack, so that nothing is allocated."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np import arrayobj

from kschwert_env.engine.jit.compiling import JIT

_arrayobj: Any = arrayobj  # Numba's own modules have no types
_types: Any = types
_intrinsic: Any = intrinsic


def scratch(size: int) -> np.ndarray:
    """A float64 array of so many entries, a constant, holding anything.

    It is gone when the function returns that asked for it, and is handed to others only for as long.
    """
    return np.empty(size)


def _scratch_signature(_: Any, size: Any) -> tuple[Any, Any]:
    """What Numba asks of an intrinsic: its signature, and what writes its code."""
    if not isinstance(size, _types.IntegerLiteral):
        raise TypingError(f"scratch() takes a constant, not {size}")
    return _types.Array(_types.float64, 1, "C")(size), _on_the_stack(size.literal_value)


def _on_the_stack(size: int) -> Any:
    def write(context: Any, builder: Any, signature: Any, _: Any) -> Any:
        array_type = signature.return_type
        array = _arrayobj.make_array(array_type)(context, builder)
        entry = context.get_constant(types.intp, _arrayobj.get_itemsize(context, array_type))
        count = context.get_constant(types.intp, size)
        with builder.goto_entry_block():  # once a call; Numba's own `alloca_once` would fill it with zeros
            memory = builder.alloca(ir.ArrayType(ir.DoubleType(), size))
        data = builder.bitcast(memory, array.data.type)
        _arrayobj.populate_array(array, data, [count], [entry], entry, None)
        return array._getvalue()

    return write


if JIT:
    scratch = _intrinsic(prefer_literal=True)(_scratch_signature)
