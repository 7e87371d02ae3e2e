"""Generalized advantage estimation for all seats at once, on any device: what `advantages` computes for one seat."""

import torch
from torch import Tensor


def seat_advantages(
    values: Tensor, seats: Tensor, rewards: Tensor, ended: Tensor, learns: Tensor, gamma: float, lambda_: float
) -> tuple[Tensor, Tensor]:
    """Return the advantages of all seats along the decisions of each seat in each game.

    Arguments as those of `advantages`, except `values`, float32 (T, B, P): value estimates of all seats, the deciding
    seat first. Nothing waits for the device.

    Returns:
        Advantages, float32 (T, B, P), the deciding seat first, and whether they are known, bool (T, B).
    """
    steps, games, players = values.shape
    each = torch.arange(players, device=values.device)
    turned = (each[:, None] + each) % players  # by deciding seat and place after it: whose reward that is
    # for each game, by the seat that decided and the place after it
    next_value, next_advantage, pending = values.new_zeros(3, games, players, players)
    is_known_next = torch.zeros(games, players, dtype=torch.bool, device=values.device)
    result, is_known = torch.zeros_like(values), torch.zeros_like(learns)
    for t in reversed(range(steps)):
        ends = ended[t, :, None, None]
        next_value, next_advantage = next_value.masked_fill(ends, 0), next_advantage.masked_fill(ends, 0)
        pending = pending.masked_fill(ends, 0) + rewards[t][:, turned]
        is_known_next = is_known_next | ended[t, :, None]
        seat = seats[t, :, None]
        place = seat[..., None].expand(games, 1, players)
        own = [all_.gather(1, place).squeeze(1) for all_ in (pending, next_value, next_advantage)]
        delta = own[0] + gamma * (own[1] + lambda_ * own[2]) - values[t]
        is_known[t] = is_known_next.gather(1, seat).squeeze(1) & learns[t]
        result[t] = torch.where(is_known[t, :, None], delta, 0)
        decided = (each == seat) & learns[t, :, None]
        here = decided[..., None]
        next_value = torch.where(here, values[t][:, None], next_value)
        next_advantage = torch.where(here, result[t][:, None], next_advantage)
        pending = pending.masked_fill(here, 0)
        is_known_next = is_known_next | decided
    return result, is_known
