"""Code generators of the functions here that are marked with `compiling.intrinsic`. Imported where Numba compiles."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.np import arrayobj

from kschwert_env.nn.inference.matmul import LANES

_cgutils: Any = cgutils  # Numba's modules have no type annotations
_arrayobj: Any = arrayobj

_INT, _VECTOR = ir.IntType(32), ir.VectorType(ir.FloatType(), LANES)
_ANY = ir.Constant(_VECTOR, ir.Undefined)
_EVERYWHERE = ir.Constant(ir.VectorType(_INT, LANES), [0] * LANES)  # broadcasts one lane
_FMA = f"llvm.fma.v{LANES}f32"  # fused: rounded once

_WIDE = "+avx512f" in cpu_target.target_context.codegen()._tm_features  # 32 registers with 16 lanes each
_BLOCKS = {8: (2, 1), 2: (4, 1), 1: (4, 1)} if _WIDE else {4: (1,), 1: (4, 1)}
"""Rows of a block, and vectors per row: enough to hide latency while everything stays in registers."""


def add_products(_: Any, x: Any, weights: Any, out: Any) -> tuple[Any, Any]:
    """Return the signature and code generator of `matmul.add_products`."""
    return _products(False, x, weights, out)


def add_transposed_products(_: Any, x: Any, y: Any, out: Any) -> tuple[Any, Any]:
    """Return the signature and code generator of `matmul.add_transposed_products`."""
    return _products(True, x, y, out)


def _products(transposed: bool, x: Any, weights: Any, out: Any) -> tuple[Any, Any]:
    for array in (x, weights, out):
        if not isinstance(array, types.Array) or (array.ndim, array.layout, array.dtype) != (2, "C", types.float32):
            raise TypingError(f"add_products() takes C-contiguous float32 arrays of two dimensions, not {array}")
    return types.void(x, weights, out), partial(_write, transposed)


def _write(transposed: bool, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    x, weights, out = (
        _arrayobj.make_array(kind)(context, builder, argument)
        for kind, argument in zip(signature.args, arguments, strict=True)
    )
    sizes = _cgutils.unpack_tuple(builder, x.shape, 2)
    rows, inner = reversed(sizes) if transposed else sizes
    columns = _cgutils.unpack_tuple(builder, out.shape, 2)[1]
    steps = (
        (inner.type(1), rows) if transposed else (inner, inner.type(1))
    )  # strides of x, between rows and along the sum
    row = _cgutils.alloca_once_value(builder, rows.type(0))
    for height, widths in _BLOCKS.items():
        with _steps(builder, row, rows, height):
            column = _cgutils.alloca_once(builder, rows.type)
            builder.store(rows.type(0), column)
            for width in widths:
                with _steps(builder, column, columns, width * LANES):
                    at = builder.load(row), builder.load(column)
                    _block(builder, (x.data, weights.data, out.data), (inner, columns, *steps), at, (height, width))
    return context.get_dummy_value()


@contextmanager
def _steps(builder: Any, at: Any, end: Any, step: int) -> Iterator[None]:
    """Generate a loop that advances `at`, a variable, while a whole step is left."""
    test, body, done = (builder.append_basic_block(name) for name in ("test", "body", "done"))
    builder.branch(test)
    builder.position_at_end(test)
    following = builder.add(builder.load(at), end.type(step))
    builder.cbranch(builder.icmp_signed("<=", following, end), body, done)
    builder.position_at_end(body)
    yield
    builder.store(builder.add(builder.load(at), end.type(step)), at)
    builder.branch(test)
    builder.position_at_end(done)


def _block(builder: Any, data: Any, sizes: Any, at: Any, shape: tuple[int, int]) -> None:
    """Generate the sums of a block of this many rows and vectors."""
    (x, weights, out), (inner, columns, along_rows, along_sum), (row, column) = data, sizes, at
    height, width = shape

    def vector(base: Any, line: Any, k: int) -> Any:
        return _vector(
            builder, base, builder.add(builder.mul(line, columns), builder.add(column, columns.type(k * LANES)))
        )

    lines = [builder.add(row, row.type(i)) for i in range(height)]
    sums = [[_cgutils.alloca_once(builder, _VECTOR) for _ in range(width)] for _ in lines]
    for of_row in sums:
        for total in of_row:
            builder.store(ir.Constant(_VECTOR, [0.0] * LANES), total)
    fma = _cgutils.get_or_insert_function(builder.module, ir.FunctionType(_VECTOR, [_VECTOR] * 3), _FMA)
    with _cgutils.for_range(builder, inner) as loop:
        read = [builder.load(vector(weights, loop.index, k), align=4) for k in range(width)]
        for line, of_row in zip(lines, sums, strict=True):
            place = builder.add(builder.mul(line, along_rows), builder.mul(loop.index, along_sum))
            single = builder.load(builder.gep(x, [place]))
            factor = builder.shuffle_vector(builder.insert_element(_ANY, single, _INT(0)), _ANY, _EVERYWHERE)
            for weight, total in zip(read, of_row, strict=True):
                builder.store(builder.call(fma, [factor, weight, builder.load(total)]), total)
    for line, of_row in zip(lines, sums, strict=True):
        for k, total in enumerate(of_row):
            place = vector(out, line, k)
            builder.store(builder.fadd(builder.load(place, align=4), builder.load(total)), place, align=4)


def add_rows(_: Any, x: Any, index: Any, start: Any, end: Any, first: Any, out: Any) -> tuple[Any, Any]:
    """Return the signature and code generator of `matmul.add_rows`."""
    for array, kind in ((x, (2, types.float32)), (index, (1, types.int64)), (out, (1, types.float32))):
        if not isinstance(array, types.Array) or (array.ndim, array.dtype, array.layout) != (*kind, "C"):
            raise TypingError(
                f"add_rows() takes C-contiguous arrays, (n, m) float32, int64 and (m,) float32, not {array}"
            )
    return types.void(x, index, types.int64, types.int64, types.int64, out), _write_sum


def _write_sum(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    x, index, out = (
        _arrayobj.make_array(signature.args[i])(context, builder, arguments[i]) for i in (0, 1, len(arguments) - 1)
    )
    start, end, first = arguments[2:5]
    columns = _cgutils.unpack_tuple(builder, x.shape, 2)[1]
    column = _cgutils.alloca_once(builder, columns.type)
    builder.store(columns.type(0), column)
    for width in (2, 1):  # vectors at a time
        with _steps(builder, column, columns, width * LANES):
            places = [builder.add(builder.load(column), columns.type(k * LANES)) for k in range(width)]
            sums = [_cgutils.alloca_once_value(builder, _load(builder, out.data, place)) for place in places]
            with _cgutils.for_range(builder, end, start=start) as loop:
                row = builder.add(first, builder.load(builder.gep(index.data, [loop.index])))
                begin = builder.mul(row, columns)
                for place, total in zip(places, sums, strict=True):
                    entry = _load(builder, x.data, builder.add(begin, place))
                    builder.store(builder.fadd(builder.load(total), entry), total)
            for place, total in zip(places, sums, strict=True):
                builder.store(builder.load(total), _vector(builder, out.data, place), align=4)
    return context.get_dummy_value()


def _vector(builder: Any, base: Any, place: Any) -> Any:
    """Generate the address of the vector that begins at an index."""
    return builder.bitcast(builder.gep(base, [place]), _VECTOR.as_pointer())


def _load(builder: Any, base: Any, place: Any) -> Any:
    """Generate a load of the vector that begins at an index."""
    return builder.load(_vector(builder, base, place), align=4)


def call(_: Any, address: Any, observation: Any, logits: Any, values: Any) -> tuple[Any, Any]:
    """Return the signature and code generator of a call of the callback at an address, in `callback`."""
    return types.void(types.int64, observation, logits, values), _write_call


def _write_call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    byte = ir.IntType(8).as_pointer()
    function = ir.FunctionType(ir.VoidType(), [byte, byte, byte])
    pointers = [
        builder.bitcast(_arrayobj.make_array(kind)(context, builder, argument).data, byte)
        for kind, argument in zip(signature.args[1:], arguments[1:], strict=True)
    ]
    builder.call(builder.inttoptr(arguments[0], function.as_pointer()), pointers)
    return context.get_dummy_value()
