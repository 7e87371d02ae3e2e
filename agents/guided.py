"""The compiled part of search that is guided by a network."""

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.agents import tree
from kschwert_env.agents.cache import folder
from kschwert_env.agents.tree import NONE, ROOT
from kschwert_env.engine.compiling import compiled, entry_point
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.streams import CHANCE, CHOICE, next_word

_UNIT = 2.0**-32  # of a uniform number below 1


class Room(NamedTuple):
    """Where simulations work.

    Attributes:
        worlds: structured (1,), the position.
        mask: int8 (A,), its legal actions.
        observation: int8 (N,), what a seat sees of it.
        logits: float32 (A,), of the network.
        chances: float64 (A,), probabilities made of them.
        returns: float64 (P,), of all seats.
    """

    worlds: np.ndarray
    mask: np.ndarray
    observation: np.ndarray
    logits: np.ndarray
    chances: np.ndarray
    returns: np.ndarray


def room_for(rules: GameRules) -> Room:
    """Room for games of these rules."""
    return Room(
        np.zeros(1, rules.state_dtype),
        np.zeros(rules.num_actions, np.int8),
        np.zeros(rules.observation.size, np.int8),
        np.zeros(rules.num_actions, np.float32),
        np.zeros(rules.num_actions),
        np.zeros(rules.num_players),
    )


def bind(game: str, rules: ModuleType, forward: ModuleType) -> Callable[..., Any]:
    """Simulations by the compiled functions of a game's kernel, with a network by `forward.judge`."""

    @entry_point(folder(game))
    def simulate(roots, streams, board, weights, memory, simulations, c, temperature, is_modelled, play_on, nodes, used, room):
        """So many simulations; the number of decisions taken in them.
        """
        decisions, me = 0, roots[0].player
        for _ in range(simulations):
            room.worlds[0] = roots[0]
            state = room.worlds[0]
            rules.resample(state, streams[0, CHANCE], board[0], me)
            node, until, value, seat = ROOT, -1, 0.0, me
            while state.player >= 0:
                seat = state.player
                rules.legal_mask(state, board[0], room.mask)
                action = only(room.mask)
                if action < 0:
                    is_other = is_modelled and seat != me
                    covered = 0 if is_other or until >= 0 else tree.cover(nodes, node, seat, room.mask)
                    if covered == 0 or covered < number(room.mask):
                        rules.observe(state, board[0], seat, room.observation)
                        value = forward.judge(weights, memory, room.observation, room.logits)
                        turn_into_chances(room.logits, room.mask, 1.0 if is_other or until >= 0 else temperature, room.chances)
                    if is_other or until >= 0:
                        if until >= 0 and not is_other and state.turn >= until:
                            break
                        action = draw(room.chances, room.mask, streams[0, CHOICE])
                    else:
                        tree.grow_by(nodes, used, node, seat, room.mask, room.chances)
                        if covered == 0:
                            if play_on == 0:
                                break
                            until = state.turn + play_on
                            action = draw(room.chances, room.mask, streams[0, CHOICE])
                        else:
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
def only(mask):
    """The action that is the only legal one, or -1."""
    found = -1
    for action in range(mask.shape[0]):
        if mask[action]:
            if found >= 0:
                return -1
            found = action
    return found


@compiled
def number(mask):
    """How many actions are legal."""
    legal = 0
    for entry in mask:
        legal += entry != 0
    return legal


@compiled
def turn_into_chances(logits, mask, temperature, chances):
    """The softmax of the logits of legal actions, divided by a temperature; 0 for the others."""
    highest, total = -math.inf, 0.0
    for action in range(mask.shape[0]):
        if mask[action]:
            highest = max(highest, logits[action])
    for action in range(mask.shape[0]):
        chances[action] = math.exp((logits[action] - highest) / temperature) if mask[action] else 0.0
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
    """What a seat can expect, and the others, who have the rest of nothing in equal parts."""
    others = returns.shape[0] - 1
    for other in range(returns.shape[0]):
        returns[other] = value if other == seat else -value / others
