"""Self-play PPO in a single file, as CleanRL has it, to read and to change: `python training/ppo_single_file.py`.

All seats are played by one network, on `SelfPlayVec`; the one thing that differs from PPO elsewhere is whose return it
is, which `advantages` settles. No checkpoints, no past selves: those are in `ppo`. Two Crowns is won against random
players within a minute.
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
from kschwert_env.engine.rules import GameRules
from kschwert_env.training.rollout.advantages import advantages

GAMES = 128
"""Played side by side."""
STEPS = 64
"""Decisions in each of them for one iteration."""
TELL_EVERY = 10
"""Iterations from one line of progress to the next."""
TEST_GAMES = 500
"""Played for each of these lines."""

_EPOCHS, _MINIBATCH, _WIDTH = 2, 512, 128
_LEARNING_RATE = 1e-3  # at first; it falls to zero
_GAMMA, _LAMBDA, _CLIP, _ENTROPY, _VALUE_WEIGHT, _MAX_GRADIENT = 1.0, 0.95, 0.2, 0.01, 0.5, 0.5


class Network(nn.Module):
    """Logits of actions, (n, A), very low where illegal, and values, (n,), of observations float32 (n, N)."""

    def __init__(self, rules: GameRules) -> None:
        """Orthogonal weights at first; all actions as good as equally likely."""
        super().__init__()
        self._body = nn.Sequential(layer(rules.observation.size, _WIDTH), nn.ReLU(), layer(_WIDTH, _WIDTH), nn.ReLU())
        self._policy, self._value = layer(_WIDTH, rules.num_actions, 0.01), layer(_WIDTH, 1, 1.0)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """`masks` are bools (n, A)."""
        hidden = self._body(observations)
        return self._policy(hidden).masked_fill(~masks, -1e9), self._value(hidden).squeeze(1)


def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """A linear layer with orthogonal weights."""
    linear = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(linear.weight, gain)
    nn.init.zeros_(linear.bias)
    return linear


def share_of_wins(network: Network, rules: GameRules, seed: int) -> float:
    """Of games in which one seat, each in turn, is the network's and the others play at random."""
    games, view = SelfPlayVec(rules, TEST_GAMES, seed), View(rules, scaled=True)
    own, every = np.arange(TEST_GAMES) % rules.num_players, np.arange(TEST_GAMES)
    returns, waits = np.zeros(TEST_GAMES), np.ones(TEST_GAMES, np.bool_)
    while waits.any():
        asked, actions = games.decisions, games.batch.random_actions()
        with torch.no_grad():
            logits, _ = network(
                torch.from_numpy(view.convert_observations(asked.observations)), torch.from_numpy(games.bool_masks)
            )
        chances: Any = Categorical(logits=logits)
        actions = np.where(asked.seats == own, chances.sample().numpy(), actions)
        asked = games.step(actions)
        ended = waits & (asked.terminated | asked.truncated)
        returns[ended] = asked.rewards[every, own][ended]
        waits &= ~ended
    return float((returns > 0).mean())


def main(
    game: terminal.Game = "two_crowns",
    players: terminal.Players = None,
    decisions: Annotated[int, typer.Option(min=1, help="Decisions to learn from.")] = 500_000,
    seed: terminal.Seed = 0,
    threads: Annotated[int, typer.Option(min=1, help="Threads of torch.")] = 1,
    out: Annotated[Path | None, terminal.output_file("--out", "Write the network's weights here.")] = None,
) -> None:
    """Learn by self-play in a single file of code, to read and to change."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    rules: GameRules = terminal.chosen_rules(game, players, None)
    network, view = Network(rules), View(rules, scaled=True)
    optimizer = torch.optim.Adam(network.parameters(), _LEARNING_RATE, eps=1e-5)
    games = SelfPlayVec(rules, GAMES, seed)
    asked, legal = games.decisions, torch.from_numpy(games.bool_masks)  # always the same memory
    observations = torch.zeros(STEPS, GAMES, rules.observation.size)
    masks = torch.zeros(STEPS, GAMES, rules.num_actions, dtype=torch.bool)
    actions = torch.zeros(STEPS, GAMES, dtype=torch.int64)
    log_probs = torch.zeros(STEPS, GAMES)
    values, seats = np.zeros((STEPS, GAMES), np.float32), np.zeros((STEPS, GAMES), np.int64)
    rewards, ended = np.zeros((STEPS, GAMES, rules.num_players), np.float32), np.zeros((STEPS, GAMES), np.bool_)
    chance = np.random.default_rng(seed)
    iterations, start = -(-decisions // (GAMES * STEPS)), time.perf_counter()

    for iteration in range(iterations):
        optimizer.param_groups[0]["lr"] = _LEARNING_RATE * (1 - iteration / iterations)

        # -- play -------------------------------------------------------------------------------------------------
        for t in range(STEPS):
            observations[t], masks[t] = torch.from_numpy(view.convert_observations(asked.observations)), legal
            with torch.no_grad():
                logits, value = network(observations[t], masks[t])
                chances: Any = Categorical(logits=logits)
                actions[t] = chances.sample()
                log_probs[t] = chances.log_prob(actions[t])
            values[t], seats[t] = value.numpy(), asked.seats
            games.step(actions[t].numpy())
            rewards[t], ended[t] = asked.rewards, asked.terminated | asked.truncated

        # -- whose return -----------------------------------------------------------------------------------------
        found, known = advantages(values, seats, rewards, ended, _GAMMA, _LAMBDA)
        rows = np.flatnonzero(known)
        ahead = torch.from_numpy(found.ravel())
        returns = torch.from_numpy((values + found).ravel())

        # -- learn ------------------------------------------------------------------------------------------------
        for _ in range(_EPOCHS):
            for part in torch.from_numpy(chance.permutation(rows)).chunk(max(1, len(rows) // _MINIBATCH)):
                logits, value = network(observations.flatten(0, 1)[part], masks.flatten(0, 1)[part])
                chances = Categorical(logits=logits)
                ratio = (chances.log_prob(actions.flatten()[part]) - log_probs.flatten()[part]).exp()
                better = (ahead[part] - ahead[part].mean()) / (ahead[part].std(correction=0) + 1e-8)
                policy_loss = -torch.minimum(better * ratio, better * ratio.clamp(1 - _CLIP, 1 + _CLIP)).mean()
                value_loss = (value - returns[part]).square().mean()
                loss = policy_loss + _VALUE_WEIGHT * value_loss - _ENTROPY * chances.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), _MAX_GRADIENT)
                optimizer.step()

        if iteration % TELL_EVERY == 0 or iteration == iterations - 1:
            done, seconds = (iteration + 1) * GAMES * STEPS, time.perf_counter() - start
            wins = share_of_wins(network, rules, seed + 1)
            typer.echo(f"{done:>10,} decisions {seconds:6.0f} s   wins against random: {wins:.3f}")
    if out is not None:
        torch.save(network.state_dict(), out)


if __name__ == "__main__":
    typer.run(main)
