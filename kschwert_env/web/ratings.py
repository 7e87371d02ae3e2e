"""Ratings of agents, from the leagues of `training/league.py`."""

import json
from typing import Any

from kschwert_env.agents.policy import bundled_versions
from kschwert_env.data import DATA_ROOT
from kschwert_env.engine.rules import GameRules


def league_ratings(rules: GameRules) -> dict[str, dict[str, Any]]:
    """Return the league results by agent spec, for this game and number of players; empty without a league.

    Each result has `rating`, `win_share`, `among` (number of agents in the league) and `response` (win share of the
    best response that was found, or None).
    """
    file = DATA_ROOT / "docs" / "league" / f"{rules.package}-{rules.num_players}p.json"
    if not file.is_file():
        return {}
    league = json.loads(file.read_text(encoding="utf-8"))
    agents, responses = league["agents"], league["exploitability"]
    newest = {f"policy:version={version}": "policy" for version in list(bundled_versions(rules))[-1:]}
    return {
        newest.get(name, name): {
            "rating": its["rating"],
            "win_share": its["win_share"],
            "among": len(agents),
            "response": responses[name]["win_share"] if name in responses else None,
        }
        for name, its in agents.items()
    }
