"""`kschwert train rllib_self_play`: a network learns with RLlib's PPO, against itself and a past self.

An example for those who know RLlib. `ppo` learns from the same games many times as fast.
"""

from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Annotated

import torch
import typer

from kschwert_env import GAMES, terminal
from kschwert_env.agents import saved
from kschwert_env.agents.kinds import make_agent
from kschwert_env.agents.networks import Shape
from kschwert_env.agents.policy import Policy
from kschwert_env.engine.extras import needing
from kschwert_env.training.evaluate import win_share
from kschwert_env.training.report import Log

_SHAPE = Shape("mlp", width=64, layers=1)

_KEEP_EVERY = 5  # iterations from one past self to the next

_GAMES = 200  # of an evaluation


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for agent.npz and progress.jsonl.")],
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    options: terminal.Options = None,
    decisions: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="To learn from, at least.")] = 60_000,
    seed: terminal.Seed = 0,
) -> None:
    """Let RLlib's PPO train a network by self-play, and say how often it wins against random players.

    Nothing is gone on with, and runs with the same seed differ, as RLlib numbers games by chance. The network is
    DIR/agent.npz, for the agent policy.
    """
    rules = terminal.chosen_rules(game, players, options)
    try:
        with needing("ray", "RLlib's algorithms"):
            from kschwert_env.training import rllib_ppo
    except ImportError as error:
        terminal.fail(str(error))
    torch.set_num_threads(1)
    console, weak = terminal.new_console(), make_agent("random", rules)
    out.mkdir(parents=True, exist_ok=True)
    algorithm = rllib_ppo.configured(rules, _SHAPE, seed).build_algo()
    start, done = perf_counter(), 0
    with ExitStack() as held:
        held.callback(algorithm.stop)
        log = held.enter_context(Log(out, 0, 0))
        while done < decisions:
            if algorithm.iteration % _KEEP_EVERY == 0:
                rllib_ppo.keep(algorithm)
            done = int(algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"])
            network = rllib_ppo.network_of(algorithm)
            share = win_share(rules, Policy.of(network), weak, _GAMES, seed)
            seconds = perf_counter() - start
            log.append(algorithm.iteration, done, seconds, {"wins/random": share})
            console.print(f"{done:,} decisions, {seconds:.0f} s: {share:.1%} of the games against random players won")
            told = {"method": "rllib_self_play", "decisions": done, "settings": {"seed": seed}}
            saved.save(out / "agent.npz", network, rules, told)


if __name__ == "__main__":
    typer.run(main)
