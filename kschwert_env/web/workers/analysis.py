"""Analysis of a position: win chances by seat, and the best actions, as far as the deciding seat may know.

It uses determinizations only, in which hidden information is dealt anew; the true hidden state is not used.
"""

from typing import Any

import numpy as np

from kschwert_env.agents.base import choose_actions, make_decision_batch
from kschwert_env.agents.heuristics.base import has_heuristic
from kschwert_env.agents.registry import make_agent
from kschwert_env.agents.search.tree_search import SearchResult, TreeSearch
from kschwert_env.engine.compiled.loops import WAIT
from kschwert_env.engine.compiled.rng import derived_seeds, seeded_streams_each
from kschwert_env.engine.compiled.team import CALLER, NOBODY
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.warmup import STAGES, ensure_compiled
from kschwert_env.engine.simulation.worlds import make_world_sampler
from kschwert_env.web.workers.network_play import has_network as has_network
from kschwert_env.web.workers.network_play import network_shares
from kschwert_env.web.workers.shares import win_share

WORLDS = 32
"""Number of determinizations that win chances are averaged over."""

_MAX_PLAYOUT = 4000  # decisions of a playout; an unfinished game counts as 0 for all seats


def with_win_reward(rules: GameRules) -> GameRules:
    """Return the rules with the option `reward="win"`; games without this option have one kind of returns."""
    return rules if "reward" not in rules.options() else type(rules).from_options({**rules.options(), "reward": "win"})


def win_chances(rules: GameRules, state: np.ndarray, seed: int, count: int = WORLDS) -> np.ndarray:
    """Return win chances by seat, float64 (P,) with sum 1, of a state, structured (1,), as its deciding seat knows it.

    They are means over `count` determinizations (`expected_shares`). For a finished game they are the actual result.
    """
    ensure_compiled(rules, *STAGES)
    worlds = state if state["player"][0] < 0 else make_world_sampler(rules, state, np.array([seed]))(count)[0]
    shares = expected_shares(rules, worlds.copy(), seed).mean(axis=0)
    return np.asarray(shares if state["player"][0] < 0 else (shares + 1e-9) / (shares + 1e-9).sum())


def expected_shares(rules: GameRules, worlds: np.ndarray, seed: int) -> np.ndarray:
    """Return expected win shares of all seats, float64 (n, P), of games, structured (n,), which may be overwritten.

    They come from short play by the bundled network (`network_play`) or, without one, from a playout of each game.
    Finished games have their actual result.
    """
    if has_network(rules):
        return network_shares(rules, worlds, seed)
    returns = np.zeros((len(worlds), rules.num_players))
    rules.loops.compute_returns(worlds, rules.board, returns)
    going = worlds["player"] >= 0
    if going.any():
        returns[going] = _playout_returns(rules, worlds[going], seed)
    return shares_of(rules, returns)


def shares_of(rules: GameRules, returns: Any) -> np.ndarray:
    """Return shares of the win, 0 to 1, for returns; of the highest return in games without the option `reward`."""
    bounds = None if "reward" in rules.options() else rules.return_range
    return np.asarray(win_share(returns / (bounds[1] if bounds else 1.0), rules.num_players))


def _playout_returns(rules: GameRules, worlds: np.ndarray, seed: int) -> np.ndarray:
    """Return the returns of heuristic playouts from worlds, float64 (n, P); the worlds are overwritten."""
    agent = make_agent("heuristic" if has_heuristic(rules.package) else "random", rules)
    count, seats = len(worlds), rules.num_players
    streams = seeded_streams_each(derived_seeds(np.full(count, seed), np.arange(count)), 1, 0)[:, 0].copy()
    masks, none = np.zeros((count, rules.num_actions), np.int8), np.zeros((count, 0), np.int8)
    terminated, truncated = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    rewards, no_seats = np.zeros((count, seats), np.float32), np.full((count, 2), -1, np.int64)
    observations, last = np.zeros((count, rules.observation.size), np.int8), worlds.copy()
    playing, returns = np.ones(count, np.bool_), np.zeros((count, seats))
    for step in range(_MAX_PLAYOUT):
        going = np.flatnonzero(playing)
        if not len(going):
            break
        seeds = derived_seeds(np.full(len(going), seed + 1), step * count + going)
        actions = np.full(count, WAIT, np.int64)
        actions[going] = choose_actions(agent, make_decision_batch(rules, worlds[going], seeds))
        outputs = masks, none, observations, rewards, terminated, truncated, last
        rules.loops.advance(worlds, streams, rules.board, actions, no_seats, 1, *outputs, NOBODY, CALLER)
        over = (terminated | truncated) & playing
        returns[over] = rewards[over]
        playing &= ~over
    return returns


def best_actions(rules: GameRules, state: np.ndarray, agent: str, seconds: float, seed: int) -> dict[str, Any]:
    """Return the results of a search for the deciding seat of a state, structured (1,), in JSON types.

    Keys: `win`, chances by seat, and `actions`, as from `describe_search`. A single legal action is returned without a
    search. Raises ValueError for an agent that does not search.
    """
    searching = make_agent(f"{agent}{',' if ':' in agent else ':'}seconds={seconds}", rules)
    if not isinstance(searching, TreeSearch):
        raise ValueError(f"agent {agent} does not search; expected ismcts or puct")
    decisions, chances = make_decision_batch(rules, state, np.array([seed])), win_chances(rules, state, seed)
    player, legal = int(state["player"][0]), np.flatnonzero(decisions.masks[0])
    if len(legal) == 1:  # a search would expand the decision after it
        only = {"number": int(legal[0]), "value": float(chances[player]), "error": 0.0, "visits": 0, "share": 1.0}
        return {"win": chances.tolist(), "actions": [only]}
    search = searching.search(decisions.worlds(1)[0], seed)
    share = shares_of(rules, (search.values * search.visits).sum() / search.visits.sum())
    win = _with_share(chances, player, float(share)).tolist()
    return {"win": win, "actions": describe_search(rules, search)}


def describe_search(rules: GameRules, search: SearchResult) -> list[dict[str, Any]]:
    """Return the actions that a search has visited, most visited first, in JSON types.

    Keys: `number` (action id), `value` (share of the win), `error` (standard error), `visits`, `share` (of the visits).
    """
    seats, visits, shares = rules.num_players, search.visits, shares_of(rules, search.values)
    return [
        {
            "number": int(search.actions[i]),
            "value": float(shares[i]),
            "error": float(search.errors[i] * (seats - 1) / seats),
            "visits": int(visits[i]),
            "share": float(visits[i] / visits.sum()),
        }
        for i in np.lexsort((-search.values, -visits))
    ]


def _with_share(chances: np.ndarray, player: int, share: float) -> np.ndarray:
    """Return win chances with a new share for one seat; the other seats keep their proportions."""
    others = 1.0 - chances[player]
    changed = chances * ((1.0 - share) / others if others > 0 else 0.0)
    changed[player] = share
    return changed


def default_search_agent(rules: GameRules) -> str:
    """Return the default agent for analysis."""
    return "puct" if has_network(rules) else "ismcts"
