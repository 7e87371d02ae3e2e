"""verifiers: games in which each seat is an agent. Needs the extra `verifiers`."""

import contextlib
from collections.abc import Iterator
from typing import Any

from kschwert_env import GAMES
from kschwert_env.adapters.text import InvalidAnswer, TextGame
from kschwert_env.importing import needing
from kschwert_env.language_models.choices import named_rules
from kschwert_env.language_models.match import forfeit_returns

with needing("verifiers", "environments of verifiers"):
    import verifiers.v1 as vf

__all__ = ["GamesEnv", "GamesTaskset"]


class GamesConfig(vf.TasksetConfig):
    """Which games the tasks are.

    Attributes:
        game: name of the game.
        rules: options of its `Rules`, such as {"num_players": 3}.
        games: number of tasks; task i is the game with seed i.
    """

    game: str = GAMES[0]
    rules: dict[str, Any] = {}  # noqa: RUF012  # pydantic copies defaults
    games: int = 100


class GameData(vf.TaskData):
    """A game to play.

    Attributes:
        game: name of the game.
        rules: options of its `Rules`.
        seed: seed of the game.
    """

    game: str
    rules: dict[str, Any]
    seed: int


class GameTask(vf.Task[GameData]):
    """A game. `GamesEnv` records the rewards."""


class GamesTaskset(vf.Taskset[GameTask, GamesConfig]):
    """Games of the same rules with different seeds."""

    def load(self) -> Iterator[GameTask]:
        """Yield the games."""
        config = self.config
        rules = TextGame(named_rules(config.game, config.rules)).rules()
        for seed in range(config.games):
            data = GameData(
                name=f"{config.game}#{seed}", system_prompt=rules, game=config.game, rules=config.rules, seed=seed
            )
            yield GameTask(data, config.task)


def _seat() -> vf.AgentConfig:
    """Return the default of a seat: a chat without tools, which runs no code, so that it needs no sandbox."""
    return vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class GamesEnvConfig(vf.EnvConfig):
    """The agents by seat; a game with fewer players uses the first ones.

    Attributes:
        seat_0: agent of seat 0.
        seat_1: agent of seat 1.
        seat_2: agent of seat 2.
        seat_3: agent of seat 3.
        seat_4: agent of seat 4.
        asks: how often a question is asked again after an invalid answer; one more forfeits the game.
    """

    seat_0: vf.AgentConfig = _seat()
    seat_1: vf.AgentConfig = _seat()
    seat_2: vf.AgentConfig = _seat()
    seat_3: vf.AgentConfig = _seat()
    seat_4: vf.AgentConfig = _seat()
    asks: int = 2


class GamesEnv(vf.Env[GamesEnvConfig]):
    """A game between agents. Each decision is a run of its agent, without history, since prompts are complete.

    The reward of a run is the return of its seat at the end of the game. Too many invalid answers in a row forfeit it.
    """

    async def run(self, task: GameTask, agents: Any) -> None:
        """Play a game. Raises RuntimeError if an agent fails, so that the episode is repeated."""
        rules = named_rules(task.data.game, task.data.rules)
        text = TextGame(rules, task.data.seed)
        async with contextlib.AsyncExitStack() as stack:
            boxes = [
                await stack.enter_async_context(getattr(agents, f"seat_{seat}").provision(task))
                for seat in range(rules.num_players)
            ]
            runs: list[tuple[int, vf.Trace]] = []
            loser = await self._play(text, task, agents, boxes, runs)
        rewards = text.returns.tolist() if loser is None else forfeit_returns(rules.num_players, loser)
        for seat, trace in runs:
            trace.record_reward("game_return", rewards[seat])

    async def _play(
        self, text: TextGame, task: GameTask, agents: Any, boxes: list[Any], runs: list[tuple[int, vf.Trace]]
    ) -> int | None:
        """Play to the end, add the run of each decision to `runs`, and return the seat that forfeited, if any."""
        refused, reason = 0, ""
        while (seat := text.player) is not None:
            decision = GameTask(task.data.model_copy(update={"prompt": reason + text.prompt(seat)}), task.config)
            trace = await getattr(agents, f"seat_{seat}").run(decision, runtime=boxes[seat])
            if not trace.ok:
                raise RuntimeError(f"seat {seat} failed: {trace.last_error}")
            runs.append((seat, trace))
            try:
                text.act(text.parse(seat, trace.last_reply))
                refused, reason = 0, ""
            except InvalidAnswer as error:
                refused, reason = refused + 1, f"Your answer was refused: {error}\n\n"
            trace.record_metric("invalid_answer", float(refused > 0))
            if refused > self.config.asks:
                return seat
        return None
