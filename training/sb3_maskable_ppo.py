"""`python -m training.sb3_maskable_ppo`: the same game by sb3-contrib's MaskablePPO, for those who know that library.

One seat of each game learns, each seat in as many games; past selves play the others. `training.ppo` learns from all
seats at once, and is faster. What is trained are the same networks, which the agent `policy` plays.
"""

from dataclasses import dataclass
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Annotated, Any

import torch
import typer
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter, Logger
from stable_baselines3.common.vec_env import VecMonitor
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from agents import saved
from agents.kinds import make_agents
from agents.networks import Network
from agents.policy import Policy
from kschwert_env.adapters.sb3 import SeatVecEnv
from kschwert_env.cli import common
from training import checkpoint
from training.evaluate import win_share
from training.interrupt import asked_to_stop
from training.report import Display, Log, Stopwatch, speed
from training.sb3_policy import NetworkPolicy
from training.sb3_state import PastSelves, restore, state_of
from training.settings import Settings, at_least, from_file, given, keep, settings_of_run, within


@dataclass(frozen=True)
class Sb3Settings(Settings):
    """Of `training.sb3_maskable_ppo`. A decision is one of a learning seat.

    Attributes:
        decisions: planned; the learning rate falls linearly over them.
        games, steps: played side by side, and decisions taken in each, for one iteration.
        epochs, minibatch: how often an iteration's decisions are gone through, and in parts of what size.
        learning_rate: at first; at the end it is `last_share` of that.
        gamma, gae_lambda, clip, entropy, value_weight, max_gradient: as those of MaskablePPO.
        pool, pool_every: so many past selves are kept, one more every so many iterations.
        evaluate_every: iterations between two evaluations; 0 has none but the last.
        evaluate_games: against each of the evaluators, one seat in each.
        evaluators: agents by what is typed, with + between them.
        checkpoint_every: seconds between two checkpoints.
    """

    decisions: int = 1_000_000
    games: int = 64
    steps: int = 128
    epochs: int = 2
    minibatch: int = 1024
    learning_rate: float = 5e-4
    last_share: float = 0.1
    gamma: float = 1.0
    gae_lambda: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    value_weight: float = 0.5
    max_gradient: float = 0.5
    pool: int = 8
    pool_every: int = 10
    evaluate_every: int = 20
    evaluate_games: int = 200
    evaluators: str = "random+greedy+heuristic"
    checkpoint_every: float = 60.0

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "decisions", "games", "steps", "epochs", "minibatch", "pool", "pool_every", "evaluate_games")
        at_least(0, self, "learning_rate", "entropy", "value_weight", "max_gradient", "evaluate_every")
        at_least(0, self, "checkpoint_every")
        within(0, 1, self, "last_share", "gamma", "gae_lambda", "clip")

    @property
    def round(self) -> int:
        """Decisions of one iteration."""
        return self.games * self.steps

    def falling_rate(self, left: float) -> float:
        """The learning rate with a part `left` of the planned decisions to go."""
        return self.learning_rate * (self.last_share + (1 - self.last_share) * left)


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the run.")],
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="TOML file of settings.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in DIR.")] = False,
    game: Annotated[str | None, typer.Option(metavar="NAME", help="The game.")] = None,
    players: Annotated[int | None, typer.Option(metavar="NUMBER", help="Number of players.")] = None,
    options: common.Options = None,
    network: Annotated[str | None, typer.Option(metavar="KIND", help="mlp or graph.")] = None,
    device: Annotated[str | None, typer.Option(metavar="NAME", help="cpu or cuda.")] = None,
    threads: Annotated[int | None, typer.Option(metavar="NUMBER", help="Threads of torch.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="NUMBER", help="Seed of everything.")] = None,
    decisions: Annotated[int | None, typer.Option(metavar="NUMBER", help="Decisions of the learning seats.")] = None,
    hyper: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Any other setting; docs/training.md lists them.")
    ] = None,
) -> None:
    """Train a network with MaskablePPO against its past selves.

    Settings come from the command line, else from the file, else they are as usual. Ctrl-C stops after the iteration;
    --resume goes on exactly as if the run had not been stopped.
    """
    names = ("game", "players", "network", "device", "threads", "seed", "decisions")
    values = (game, players, network, device, threads, seed, decisions)
    try:
        asked = given(dict(zip(names, values, strict=True)), options, hyper)
        settings = settings_of_run(Sb3Settings, out, resume, from_file(config), asked, free={"checkpoint_every"})
        run = Run(out, settings, resume)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    run.play()


class TimedGames(VecMonitor):
    """Monitored games that note how long they take, the decisions of past selves included."""

    def __init__(self, games: SeatVecEnv, watch: Stopwatch) -> None:
        super().__init__(games)
        self._watch = watch

    def step_wait(self) -> VecEnvStepReturn:
        """A game that was truncated has paid its whole return (E6): no value is to be added to it."""
        with self._watch("environment and past selves"):
            seen, rewards, ended, infos = super().step_wait()
        for info in infos:
            info.pop("TimeLimit.truncated", None)
        return seen, rewards, ended, infos


class TimedPPO(MaskablePPO):
    """MaskablePPO that notes how long its updates take."""

    watch: Stopwatch

    def train(self) -> None:
        with self.watch("update"):
            super().train()


class Run:
    """A run in its folder: files as of `training.ppo.Run`."""

    def __init__(self, folder: Path, settings: Sb3Settings, resume: bool) -> None:
        """Begin, or with `resume` go on. Raises ValueError for settings that do not fit each other or the game."""
        torch.set_num_threads(settings.threads)
        self.folder, self.settings, self.rules = folder, settings, settings.game_rules()
        self.evaluators = make_agents(settings.evaluators, self.rules)
        self.watch, self._begun, self._start = Stopwatch(), 0.0, perf_counter()
        seats = [game % self.rules.num_players for game in range(settings.games)]
        self._games = SeatVecEnv(self.rules, settings.games, seats, seed=settings.seed)
        self.model = new_model(settings, TimedGames(self._games, self.watch))
        self.model.watch = self.watch
        self.model.set_logger(Logger(None, []))
        self.past = PastSelves(self.rules, self.network, settings.pool, settings.seed)
        self._games.opponents = self.past
        self._checkpoint = folder / "checkpoint.pt"
        if resume and self._checkpoint.exists():
            state = checkpoint.read(self._checkpoint, settings.torch_device())
            restore(self.model, self._games, self.past, state)
            self._begun = state["seconds"]
        keep(folder, settings)

    @property
    def network(self) -> Network:
        policy = self.model.policy
        assert isinstance(policy, NetworkPolicy)
        return policy.network

    @property
    def iteration(self) -> int:
        return self.model.num_timesteps // self.settings.round

    @property
    def seconds(self) -> float:
        """Of the whole run so far."""
        return self._begun + perf_counter() - self._start

    def play(self) -> None:
        """Learn until the decisions are over, and evaluate once more, or until Ctrl-C asks to stop."""
        model, planned, first = self.model, self.settings.decisions, self.model.num_timesteps
        log, self._start = Log(self.folder, self.iteration, first), perf_counter()
        display = Display("decisions", planned, first)
        with log, asked_to_stop() as stop, display:
            model.logger.output_formats.append(Writer(self, log, display))
            course = Course(self, stop)
            model.learn(planned - first, course, reset_num_timesteps=False)
            known = sum(self.watch.seconds.values())
            self.watch.seconds["policy and the rest"] = perf_counter() - self._start - known
            if not course.leaves:
                self.save()
            if not stop.is_set():
                figures = self.evaluate()
                log.append(self.iteration + 1, model.num_timesteps, self.seconds, figures)  # gone, where it goes on
                display.show(model.num_timesteps, figures)
        console = common.new_console()
        if stop.is_set():
            console.print(
                f"Stopped after {self.iteration * self.settings.round:,} of {planned:,} decisions; --resume goes on."
            )
        if model.num_timesteps > first:
            console.print(speed(self.watch.seconds, model.num_timesteps - first))
        console.print(f"{self.folder / 'agent.npz'} is the trained network.")

    def evaluate(self) -> dict[str, float]:
        """The shares of wins of the network as it is now, at the arena's tables."""
        agent, games, seed = Policy.of(self.network), self.settings.evaluate_games, self.settings.seed
        with self.watch("evaluation"):
            return {
                f"wins/{name}": win_share(self.rules, agent, other, games, seed)
                for name, other in self.evaluators.items()
            }

    def save(self) -> None:
        """The checkpoint, and the agent as it is now."""
        with self.watch("saving"):
            state = state_of(self.model, self._games, self.past)
            checkpoint.write(self._checkpoint, {**state, "seconds": self.seconds})
            decisions = self.model.num_timesteps
            told = {"method": "sb3_maskable_ppo", "decisions": decisions, "settings": self.settings.as_dict()}
            saved.save(self.folder / "agent.npz", self.network, self.rules, told)


def new_model(settings: Sb3Settings, envs: VecMonitor) -> TimedPPO:
    """MaskablePPO with one of our networks. Raises ValueError for a network or device that there is not."""
    rules = settings.game_rules()
    return TimedPPO(
        NetworkPolicy,
        envs,
        learning_rate=settings.falling_rate,
        n_steps=settings.steps,
        batch_size=settings.minibatch,
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        clip_range=settings.clip,
        ent_coef=settings.entropy,
        vf_coef=settings.value_weight,
        max_grad_norm=settings.max_gradient,
        seed=settings.seed,
        device=settings.torch_device(),
        policy_kwargs={"rules": rules, "shape": settings.shape(rules), "seed": settings.seed},
    )


class Course(BaseCallback):
    """What happens between two iterations: past selves change, the network is tested, and checkpoints are written.

    Attributes:
        leaves: whether an iteration was begun only to be left.
    """

    def __init__(self, run: Run, stop: Event) -> None:
        super().__init__()
        self._run, self._stop, self._saved = run, stop, perf_counter()
        self.leaves = False

    def _on_rollout_start(self) -> None:
        run = self._run
        self.leaves = self._stop.is_set()
        if self.leaves or perf_counter() - self._saved > run.settings.checkpoint_every:
            run.save()
            self._saved = perf_counter()
        if run.iteration and run.iteration % run.settings.pool_every == 0:
            run.past.keep()
        run.past.change()

    def _on_step(self) -> bool:
        return not self.leaves

    def _on_rollout_end(self) -> None:
        every = self._run.settings.evaluate_every
        if every and self._run.iteration % every == 0:
            for name, share in self._run.evaluate().items():
                self.logger.record(name, share)


class Writer(KVWriter):
    """Hands the figures of Stable-Baselines3's logger on to ours."""

    def __init__(self, run: Run, log: Log, display: Display) -> None:
        self._run, self._log, self._display = run, log, display

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """A line of all figures but those of time, which are nobody's curve."""
        figures = {name: float(value) for name, value in key_values.items() if not name.startswith("time/")}
        self._log.append(self._run.iteration, step, self._run.seconds, figures)
        self._display.show(step, figures)

    def close(self) -> None:
        """The log is closed by who opened it."""


if __name__ == "__main__":
    typer.run(main)
