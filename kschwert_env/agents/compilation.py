"""Compiled code of agents: its folder in the code cache, and compilation before first use."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from kschwert_env.agents.base import DecisionBatch, make_decision_batch
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.native.digests import sources_digest
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.engine.simulation.warmup import OBSERVATION_STAGE, RESAMPLE_STAGE, compile_once, ensure_compiled
from kschwert_env.importing import find_game
from kschwert_env.nn import inference

# computed on import, as in the engine
_DIGEST = "-".join(sources_digest(Path(path).parent) for path in (__file__, inference.__file__))


def agent_code_folder(game: str) -> str:
    """Return the code folder for `entry_point`. It changes with the sources of the agents and of the game's kernel."""
    return f"{find_game(game).code_folder}-agents-{_DIGEST}"


def ensure_agent_compiled(rules: GameRules, what: str, decide: Callable[[DecisionBatch], object]) -> None:
    """Compile everything that `decide` calls for this record kind, or load it from disk. `what` names the agent."""
    ensure_compiled(rules, OBSERVATION_STAGE, RESAMPLE_STAGE)
    kind, description = rules.record_kind

    def decide_once() -> None:
        states = game_type(rules)(rules).state.reshape(1)
        decide(make_decision_batch(rules, states, np.zeros(1, np.int64)))

    compile_once(agent_code_folder(rules.package), f"{kind}-{what}", f"{what} for {description}", decide_once)
