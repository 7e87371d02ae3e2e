"""Ratings of agents, from the leagues of `training/league.py`, and results of table protocols."""

import json
from typing import Any

from kschwert_env.agents.policy import bundled_versions
from kschwert_env.data import DATA_ROOT
from kschwert_env.engine.contract.rules import GameRules


def league_ratings(rules: GameRules) -> dict[str, dict[str, Any]]:
    """Return the league results by agent spec, for this game and number of players; empty without a league.

    Each result has `rating`, `win_share`, `among` (number of agents in the league), `response` (win share of the best
    response that was found, or None) and `tables` (from `table_results`, or None).
    """
    file = DATA_ROOT / "docs" / "league" / f"{rules.package}-{rules.num_players}p.json"
    if not file.is_file():
        return {}
    league, tables = json.loads(file.read_text(encoding="utf-8")), table_results(rules)
    agents, responses = league["agents"], league["exploitability"]
    newest = {f"policy:version={version}": "policy" for version in list(bundled_versions(rules))[-1:]}
    return {
        newest.get(name, name): {
            "rating": its["rating"],
            "win_share": its["win_share"],
            "among": len(agents),
            "response": responses[name]["win_share"] if name in responses else None,
            "tables": tables if newest.get(name, name) == "policy" else None,
        }
        for name, its in agents.items()
    }


def table_results(rules: GameRules) -> dict[str, float] | None:
    """Return the results of the newest network at tables of many kinds (docs/evaluation.md); None without results.

    They are win shares: the `mean`, that at the `worst` table, and the `worst_loss` against the heuristic.
    """
    file = DATA_ROOT / "docs" / "tables" / f"{rules.package}-{rules.num_players}p.json"
    if not file.is_file():
        return None
    league = json.loads(file.read_text(encoding="utf-8"))
    return {"mean": league["mean"], "worst": league["worst"]["win_share"], "worst_loss": league["worst_loss"]["lead"]}
