"""`kschwert train sb3_maskable_ppo`: the same game by sb3-contrib's MaskablePPO, for those who know that library.

One seat of each game learns, each seat in as many games; past selves play the others. `ppo` learns from all seats at
once, and is faster. What is trained are the same networks, which the agent `policy` plays.
"""

from threading import Event
from time import perf_counter
from typing import Any

import typer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter

from kschwert_env.agents.kinds import make_agents, split
from kschwert_env.agents.protocol import Agent
from kschwert_env.training import command, run
from kschwert_env.training.run import Tell
from kschwert_env.training.sb3_learner import Sb3Learner, Sb3Settings


class Run(run.Run[Sb3Settings, Sb3Learner]):
    """MaskablePPO in a folder."""

    settings_type = Sb3Settings

    def prepare(self, earlier: dict[str, Any] | None) -> tuple[Sb3Learner, dict[str, Agent]]:
        """Raises ValueError for a network or an evaluator that there is not."""
        evaluators = make_agents(split(self.settings.evaluators), self.rules)
        return Sb3Learner(self.rules, self.settings, self.watch), evaluators

    def play(self) -> bool:
        """Learn until the decisions are over, and evaluate once more; False where Ctrl-C stopped it."""
        learner, settings, watch = self.learner, self.settings, self.watch
        with self.session() as stop, self.telling("decisions", settings.decisions, lambda: learner.decisions) as tell:
            start, course = perf_counter(), Course(self, stop)
            learner.model.logger.output_formats.append(Writer(tell))
            learner.model.learn(settings.decisions - learner.decisions, course, reset_num_timesteps=False)
            watch.seconds["policy and the rest"] = perf_counter() - start - sum(watch.seconds.values())
            if not course.leaves:
                self.save()
            if not stop.is_set():
                tell(self.evaluate(run.LAST_GAMES * settings.evaluate_games), last=True)
        self.sum_up(complete=not stop.is_set())
        return not stop.is_set()


class Course(BaseCallback):
    """What happens between two iterations: past selves change, the network is tested, and checkpoints are written.

    Attributes:
        leaves: whether an iteration was begun only to be left.
    """

    def __init__(self, run: "Run", stop: Event) -> None:
        """Of a run, until `stop` is set."""
        super().__init__()
        self._run, self._stop = run, stop
        self.leaves = False

    def _on_rollout_start(self) -> None:
        run, learner = self._run, self._run.learner
        self.leaves = self._stop.is_set()
        if self.leaves:
            run.save()
        else:
            run.save_if_due()
        if learner.iteration and learner.iteration % run.settings.pool_every == 0:
            learner.past.keep()
        learner.past.change()

    def _on_step(self) -> bool:
        return not self.leaves

    def _on_rollout_end(self) -> None:
        settings = self._run.settings
        if settings.evaluate_every and self._run.learner.iteration % settings.evaluate_every == 0:
            for name, share in self._run.evaluate(settings.evaluate_games).items():
                self.logger.record(name, share)


class Writer(KVWriter):
    """Hands the figures of Stable-Baselines3's logger on to ours."""

    def __init__(self, tell: Tell) -> None:
        """`tell` is given each line of figures."""
        self._tell = tell

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """A line of all figures but those of time, which are nobody's curve."""
        self._tell({name: float(value) for name, value in key_values.items() if not name.startswith("time/")})

    def close(self) -> None:
        """The log is closed by who opened it."""


main = command.of(
    Run,
    """Train a network with MaskablePPO against its past selves.

    Settings come from the command line, else from the file, else they are as usual. Ctrl-C stops after the iteration;
    --resume goes on exactly as if the run had not been stopped.
    """,
)
"""The command `kschwert train sb3_maskable_ppo`."""

if __name__ == "__main__":
    typer.run(main)
