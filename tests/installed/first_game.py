"""First games in an installed package, without Numba: `python first_game.py` in an environment with a wheel.

Prints the CPU time of each, in seconds, as JSON.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

CPU_TIME = """
import resource, sys
used = resource.getrusage(resource.RUSAGE_SELF)
assert "numba" not in sys.modules, "Numba was imported"
print(used.ru_utime + used.ru_stime)
"""
GAME = """
from kschwert_env.{0} import Game, Rules
game = Game(Rules({1}), seed=1)
while not game.is_over:
    game.step(game.legal_actions()[0])
"""
BATCH = """
from kschwert_env.{0} import Batch, Rules
batch = Batch(Rules({1}), 4, seed=1)
batch.step(batch.random_actions())
"""
GYMNASIUM = """
import gymnasium, kschwert_env
gymnasium.make(kschwert_env.gymnasium_id("{0}")).reset(seed=1)
"""
PETTINGZOO = """
from kschwert_env import {0}_v0
{0}_v0.env().reset(seed=1)
"""
ARENA = """
from pathlib import Path
from kschwert_env.agents import make_agents
from kschwert_env.arena.contest import Contest
from kschwert_env.{0} import Rules
rules = Rules(2)
with Contest(rules, make_agents(["heuristic", "random"], rules), Path({2!r}), games=2) as contest:
    assert contest.play(workers=1)
"""
SIMULATE = """
from kschwert_env.cli.app import app
app(["simulate", "--game", "{0}", "--games", "100"], standalone_mode=False)
"""
TABLES = (*(("krone_schwert", players) for players in (2, 3, 4, 5)), ("two_crowns", 2), ("politics_and_intrigue", 2))


def seconds(program: str) -> float:
    """Run a program in a process of its own; return its CPU time."""
    done = subprocess.run([sys.executable, "-c", program + CPU_TIME], capture_output=True, text=True, check=False)
    if done.returncode or "Compiling" in done.stderr:
        sys.exit(f"{program}\n{done.stdout}{done.stderr}")
    return float(done.stdout.split()[-1])


def measured(programs: Sequence[tuple[str, str]]) -> dict[str, float]:
    """Return the CPU time of each named program."""
    return {name: round(seconds(program), 3) for name, program in programs}


def programs(folder: Path) -> list[tuple[str, str]]:
    """Return everything to run, by name."""
    found = [(name, f"import {name}") for name in ("numpy", "kschwert_env", "gymnasium", "pettingzoo.utils")]
    for game, players in TABLES:
        found += [(f"game {game} {players}", GAME.format(game, players))]
        found += [(f"batch {game} {players}", BATCH.format(game, players))]
    for game in dict(TABLES):
        found += [(f"gymnasium {game}", GYMNASIUM.format(game)), (f"pettingzoo {game}", PETTINGZOO.format(game))]
        found += [(f"arena {game}", ARENA.format(game, 0, str(folder / game)))]
        found += [(f"simulate {game}", SIMULATE.format(game))]
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measured(programs(Path(folder))), indent=1))
