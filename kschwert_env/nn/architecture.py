"""Architecture of networks, without PyTorch: sizes, the graph of a game, and the shapes of the weights."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules

KINDS = ("mlp", "graph")
"""Kinds of networks that compiled code evaluates; all others are classes of users."""

_MAX_SIZES = {"width": 2048, "layers": 16, "field_width": 512}  # some 70 million weights


@dataclass(frozen=True)
class Shape:
    """Architecture of a network. Raises ValueError for an unknown kind, and for sizes below 1 or too large.

    Attributes:
        kind: "mlp", "graph", or the name of a user's class, `module.Class`.
        width: units of a hidden layer; for "graph", of the global part.
        layers: hidden layers; for "graph", rounds of message passing between fields.
        field_width: units of each field, "graph" only.
    """

    kind: str
    width: int = 256
    layers: int = 2
    field_width: int = 32

    def __post_init__(self) -> None:
        is_known = isinstance(self.kind, str) and (self.kind in KINDS or "." in self.kind)
        check("network", self.kind, is_known, f"{' or '.join(KINDS)}, or a class of your own as module.Class")
        for name, most in _MAX_SIZES.items():
            size = getattr(self, name)
            check(name, size, type(size) is int and size >= 1, "at least 1")
            check(name, size, size <= most, f"at most {most}")


@dataclass(frozen=True, eq=False)
class LoadedNetwork:
    """A network that is only played: its weights as arrays.

    Attributes:
        shape: architecture, of a kind that compiled code evaluates.
        sizes: N, size of an observation; A, number of actions; P, number of seats.
        arrays: weights by name, float32, and indices of a graph network, int64.
    """

    shape: Shape
    sizes: tuple[int, int, int]
    arrays: Mapping[str, np.ndarray]


class Graph(NamedTuple):
    """The graph of a game, from its rules: indices, int64.

    Attributes:
        field_entries: (F, C), entries of an observation that belong to each field.
        global_entries: other entries of an observation.
        neighbour_index: neighbours of all fields, concatenated.
        neighbour_offsets: (F,), start of the neighbours of each field.
        score_index: (A,), score of each action, or of its field. All scores in order are those of the fields, those of
            actions without a field, and a zero.
        partner_index: (A,), score of the partner of each action, or the zero.
        kinds: number of scores of a field: one per kind of action, and one per kind of action with a partner.
        choices: number of actions without a field.
    """

    field_entries: np.ndarray
    global_entries: np.ndarray
    neighbour_index: np.ndarray
    neighbour_offsets: np.ndarray
    score_index: np.ndarray
    partner_index: np.ndarray
    kinds: int
    choices: int

    def indices(self) -> dict[str, np.ndarray]:
        """Return the indices by name, as a graph network registers them: flat."""
        return {name: array.reshape(-1) for name, array in self._asdict().items() if isinstance(array, np.ndarray)}


def graph_of(rules: GameRules) -> Graph:
    """Return the graph of a game. Raises ValueError for a game without a map."""
    if not len(rules.neighbours):
        raise ValueError(f"{rules.package} has no map for a graph network; use the network mlp")
    pieces = rules.observation.split(np.arange(rules.observation.size))
    by_field = [pieces[name].reshape(-1, len(rules.neighbours)) for name in rules.observation.by_field]
    fields = np.concatenate(by_field).T
    there = rules.neighbours >= 0
    offsets = np.concatenate([[0], np.cumsum(there.sum(axis=1))[:-1]])
    first, second, kinds, choices = _scores(rules, len(fields))
    rest = np.setdiff1d(np.arange(rules.observation.size), fields)
    own, others, neighbours = (each.astype(np.int64) for each in (fields, rest, rules.neighbours[there]))
    starts, scores, partners = (each.astype(np.int64) for each in (offsets, first, second))
    return Graph(own, others, neighbours, starts, scores, partners, kinds, choices)


def _scores(rules: GameRules, num_fields: int) -> tuple[np.ndarray, np.ndarray, int, int]:
    """Return which scores add up to the logit of each action, and the numbers of kinds and choices."""
    actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
    kinds = list(dict.fromkeys(action.kind for action in actions if action.field is not None))
    kinds += [f"{kind} partner" for kind in dict.fromkeys(a.kind for a in actions if a.partner is not None)]
    choices = [i for i, action in enumerate(actions) if action.field is None]
    nothing = num_fields * len(kinds) + len(choices)
    first, second = np.zeros(len(actions)), np.full(len(actions), nothing)
    first[choices] = num_fields * len(kinds) + np.arange(len(choices))
    for i, action in enumerate(actions):
        if action.field is not None:
            first[i] = action.field * len(kinds) + kinds.index(action.kind)
        if action.partner is not None:
            second[i] = action.partner * len(kinds) + kinds.index(f"{action.kind} partner")
    return first, second, len(kinds), len(choices)


def weight_shapes(rules: GameRules, shape: Shape) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the weights of a network that compiled code evaluates, by name, as in files."""
    observed, actions, seats = rules.observation.size, rules.num_actions, rules.num_players
    if shape.kind == "mlp":
        inputs = [observed, *[shape.width] * (shape.layers - 1)]
        hidden = {f"hidden.{i}": (shape.width, size) for i, size in enumerate(inputs)}
        outputs = {"policy": (actions, shape.width), "value": (seats, shape.width)}
        return {"scale": (observed,), **_linear({**hidden, **outputs})}
    graph, width, own = graph_of(rules), shape.width, shape.field_width
    channels, rest = graph.field_entries.shape[1], len(graph.global_entries)
    rounds = range(shape.layers)
    without_bias = {"global_to_field": (own, width), "readout_to_field": (own, width)}
    without_bias |= {f"message_layers.{i}": (own, own) for i in rounds}
    with_bias = {
        "field_encoder": (own, channels),
        "global_encoder": (width, rest),
        **{f"self_layers.{i}": (own, own) for i in rounds},
        "readout": (width, width + own),
        "field_hidden": (own, own),
        "field_logits": (graph.kinds, own),
        "global_logits": (graph.choices, width),
        "value": (seats, width),
    }
    scales = {"field_scale": (channels,), "global_scale": (rest,)}
    return {**scales, **_linear(with_bias), **{f"{name}.weight": sizes for name, sizes in without_bias.items()}}


def _linear(layers: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of weights and biases of linear layers."""
    weights: dict[str, tuple[int, ...]] = {f"{name}.weight": sizes for name, sizes in layers.items()}
    return weights | {f"{name}.bias": sizes[:1] for name, sizes in layers.items()}
