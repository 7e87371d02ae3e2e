"""Positions as JSON: a damaged position is refused by a ValueError with a message, or is accepted and playable."""

import copy
from typing import Any

import numpy as np

from tests.fuzz.damage import check_message, damaged_json, locations_in
from tests.fuzz.reachable import check_playable, random_game

_LARGE = (2**31 - 1, 2**31, 2**40, 2**40 + 1, 2**53, 2**62, 2**63 - 1, 127, 128, 255, 256, 999, 10**6)


def _damaged(position: dict[str, Any], rng: np.random.Generator) -> Any:
    """Insert random values, or plausible ones: a number that is slightly or far off, or two values exchanged."""
    if rng.integers(2):
        return damaged_json(position, rng)
    whole = {"": copy.deepcopy(position)}
    for _ in range(rng.integers(1, 4)):
        places = locations_in(whole)[1:]
        holder, key = places[rng.integers(len(places))]
        value, (other, its_key) = holder[key], places[rng.integers(len(places))]
        if type(value) is int:
            large = _LARGE[rng.integers(len(_LARGE))]
            holder[key] = large if rng.integers(3) == 0 else value + int(rng.integers(-2, 3))
        elif type(value) is bool:
            holder[key] = not value
        elif type(value) is type(other[its_key]) and not isinstance(value, (dict, list)):
            holder[key], other[its_key] = other[its_key], value
        elif isinstance(value, dict) and value and all(type(count) is int for count in value.values()):
            _move(value, other[its_key], rng)
    return whole[""]


def _move(source: dict[str, int], target: Any, rng: np.random.Generator) -> None:
    """Move a card from one pile to another, so that the total is unchanged."""
    card = sorted(source)[rng.integers(len(source))]
    if isinstance(target, dict):
        target[card] = target[card] + 1 if type(target.get(card)) is int else 1
    source[card] -= 1
    if not source[card]:
        del source[card]


def try_one(rng: np.random.Generator) -> None:
    game = random_game(rng)
    given = _damaged(game.position(), rng)
    try:
        taken = type(game).from_position(given, int(rng.integers(2**63)))
    except ValueError as error:
        check_message(error)
        return
    assert taken.position()["phase"] == given["phase"]
    check_playable(taken, rng)
