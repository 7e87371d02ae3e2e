"""Win shares from short play by the bundled network: it plays on until each seat has begun a turn, and judges there.

A network overrates the seat whose decision it judges, because in training its opponents were often weaker than itself.
So its values jump whenever another seat decides. Each seat is judged at the beginning of a turn of its own instead, and
the mean over all seats is the same for whoever decides.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from kschwert_env.agents.policy import bundled_network, bundled_versions, sample_actions
from kschwert_env.engine.compiled.rng import derived_seeds, seeded_streams_each
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.nn.inference.logits import LogitsFunction
from kschwert_env.nn.network_files import load_arrays
from kschwert_env.web.workers.shares import win_share

MAX_DECISIONS = 100
"""Maximum number of decisions that are played; seats without a turn until then are not judged."""


def has_network(rules: GameRules) -> bool:
    """Return whether there is a bundled network for these rules."""
    return bool(bundled_versions(rules)) and _network(rules) is not None


def network_shares(rules: GameRules, worlds: np.ndarray, seed: int) -> np.ndarray:
    """Return expected win shares of all seats, float64 (n, P), of games, structured (n,), which are overwritten."""
    count, seats = len(worlds), rules.num_players
    streams = seeded_streams_each(derived_seeds(np.full(count, seed), np.arange(count)), 1, 0)[:, 0].copy()
    first, has_turned = worlds["turn_player"].copy(), np.zeros(count, np.bool_)
    judged, total, last = np.zeros((count, seats), np.bool_), np.zeros((count, seats)), np.zeros((count, seats))
    masks = np.zeros((count, rules.num_actions), np.int8)
    observations = np.zeros((count, rules.observation.size), np.int8)
    for number in range(MAX_DECISIONS):
        rows = np.flatnonzero((worlds["player"] >= 0) & ~judged.all(axis=1))
        if not len(rows):
            break
        rules.loops.refresh(worlds, rules.board, masks, observations)
        player = worlds["player"][rows]
        logits, last[rows] = _judge(rules, observations[rows], player)
        has_turned |= worlds["turn_player"] != first
        begins = has_turned[rows] & (worlds["turn_player"][rows] == player) & ~judged[rows, player]
        total[rows[begins]] += last[rows[begins]]
        judged[rows[begins], player[begins]] = True
        seeds = derived_seeds(np.full(len(rows), seed + 1), number * count + rows)
        actions = sample_actions(np.where(masks[rows], logits, -np.inf), seeds)
        for row, action in zip(rows, actions, strict=True):
            one = slice(row, row + 1)
            rules.loops.step(worlds[one], streams[one], rules.board, masks[one], int(action))
    ends, returns = worlds["player"] < 0, np.zeros((count, seats))
    rules.loops.compute_returns(worlds, rules.board, returns)
    unjudged = np.where(ends, seats - judged.sum(axis=1), ~judged.any(axis=1))
    last[ends] = win_share(returns[ends], seats)
    total += unjudged[:, None] * last
    return np.asarray(total / total.sum(axis=1, keepdims=True))


def _judge(rules: GameRules, observations: np.ndarray, player: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return logits, float64 (n, A), and win shares of all seats, float64 (n, P), for the deciding seats."""
    logits, values = _network(rules).with_values(observations)
    seats = np.arange(rules.num_players)
    turned = np.take_along_axis(values.astype(np.float64), (seats - player[:, None]) % len(seats), axis=1)
    shares = win_share(turned, len(seats)) + 1e-9  # never all zero
    return logits.astype(np.float64), shares / shares.sum(axis=1, keepdims=True)


def _network(rules: GameRules) -> Any:
    """Return the network, or None if it was trained on other rules."""
    hashable: Any = rules
    return _loaded(hashable)


@lru_cache(4)
def _loaded(rules: Any) -> Any:
    try:
        return LogitsFunction(load_arrays(bundled_network(rules), rules)[0])
    except ValueError:
        return None
