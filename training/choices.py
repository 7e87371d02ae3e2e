"""Choices by masked logits: actions drawn, and weighed for learning.

Probabilities are by `softmax`: the exponentials of logarithms as low as those of illegal actions take torch thirty
times as long as others.
"""

import torch
from torch import Tensor


def draw(logits: Tensor, uniform: Tensor) -> tuple[Tensor, Tensor]:
    """An action for each row of masked logits (n, A), and the logarithm of its probability, both (n,).

    By the first action at which the sum of probabilities reaches a number above 0, so it is never one of probability 0;
    `uniform` are numbers from 0 to below 1, (n,).
    """
    reached = torch.softmax(logits, dim=1).cumsum(dim=1)
    wanted = (1 - uniform) * reached[:, -1]
    actions = (reached >= wanted[:, None]).to(torch.int8).argmax(dim=1)
    return actions, torch.log_softmax(logits, dim=1).gather(1, actions[:, None]).squeeze(1)


def weigh(logits: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
    """The logarithms of the probabilities of actions, int64 (n,), by masked logits (n, A), and entropies; both (n,)."""
    every = torch.log_softmax(logits, dim=1)
    entropies = -(torch.softmax(logits, dim=1) * every).sum(dim=1)
    return every.gather(1, actions[:, None]).squeeze(1), entropies
