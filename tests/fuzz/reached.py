"""Positions that games reach, to be spoiled: of both games, for any number of players, at any moment."""

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from kschwert_env import GAMES
from kschwert_env.engine.game import Game
from kschwert_env.engine.jit.compiling import JIT
from tests.games.cases import CASES, Case

_GAMES, _MOST_DECISIONS = 12, 700
_MOMENTS = 25  # of each game that is played


@cache
def _kept() -> dict[str, list[Game[Any]]]:
    """Games under way and over, by name; those of the tests among them, which reach every phase."""
    kept: dict[str, list[Game[Any]]] = {}
    for name in GAMES:
        reached = import_module(f"tests.{name}.positions").REACHED
        slow = reached.slow and not JIT
        kept[name] = [reached.game.from_position(reached.reach(m)) for m in reached.moments] if not slow else []
        for i, case in enumerate(c for c in CASES if c.rules.package == name and c.rules.num_players < 4):
            kept[name] += _played(case, i, 1 if slow else _GAMES)
    return kept


def _played(case: Case, seed: int, games: int) -> list[Game[Any]]:
    chance, kept = np.random.default_rng(seed), []
    for game in (case.game(case.rules, int(chance.integers(2**32))) for _ in range(games)):
        stops = chance.integers(1, _MOST_DECISIONS, _MOMENTS)
        for decision in range(_MOST_DECISIONS):
            if game.is_over:
                break
            game.step(int(chance.choice(game.legal_actions())))
            if decision in stops:
                kept.append(game.copy())
        kept.append(game)
    return kept


def some_game(rng: np.random.Generator) -> Game[Any]:
    """One of them, at random."""
    games = _kept()[GAMES[rng.integers(len(GAMES))]]
    return games[rng.integers(len(games))]


def check_playable(game: Game[Any], rng: np.random.Generator, decisions: int = 200) -> None:
    """A game that has been taken holds what every game does, to its end or for `limit` decisions."""
    taken = type(game)
    for decision in range(decisions):
        if decision % 16 == 0 or game.is_over:
            assert taken.from_position(game.position()) == game, "a position is refused that a taken one led to"
            assert taken.from_bytes(game.rules, game.to_bytes()) == game
            assert game.rules.is_sound(game.state)
            for seat in range(game.rules.num_players):
                game.observe(seat)
                seen = game.resample(seat, int(rng.integers(2**32)))
                assert game.rules.is_sound(seen.state), f"what seat {seat} may take for the truth is refused"
                assert (seen.observe(seat)["observation"] == game.observe(seat)["observation"]).all()
        if game.is_over:
            assert not game.legal_mask().any()
            assert abs(game.returns.sum()) < 1e-9
            return
        legal = game.legal_actions()
        assert legal, "nobody can do anything, and it is not over"
        before = game.scores
        game.step(int(rng.choice(legal)))
        assert np.abs(game.scores - before).max() < 10**6, "scores make no such leaps"
