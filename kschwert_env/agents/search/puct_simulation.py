"""The compiled part of search that is guided by a network."""

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.agents.code_folder import folder
from kschwert_env.agents.search import tree
from kschwert_env.agents.search.tree import ROOT
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.jit.compiling import compiled, entry_point
from kschwert_env.engine.rng import CHANCE, CHOICE, next_word

_UNIT = 2.0**-32  # of a uniform number below 1


class Room(NamedTuple):
    """Where simulations work, beside the position that they play on.

    Attributes:
        mask: int8 (A,), its legal actions.
        observation: int8 (N,), what the deciding seat sees of it.
        logits: float32 (A,), of the network.
        chances: float64 (A,), probabilities made of them.
        returns: float64 (P,), of all seats.
    """

    mask: np.ndarray
    observation: np.ndarray
    logits: np.ndarray
    chances: np.ndarray
    returns: np.ndarray


def room_for(rules: GameRules) -> Room:
    """Room for games of these rules."""
    return Room(
        np.zeros(rules.num_actions, np.int8),
        np.zeros(rules.observation.size, np.int8),
        np.zeros(rules.num_actions, np.float32),
        np.zeros(rules.num_actions),
        np.zeros(rules.num_players),
    )


def bind(game: str, rules: ModuleType, network: ModuleType) -> Callable[..., Any]:
    """Simulations by the compiled functions of a game's kernel, guided by a network that `network.judge` evaluates."""

    @entry_point(folder(game))
    def simulate(
        roots, streams, board, weights, simulations, c, temperature, is_modelled, nodes, used, layers, worlds, room
    ):
        """So many simulations; the number of decisions taken in them.

        Each deals anew what is hidden from the deciding seat of `roots[0]`, and goes down the tree by the children that
        this world allows until a seat decides for whom there are none, or the game ends. There children grow for all
        that is legal, and the network says what the seat can expect; everyone on the way is told his return. The
        network is asked on the way, too, where an action is legal for the first time. Other seats that are modelled
        draw by its chances, and what they do has no nodes; neither has an action that is the only one. A tree without
        free nodes grows no further. `layers`, `worlds` and `room` are room to do so.
        """
        decisions, me = 0, roots[0].player
        for _ in range(simulations):
            worlds[0] = roots[0]
            state = worlds[0]
            rules.resample(state, streams[0, CHANCE], board[0], me)
            node, seat, value = ROOT, me, 0.0
            while state.player >= 0:
                seat = state.player
                rules.legal_mask(state, board[0], room.mask)
                legal, action = survey(room.mask)
                if legal > 1:
                    is_model = is_modelled and seat != me
                    covered = 0 if is_model else tree.cover(nodes, node, seat, room.mask)
                    if covered < legal:
                        rules.observe(state, board[0], seat, room.observation)
                        value = network.judge(weights, layers, room.observation, room.logits)
                        turn_into_chances(room.logits, room.mask, 1.0 if is_model else temperature, room.chances)
                    if is_model:
                        action = draw(room.chances, room.mask, streams[0, CHOICE])
                    else:
                        tree.grow_by(nodes, used, node, seat, room.mask, room.chances)
                        if covered == 0:
                            break
                        node = tree.prefer(nodes, node, seat, room.mask, c)
                        action = nodes[node].action
                rules.step(state, streams[0, CHANCE], board[0], action)
                decisions += 1
            if state.player < 0:
                rules.returns(state, board[0], room.returns)
            else:
                share(value, seat, room.returns)
            tree.back_up(nodes, node, room.returns)
        return decisions

    return simulate


@compiled
def survey(mask):
    """How many actions are legal, and the last of them."""
    legal, last = 0, -1
    for action in range(mask.shape[0]):
        if mask[action]:
            legal += 1
            last = action
    return legal, last


@compiled
def turn_into_chances(logits, mask, temperature, chances):
    """The softmax of the logits of legal actions, divided by a temperature; 0 for the others."""
    highest, total = -math.inf, 0.0
    for action in range(mask.shape[0]):
        if mask[action]:
            highest = max(highest, logits[action])
    for action in range(mask.shape[0]):
        chances[action] = 0.0
        if mask[action]:
            chances[action] = math.exp((logits[action] - highest) / temperature)
            total += chances[action]
    for action in range(mask.shape[0]):
        chances[action] /= total


@compiled
def draw(chances, mask, stream):
    """An action by its chance."""
    left, last = next_word(stream) * _UNIT, -1
    for action in range(chances.shape[0]):
        if mask[action]:
            last = action
            left -= chances[action]
            if left < 0:
                return action
    return last


@compiled
def share(value, seat, returns):
    """What a seat can expect, and the others: returns are zero-sum, and each of them has an equal part of the rest.

    The network could be shown what they see, too, but it has learned of seats only in positions where they decide.
    """
    others = returns.shape[0] - 1
    for other in range(returns.shape[0]):
        returns[other] = value if other == seat else -value / others
