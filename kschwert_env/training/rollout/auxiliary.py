"""Auxiliary targets: what the value layer also learns to predict during training, for each seat.

These are the final points and, in a game with a `predicted_seat`, the probability to be this seat next. A network that
must predict more learns better features (Wu, "Accelerating self-play learning in Go", arXiv 1902.10565). Saved networks
do not have these outputs.
"""

import copy
from typing import Any

import numpy as np
import torch
from torch import nn

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn.networks import Network, linear

_POINTS = 1 / 50  # unit of the predicted points, so that they are of the size of returns


def num_targets(rules: GameRules) -> int:
    """Return the number of auxiliary targets of each seat."""
    return 1 + (rules.predicted_seat is not None)


def add_outputs(network: Network, targets: int) -> None:
    """Add outputs to the value layer, with new weights: after those of all seats, as many for each auxiliary target.

    Raises ValueError if the network has no `value`, a linear layer with one output for each seat, as classes of users
    may not.
    """
    seats, layer = network.sizes[2], getattr(network, "value", None)
    if not isinstance(layer, nn.Linear) or layer.out_features != seats:
        raise ValueError(f"auxiliary_coef needs a network whose `value` is a linear layer with {seats} outputs")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        added = linear(layer.in_features, targets * seats, 1.0).to(layer.weight.device)
    network.value = _linear(torch.cat([layer.weight, added.weight]), torch.cat([layer.bias, added.bias]))


def without_outputs(network: Network) -> Network:
    """Return a copy of the network without outputs for auxiliary targets."""
    plain = copy.deepcopy(network)
    layer, seats = plain.value, plain.sizes[2]
    assert isinstance(layer, nn.Linear)
    plain.value = _linear(layer.weight[:seats], layer.bias[:seats])
    return plain


def _linear(weight: torch.Tensor, bias: torch.Tensor) -> nn.Linear:
    """Return a layer with these weights."""
    layer = nn.Linear(weight.shape[1], len(bias))
    layer.weight, layer.bias = nn.Parameter(weight.detach().clone()), nn.Parameter(bias.detach().clone())
    return layer


class AuxiliaryTargets:
    """Auxiliary targets of a rollout buffer with T decisions in each of B games.

    Attributes:
        points: float32 (T, B, P), points when a game ends, in units of 50 points.
        successors: float32 (T, B, P), 1 for a seat that becomes the predicted one, if the game has one.
        changed: bool (T, B), whether a seat became it.
    """

    def __init__(self, rules: GameRules, steps: int, games: int) -> None:
        """Create empty arrays."""
        self._field = rules.predicted_seat
        self.points, self.successors = (np.zeros((steps, games, rules.num_players), np.float32) for _ in range(2))
        self.changed = np.zeros((steps, games), np.bool_)

    def predicted_seats(self, batch: Batch[Any]) -> np.ndarray | None:
        """Return the predicted seat of each game, negative for none: int64 (B,); None if the game has no such seat."""
        return None if self._field is None else batch.states[self._field].copy()

    def record(self, t: int, place: slice, batch: Batch[Any], ended: np.ndarray, before: np.ndarray | None) -> None:
        """Record step `t` of the games at `place`: which ended, bool, and `predicted_seats` as they were before."""
        self.points[t, place] = np.where(ended[:, None], batch.final_scores * _POINTS, 0)
        now = self.predicted_seats(batch)
        if before is not None and now is not None:
            changed = self.changed[t, place] = ~ended & (now != before) & (now >= 0)
            self.successors[t, place] = changed[:, None] & (now[:, None] == np.arange(self.successors.shape[2]))

    def rewards(self, ended: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return each target as rewards, float32 (T, B, P), and whether they end with a step, bool (T, B).

        `ended`, bool (T, B), tells where games ended.
        """
        points = (self.points, ended)
        return [points] if self._field is None else [points, (self.successors, ended | self.changed)]
