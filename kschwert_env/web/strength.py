"""How strong agents are, as the arena has found: `strength.json`, made by `python -m benchmarks.strength`."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from kschwert_env.engine.contract import GameRules


def strengths(rules: GameRules) -> dict[str, dict[str, Any]]:
    """By what is typed for an agent: `rating`, `win_share` and what it lies between, `games` and `among` how many."""
    found: dict[str, dict[str, Any]] = _table().get(f"{rules.package}-{rules.num_players}", {})
    return found


@cache
def _table() -> dict[str, Any]:
    file = files("kschwert_env.web") / "strength.json"
    table: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return table
