"""Learning curves in Kuhn and Leduc poker, whose exploitability is exact: the last section of docs/ground_truth.md.

`python training/equilibria.py --out runs/equilibria` needs the extras `openspiel` and `train`. The methods are PPO in
self-play, PPO with a magnet (Sokota et al., "A unified approach to reinforcement learning, quantal response equilibria,
and two-player zero-sum games", ICLR 2023) and CFR+ (Tammelin 2014). Each point is a run of its own. With `--seeds 1
--games kuhn_poker` it takes one to two minutes on one core.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from kschwert_env import terminal
from kschwert_env.agents.registry import make_agent
from kschwert_env.arena import exact
from kschwert_env.arena.report import plot_svg
from kschwert_env.engine.io.files import atomic_write_text
from kschwert_env.importing import find_game
from kschwert_env.training import train

GAMES = ("kuhn_poker", "leduc_poker")

TIMESTEPS = (10_000, 30_000, 100_000, 300_000, 1_000_000)
"""Lengths of the runs, in decisions."""

CFR_ITERATIONS = (1, 10, 100, 1000)
"""Numbers of iterations of CFR+."""

SELF_PLAY: dict[str, Any] = {
    **{"threads": 1, "width": 64, "games": 256, "rollout_steps": 16, "learning_rate": 2e-3},
    **{"fixed_opponents": "", "historical_fraction": 0.0, "evaluation_interval": 0, "evaluation_games": 1},
}
METHODS: dict[str, dict[str, Any]] = {
    "PPO": SELF_PLAY,
    "PPO with a magnet": {**SELF_PLAY, "magnet_coef": 0.3, "magnet_ema_rate": 0.01},
}
"""Settings of `kschwert train ppo`, by the name of the method."""


def main(
    out: Annotated[Path, typer.Option(help="Folder of the results and of the runs.")],
    games: Annotated[list[str] | None, typer.Option(help="Game. May be repeated.", show_default="all")] = None,
    seeds: Annotated[int, typer.Option(min=1, help="Number of runs for each point.")] = 3,
) -> None:
    """Measure the exact NashConv of self-play over its length; write `GAME.json` and `GAME.svg` for each game."""
    for name in games or GAMES:
        if name not in GAMES:
            raise terminal.usage_error(f"unknown game {name}; expected one of: {', '.join(GAMES)}")
    out.mkdir(parents=True, exist_ok=True)
    for name in games or GAMES:
        lines = []
        for line in measured(name, out / name, seeds):
            print(name, json.dumps(line), flush=True)
            lines.append(line)
        atomic_write_text(out / f"{name}.json", json.dumps(lines, indent=1) + "\n")
        atomic_write_text(out / f"{name}.svg", drawn(name, lines))


def measured(name: str, folder: Path, seeds: int) -> Iterator[dict[str, Any]]:
    """Yield the NashConv of the uniform policy, of CFR+, and of each method by length and seed."""
    tree = exact.game_tree(find_game(name)())
    uniform = exact.tabular_policy(tree, make_agent("random", tree.rules))
    yield {"method": "uniform", "nash_conv": exact.exploitability(tree, uniform).nash_conv}
    for iterations in CFR_ITERATIONS:
        value = exact.exploitability(tree, exact.cfr_policy(tree, iterations)).nash_conv
        yield {"method": "CFR+", "iterations": iterations, "nash_conv": value}
    for method, settings in METHODS.items():
        for timesteps in TIMESTEPS:
            runs = [folder / f"{method.replace(' ', '_')}_{timesteps}_{seed}" for seed in range(seeds)]
            values = [trained(tree, run, {**settings, "timesteps": timesteps, "seed": i}) for i, run in enumerate(runs)]
            yield {"method": method, "timesteps": timesteps, "nash_conv": values}


def trained(tree: exact.GameTree, run: Path, settings: dict[str, Any]) -> float:
    """Return the NashConv of a network after a run, which is not repeated if it has finished."""
    if not (run / "agent.npz").exists():
        train("ppo", run, game=tree.rules.package, **settings)
    agent = make_agent(f"policy:path={run / 'agent.npz'}", tree.rules)
    return exact.exploitability(tree, exact.tabular_policy(tree, agent)).nash_conv


def drawn(name: str, lines: list[dict[str, Any]]) -> str:
    """Return the curves as SVG: the mean over seeds, and the range between them."""

    def draw(axes: Any) -> None:
        for method in METHODS:
            points = [line for line in lines if line["method"] == method]
            lengths, values = [line["timesteps"] for line in points], [line["nash_conv"] for line in points]
            axes.plot(lengths, [sum(each) / len(each) for each in values], marker="o", label=method)
            axes.fill_between(lengths, [min(each) for each in values], [max(each) for each in values], alpha=0.2)
        for line in lines:
            if line["method"] == "CFR+" and line["iterations"] in (10, 100):
                label = f"CFR+, {line['iterations']} iterations"
                axes.axhline(line["nash_conv"], linestyle="--", linewidth=1, color="grey", label=label)
        axes.set(xscale="log", xlabel="timesteps", ylabel="NashConv", ylim=(0, None), title=find_game(name).title)
        axes.set_xticks(TIMESTEPS, [f"{timesteps:,}" for timesteps in TIMESTEPS])
        axes.minorticks_off()
        axes.legend()

    return plot_svg(6, draw)


if __name__ == "__main__":
    terminal.run_command(main)
