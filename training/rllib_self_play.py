"""Self-play with RLlib's PPO: `python training/rllib_self_play.py --out runs/rllib`. Needs the extra `ray`.

An example for those who know RLlib: networks of this package as RLlib's modules, against themselves and a past self.
`kschwert train ppo` learns from the same games many times as fast.
"""

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any
from zlib import crc32

import torch
import typer
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from torch import nn

from kschwert_env import GAMES, terminal
from kschwert_env.adapters.rllib import GameMultiAgentEnv, MaskedModule
from kschwert_env.agents.policy import PolicyAgent
from kschwert_env.agents.registry import make_agent
from kschwert_env.engine.rules import GameRules
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network, Shape, new_network
from kschwert_env.training.runs.report import ProgressLog
from kschwert_env.training.runs.run import win_share

_SHAPE = Shape("mlp", width=64, layers=1)

_KEEP_EVERY = 5  # iterations from one past self to the next

_GAMES = 200  # of an evaluation

CURRENT = "current"
"""The module that learns."""

PAST = "past"
"""The module that is what it was some time ago."""


class NetworkModule(MaskedModule):
    """A network of `kschwert_env.nn.networks`; `model_config` has `rules`, `shape` and `seed`."""

    def new_network(self) -> nn.Module:
        """As `MaskedModule` asks for."""
        config = self.model_config
        return new_network(config["rules"], config["shape"], config["seed"])


def who_plays(players: int, agent: str, episode: Any, **unused: Any) -> str:
    """In every other game of so many players one seat is a past self's; the game's id decides on both."""
    draw, seat = crc32(episode.id_.encode()), int(agent.rpartition("_")[2])
    return PAST if draw % 2 and draw // 2 % players == seat else CURRENT


def configured(rules: GameRules, shape: Shape, seed: int) -> PPOConfig:
    """All in this process, on one core; `env_runners` and `learners` of it have more of them play and learn."""
    module = RLModuleSpec(module_class=NetworkModule, model_config={"rules": rules, "shape": shape, "seed": seed})
    mapping = partial(who_plays, rules.num_players)
    return (
        PPOConfig()
        .debugging(seed=seed)
        .environment(GameMultiAgentEnv, env_config={"rules": rules}, disable_env_checking=True)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=32)
        .multi_agent(policies={CURRENT, PAST}, policy_mapping_fn=mapping, policies_to_train=[CURRENT])
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={CURRENT: module, PAST: module}))
        .training(
            lr=1e-3,
            gamma=1.0,
            lambda_=0.97,
            train_batch_size_per_learner=4000,
            minibatch_size=500,
            num_epochs=4,
            use_kl_loss=False,
            entropy_coeff=0.001,
            vf_loss_coeff=0.5,
            grad_clip=0.5,
        )
    )


def network_of(algorithm: Algorithm) -> Network:
    """What has been learned so far."""
    network: Network = algorithm.get_module(CURRENT).network
    return network


def keep(algorithm: Algorithm) -> None:
    """From now on the past self is what the current one is."""
    past = {PAST: algorithm.get_module(CURRENT).get_state()}
    algorithm.set_state({"learner_group": {"learner": {"rl_module": past}}})
    # Not by `sync_weights`: it passes over who has the latest weights by their number, which rises by learning alone.
    algorithm.env_runner_group.foreach_env_runner(lambda runner: runner.set_state({"rl_module": past}))


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
    torch.set_num_threads(1)
    console, weak = terminal.new_console(), make_agent("random", rules)
    out.mkdir(parents=True, exist_ok=True)
    algorithm = configured(rules, _SHAPE, seed).build_algo()
    start, done = perf_counter(), 0
    with ExitStack() as held:
        held.callback(algorithm.stop)
        log = held.enter_context(ProgressLog(out, 0, 0))
        while done < decisions:
            if algorithm.iteration % _KEEP_EVERY == 0:
                keep(algorithm)
            done = int(algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"])
            network = network_of(algorithm)
            share = win_share(rules, PolicyAgent.from_network(network), weak, _GAMES, seed)
            seconds = perf_counter() - start
            log.append(algorithm.iteration, done, seconds, {"wins/random": share})
            console.print(f"{done:,} decisions, {seconds:.0f} s: {share:.1%} of the games against random players won")
            told = {"method": "rllib_self_play", "decisions": done, "settings": {"seed": seed}}
            serialization.save(out / "agent.npz", network, rules, told)


if __name__ == "__main__":
    typer.run(main)
