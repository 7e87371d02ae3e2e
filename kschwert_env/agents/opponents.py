"""Agents as opponents of a learner in compiled code, without Python between the decisions.

The module of such an agent has a compiled function `decide(rules, part, state, board, mask, world_seed, seed,
workspace)`. It returns the action of the agent for this seed, with worlds that are drawn with `world_seed`; or -1 where
the agent would raise an error. `rules` is the kernel of the game, `part` another module that the agent uses, such as
the heuristic of the game, and `workspace` a tuple of weights and buffers.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from kschwert_env.adapters.opponents import ANOTHER_PLAYER, RANDOM_PLAYER
from kschwert_env.agents.compilation import agent_code_folder
from kschwert_env.engine.compiled.rng import CHANCE, CHOICE, RESAMPLE, choose, derived_seed, seed_streams
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.compiling import compiled, entry_point
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.engine.simulation.warmup import compile_once
from kschwert_env.importing import find_game


def compile_opponents(rules: GameRules, name: str, player: str, part: str, workspace: Any) -> Callable[..., Any]:
    """Return the loop for agents of a kind, for `Batch.play_by`; compile it unless its code is cached.

    `name` describes the kind; `player` is the module with `decide`, and `part` its second argument.
    """
    loop = bind_opponents(rules.package, player, part)
    kind, description = rules.record_kind

    def play_once() -> None:
        players = np.full(rules.num_players, RANDOM_PLAYER)
        players[0] = ANOTHER_PLAYER
        seats, roots, drawn = (np.zeros(shape, np.int64) for shape in ((1, 2), 1, 1))
        results = (np.zeros(1, dtype) for dtype in (np.float32, np.bool_, np.bool_, np.int64))
        games = seats, False, roots, drawn, *results
        Batch(rules, 1).play_by(loop, *games, players, rules.num_actions, workspace)

    folder = agent_code_folder(rules.package)
    compile_once(folder, f"{kind}-opponents-{name}", f"{name} as an opponent for {description}", play_once)
    return loop


@cache
def bind_opponents(game: str, player_module: str, part_module: str) -> Callable[..., Any]:
    """Return the loop for agents of a kind. Games are the same, seed by seed, as with policies that Python calls."""
    rules: ModuleType = find_game(game).kernel
    player: ModuleType = import_module(player_module)
    part: ModuleType = import_module(part_module)

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
        own_rewards,
        own_terminated,
        own_truncated,
        final_seats,
        policy_seeds,
        num_actions,
        workspace,
    ):
        """Play every game until another player decides; return in how many games that is an opponent.

        The seat `distance` seats after the learner plays by the agent with seed `policy_seeds[distance]`, unless that
        is `RANDOM_PLAYER` or `ANOTHER_PLAYER`. `seats` are those of the learner in this game and in the next, which is
        drawn from the game's seeds (`roots`, `drawn`) if `draws_seats`. Results of games that end are written to the
        learner's own arrays and `final_seats`, each (size,).

        Return -1 - i, and leave the games after i, if the agent can't decide in game i.
        """
        players, waiting = policy_seeds.shape[0], 0
        for i in range(states.shape[0]):
            state, decisions, action = states[i], 0, 0
            while True:
                policy_seed = int(policy_seeds[(state.player - seats[i, 0]) % players])
                if policy_seed == ANOTHER_PLAYER:
                    break
                if policy_seed == RANDOM_PLAYER:
                    action = choose(masks[i], streams[i, CHOICE])
                else:
                    mask, seed = masks[i, :num_actions], derived_seed(int(roots[i]), int(drawn[i]))
                    own_seed = derived_seed(seed, policy_seed)
                    action = player.decide(rules, part, state, board[0], mask, seed, own_seed, workspace)
                    if action < 0:
                        break
                    drawn[i] += 1
                decisions += 1
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
            if decisions > 0:
                if observations.shape[1] > 0:
                    rules.observe(state, board[0], state.player, observations[i])
                for column in range(public_masks.shape[1]):
                    public_masks[i, column] = masks[i, column]
            if action < 0:
                return -1 - i
            waiting += state.player != seats[i, 0]
        return waiting

    return play_opponents


@compiled
def draw_worlds(rules, state, board, seed, worlds, streams):
    """Write worlds, (k,), as a sampler with this seed draws them (`engine.simulation.worlds`).

    `streams`, uint32 (k, 2, 4), is a buffer.
    """
    for k in range(worlds.shape[0]):
        worlds[k] = state
        seed_streams(streams[k], seed, k, RESAMPLE)
        rules.resample(worlds[k], streams[k, CHANCE], board, state.player)
