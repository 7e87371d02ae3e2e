"""Self-play with RLlib's PPO: `python training/rllib_self_play.py --out runs/rllib`. Needs the extra `ray`.

An example for users of RLlib: networks of this package as RLlib modules, trained against themselves and a past version.
`kschwert train ppo` is many times faster.
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
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network, Shape, new_network
from kschwert_env.training.runs.report import ProgressLog
from kschwert_env.training.runs.run import win_share

_SHAPE = Shape("mlp", width=64, layers=1)

_UPDATE_EVERY = 5  # iterations between updates of the past version

_GAMES = 200  # games of an evaluation

LEARNER = "current"
"""Name of the module that learns."""

PAST = "past"
"""Name of the module with an earlier version of the weights."""


class NetworkModule(MaskedModule):
    """A network of `kschwert_env.nn.networks`; `model_config` has `rules`, `shape` and `seed`."""

    def new_network(self) -> nn.Module:
        """Return the network, as `MaskedModule` requires."""
        config = self.model_config
        return new_network(config["rules"], config["shape"], config["seed"])


def policy_of(players: int, agent: str, episode: Any, **unused: Any) -> str:
    """Return the module of an agent: in half of the games one seat is the past version's, drawn by the game's id."""
    draw, seat = crc32(episode.id_.encode()), int(agent.rpartition("_")[2])
    return PAST if draw % 2 and draw // 2 % players == seat else LEARNER


def new_config(rules: GameRules, shape: Shape, seed: int) -> PPOConfig:
    """Return a configuration for one process and core; change `env_runners` and `learners` to use more."""
    module = RLModuleSpec(module_class=NetworkModule, model_config={"rules": rules, "shape": shape, "seed": seed})
    mapping = partial(policy_of, rules.num_players)
    return (
        PPOConfig()
        .debugging(seed=seed)
        .environment(GameMultiAgentEnv, env_config={"rules": rules}, disable_env_checking=True)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=32)
        .multi_agent(policies={LEARNER, PAST}, policy_mapping_fn=mapping, policies_to_train=[LEARNER])
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={LEARNER: module, PAST: module}))
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
    """Return the trained network."""
    network: Network = algorithm.get_module(LEARNER).network
    return network


def update_past(algorithm: Algorithm) -> None:
    """Copy the current weights to the past version."""
    past = {PAST: algorithm.get_module(LEARNER).get_state()}
    algorithm.set_state({"learner_group": {"learner": {"rl_module": past}}})
    # `sync_weights` would skip runners that have the latest version number, which only increases with learning.
    algorithm.env_runner_group.foreach_env_runner(lambda runner: runner.set_state({"rl_module": past}))


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Output folder for agent.npz and progress.jsonl.")],
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    options: terminal.Options = None,
    decisions: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="Minimum number of decisions to learn from.")
    ] = 60_000,
    seed: terminal.Seed = 0,
) -> None:
    """Train a network by self-play with RLlib's PPO, and report its win share against random players.

    Runs can't be resumed, and runs with the same seed differ, since RLlib's game ids are random. The network is
    DIR/agent.npz, for the agent `policy`.
    """
    rules = terminal.chosen_rules(game, players, options)
    torch.set_num_threads(1)
    console, opponent = terminal.new_console(), make_agent("random", rules)
    out.mkdir(parents=True, exist_ok=True)
    algorithm = new_config(rules, _SHAPE, seed).build_algo()
    start, done = perf_counter(), 0
    with ExitStack() as held:
        held.callback(algorithm.stop)
        log = held.enter_context(ProgressLog(out, 0, 0))
        while done < decisions:
            if algorithm.iteration % _UPDATE_EVERY == 0:
                update_past(algorithm)
            done = int(algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"])
            network = network_of(algorithm)
            share = win_share(rules, PolicyAgent.from_network(network), opponent, _GAMES, seed)
            seconds = perf_counter() - start
            log.append(algorithm.iteration, done, seconds, {"wins/random": share})
            console.print(f"{done:,} decisions, {seconds:.0f} s: win share {share:.1%} against random players")
            metadata = {"method": "rllib_self_play", "decisions": done, "settings": {"seed": seed}}
            serialization.save(out / "agent.npz", network, rules, metadata)


if __name__ == "__main__":
    terminal.run_command(main)
