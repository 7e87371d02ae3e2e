"""Datasets as Parquet files, one row for each decision. Needs the extra `dataset`."""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.arena.datasets.games import GameChunk, GameSeries
from kschwert_env.engine.io.files import atomic_write
from kschwert_env.importing import needing

with needing("dataset", "datasets"):
    import pyarrow as pa
    import pyarrow.parquet as pq

METADATA = b"kschwert_env"
"""Key of the JSON metadata of a file: `GameSeries.describe`."""

_ROW_GROUP = 8192  # least rows of a row group, except for the last: readers load a group at once


class Column(NamedTuple):
    """A column.

    Attributes:
        type: type of its values.
        values: function from a chunk to the values for its decisions, an array with one row for each.
    """

    type: pa.DataType
    values: Callable[[GameChunk], np.ndarray]


def columns(series: GameSeries) -> dict[str, Column]:
    """Return the columns of a dataset by name; docs/datasets.md describes them."""
    rules, names = series.rules, np.array(series.names, object)
    players = rules.num_players
    return {
        "game": Column(pa.int64(), lambda chunk: chunk.numbers[chunk.games]),
        "seed": Column(pa.int64(), lambda chunk: chunk.seeds[chunk.games]),
        "decision": Column(pa.int32(), lambda chunk: chunk.order),
        "seat": Column(pa.int8(), lambda chunk: chunk.seats),
        "agent": Column(pa.string(), lambda chunk: names[chunk.seats]),
        "observation": Column(pa.list_(pa.int8(), rules.observation.size), lambda chunk: chunk.observations),
        "action_mask": Column(pa.list_(pa.int8(), rules.num_actions), lambda chunk: chunk.masks),
        "legal_actions": Column(pa.int16(), lambda chunk: chunk.masks.sum(axis=1, dtype=np.int16)),
        "action": Column(pa.int16(), lambda chunk: chunk.actions),
        "reward": Column(pa.float32(), _rewards),
        "terminated": Column(pa.bool_(), lambda chunk: chunk.is_last() & ~chunk.truncated[chunk.games]),
        "truncated": Column(pa.bool_(), lambda chunk: chunk.is_last() & chunk.truncated[chunk.games]),
        "returns": Column(pa.list_(pa.float32(), players), lambda chunk: chunk.returns[chunk.games]),
    }


def write_parquet(
    path: str | os.PathLike[str],
    series: GameSeries,
    workers: int | None = None,
    report: Callable[[int], object] = lambda finished: None,
) -> int:
    """Play a series of games on `workers` threads, write it as a Parquet file, and return the number of decisions.

    `report` is called with the number of finished games. The file appears when it is complete; after an error or
    Ctrl-C, an earlier file is unchanged. Raises OSError, and what an agent raises.
    """
    wanted = columns(series)
    schema = make_schema({name: column.type for name, column in wanted.items()}, series.describe())

    def make_table(chunk: GameChunk) -> pa.Table:
        arrays = [_array(column.values(chunk), column.type) for column in wanted.values()]
        return pa.Table.from_arrays(arrays, schema=schema)

    return write_tables(path, schema, series.chunks(workers), make_table, report)


def make_schema(types: Mapping[str, pa.DataType], about: Mapping[str, Any]) -> pa.Schema:
    """Return the schema of a file with columns of these types, and with metadata in JSON types."""
    fields = [pa.field(name, kind, nullable=False) for name, kind in types.items()]
    return pa.schema(fields, metadata={METADATA: json.dumps(about)})


def write_tables(
    path: str | os.PathLike[str],
    schema: pa.Schema,
    chunks: Iterable[GameChunk],
    make_table: Callable[[GameChunk], pa.Table],
    report: Callable[[int], object],
) -> int:
    """Write a table for each chunk of games to a Parquet file; return the number of rows. Errors as `write_parquet`."""
    rows = finished = 0
    with atomic_write(path) as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        pending: list[pa.Table] = []
        for chunk in chunks:
            pending.append(make_table(chunk))
            rows, finished = rows + len(pending[-1]), finished + len(chunk.numbers)
            if sum(map(len, pending)) >= _ROW_GROUP:
                writer.write_table(pa.concat_tables(pending))
                pending.clear()
            report(finished)
        if pending:
            writer.write_table(pa.concat_tables(pending))
    return rows


def _rewards(chunk: GameChunk) -> np.ndarray:
    """Return the reward of each decision: the return of its seat for the seat's last decision, else zero."""
    return np.where(chunk.is_last(), chunk.returns[chunk.games, chunk.seats], 0)


def _array(values: np.ndarray, kind: pa.DataType) -> Any:
    if not pa.types.is_fixed_size_list(kind):
        return pa.array(values, kind)
    return pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1), kind.value_type), type=kind)
