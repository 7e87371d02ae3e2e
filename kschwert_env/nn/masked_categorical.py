"""Masked categorical distribution: sample actions from masked logits, and compute log_prob, entropy and KL divergence.

An action mask has set the logits of illegal actions to `ILLEGAL`. Probabilities come from `softmax`: the exponential of
a very low log-probability is thirty times as slow as that of others.
"""

import torch
from torch import Tensor


def sample_actions(logits: Tensor, uniform: Tensor) -> tuple[Tensor, Tensor]:
    """Sample an action from each row of masked logits (n, A); return actions, int64 (n,), and their log_prob, (n,).

    `uniform` (n,) holds numbers in [0, 1). An action is the first at which the cumulative probability reaches a
    threshold above 0, so it never has probability 0.
    """
    cumulative = torch.softmax(logits, dim=1).cumsum(dim=1)
    thresholds = (1 - uniform) * cumulative[:, -1]
    actions = (cumulative >= thresholds[:, None]).to(torch.int8).argmax(dim=1)
    return actions, torch.log_softmax(logits, dim=1).gather(1, actions[:, None]).squeeze(1)


def log_prob_entropy(logits: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
    """Return the log_prob of actions, int64 (n,), under masked logits (n, A), and the entropies; both (n,)."""
    log_probs = torch.log_softmax(logits, dim=1)
    entropies = -(torch.softmax(logits, dim=1) * log_probs).sum(dim=1)
    return log_probs.gather(1, actions[:, None]).squeeze(1), entropies


def kl_divergence(logits: Tensor, others: Tensor) -> Tensor:
    """Return the Kullback-Leibler divergence (n,) of each row of masked logits (n, A) from the same row of `others`."""
    log_probs, other_log_probs = torch.log_softmax(logits, dim=1), torch.log_softmax(others, dim=1)
    return (torch.softmax(logits, dim=1) * (log_probs - other_log_probs)).sum(dim=1)
