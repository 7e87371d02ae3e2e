"""A worker process of the server: `python -m kschwert_env.web.workers.worker`.

Its arguments are games of users, as `load_game` takes them. It reads jobs as lines of JSON, and answers each with a
line of JSON. All other output goes to stderr.
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
from kschwert_env.agents.heuristics.base import has_heuristic
from kschwert_env.agents.search.tree_search import TreeSearch
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit import background
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.importing import load_game
from kschwert_env.requests.agents import agent_for, can_play_plain, check_agent, decide
from kschwert_env.requests.rules import read_rules
from kschwert_env.web.workers import analysis, comparison, outlook
from kschwert_env.web.workers.preparation import is_prepared

Job = dict[str, Any]
"""A job, in JSON types."""

MAX_OPENED_DECISIONS = 5_000
"""Maximum number of decisions of a game that is opened."""

DECIMALS = 4
"""Decimals of win chances over a game."""

_NICENESS = 5  # the server has priority


def make_job(do: str, rules: GameRules, state: np.ndarray, **named: Any) -> Job:
    """Return a job `do` on states, structured (n,); n is 1 except for "chances"."""
    packed = base64.b64encode(state.tobytes()).decode()
    return {"do": do, "game": rules.package, "options": rules.options(), "state": packed, **named}


def answer_job(job: Job) -> Any:
    """Return the answer to a job. Raises ValueError if there is none."""
    rules = read_rules(job["game"], job["options"])
    state = np.frombuffer(base64.b64decode(job["state"]), rules.state_dtype).copy()
    return _JOBS[job["do"]](rules, state, job)


def _act(rules: GameRules, state: np.ndarray, job: Job) -> Any:
    seed = job["seed"]
    if can_play_plain(job["agent"]):
        return {"action": decide(rules, job["agent"], state, seed), "thought": None}
    agent = agent_for(rules, job["agent"])
    if not isinstance(agent, TreeSearch) or rules.options().get("reward", "win") != "win":
        return {"action": decide(rules, job["agent"], state, seed), "thought": None}
    decisions = make_decision_batch(rules, state, np.array([seed]))
    if np.count_nonzero(decisions.masks) == 1:
        return {"action": int(np.argmax(decisions.masks)), "thought": None}
    search = agent.search(decisions.worlds(1)[0], seed)
    return {"action": agent.choose(search), "thought": analysis.describe_search(rules, search)}


def _check(rules: GameRules, state: np.ndarray, job: Job) -> Any:
    check_agent(rules, job["agent"])
    return True


def _replay(rules: GameRules, state: np.ndarray, job: Job) -> Any:
    """Return the decisions of a game of an arena; its agents' seeds follow from the game's seed and the decision."""
    game, actions, until = game_type(rules)(rules, job["seed"]), list[int](), time.monotonic() + job["seconds"]
    while game.player is not None:
        if len(actions) == MAX_OPENED_DECISIONS:
            raise ValueError(f"a game must not have more than {MAX_OPENED_DECISIONS:,} decisions to be opened here")
        if time.monotonic() > until:
            raise ValueError(f"the game can't be replayed within {job['seconds']} seconds")
        seed = decision_seed(job["seed"], len(actions))
        actions.append(decide(rules, job["line_up"][game.player], game.state, seed))
        game.step(actions[-1])
    if game.scores.tolist() != job["scores"]:
        raise ValueError("the replayed game has other scores: the agents or the rules have changed since")
    return actions


def _search(rules: GameRules, state: np.ndarray, job: Job) -> Any:
    if job["quick"] and not is_prepared(rules):
        return _quick_result(rules, state, job["seed"])
    rules = analysis.with_win_reward(rules)
    agent = job["agent"] or analysis.default_search_agent(rules)
    if job["sims"] is not None:
        agent = f"{agent}:sims={job['sims']}"
    return analysis.best_actions(rules, state, agent, job["seconds"], job["seed"])


def _quick_result(rules: GameRules, state: np.ndarray, seed: int) -> Any:
    """Return the action of an agent that plays in plain Python, in the form of a search's result without chances."""
    agent = "heuristic" if has_heuristic(rules.package) else "random"
    return {"win": None, "actions": [{"number": decide(rules, agent, state, seed)}]}


def _compare(rules: GameRules, state: np.ndarray, job: Job) -> Any:
    return comparison.compare(analysis.with_win_reward(rules), state, job["actions"], job["seed"])


def _outlook(rules: GameRules, state: np.ndarray, job: Job) -> Any:
    best, other = job["actions"]
    return outlook.compare_outlooks(analysis.with_win_reward(rules), state, best, other, job["seed"])


def _win_chances(rules: GameRules, states: np.ndarray, job: Job) -> Any:
    rules, worlds = analysis.with_win_reward(rules), job["worlds"]
    chances = [analysis.win_chances(rules, state.reshape(1), job["seed"], worlds) for state in states]
    return np.round(chances, DECIMALS).tolist()


_JOBS: dict[str, Callable[[GameRules, np.ndarray, Job], Any]] = {
    "act": _act,
    "check": _check,
    "replay": _replay,
    "search": _search,
    "compare": _compare,
    "outlook": _outlook,
    "chances": _win_chances,
}


def main() -> None:
    """Load games of users, and answer jobs until the end of the input."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # agents may print
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    background.announces = False
    for source in sys.argv[1:]:
        load_game(source)
    for line in sys.stdin:
        try:
            answer = {"answer": answer_job(json.loads(line))}
        except Exception as error:  # a failing job must not end the process
            answer = {"error": f"{error}" or type(error).__name__}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
