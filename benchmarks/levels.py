"""Matches between the levels of strength of the browser table (`kschwert_env/web/lobby/levels.json`).

    python -m benchmarks.levels [krone_schwert-3p ...]

It plays the three agents of each game and number of players against each other, and writes their win shares and the
fingerprint of the rules into the file. Change the agents there, then run it again: each step must win 65 to 85 %.
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kschwert_env.agents.policy import bundled_versions
from kschwert_env.importing import find_game
from kschwert_env.web.lobby.levels import FILE

GAMES = {"krone_schwert": 1500, "two_crowns": 3000, "politics_and_intrigue": 1500}
"""Number of games of a match, by game."""


def play(game: str, players: int, agents: list[str]) -> dict[str, Any]:
    """Return the results of a match at mixed tables."""
    with TemporaryDirectory() as folder:
        match = [*agents, "--game", game, "--players", str(players), "--games", str(GAMES[game])]
        command = [sys.executable, "-m", "kschwert_env", "arena", *match, "--out", folder]
        subprocess.run([*command, "--workers", "1", "--transcripts", "0"], check=True)
        results: dict[str, Any] = json.loads((Path(folder) / "results.json").read_text(encoding="utf-8"))
    return results


def measured(game: str, players: int, agents: list[str]) -> dict[str, Any]:
    """Return the entry of a match in the file."""
    results, rules = play(game, players, agents), find_game(game).read_options({"num_players": players})
    shares = [results["head_to_head"][agents[i + 1]][agents[i]] for i in range(len(agents) - 1)]
    return {
        "fingerprint": results["fingerprint"],
        "network": max(bundled_versions(rules)),
        "games": results["games"],
        "agents": agents,
        "win_shares": [round(share["win_share"], 3) for share in shares],
    }


def main(wanted: list[str]) -> None:
    """Play all matches, or those named."""
    found = json.loads(FILE.read_text(encoding="utf-8"))
    for name, match in found.items():
        if not wanted or name in wanted:
            game, players = name[:-1].rsplit("-", 1)
            found[name] = measured(game, int(players), match["agents"])
            FILE.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
