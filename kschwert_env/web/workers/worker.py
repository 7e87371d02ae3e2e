"""A process that thinks for the server: `python -m kschwert_env.web.workers.worker`.

It reads a job as a line of JSON, and answers with a line of JSON. What it prints besides goes to stderr.
"""

import base64
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from kschwert_env.agents.base import make_decision_batch
from kschwert_env.agents.search.tree_search import TreeSearch
from kschwert_env.engine.game import game_type
from kschwert_env.engine.rng import derived_seeds
from kschwert_env.engine.rules import GameRules
from kschwert_env.web.seats import agent_for, decide
from kschwert_env.web.server_config import MOST_DECISIONS
from kschwert_env.web.table_config import read_rules
from kschwert_env.web.workers import analysis

Job = dict[str, Any]
"""What a process is to work out, in JSON's types."""

DECIMALS = 4
"""Of win chances along a game."""

_NICENESS = 5  # tables come first


def job(do: str, rules: GameRules, state: np.ndarray, **named: Any) -> Job:
    """A job about positions, structured (n,); n is 1 but for `chances`."""
    packed = base64.b64encode(state.tobytes()).decode()
    return {"do": do, "game": rules.package, "options": rules.options(), "state": packed, **named}


def think(asked: Job) -> Any:
    """The answer to a job. Raises ValueError for what can't be answered."""
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


def _again(rules: GameRules, state: np.ndarray, asked: Job) -> Any:
    """The decisions of a game of an arena, whose agents drew by its seed and the number of the decision."""
    game, actions, until = game_type(rules)(rules, asked["seed"]), list[int](), time.monotonic() + asked["seconds"]
    while game.player is not None:
        if len(actions) == MOST_DECISIONS:
            raise ValueError(f"a game must not have more than {MOST_DECISIONS:,} decisions to be opened here")
        if time.monotonic() > until:
            raise ValueError(f"its agents take longer than {asked['seconds']} seconds to play the game again")
        seed = int(derived_seeds(np.array([asked["seed"]]), np.array([len(actions)]))[0])
        actions.append(decide(rules, asked["line_up"][game.player], game.state.reshape(1), seed))
        game.step(actions[-1])
    if game.scores.tolist() != asked["scores"]:
        raise ValueError("played again the game ends otherwise: its agents, or the rules, have changed since")
    return actions


def _search(rules: GameRules, state: np.ndarray, asked: Job) -> Any:
    rules = analysis.for_winning(rules)
    agent = asked["agent"] or analysis.can_search(rules)
    return analysis.best_actions(rules, state, agent, asked["seconds"], asked["seed"])


def _chances(rules: GameRules, states: np.ndarray, asked: Job) -> Any:
    rules, worlds = analysis.for_winning(rules), asked["worlds"]
    found = [analysis.win_chances(rules, state.reshape(1), asked["seed"], worlds) for state in states]
    return np.round(found, DECIMALS).tolist()


_JOBS: dict[str, Callable[[GameRules, np.ndarray, Job], Any]] = {
    "act": _act,
    "check": _check,
    "again": _again,
    "search": _search,
    "chances": _chances,
}


def main() -> None:
    """Answer until there are no more jobs."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # agents may print
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    for line in sys.stdin:
        try:
            answer = {"answer": think(json.loads(line))}
        except Exception as error:  # a job that fails ends no process
            answer = {"error": f"{error}" or type(error).__name__}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
