"""`kschwert train ppo`: masked proximal policy optimisation by self-play, on many games at once."""

from pathlib import Path
from typing import Any

from kschwert_env import terminal
from kschwert_env.agents.base import Agent
from kschwert_env.agents.registry import make_agents, split
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network, Shape, new_network
from kschwert_env.training.algorithms.learner import Learner, PpoSettings
from kschwert_env.training.runs import checkpoint, command, run
from kschwert_env.training.runs.settings import holds_a_run

_OPTIONS = {
    **command.OPTIONS,
    "seconds": command.option(float, "NUMBER", "Stop after so long."),
    "warm_start": command.option(str, "FILE", "A trained network to begin with."),
    "workers": command.option(int, "NUMBER", "Workers that share the games, each on a core."),
    "ray": command.option(str, "ADDRESS", "Ray cluster that the workers are in; local for one on this machine."),
}


class Run(run.Run[PpoSettings, Learner]):
    """Self-play in a folder."""

    settings_type = PpoSettings

    def prepare(self, earlier: dict[str, Any] | None) -> tuple[Learner, dict[str, Agent]]:
        """Raises ValueError for a network to begin with that there is not, or that does not fit the rules."""
        settings, rules = self.settings, self.rules
        if earlier:
            with checkpoint.blamed(self.checkpoint):
                network = new_network(rules, Shape(**earlier["shape"]))
        elif settings.warm_start is not None:
            network = serialization.load(Path(settings.warm_start), rules)[0]
        else:
            network = new_network(rules, settings.shape(rules), settings.seed)
        return Learner(rules, settings, network), make_agents(split(settings.evaluators), rules)

    def networks(self) -> dict[str, Network]:
        """That which learns, and the mean of its past selves."""
        return {**super().networks(), "mean.npz": self.learner.mean()}

    def play(self) -> bool:
        """Iterate until the decisions or seconds are over, and evaluate once more; False where Ctrl-C stopped it."""
        learner, settings = self.learner, self.settings
        with self.session() as stop, self.telling("decisions", settings.decisions, lambda: learner.decisions) as tell:
            while learner.decisions < settings.decisions and not stop.is_set() and not self._is_late():
                due = self._evaluations()
                figures = learner.iterate(self.watch)
                tell(figures | (self.evaluate(settings.evaluate_games) if self._evaluations() > due else {}))
                self.save_if_due()
            self.save()
            if not stop.is_set():
                tell(self.evaluate(run.LAST_GAMES * settings.evaluate_games), last=True)
        self.sum_up(complete=learner.decisions >= settings.decisions and not stop.is_set())
        return not stop.is_set()

    def _evaluations(self) -> int:
        """How many should have been by now."""
        every = self.settings.evaluate_every
        return self.learner.decisions // every if every else 0

    def _is_late(self) -> bool:
        return self.settings.seconds is not None and self.seconds >= self.settings.seconds


def learned(folder: Path, title: str, settings: dict[str, Any]) -> bool:
    """Play a run that is a part of something larger, unless that has been done; False where Ctrl-C stopped it.

    Where it was begun it goes on with its own settings; of these here only those are heeded that may be others then.
    """
    done = folder / "complete"
    if done.exists():
        return True
    terminal.new_console().rule(title)
    resume = holds_a_run(folder)
    heeded = {name: value for name, value in settings.items() if not resume or name in PpoSettings.free}
    if not Run.of(folder, resume, **heeded).play():
        return False
    done.touch()
    return True


main = command.of(
    Run,
    """Train a network by playing against itself and its past selves.

    Settings come from the command line, else from the file, else they are as usual. Ctrl-C stops after the iteration;
    --resume goes on exactly as if the run had not been stopped.
    """,
    _OPTIONS,
)
"""The command `kschwert train ppo`."""
