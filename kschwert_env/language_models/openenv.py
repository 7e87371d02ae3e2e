"""OpenEnv: games in text as an environment with a server. Needs the extra `openenv`.

`uvicorn kschwert_env.language_models.openenv:app` starts the server.
"""

import os
import secrets
from typing import Any

from kschwert_env import GAMES
from kschwert_env.engine.compiled.rng import MAX_SEED, check_seed
from kschwert_env.importing import needing
from kschwert_env.language_models.choices import requested_agents, requested_rules
from kschwert_env.language_models.match import Episode

with needing("openenv", "environments of OpenEnv"):
    from openenv.core.env_server.http_server import create_fastapi_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
    from pydantic import Field, model_validator

MAX_SESSIONS = 64
"""Default limit of simultaneous sessions; the environment variable `MAX_CONCURRENT_ENVS` sets another."""

MAX_ASKS = 100
"""Maximum of `asks`."""


class TextAction(Action):
    """An answer to a prompt.

    Attributes:
        answer: the answer: text, a number, a list with one number, or an object that names an action. Any other value
            is an invalid answer. Clients that send an object without this key send the answer alone.
    """

    answer: Any = Field(
        description="The number, words or name of an action; text may contain reasoning before <answer></answer>"
    )

    @model_validator(mode="before")
    @classmethod
    def _wrap_answer(cls, value: object) -> object:
        """Accept `{"kind": ...}` and `{"action": ...}`, since clients parse the text of a model as JSON."""
        return value if isinstance(value, dict) and "answer" in value else {"answer": value}


class TextObservation(Observation):
    """The texts that the seat reads.

    Attributes:
        prompt: everything that the seat needs for its decision, with the reason if the last answer was refused.
        rules: the rules of the game after a reset, for a system prompt; otherwise empty.
        legal_actions: numbers of the legal actions.
    """

    prompt: str
    rules: str = ""
    legal_actions: list[int] = Field(default_factory=list)


class TextEnvironment(Environment[TextAction, TextObservation, State]):
    """A seat of a game against agents. The reward is the return of the seat at the end, and 0 before.

    Attributes:
        SUPPORTS_CONCURRENT_SESSIONS: allows OpenEnv to run many of these at once.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        """Start without a game."""
        super().__init__()
        self._episode: Episode | None = None
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        game: str = GAMES[0],
        rules: dict[str, Any] | None = None,
        seat: int = 0,
        opponents: str | list[str] = "random",
        asks: int = 2,
        **unknown: Any,
    ) -> TextObservation:
        """Start a game.

        Args:
            seed: seed of the game; by default random.
            episode_id: name of the episode, for its state.
            game: name of the game.
            rules: options of its `Rules`, such as {"num_players": 3}; by default as many players as are named.
            seat: seat of the player.
            opponents: agent in all other seats, or one for each, by seat.
            asks: how often a question is asked again after an invalid answer; one more ends the episode with reward -1.
            unknown: refused.

        Raises:
            ValueError: a wrong argument.
        """
        if unknown:
            raise ValueError(f"unknown argument {', '.join(unknown)}; expected game, rules, seat, opponents, asks")
        if type(asks) is int and asks > MAX_ASKS:
            raise ValueError(f"asks must be at most {MAX_ASKS}, not {asks}")
        named = len(opponents) + 1 if isinstance(opponents, list) else None
        chosen = requested_rules(game, rules, players=named)
        others = [other for other in range(chosen.num_players) if other != seat]
        agents = requested_agents(chosen, others, opponents)
        chosen_seed = secrets.randbelow(MAX_SEED) if seed is None else check_seed(seed)
        self._episode = Episode(chosen, seat, agents, chosen_seed, asks)
        self._state = State(episode_id=episode_id)
        return self._observe(self._episode, self._episode.rules())

    def step(self, action: TextAction, timeout_s: float | None = None, **unknown: Any) -> TextObservation:
        """Take an answer. An invalid one is refused with the reason in the prompt, and the decision stays.

        Raises RuntimeError without a game and after its end.
        """
        if self._episode is None:
            raise RuntimeError(
                "there is no game; call reset first, in the same WebSocket session, since HTTP requests have no session"
            )
        self._episode.answer(action.answer)
        self._state = State(episode_id=self._state.episode_id, step_count=self._state.step_count + 1)
        return self._observe(self._episode)

    @property
    def state(self) -> State:
        """Name of the episode and number of answers; nothing about the position."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """Return name and description."""
        return EnvironmentMetadata(name="kschwert_env", description="Board and card games, in text")

    def _observe(self, episode: Episode, rules: str = "") -> TextObservation:
        return TextObservation(
            prompt=episode.prompt(),
            rules=rules,
            legal_actions=episode.legal_actions,
            done=episode.is_over,
            reward=episode.reward,
        )


def make_app() -> Any:
    """Return the server as an ASGI app, with the endpoints of OpenEnv. Raises ValueError for a wrong limit."""
    text = os.environ.get("MAX_CONCURRENT_ENVS", str(MAX_SESSIONS))
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"MAX_CONCURRENT_ENVS must be an integer of at least 1, not {text!r}")
    return create_fastapi_app(
        TextEnvironment, TextAction, TextObservation, max_concurrent_envs=int(text), env_name="kschwert_env"
    )


app = make_app()
"""The server."""
