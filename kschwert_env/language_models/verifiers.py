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
    import httpx
    import verifiers.v1 as vf
    from verifiers.v1.dialects.chat import message_to_wire
    from verifiers.v1.runtimes import ProgramResult

__all__ = ["GamesEnv", "GamesTaskset", "PromptHarness"]


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


class PromptHarnessConfig(vf.HarnessConfig):
    """Options of `PromptHarness`: those of all harnesses."""


class PromptHarness(vf.Harness[PromptHarnessConfig]):
    """Sends system prompt and prompt in one request, inside this process.

    The harness `null` of verifiers starts a process for each run, so for each decision of a game.
    """

    APPENDS_SYSTEM_PROMPT = True
    """System prompt and prompt are separate messages."""
    SUPPORTS_RESUME = True
    """A run may continue from its messages."""
    EXECUTES_CODE = False
    """The model runs no code, so it needs no sandbox."""
    NEEDS_CONTAINER = False
    """No program of others is run."""

    def __init__(self, config: PromptHarnessConfig) -> None:
        """Prepare one client for all requests. They go to this machine, and verifiers sets their time limit."""
        super().__init__(config)
        self._client = httpx.AsyncClient(timeout=None)

    async def launch(
        self,
        ctx: Any,
        trace: vf.Trace,
        runtime: Any,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> ProgramResult:
        """Ask the model through verifiers' endpoint, which records the request in the trace."""
        system, prompt = self.resolve_prompt(data)
        asked = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else map(message_to_wire, prompt or [])
        messages = [*([{"role": "system", "content": system}] if system else []), *asked]
        headers = {"Authorization": f"Bearer {secret}"}
        url, body = f"{endpoint.rstrip('/')}/chat/completions", {"model": ctx.model, "messages": messages}
        reply = await self._client.post(url, json=body, headers=headers)
        return ProgramResult(0 if reply.is_success else 1, "", "" if reply.is_success else reply.text)


def _seat() -> vf.AgentConfig:
    """Return the default of a seat. Without a harness it gets the one that the taskset's module exports."""
    return vf.AgentConfig(runtime={"type": "subprocess"})


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
