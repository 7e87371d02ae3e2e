"""`kschwert train best-response`: approximate best responses to an agent, a lower bound of its exploitability.

After Timbers et al., "Approximate exploitability: learning a best response" (IJCAI 2022): the agent is part of the
environment, and one seat is trained to beat it, or searches. An exact best response would win at least as often as the
best one found here.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from kschwert_env import terminal
from kschwert_env.agents.base import Agent
from kschwert_env.agents.policy import PolicyAgent, bundled_network
from kschwert_env.agents.registry import make_agent, make_agents, split_specs
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.statistics import Figures
from kschwert_env.engine.compiled.rng import derived_seeds
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import locked_folder
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import new_network
from kschwert_env.training.algorithms import best_response_report, ppo
from kschwert_env.training.runs import command, run
from kschwert_env.training.runs.ppo_settings import (
    LossSettings,
    OpponentSettings,
    PpoEvaluationSettings,
    PpoRunSettings,
    PpoSettings,
    ppo_settings,
)
from kschwert_env.training.runs.settings import check_minimum, group, save_settings

OWN = "own"
"""Start of a response: the agent's own network."""

BUNDLED = "bundled"
"""Start of a response: the newest bundled network."""

SCRATCH = "scratch"
"""Start of a response: new random weights."""

_SELECTION, _MEASUREMENT = (1 << 40) + 1, (1 << 40) + 2  # numbers of seeds for deals that no other game uses


@dataclass(frozen=True)
class ResponseSettings:
    """The agent to respond to, the responses, and their games.

    Attributes:
        agent: the agent to respond to, as kind[:option=value,...].
        starts: networks that responses start from, besides the agent's own: files, "bundled" (the newest bundled
            network) or "scratch" (random weights), joined by +; "" = only the agent's own, or "scratch" for an
            agent without a network.
        searches: search agents that respond without training, such as ismcts:sims=200, joined by +.
        seeds: number of responses trained from each start, with seeds from `seed` on.
        selection_games: games per response, to select the best one.
        measurement_games: games to measure the best response, on other deals.
    """

    agent: str = "heuristic"
    starts: str = ""
    searches: str = ""
    seeds: int = 3
    selection_games: int = 400
    measurement_games: int = 1000

    def __post_init__(self) -> None:
        check_minimum(1, self, "seeds", "selection_games", "measurement_games")
        check("searches", self.searches, self.agent not in split_specs(self.searches), "others than the agent itself")


@dataclass(frozen=True)
class BestResponseSettings(PpoSettings):
    """Settings of `best_response`: those of PPO for each trained response, and these.

    Attributes:
        response: the agent to respond to, the responses, and their games.
        fixed: settings that the method itself decides.
    """

    run: PpoRunSettings = group(PpoRunSettings, timesteps=1_000_000)
    evaluation: PpoEvaluationSettings = group(
        PpoEvaluationSettings, evaluation_interval=100_000, evaluation_opponents=""
    )
    opponents: OpponentSettings = group(
        OpponentSettings,
        historical_fraction=0.0,
        fixed_opponents="",
        fixed_opponent_fraction=1.0,
        opponent_seat_fraction=1.0,
    )
    loss: LossSettings = group(LossSettings, entropy_coef=0.003)
    response: ResponseSettings = group(ResponseSettings)

    method: ClassVar[str] = "best_response"
    fixed: ClassVar[Set[str]] = frozenset({"fixed_opponents", "evaluation_opponents", "warm_start", "ray"})

    def response_settings(self, response: "Response") -> dict[str, Any]:
        """Return the PPO settings of one response, by name."""
        path = None if response.path is None else str(response.path)
        opponents = {"fixed_opponents": self.response.agent, "evaluation_opponents": self.response.agent}
        return ppo_settings(self) | opponents | {"warm_start": path, "seed": response.seed}


class Response(NamedTuple):
    """A network trained to beat the agent.

    Attributes:
        start: what it starts from: `OWN`, `BUNDLED`, `SCRATCH` or the path of a file.
        path: file of the network that it starts from; None for `SCRATCH`.
        seed: seed of its training.
    """

    start: str
    path: Path | None
    seed: int

    @property
    def name(self) -> str:
        """Name in figures and reports."""
        return f"{self.start}, seed {self.seed}"


class BestResponseRun(run.TrainingTask):
    """Train responses to an agent and measure the best: a folder per response, and two folders of arena games.

    Attributes:
        folder: folder of the whole run.
        settings: settings of the run.
        rules: rules of the game.
        agent: the agent to respond to.
        responses: the responses to train; their index is the name of their folder.
    """

    settings_type = BestResponseSettings

    def __init__(self, folder: Path, settings: BestResponseSettings, resume: bool) -> None:
        """Check the settings; nothing is trained or written yet. The folder shows what can be resumed.

        Raises ValueError for settings that do not fit each other or the game, and for unknown agents and networks.
        """
        settings.run.set_up_torch()
        self.folder, self.settings, self.rules = folder, settings, settings.task.game_rules()
        self.agent = make_agent(settings.response.agent, self.rules)
        if isinstance(self.agent, PolicyAgent) and self.agent.network and settings.architecture.network is None:
            self.settings = settings = settings.changed(network=self.agent.network)  # responses start from it
        self._searches = make_agents(split_specs(settings.response.searches), self.rules)
        self.responses = list(responses(settings, self.agent, self.rules))

    def train(self) -> bool:
        """Train what is not trained yet, select the best response and measure it. Return False after Ctrl-C.

        Writes `results.json` and `report.html` at the end.
        """
        settings = self.settings.response
        with locked_folder(self.folder):
            save_settings(self.folder, self.settings)
            if not all(map(self._train, range(len(self.responses)))):
                return False
            candidates = self._candidates()
            selection = self._play_games(candidates, "selection", settings.selection_games, _SELECTION)
            if selection is None:
                return False
            best = max(selection, key=lambda name: selection[name]["win_share"])
            only_best = {best: candidates[best]}
            measured = self._play_games(only_best, "measurement", settings.measurement_games, _MEASUREMENT)
            if measured is None:
                return False
            figures = self._figures(selection, {"response": best, **measured[best]})
            best_response_report.write(self.folder, figures)
        return True

    def _response_folder(self, number: int) -> Path:
        return self.folder / "responses" / str(number)

    def _train(self, number: int) -> bool:
        """Train a response unless it is complete; return False after Ctrl-C."""
        response = self.responses[number]
        title = f"Response to {self.settings.response.agent}: {response.name}"
        return ppo.complete(self._response_folder(number), title, self.settings.response_settings(response))

    def _candidates(self) -> dict[str, Agent]:
        """Return all responses as agents, by name."""
        files = (str(self._response_folder(number) / "agent.npz") for number in range(len(self.responses)))
        trained = {
            response.name: PolicyAgent(self.rules, file, network=self.settings.architecture.own_network)
            for response, file in zip(self.responses, files, strict=True)
        }
        return {**trained, **self._searches}

    def _play_games(
        self, candidates: Mapping[str, Agent], name: str, games: int, deals: int
    ) -> dict[str, Figures] | None:
        """Return what each candidate wins with one seat against the agent in all others; None after Ctrl-C."""
        agents = {self.settings.response.agent: self.agent, **candidates}
        seed = int(derived_seeds(np.array([self.settings.run.seed]), np.array([deals]))[0])
        console = terminal.new_console()
        console.rule(f"{name.capitalize()} of the best response, {games:,} games each")
        folder = self.folder / name
        with Contest(self.rules, agents, folder, games, "one-vs-first", seed, resume=True) as contest:
            with terminal.progress_bar(contest.total, contest.finished) as report:
                if not contest.play(self.settings.run.threads, report):
                    console.print("Stopped; resume with --resume.")
                    return None
            figures = contest.figures()
        assert figures is not None
        return {candidate: figures["one_vs_rest"][candidate][self.settings.response.agent] for candidate in candidates}

    def _figures(self, selection: Mapping[str, Figures], best: Figures) -> Figures:
        """Return the content of `results.json` (docs/training.md)."""
        curves = {
            response.name: best_response_report.curve(self._response_folder(number), self.settings.response.agent)
            for number, response in enumerate(self.responses)
        }
        about = {response.name: {"start": response.start, "seed": response.seed} for response in self.responses}
        each = [
            {"name": name, **about.get(name, {}), "curve": curves.get(name, []), "selection": figures}
            for name, figures in selection.items()
        ]
        return {**self.settings.by_name(), **best_response_report.about(self.rules), "best": best, "responses": each}


def responses(settings: BestResponseSettings, agent: Agent, rules: GameRules) -> Iterator[Response]:
    """Yield all responses to train. Raises ValueError if a network to start from is missing or does not fit."""
    own = {OWN: agent.path} if isinstance(agent, PolicyAgent) and agent.path else {}
    named = split_specs(settings.response.starts) or ([] if own else [SCRATCH])
    for start in dict.fromkeys([*own, *named]):
        path = own.get(start) or _path(start, rules)
        if path is None:
            new_network(rules, settings.architecture.shape(rules))  # raises for a wrong shape
        else:
            serialization.load(path, rules, settings.architecture.own_network)
        yield from (Response(start, path, settings.run.seed + number) for number in range(settings.response.seeds))


def _path(start: str, rules: GameRules) -> Path | None:
    """Return the file of the network to start from."""
    if start == SCRATCH:
        return None
    return bundled_network(rules) if start == BUNDLED else Path(start)


main = command.make_main(
    BestResponseRun,
    """Train best responses to an agent, and measure how often the best one wins.

    Each response is a network with one seat against the agent in all others; search agents respond without training.
    The best response is selected on some deals and measured on others. Ctrl-C stops; --resume continues.
    """,
)
"""The command `kschwert train best-response`."""
