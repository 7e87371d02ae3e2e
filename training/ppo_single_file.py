"""Self-play PPO in a single file, in the style of CleanRL: `python training/ppo_single_file.py`.

One network plays all seats, on `SelfPlayVec`. Unlike in single-agent PPO, advantages are computed along each seat's own
decisions. `kschwert train ppo` adds checkpoints and opponents. It beats random players in Two Crowns within a minute.
"""

import time
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import typer
from torch import Tensor, nn
from torch.distributions import Categorical

from kschwert_env import terminal
from kschwert_env.adapters.self_play import SelfPlayVec
from kschwert_env.adapters.spaces import View
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.training.rollout.advantages import advantages

GAMES = 128
"""Number of parallel games."""
STEPS = 64
"""Decisions per game and iteration."""
LOG_EVERY = 10
"""Iterations between lines of progress."""
TEST_GAMES = 500
"""Number of games of an evaluation."""

_EPOCHS, _MINIBATCH, _WIDTH = 2, 512, 128
_LEARNING_RATE = 1e-3  # initial value; it decreases linearly to zero
_GAMMA, _LAMBDA, _CLIP, _ENTROPY, _VALUE_WEIGHT, _MAX_GRADIENT = 1.0, 0.95, 0.2, 0.01, 0.5, 0.5


class Network(nn.Module):
    """Network from observations float32 (n, N) to masked logits (n, A) and values (n,)."""

    def __init__(self, rules: GameRules) -> None:
        """Initialize orthogonal weights; all actions are almost equally likely."""
        super().__init__()
        self._body = nn.Sequential(layer(rules.observation.size, _WIDTH), nn.ReLU(), layer(_WIDTH, _WIDTH), nn.ReLU())
        self._policy, self._value = layer(_WIDTH, rules.num_actions, 0.01), layer(_WIDTH, 1, 1.0)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return masked logits and values; `masks` is bool (n, A)."""
        hidden = self._body(observations)
        return self._policy(hidden).masked_fill(~masks, -1e9), self._value(hidden).squeeze(1)


def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """Return a linear layer with orthogonal weights."""
    linear = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(linear.weight, gain)
    nn.init.zeros_(linear.bias)
    return linear


def win_share(network: Network, rules: GameRules, seed: int) -> float:
    """Return the network's win share in one seat, each seat in turn, against random players."""
    games, view = SelfPlayVec(rules, TEST_GAMES, seed), View(rules, scaled=True)
    own, every = np.arange(TEST_GAMES) % rules.num_players, np.arange(TEST_GAMES)
    returns, waits = np.zeros(TEST_GAMES), np.ones(TEST_GAMES, np.bool_)
    while waits.any():
        step, actions = games.decisions, games.batch.random_actions()
        with torch.no_grad():
            observations = torch.from_numpy(view.convert_observations(step.observations))
            logits, _ = network(observations, torch.from_numpy(games.bool_masks))
        distribution: Any = Categorical(logits=logits)
        actions = np.where(step.seats == own, distribution.sample().numpy(), actions)
        step = games.step(actions)
        ended = waits & (step.terminated | step.truncated)
        returns[ended] = step.rewards[every, own][ended]
        waits &= ~ended
    return float((returns > 0).mean())


def main(
    game: terminal.Game = "two_crowns",
    players: terminal.Players = None,
    decisions: Annotated[int, typer.Option(min=1, help="Number of decisions to learn from.")] = 500_000,
    seed: terminal.Seed = 0,
    threads: Annotated[int, typer.Option(min=1, help="Number of threads of torch.")] = 1,
    out: Annotated[Path | None, terminal.output_file("--out", "Write the network's weights to this file.")] = None,
) -> None:
    """Train a network by self-play PPO."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    rules: GameRules = terminal.chosen_rules(game, players, None)
    network, view = Network(rules), View(rules, scaled=True)
    optimizer = torch.optim.Adam(network.parameters(), _LEARNING_RATE, eps=1e-5)
    games = SelfPlayVec(rules, GAMES, seed)
    step, legal = games.decisions, torch.from_numpy(games.bool_masks)  # shares memory with the games
    observations = torch.zeros(STEPS, GAMES, rules.observation.size)
    masks = torch.zeros(STEPS, GAMES, rules.num_actions, dtype=torch.bool)
    actions = torch.zeros(STEPS, GAMES, dtype=torch.int64)
    log_probs = torch.zeros(STEPS, GAMES)
    values, seats = np.zeros((STEPS, GAMES), np.float32), np.zeros((STEPS, GAMES), np.int64)
    rewards, ended = np.zeros((STEPS, GAMES, rules.num_players), np.float32), np.zeros((STEPS, GAMES), np.bool_)
    rng = np.random.default_rng(seed)
    iterations, start = -(-decisions // (GAMES * STEPS)), time.perf_counter()

    for iteration in range(iterations):
        optimizer.param_groups[0]["lr"] = _LEARNING_RATE * (1 - iteration / iterations)

        # -- play -------------------------------------------------------------------------------------------------
        for t in range(STEPS):
            observations[t], masks[t] = torch.from_numpy(view.convert_observations(step.observations)), legal
            with torch.no_grad():
                logits, value = network(observations[t], masks[t])
                distribution: Any = Categorical(logits=logits)
                actions[t] = distribution.sample()
                log_probs[t] = distribution.log_prob(actions[t])
            values[t], seats[t] = value.numpy(), step.seats
            games.step(actions[t].numpy())
            rewards[t], ended[t] = step.rewards, step.terminated | step.truncated

        # -- advantages -------------------------------------------------------------------------------------------
        estimates, is_known = advantages(values, seats, rewards, ended, _GAMMA, _LAMBDA)
        rows = np.flatnonzero(is_known)
        advantage = torch.from_numpy(estimates.ravel())
        returns = torch.from_numpy((values + estimates).ravel())

        # -- learn ------------------------------------------------------------------------------------------------
        for _ in range(_EPOCHS):
            for part in torch.from_numpy(rng.permutation(rows)).chunk(max(1, len(rows) // _MINIBATCH)):
                logits, value = network(observations.flatten(0, 1)[part], masks.flatten(0, 1)[part])
                distribution = Categorical(logits=logits)
                ratio = (distribution.log_prob(actions.flatten()[part]) - log_probs.flatten()[part]).exp()
                normalized = (advantage[part] - advantage[part].mean()) / (advantage[part].std(correction=0) + 1e-8)
                policy_loss = -torch.minimum(normalized * ratio, normalized * ratio.clamp(1 - _CLIP, 1 + _CLIP)).mean()
                value_loss = (value - returns[part]).square().mean()
                loss = policy_loss + _VALUE_WEIGHT * value_loss - _ENTROPY * distribution.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), _MAX_GRADIENT)
                optimizer.step()

        if iteration % LOG_EVERY == 0 or iteration == iterations - 1:
            decisions_played, seconds = (iteration + 1) * GAMES * STEPS, time.perf_counter() - start
            wins = win_share(network, rules, seed + 1)
            typer.echo(f"{decisions_played:>10,} decisions {seconds:6.0f} s   wins against random: {wins:.3f}")
    if out is not None:
        torch.save(network.state_dict(), out)


if __name__ == "__main__":
    terminal.run_command(main)
