"""How strong the agents are that come along, for the lobby of the table: `python -m benchmarks.strength [--games 400]`.

An arena for each game and number of players, with all agents at mixed tables; kschwert_env/web/strength.json is written
row by row, so that an arena that is left out keeps what was found before.
"""

import json
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.peers.catalogue import ROOT
from kschwert_env import GAMES, terminal
from kschwert_env.agents.arena.contest import Contest
from kschwert_env.agents.kinds import available, make_agents

WRITTEN = ROOT / "kschwert_env" / "web" / "strength.json"


def measured(rules: Any, agents: list[str], games: int) -> dict[str, dict[str, float]]:
    """By agent: rating, share of wins with what it lies between, games, and among how many agents."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Contest(rules, make_agents(agents, rules), Path(folder), games=games) as contest,
    ):
        contest.play()
        found = contest.figures()
    assert found is not None
    told = ("rating", "win_share", "low", "high", "games")
    return {
        name: {**{key: round(its[key], 3) for key in told}, "among": len(agents), "fair": found["fair_share"]}
        for name, its in found["agents"].items()
    }


def main(
    games: Annotated[int, typer.Option(min=20, help="Of each arena.")] = 400,
    game: Annotated[list[str] | None, typer.Option(help="Games; all of them if none is named.")] = None,
    without: Annotated[list[str] | None, typer.Option(help="Agents that are left out.")] = None,
) -> None:
    """Measure, and write."""
    found = json.loads(WRITTEN.read_text())
    for name in game or GAMES:
        for players in terminal.package(name).Rules.player_counts:
            rules = terminal.chosen_rules(name, players, None)
            agents = [kind for kind in available(rules) if kind not in (without or [])]
            found[f"{name}-{players}"] = measured(rules, agents, games)
            WRITTEN.write_text(json.dumps(found, indent=1) + "\n")
            print(
                name,
                players,
                {agent: its["win_share"] for agent, its in found[f"{name}-{players}"].items()},
                flush=True,
            )


if __name__ == "__main__":
    typer.run(main)
