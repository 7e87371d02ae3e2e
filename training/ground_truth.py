"""Exploitability of every bundled method in games that can be solved exactly: the table of docs/ground_truth.md.

`python training/ground_truth.py --out runs/ground_truth` needs the extras `openspiel` and `train`. Networks are trained
on the small game itself; each game takes some minutes. Each game gets a file `NAME.json`.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from kschwert_env import krone_schwert, terminal, two_crowns
from kschwert_env.agents.registry import make_agent
from kschwert_env.arena import exact
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.training import train

FOLDER = Path(__file__).parent / "ground_truth"


def last_turn(players: int) -> GameRules:
    """Return the rules of the last turn of Krone & Schwert."""
    edition = str(FOLDER / f"last_turn_{players}.toml")
    return krone_schwert.Rules(players, edition, shuffle_parts=False, max_rounds=2)


GAMES: dict[str, GameRules] = {
    "last_turn_2": last_turn(2),
    "last_turn_3": last_turn(3),
    "two_turns": two_crowns.Rules(edition=str(FOLDER / "two_turns.toml"), max_turns=2),
}
"""The small games, by name."""

AGENTS = {"random": 1, "heuristic": 8, "greedy": 8, "ismcts:sims=100": 8, "ismcts:sims=100,rollout=random": 8}
"""Agents without training, with the number of decisions that estimate their probabilities in an information state."""

CFR_ITERATIONS = (10, 100, 1000)
"""Numbers of iterations of CFR+."""


def main(
    out: Annotated[Path, typer.Option(help="Folder of the results and of the trained networks.")],
    games: Annotated[
        list[str] | None, typer.Option(help="Small game to measure. May be repeated.", show_default="all")
    ] = None,
    timesteps: Annotated[int, typer.Option(help="Decisions of each training run.")] = 40_000,
    untrained: Annotated[bool, typer.Option(help="Leave out the trained networks.")] = False,
) -> None:
    """Measure the exact exploitability of every method in small games; write a JSON file for each game."""
    for name in games or GAMES:
        if name not in GAMES:
            raise terminal.usage_error(f"unknown game {name}; expected one of: {', '.join(GAMES)}")
    out.mkdir(parents=True, exist_ok=True)
    for name in games or GAMES:
        lines = []
        for line in measured(GAMES[name], None if untrained else out / name, timesteps):
            print(name, json.dumps(line), flush=True)
            lines.append(line)
        (out / f"{name}.json").write_text(json.dumps(lines, indent=1))


def measured(rules: GameRules, folder: Path | None, timesteps: int) -> Iterator[dict[str, Any]]:
    """Yield the size of the tree, then the results of each method."""
    began = time.monotonic()
    tree = exact.game_tree(rules)
    yield {"histories": tree.histories, "information_states": len(tree.names), "seconds": time.monotonic() - began}
    for spec, samples in AGENTS.items():
        yield result(tree, spec, exact.tabular_policy(tree, make_agent(spec, rules), samples))
    for spec, agent in trained(rules, folder, timesteps).items() if folder else ():
        samples = 8 if agent.startswith("puct") else 1
        yield result(tree, spec, exact.tabular_policy(tree, make_agent(agent, rules), samples))
    for iterations in CFR_ITERATIONS:
        yield result(tree, f"CFR+, {iterations} iterations", exact.cfr_policy(tree, iterations))


def trained(rules: GameRules, folder: Path, timesteps: int) -> dict[str, str]:
    """Train networks on the small game; return the specifications of agents by the name of the method."""
    options = {name: value for name, value in rules.options().items() if name != "num_players"}
    common: dict[str, Any] = {"game": rules.package, "players": rules.num_players, "rules": options, "threads": 1}
    common["evaluation_games"] = 100
    small: dict[str, Any] = {"evaluation_interval": 0, "games": 128, "rollout_steps": 16, "learning_rate": 2e-3}
    responses = {"response_timesteps": timesteps // 4, "minibatch_size": 256}
    runs: dict[str, dict[str, Any]] = {
        "imitate": {"timesteps": min(timesteps, 50_000), "width": 32},
        "ppo": {"timesteps": timesteps, "width": 32, **small},
        "exploiter_training": {"timesteps": timesteps, "rounds": 2, "responses": 1, "width": 32, **small, **responses},
    }
    for method, settings in runs.items():
        if not (folder / method / "agent.npz").exists():
            train(method, folder / method, **common, **settings)
    paths = {method: folder / method / "agent.npz" for method in runs}
    found = {method: f"policy:{path}" for method, path in paths.items()}
    return found | {"puct:sims=100 on ppo": f"puct:{paths['ppo']},sims=100"}


def result(tree: exact.GameTree, method: str, table: exact.Table) -> dict[str, Any]:
    """Return the win shares of a policy against itself, and of the best responses to it, with its NashConv."""
    found, seats = exact.exploitability(tree, table), tree.rules.num_players
    shares = [
        [round((value * (seats - 1) + 1) / seats, 4) for value in each] for each in (found.values, found.best_responses)
    ]
    return {
        "method": method,
        "win_shares": shares[0],
        "best_response": shares[1],
        "nash_conv": round(found.nash_conv, 5),
    }


if __name__ == "__main__":
    terminal.run_command(main)
