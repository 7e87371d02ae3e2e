"""Coordinates of the fields in drawings."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.contract.rules import Position
from kschwert_env.krone_schwert.editions.maps import distances

# Distances from the centre of a field in widths of an octagon: to its right and left side or corner, and along both
# axes to its diagonal sides or corners. On the lattice octagons and squares of these sizes fill the plane.
REACH = {"octagon": 1 / 2, "square": 7 / 22}
_ASLANT = {"octagon": 15 / 22, "square": 7 / 22}
_TOUCHING = 1.01  # factor of the touching distance up to which two fields are drawn as touching
_APART = 1.08  # minimum factor of the touching distance for fields that are not neighbours
_BESIDE_LINES = 1.2  # minimum distance of a field from lines between others, as a multiple of its reach

Centre = tuple[float, float]


class FieldLayout(NamedTuple):
    """Layout of the fields of a drawing, in widths of an octagon from the upper left corner.

    Attributes:
        centres: x and y of the centre of each field.
        size: width and height of all fields together.
        lines: pairs of neighbours that do not touch; drawings connect them by a line.
    """

    centres: tuple[Centre, ...]
    size: tuple[float, float]
    lines: tuple[tuple[int, int], ...]


def field_layout(position: Position) -> FieldLayout:
    """Return the layout of all fields: on the lattice, or by listed coordinates at the smallest legible scale."""
    fields: Sequence[Mapping[str, Any]] = position["fields"]
    if position["parts"]:
        shift = {"octagon": 0.5, "square": 1}
        centres = [(field["column"] + shift[field["shape"]], field["row"] + shift[field["shape"]]) for field in fields]
        return _with_size(centres, [field["shape"] for field in fields], ())
    return _of_list(tuple((f["shape"], f["column"], f["row"], *f["neighbours"]) for f in fields))


def _with_size(centres: Sequence[Centre], shapes: Sequence[str], lines: tuple[tuple[int, int], ...]) -> FieldLayout:
    reaches = [REACH[shape] for shape in shapes]
    width, height = (
        max(centre[axis] + reach for centre, reach in zip(centres, reaches, strict=True)) for axis in (0, 1)
    )
    return FieldLayout(tuple(centres), (width, height), lines)


@lru_cache(16)
def _of_list(fields: tuple[tuple[Any, ...], ...]) -> FieldLayout:
    """Return the layout of fields given as shape, x, y and neighbours."""
    shapes, at = [field[0] for field in fields], np.array([field[1:3] for field in fields], float)
    lines = np.array([(i, j) for i, field in enumerate(fields) for j in field[3:] if i < j])
    reach = np.array([REACH[shape] for shape in shapes])
    touching = _touching(shapes, at)
    wanted = touching * _APART
    wanted[lines[:, 0], lines[:, 1]] = wanted[lines[:, 1], lines[:, 0]] = touching[lines[:, 0], lines[:, 1]]
    scale = max(wanted.max(), (_BESIDE_LINES * reach / distances(at, lines)).max())
    at = at * scale
    at -= (at - reach[:, None]).min(axis=0)
    is_gap = touching[lines[:, 0], lines[:, 1]] * _TOUCHING < scale
    return _with_size([(x, y) for x, y in at.tolist()], shapes, tuple((i, j) for i, j in lines[is_gap].tolist()))


def _touching(shapes: Sequence[str], at: np.ndarray) -> np.ndarray:
    """Return the scale of all coordinates at which two fields touch, float (F, F); 0 on the diagonal."""
    apart, touching = np.abs(at[:, None] - at), np.full((len(at), len(at)), np.inf)
    for reaches, distance in ((REACH, apart.max(axis=2)), (_ASLANT, apart.sum(axis=2))):
        reach = np.array([reaches[shape] for shape in shapes])
        touching = np.minimum(touching, (reach[:, None] + reach) / np.where(distance > 0, distance, np.inf))
    return touching
