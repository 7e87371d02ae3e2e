"""Fits the numbers of `value`: `python -m kschwert_env.agents.krone_schwert.fit`, which needs the extra `train`.

The heuristic player plays against itself, with a random action now and then, so that positions vary; of each game some
turns are noted, with the shares of the win. Every tenth game is held out. The same seed gives the same numbers.
"""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

import numpy as np
import torch
import typer
from rich.console import Console
from rich.progress import track

from kschwert_env.agents.cache import folder
from kschwert_env.agents.krone_schwert.features import NUM_FEATURES, describe
from kschwert_env.agents.krone_schwert.player import choose_heuristically
from kschwert_env.agents.krone_schwert.value import BIAS, HIDDEN, OUTPUT, PATH
from kschwert_env.engine.compiling import entry_point
from kschwert_env.engine.files import replacing
from kschwert_env.engine.returns import win_return
from kschwert_env.engine.streams import CHANCE, CHOICE, below, choose, seeded
from kschwert_env.krone_schwert import Rules, kernel

NOTED = 12  # turns of each game
SLIPS = (0, 20, 50, 100)  # random actions among a thousand, in equally many games each
BLOCK = 1000  # games played at a time
HELD_OUT = 10  # every so many games
EPOCHS, BATCH, LEARNING_RATE, DECAY = 8, 1024, 0.01, 1e-3
LEAST_SPREAD = 0.01  # of a feature that hardly varies

console = Console(highlight=False)


@cache
def _bind() -> Callable[..., Any]:
    @entry_point(folder("krone_schwert"))
    def play(states, streams, board, mask, slips, features, shares, counts):
        """Play a game in each place; note the features (games, NOTED, seats, NUM_FEATURES) of some of its turns.

        `shares` (games, seats) are those of the win; `counts` the turns noted: fewer than NOTED in a short game, else a
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
                    place = seen - 1 if seen <= NOTED else below(choices, seen)
                    if place < NOTED:
                        describe(state, board[0], features[i, place])
                kernel.legal_mask(state, board[0], mask)
                if below(choices, 1000) < slips[i]:
                    action = choose(mask, choices)
                else:
                    action = choose_heuristically(state, board[0], mask, choices)
                kernel.step(state, streams[i, CHANCE], board[0], action)
            counts[i] = min(seen, NOTED)
            for seat in range(seats):
                shares[i, seat] = (win_return(state.scores, seat) * (seats - 1) + 1) / seats

    return play


def positions(rules: Rules, games: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features float32 (n, seats, NUM_FEATURES), win shares float32 (n, seats), numbers of the games int64 (n,)."""
    parts, mask = [], np.zeros(rules.num_actions, np.int8)
    streams = seeded(seed, games)
    for start in track(range(0, games, BLOCK), f"{rules.num_players} players", console=console):
        numbers = np.arange(start, min(start + BLOCK, games))
        features = np.zeros((len(numbers), NOTED, rules.num_players, NUM_FEATURES))
        shares, counts = np.zeros((len(numbers), rules.num_players)), np.zeros(len(numbers), np.int64)
        states, slips = np.zeros(len(numbers), rules.state_dtype), np.array(SLIPS)[numbers % len(SLIPS)]
        _bind()(states, streams[numbers].copy(), rules.board, mask, slips, features, shares, counts)
        noted = np.arange(NOTED) < counts[:, None]
        parts.append((features[noted].astype(np.float32), np.repeat(shares, counts, 0), np.repeat(numbers, counts)))
    features, shares, numbers = map(np.concatenate, zip(*parts, strict=True))
    return features, shares.astype(np.float32), numbers


def log_loss(scores: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
    """The mean cross-entropy of win shares under the softmax of scores, both (n, seats)."""
    return -(torch.log_softmax(scores, -1) * shares).sum(-1).mean()


def fitted(features: torch.Tensor, shares: torch.Tensor) -> torch.nn.Sequential:
    """The network for standardised features."""
    hidden, output = torch.nn.Linear(NUM_FEATURES, HIDDEN), torch.nn.Linear(HIDDEN, 1, bias=False)
    network = torch.nn.Sequential(hidden, torch.nn.ReLU(), output, torch.nn.Flatten(1))
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=DECAY)
    steps = EPOCHS * -(-len(features) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, total_steps=steps)
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(features)).split(BATCH):
            optimizer.zero_grad()
            log_loss(network(features[batch]), shares[batch]).backward()
            optimizer.step()
            schedule.step()
    return network


def table(network: torch.nn.Sequential, mean: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """The weights as `value` reads them, for features as they are: float32 (NUM_FEATURES + 2, HIDDEN)."""
    weight, bias, output = (parameter.detach().numpy() for parameter in network.parameters())
    weights = np.zeros((NUM_FEATURES + 2, HIDDEN), np.float32)
    weights[:NUM_FEATURES] = weight.T / spread[:, None]
    weights[BIAS] = bias - mean @ weights[:NUM_FEATURES]
    weights[OUTPUT] = output[0]
    return weights


def fit(rules: Rules, games: int, seed: int) -> np.ndarray:
    """The table for these rules; says how well it tells the winners of games held out."""
    features, shares, numbers = positions(rules, games, seed)
    held_out = numbers % HELD_OUT == 0
    mean, spread = features.mean((0, 1)), features.std((0, 1)) + LEAST_SPREAD
    inputs, wanted = torch.from_numpy((features - mean) / spread), torch.from_numpy(shares)
    torch.manual_seed(seed)
    network = fitted(inputs[~held_out], wanted[~held_out])
    with torch.no_grad():
        losses = [log_loss(network(inputs[part]), wanted[part]).item() for part in (~held_out, held_out)]
        by_seat = wanted[~held_out].mean(0).log().expand(int(held_out.sum()), -1)
        guess = log_loss(by_seat, wanted[held_out]).item()
    console.print(
        f"{rules.num_players} players, {len(features):,} positions of {games:,} games: log loss {losses[1]:.4f} of"
        f" those held out, {losses[0]:.4f} of the others; {guess:.4f} by seat alone"
    )
    return table(network, mean, spread)


def main(
    players: Annotated[list[int] | None, typer.Option(help="Numbers of players; all where none is named.")] = None,
    games: int = 40_000,
    seed: int = 0,
) -> None:
    """Fit the value of positions anew, and write it where the search reads it."""
    torch.set_num_threads(1)
    for number in players or Rules.player_counts:
        tables = dict(np.load(PATH)) if PATH.exists() else {}
        tables[str(number)] = fit(Rules(number), games, seed)
        with replacing(PATH) as file:
            np.savez(file, **tables)


if __name__ == "__main__":
    typer.run(main)
