"""Reachable positions to be damaged: of all games, numbers of players and stages."""

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from kschwert_env import GAMES
from kschwert_env.engine.game import Game
from kschwert_env.engine.jit.functions import JIT
from tests.games.cases import CASES, Case

_GAMES, _MOST_DECISIONS = 12, 700
_STOPS = 25  # per game played


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


def check_playable(game: Game[Any], rng: np.random.Generator, decisions: int = 200) -> None:
    """Assert that an accepted game keeps the contract, to its end or for `decisions` decisions."""
    game_type = type(game)
    for decision in range(decisions):
        if decision % 16 == 0 or game.is_over:
            assert game_type.from_position(game.position()) == game, "a successor of an accepted position is refused"
            assert game_type.from_bytes(game.rules, game.to_bytes()) == game
            assert game.rules.is_sound(game.state)
            for seat in range(game.rules.num_players):
                game.observe(seat)
                seen = game.resample(seat, int(rng.integers(2**32)))
                assert game.rules.is_sound(seen.state), f"a world resampled for seat {seat} is unsound"
                assert (seen.observe(seat)["observation"] == game.observe(seat)["observation"]).all()
        if game.is_over:
            assert not game.legal_mask().any()
            assert abs(game.returns.sum()) < 1e-9
            return
        legal = game.legal_actions()
        assert legal, "no legal action, but the game is not over"
        before = game.scores
        game.step(int(rng.choice(legal)))
        assert np.abs(game.scores - before).max() < 10**6, "implausible change of scores"
