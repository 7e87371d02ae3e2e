"""Time of a decision by part: rules, mask, random choice and observation.

Random games are recorded, then replayed in compiled code with the rules only, then also with the mask, the choice and
the observation, as in a rollout. The time of a part is the difference that it makes. Parts can't be measured in
isolation, since their data would then be in the cache, unlike in play.
"""

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from kschwert_env.engine.compiled.rng import CHANCE, CHOICE, choose, seeded_streams
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.compiling import entry_point
from kschwert_env.engine.jit.native.digests import sources_digest
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.importing import find_game

DECISIONS = 200  # decisions per game
PARTS = ("rules", "mask", "random choice", "observation")

_FOLDER = f"parts-{sources_digest(Path(__file__).resolve().parent)}"


def _replay_loop(game: str) -> Callable[..., None]:
    """Return the replay loop of a game. It closes over the module, as the engine's loops do, so that it is cached."""
    rules = find_game(game).kernel

    @entry_point(f"{find_game(game).code_folder}-{_FOLDER}")
    def replay(board, actions, states, streams, masks, observations, parts):
        """Play recorded actions, int64 (games, decisions), with the first `parts` of `PARTS`."""
        for i in range(states.shape[0]):
            state = states[i]
            for recorded_action in actions[i]:
                action = recorded_action
                if parts > 2:
                    action = choose(masks[i], streams[i, CHOICE])  # the same action again
                rules.step(state, streams[i, CHANCE], board[0], action)
                if state.player < 0:
                    states[i] = board[0].blank
                    rules.reset(state, streams[i, CHANCE], board[0])
                if parts > 1:
                    rules.legal_mask(state, board[0], masks[i])
                if parts > 3:
                    rules.observe(state, board[0], state.player, observations[i])

    return replay


def recorded_actions(rules: GameRules, games: int) -> np.ndarray:
    """Return the actions of random games with seed 1, int64 (games, DECISIONS)."""
    batch = Batch(rules, games, seed=1, threads=1, observations=False)
    actions = np.empty((games, DECISIONS), np.int64)
    for decision in range(DECISIONS):
        actions[:, decision] = batch.random_actions()
        batch.step(actions[:, decision])
    return actions


def initial_arrays(rules: GameRules, games: int) -> tuple[np.ndarray, ...]:
    """Return states, streams, masks and observations at the start of the games of `recorded_actions`."""
    states, streams = np.zeros(games, rules.state_dtype), seeded_streams(1, games)
    masks = np.zeros((games, rules.num_actions), np.int8)
    observations = np.zeros((games, rules.observation.size), np.int8)
    rules.loops.reset(states, streams, rules.board, np.ones(games, np.bool_), masks, observations)
    return states, streams, masks, observations


def step_breakdown(rules: GameRules, games: int, runs: int) -> dict[str, float]:
    """Return the time of each part of a decision in nanoseconds, as the median over runs."""
    replay, actions = _replay_loop(rules.package), recorded_actions(rules, games)
    found = []
    for _ in range(runs + 1):
        totals = [0.0]
        for parts in range(1, len(PARTS) + 1):
            arrays = initial_arrays(rules, games)
            begun = time.perf_counter()
            replay(rules.board, actions, *arrays, parts)
            totals.append((time.perf_counter() - begun) / actions.size * 1e9)
        found.append(np.diff(totals))
    return {part: median(float(run[i]) for run in found[1:]) for i, part in enumerate(PARTS)}
