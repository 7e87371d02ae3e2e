"""The games that can be played, with their options, and the agents that can sit down."""

import inspect
import re
from functools import cache
from importlib import import_module
from typing import Any

from kschwert_env import GAMES
from kschwert_env.agents.kinds import KINDS, available


def title(game: str) -> str:
    """A game's name as people write it: what its package says first of itself."""
    told = inspect.getdoc(import_module(f"kschwert_env.{game}")) or game
    return re.split(r" \(| for |\.", told)[0]


@cache
def catalogue() -> list[dict[str, Any]]:
    """Every game: its options and the agents for it."""
    return [_game(game) for game in GAMES]


def _game(game: str) -> dict[str, Any]:
    rules_type = import_module(f"kschwert_env.{game}").Rules
    counts = list(rules_type.player_counts)
    rules = rules_type.read_options({"num_players": counts[0]})
    return {
        "name": game,
        "title": title(game),
        "players": counts,
        "options": [],
        "editions": ["standard"],
        "agents": [
            {"spec": kind, "words": (inspect.getdoc(KINDS[kind]) or "").partition("\n\n")[0], "strength": None}
            for kind in available(rules)
        ],
    }
