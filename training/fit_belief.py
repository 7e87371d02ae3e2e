"""Fit a belief network: `python training/fit_belief.py --game GAME`.

The bundled network of the game plays against itself. Some positions of each game are sampled, each beside a
determinization for its deciding seat. The belief network learns to tell them apart
(`kschwert_env/agents/search/belief.py`). Every tenth game is held out for validation. The seed determines the result.
"""

from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from rich.console import Console
from rich.progress import track
from torch.nn.functional import binary_cross_entropy_with_logits

from kschwert_env import GAMES, terminal
from kschwert_env.agents.base import choose_actions, make_decision_batch
from kschwert_env.agents.registry import make_agent
from kschwert_env.agents.search.belief import belief_path
from kschwert_env.engine.batch import Batch
from kschwert_env.engine.io.files import atomic_write
from kschwert_env.engine.rules import GameRules

_HIDDEN = 64  # units of the hidden layer
_PARALLEL_GAMES = 256
_SAMPLED = 0.05  # fraction of decisions that are sampled
_HELD_OUT = 10  # every tenth game is held out
_EPOCHS, _BATCH, _LEARNING_RATE, _DECAY = 6, 512, 1e-3, 1e-3

_console = Console(highlight=False)


class BeliefNetwork(torch.nn.Module):
    """One hidden layer (ReLU) over the observations of all seats, scaled by their largest entries; one output."""

    def __init__(self, scale: torch.Tensor) -> None:
        """Create the network; `scale`, float32 (P N,), are the factors of the observations."""
        super().__init__()
        self.scale = scale
        self.hidden = torch.nn.Linear(len(scale), _HIDDEN)
        self.output = torch.nn.Linear(_HIDDEN, 1, bias=False)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return log density ratios, float32 (n,), of observations, int8 (n, P N)."""
        logits: torch.Tensor = self.output(torch.relu(self.hidden(observations * self.scale)))[:, 0]
        return logits


def observations_of_all(rules: GameRules, states: np.ndarray) -> np.ndarray:
    """Return the observations of all seats in positions (n,), the deciding seat first: int8 (n, P N)."""
    players, rows = rules.num_players, np.arange(len(states))
    found = np.zeros((players, len(states), rules.observation.size), np.int8)
    for seat in range(players):
        rules.loops.observe(states, rules.board, seat, found[seat])
    seats = (states["player"][:, None] + np.arange(players)) % players
    return found[seats, rows[:, None]].reshape(len(states), players * rules.observation.size)


def positions(rules: GameRules, decisions: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return observations int8 (n, P N), labels float32 (n,) (1 = a true position), and numbers of games int64 (n,)."""
    agent, batch = make_agent("policy", rules), Batch(rules, _PARALLEL_GAMES, seed)
    generator, numbers = np.random.default_rng(seed), np.arange(_PARALLEL_GAMES)
    found = []
    for _ in track(range(decisions), "positions", console=_console):
        states = batch.states.copy()
        current = make_decision_batch(rules, states, generator.integers(0, 1 << 62, _PARALLEL_GAMES))
        sampled = (current.masks.sum(axis=1) > 1) & (generator.random(_PARALLEL_GAMES) < _SAMPLED)
        for label, positions in ((1.0, states), (0.0, current.worlds(1)[:, 0])):
            observations = observations_of_all(rules, np.ascontiguousarray(positions[sampled]))
            found.append((observations, np.full(len(observations), label, np.float32), numbers[sampled]))
        batch.step(choose_actions(agent, current))
        numbers = numbers + _PARALLEL_GAMES * (batch.terminated | batch.truncated)
    observations, labels, games = map(np.concatenate, zip(*found, strict=True))
    return observations, labels, games


def train_network(network: BeliefNetwork, observations: torch.Tensor, labels: torch.Tensor, rows: np.ndarray) -> None:
    """Train a network on some rows of the positions."""
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=_DECAY)
    steps = _EPOCHS * -(-len(rows) // _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _LEARNING_RATE, total_steps=steps)
    for _ in track(range(_EPOCHS), "epochs", console=_console):
        for part in torch.from_numpy(rows)[torch.randperm(len(rows))].split(_BATCH):  # type: ignore[no-untyped-call]
            optimizer.zero_grad()
            binary_cross_entropy_with_logits(network(observations[part]), labels[part]).backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()


@torch.no_grad()
def log_loss(network: BeliefNetwork, observations: torch.Tensor, labels: torch.Tensor, rows: np.ndarray) -> float:
    """Return the mean log loss on some rows of the positions."""
    logits = torch.cat([network(observations[part]) for part in np.split(rows, range(_BATCH, len(rows), _BATCH))])
    return binary_cross_entropy_with_logits(logits, labels[torch.from_numpy(rows)]).item()


def save(path: Path, rules: GameRules, network: BeliefNetwork) -> None:
    """Write the weights, half precision, with the fingerprint of the rules; entries as in `belief.BeliefWeights`."""
    weight = (network.hidden.weight * network.scale).detach().numpy().T
    shape = rules.num_players, rules.observation.size, _HIDDEN
    with atomic_write(path) as file:
        np.savez_compressed(
            file,
            fingerprint=np.array(rules.fingerprint),
            hidden=weight.reshape(shape).astype(np.float16),
            bias=network.hidden.bias.detach().numpy().astype(np.float16),
            output=network.output.weight.detach().numpy()[0].astype(np.float16),
        )


def main(
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    decisions: Annotated[int, typer.Option(help="Number of decisions in each of 256 games at once.")] = 2_000,
    out: Annotated[Path | None, typer.Option(help="File to write.", show_default="that of `puct`")] = None,
    seed: terminal.Seed = 0,
) -> None:
    """Fit the belief network of a game, and write it to the file that the agent `puct` reads."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rules = terminal.chosen_rules(game, players, None)
    observations, labels, games = positions(rules, decisions, seed)
    scale = torch.from_numpy(1 / np.maximum(1, np.abs(observations).max(axis=0)).astype(np.float32))
    network, inputs, targets = BeliefNetwork(scale), torch.from_numpy(observations), torch.from_numpy(labels)
    is_held_out = games % _HELD_OUT == 0
    train_network(network, inputs, targets, np.flatnonzero(~is_held_out))
    loss = log_loss(network, inputs, targets, np.flatnonzero(is_held_out))
    _console.print(f"{len(labels):,} positions: log loss {loss:.4f} of held-out games; 0.6931 without knowledge")
    save(out or belief_path(rules), rules, network)


if __name__ == "__main__":
    terminal.run_command(main)
