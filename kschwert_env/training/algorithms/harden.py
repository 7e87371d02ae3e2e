"""`kschwert train harden`: rounds of self-play, each against all that responded to what came of the rounds before.

Self-play alone leaves holes that it never leads to. So after each round opponents learn to win against the network, and
are rivals from then on: a league of exploiters as in Vinyals et al., "Grandmaster level in StarCraft II" (Nature 2019),
in turns with the player whom they exploit.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

import torch

from kschwert_env import terminal
from kschwert_env.agents.registry import make_agents, split
from kschwert_env.engine.io.files import claimed, contents, replace_text, replacing
from kschwert_env.engine.options import check
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import new_network
from kschwert_env.training.algorithms import ppo
from kschwert_env.training.algorithms.exploit import OWN, ExploitSettings, Response
from kschwert_env.training.runs import command, run
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.report import lines
from kschwert_env.training.runs.settings import at_least, falling, keep

_OPTIONS = {
    **command.OPTIONS,
    "warm_start": command.option(str, "FILE", "A trained network to begin with."),
    "rounds": command.option(int, "NUMBER", "Rounds of responses and self-play."),
    "responses": command.option(int, "NUMBER", "Opponents that learn in each round."),
    "response_decisions": command.option(int, "NUMBER", "Decisions that each of them learns from."),
}

_SHARED = ("game", "players", "rules", "device", "threads", "checkpoint_every", "evaluate_games")


@dataclass(frozen=True)
class HardenSettings(PpoSettings):
    """Of `harden`: those of the self-play of each round, and its own.

    Attributes:
        rounds: of responses and then self-play; without a network to begin with, the first has no responses.
        responses: opponents that learn to win against the network of the round before.
        response_decisions: that each of them learns from.
        decisions: of the self-play of each round; learning rate and entropy fall from the first round to the last.
        seed: of everything: round N of self-play has N more, and responses are counted from it on through all rounds.
    """

    rounds: int = 3
    responses: int = 2
    response_decisions: int = 1_500_000
    decisions: int = 11_000_000
    games: int = 1024
    minibatch: int = 2048
    entropy: float = 0.03
    last_share: float = 0.05
    last_entropy: float | None = 0.2
    past_share: float = 0.4
    rival_share: float = 0.2
    pool: int = 32
    pool_every: int = 8
    priority: float = 1.0

    method: ClassVar[str] = "harden"

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "rounds", "response_decisions")
        at_least(0, self, "responses")
        check("seconds", self.seconds, self.seconds is None, "left out")


class Run(run.Task):
    """Rounds in a folder: in `rounds/N` the run `self_play`, and one for each of the `responses`, by number.

    Attributes:
        folder: where all of it is, and in the end `agent.npz` and the `progress.jsonl` of all self-play.
        settings: of it.
    """

    settings_type = HardenSettings

    def __init__(self, folder: Path, settings: HardenSettings, resume: bool) -> None:
        """Nothing is trained or written yet; `resume` is told by the folder.

        Raises ValueError for settings that do not fit each other or the game, and for a network, rivals or evaluators
        that there are not.
        """
        torch.set_num_threads(settings.threads)
        self.folder, self.settings = folder, settings
        rules = settings.game_rules()
        settings.torch_device()
        for named in (settings.rivals, settings.evaluators):
            make_agents(split(named), rules)
        if settings.warm_start is None:
            new_network(rules, settings.shape(rules))  # which has something to say against a wrong shape
        elif not resume:
            serialization.load(Path(settings.warm_start), rules, settings.own_network)

    def play(self) -> bool:
        """All rounds, as far as they are not done; False where Ctrl-C stopped them. Then `agent.npz` is there."""
        with claimed(self.folder):
            keep(self.folder, self.settings)
            for number in range(1, self.settings.rounds + 1):
                for part, settings in self._runs(number):
                    if not ppo.learned(part, str(part.relative_to(self.folder)), settings):
                        return False
            self._sum_up()
        return True

    def _runs(self, number: int) -> Iterator[tuple[Path, dict[str, Any]]]:
        """Of a round: the responses to the network before it, then self-play; each its folder and settings."""
        settings, before = self.settings, self._network_before(number)
        if before is not None:
            shared = {name: getattr(settings, name) for name in _SHARED} | {"network": settings.own_network}
            asked = ExploitSettings(agent=self._typed(before), decisions=settings.response_decisions, **shared)
            for i, folder in enumerate(self._responses(number)):
                seed = settings.seed + (number - 1) * settings.responses + i
                yield folder, asked.of_response(Response(OWN, before, seed))
        yield self._self_play(number), self._of_self_play(number, before)

    def _of_self_play(self, number: int, before: Path | None) -> dict[str, Any]:
        """The settings of a round's self-play, where learning rate and entropy go on to fall."""
        settings, every = self.settings, self.settings.rounds
        rivals = [self._typed(path / "agent.npz") for n in range(1, number + 1) for path in self._responses(n)]
        own = {field.name: getattr(settings, field.name) for field in fields(PpoSettings)}
        own |= {"warm_start": None if before is None else str(before), "seed": settings.seed + number}
        own |= {"rivals": "+".join([*split(settings.rivals), *rivals])}
        lasts = {
            "learning_rate": ("last_share", settings.last_share),
            "entropy": ("last_entropy", settings.entropy_left),
        }
        for name, (left, last) in lasts.items():
            begin, end = (falling(1 - done / every, last) for done in (number - 1, number))
            own |= {name: own[name] * begin, left: end / begin}
        return own

    def _typed(self, network: Path) -> str:
        """Return the agent that plays by a network of these rounds, as it is typed."""
        own = self.settings.own_network
        return f"policy:{network},network={own}" if own else f"policy:{network}"

    def _network_before(self, number: int) -> Path | None:
        if number > 1:
            return self._self_play(number - 1) / "agent.npz"
        return None if self.settings.warm_start is None else Path(self.settings.warm_start)

    def _self_play(self, number: int) -> Path:
        return self.folder / "rounds" / str(number) / "self_play"

    def _responses(self, number: int) -> list[Path]:
        """The folders of the responses of a round."""
        count = self.settings.responses if self._network_before(number) else 0
        return [self.folder / "rounds" / str(number) / "responses" / str(i) for i in range(count)]

    def _sum_up(self) -> None:
        """The last network, and the progress of self-play from the first round to the last."""
        told, before = list[dict[str, float]](), dict[str, float](iteration=0, decisions=0, seconds=0)
        for number in range(1, self.settings.rounds + 1):
            its = lines(self._self_play(number) / "progress.jsonl")
            told += ({**line, **{name: start + line[name] for name, start in before.items()}} for line in its)
            before = {name: told[-1][name] for name in before}
        replace_text(self.folder / "progress.jsonl", "".join(json.dumps(line) + "\n" for line in told))
        with replacing(self.folder / "agent.npz") as file:
            file.write(contents(self._self_play(self.settings.rounds) / "agent.npz"))
        terminal.new_console().print(f"{self.folder / 'agent.npz'} is the trained network.")


main = command.of(
    Run,
    """Train a network in rounds, against opponents made to exploit it.

    In each round opponents learn to win against the network as it is, and then it plays against them, itself and its
    past selves. Ctrl-C stops; --resume goes on, and what is complete stays.
    """,
    _OPTIONS,
)
"""The command `kschwert train harden`."""
