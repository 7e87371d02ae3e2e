"""What is compiled, or loaded from disk, before it is used: first what a single game needs, then what is asked for."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.jit.compiling import compiling, machine_code
from kschwert_env.engine.rng import seeded


class Part(NamedTuple):
    """Entry points that are compiled together.

    Attributes:
        name: as a part of file names.
        words: "... the rules for 3 players".
        call: calls each of them, or has its code made, with arrays of the layouts that are used everywhere: others are
            compiled for anew.
    """

    name: str
    words: str
    call: Callable[[GameRules], object]


def ensure_compiled(rules: GameRules, *parts: Part) -> None:
    """Compile these parts for this kind of record, or load them from disk."""
    kind, words = rules.record_kind
    for part in parts:
        if (rules.code_folder, kind, part.name) in _compiled:
            continue
        with compiling(rules.code_folder, f"{kind}-{part.name}", f"{part.words}{words}") as needed:
            if needed:
                part.call(rules)
        _compiled.add((rules.code_folder, kind, part.name))


_compiled: set[tuple[str, str, str]] = set()


class Calls(NamedTuple):
    """What single games call, as `machine_code`: the entry points of these names (`engine.loops.Loops`).

    Attributes:
        restart: starts afresh.
        look: writes masks and observations.
        play: one action.
        legal: lists the legal actions.
        observe: as seen by one seat.
        score: the returns.
    """

    restart: Callable[..., Any]
    look: Callable[..., Any]
    play: Callable[..., Any]
    legal: Callable[..., Any]
    observe: Callable[..., Any]
    score: Callable[..., Any]


def calls_of(rules: GameRules) -> Calls:
    """Those for this kind of record, compiled or loaded from disk."""
    kind = rules.code_folder, rules.record_kind[0]
    if kind not in _calls:
        ensure_compiled(rules, GAMES)
        _calls[kind] = _calls_for_games(rules)
    return _calls[kind]


_calls: dict[tuple[str, str], Calls] = {}


def _calls_for_games(rules: GameRules) -> Calls:
    loops, board = rules.loops, rules.board
    states, streams, masks, observations = _fresh(rules)
    return Calls(
        machine_code(loops.restart, states, streams, board, np.ones(1, np.bool_), masks, observations),
        machine_code(loops.look, states, board, masks, observations),
        machine_code(loops.play, states, streams, board, 0, masks),
        machine_code(loops.legal, masks, np.zeros(1, np.int64)),
        machine_code(loops.observe, states, board, 0, observations),
        machine_code(loops.score, states, board, np.zeros((1, rules.num_players))),
    )


class BatchCalls(NamedTuple):
    """What batches call at every step, likewise.

    Attributes:
        advance: decisions in all games.
        pick: random actions.
        first_illegal: judges actions.
    """

    advance: Callable[..., Any]
    pick: Callable[..., Any]
    first_illegal: Callable[..., Any]


def batch_calls_of(rules: GameRules) -> BatchCalls:
    """Those for this kind of record, compiled or loaded from disk."""
    kind = rules.code_folder, rules.record_kind[0]
    if kind not in _batch_calls:
        ensure_compiled(rules, BATCHES)
        _batch_calls[kind] = _calls_for_batches(rules)
    return _batch_calls[kind]


_batch_calls: dict[tuple[str, str], BatchCalls] = {}


def _calls_for_batches(rules: GameRules) -> BatchCalls:
    loops = rules.loops
    states, streams, masks, observations = _fresh(rules)
    actions, flags = np.zeros(1, np.int64), np.ones(1, np.bool_)
    rewards = np.zeros((1, rules.num_players), np.float32)
    games, told = (states, streams, rules.board), (masks, masks, observations, rewards, flags, flags)
    return BatchCalls(
        machine_code(loops.advance, *games, actions, actions, 1, *told, states),
        machine_code(loops.pick, masks, streams, actions),
        machine_code(loops.first_illegal, masks, actions, False),
    )


def _call_for_worlds(rules: GameRules) -> None:
    states, streams, masks, observations = _fresh(rules)
    rules.loops.restart(states, streams, rules.board, np.ones(1, np.bool_), masks, observations)
    rules.loops.resample(states, streams, rules.board, 0)


def _fresh(rules: GameRules) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Room for a game: states, streams, masks and observations."""
    shapes = (1, rules.num_actions), (1, rules.observation.size)
    return np.zeros(1, rules.state_dtype), seeded(0, 1), np.zeros(shapes[0], np.int8), np.zeros(shapes[1], np.int8)


GAMES = Part("games", "", _calls_for_games)
"""What a single game calls, and what wraps one."""

BATCHES = Part("batches", "batches by ", _calls_for_batches)
"""What a batch calls, besides that of games."""

WORLDS = Part("worlds", "what deals anew by ", _call_for_worlds)
"""`resample`, besides that of games."""

PARTS = (GAMES, BATCHES, WORLDS)
"""All of them."""
