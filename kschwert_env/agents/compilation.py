"""Where the compiled code of agents is kept, and how it is made there once."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np

from kschwert_env.agents.base import DecisionBatch, make_decision_batch
from kschwert_env.engine.batch import Batch
from kschwert_env.engine.jit.compiling import compiling, sources_digest
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.warmup import GAME_STAGE, RESAMPLE_STAGE, ensure_compiled
from kschwert_env.nn import inference

_DIGEST = "-".join(
    sources_digest(Path(path).parent) for path in (__file__, inference.__file__)
)  # on import, as the engine does

_compiled: set[tuple[str, str, str]] = set()


def agent_code_folder(game: str) -> str:
    """The name for `entry_point`: another one for other sources of agents, or of the game's compiled rules."""
    return f"{import_module(f'kschwert_env.{game}').Rules.code_folder}-agents-{_DIGEST}"


def ensure_agent_compiled(rules: GameRules, what: str, decide: Callable[[DecisionBatch], object]) -> None:
    """Compile for this kind of record, or load from disk, all that `decide` calls. `what` is how that is called."""
    ensure_compiled(rules, GAME_STAGE, RESAMPLE_STAGE)
    kind, words = rules.record_kind
    if (rules.package, kind, what) in _compiled:
        return
    with compiling(agent_code_folder(rules.package), f"{kind}-{what}", f"{what} for {words}") as needed:
        if needed:
            states = Batch(rules, 1, observations=False).states.copy()
            decide(make_decision_batch(rules, states, np.zeros(1, np.int64)))
    _compiled.add((rules.package, kind, what))
