"""What a decision is made of: rules, mask, random choice and observation, each as the difference that it makes.

Random games are played once, so that their actions are known. Then the same games are played again in compiled code
with the rules alone, with the mask too, with the choice too and with the observation too; the last is what a rollout
does. What is measured apart would lie in the cache as it never does in play.
"""

import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median

import numpy as np

from kschwert_env.engine.batch import Batch
from kschwert_env.engine.jit.compiling import entry_point, sources_digest
from kschwert_env.engine.rng import CHANCE, CHOICE, choose, seeded_streams
from kschwert_env.engine.rules import GameRules

DECISIONS = 200  # in every game
PARTS = ("rules", "mask", "random choice", "observation")

_FOLDER = f"parts-{sources_digest(Path(__file__).resolve().parent)}"


def _bound(game: str) -> Callable[..., None]:
    """The loop for one game. It closes over the module, as the engine's do, so that it is found on disk again."""
    rules = import_module(f"kschwert_env.{game}.kernel")

    @entry_point(f"{import_module(f'kschwert_env.{game}').Rules.code_folder}-{_FOLDER}")
    def again(board, actions, states, streams, masks, observations, parts):
        """Play recorded actions, int64 (games, decisions), with as many of `PARTS` as `parts` says."""
        for i in range(states.shape[0]):
            state = states[i]
            for recorded_action in actions[i]:
                action = recorded_action
                if parts > 2:
                    action = choose(masks[i], streams[i, CHOICE])  # the same one again
                rules.step(state, streams[i, CHANCE], board[0], action)
                if state.player < 0:
                    states[i] = board[0].blank
                    rules.reset(state, streams[i, CHANCE], board[0])
                if parts > 1:
                    rules.legal_mask(state, board[0], masks[i])
                if parts > 3:
                    rules.observe(state, board[0], state.player, observations[i])

    return again


def recorded(rules: GameRules, games: int) -> np.ndarray:
    """The actions of random games, int64 (games, DECISIONS), from the seed 1."""
    batch = Batch(rules, games, seed=1, threads=1, observations=False)
    actions = np.empty((games, DECISIONS), np.int64)
    for decision in range(DECISIONS):
        actions[:, decision] = batch.random_actions()
        batch.step(actions[:, decision])
    return actions


def fresh(rules: GameRules, games: int) -> tuple[np.ndarray, ...]:
    """States, streams, masks and observations of the games that `recorded` begins with."""
    states, streams = np.zeros(games, rules.state_dtype), seeded_streams(1, games)
    masks = np.zeros((games, rules.num_actions), np.int8)
    observations = np.zeros((games, rules.observation.size), np.int8)
    rules.loops.reset(states, streams, rules.board, np.ones(games, np.bool_), masks, observations)
    return states, streams, masks, observations


def nanoseconds(rules: GameRules, games: int, runs: int) -> dict[str, float]:
    """Of each part, for one decision: median of the runs' differences."""
    again, actions = _bound(rules.package), recorded(rules, games)
    found = []
    for _ in range(runs + 1):
        totals = [0.0]
        for parts in range(1, len(PARTS) + 1):
            arrays = fresh(rules, games)
            begun = time.perf_counter()
            again(rules.board, actions, *arrays, parts)
            totals.append((time.perf_counter() - begun) / actions.size * 1e9)
        found.append(np.diff(totals))
    return {part: median(float(run[i]) for run in found[1:]) for i, part in enumerate(PARTS)}
