"""Beliefs: how likely are the determinizations of a position, given what a seat knows?

`resample` draws what is hidden as the rules allow. Players choose, however, which cards they keep, lay or hide, so some
draws are far more likely than others. A small network tells true positions from resampled ones; its output is then the
logarithm of the ratio of their densities (Sugiyama, Suzuki and Kanamori, "Density Ratio Estimation in Machine
Learning", 2012, chapter 4). Worlds are resampled in proportion to this ratio.

The network sees the observations of all seats, the deciding one first. `training/fit_belief.py` fits it to games of the
bundled network of the game.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.agents import policy
from kschwert_env.agents.compilation import agent_code_folder
from kschwert_env.engine.io.arrays import open_arrays
from kschwert_env.engine.jit.compiling import entry_point
from kschwert_env.engine.rng import CHANCE, RESAMPLE, seeded_streams
from kschwert_env.engine.rules import GameRules
from kschwert_env.nn.inference.layers import add_entries, fill
from kschwert_env.nn.inference.matmul import padded

CANDIDATES = 128
"""Number of worlds that are drawn uniformly and weighted."""

WORLDS = 64
"""Number of worlds that are chosen from them by weight."""


class BeliefWeights(NamedTuple):
    """Weights of the network: float32, with H hidden units, padded; entries are int64."""

    entries: np.ndarray  # (N,), all entries of an observation
    hidden: np.ndarray  # (P, N, H), of the observations of all seats, the deciding one first
    bias: np.ndarray  # (H,)
    output: np.ndarray  # (H,)


def belief_path(rules: GameRules) -> Path:
    """Return the file of the bundled belief network of a game, which may be missing."""
    return policy.TRAINED / f"{rules.package}_{rules.num_players}" / "belief.npz"


def load_belief(rules: GameRules) -> BeliefWeights | None:
    """Return the weights of the bundled network, or None if there is none for these rules.

    Raises FileError if the file is damaged.
    """
    path = belief_path(rules)
    if not path.is_file():
        return None
    with open_arrays(path, "belief network") as arrays:
        if str(arrays.read("fingerprint")) != rules.fingerprint:
            return None
        hidden, bias, output = (padded(arrays.read(name)) for name in ("hidden", "bias", "output"))
    return BeliefWeights(np.arange(rules.observation.size), hidden, bias, output)


def likely_worlds(rules: GameRules, weights: BeliefWeights, root: np.ndarray, seed: int) -> np.ndarray:
    """Return `WORLDS` worlds for the deciding seat of a world, structured (1,): resampled, and chosen by weight.

    A world may be chosen several times (systematic resampling: Kitagawa, Journal of Computational and Graphical
    Statistics 5(1), 1996). The result is the same for every world that the seat cannot distinguish from `root`.
    """
    worlds = np.repeat(root, CANDIDATES)
    streams = seeded_streams(seed, 1, RESAMPLE)
    logits = np.zeros(CANDIDATES, np.float32)
    observation, units = np.zeros(rules.observation.size, np.int8), np.zeros((2, 1, len(weights.bias)), np.float32)
    _bind(rules.package)(worlds, streams, rules.board, weights, observation, units, logits)
    ratios = np.exp(logits.astype(np.float64) - logits.max())
    points = (np.arange(WORLDS) + 0.5) / WORLDS * ratios.sum()
    chosen = np.searchsorted(np.cumsum(ratios), points)
    return np.ascontiguousarray(worlds[np.minimum(chosen, CANDIDATES - 1)])


@cache
def _bind(game: str) -> Callable[..., Any]:
    """Return the weighting of worlds, with the compiled functions of a game's kernel."""
    rules = import_module(f"kschwert_env.{game}.kernel")

    @entry_point(agent_code_folder(game))
    def weigh(worlds, streams, board, weights, observation, units, logits):
        """Resample each world (n,) for its deciding seat, and write the logarithm of its density ratio (n,).

        `observation` and `units` (2, 1, H) are buffers.
        """
        me, seats = worlds[0].player, weights.hidden.shape[0]
        known, total = units[0], units[1]
        rules.observe(worlds[0], board[0], me, observation)
        fill(weights.bias, known)
        add_entries(observation, weights.entries, weights.hidden[0], known)
        for i in range(worlds.shape[0]):
            rules.resample(worlds[i], streams[0, CHANCE], board[0], me)
            fill(known[0], total)
            for seat in range(1, seats):
                rules.observe(worlds[i], board[0], (me + seat) % seats, observation)
                add_entries(observation, weights.entries, weights.hidden[seat], total)
            logits[i] = 0.0
            for unit in range(total.shape[1]):
                logits[i] += max(total[0, unit], total.dtype.type(0)) * weights.output[unit]

    return weigh
