"""Where the compiled code of agents is kept, and how it is made there once."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np

from kschwert_env.agents.base import Decisions, decisions_in
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.jit.compiling import compiling, sources_digest
from kschwert_env.engine.rng import seeded
from kschwert_env.engine.warmup import GAMES, WORLDS, ensure_compiled
from kschwert_env.nn import inference

_DIGEST = "-".join(
    sources_digest(Path(path).parent) for path in (__file__, inference.__file__)
)  # on import, as the engine does

_compiled: set[tuple[str, str, str]] = set()


def folder(game: str) -> str:
    """The name for `entry_point`: another one for other sources of agents, or of the game's compiled rules."""
    return f"{import_module(f'kschwert_env.{game}').Rules.code_folder}-agents-{_DIGEST}"


def ensure(rules: GameRules, what: str, decide: Callable[[Decisions], object]) -> None:
    """Compile for this kind of record, or load from disk, all that `decide` calls. `what` is how that is called."""
    ensure_compiled(rules, GAMES, WORLDS)
    kind, words = rules.record_kind
    if (rules.package, kind, what) in _compiled:
        return
    with compiling(folder(rules.package), f"{kind}-{what}", f"{what} for {words}") as needed:
        if needed:
            decide(_first_decision(rules))
    _compiled.add((rules.package, kind, what))


def _first_decision(rules: GameRules) -> Decisions:
    """That of a fresh game."""
    states, none = np.zeros(1, rules.state_dtype), np.zeros((1, 0), np.int8)
    masks = np.zeros((1, rules.num_actions), np.int8)
    rules.loops.restart(states, seeded(0, 1), rules.board, np.ones(1, np.bool_), masks, none)
    return decisions_in(rules, states, np.zeros(1, np.int64))
