"""`python -m training.imitate`: behaviour cloning. A network learns the actions of an agent, and what comes of them."""

from dataclasses import dataclass
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Annotated, Any

import numpy as np
import torch
import typer
from torch import nn
from torch.nn import functional

from agents import saved
from agents.kinds import make_agent
from agents.networks import Network, new_network
from agents.policy import Policy
from kschwert_env.cli import common
from kschwert_env.engine.contract import GameRules
from training import checkpoint, games
from training.evaluate import win_share
from training.interrupt import asked_to_stop
from training.report import Display, Log, Stopwatch, speed
from training.settings import Settings, at_least, from_file, given, keep, settings_of_run, within
from training.update import explained_variance

MOST_GRADIENT = 1.0
TEST_AT_ONCE = 4096  # decisions


@dataclass(frozen=True)
class ImitationSettings(Settings):
    """Of `training.imitate`.

    Attributes:
        agent: who is imitated, by what is typed.
        decisions: how many of it, at least; those without a choice do not count.
        file_games: games for one file.
        epochs, minibatch: how often all are gone through, and in parts of what size.
        learning_rate: at first; at the end it is `last_share` of that.
        value_weight: of the error of the value, beside the cross-entropy of the action.
        evaluate_games: against the agent itself, in the end.
        checkpoint_every: seconds between two checkpoints.
    """

    agent: str = "heuristic"
    decisions: int = 500_000
    file_games: int = 512
    epochs: int = 1
    minibatch: int = 512
    learning_rate: float = 2e-3
    last_share: float = 0.05
    value_weight: float = 0.5
    evaluate_games: int = 400
    checkpoint_every: float = 30.0

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "decisions", "file_games", "epochs", "minibatch", "evaluate_games")
        at_least(0, self, "learning_rate", "value_weight", "checkpoint_every")
        within(0, 1, self, "last_share")


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the run.")],
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="TOML file of settings.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in DIR.")] = False,
    agent: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Who is imitated: kind[:option=value,...].")
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="NAME", help="The game.")] = None,
    players: Annotated[int | None, typer.Option(metavar="NUMBER", help="Number of players.")] = None,
    options: common.Options = None,
    network: Annotated[str | None, typer.Option(metavar="KIND", help="mlp or graph.")] = None,
    device: Annotated[str | None, typer.Option(metavar="NAME", help="cpu or cuda.")] = None,
    threads: Annotated[int | None, typer.Option(metavar="NUMBER", help="Threads of torch.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="NUMBER", help="Seed of everything.")] = None,
    decisions: Annotated[int | None, typer.Option(metavar="NUMBER", help="Decisions to imitate.")] = None,
    hyper: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Any other setting; docs/training.md lists them.")
    ] = None,
) -> None:
    """Train a network to play as an agent does: a good beginning for `training.ppo`.

    First the agent's games are played and written to files, then they are learned. Ctrl-C stops; --resume goes on with
    the files that are complete, and exactly as if the run had not been stopped.
    """
    names = ("agent", "game", "players", "network", "device", "threads", "seed", "decisions")
    values = (agent, game, players, network, device, threads, seed, decisions)
    try:
        asked = given(dict(zip(names, values, strict=True)), options, hyper)
        settings = settings_of_run(ImitationSettings, out, resume, from_file(config), asked, free={"checkpoint_every"})
        run = Run(out, settings, resume)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    run.go()


class Run:
    """A run in its folder: `games/`, the last file of which is for testing only, and files as of `training.ppo.Run`."""

    def __init__(self, folder: Path, settings: ImitationSettings, resume: bool) -> None:
        """Begin, or with `resume` go on. Raises ValueError for settings that do not fit each other or the game."""
        torch.set_num_threads(settings.threads)
        self._folder, self._settings = folder, settings
        self._rules = settings.game_rules()
        self._agent = make_agent(settings.agent, self._rules)
        self._learner = Imitator(self._rules, settings)
        self._watch = Stopwatch()
        self._begun = 0.0  # seconds in earlier sessions
        self._checkpoint = folder / "checkpoint.pt"
        if resume and self._checkpoint.exists():
            state = checkpoint.read(self._checkpoint, self._learner.device)
            self._learner.restore(state["learner"])
            self._begun = state["seconds"]
        keep(folder, settings)

    def go(self) -> bool:
        """Play what is missing, learn what has not been learned, and test; False where Ctrl-C stopped it."""
        self._start, first = perf_counter(), self._learner.decisions
        self._saved = self._start
        with asked_to_stop() as stop:
            paths = self._gather(stop)
            if not stop.is_set():
                self._learn(paths, stop)
        console, learner = common.new_console(), self._learner
        if stop.is_set():
            console.print("Stopped early; --resume goes on.")
        if learner.decisions > first:
            console.print(speed(self._watch.seconds, learner.decisions - first))
        if learner.decisions:
            console.print(f"{self._folder / 'agent.npz'} is the trained network.")
        return not stop.is_set()

    def _gather(self, stop: Event) -> list[Path]:
        """The files of games, all of them unless it was asked to stop."""
        settings = self._settings
        with Display(f"decisions of {settings.agent}", settings.decisions, 0) as display, self._watch("playing"):

            def go_on(found: int) -> bool:
                display.show(min(found, settings.decisions), {})
                return not stop.is_set()

            arguments = settings.decisions, settings.file_games, settings.seed
            return games.gather(self._folder / "games", self._rules, self._agent, *arguments, go_on)

    def _learn(self, paths: list[Path], stop: Event) -> None:
        """Go through the files, in another order each time, and test on the last."""
        learner, settings, files = self._learner, self._settings, len(paths) - 1
        total = settings.epochs * files
        with (
            Log(self._folder, learner.files, learner.decisions) as log,
            Display("files learned", total, learner.files) as display,
        ):

            def tell(figures: dict[str, float]) -> None:
                log.append(learner.files, learner.decisions, self._seconds(), figures)
                display.show(learner.files, figures)

            while learner.files < total and not stop.is_set():
                epoch, place = divmod(learner.files, files)
                order = np.random.default_rng([settings.seed, epoch]).permutation(files)
                with self._watch("learning"):
                    tell(learner.learn(games.read(paths[order[place]], self._rules), total))
                if perf_counter() - self._saved > settings.checkpoint_every:
                    self._save()
            self._save()
            if not stop.is_set():
                with self._watch("testing"):
                    figures = learner.test(games.read(paths[-1], self._rules)) | self._win_share()
                log.append(learner.files + 1, learner.decisions, self._seconds(), figures)  # gone, where it goes on
                display.show(learner.files, figures)

    def _win_share(self) -> dict[str, float]:
        agent, settings = Policy.of(self._learner.network), self._settings
        share = win_share(self._rules, agent, self._agent, settings.evaluate_games, settings.seed)
        return {f"wins/{settings.agent}": share}

    def _seconds(self) -> float:
        """Of the whole run so far."""
        return self._begun + perf_counter() - self._start

    def _save(self) -> None:
        """The checkpoint, and the agent as it is now."""
        checkpoint.write(self._checkpoint, {"learner": self._learner.state(), "seconds": self._seconds()})
        told = {"method": "imitate", "decisions": self._learner.decisions, "settings": self._settings.as_dict()}
        saved.save(self._folder / "agent.npz", self._learner.network, self._rules, told)
        self._saved = perf_counter()


class Imitator:
    """A network that learns from files of games.

    Attributes:
        network: what is trained, on `device`.
        files, decisions: how many have been learned, each time they were.
    """

    def __init__(self, rules: GameRules, settings: ImitationSettings) -> None:
        self._settings = settings
        self.device = settings.torch_device()
        self.network: Network = new_network(rules, settings.shape(rules), settings.seed).to(self.device)
        self._optimizer = torch.optim.Adam(self.network.parameters(), lr=settings.learning_rate, eps=1e-5)
        self.files = self.decisions = 0

    def learn(self, played: games.Played, total: int) -> dict[str, float]:
        """Go once through a file, one of `total` that are learned in all. Returns means of the figures."""
        settings = self._settings
        order = np.random.default_rng([settings.seed, self.files, 1]).permutation(len(played.actions))
        parts = np.array_split(order, max(1, round(len(order) / settings.minibatch)))
        figures = []
        for i, places in enumerate(parts):
            left = 1 - (self.files + i / len(parts)) / total
            for group in self._optimizer.param_groups:
                group["lr"] = settings.learning_rate * (settings.last_share + (1 - settings.last_share) * left)
            figures.append(self._step(played, places))
        self.files += 1
        self.decisions += len(order)
        return {name: float(np.mean([figure[name] for figure in figures])) for name in figures[0]}

    def _step(self, played: games.Played, places: np.ndarray) -> dict[str, float]:
        """One step down the gradient."""
        observations, masks, actions, returns = (torch.from_numpy(array[places]).to(self.device) for array in played)
        logits, values = self.network(observations, masks)
        policy_loss = functional.cross_entropy(logits, actions)
        value_loss = functional.mse_loss(values, returns)
        self._optimizer.zero_grad(set_to_none=True)
        loss: Any = policy_loss + self._settings.value_weight * value_loss  # torch has no type for its gradient
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), MOST_GRADIENT)
        self._optimizer.step()
        same = (logits.argmax(dim=1) == actions).float().mean()
        return {"losses/policy": policy_loss.item(), "losses/value": value_loss.item(), "policy/same": same.item()}

    def test(self, played: games.Played) -> dict[str, float]:
        """How often the likeliest action is the agent's, and how well returns are foreseen, in games not learned."""
        same, values = [], []
        with torch.inference_mode():
            for places in np.array_split(np.arange(len(played.actions)), max(1, len(played.actions) // TEST_AT_ONCE)):
                seen = (torch.from_numpy(array[places]).to(self.device) for array in played[:2])
                logits, value = self.network(*seen)
                same.append(logits.argmax(dim=1).cpu().numpy() == played.actions[places])
                values.append(value.cpu().numpy())
        foreseen = explained_variance(np.concatenate(values), played.returns)
        return {"test/same": float(np.concatenate(same).mean()), "test/explained_variance": foreseen}

    def state(self) -> dict[str, Any]:
        """All of it, for `training.checkpoint`."""
        parts = {"network": self.network.state_dict(), "optimizer": self._optimizer.state_dict()}
        return {**parts, "files": self.files, "decisions": self.decisions}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on exactly as the imitator did whose state it is."""
        self.network.load_state_dict(state["network"])
        self._optimizer.load_state_dict(state["optimizer"])
        self.files, self.decisions = state["files"], state["decisions"]


if __name__ == "__main__":
    typer.run(main)
