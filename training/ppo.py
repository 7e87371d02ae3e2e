"""`python -m training.ppo`: masked proximal policy optimisation by self-play, on many games at once."""

from pathlib import Path
from time import perf_counter
from typing import Annotated

import torch
import typer

from agents import saved
from agents.kinds import make_agents
from agents.networks import Network, new_network
from agents.policy import Policy
from kschwert_env.cli import common
from kschwert_env.engine.contract import GameRules
from training import checkpoint
from training.evaluate import win_share
from training.interrupt import asked_to_stop
from training.learner import Learner, PpoSettings
from training.report import Display, Log, Stopwatch, speed
from training.settings import from_file, given, keep, settings_of_run

LAST_GAMES = 4  # times as many games as usual in the last evaluation


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
    decisions: Annotated[int | None, typer.Option(metavar="NUMBER", help="Decisions to play.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="NUMBER", help="Stop after so long.")] = None,
    warm_start: Annotated[str | None, typer.Option(metavar="FILE", help="A trained network to begin with.")] = None,
    hyper: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Any other setting; docs/training.md lists them.")
    ] = None,
) -> None:
    """Train a network by playing against itself and its past selves.

    Settings come from the command line, else from the file, else they are as usual. Ctrl-C stops after the iteration;
    --resume goes on exactly as if the run had not been stopped.
    """
    names = ("game", "players", "network", "device", "threads", "seed", "decisions", "seconds", "warm_start")
    values = (game, players, network, device, threads, seed, decisions, seconds, warm_start)
    try:
        asked = given(dict(zip(names, values, strict=True)), options, hyper)
        settings = settings_of_run(
            PpoSettings, out, resume, from_file(config), asked, free={"seconds", "checkpoint_every"}
        )
        run = Run(out, settings, resume)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    run.play()


class Run:
    """A run in its folder: `settings.json`, `checkpoint.pt`, `agent.npz`, `progress.jsonl` and `tensorboard/`."""

    def __init__(self, folder: Path, settings: PpoSettings, resume: bool) -> None:
        """Begin, or with `resume` go on. Raises ValueError for settings that do not fit each other or the game."""
        torch.set_num_threads(settings.threads)
        self._folder, self._settings = folder, settings
        self._rules = settings.game_rules()
        self._learner = Learner(self._rules, settings, first_network(self._rules, settings))
        self._evaluators = make_agents(settings.evaluators, self._rules)
        self._watch = Stopwatch()
        self._begun = 0.0  # seconds in earlier sessions
        self._checkpoint = folder / "checkpoint.pt"
        if resume and self._checkpoint.exists():
            state = checkpoint.read(self._checkpoint, settings.torch_device())
            self._learner.restore(state["learner"])
            self._begun = state["seconds"]
        keep(folder, settings)

    def play(self) -> bool:
        """Iterate until the decisions or seconds are over, and evaluate once more; False where Ctrl-C stopped it."""
        learner, settings, first = self._learner, self._settings, self._learner.decisions
        self._start = self._saved = perf_counter()
        with (
            asked_to_stop() as stop,
            Log(self._folder, learner.iteration, first) as log,
            Display("decisions", settings.decisions, first) as display,
        ):

            def tell(figures: dict[str, float]) -> None:
                log.append(learner.iteration, learner.decisions, self._seconds(), figures)
                display.show(learner.decisions, figures)

            while learner.decisions < settings.decisions and not stop.is_set() and not self._is_late():
                due = self._evaluations()
                figures = learner.iterate(self._watch)
                tell(figures | (self._evaluate(settings.evaluate_games) if self._evaluations() > due else {}))
                if perf_counter() - self._saved > settings.checkpoint_every:
                    self._save()
            self._save()
            if not stop.is_set():
                figures = self._evaluate(LAST_GAMES * settings.evaluate_games)
                log.append(learner.iteration + 1, learner.decisions, self._seconds(), figures)  # gone, where it goes on
                display.show(learner.decisions, figures)
        console = common.new_console()
        if learner.decisions < settings.decisions:
            console.print(f"Stopped after {learner.decisions:,} of {settings.decisions:,} decisions; --resume goes on.")
        if learner.decisions > first:
            console.print(speed(self._watch.seconds, learner.decisions - first))
        console.print(f"{self._folder / 'agent.npz'} is the trained network.")
        return not stop.is_set()

    def _evaluations(self) -> int:
        """How many should have been by now."""
        every = self._settings.evaluate_every
        return self._learner.decisions // every if every else 0

    def _is_late(self) -> bool:
        return self._settings.seconds is not None and self._seconds() >= self._settings.seconds

    def _seconds(self) -> float:
        """Of the whole run so far."""
        return self._begun + perf_counter() - self._start

    def _evaluate(self, games: int) -> dict[str, float]:
        """Shares of wins of the network as it is now."""
        agent = Policy.of(self._learner.network)
        with self._watch("evaluation"):
            return {
                f"wins/{name}": win_share(self._rules, agent, other, games, self._settings.seed)
                for name, other in self._evaluators.items()
            }

    def _save(self) -> None:
        """The checkpoint, and the agent as it is now."""
        with self._watch("saving"):
            checkpoint.write(self._checkpoint, {"learner": self._learner.state(), "seconds": self._seconds()})
            told = {"method": "ppo", "decisions": self._learner.decisions, "settings": self._settings.as_dict()}
            saved.save(self._folder / "agent.npz", self._learner.network, self._rules, told)
        self._saved = perf_counter()


def first_network(rules: GameRules, settings: PpoSettings) -> Network:
    """The one to begin with. Raises ValueError where it does not fit the rules."""
    if settings.warm_start is not None:
        return saved.load(Path(settings.warm_start), rules)[0]
    return new_network(rules, settings.shape(rules), settings.seed)


if __name__ == "__main__":
    typer.run(main)
