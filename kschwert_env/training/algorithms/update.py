"""The update of proximal policy optimisation (Schulman et al., 2017), with illegal actions masked.

As in CleanRL (Huang et al., "The 37 implementation details of proximal policy optimization", ICLR blog track, 2022):
orthogonal weights at first, Adam with epsilon 1e-5, minibatches of one shuffled index, clipped gradients. Values are
not clipped, which that study and Andrychowicz et al. (ICLR 2021) found of no help.
"""

import numpy as np
import torch
from torch import Tensor, nn

from kschwert_env.nn.dispatch import judging, learning
from kschwert_env.nn.masked_categorical import kl_divergence, log_prob_entropy
from kschwert_env.nn.networks import Network, masked
from kschwert_env.training.rollout.collector import Sample
from kschwert_env.training.runs.ppo_settings import PpoSettings

_FIGURES = "losses/policy", "losses/value", "policy/entropy", "policy/kl", "policy/clipped", "policy/magnet"


def update(
    network: Network,
    optimizer: torch.optim.Optimizer,
    sample: Sample,
    settings: PpoSettings,
    generator: np.random.Generator,
    magnet: Network | None = None,
) -> dict[str, float]:
    """Fit the network in minibatches of about `settings.minibatch` decisions. Returns means of the figures over them.

    `settings` are those of this iteration (`PpoSettings.at`). The loss draws the policy to that of the magnet, if there
    is one. Another epoch is begun only while the policy has moved by less than `target_kl` in the last one.
    """
    figures: list[dict[str, float]] = []
    parts = max(1, round(len(sample) / settings.minibatch))
    toward = None if magnet is None else _logits(magnet, sample, parts)
    done = 0
    while done < settings.epochs:
        order = torch.from_numpy(generator.permutation(len(sample)))
        latest = []
        for places in order.chunk(parts):
            to = None if toward is None else toward.index_select(0, places)
            loss, found = losses(network, sample.part(places), settings, to)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            norm = nn.utils.clip_grad_norm_(network.parameters(), settings.max_gradient)
            optimizer.step()
            latest.append({**found, "policy/gradient": norm})
        figures += [{name: tensor.item() for name, tensor in figure.items()} for figure in latest]
        done += 1
        if np.mean([figure["policy/kl"] for figure in figures[-len(latest) :]]) > settings.target_kl:
            break
    return {name: float(np.mean([figure[name] for figure in figures])) for name in figures[0]} | {"policy/epochs": done}


def losses(
    network: Network, part: Sample, settings: PpoSettings, magnet_logits: Tensor | None = None
) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of a minibatch, and what it is made of, detached; masked logits of the magnet, (n, A), are in it."""
    logits, values = learning(network)(part.observations, part.masks)
    logits = masked(logits, part.masks)
    log_chances, entropies = log_prob_entropy(logits, part.actions)
    log_ratio = log_chances - part.log_chances
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    policy_loss = -torch.minimum(part.advantages * ratio, part.advantages * clipped).mean()
    value_loss = (values - part.returns).square().mean()
    entropy = entropies.mean()
    loss = policy_loss + settings.value_weight * value_loss - settings.entropy * entropy
    with torch.no_grad():
        moved = (ratio - 1 - log_ratio).mean()  # Schulman, "Approximating KL divergence", 2020
        clipped_share = ((ratio - 1).abs() > settings.clip).float().mean()
    told = [policy_loss, value_loss, entropy, moved, clipped_share]
    if magnet_logits is not None:
        told.append(kl_divergence(logits, magnet_logits).mean())
        loss = loss + settings.magnet * told[-1]
    return loss, {name: figure.detach() for name, figure in zip(_FIGURES[: len(told)], told, strict=True)}


@torch.no_grad()
def _logits(network: Network, sample: Sample, parts: int) -> Tensor:
    """Those of all decisions, masked, found in so many parts."""
    judge, seen = judging(network), zip(sample.observations.chunk(parts), sample.masks.chunk(parts), strict=True)
    return torch.cat([judge(*part)[0] for part in seen])


def explained_variance(values: np.ndarray, returns: np.ndarray) -> float:
    """How much of the variance of returns the values explain: 1 is all of it, 0 nothing; nan where there is none."""
    variance = float(returns.var())
    return 1 - float((returns - values).var()) / variance if variance else float("nan")
