"""The update of proximal policy optimisation (Schulman et al., 2017), with illegal actions masked.

As in CleanRL (Huang et al., "The 37 implementation details of proximal policy optimization", ICLR blog track, 2022):
orthogonal weights at first, Adam with epsilon 1e-5, minibatches of one shuffled index, clipped gradients. Values are
not clipped, which that study and Andrychowicz et al. (ICLR 2021) found of no help.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from kschwert_env.nn.backprop import ppo_loss
from kschwert_env.nn.backprop.layers import fits
from kschwert_env.nn.dispatch import judging, learning
from kschwert_env.nn.masked_categorical import call, divergences, weigh
from kschwert_env.nn.networks import Network, masked
from kschwert_env.training.rollout.buffer import Sample

_FIGURES = "losses/policy", "losses/value", "policy/entropy", "policy/kl", "policy/clipped", "policy/magnet"


@dataclass(frozen=True)
class Weights:
    """How an update weighs things; names as in `kschwert_env.training.algorithms.learner.PpoSettings`.

    Attributes:
        clip: how far from 1 the policy's ratio counts.
        entropy: weight of the entropy.
        value_weight: of the error of the value, beside that of the policy.
        magnet: of the Kullback-Leibler divergence of the policy from the magnet.
        max_gradient: norm to which gradients are cut down.
        target_kl: Kullback-Leibler divergence beyond which no further epoch is begun.
    """

    clip: float
    entropy: float
    value_weight: float
    magnet: float
    max_gradient: float
    target_kl: float


def update(
    network: Network,
    optimizer: torch.optim.Optimizer,
    sample: Sample,
    epochs: int,
    minibatch: int,
    weights: Weights,
    generator: np.random.Generator,
    magnet: Network | None = None,
) -> dict[str, float]:
    """Fit the network in minibatches of about that many decisions. Returns means of the figures over them.

    The loss draws its policy to that of the magnet, if there is one.
    Another epoch is begun only while the policy has moved by less than `target_kl` in the last one.
    """
    figures: list[dict[str, float]] = []
    parts = max(1, round(len(sample) / minibatch))
    toward = None if magnet is None else _logits(magnet, sample, parts)
    done = 0
    while done < epochs:
        order = torch.from_numpy(generator.permutation(len(sample)))
        latest = []
        for places in order.chunk(parts):
            to = None if toward is None else toward.index_select(0, places)
            latest.append(_step(network, optimizer, sample.part(places), weights, to))
        figures += [{name: tensor.item() for name, tensor in figure.items()} for figure in latest]
        done += 1
        if np.mean([figure["policy/kl"] for figure in figures[-len(latest) :]]) > weights.target_kl:
            break
    return {name: float(np.mean([figure[name] for figure in figures])) for name in figures[0]} | {"policy/epochs": done}


def _step(
    network: Network, optimizer: torch.optim.Optimizer, part: Sample, weights: Weights, magnet_logits: Tensor | None
) -> dict[str, Tensor]:
    """One step down the gradient."""
    loss: Any  # torch has no type for its gradient
    loss, figures = losses(network, part, weights, magnet_logits)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    norm = nn.utils.clip_grad_norm_(network.parameters(), weights.max_gradient)
    optimizer.step()
    return {**figures, "policy/gradient": norm}


def losses(
    network: Network, part: Sample, weights: Weights, magnet_logits: Tensor | None = None
) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of a minibatch, and what it is made of, detached; masked logits of the magnet, (n, A), are in it."""
    logits, values = learning(network)(part.observations, part.masks)
    if fits(logits):
        loss, figures = _Lost.apply(logits, values, part, magnet_logits, weights)  # type: ignore[no-untyped-call]
        return loss, dict(zip(_FIGURES[: len(figures)], figures, strict=True))
    logits = masked(logits, part.masks)
    log_chances, entropies = weigh(logits, part.actions)
    log_ratio = log_chances - part.log_chances
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - weights.clip, 1 + weights.clip)
    policy_loss = -torch.minimum(part.advantages * ratio, part.advantages * clipped).mean()
    value_loss = (values - part.returns).square().mean()
    entropy = entropies.mean()
    loss = policy_loss + weights.value_weight * value_loss - weights.entropy * entropy
    with torch.no_grad():
        moved = (ratio - 1 - log_ratio).mean()  # Schulman, "Approximating KL divergence", 2020
        clipped_share = ((ratio - 1).abs() > weights.clip).float().mean()
    told = [policy_loss, value_loss, entropy, moved, clipped_share]
    if magnet_logits is not None:
        told.append(divergences(logits, magnet_logits).mean())
        loss = loss + weights.magnet * told[-1]
    return loss, {name: figure.detach() for name, figure in zip(_FIGURES[: len(told)], told, strict=True)}


@torch.no_grad()
def _logits(network: Network, sample: Sample, parts: int) -> Tensor:
    """Those of all decisions, masked, found in so many parts."""
    judge, seen = judging(network), zip(sample.observations.chunk(parts), sample.masks.chunk(parts), strict=True)
    return torch.cat([judge(*part)[0] for part in seen])


class _Lost(torch.autograd.Function):
    """Loss and figures in compiled code, which finds the gradients of logits and values by the way."""

    @staticmethod
    def forward(
        ctx: Any, logits: Tensor, values: Tensor, part: Sample, magnet_logits: Tensor | None, weights: Weights
    ) -> tuple[Tensor, ...]:
        ctx.gradients = of_logits, of_values = torch.empty(logits.shape), torch.empty(values.shape)
        toward = torch.empty(0, logits.shape[1]) if magnet_logits is None else magnet_logits
        known = values, part.masks, part.actions, part.log_chances, part.advantages, part.returns, toward
        weighed = torch.tensor(
            [weights.entropy, weights.value_weight, weights.magnet, weights.clip], dtype=torch.float64
        )
        figures = torch.empty(len(_FIGURES) - (magnet_logits is None), dtype=torch.float64)
        call(ppo_loss.lose, logits, *known, weighed, of_logits, of_values, figures)
        ctx.mark_non_differentiable(figures)
        policy_loss, value_loss, entropy, _, _, *from_magnet = figures.tolist()
        loss = policy_loss + weights.value_weight * value_loss - weights.entropy * entropy
        return torch.tensor(loss + weights.magnet * sum(from_magnet)), figures

    @staticmethod
    def backward(ctx: Any, of_loss: Tensor, *_: Tensor) -> tuple[Tensor | None, ...]:
        return *(gradient * of_loss for gradient in ctx.gradients), None, None, None


def explained_variance(values: np.ndarray, returns: np.ndarray) -> float:
    """How much of the variance of returns the values explain: 1 is all of it, 0 nothing; nan where there is none."""
    variance = float(returns.var())
    return 1 - float((returns - values).var()) / variance if variance else float("nan")
