"""Temporary arrays inside compiled functions, on the stack, so that nothing is allocated."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np import arrayobj

from kschwert_env.engine.jit.compiling import JIT

_arrayobj: Any = arrayobj  # Numba's modules have no type annotations
_types: Any = types
_intrinsic: Any = intrinsic


def scratch(size: int) -> np.ndarray:
    """Return an uninitialized float64 array with `size` entries, a constant.

    It is valid until the calling function returns; callees may use it.
    """
    return np.empty(size)


def _scratch_signature(_: Any, size: Any) -> tuple[Any, Any]:
    """Return the signature of the intrinsic, and its code generator, as Numba requires."""
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


if JIT:
    scratch = _intrinsic(prefer_literal=True)(_scratch_signature)
