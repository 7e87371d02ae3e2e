"""Reachable positions to be damaged: of all games, numbers of players and stages."""

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from kschwert_env import GAMES
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.jit.functions import JIT
from kschwert_env.engine.simulation.game import Game
from tests.helpers.cases import CASES, Case
from tests.helpers.mutants import Mutants
from tests.helpers.positions import Reached

_GAMES, _MOST_DECISIONS = 12, 700
_STOPS = 25  # per game played
_CLOSE = 6  # decisions after an accepted position that are checked in full


@cache
def _games() -> dict[str, list[Game[Any]]]:
    """Return running and finished games by game name, including the tests' positions, which cover every phase."""
    found: dict[str, list[Game[Any]]] = {}
    for name in GAMES:
        reached = import_module(f"tests.{name}.positions").REACHED
        slow = reached.slow and not JIT
        found[name] = [reached.game.from_position(reached.reach(m)) for m in reached.moments] if not slow else []
        for i, case in enumerate(c for c in CASES if c.rules.package == name and c.rules.num_players < 4):
            found[name] += _play_games(case, i, 1 if slow else _GAMES)
    return found


def _play_games(case: Case, seed: int, games: int) -> list[Game[Any]]:
    chance, found = np.random.default_rng(seed), []
    for game in (case.game(case.rules, int(chance.integers(2**32))) for _ in range(games)):
        stops = chance.integers(1, _MOST_DECISIONS, _STOPS)
        for decision in range(_MOST_DECISIONS):
            if game.is_over:
                break
            game.step(int(chance.choice(game.legal_actions())))
            if decision in stops:
                found.append(game.copy())
        found.append(game)
    return found


def random_game(rng: np.random.Generator) -> Game[Any]:
    """Return a random game of these."""
    games = _games()[GAMES[rng.integers(len(GAMES))]]
    return games[rng.integers(len(games))]


@cache
def mutants(name: str) -> list[Mutants]:
    """Return the mutants of the positions of a game, under each of its rules that has several of them."""
    by_rules: dict[GameRules, list[Position]] = {}
    for game in _games()[name]:
        by_rules.setdefault(game.rules, []).append(game.position())
    reached: Reached = import_module(f"tests.{name}.positions").REACHED
    return [Mutants(reached, positions) for positions in by_rules.values() if len(positions) > 1]


def check_playable(game: Game[Any], rng: np.random.Generator, decisions: int = 200) -> None:
    """Assert that an accepted game keeps the contract, to its end or for `decisions` decisions.

    That is: none of its successors is refused, has a value out of bounds, such as a negative stock, or lacks a legal
    action. The first successors are checked in full, then every sixteenth.
    """
    for decision in range(decisions):
        if decision < _CLOSE or decision % 16 == 0 or game.is_over:
            check_successor(game, rng)
        if game.is_over:
            assert not game.legal_mask().any()
            assert abs(game.returns.sum()) < 1e-9
            return
        legal = game.legal_actions()
        assert legal, "no legal action, but the game is not over"
        seen, (low, high) = game.observe(game.player or 0)["observation"], _bounds(game.rules)
        assert (low <= seen).all(), "a value below its bound"
        assert (seen <= high).all(), "a value above its bound"
        before = game.scores
        game.step(int(rng.choice(legal)))
        assert np.abs(game.scores - before).max() < 10**6, "implausible change of scores"


def check_successor(game: Game[Any], rng: np.random.Generator) -> None:
    """Assert that a game is accepted in every form, and so is what a seat may believe."""
    game_type = type(game)
    assert game_type.from_position(game.position()) == game, "a successor of an accepted position is refused"
    assert game_type.from_bytes(game.rules, game.to_bytes()) == game
    assert game.rules.is_sound(game.state)
    for seat in range(game.rules.num_players):
        seen = game.resample(seat, int(rng.integers(2**32)))
        assert game.rules.is_sound(seen.state), f"a world resampled for seat {seat} is unsound"
        assert (seen.observe(seat)["observation"] == game.observe(seat)["observation"]).all()


@cache
def _bounds(rules: GameRules) -> tuple[np.ndarray, np.ndarray]:
    """Return the bounds of each entry of an observation."""
    pieces = rules.observation.pieces.values()
    sizes = [int(np.prod(piece.shape)) for piece in pieces]
    return np.repeat([piece.low for piece in pieces], sizes), np.repeat([piece.high for piece in pieces], sizes)
