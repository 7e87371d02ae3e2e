"""Compile entry points, or load them from the code cache, before their first use.

A single game needs only the first stage; the other stages are compiled on demand.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from kschwert_env.engine.compiled.rng import seeded_streams
from kschwert_env.engine.compiled.team import CALLER, NOBODY
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.code_folders import compiling, missing_marker
from kschwert_env.engine.jit.compiling import binder, list_binder, machine_code
from kschwert_env.engine.jit.tiers import postpone, without_waiting

T = TypeVar("T")


class CompileStage(NamedTuple, Generic[T]):
    """A group of entry points that are compiled together.

    Attributes:
        name: name of the stage, part of a file name.
        description: start of the description in "Compiling ... the rules for 3 players".
        compile: function that looks up or compiles each entry point for arrays of the standard layouts, and returns
            what callers need. Numba compiles again for other layouts.
    """

    name: str
    description: str
    compile: Callable[[GameRules], T]


def ensure_compiled(rules: GameRules, *stages: CompileStage[Any]) -> bool:
    """Compile these stages for the record kind of the rules, or load them from disk.

    Return False if the background process does it (`tiers.without_waiting`).
    """
    kind, description = rules.record_kind
    kinds = {stage: f"{kind}-{stage.name}" for stage in stages}
    missing = [stage for stage in stages if missing_marker(rules.code_folder, kinds[stage]) is not None]
    done = True
    for stage in stages:
        left = f" ({missing.index(stage) + 1} of {len(missing)})" if stage in missing and len(missing) > 1 else ""
        what, compile = f"{stage.description}{description}{left}", partial(stage.compile, rules)
        done = compile_once(rules.code_folder, kinds[stage], what, compile) and done
    return done


def compile_once(folder_name: str, kind: str, what: str, compile: Callable[[], object]) -> bool:
    """Call `compile` unless the code of this kind is ready, on disk or in this process (`code_folders.compiling`).

    Return False if the background process compiles it (`tiers.without_waiting`).
    """
    if (folder_name, kind) not in _compiled:
        marker = missing_marker(folder_name, kind)
        if marker is not None and postpone(folder_name, marker):
            return False
        with compiling(folder_name, kind, what) as needed:
            if needed:
                compile()
        _compiled.add((folder_name, kind))
    return True


_compiled: set[tuple[str, str]] = set()


def look_up(rules: GameRules, stage: CompileStage[T]) -> T:
    """Return the entry points of a stage for this record kind, compiled or loaded from disk."""
    key = rules.code_folder, rules.record_kind[0], stage.name
    if key not in _entry_points:
        is_compiled = ensure_compiled(rules, stage)
        found = stage.compile(rules)
        if not is_compiled:  # others get the code itself, as soon as it is there
            return found
        _entry_points[key] = found
    entry_points: T = _entry_points[key]
    return entry_points


def look_up_now(rules: GameRules, stage: CompileStage[T]) -> T:
    """Return the same without waiting for the compiler: until the code is there, it runs as plain Python."""
    found: T | None = _entry_points.get((rules.code_folder, rules.record_kind[0], stage.name))
    if found is not None:
        return found
    with without_waiting(partial(ensure_compiled, rules, stage)):
        return look_up(rules, stage)


_entry_points: dict[tuple[str, str, str], Any] = {}


class GameEntryPoints(NamedTuple):
    """Entry points of `Game`, as `machine_code` returns them (see `engine.compiled.loops.Loops`).

    Attributes:
        start: starts a new game with a seed.
        refresh: writes masks.
        bind_step: binds `step`, which carries out one action, to all arguments but the action (`compiling.binder`).
        bind_list_legal: binds `list_legal`, which lists the legal actions (`compiling.list_binder`).
        compute_returns: writes the returns.
    """

    start: Callable[..., Any]
    refresh: Callable[..., Any]
    bind_step: Callable[..., Callable[[int], bool]]
    bind_list_legal: Callable[..., Callable[[], list[int]]]
    compute_returns: Callable[..., Any]


def _compile_game(rules: GameRules) -> GameEntryPoints:
    loops, board = rules.loops, rules.board
    states, streams, masks, _ = _example_arrays(rules)
    return GameEntryPoints(
        machine_code(loops.start, states, streams, board, masks, 0),
        machine_code(loops.refresh, states, board, masks, None),
        binder(machine_code(loops.step, states, streams, board, masks, 0)),
        list_binder(machine_code(loops.list_legal, masks, np.zeros(1, np.int64))),
        machine_code(loops.compute_returns, states, board, np.zeros((1, rules.num_players))),
    )


def _compile_observations(rules: GameRules) -> Callable[..., Any]:
    """Return `loops.observe`."""
    states, _, masks, observations = _example_arrays(rules)
    machine_code(rules.loops.refresh, states, rules.board, masks, observations)
    return machine_code(rules.loops.observe, states, rules.board, 0, observations)


class BatchEntryPoints(NamedTuple):
    """Entry points of `Batch`, as `machine_code` returns them (see `engine.compiled.loops.Loops`).

    Attributes:
        reset: restarts games.
        refresh: writes masks and observations.
        observe: writes the observations of a seat.
        advance: carries out decisions in all games.
        sample_actions: samples legal actions.
        first_illegal: finds the first illegal action.
    """

    reset: Callable[..., Any]
    refresh: Callable[..., Any]
    observe: Callable[..., Any]
    advance: Callable[..., Any]
    sample_actions: Callable[..., Any]
    first_illegal: Callable[..., Any]


def _compile_batch(rules: GameRules) -> BatchEntryPoints:
    loops = rules.loops
    states, streams, masks, observations = _example_arrays(rules)
    actions, flags = np.zeros(1, np.int64), np.ones(1, np.bool_)
    rewards = np.zeros((1, rules.num_players), np.float32)
    games, outputs = (states, streams, rules.board), (masks, masks, observations, rewards, flags, flags)
    return BatchEntryPoints(
        machine_code(loops.reset, states, streams, rules.board, flags, masks, observations),
        machine_code(loops.refresh, states, rules.board, masks, observations),
        machine_code(loops.observe, states, rules.board, 0, observations),
        machine_code(loops.advance, *games, actions, np.zeros((1, 2), np.int64), 1, *outputs, states, NOBODY, CALLER),
        machine_code(loops.sample_actions, masks, streams, actions),
        machine_code(loops.first_illegal, masks, actions, False),
    )


def _compile_resample(rules: GameRules) -> Callable[..., Any]:
    """Return `loops.resample`."""
    states, streams, _, _ = _example_arrays(rules)
    return machine_code(rules.loops.resample, states, streams, rules.board, 0)


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
