"""Choices by masked logits: actions drawn, and weighed for learning.

On a CPU compiled code does both, by legal actions alone; torch goes through all of them, several times. Its
probabilities are by `softmax`: the exponentials of logarithms as low as those of illegal actions take it thirty times
as long as others.
"""

from collections.abc import Callable
from functools import cache

import torch
from torch import Tensor

from kschwert_env.engine.jit.compiling import compiling
from kschwert_env.nn.backprop import FOLDER, ppo_loss
from kschwert_env.nn.backprop.layers import fits, numbers


def draw(logits: Tensor, uniform: Tensor) -> tuple[Tensor, Tensor]:
    """An action for each row of masked logits (n, A), and the logarithm of its probability, both (n,).

    By the first action at which the sum of probabilities reaches a number above 0, so it is never one of probability 0;
    `uniform` are numbers from 0 to below 1, (n,).
    """
    if fits(logits):
        actions, log_chances = torch.empty(len(logits), dtype=torch.int64), torch.empty(len(logits))
        call(ppo_loss.draw, logits, uniform, actions, log_chances)
        return actions, log_chances
    reached = torch.softmax(logits, dim=1).cumsum(dim=1)
    wanted = (1 - uniform) * reached[:, -1]
    actions = (reached >= wanted[:, None]).to(torch.int8).argmax(dim=1)
    return actions, torch.log_softmax(logits, dim=1).gather(1, actions[:, None]).squeeze(1)


def weigh(logits: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
    """The logarithms of the probabilities of actions, int64 (n,), by masked logits (n, A), and entropies; both (n,)."""
    every = torch.log_softmax(logits, dim=1)
    entropies = -(torch.softmax(logits, dim=1) * every).sum(dim=1)
    return every.gather(1, actions[:, None]).squeeze(1), entropies


def divergences(logits: Tensor, others: Tensor) -> Tensor:
    """Kullback-Leibler divergences from others of the choices by masked logits, both (n, A); (n,)."""
    every, their = torch.log_softmax(logits, dim=1), torch.log_softmax(others, dim=1)
    return (torch.softmax(logits, dim=1) * (every - their)).sum(dim=1)


def call(function: Callable[..., None], logits: Tensor, *others: Tensor) -> None:
    """A function of `compiled.choices`, with room for legal actions, and with the numbers of tensors."""
    _compile()
    _call(function, logits, *others)


def _call(function: Callable[..., None], logits: Tensor, *others: Tensor) -> None:
    legal = torch.empty(logits.shape[1], dtype=torch.int64)
    function(*(numbers(tensor.contiguous()) for tensor in (logits, legal, *others)))


@cache
def _compile() -> None:
    """Where that was not done before."""
    with compiling(FOLDER, "choices", "choices, for learning") as first_time:
        if first_time:
            logits, one, place = torch.zeros(1, 1), torch.zeros(1), torch.zeros(1, dtype=torch.int64)
            _call(ppo_loss.draw, logits, one, place, one)
            mask, figures = torch.ones(1, 1, dtype=torch.int8), torch.zeros(6, dtype=torch.float64)
            _call(ppo_loss.lose, logits, one, mask, place, one, one, one, logits, figures[:4], logits, one, figures)
