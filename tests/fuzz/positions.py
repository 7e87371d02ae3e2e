"""Positions as JSON: refused by ValueError, with words, or taken, and then played on like any other."""

import copy
from typing import Any

import numpy as np

from tests.fuzz.reached import check_playable, some_game
from tests.fuzz.spoiled import check_words, places_in, spoiled_json, trials

_LARGE = (2**31 - 1, 2**31, 2**40, 2**40 + 1, 2**53, 2**62, 2**63 - 1, 127, 128, 255, 256, 999, 10**6)


def _spoiled(position: dict[str, Any], rng: np.random.Generator) -> Any:
    """By anything at all, or by what could be taken for right: a number that is a little or far off, two exchanged."""
    if rng.integers(2):
        return spoiled_json(position, rng)
    whole = {"": copy.deepcopy(position)}
    for _ in range(rng.integers(1, 4)):
        places = places_in(whole)[1:]
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
    """A card from one pile to another, so that all are there still."""
    card = sorted(source)[rng.integers(len(source))]
    if isinstance(target, dict):
        target[card] = target[card] + 1 if type(target.get(card)) is int else 1
    source[card] -= 1
    if not source[card]:
        del source[card]


def _try_one(rng: np.random.Generator) -> None:
    game = some_game(rng)
    given = _spoiled(game.position(), rng)
    try:
        taken = type(game).from_position(given, int(rng.integers(2**63)))
    except ValueError as error:
        check_words(error)
        return
    assert taken.position()["phase"] == given["phase"]
    check_playable(taken, rng)


def positions(rng: np.random.Generator, seconds: float) -> int:
    """Tried so often."""
    return trials(_try_one, rng, seconds)
