"""The classic games play as OpenSpiel's: deciding seats, legal actions, draws, scores, and what a seat knows."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from kschwert_env import CLASSICS
from kschwert_env.custom.check import check_game
from tests.classics.counterparts import ALL, HEARTS, LEDUC_POKER, SMALL, Counterpart, histories, play_side_by_side

pytestmark = pytest.mark.needs_jit

Draws = dict[tuple[int, ...], float]
"""Probabilities of sequences of draws."""


def test_every_classic_game_has_a_counterpart() -> None:
    assert [str(game) for game in ALL] == list(CLASSICS)


@pytest.mark.parametrize("game", ALL, ids=str)
def test_a_game_keeps_what_it_promises(game: Counterpart) -> None:
    check_game(game.rules, games=4 if game is HEARTS else 30)


@pytest.mark.parametrize("game", ALL, ids=str)
def test_random_games_agree(game: Counterpart) -> None:
    play_side_by_side(game, range(300))


@pytest.mark.long
@pytest.mark.parametrize("game", ALL, ids=str)
def test_very_many_random_games_agree(game: Counterpart) -> None:
    play_side_by_side(game, range(1000, 11_000 if game is HEARTS else 101_000))


@pytest.mark.parametrize("game", [game for game in ALL if game is not HEARTS], ids=str)
def test_draws_have_the_same_probabilities(game: Counterpart) -> None:
    rules = game.rules
    assert drawn_here(game, rules.board["blank"][0], None) == pytest.approx(drawn_there(game.spiel.new_initial_state()))
    for seed in range(20):
        ours, spiel = game.start(seed)
        while not ours.is_over:
            action = Random(seed).choice(ours.legal_actions())
            there = drawn_there(spiel.child(game.number(action)))
            assert drawn_here(game, ours.state, action) == pytest.approx(there)
            game.step(ours, spiel, action)


def drawn_here(game: Counterpart, state: np.void, action: int | None) -> Draws:
    """Return the probabilities of all sequences of draws in a step of our game, in OpenSpiel's numbers."""
    found: Draws = {}
    for chance, after in outcomes(game, state, action):
        draws = tuple(game.draws(None if action is None else state, after))
        found[draws] = found.get(draws, 0) + chance
    return found


def outcomes(
    game: Counterpart, before: np.void, action: int | None, chosen: tuple[int, ...] = (), chance: float = 1.0
) -> Iterator[tuple[float, np.void]]:
    """Yield the probabilities and states of all outcomes of a step."""
    following = game.rules.chance.follow(before, action, chosen)
    if not isinstance(following, tuple):
        yield chance, following[0]
        return
    total = sum(outcome.weight for outcome in following)
    for index, outcome in enumerate(following):
        yield from outcomes(game, before, action, (*chosen, index), chance * outcome.weight / total)


def drawn_there(spiel: Any, draws: tuple[int, ...] = (), chance: float = 1.0) -> Draws:
    """Return the probabilities of all sequences of draws that come next in OpenSpiel's game."""
    if not spiel.is_chance_node():
        return {draws: chance}
    found: Draws = {}
    for outcome, probability in spiel.chance_outcomes():
        found |= drawn_there(spiel.child(outcome), (*draws, outcome), chance * probability)
    return found


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_a_seat_knows_the_same(game: Counterpart) -> None:
    """Two histories look the same to a seat in both games or in neither, over the whole tree."""
    for seat in range(game.rules.num_players):
        found = {
            (history.ours.information_state_string(seat), history.spiel.information_state_string(seat))
            for history in histories(game)
        }
        ours, spiel = map(set, zip(*found, strict=True))
        assert len(found) == len(ours) == len(spiel)


def test_trees_have_the_size_that_is_known() -> None:
    """Leduc poker has 936 information states in which a seat decides, or 288 if suits don't count."""
    assert len({history.ours.information_state_string() for history in histories(LEDUC_POKER)}) == 936
