"""verifiers: games in which each seat is an agent. Needs `verifiers` (docs/language_models.md)."""

import contextlib
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import verifiers.v1 as vf

from kschwert_env import GAMES
from kschwert_env.adapters.text import InvalidAnswer, TextGame
from kschwert_env.engine.rules import GameRules
from kschwert_env.language_models.match import forfeit_returns

__all__ = ["GamesEnv", "GamesTaskset"]


class GamesConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Which games the tasks are.

    Attributes:
        game: name of the game.
        rules: options of its `Rules`, such as {"num_players": 3}.
        games: number of tasks; task i is the game with seed i.
    """

    game: str = GAMES[0]
    rules: dict[str, Any] = {}  # noqa: RUF012  # pydantic copies defaults
    games: int = 100

    def chosen_rules(self) -> GameRules:
        """Return the rules. Raises ValueError for an unknown game or a wrong option."""
        if self.game not in GAMES:
            raise ValueError(f"unknown game {self.game!r}; expected one of: {', '.join(GAMES)}")
        kind: Any = import_module(f"kschwert_env.{self.game}").Rules
        rules: GameRules = kind.read_options({"num_players": kind.player_counts[0], **self.rules})
        return rules


class GameData(vf.TaskData):  # type: ignore[misc]
    """A game: its name, its options, and its seed."""

    game: str
    rules: dict[str, Any]
    seed: int


class GameTask(vf.Task[GameData]):  # type: ignore[misc]
    """A game. `GamesEnv` records the rewards."""


class GamesTaskset(vf.Taskset[GameTask, GamesConfig]):  # type: ignore[misc]
    """Games of the same rules with different seeds."""

    def load(self) -> Iterator[GameTask]:
        """Yield the games."""
        config = self.config
        rules = TextGame(config.chosen_rules()).rules()
        for seed in range(config.games):
            data = GameData(
                name=f"{config.game}#{seed}", system_prompt=rules, game=config.game, rules=config.rules, seed=seed
            )
            yield GameTask(data, config.task)


def _seat() -> vf.AgentConfig:
    """Return the default of a seat: a chat without tools."""
    return vf.AgentConfig(harness={"id": "null"})


class GamesEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """The agents by seat; a game with fewer players uses the first ones.

    Attributes:
        invalid_answers: number of repetitions of an invalid answer; one more forfeits the game.
    """

    seat_0: vf.AgentConfig = _seat()
    seat_1: vf.AgentConfig = _seat()
    seat_2: vf.AgentConfig = _seat()
    seat_3: vf.AgentConfig = _seat()
    seat_4: vf.AgentConfig = _seat()
    invalid_answers: int = 2


class GamesEnv(vf.Env[GamesEnvConfig]):  # type: ignore[misc]
    """A game between agents. Each has a conversation of its own, whose reward is the return of its seat.

    A seat forfeits the game by too many invalid answers in a row, and if a limit of its agent ends its conversation.
    """

    async def run(self, task: GameTask, agents: Any) -> None:
        """Play a game."""
        data = task.data
        config = GamesConfig(game=data.game, rules=data.rules)
        text = TextGame(config.chosen_rules(), data.seed)
        players = text.game.rules.num_players
        async with contextlib.AsyncExitStack() as stack:
            seats = [
                await stack.enter_async_context(getattr(agents, f"seat_{seat}").interaction(task))
                for seat in range(players)
            ]
            invalid = [0] * players
            loser = await self._play(text, seats, invalid)
        rewards = text.returns.tolist() if loser is None else forfeit_returns(players, loser)
        for seat, interaction in enumerate(seats):
            interaction.trace.record_reward("game_return", rewards[seat])
            interaction.trace.record_metric("invalid_answers", invalid[seat])

    async def _play(self, text: TextGame, seats: list[vf.Interaction], invalid: list[int]) -> int | None:
        """Play to the end; return the seat that forfeited, if any. Counts invalid answers by seat."""
        refused, reason = 0, ""
        while (seat := text.player) is not None:
            segment = await seats[seat].turn(reason + text.prompt(seat))
            if segment.terminated:
                return seat
            try:
                text.act(text.parse(seat, segment.last_reply))
                refused, reason = 0, ""
            except InvalidAnswer as error:
                refused, invalid[seat] = refused + 1, invalid[seat] + 1
                reason = f"Your answer was refused: {error}\n\n"
                if refused > self.config.invalid_answers:
                    return seat
        return None
