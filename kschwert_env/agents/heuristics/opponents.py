"""Heuristics and random players as opponents, in compiled code: without Python between the decisions of a learner."""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from kschwert_env.adapters.opponents import CompiledOpponents, SeedSequences
from kschwert_env.agents.compilation import agent_code_folder
from kschwert_env.engine.compiled.rng import CHANCE, CHOICE, RESAMPLE, SEARCH, choose, derived_seed, seed_streams
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.compiling import entry_point
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.engine.simulation.warmup import compile_once
from kschwert_env.importing import find_game


def ensure_opponents_compiled(rules: GameRules) -> None:
    """Compile the loop for this record kind, or load it from disk."""
    kind, description = rules.record_kind

    def play_once() -> None:
        opponents = CompiledOpponents(rules, partial(bind_opponents, rules.package), [0] * (rules.num_players - 1))
        results = (np.zeros(1, dtype) for dtype in (np.float32, np.bool_, np.bool_, np.int64))
        opponents.play(Batch(rules, 1), SeedSequences(1), np.zeros((1, 2), np.int64), False, *results)

    folder = agent_code_folder(rules.package)
    compile_once(folder, f"{kind}-opponents", f"opponents for {description}", play_once)


@cache
def bind_opponents(game: str) -> Callable[..., Any]:
    """Return the loop for `Batch.play_by`. Games are the same, seed by seed, as with policies that Python calls."""
    rules: ModuleType = find_game(game).kernel
    player: ModuleType = import_module(f"kschwert_env.agents.heuristics.{game}")

    @entry_point(agent_code_folder(game))
    def play_opponents(
        states,
        streams,
        board,
        masks,
        public_masks,
        observations,
        rewards,
        terminated,
        truncated,
        final_states,
        seats,
        draws_seats,
        roots,
        drawn,
        policy_seeds,
        own_rewards,
        own_terminated,
        own_truncated,
        final_seats,
        num_actions,
        world,
        own_streams,
    ):
        """Play every game until its learning seat decides.

        The opponent `distance` seats after the learner plays by the heuristic with seed `policy_seeds[distance]`, or at
        random if that is negative. `seats` are those of the learner in this game and in the next, which is drawn from
        the game's seeds (`roots`, `drawn`) if `draws_seats`. Results of games that end are written to the learner's own
        arrays and `final_seats`, each (size,). `world` and `own_streams` are buffers.
        """
        players = policy_seeds.shape[0]
        for i in range(states.shape[0]):
            state = states[i]
            if state.player == seats[i, 0]:
                continue
            while state.player != seats[i, 0]:
                policy_seed = int(policy_seeds[(state.player - seats[i, 0]) % players])
                if policy_seed < 0:
                    action = choose(masks[i], streams[i, CHOICE])
                else:
                    seed = derived_seed(int(roots[i]), int(drawn[i]))
                    drawn[i] += 1
                    world[0] = states[i]
                    seed_streams(own_streams, seed, RESAMPLE)
                    rules.resample(world[0], own_streams[CHANCE], board[0], state.player)
                    seed_streams(own_streams, derived_seed(seed, policy_seed), SEARCH)
                    action = player.choose_action(world[0], board[0], masks[i, :num_actions], own_streams[CHOICE])
                for seat in range(players):
                    rewards[i, seat] = 0
                terminated[i] = False
                truncated[i] = False
                rules.step(state, streams[i, CHANCE], board[0], action)
                if state.player < 0:
                    final_states[i] = states[i]
                    rules.returns(state, board[0], rewards[i])
                    truncated[i] = state.truncated
                    terminated[i] = not state.truncated
                    own_rewards[i] = rewards[i, seats[i, 0]]
                    own_terminated[i] = terminated[i]
                    own_truncated[i] = truncated[i]
                    final_seats[i] = seats[i, 0]
                    seats[i, 0] = seats[i, 1]
                    if draws_seats:
                        seats[i, 1] = derived_seed(int(roots[i]), int(drawn[i])) % players
                        drawn[i] += 1
                    states[i] = board[0].blank
                    rules.reset(state, streams[i, CHANCE], board[0])
                rules.legal_mask(state, board[0], masks[i])
            if observations.shape[1] > 0:
                rules.observe(state, board[0], state.player, observations[i])
            for action in range(public_masks.shape[1]):
                public_masks[i, action] = masks[i, action]

    return play_opponents
