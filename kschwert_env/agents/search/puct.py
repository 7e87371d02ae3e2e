"""`puct`: information-set Monte Carlo tree search guided by a trained network.

The tree is that of `ismcts`. Selection is PUCT (Silver et al., "Mastering the game of Go without human knowledge",
Nature 550, 2017) by availability: the policy of the network is the prior. There are no rollouts: a simulation ends at a
leaf, with the values that the network gives all seats.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple

import numpy as np

from kschwert_env.agents.compilation import agent_code_folder, ensure_agent_compiled
from kschwert_env.agents.heuristics.selection import count_legal
from kschwert_env.agents.policy import load_network
from kschwert_env.agents.search import tree
from kschwert_env.agents.search.tree import ROOT
from kschwert_env.agents.search.tree_search import SearchResult, TreeSearch
from kschwert_env.engine.compiled.rng import CHANCE, CHOICE, next_uint32
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.compiling import compiled, entry_point
from kschwert_env.importing import find_game
from kschwert_env.nn import inference

_UNIT = 2.0**-32  # scales 32 random bits to [0, 1)


class _Workspace(NamedTuple):
    """Buffers of the simulations."""

    mask: np.ndarray  # int8 (A,), action mask
    observation: np.ndarray  # int8 (N,), observation of the deciding seat
    logits: np.ndarray  # float32 (A,), logits of the network
    values: np.ndarray  # float32 (P,), values of the network, the deciding seat first
    probabilities: np.ndarray  # float64 (A,), softmax of the logits
    returns: np.ndarray  # float64 (P,), returns of all seats


def _new_workspace(rules: GameRules) -> _Workspace:
    """Return buffers for games under these rules."""
    return _Workspace(
        np.zeros(rules.num_actions, np.int8),
        np.zeros(rules.observation.size, np.int8),
        np.zeros(rules.num_actions, np.float32),
        np.zeros(rules.num_players, np.float32),
        np.zeros(rules.num_actions),
        np.zeros(rules.num_players),
    )


class PuctAgent(TreeSearch):
    """Tree search with a network's policy as the prior, and its values at the leaves."""

    public_options: ClassVar[Mapping[str, float | tuple[str, ...]]] = {
        **TreeSearch.public_options,
        "temperature": math.inf,
        "version": math.inf,
    }

    def __init__(
        self,
        rules: GameRules,
        path: str | None = None,
        sims: int | None = None,
        seconds: float | None = None,
        c: float = 0.3,
        temperature: float = 1.0,
        others: str = "search",
        version: int | None = None,
        network: str | None = None,
    ) -> None:
        """Load a network and set the options.

        Args:
            rules: rules of the game.
            path: file of the network, as in `PolicyAgent`.
            sims: budget in simulations per decision, as in `TreeSearch`.
            seconds: budget in seconds per decision, as in `TreeSearch`.
            c: weight of exploration by the prior (`tree.select_puct`).
            temperature: divisor of the logits before they become the prior.
            others: behaviour of the other seats in the tree. "search" maximizes their returns; "model" samples from the
                network's policy, so that the search approximates a best response to it.
            version: version of the bundled network, as in `PolicyAgent`.
            network: class of the network, as in `PolicyAgent`.

        Raises:
            ValueError: an option has an invalid value, or the network is missing or does not fit the rules.
            ImportError: the network is a user's class, and the extra `train` is not installed.
        """
        super().__init__(rules, sims, seconds, c, others, caution=0.0, nodes_per_simulation=rules.num_actions)
        check("temperature", temperature, 0 < temperature < math.inf, "more than 0, and finite")
        self._network = load_network(rules, path, version, network)[1]  # keep it alive for callbacks
        self._kind = inference.module_name(self._network.shape.kind)
        self._weights = inference.module_for(self._kind).weights_of(self._network)
        self._options = float(c), float(temperature), others == "model"
        ensure_agent_compiled(rules, f"puct-{self._kind}", lambda decisions: self.search(decisions.worlds(1)[0], 0))

    def search(self, roots: np.ndarray, seed: int) -> SearchResult:
        """Search as `TreeSearch` does. Raises ValueError if values of the network are not finite."""
        result = super().search(roots, seed)
        if not np.isfinite(result.values).all():
            raise ValueError("the values of the network are not finite; train it again")
        return result

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_weights"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._weights = inference.module_for(self._kind).weights_of(self._network)  # may contain addresses

    def _simulate(self, *arguments: Any) -> int:
        decisions: int = _bind(self._rules.package, self._kind)(*arguments)
        inference.raise_error()
        return decisions

    def _new_workspace(self) -> tuple[Any, ...]:
        rules, module = self._rules, inference.module_for(self._kind)
        return module.new_workspace(self._weights), np.zeros(1, rules.state_dtype), _new_workspace(rules)


@cache
def _bind(game: str, kind: str) -> Callable[..., Any]:
    """Return simulations with the compiled functions of a game's kernel, guided by a network (`network.forward`)."""
    rules, network = find_game(game).kernel, inference.module_for(kind)

    @entry_point(agent_code_folder(game))
    def simulate(
        roots, streams, board, weights, simulations, c, temperature, is_modelled, nodes, used, layers, worlds, workspace
    ):
        """Run `simulations` simulations; return the number of decisions in them.

        Each simulation resamples what is hidden from the deciding seat of `roots[0]`, and selects children that are
        legal in this determinization until a seat has no children or the game ends. There all legal actions are
        expanded, the network evaluates the leaf, and returns are backpropagated. The network also evaluates a node on
        the way when an action is legal for the first time. Other seats, if modelled, sample from the policy, and their
        actions have no nodes; neither have forced actions. A full tree is not expanded. `layers`, `worlds` and
        `workspace` are buffers.
        """
        decisions, me = 0, roots[0].player
        for _ in range(simulations):
            worlds[0] = roots[0]
            state = worlds[0]
            rules.resample(state, streams[0, CHANCE], board[0], me)
            node, seat = ROOT, me
            while state.player >= 0:
                seat = state.player
                rules.legal_mask(state, board[0], workspace.mask)
                legal, action = count_legal(workspace.mask)
                if legal > 1:
                    is_model = is_modelled and seat != me
                    expanded = 0 if is_model else tree.mark_expanded(nodes, node, seat, workspace.mask)
                    if expanded < legal:
                        rules.observe(state, board[0], seat, workspace.observation)
                        network.forward(weights, layers, workspace.observation, workspace.logits, workspace.values)
                        masked_softmax(
                            workspace.logits, workspace.mask, 1.0 if is_model else temperature, workspace.probabilities
                        )
                    if is_model:
                        action = sample(workspace.probabilities, workspace.mask, streams[0, CHOICE])
                    else:
                        tree.expand_all(nodes, used, node, seat, workspace.mask, workspace.probabilities)
                        if expanded == 0:
                            break
                        node = tree.select_puct(nodes, node, seat, workspace.mask, c)
                        action = nodes[node].action
                rules.step(state, streams[0, CHANCE], board[0], action)
                decisions += 1
            if state.player < 0:
                rules.returns(state, board[0], workspace.returns)
            else:
                for i in range(workspace.values.shape[0]):
                    workspace.returns[(seat + i) % workspace.values.shape[0]] = workspace.values[i]
            tree.backpropagate(nodes, node, workspace.returns)
        return decisions

    return simulate


@compiled
def masked_softmax(logits, mask, temperature, probabilities):
    """Write the softmax of the logits of legal actions, divided by a temperature; 0 for the others."""
    highest, total = -math.inf, 0.0
    for action in range(mask.shape[0]):
        if mask[action]:
            highest = max(highest, logits[action])
    for action in range(mask.shape[0]):
        probabilities[action] = 0.0
        if mask[action]:
            probabilities[action] = math.exp((logits[action] - highest) / temperature)
            total += probabilities[action]
    for action in range(mask.shape[0]):
        probabilities[action] /= total


@compiled
def sample(probabilities, mask, stream):
    """Return an action sampled from its probability."""
    left, last = next_uint32(stream) * _UNIT, -1
    for action in range(probabilities.shape[0]):
        if mask[action]:
            last = action
            left -= probabilities[action]
            if left < 0:
                return action
    return last
