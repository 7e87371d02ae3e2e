"""`kschwert_env.nn.networks.Mlp` over any number of decisions, a group of them at a time, for playing.

Going back is left to torch: in products of many rows a library is faster.
"""

from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, entry_point
from kschwert_env.engine.jit.packed import packed
from kschwert_env.nn.backprop import FOLDER
from kschwert_env.nn.backprop.layers import Layer, ahead, layer_of, one_of
from kschwert_env.nn.inference.layers import rectify
from kschwert_env.nn.inference.matmul import LANES
from kschwert_env.nn.networks import ILLEGAL, Mlp

SIZE = 64
"""Decisions of a group."""


class Layers(NamedTuple):
    """Those of the network.

    Attributes:
        first: over an observation.
        further: the other hidden ones.
        policy: logits.
        value: the value.
    """

    first: Layer
    further: Layer
    policy: Layer
    value: Layer


class Room(NamedTuple):
    """Where to work on a group of n decisions, float32.

    Attributes:
        seen: (n, N padded), observations, scaled.
        units: (2, n, U), hidden layers in turn.
        logits: (n, A padded).
        value: (n, LANES).
    """

    seen: np.ndarray
    units: np.ndarray
    logits: np.ndarray
    value: np.ndarray


def layers_of(network: Mlp) -> Layers:
    """As torch has them now."""
    hidden: Any = network.hidden  # torch has no type for what is in it
    return Layers(*map(layer_of, (hidden[0], hidden[1:], network.policy, network.value)))


def room_of(layers: Layers) -> Room:
    """For a group of decisions."""
    seen, units = layers.first.weights.shape
    shapes = (SIZE, seen), (2, SIZE, units), (SIZE, len(layers.policy.bias)), (SIZE, LANES)
    return Room(*(np.zeros(shape, np.float32) for shape in shapes))


@entry_point(FOLDER)
def judge(layers, scale, room, observations, masks, logits, values, start, end):
    """Groups from one to before another: logits, float32 (n, A), ILLEGAL where masked, and values (n,)."""
    for i in range(start, end):
        a, b = i * SIZE, min((i + 1) * SIZE, observations.shape[0])
        judge_group(layers, scale, room, observations[a:b], masks[a:b], logits[a:b], values[a:b])


@compiled
def judge_group(layers, scale, room, observations, masks, logits, values):
    """One of them."""
    n, further = observations.shape[0], layers.further.bias.shape[0]
    scaled(observations, scale, room.seen)
    ahead(layers.first, room.seen[:n], room.units[0][:n])
    for i in range(further):
        rectify(room.units[i % 2][:n])
        ahead(one_of(layers.further, i), room.units[i % 2][:n], room.units[(i + 1) % 2][:n])
    x = room.units[further % 2][:n]
    rectify(x)
    ahead(layers.policy, x, room.logits[:n])
    ahead(layers.value, x, room.value[:n])
    for i in range(n):
        values[i] = room.value[i, 0]
        row, found, mask = packed(logits[i]), packed(room.logits[i]), packed(masks[i])
        for action in range(row.shape[0]):
            row[action] = found[action] if mask[action] else row.dtype.type(ILLEGAL)


@compiled
def scaled(observations, scale, out):
    """Observations, int8 (n, N), times their scale, (N,), into the first rows and columns of out."""
    scale = packed(scale)
    for i in range(observations.shape[0]):
        row, observation = packed(out[i]), packed(observations[i])
        for j in range(scale.shape[0]):
            row[j] = observation[j] * scale[j]
