"""The masked categorical distribution: draw actions by masked logits, and evaluate them.

Probabilities come from `softmax`: taking exponentials of log-probabilities as low as those of illegal actions is thirty
times as slow as of others.
"""

import torch
from torch import Tensor


def sample_actions(logits: Tensor, uniform: Tensor) -> tuple[Tensor, Tensor]:
    """Draw an action for each row of masked logits (n, A); return actions, int64 (n,), and their log-probs, (n,).

    `uniform` (n,) holds numbers from 0 to below 1. The action is the first at which the sum of probabilities reaches a
    number above 0, so it never is one of probability 0.
    """
    cumulative = torch.softmax(logits, dim=1).cumsum(dim=1)
    thresholds = (1 - uniform) * cumulative[:, -1]
    actions = (cumulative >= thresholds[:, None]).to(torch.int8).argmax(dim=1)
    return actions, torch.log_softmax(logits, dim=1).gather(1, actions[:, None]).squeeze(1)


def log_prob_entropy(logits: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
    """Return the log-probs of actions, int64 (n,), by masked logits (n, A), and the entropies; both (n,)."""
    log_probs = torch.log_softmax(logits, dim=1)
    entropies = -(torch.softmax(logits, dim=1) * log_probs).sum(dim=1)
    return log_probs.gather(1, actions[:, None]).squeeze(1), entropies


def kl_divergence(logits: Tensor, others: Tensor) -> Tensor:
    """Return the Kullback-Leibler divergence (n,) of each row of masked logits (n, A) from the same row of others."""
    log_probs, other_log_probs = torch.log_softmax(logits, dim=1), torch.log_softmax(others, dim=1)
    return (torch.softmax(logits, dim=1) * (log_probs - other_log_probs)).sum(dim=1)
