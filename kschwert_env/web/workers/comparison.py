"""Comparison of actions: win chances of the deciding seat after each of them, in the same worlds.

A search visits promising actions only. The comparison says what the other ones would cost.
"""

from typing import Any

import numpy as np

from kschwert_env.engine.rng import derived_seeds, seeded_streams_each
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.warmup import STAGES, ensure_compiled
from kschwert_env.engine.worlds import make_world_sampler
from kschwert_env.web.workers import analysis

_MAX_WITHOUT_NETWORK = 6  # actions that are compared by playouts, which take long


def losses(rules: GameRules, state: np.ndarray, actions: list[int], seed: int) -> list[dict[str, Any]]:
    """Return what the other actions lose against the first one, smallest losses first, in JSON types.

    Keys: `number` (action id), `lost` (share of the win), `error` (standard error of the difference). `state` is
    structured (1,), `rules` have `reward="win"`.
    """
    ensure_compiled(rules, *STAGES)
    seat, first = int(state["player"][0]), _values(rules, state, actions[0], seed)
    found = []
    for action in actions[1 : None if analysis.has_network(rules) else _MAX_WITHOUT_NETWORK]:
        lost = first[:, seat] - _values(rules, state, action, seed)[:, seat]
        error = float(lost.std(ddof=1) / np.sqrt(len(lost)))
        found.append({"number": action, "lost": float(lost.mean()), "error": error})
    return sorted(found, key=lambda each: each["lost"])


def _values(rules: GameRules, state: np.ndarray, action: int, seed: int) -> np.ndarray:
    """Return win shares after an action, float64 (WORLDS, P); hidden information and chance differ by world."""
    worlds = make_world_sampler(rules, state, np.array([seed]))(analysis.WORLDS)[0]
    _step(rules, worlds, action, seed)
    returns = np.zeros((len(worlds), rules.num_players))
    rules.loops.compute_returns(worlds, rules.board, returns)
    for player in np.unique(worlds["player"][worlds["player"] >= 0]):
        deciding = np.flatnonzero(worlds["player"] == player)
        returns[deciding] = analysis.expected_returns(rules, worlds[deciding].copy(), seed)
    return np.asarray(analysis.win_share(returns, rules.num_players))


def _step(rules: GameRules, worlds: np.ndarray, action: int, seed: int) -> None:
    """Take an action in all worlds, in place."""
    count = len(worlds)
    streams = seeded_streams_each(derived_seeds(np.full(count, seed), np.arange(count)), 1, 0)[:, 0].copy()
    masks = np.zeros((count, rules.num_actions), np.int8)
    rules.loops.refresh(worlds, rules.board, masks, None)
    for i in range(count):
        rules.loops.step(worlds[i : i + 1], streams[i : i + 1], rules.board, masks[i : i + 1], action)
