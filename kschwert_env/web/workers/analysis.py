"""What a position is worth: win chances by seat, and what the best actions are, as far as the deciding seat may know.

All of it begins with worlds in which what is hidden from that seat is dealt anew: of the truth it gets no more.
"""

from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from kschwert_env.agents.base import choose_actions, make_decision_batch, make_world_sampler
from kschwert_env.agents.heuristics.base import has_heuristic
from kschwert_env.agents.policy import bundled_network, bundled_versions
from kschwert_env.agents.registry import make_agent
from kschwert_env.agents.search.tree_search import SearchResult, TreeSearch
from kschwert_env.engine.loops import WAIT
from kschwert_env.engine.rng import derived_seeds, seeded_streams_each
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.warmup import STAGES, ensure_compiled

WORLDS = 32
"""Worlds that win chances are averaged over."""

_FURTHEST = 4000  # decisions of a playout; a game without an end counts as lost by all alike


def for_winning(rules: GameRules) -> GameRules:
    """The same rules, with returns that tell who wins."""
    return type(rules).from_options({**rules.options(), "reward": "win"})


def share_of(returns: Any, seats: int) -> Any:
    """Shares of the win, 0 to 1, that belong to returns for winning (`engine.returns.win_return`)."""
    return np.clip((returns * (seats - 1) + 1) / seats, 0.0, 1.0)


def win_chances(rules: GameRules, state: np.ndarray, seed: int, count: int = WORLDS) -> np.ndarray:
    """Win chances by seat, float64 (P,) with the sum 1, in a position, structured (1,), as its deciding seat knows it.

    By the network that comes along, or where there is none by what becomes of games that the heuristic plays on; means
    over so many worlds. Once the game is over: who has won.
    """
    ensure_compiled(rules, *STAGES)
    if state["player"][0] < 0:
        returns = np.zeros((1, rules.num_players))
        rules.loops.compute_returns(state, rules.board, returns)
        return np.asarray(share_of(returns[0], rules.num_players))
    worlds = make_world_sampler(rules, state, np.array([seed]))(count)[0]
    by_network = has_network(rules)
    returns = _judged(rules, worlds) if by_network else _played_out(rules, worlds, seed)
    shares = share_of(returns, rules.num_players) + 1e-9  # never all zero
    return shares / shares.sum()


def has_network(rules: GameRules) -> bool:
    """Whether a trained network comes along for these rules, and what it needs is installed."""
    return bool(bundled_versions(rules)) and find_spec("torch") is not None and _network(rules) is not None


def _network(rules: GameRules) -> Any:
    """The network, or None where it was trained on other rules."""
    hashable: Any = rules
    return _loaded(hashable)


@lru_cache(4)
def _loaded(rules: Any) -> Any:
    from kschwert_env.nn.serialization import load

    try:
        return load(bundled_network(rules), rules)[0]
    except ValueError:
        return None


def _judged(rules: GameRules, worlds: np.ndarray) -> np.ndarray:
    """What the network expects for every seat, by what that seat sees: float64 (P,), means over all worlds."""
    import torch

    seats, size = rules.num_players, rules.observation.size
    observations = np.zeros((seats, len(worlds), size), np.int8)
    for seat in range(seats):
        rules.loops.observe(worlds, rules.board, seat, observations[seat])
    with torch.inference_mode():
        _, values = _network(rules).logits_and_values(torch.from_numpy(observations.reshape(-1, size)))
    return values.numpy().astype(np.float64).reshape(seats, -1).mean(axis=1)


def _played_out(rules: GameRules, worlds: np.ndarray, seed: int) -> np.ndarray:
    """Mean returns, float64 (P,), of games that simple players play on from worlds, which are changed."""
    agent = make_agent("heuristic" if has_heuristic(rules.package) else "random", rules)
    count, seats = len(worlds), rules.num_players
    streams = seeded_streams_each(derived_seeds(np.full(count, seed), np.arange(count)), 1, 0)[:, 0].copy()
    masks, none = np.zeros((count, rules.num_actions), np.int8), np.zeros((count, 0), np.int8)
    rewards, ends = np.zeros((count, seats), np.float32), (np.zeros(count, np.bool_), np.zeros(count, np.bool_))
    observations, last = np.zeros((count, rules.observation.size), np.int8), worlds.copy()
    playing, returns = np.ones(count, np.bool_), np.zeros((count, seats))
    for step in range(_FURTHEST):
        going = np.flatnonzero(playing)
        if not len(going):
            break
        seeds = derived_seeds(np.full(len(going), seed + 1), step * count + going)
        actions = np.full(count, WAIT, np.int64)
        actions[going] = choose_actions(agent, make_decision_batch(rules, worlds[going], seeds))
        nobody = np.full(count, -1, np.int64)
        rules.loops.advance(
            worlds, streams, rules.board, actions, nobody, 1, masks, none, observations, rewards, *ends, last
        )
        over = (ends[0] | ends[1]) & playing
        returns[over] = rewards[over]
        playing &= ~over
    return returns.mean(axis=0)


def best_actions(rules: GameRules, state: np.ndarray, agent: str, seconds: float, seed: int) -> dict[str, Any]:
    """What a search finds for the deciding seat of a position, structured (1,): in JSON's types.

    `win` by seat, and in `actions` what `found` tells; nothing is searched where but one action is legal. Raises
    ValueError for an agent that does not search.
    """
    searching = make_agent(f"{agent}{',' if ':' in agent else ':'}seconds={seconds}", rules)
    if not isinstance(searching, TreeSearch):
        raise ValueError(f"{agent} does not search")
    decisions, chances = make_decision_batch(rules, state, np.array([seed])), win_chances(rules, state, seed)
    player, legal = int(state["player"][0]), np.flatnonzero(decisions.masks[0])
    if len(legal) == 1:  # a search would look at what comes after it
        only = {"number": int(legal[0]), "value": float(chances[player]), "error": 0.0, "visits": 0, "share": 1.0}
        return {"win": chances.tolist(), "actions": [only]}
    search = searching.search(decisions.worlds(1)[0], seed)
    share = share_of((search.values * search.visits).sum() / search.visits.sum(), rules.num_players)
    return {"win": _with_share(chances, player, float(share)).tolist(), "actions": found(rules, search)}


def found(rules: GameRules, search: SearchResult) -> list[dict[str, Any]]:
    """The actions that a search has tried, those most visited first, in JSON's types.

    Each with its `number`, `value`, the share of the win, the standard `error` of that, `visits`, and their `share`.
    """
    seats, visits = rules.num_players, search.visits
    return [
        {
            "number": int(search.actions[i]),
            "value": float(share_of(search.values[i], seats)),
            "error": float(search.errors[i] * (seats - 1) / seats),
            "visits": int(visits[i]),
            "share": float(visits[i] / visits.sum()),
        }
        for i in np.lexsort((-search.values, -visits))
    ]


def _with_share(chances: np.ndarray, player: int, share: float) -> np.ndarray:
    """Win chances with another share for one seat; the others keep theirs in proportion."""
    others = 1.0 - chances[player]
    changed = chances * ((1.0 - share) / others if others > 0 else 0.0)
    changed[player] = share
    return changed


def can_search(rules: GameRules) -> str:
    """The agent that analyses where none is named."""
    return "puct" if has_network(rules) else "ismcts"
