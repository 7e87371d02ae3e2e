"""Fit a value network: `python training/fit_value.py --game GAME`.

It takes from the module `agents/heuristics/<game>`, besides its heuristic player,
`write_features(state, board, features)`, which writes the `NUM_FEATURES` of each seat at the start of a turn, and
`VALUE_PATH`, where the numbers are kept.

The heuristic player plays against itself, with a random action now and then, so that positions vary; of each game some
turns are noted, with the shares of the win. Every tenth game is held out. The same seed gives the same numbers.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
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
from kschwert_env.engine.io.files import atomic_write
from kschwert_env.engine.jit.compiling import entry_point, sources_digest
from kschwert_env.engine.rng import CHANCE, CHOICE, below, choose, seeded_streams
from kschwert_env.engine.rules import GameRules

_DIGEST = sources_digest(Path(__file__).parent)  # of this code, which the folder of agents does not cover
_NOTED = 12  # turns of each game
_SLIPS = (0, 20, 50, 100)  # random actions among a thousand, in equally many games each
_BLOCK = 1000  # games played at a time
_HELD_OUT = 10  # every so many games
_EPOCHS, _BATCH, _LEARNING_RATE, _DECAY = 8, 1024, 0.01, 1e-3
_LEAST_SPREAD = 0.01  # of a feature that hardly varies

_console = Console(highlight=False)


@cache
def _bind(game: str) -> Callable[..., Any]:
    knowledge, kernel = heuristic_module(game), import_module(f"kschwert_env.{game}.kernel")

    @entry_point(f"{agent_code_folder(game)}-{_DIGEST}")
    def play(states, streams, board, mask, slips, features, shares, counts):
        """Play a game in each place; note the features (games, turns, seats, features) of some of its turns.

        `shares` (games, seats) are those of the win; `counts` the turns noted: all of a short game, else a
        uniform choice (Vitter, "Random sampling with a reservoir", ACM TOMS 11(1), 1985).
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
                    place = seen - 1 if seen <= _NOTED else below(choices, seen)
                    if place < _NOTED:
                        knowledge.write_features(state, board[0], features[i, place])
                kernel.legal_mask(state, board[0], mask)
                if below(choices, 1000) < slips[i]:
                    action = choose(mask, choices)
                else:
                    action = knowledge.choose_action(state, board[0], mask, choices)
                kernel.step(state, streams[i, CHANCE], board[0], action)
            counts[i] = min(seen, _NOTED)
            kernel.returns(state, board[0], shares[i])
            for seat in range(seats):
                shares[i, seat] = (shares[i, seat] * (seats - 1) + 1) / seats

    return play


def positions(rules: GameRules, games: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features float32 (n, seats, features), win shares float32 (n, seats), numbers of the games int64 (n,)."""
    parts, mask = [], np.zeros(rules.num_actions, np.int8)
    width = heuristic_module(rules.package).NUM_FEATURES
    streams = seeded_streams(seed, games)
    for start in track(range(0, games, _BLOCK), f"{rules.num_players} players", console=_console):
        numbers = np.arange(start, min(start + _BLOCK, games))
        features = np.zeros((len(numbers), _NOTED, rules.num_players, width))
        shares, counts = np.zeros((len(numbers), rules.num_players)), np.zeros(len(numbers), np.int64)
        states, slips = np.zeros(len(numbers), rules.state_dtype), np.array(_SLIPS)[numbers % len(_SLIPS)]
        _bind(rules.package)(states, streams[numbers].copy(), rules.board, mask, slips, features, shares, counts)
        noted = np.arange(_NOTED) < counts[:, None]
        parts.append((features[noted].astype(np.float32), np.repeat(shares, counts, 0), np.repeat(numbers, counts)))
    features, shares, numbers = map(np.concatenate, zip(*parts, strict=True))
    return features, shares.astype(np.float32), numbers


def log_loss(scores: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
    """The mean cross-entropy of win shares under the softmax of scores, both (n, seats)."""
    return -(torch.log_softmax(scores, -1) * shares).sum(-1).mean()


def fitted(features: torch.Tensor, shares: torch.Tensor) -> torch.nn.Sequential:
    """The network for standardised features."""
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


def table(network: torch.nn.Sequential, mean: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """The weights as `value` reads them, for features as they are: float32 (features + 2, HIDDEN)."""
    weight, bias, output = (parameter.detach().numpy() for parameter in network.parameters())
    weights = np.zeros((len(mean) + 2, HIDDEN), np.float32)
    weights[:BIAS] = weight.T / spread[:, None]
    weights[BIAS] = bias - mean @ weights[:BIAS]
    weights[OUTPUT] = output[0]
    return weights


def fit(rules: GameRules, games: int, seed: int) -> np.ndarray:
    """The table for these rules; says how well it tells the winners of games held out."""
    features, shares, numbers = positions(rules, games, seed)
    held_out = numbers % _HELD_OUT == 0
    mean, spread = features.mean((0, 1)), features.std((0, 1)) + _LEAST_SPREAD
    inputs, wanted = torch.from_numpy((features - mean) / spread), torch.from_numpy(shares)
    torch.manual_seed(seed)
    network = fitted(inputs[~held_out], wanted[~held_out])
    with torch.no_grad():
        losses = [log_loss(network(inputs[part]), wanted[part]).item() for part in (~held_out, held_out)]
        by_seat = wanted[~held_out].mean(0).log().expand(int(held_out.sum()), -1)
        guess = log_loss(by_seat, wanted[held_out]).item()
    _console.print(
        f"{rules.num_players} players, {len(features):,} positions of {games:,} games: log loss {losses[1]:.4f} of"
        f" those held out, {losses[0]:.4f} of the others; {guess:.4f} by seat alone"
    )
    return table(network, mean, spread)


def main(
    game: terminal.Game = GAMES[0],
    players: Annotated[list[int] | None, typer.Option(help="Numbers of players; all where none is named.")] = None,
    games: int = 40_000,
    seed: int = 0,
) -> None:
    """Fit the value of positions anew, and write it where the search reads it."""
    if not has_value_function(game):
        raise terminal.refused(f"no module agents/heuristics/{game} values positions")
    torch.set_num_threads(1)
    rules_type, path = terminal.package(game).Rules, heuristic_module(game).VALUE_PATH
    for number in players or rules_type.player_counts:
        tables = dict(np.load(path)) if path.exists() else {}
        tables[str(number)] = fit(rules_type(number), games, seed)
        with atomic_write(path) as file:
            np.savez(file, **tables)


if __name__ == "__main__":
    typer.run(main)
