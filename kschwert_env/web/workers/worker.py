"""A worker process of the server: `python -m kschwert_env.web.workers.worker`.

It reads jobs as lines of JSON, and answers each with a line of JSON. All other output goes to stderr.
"""

import base64
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from kschwert_env.agents.base import decision_seed, make_decision_batch
from kschwert_env.agents.search.tree_search import TreeSearch
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.web.lobby.agent_factory import agent_for, decide
from kschwert_env.web.lobby.server_config import MAX_OPENED_DECISIONS
from kschwert_env.web.lobby.table_config import read_rules
from kschwert_env.web.workers import analysis, comparison

Job = dict[str, Any]
"""A job, in JSON types."""

DECIMALS = 4
"""Decimals of win chances over a game."""

_NICENESS = 5  # the server has priority


def job(do: str, rules: GameRules, state: np.ndarray, **named: Any) -> Job:
    """Return a job `do` on states, structured (n,); n is 1 except for "chances"."""
    packed = base64.b64encode(state.tobytes()).decode()
    return {"do": do, "game": rules.package, "options": rules.options(), "state": packed, **named}


def answer_job(asked: Job) -> Any:
    """Return the answer to a job. Raises ValueError if there is none."""
    rules = read_rules(asked["game"], asked["options"])
    state = np.frombuffer(base64.b64decode(asked["state"]), rules.state_dtype).copy()
    return _JOBS[asked["do"]](rules, state, asked)


def _act(rules: GameRules, state: np.ndarray, asked: Job) -> Any:
    agent, seed = agent_for(rules, asked["agent"]), asked["seed"]
    if not isinstance(agent, TreeSearch) or rules.options()["reward"] != "win":
        return {"action": decide(rules, asked["agent"], state, seed), "thought": None}
    decisions = make_decision_batch(rules, state, np.array([seed]))
    if np.count_nonzero(decisions.masks) == 1:
        return {"action": int(np.argmax(decisions.masks)), "thought": None}
    found = agent.search(decisions.worlds(1)[0], seed)
    return {"action": agent.choose(found), "thought": analysis.found(rules, found)}


def _check(rules: GameRules, state: np.ndarray, asked: Job) -> Any:
    agent_for(rules, asked["agent"])
    return True


def _replay(rules: GameRules, state: np.ndarray, asked: Job) -> Any:
    """Return the decisions of a game of an arena; its agents' seeds follow from the game's seed and the decision."""
    game, actions, until = game_type(rules)(rules, asked["seed"]), list[int](), time.monotonic() + asked["seconds"]
    while game.player is not None:
        if len(actions) == MAX_OPENED_DECISIONS:
            raise ValueError(f"a game must not have more than {MAX_OPENED_DECISIONS:,} decisions to be opened here")
        if time.monotonic() > until:
            raise ValueError(f"the game can't be replayed within {asked['seconds']} seconds")
        seed = decision_seed(asked["seed"], len(actions))
        actions.append(decide(rules, asked["line_up"][game.player], game.state, seed))
        game.step(actions[-1])
    if game.scores.tolist() != asked["scores"]:
        raise ValueError("the replayed game has other scores: the agents or the rules have changed since")
    return actions


def _search(rules: GameRules, state: np.ndarray, asked: Job) -> Any:
    rules = analysis.with_win_reward(rules)
    agent = asked["agent"] or analysis.default_search_agent(rules)
    if asked["sims"] is not None:
        agent = f"{agent}:sims={asked['sims']}"
    return analysis.best_actions(rules, state, agent, asked["seconds"], asked["seed"])


def _compare(rules: GameRules, state: np.ndarray, asked: Job) -> Any:
    return comparison.compare(analysis.with_win_reward(rules), state, asked["actions"], asked["seed"])


def _win_chances(rules: GameRules, states: np.ndarray, asked: Job) -> Any:
    rules, worlds = analysis.with_win_reward(rules), asked["worlds"]
    found = [analysis.win_chances(rules, state.reshape(1), asked["seed"], worlds) for state in states]
    return np.round(found, DECIMALS).tolist()


_JOBS: dict[str, Callable[[GameRules, np.ndarray, Job], Any]] = {
    "act": _act,
    "check": _check,
    "replay": _replay,
    "search": _search,
    "compare": _compare,
    "chances": _win_chances,
}


def main() -> None:
    """Answer jobs until the end of the input."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # agents may print
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    for line in sys.stdin:
        try:
            answer = {"answer": answer_job(json.loads(line))}
        except Exception as error:  # a failing job must not end the process
            answer = {"error": f"{error}" or type(error).__name__}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
