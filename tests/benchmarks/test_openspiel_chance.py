"""Chance in the benchmark of OpenSpiel: drawn uniformly only where it is uniform."""

from collections import Counter
from typing import Any

import pyspiel
import pytest

from benchmarks.peers import run_openspiel
from benchmarks.peers.run_openspiel import GAMES, check_chance, draw_by_weight, has_weighted_chance, is_uniform


class ChanceNode:
    """A chance node of three outcomes."""

    def __init__(self, *probabilities: float) -> None:
        self.outcomes = list(enumerate(probabilities))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.outcomes

    def legal_actions(self) -> list[int]:
        return [outcome for outcome, _ in self.outcomes]


class FixedNumber:
    """A generator that returns one number."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


@pytest.mark.parametrize("name", GAMES.values())
def test_chance_is_uniform_wherever_it_is_drawn_uniformly(name: str) -> None:
    check_chance(pyspiel.load_game(name))


def test_a_weighted_chance_node_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pyspiel.load_game(GAMES["hanabi"])
    assert has_weighted_chance(game)
    monkeypatch.setattr(run_openspiel, "WEIGHTED_CHANCE", ())
    with pytest.raises(ValueError, match="hanabi has a chance node whose outcomes are not uniform"):
        check_chance(game)


def test_a_node_is_uniform_if_all_legal_actions_are_equally_likely() -> None:
    assert is_uniform(ChanceNode(0.25, 0.25, 0.25, 0.25))
    assert not is_uniform(ChanceNode(0.5, 0.25, 0.25))


@pytest.mark.parametrize(
    ("number", "outcome"), [(0.0, 0), (0.4, 0), (0.5, 1), (0.7, 1), (0.75, 2), (0.9999, 2), (1.5, 2)]
)
def test_outcomes_are_drawn_by_their_probability(monkeypatch: pytest.MonkeyPatch, number: float, outcome: int) -> None:
    monkeypatch.setattr(run_openspiel, "generator", FixedNumber(number))
    assert draw_by_weight(ChanceNode(0.5, 0.25, 0.25)) == outcome


def test_a_game_counts_the_decisions_of_seats_only() -> None:
    """In hearts, every one of the 52 cards is played; up to three cards of each seat are passed before."""
    game = pyspiel.load_game("hearts")
    seats: Counter[int] = Counter()

    def observe(state: Any, seat: int) -> None:
        assert state.current_player() == seat
        seats[seat] += 1

    decisions = run_openspiel.play_game(game, weighted=False, observe=observe)
    assert decisions == sum(seats.values())
    assert decisions in (52, 52 + 4 * 3)
    assert set(seats) == {0, 1, 2, 3}
