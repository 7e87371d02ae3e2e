"""How often an agent wins, one seat of it at tables of another."""

from threading import Event

import numpy as np

from kschwert_env.agents.base import Agent
from kschwert_env.arena.schedule import Seating
from kschwert_env.arena.tables import Row, Tables, wins
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.rng import derived_seeds

_PLACES = 256  # games side by side


def win_share(rules: GameRules, agent: Agent, other: Agent, games: int, seed: int) -> float:
    """The share of wins of one seat of `agent` at tables of `other`, in every seat in turn on the same deals.

    A win shared by w seats counts 1/w. The same seed deals the same games.
    """
    players = rules.num_players
    deals = derived_seeds(np.full(games, seed), np.arange(games) // players)
    seatings = [Seating(i, int(deals[i]), _line_up(i % players, players)) for i in range(games)]
    rows: list[Row] = []
    Tables(rules, [agent, other], seatings, min(_PLACES, games)).play(Event(), rows.append)
    won = wins(np.array([row["scores"] for row in rows]))
    return float(won[np.array([row["line_up"] for row in rows]) == 0].mean())


def _line_up(seat: int, players: int) -> tuple[int, ...]:
    """Agent 0 in one seat, agent 1 in all others."""
    return tuple(int(other != seat) for other in range(players))
