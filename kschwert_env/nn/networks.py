"""Networks for any game: a plain MLP, and one over the map's graph. Both map what a seat sees to logits and a value.

What is a field, and what belongs to one, is told by the rules: `neighbours`, the pieces `observation.by_field`, and
`field` and `partner` of the actions.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from kschwert_env.engine.batch import Batch
from kschwert_env.engine.options import check
from kschwert_env.engine.rules import GameRules
from kschwert_env.importing import find_callable

ILLEGAL = -1e9
"""The logit of an action that is masked: a probability of exactly 0, while products with it stay finite."""

_KINDS = ("mlp", "graph")

_UNSUPPORTED_LAYERS = (nn.modules.dropout._DropoutNd, nn.modules.batchnorm._NormBase)

_SAMPLES = 256  # games and decisions of each, by which the scale of observations is measured

_MAX_SIZES = {"width": 2048, "layers": 16, "field_width": 512}  # some 70 million weights

_HIDDEN, _POLICY, _VALUE = 2**0.5, 0.01, 1.0  # gains of initial weights


@dataclass(frozen=True)
class Shape:
    """What a network is made of. Raises ValueError for an unknown kind, and for numbers below 1 or out of all bounds.

    Attributes:
        kind: "mlp", "graph", or the name of a class of your own, `module.Class`.
        width: units of a hidden layer; for "graph" of those that belong to no field.
        layers: hidden layers; for "graph" rounds in which fields hear of their neighbours.
        field_width: units for each field, "graph" only.
    """

    kind: str
    width: int = 256
    layers: int = 2
    field_width: int = 32

    def __post_init__(self) -> None:
        known = isinstance(self.kind, str) and (self.kind in _KINDS or "." in self.kind)
        check("network", self.kind, known, f"{' or '.join(_KINDS)}, or a class of your own as module.Class")
        for name, most in _MAX_SIZES.items():
            size = getattr(self, name)
            check(name, size, type(size) is int and size >= 1, "at least 1")
            check(name, size, size <= most, f"at most {most}")


class Network(nn.Module):
    """The base of all networks: masked logits and values of decisions.

    A class of your own derives from it, and needs two methods. `__init__(self, rules, shape, scale)` calls
    `super().__init__(shape, (rules.observation.size, rules.num_actions))` and builds the layers; it is free in what it
    makes of `shape.width`, `shape.layers`, and of `scale`, float32 (N,), which brings each entry of an observation to
    about 1 at most. `logits_and_values(observations)` evaluates. Named as `module.Class` (`network=` in settings of
    training, and of the agents `policy` and `puct`), it is trained, saved and played as the bundled networks are; by
    PyTorch, as there is no compiled code for it. Layers that do something else in training than in play, such as
    dropout and batch normalization, are refused: PPO compares probabilities of both.

    Attributes:
        shape: what it is made of.
        sizes: N, the numbers of an observation, and A, those of actions.
    """

    def __init__(self, shape: Shape, sizes: tuple[int, int]) -> None:
        """Without layers yet."""
        super().__init__()
        self.shape, self.sizes = shape, sizes

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Of observations, int8 (n, N), and masks, int8 (n, A): logits (n, A), ILLEGAL where masked, and values (n,).

        A value is the return that the deciding seat may expect.
        """
        logits, values = self.logits_and_values(observations)
        return masked(logits, masks), values

    def logits_and_values(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Evaluate observations, int8 (n, N): logits of all actions, legal or not, (n, A), and values (n,), float."""
        raise NotImplementedError


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Logits (n, A), but ILLEGAL where masks, int8 (n, A), are 0."""
    return torch.where(masks != 0, logits, ILLEGAL)


def new_network(rules: GameRules, shape: Shape, seed: int | None = None) -> Network:
    """A network for these rules: with a seed one to be trained, without one a frame for weights that are to be loaded.

    Leaves torch's global generator as it was. Raises ValueError for a graph network where the game has no map, and for
    a class that cannot be imported or is no `Network`.
    """
    kind = network_class(shape.kind)
    with torch.random.fork_rng(devices=[]):
        if seed is not None:
            torch.manual_seed(seed)
        scale = np.ones(rules.observation.size, np.float32) if seed is None else observation_scale(rules)
        network = kind(rules, shape, scale)
    check_layers(network)
    return network


def network_class(kind: str) -> Callable[[GameRules, Shape, np.ndarray], Network]:
    """Return the class of a kind of network. Raises ValueError where it cannot be imported or is no `Network`."""
    if kind == "mlp":
        return Mlp
    if kind == "graph":
        return GraphNetwork
    found: Any = find_callable(kind, "network")
    if not (isinstance(found, type) and issubclass(found, Network)):
        raise ValueError(f"{kind} is no network: it must be a class derived from kschwert_env.nn.networks.Network")
    return found


def check_layers(network: Network) -> None:
    """Raise ValueError for layers that do something else in training than in play."""
    for name, layer in network.named_modules():
        if isinstance(layer, _UNSUPPORTED_LAYERS):
            raise ValueError(
                f"{network.shape.kind} has {type(layer).__name__} ({name}), which training does not support"
            )


def observation_scale(rules: GameRules) -> np.ndarray:
    """What brings each entry of an observation to about 1 at most: float32 (N,), the same for all fields.

    One over the greatest size in games played at random; entries that are seldom more than 1 stay as they are.
    """
    batch = Batch(rules, _SAMPLES, seed=0, threads=1)
    greatest = np.ones(rules.observation.size, np.float32)
    for _ in range(_SAMPLES):
        batch.rollout(1)
        np.maximum(greatest, np.abs(batch.observations).max(axis=0), out=greatest)
    for name in rules.observation.by_field:
        piece = rules.observation.split(greatest)[name]
        piece[:] = piece.max(axis=-1, keepdims=True)
    return 1 / greatest


def average_weights(every: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """Return the mean of the weights (`state_dict`) of several networks of the same shape; integers of the first."""
    return {
        name: torch.stack([one[name] for one in every]).mean(dim=0) if first.is_floating_point() else first
        for name, first in every[0].items()
    }


def linear(inputs: int, outputs: int, gain: float, bias: bool = True) -> nn.Linear:
    """A layer with orthogonal weights (Saxe, McClelland and Ganguli, ICLR 2014) and no bias at first."""
    layer = nn.Linear(inputs, outputs, bias)
    nn.init.orthogonal_(layer.weight, gain)
    if bias:
        nn.init.zeros_(layer.bias)
    return layer


class Mlp(Network):
    """Hidden layers over the whole observation, which policy and value share.

    Attributes:
        scale: float32 (N,), by which observations are multiplied.
        hidden: the layers that are shared.
        policy: the layer that gives logits.
        value: the layer that gives the value.
    """

    scale: Tensor

    def __init__(self, rules: GameRules, shape: Shape, scale: np.ndarray) -> None:
        """For these rules; `scale` as of `observation_scale`."""
        super().__init__(shape, (rules.observation.size, rules.num_actions))
        self.register_buffer("scale", torch.from_numpy(scale))
        sizes = [rules.observation.size, *[shape.width] * shape.layers]
        self.hidden = nn.ModuleList(linear(a, b, _HIDDEN) for a, b in itertools.pairwise(sizes))
        self.policy = linear(shape.width, rules.num_actions, _POLICY)
        self.value = linear(shape.width, 1, _VALUE)

    def logits_and_values(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Through the hidden layers, over all entries alike."""
        x = observations * self.scale
        for layer in self.hidden:
            x = layer(x).relu_()
        return self.policy(x), self.value(x).squeeze(1)


class GraphNetwork(Network):
    """The same weights for every field, which hears of its neighbours; actions on fields are scored field by field.

    The score of an action is that of its field for the action's kind, plus that of its partner. So its weights fit any
    map with these pieces of an observation and these kinds of actions. Fields come first in all arrays, (F, n, ...):
    then the sum over neighbours adds long rows, by `embedding_bag`, which on one core was twice as fast as a sparse
    product, and five to twenty times as fast as a dense one or as gathering.

    Attributes:
        num_fields: F.
        field_scale: by which what belongs to a field is multiplied, the same for all fields.
        global_scale: likewise the other entries of an observation.
        field_entries: indices of what belongs to fields, field after field.
        global_entries: indices of the others.
        neighbour_index: neighbours of all fields, one after another.
        neighbour_offsets: int64 (F,), where those of each field begin.
        score_index: int64 (A,), places of the scores of all actions, or of their fields.
        partner_index: int64 (A,), places of the scores of their partners, or of a zero.
        field_encoder: the layer over a field's entries.
        global_encoder: the layer over the other entries.
        global_to_field: what all fields hear of these.
        self_layers: by rounds, what a field makes of itself.
        message_layers: by rounds, what it makes of the sum of its neighbours.
        readout: the layer over the other entries and the mean of all fields.
        field_hidden: the layer before `score`, of a field.
        readout_to_field: its part of what was summed up.
        field_logits: logits of a field, one for each kind of action and one for each kind that has a partner.
        global_logits: logits of actions without a field.
        value: the layer that gives the value.
    """

    field_scale: Tensor
    global_scale: Tensor
    field_entries: Tensor
    global_entries: Tensor
    neighbour_index: Tensor
    neighbour_offsets: Tensor
    score_index: Tensor
    partner_index: Tensor

    def __init__(self, rules: GameRules, shape: Shape, scale: np.ndarray) -> None:
        """For these rules; `scale` as of `observation_scale`. Raises ValueError without a map."""
        if not len(rules.neighbours):
            raise ValueError(f"{rules.package} has no map for a graph network; take the network mlp")
        super().__init__(shape, (rules.observation.size, rules.num_actions))
        self._register_observation(rules, scale)
        self._register_neighbours(rules.neighbours)
        kinds, choices = self._register_actions(rules)
        channels, width, own = len(self.field_scale), shape.width, shape.field_width
        self.field_encoder = linear(channels, own, _HIDDEN)
        self.global_encoder = linear(len(self.global_scale), width, _HIDDEN)
        self.global_to_field = linear(width, own, _HIDDEN, bias=False)
        self.self_layers = nn.ModuleList(linear(own, own, 1) for _ in range(shape.layers))
        typical = self.neighbour_index.numel() / self.num_fields
        self.message_layers = nn.ModuleList(linear(own, own, 1 / typical, bias=False) for _ in range(shape.layers))
        self.readout = linear(width + own, width, _HIDDEN)
        self.field_hidden = linear(own, own, _HIDDEN)
        self.readout_to_field = linear(width, own, _HIDDEN, bias=False)
        self.field_logits = linear(own, kinds, _POLICY)
        self.global_logits = linear(width, choices, _POLICY)
        self.value = linear(width, 1, _VALUE)

    def _register_observation(self, rules: GameRules, scale: np.ndarray) -> None:
        """Which entries of an observation belong to fields."""
        pieces = rules.observation.split(np.arange(rules.observation.size))
        fields = np.concatenate(
            [pieces[name].reshape(-1, len(rules.neighbours)) for name in rules.observation.by_field]
        ).T
        rest = np.setdiff1d(np.arange(rules.observation.size), fields)
        self.num_fields = len(fields)
        self.register_buffer("field_scale", torch.from_numpy(scale[fields[0]]))
        self.register_buffer("global_scale", torch.from_numpy(scale[rest]))
        self._register_indices("field_entries", fields.reshape(-1))
        self._register_indices("global_entries", rest)

    def _register_neighbours(self, neighbours: np.ndarray) -> None:
        """The neighbours of all fields, one after another, and where those of each field begin."""
        there = neighbours >= 0
        self._register_indices("neighbour_index", neighbours[there])
        self._register_indices("neighbour_offsets", np.concatenate([[0], np.cumsum(there.sum(axis=1))[:-1]]))

    def _register_actions(self, rules: GameRules) -> tuple[int, int]:
        """Which scores add up to an action's; how many scores a field has, and how many actions have no field.

        All scores together are those of the fields, those of actions without a field, and a zero.
        """
        actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
        kinds = list(dict.fromkeys(action.kind for action in actions if action.field is not None))
        kinds += [f"{kind} partner" for kind in dict.fromkeys(a.kind for a in actions if a.partner is not None)]
        choices = [i for i, action in enumerate(actions) if action.field is None]
        nothing = self.num_fields * len(kinds) + len(choices)
        first, second = np.zeros(len(actions)), np.full(len(actions), nothing)
        first[choices] = self.num_fields * len(kinds) + np.arange(len(choices))
        for i, action in enumerate(actions):
            if action.field is not None:
                first[i] = action.field * len(kinds) + kinds.index(action.kind)
            if action.partner is not None:
                second[i] = action.partner * len(kinds) + kinds.index(f"{action.kind} partner")
        self._register_indices("score_index", first)
        self._register_indices("partner_index", second)
        return len(kinds), len(choices)

    def _register_indices(self, name: str, places: np.ndarray) -> None:
        """Indices that follow from the rules, and so are not saved."""
        self.register_buffer(name, torch.from_numpy(places.astype(np.int64)), persistent=False)

    def logits_and_values(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Field by field, with what neighbours tell each other in every layer."""
        n = len(observations)
        own = observations.index_select(1, self.field_entries).view(n, self.num_fields, -1).transpose(0, 1)
        rest = self.global_encoder(observations.index_select(1, self.global_entries) * self.global_scale).relu_()
        fields = self.field_encoder(own * self.field_scale).add_(self.global_to_field(rest)).relu_()
        for self_layer, message_layer in zip(self.self_layers, self.message_layers, strict=True):
            fields = self_layer(fields).add_(message_layer(self._sum_over_neighbours(fields))).relu_()
        summary = self.readout(torch.cat([rest, fields.mean(dim=0)], dim=1)).relu_()
        scores = self.field_logits(self.field_hidden(fields).add_(self.readout_to_field(summary)).relu_())
        return self._logits(scores, self.global_logits(summary)), self.value(summary).squeeze(1)

    def _sum_over_neighbours(self, fields: Tensor) -> Tensor:
        """For each field the sum over its neighbours, (F, n, own)."""
        flat = fields.reshape(self.num_fields, -1)
        return functional.embedding_bag(self.neighbour_index, flat, self.neighbour_offsets, mode="sum").view_as(fields)

    def _logits(self, scores: Tensor, choices: Tensor) -> Tensor:
        """By scores of fields (F, n, kinds) and of other actions (n, choices): (n, A)."""
        n = len(choices)
        everything = torch.cat([scores.transpose(0, 1).reshape(n, -1), choices, choices.new_zeros(n, 1)], dim=1)
        return everything.index_select(1, self.score_index) + everything.index_select(1, self.partner_index)
