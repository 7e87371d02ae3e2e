"""Networks for any game: an MLP, and a graph network with message passing over the map. Both return logits and values.

The rules define the graph: `neighbours`, the pieces `observation.by_field`, and `field` and `partner` of the actions.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import torch
from torch import Tensor, nn

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.importing import find_callable
from kschwert_env.nn.architecture import Shape as Shape
from kschwert_env.nn.architecture import graph_of

ILLEGAL = -1e9
"""Logit of an illegal action under an action mask: the probability is exactly 0, and products with it stay finite."""

_UNSUPPORTED_LAYERS = (nn.modules.dropout._DropoutNd, nn.modules.batchnorm._NormBase)

_SAMPLES = 256  # games and decisions of each, by which the scale of observations is measured

_HIDDEN, _POLICY, _VALUE = 2**0.5, 0.01, 1.0  # gains of initial weights


class Network(nn.Module):
    """Base class of all networks: masked logits and values of decisions.

    A user's class derives from it and needs two methods. `__init__(self, rules, shape, scale)` calls
    `super().__init__(rules, shape)` and builds the layers. It is free to
    interpret `shape.width` and `shape.layers`, and to use `scale`, float32 (N,), which scales each entry of an
    observation to at most about 1. `logits_and_values(observations)` evaluates. The class is named as `module.Class`:
    `network=` in training settings, and in the options of the agents `policy` and `puct`. It is trained, saved and
    played like the bundled networks, but evaluated by PyTorch instead of compiled code. Layers that behave differently
    in training and evaluation mode, such as dropout and batch normalization, are refused: PPO compares probabilities of
    both.

    Attributes:
        torch_compile: whether torch.compile compiles it where PyTorch evaluates it (`nn.evaluator`).
        logit_layers: names of the linear layers whose outputs the logits are sums of; needed for `divide_logits` only.
        shape: architecture.
        sizes: N, size of an observation; A, number of actions; P, number of seats.
    """

    logit_layers: ClassVar[tuple[str, ...]] = ()
    torch_compile: bool = False

    def __init__(self, rules: GameRules, shape: Shape) -> None:
        """Set shape and sizes; subclasses add layers."""
        super().__init__()
        self.shape, self.sizes = shape, (rules.observation.size, rules.num_actions, rules.num_players)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return masked logits (n, A), ILLEGAL where masked, and values (n, P).

        Takes observations, int8 (n, N), and masks, int8 (n, A). Values are the expected returns of all seats, the
        deciding seat first, the others in clockwise order from it.
        """
        logits, values = self.logits_and_values(observations)
        return masked(logits, masks), values

    def logits_and_values(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits of all actions, legal or not, float (n, A), and values, float (n, P), for observations, int8
        (n, N).
        """
        raise NotImplementedError


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Apply action masks, int8 (n, A), to logits (n, A): ILLEGAL where a mask is 0."""
    return torch.where(masks.bool(), logits, ILLEGAL)  # `masks != 0` would compare int8 in ONNX, which few runtimes can


def new_network(rules: GameRules, shape: Shape, seed: int | None = None) -> Network:
    """Return a network for these rules: with a seed for training, without one as a frame for loaded weights.

    Leaves the global generator of PyTorch unchanged. Raises ValueError for a graph network where the game has no map,
    and for a class that cannot be imported or does not derive from `Network`.
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
    """Return the class of a kind of network. Raises ValueError if it cannot be imported or does not derive from
    `Network`.
    """
    if kind == "mlp":
        return Mlp
    if kind == "graph":
        return GraphNetwork
    network_type: Any = find_callable(kind, "network")
    if not (isinstance(network_type, type) and issubclass(network_type, Network)):
        raise ValueError(f"{kind} is not a network: expected a class derived from kschwert_env.nn.networks.Network")
    return network_type


def check_layers(network: Network) -> None:
    """Raise ValueError for layers that behave differently in training and evaluation mode."""
    for name, layer in network.named_modules():
        if isinstance(layer, _UNSUPPORTED_LAYERS):
            raise ValueError(
                f"{network.shape.kind} has {type(layer).__name__} ({name}), which training does not support"
            )


def observation_scale(rules: GameRules) -> np.ndarray:
    """Return factors that scale each entry of an observation to at most about 1: float32 (N,), equal for all fields.

    A factor is 1 over the largest absolute value in random games; entries that rarely exceed 1 keep the factor 1.
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
    """Return the mean weights (`state_dict`) of networks of the same shape; integer entries are those of the first."""
    return {
        name: torch.stack([one[name] for one in every]).mean(dim=0) if first.is_floating_point() else first
        for name, first in every[0].items()
    }


def divide_logits(network: Network, temperature: float) -> None:
    """Divide all logits by a temperature, by changing the weights: below 1, the policy becomes less random.

    Raises ValueError for a class without `logit_layers`.
    """
    if not network.logit_layers:
        raise ValueError(f"a temperature needs a network with logit_layers; {network.shape.kind} has none")
    with torch.no_grad():
        for name in network.logit_layers:
            for weights in network.get_submodule(name).parameters():
                weights.div_(temperature)


def linear(inputs: int, outputs: int, gain: float, bias: bool = True) -> nn.Linear:
    """Return a layer with orthogonal weights (Saxe, McClelland and Ganguli, ICLR 2014) and zero bias."""
    layer = nn.Linear(inputs, outputs, bias)
    nn.init.orthogonal_(layer.weight, gain)
    if bias:
        nn.init.zeros_(layer.bias)
    return layer


class Mlp(Network):
    """MLP over the whole observation, with hidden layers shared by policy and value.

    Attributes:
        scale: float32 (N,), factors of the observation.
        hidden: shared hidden layers.
        policy: output layer of the logits.
        value: output layer of the values.
    """

    logit_layers = ("policy",)
    scale: Tensor

    def __init__(self, rules: GameRules, shape: Shape, scale: np.ndarray) -> None:
        """Build the layers; `scale` is that of `observation_scale`."""
        super().__init__(rules, shape)
        self.register_buffer("scale", torch.from_numpy(scale))
        sizes = [rules.observation.size, *[shape.width] * shape.layers]
        self.hidden = nn.ModuleList(linear(a, b, _HIDDEN) for a, b in itertools.pairwise(sizes))
        self.policy = linear(shape.width, rules.num_actions, _POLICY)
        self.value = linear(shape.width, rules.num_players, _VALUE)

    def logits_and_values(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Apply the hidden layers and both output layers."""
        x = observations.to(self.scale.dtype).mul_(self.scale)  # faster than a product of two types
        for layer in self.hidden:
            x = layer(x).relu_()
        return self.policy(x), self.value(x)


class GraphNetwork(Network):
    """Message passing between neighbouring fields, with shared weights; actions on fields are scored field by field.

    The logit of an action is the score of its field for the kind of action, plus the score of its partner. The weights
    fit any map with the same pieces of an observation and kinds of actions. The map is the same in all games, so the
    sum over neighbours is a product with its adjacency matrix, as large as a layer over the fields. On a CPU compiled
    code evaluates this network (`nn.evaluator`).

    Attributes:
        num_fields: F.
        field_scale: factors of the entries of a field, equal for all fields.
        global_scale: factors of the other entries of an observation.
        field_entries: indices of the entries of fields, field by field.
        global_entries: indices of the other entries.
        neighbour_index: neighbours of all fields, concatenated.
        neighbour_offsets: int64 (F,), start of the neighbours of each field.
        adjacency: float32 (F, F), 1 for neighbours.
        score_index: int64 (A,), indices of the scores of all actions, or of their fields.
        partner_index: int64 (A,), indices of the scores of their partners, or of a zero.
        field_encoder: layer over the entries of a field.
        global_encoder: layer over the global entries.
        global_to_field: layer from the global part to all fields.
        self_layers: layers from a field to itself, one per round.
        message_layers: layers from the sum over the neighbours to a field, one per round.
        readout: layer over the global part and the mean of all fields.
        field_hidden: hidden layer of a field, before `field_logits`.
        readout_to_field: layer from the readout to `field_hidden`.
        field_logits: logits of a field: one per kind of action, and one per kind of action with a partner.
        global_logits: logits of actions without a field.
        value: output layer of the values.
    """

    logit_layers = "field_logits", "global_logits"
    field_scale: Tensor
    global_scale: Tensor
    field_entries: Tensor
    global_entries: Tensor
    neighbour_index: Tensor
    neighbour_offsets: Tensor
    adjacency: Tensor
    score_index: Tensor
    partner_index: Tensor

    def __init__(self, rules: GameRules, shape: Shape, scale: np.ndarray) -> None:
        """Build the layers; `scale` is that of `observation_scale`. Raises ValueError for a game without a map."""
        graph = graph_of(rules)
        super().__init__(rules, shape)
        self.num_fields = len(graph.field_entries)
        self.register_buffer("field_scale", torch.from_numpy(scale[graph.field_entries[0]]))
        self.register_buffer("global_scale", torch.from_numpy(scale[graph.global_entries]))
        for name, indices in graph.indices().items():  # they follow from the rules and are not saved
            self.register_buffer(name, torch.from_numpy(indices), persistent=False)
        counts = np.diff(graph.neighbour_offsets, append=len(graph.neighbour_index))
        adjacency = np.zeros((self.num_fields, self.num_fields), np.float32)
        adjacency[np.repeat(np.arange(self.num_fields), counts), graph.neighbour_index] = 1
        self.register_buffer("adjacency", torch.from_numpy(adjacency), persistent=False)
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
        self.field_logits = linear(own, graph.kinds, _POLICY)
        self.global_logits = linear(width, graph.choices, _POLICY)
        self.value = linear(width, rules.num_players, _VALUE)

    def logits_and_values(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Encode, pass messages between neighbouring fields in every round, read out, and score actions."""
        n = observations.shape[0]  # len() would fix the batch size of exported networks
        own = observations.index_select(1, self.field_entries).view(n, self.num_fields, -1)
        rest = self.global_encoder(observations.index_select(1, self.global_entries) * self.global_scale).relu()
        fields = (self.field_encoder(own * self.field_scale) + self.global_to_field(rest).unsqueeze(1)).relu()
        for self_layer, message_layer in zip(self.self_layers, self.message_layers, strict=True):
            fields = (self_layer(fields) + message_layer(torch.matmul(self.adjacency, fields))).relu()
        summary = self.readout(torch.cat([rest, fields.mean(dim=1)], dim=1)).relu()
        hidden = (self.field_hidden(fields) + self.readout_to_field(summary).unsqueeze(1)).relu()
        return self._logits(self.field_logits(hidden), self.global_logits(summary)), self.value(summary)

    def _logits(self, scores: Tensor, choices: Tensor) -> Tensor:
        """Return logits (n, A) from scores of fields (n, F, kinds) and of other actions (n, choices)."""
        n = choices.shape[0]
        everything = torch.cat([scores.reshape(n, -1), choices, choices.new_zeros(n, 1)], dim=1)
        return everything.index_select(1, self.score_index) + everything.index_select(1, self.partner_index)
