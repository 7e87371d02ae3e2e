"""Compile entry points, or load them from the code cache, before their first use.

A single game needs only the first stage; the other stages are compiled on demand.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.compiled.rng import seeded_streams
from kschwert_env.engine.compiled.team import CALLER, NOBODY
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.code_folders import compiling
from kschwert_env.engine.jit.compiling import binder, list_binder, machine_code


class CompileStage(NamedTuple):
    """A group of entry points that are compiled together.

    Attributes:
        name: name of the stage, part of a file name.
        description: start of the description in "Compiling ... the rules for 3 players".
        compile: function that calls or compiles each entry point with arrays of the standard layouts. Numba compiles
            again for other layouts.
    """

    name: str
    description: str
    compile: Callable[[GameRules], object]


def ensure_compiled(rules: GameRules, *stages: CompileStage) -> None:
    """Compile these stages for the record kind of the rules, or load them from disk."""
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
    """Entry points of `Game`, as `machine_code` returns them (see `engine.compiled.loops.Loops`).

    Attributes:
        reset: starts a new game.
        refresh: writes masks.
        bind_step: binds `step`, which carries out one action, to all arguments but the action (`compiling.binder`).
        bind_list_legal: binds `list_legal`, which lists the legal actions (`compiling.list_binder`).
        compute_returns: writes the returns.
    """

    reset: Callable[..., Any]
    refresh: Callable[..., Any]
    bind_step: Callable[..., Callable[[int], bool]]
    bind_list_legal: Callable[..., Callable[[], list[int]]]
    compute_returns: Callable[..., Any]


def game_entry_points(rules: GameRules) -> GameEntryPoints:
    """Return the entry points of `Game` for this record kind, compiled or loaded from disk."""
    kind = rules.code_folder, rules.record_kind[0]
    if kind not in _game_cache:
        ensure_compiled(rules, GAME_STAGE)
        _game_cache[kind] = _compile_game(rules)
    return _game_cache[kind]


_game_cache: dict[tuple[str, str], GameEntryPoints] = {}


def _compile_game(rules: GameRules) -> GameEntryPoints:
    loops, board = rules.loops, rules.board
    states, streams, masks, _ = _example_arrays(rules)
    return GameEntryPoints(
        machine_code(loops.reset, states, streams, board, np.ones(1, np.bool_), masks, None),
        machine_code(loops.refresh, states, board, masks, None),
        binder(machine_code(loops.step, states, streams, board, masks, 0)),
        list_binder(machine_code(loops.list_legal, masks, np.zeros(1, np.int64))),
        machine_code(loops.compute_returns, states, board, np.zeros((1, rules.num_players))),
    )


def observe_entry_point(rules: GameRules) -> Callable[..., Any]:
    """Return `loops.observe` for this record kind, compiled or loaded from disk."""
    kind = rules.code_folder, rules.record_kind[0]
    if kind not in _observe_cache:
        ensure_compiled(rules, OBSERVATION_STAGE)
        _observe_cache[kind] = _compile_observations(rules)
    return _observe_cache[kind]


_observe_cache: dict[tuple[str, str], Callable[..., Any]] = {}


def _compile_observations(rules: GameRules) -> Callable[..., Any]:
    loops, board = rules.loops, rules.board
    states, streams, masks, observations = _example_arrays(rules)
    machine_code(loops.reset, states, streams, board, np.ones(1, np.bool_), masks, observations)
    machine_code(loops.refresh, states, board, masks, observations)
    return machine_code(loops.observe, states, board, 0, observations)


class BatchEntryPoints(NamedTuple):
    """Entry points of `Batch`, as `machine_code` returns them (see `engine.compiled.loops.Loops`).

    Attributes:
        advance: carries out decisions in all games.
        sample_actions: samples legal actions.
        first_illegal: finds the first illegal action.
    """

    advance: Callable[..., Any]
    sample_actions: Callable[..., Any]
    first_illegal: Callable[..., Any]


def batch_entry_points(rules: GameRules) -> BatchEntryPoints:
    """Return the entry points of `Batch` for this record kind, compiled or loaded from disk."""
    kind = rules.code_folder, rules.record_kind[0]
    if kind not in _batch_cache:
        ensure_compiled(rules, OBSERVATION_STAGE, BATCH_STAGE)
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
        machine_code(loops.advance, *games, actions, np.zeros((1, 2), np.int64), 1, *outputs, states, NOBODY, CALLER),
        machine_code(loops.sample_actions, masks, streams, actions),
        machine_code(loops.first_illegal, masks, actions, False),
    )


def _compile_resample(rules: GameRules) -> None:
    states, streams, masks, _ = _example_arrays(rules)
    rules.loops.reset(states, streams, rules.board, np.ones(1, np.bool_), masks, None)
    rules.loops.resample(states, streams, rules.board, 0)


def _example_arrays(rules: GameRules) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return arrays for one game: states, streams, masks and observations."""
    shapes = (1, rules.num_actions), (1, rules.observation.size)
    return (
        np.zeros(1, rules.state_dtype),
        seeded_streams(0, 1),
        np.zeros(shapes[0], np.int8),
        np.zeros(shapes[1], np.int8),
    )


GAME_STAGE = CompileStage("games", "", _compile_game)
"""Entry points of a single game."""

OBSERVATION_STAGE = CompileStage("observations", "observations for ", _compile_observations)
"""Additional entry points that write observations."""

BATCH_STAGE = CompileStage("batches", "batches for ", _compile_batch)
"""Additional entry points of a batch."""

RESAMPLE_STAGE = CompileStage("worlds", "resampling for ", _compile_resample)
"""The additional entry point `resample`, which draws determinizations."""

STAGES = (GAME_STAGE, OBSERVATION_STAGE, BATCH_STAGE, RESAMPLE_STAGE)
"""All stages."""
