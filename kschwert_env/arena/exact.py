"""Exact best responses and exploitability of agents, in games whose complete tree can be traversed (OpenSpiel).

An agent becomes a tabular policy: its action probabilities in every information state. OpenSpiel computes the values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch, make_decision_batch
from kschwert_env.agents.policy import PolicyAgent, load_network
from kschwert_env.agents.random import RandomAgent
from kschwert_env.engine.compiled.rng import derived_seeds
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.importing import needing
from kschwert_env.nn.inference.logits import LogitsFunction

with needing("openspiel", "exact best responses"):
    import pyspiel

    from kschwert_env.adapters import openspiel

Table = Mapping[str, Sequence[tuple[int, float]]]
"""Tabular policy: for each information state its legal actions with their probabilities."""

MOST_HISTORIES = 2_000_000
"""Maximum number of nodes of a tree."""


@dataclass(frozen=True)
class GameTree:
    """The complete tree of a game, with explicit chance.

    Attributes:
        rules: rules of the game.
        game: OpenSpiel's game, which creates each node once.
        histories: number of nodes: chance, decisions and ends.
        names: information states, as OpenSpiel's strings.
        states: a position of each information state, structured (n,); agents see what its deciding seat may know.
    """

    rules: GameRules
    game: Any
    histories: int
    names: tuple[str, ...]
    states: np.ndarray


@dataclass(frozen=True)
class Exploitability:
    """Distance of a policy from an equilibrium. All values are returns, or sums of returns.

    Attributes:
        values: expected return of each seat if all seats play the policy.
        best_responses: expected return of a best response in each seat to the policy in all others.
    """

    values: tuple[float, ...]
    best_responses: tuple[float, ...]

    @property
    def nash_conv(self) -> float:
        """Sum over seats of what a best response gains; 0 exactly for a Nash equilibrium."""
        return sum(self.best_responses) - sum(self.values)

    @property
    def exploitability(self) -> float:
        """NashConv per seat."""
        return self.nash_conv / len(self.values)


def game_name(rules: GameRules) -> str:
    """Return the string that loads these rules in OpenSpiel, with explicit chance and each node created once."""
    openspiel.register(rules.package)
    defaults = openspiel.parameters(game_type(rules))
    options = {"cap" if name == rules.cap_option else name: value for name, value in rules.options().items()}
    kept = {"num_players", "cap"}  # named even where they have their default values
    parameters = {name: options[name] for name in options if name in kept or options[name] != defaults.get(name)}
    parameters = {name: value for name, value in parameters.items() if name in defaults}
    parameters[openspiel.EXPLICIT_CHANCE] = True
    if parameters.get("start_player") != "random":
        parameters.pop("start_player", None)
    listed = ",".join(f"{name}={value}" for name, value in parameters.items())
    return f"{openspiel.spiel_name(rules.package)}({listed})"


def game_tree(rules: GameRules, most_histories: int = MOST_HISTORIES) -> GameTree:
    """Return the complete tree of a game.

    Raises ValueError if it has more than `most_histories` nodes, if the rules do not enumerate their draws, or if
    they have no cap.
    """
    name = game_name(rules)
    positions: dict[str, np.ndarray] = {}  # by information state
    root = pyspiel.load_game(name).new_initial_state()
    waiting: list[tuple[Any, int | None]] = [(root, None)]  # nodes to visit: parent and action
    visited = 0
    while waiting:
        parent, action = waiting.pop()
        state = parent if action is None else parent.child(action)
        visited += 1
        if state.current_player() >= 0:
            positions.setdefault(state.information_state_string(), state.node.game.state)
        waiting += [(state, child) for child in state.legal_actions()]
        if visited + len(waiting) > most_histories:
            valid = "expected a smaller tree: use a lower cap, or an edition with fewer kinds of cards"
            raise ValueError(f"the tree of {name} has more than {most_histories:,} nodes; {valid}")
    states = np.array(list(positions.values()), rules.state_dtype)
    return GameTree(rules, pyspiel.load_game(f"cached_tree(game={name})"), visited, tuple(positions), states)


def tabular_policy(tree: GameTree, agent: Agent, samples: int = 64, seed: int = 0) -> Table:
    """Return the action probabilities of an agent in every information state.

    They are exact for `random`, and for networks that sample from their probabilities. Those of other agents are
    frequencies in `samples` decisions with different seeds: exact, too, for agents that do not use their seeds.
    """
    seeds = derived_seeds(np.full(len(tree.states), seed), np.arange(len(tree.states)))
    decisions = make_decision_batch(tree.rules, tree.states, seeds)
    if isinstance(agent, RandomAgent):
        chances = decisions.masks / decisions.masks.sum(axis=1, keepdims=True)
    elif isinstance(agent, PolicyAgent):
        chances = network_probabilities(agent, decisions)
    else:
        chances = frequencies(tree, agent, samples, seeds)
    rows = zip(tree.names, decisions.masks, chances, strict=True)
    return {name: [(int(i), float(row[i])) for i in np.flatnonzero(mask)] for name, mask, row in rows}


def network_probabilities(agent: PolicyAgent, decisions: DecisionBatch) -> np.ndarray:
    """Return the probabilities from which an agent with a network samples, float64 (n, A)."""
    path = None if agent.path is None else str(agent.path)
    network = load_network(decisions.rules, path, None, agent.network)[1]
    logits = np.where(decisions.masks, LogitsFunction(network)(decisions.observations).astype(np.float64), -np.inf)
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances: np.ndarray = weights / weights.sum(axis=1, keepdims=True)
    return chances


def frequencies(tree: GameTree, agent: Agent, samples: int, seeds: np.ndarray) -> np.ndarray:
    """Return how often an agent chooses each action, float64 (n, A), in `samples` decisions per information state."""
    counts = np.zeros((len(tree.states), tree.rules.num_actions))
    rows = np.arange(len(tree.states))
    for sample in range(samples):
        own = derived_seeds(seeds, np.full(len(seeds), sample))
        decisions: DecisionBatch = make_decision_batch(tree.rules, tree.states, own)
        counts[rows, agent.act(decisions)] += 1
    return counts / samples


def exploitability(tree: GameTree, table: Table) -> Exploitability:
    """Return the exact values of a policy and of the best responses to it."""
    root, seats = tree.game.new_initial_state(), range(tree.rules.num_players)
    values = pyspiel.expected_returns(root, pyspiel.TabularPolicy(dict(table)), -1, True)
    responses = [pyspiel.TabularBestResponse(tree.game, seat, dict(table)) for seat in seats]
    return Exploitability(tuple(values), tuple(response.value_from_state(root) for response in responses))


def cfr_policy(tree: GameTree, iterations: int) -> Table:
    """Return the average policy of CFR+ after that many iterations (Tammelin 2014, arXiv 1407.5042).

    It converges to an equilibrium with two seats; with more it need not.
    """
    solver = pyspiel.CFRPlusSolver(tree.game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solved_table(tree, solver.average_policy())


def solved_table(tree: GameTree, policy: Any) -> Table:
    """Return a policy of OpenSpiel, defined for every information state, as a table."""
    return {name: sorted(policy.action_probabilities(name).items()) for name in tree.names}
