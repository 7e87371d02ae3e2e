"""What is compiled, or loaded from disk, before it is used: first what a single game needs, then what is asked for."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.jit.compiling import compiling, machine_code
from kschwert_env.engine.rng import seeded_streams
from kschwert_env.engine.rules import GameRules


class CompileStage(NamedTuple):
    """Entry points that are compiled together.

    Attributes:
        name: as a part of file names.
        words: "... the rules for 3 players".
        call: calls each of them, or has its code made, with arrays of the layouts that are used everywhere: others are
            compiled for anew.
    """

    name: str
    description: str
    compile: Callable[[GameRules], object]


def ensure_compiled(rules: GameRules, *stages: CompileStage) -> None:
    """Compile these parts for this kind of record, or load them from disk."""
    kind, description = rules.record_kind
    for stage in stages:
        if (rules.code_folder, kind, stage.name) in _compiled:
            continue
        with compiling(rules.code_folder, f"{kind}-{stage.name}", f"{stage.description}{description}") as needed:
            if needed:
                stage.compile(rules)
        _compiled.add((rules.code_folder, kind, stage.name))


_compiled: set[tuple[str, str, str]] = set()


class GameEntryPoints(NamedTuple):
    """What single games call, as `machine_code`: the entry points of these names (`engine.loops.Loops`).

    Attributes:
        reset: starts afresh.
        refresh: writes masks and observations.
        step: one action.
        list_legal: lists the legal actions.
        observe: as seen by one seat.
        compute_returns: the returns.
    """

    reset: Callable[..., Any]
    refresh: Callable[..., Any]
    step: Callable[..., Any]
    list_legal: Callable[..., Any]
    observe: Callable[..., Any]
    compute_returns: Callable[..., Any]


def game_entry_points(rules: GameRules) -> GameEntryPoints:
    """Those for this kind of record, compiled or loaded from disk."""
    kind = rules.code_folder, rules.record_kind[0]
    if kind not in _game_cache:
        ensure_compiled(rules, GAME_STAGE)
        _game_cache[kind] = _compile_game(rules)
    return _game_cache[kind]


_game_cache: dict[tuple[str, str], GameEntryPoints] = {}


def _compile_game(rules: GameRules) -> GameEntryPoints:
    loops, board = rules.loops, rules.board
    states, streams, masks, observations = _example_arrays(rules)
    return GameEntryPoints(
        machine_code(loops.reset, states, streams, board, np.ones(1, np.bool_), masks, observations),
        machine_code(loops.refresh, states, board, masks, observations),
        machine_code(loops.step, states, streams, board, 0, masks),
        machine_code(loops.list_legal, masks, np.zeros(1, np.int64)),
        machine_code(loops.observe, states, board, 0, observations),
        machine_code(loops.compute_returns, states, board, np.zeros((1, rules.num_players))),
    )


class BatchEntryPoints(NamedTuple):
    """What batches call at every step, likewise.

    Attributes:
        advance: decisions in all games.
        sample_actions: random actions.
        first_illegal: judges actions.
    """

    advance: Callable[..., Any]
    sample_actions: Callable[..., Any]
    first_illegal: Callable[..., Any]


def batch_entry_points(rules: GameRules) -> BatchEntryPoints:
    """Those for this kind of record, compiled or loaded from disk."""
    kind = rules.code_folder, rules.record_kind[0]
    if kind not in _batch_cache:
        ensure_compiled(rules, BATCH_STAGE)
        _batch_cache[kind] = _compile_batch(rules)
    return _batch_cache[kind]


_batch_cache: dict[tuple[str, str], BatchEntryPoints] = {}


def _compile_batch(rules: GameRules) -> BatchEntryPoints:
    loops = rules.loops
    states, streams, masks, observations = _example_arrays(rules)
    actions, flags = np.zeros(1, np.int64), np.ones(1, np.bool_)
    rewards = np.zeros((1, rules.num_players), np.float32)
    games, outputs = (states, streams, rules.board), (masks, masks, observations, rewards, flags, flags)
    return BatchEntryPoints(
        machine_code(loops.advance, *games, actions, actions, 1, *outputs, states),
        machine_code(loops.sample_actions, masks, streams, actions),
        machine_code(loops.first_illegal, masks, actions, False),
    )


def _compile_resample(rules: GameRules) -> None:
    states, streams, masks, observations = _example_arrays(rules)
    rules.loops.reset(states, streams, rules.board, np.ones(1, np.bool_), masks, observations)
    rules.loops.resample(states, streams, rules.board, 0)


def _example_arrays(rules: GameRules) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Room for a game: states, streams, masks and observations."""
    shapes = (1, rules.num_actions), (1, rules.observation.size)
    return (
        np.zeros(1, rules.state_dtype),
        seeded_streams(0, 1),
        np.zeros(shapes[0], np.int8),
        np.zeros(shapes[1], np.int8),
    )


GAME_STAGE = CompileStage("games", "", _compile_game)
"""What a single game calls, and what wraps one."""

BATCH_STAGE = CompileStage("batches", "batches by ", _compile_batch)
"""What a batch calls, besides that of games."""

RESAMPLE_STAGE = CompileStage("worlds", "what deals anew by ", _compile_resample)
"""`resample`, besides that of games."""

STAGES = (GAME_STAGE, BATCH_STAGE, RESAMPLE_STAGE)
"""All of them."""
