"""`resample` of the classic games draws exactly the worlds that a seat considers possible, by their probabilities."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kschwert_env.engine.compiled import rng
from kschwert_env.engine.contract import chance
from kschwert_env.engine.jit.plain import PlainCode, PlainRecord
from tests.classics.counterparts import SMALL, Counterpart, histories

pytestmark = pytest.mark.needs_jit

Worlds = dict[bytes, float]
"""Probabilities of states, by their bytes."""


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_worlds_have_the_probabilities_of_the_tree(game: Counterpart) -> None:
    """Nothing but chance is hidden, so worlds are as likely as their draws, whatever the seats play."""
    for seat in range(game.rules.num_players):
        known: dict[str, Worlds] = defaultdict(dict)
        states: dict[str, np.void] = {}
        for history in histories(game):
            name = history.ours.information_state_string(seat)
            known[name][history.record.tobytes()] = history.chance
            states[name] = history.record
        for name, worlds in known.items():
            total = sum(worlds.values())
            expected = {world: probability / total for world, probability in worlds.items()}
            assert dict(resampled(game, states[name], seat)) == pytest.approx(expected)


def resampled(game: Counterpart, state: np.void, seat: int) -> Worlds:
    """Return all states that `resample` can return, with their probabilities."""
    code = PlainCode({rng.below: chance.below})
    found: Worlds = defaultdict(float)
    for world, probability in branches(code.twin(game.rules.kernel.resample), game, state, seat):
        found[world] += probability
    return found


def branches(
    resample: Any, game: Counterpart, state: np.void, seat: int, chosen: tuple[int, ...] = (), probability: float = 1.0
) -> Iterator[tuple[bytes, float]]:
    """Yield the results of `resample` for all outcomes of its draws."""
    record, choices = PlainRecord(state), chance.Choices(chosen)
    try:
        resample(record, choices, PlainRecord(game.rules.board[0]), seat)
    except chance._OpenDraw as open_draw:
        total = sum(outcome.weight for outcome in open_draw.draw)
        for index, outcome in enumerate(open_draw.draw):
            yield from branches(resample, game, state, seat, (*chosen, index), probability * outcome.weight / total)
        return
    yield record.record()[0].tobytes(), probability
