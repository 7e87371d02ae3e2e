"""Saved games and their pickles: damaged bytes are refused by ValueError; forged bytes are refused or hold a game."""

import hashlib
import pickle
from typing import Any

import numpy as np

from kschwert_env.engine.simulation.game import Game
from tests.fuzz.damage import check_message, damaged_bytes
from tests.fuzz.reachable import check_playable, random_game

_DIGEST = 32


def _forged(game: Game[Any], rng: np.random.Generator) -> bytes:
    """Return bytes with some changed entries of the record and a matching digest."""
    other = game.copy()
    record = other._states
    for _ in range(rng.integers(1, 4)):
        names = record.dtype.names or ()
        entries = record[names[rng.integers(len(names))]].reshape(-1)
        place, limits = rng.integers(entries.size), np.iinfo(entries.dtype)
        if rng.integers(2):
            near = int(entries[place]) + int(rng.integers(-2, 3))
            entries[place] = min(max(near, limits.min), limits.max)
        else:
            entries[place] = rng.integers(limits.min, limits.max, dtype=entries.dtype, endpoint=True)
    return other.to_bytes()


def try_one(rng: np.random.Generator) -> None:
    game = random_game(rng)
    way, whole = rng.integers(4), game.to_bytes()
    if way == 0:
        data = damaged_bytes(whole, rng)
    elif way == 1:
        turned = damaged_bytes(whole[:-_DIGEST], rng)
        data = turned + hashlib.sha256(turned).digest()
    else:
        data = _forged(game, rng)
    try:
        taken = _from_pickle(game, data) if way == 3 else type(game).from_bytes(game.rules, data)
    except ValueError as error:
        check_message(error)
        return
    check_playable(taken, rng, decisions=60)


def _from_pickle(game: Game[Any], data: bytes) -> Any:
    return pickle.loads(pickle.dumps(game).replace(game.to_bytes(), data))
