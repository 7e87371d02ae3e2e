"""The compiled part of information-set Monte Carlo tree search."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from kschwert_env.agents.code_folder import folder
from kschwert_env.agents.search import tree
from kschwert_env.agents.search.tree import NONE, ROOT
from kschwert_env.engine.jit.compiling import entry_point
from kschwert_env.engine.rng import CHANCE, CHOICE


def bind(game: str, rules: ModuleType, player: ModuleType, judge: ModuleType) -> Callable[..., Any]:
    """Simulations by the compiled functions of a game's kernel.

    Playouts are by `player.choose_heuristically`; what comes of them is told by `judge.evaluate`.
    """

    @entry_point(folder(game))
    def simulate(
        roots,
        streams,
        board,
        weights,
        simulations,
        last,
        c,
        widening,
        is_modelled,
        nodes,
        used,
        worlds,
        mask,
        returns,
        room,
    ):
        """So many simulations; the number of decisions taken in them.

        Each deals anew what is hidden from the deciding seat of `roots[0]`, goes down the tree by the children that
        this world allows, adds a child in the order of the player's preference, plays until turn `last` begins or the
        game ends, and tells everyone on the way his return. Where the other seats are modelled, they play in the tree
        as the player does, and what they do has no nodes. A tree without free nodes grows no further. `worlds`, `mask`,
        `returns` and `room` are room to do so.
        """
        decisions, me = 0, roots[0].player
        for _ in range(simulations):
            worlds[0] = roots[0]
            state = worlds[0]
            rules.resample(state, streams[0, CHANCE], board[0], state.player)
            node, in_tree = ROOT, True
            while in_tree and state.player >= 0 and state.turn < last:
                seat, may_grow = state.player, used[0] < nodes.shape[0]
                rules.legal_mask(state, board[0], mask)
                if is_modelled and seat != me:
                    action = player.choose_heuristically(state, board[0], mask, streams[0, CHOICE])
                else:
                    child = tree.descend(nodes, node, seat, mask, c, widening, may_grow)
                    if child == NONE:
                        in_tree = False
                        if not may_grow:
                            break
                        action = player.choose_heuristically(state, board[0], mask, streams[0, CHOICE])
                        child = tree.grow(nodes, used, node, seat, action)
                    node, action = child, nodes[child].action
                rules.step(state, streams[0, CHANCE], board[0], action)
                decisions += 1
            while state.player >= 0 and state.turn < last:
                rules.legal_mask(state, board[0], mask)
                action = player.choose_heuristically(state, board[0], mask, streams[0, CHOICE])
                rules.step(state, streams[0, CHANCE], board[0], action)
                decisions += 1
            judge.evaluate(state, board[0], weights, room, returns)
            tree.back_up(nodes, node, returns)
        return decisions

    return simulate
