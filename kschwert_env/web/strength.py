"""How strong agents are, by the leagues that `training/league.py` plays."""

import json
from typing import Any

from kschwert_env.agents.policy import bundled_versions
from kschwert_env.data import DATA_ROOT
from kschwert_env.engine.rules import GameRules


def strengths(rules: GameRules) -> dict[str, dict[str, Any]]:
    """By what is typed for an agent, those of the league for this number of players; none where none was played.

    Each has `rating`, `win_share`, `among` how many agents, and `response`: what the best opponent won that was made
    for it alone, or None where nobody looked for one.
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
