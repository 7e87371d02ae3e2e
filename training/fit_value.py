"""Fit a value network: `python training/fit_value.py --game GAME`.

The module `agents/heuristics/<game>` provides the heuristic player, `write_features(state, board, features)`, which
writes the `NUM_FEATURES` features of each seat at the start of a turn, and `VALUE_PATH`, the file of the weights.

The heuristic plays against itself, with occasional random actions for variety. Some turns of each game are sampled,
with the final win shares as targets. Every tenth game is held out for validation. The seed determines the result.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import typer
from rich.console import Console
from rich.progress import track

from kschwert_env import GAMES, terminal
from kschwert_env.agents.compilation import agent_code_folder
from kschwert_env.agents.heuristics.base import has_value_function, heuristic_module
from kschwert_env.agents.heuristics.value_network import BIAS, HIDDEN, OUTPUT
from kschwert_env.engine.compiled.rng import CHANCE, CHOICE, below, choose, seeded_streams
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import atomic_write
from kschwert_env.engine.jit.compiling import entry_point
from kschwert_env.engine.jit.native.digests import sources_digest
from kschwert_env.importing import find_game

_DIGEST = sources_digest(Path(__file__).parent)  # digest of this code, which the agents' digest does not include
_SAMPLED_TURNS = 12  # maximum number of sampled turns per game
_RANDOM_PER_MILLE = (0, 20, 50, 100)  # random actions per 1000 decisions, each in a quarter of the games
_GAMES_PER_BLOCK = 1000  # games played in one call
_HELD_OUT = 10  # every tenth game is held out
_EPOCHS, _BATCH, _LEARNING_RATE, _DECAY = 8, 1024, 0.01, 1e-3
_MIN_STD = 0.01  # added to the standard deviations, for features that hardly vary

_console = Console(highlight=False)


@cache
def _bind(game: str) -> Callable[..., Any]:
    knowledge, kernel = heuristic_module(game), find_game(game).kernel

    @entry_point(f"{agent_code_folder(game)}-{_DIGEST}")
    def play(states, streams, board, mask, random_per_mille, features, shares, counts):
        """Play one game per slot; write `features` (games, turns, seats, features) of sampled turns.

        `shares` (games, seats) receives win shares, `counts` (games,) the number of sampled turns: all turns of a short
        game, else a uniform sample (Vitter, "Random sampling with a reservoir", ACM TOMS 11(1), 1985).
        """
        seats = features.shape[2]
        for i in range(states.shape[0]):
            states[i] = board[0].blank
            state, choices = states[i], streams[i, CHOICE]
            kernel.reset(state, streams[i, CHANCE], board[0])
            seen, turn = 0, -1
            while state.player >= 0:
                if state.turn != turn:
                    turn = state.turn
                    seen += 1
                    slot = seen - 1 if seen <= _SAMPLED_TURNS else below(choices, seen)
                    if slot < _SAMPLED_TURNS:
                        knowledge.write_features(state, board[0], features[i, slot])
                kernel.legal_mask(state, board[0], mask)
                if below(choices, 1000) < random_per_mille[i]:
                    action = choose(mask, choices)
                else:
                    action = knowledge.choose_action(state, board[0], mask, choices)
                kernel.step(state, streams[i, CHANCE], board[0], action)
            counts[i] = min(seen, _SAMPLED_TURNS)
            kernel.returns(state, board[0], shares[i])
            for seat in range(seats):
                shares[i, seat] = (shares[i, seat] * (seats - 1) + 1) / seats

    return play


def positions(rules: GameRules, games: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return features float32 (n, seats, features), win shares float32 (n, seats), and game numbers int64 (n,)."""
    blocks, mask = [], np.zeros(rules.num_actions, np.int8)
    width = heuristic_module(rules.package).NUM_FEATURES
    streams = seeded_streams(seed, games)
    for start in track(range(0, games, _GAMES_PER_BLOCK), f"{rules.num_players} players", console=_console):
        numbers = np.arange(start, min(start + _GAMES_PER_BLOCK, games))
        features = np.zeros((len(numbers), _SAMPLED_TURNS, rules.num_players, width))
        shares, counts = np.zeros((len(numbers), rules.num_players)), np.zeros(len(numbers), np.int64)
        states, random_per_mille = (
            np.zeros(len(numbers), rules.state_dtype),
            np.array(_RANDOM_PER_MILLE)[numbers % len(_RANDOM_PER_MILLE)],
        )
        _bind(rules.package)(
            states, streams[numbers].copy(), rules.board, mask, random_per_mille, features, shares, counts
        )
        sampled = np.arange(_SAMPLED_TURNS) < counts[:, None]
        blocks.append((features[sampled].astype(np.float32), np.repeat(shares, counts, 0), np.repeat(numbers, counts)))
    features, shares, numbers = map(np.concatenate, zip(*blocks, strict=True))
    return features, shares.astype(np.float32), numbers


def log_loss(scores: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
    """Return the mean cross-entropy of win shares under the softmax of scores, both (n, seats)."""
    return -(torch.log_softmax(scores, -1) * shares).sum(-1).mean()


def train_network(features: torch.Tensor, shares: torch.Tensor) -> torch.nn.Sequential:
    """Return a network, trained on standardized features (n, seats, features) and win shares (n, seats)."""
    hidden, output = torch.nn.Linear(features.shape[-1], HIDDEN), torch.nn.Linear(HIDDEN, 1, bias=False)
    network = torch.nn.Sequential(hidden, torch.nn.ReLU(), output, torch.nn.Flatten(1))
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=_DECAY)
    steps = _EPOCHS * -(-len(features) // _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _LEARNING_RATE, total_steps=steps)
    for _ in range(_EPOCHS):
        for batch in torch.randperm(len(features)).split(_BATCH):
            optimizer.zero_grad()
            log_loss(network(features[batch]), shares[batch]).backward()
            optimizer.step()
            schedule.step()
    return network


def weight_table(network: torch.nn.Sequential, mean: np.ndarray, std: np.ndarray) -> np.ndarray:
    """Return the weights for `value`, which takes unstandardized features: float32 (features + 2, HIDDEN)."""
    weight, bias, output = (parameter.detach().numpy() for parameter in network.parameters())
    weights = np.zeros((len(mean) + 2, HIDDEN), np.float32)
    weights[:BIAS] = weight.T / std[:, None]
    weights[BIAS] = bias - mean @ weights[:BIAS]
    weights[OUTPUT] = output[0]
    return weights


def fit(rules: GameRules, games: int, seed: int) -> np.ndarray:
    """Return the weights for these rules, and print the loss on held-out games."""
    features, shares, numbers = positions(rules, games, seed)
    held_out = numbers % _HELD_OUT == 0
    mean, std = features.mean((0, 1)), features.std((0, 1)) + _MIN_STD
    inputs, targets = torch.from_numpy((features - mean) / std), torch.from_numpy(shares)
    torch.manual_seed(seed)
    network = train_network(inputs[~held_out], targets[~held_out])
    with torch.no_grad():
        losses = [log_loss(network(inputs[rows]), targets[rows]).item() for rows in (~held_out, held_out)]
        by_seat = targets[~held_out].mean(0).log().expand(int(held_out.sum()), -1)
        baseline = log_loss(by_seat, targets[held_out]).item()
    _console.print(
        f"{rules.num_players} players, {len(features):,} positions of {games:,} games: log loss {losses[1]:.4f} of"
        f" held-out games, {losses[0]:.4f} of training games; {baseline:.4f} with win rates by seat only"
    )
    return weight_table(network, mean, std)


def main(
    game: terminal.Game = GAMES[0],
    players: Annotated[
        list[int] | None, typer.Option(help="Number of players. May be repeated.", show_default="all")
    ] = None,
    games: Annotated[int, typer.Option(help="Number of games.")] = 40_000,
    seed: terminal.Seed = 0,
) -> None:
    """Fit the value network of a game's heuristic, and write it to the file that search agents read."""
    if not has_value_function(game):
        raise terminal.usage_error(f"{game} has no value features: agents/heuristics/{game} lacks `describe`")
    torch.set_num_threads(1)
    rules_type, path = find_game(game), heuristic_module(game).VALUE_PATH
    for number in players or rules_type.player_counts:
        tables = dict(np.load(path)) if path.exists() else {}
        tables[str(number)] = fit(rules_type(number), games, seed)
        with atomic_write(path) as file:
            np.savez(file, **tables)


if __name__ == "__main__":
    terminal.run_command(main)
