"""TextArena: importing this module registers every game, as `KroneSchwert-v0` and so on, and with TextArena's usual
endings: `-raw` without wrappers, `-train` with those of its board games.

Needs the extra `textarena`.
"""

import secrets
from typing import Any

from kschwert_env import GAMES, gymnasium_id
from kschwert_env.adapters.text import InvalidAnswer, TextGame
from kschwert_env.engine.compiled.rng import MAX_SEED
from kschwert_env.importing import find_game, needing
from kschwert_env.language_models.match import forfeit_returns

with needing("textarena", "environments of TextArena"):
    import textarena as ta
    from textarena.envs import BOARDGAME_WRAPPERS
    from textarena.envs.registration import register_with_versions


class TextArenaEnv(ta.Env):
    """A game whose seats are all players of TextArena. The rewards are the returns of the seats.

    An observation is complete: the rules, the reason if the last answer was refused, and the prompt of the deciding
    seat. Players do not see the answers of others, only what the game tells them.

    Attributes:
        text: the game, after `reset`.
        state: TextArena's state: deciding player, counts of turns and invalid answers, rewards.
    """

    def __init__(self, game: str, asks: int = 2, **options: Any) -> None:
        """Choose a game by name, with options of its `Rules` besides `num_players`.

        A question is asked again `asks` times after invalid answers; one more ends the game. Its player gets -1, and
        the others share 1.
        """
        self._kind: Any = find_game(game)
        self._asks, self._options = asks, options

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Start a game. Raises ValueError for a number of players that the game does not support, or a wrong option."""
        rules = self._kind.from_options({**self._options, "num_players": num_players})
        self.text = TextGame(rules, secrets.randbelow(MAX_SEED) if seed is None else seed)
        self.state = ta.FFAMultiPlayerState(num_players, error_allowance=self._asks)
        self.state.reset()
        self._rules, self._refusal = self.text.rules(), ""
        self._pass_turn()

    def get_observation(self) -> tuple[int, list[tuple[int, str, ta.ObservationType]]]:
        """Return the deciding player, or the last one when the game is over, and its messages."""
        player = self.state.current_player_id
        messages = [(ta.GAME_ID, self._rules, ta.ObservationType.PROMPT)]
        if self._refusal:
            messages.append((ta.GAME_ID, self._refusal, ta.ObservationType.GAME_ADMIN))
        return player, [*messages, (ta.GAME_ID, self.text.prompt(player), ta.ObservationType.GAME_BOARD)]

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take an answer of the deciding player. Return whether the game is over, and an empty dict."""
        player = self.state.current_player_id
        self._refusal = ""
        try:
            self.text.act(self.text.parse(player, action))
        except InvalidAnswer as error:
            self._refusal = f"Your answer was refused: {error}"
            if self.state.set_invalid_move(str(error)):
                rewards = dict(enumerate(forfeit_returns(self.state.num_players, player)))
                self.state.set_game_outcome(rewards, f"Player {player} gave too many invalid answers.")
        if self.text.player is None:
            cap = "The game was ended by the cap on its length, and scored."
            reason = cap if self.text.game.is_truncated else "The game ended by its rules."
            self.state.set_game_outcome(dict(enumerate(self.text.returns.tolist())), reason)
        done, info = self.state.step(rotate_player=False)
        self._pass_turn()
        return done, info

    def _pass_turn(self) -> None:
        """Let the deciding seat be TextArena's current player; only then its count of errors starts anew."""
        if self.text.player not in (None, self.state.current_player_id):
            self.state.manually_set_current_player_id(self.text.player)


class CompleteObservation(ta.ObservationWrapper):
    """Joins the messages of an observation to one text, without a history of earlier ones."""

    def observation(self, player_id: int, observation: list[tuple[int, str, ta.ObservationType]]) -> str:
        """Return the messages as one text."""
        return "\n".join(text for _, text, _ in observation)

    def is_wrapped_with(self, wrapper_class: type) -> bool:
        """Return whether this is, or wraps, a wrapper of that class; other wrappers ask this before they wrap it.

        Raises ValueError for another wrapper of observations, which expects lists of messages.
        """
        if issubclass(wrapper_class, ta.ObservationWrapper) and not issubclass(wrapper_class, CompleteObservation):
            name, raw = wrapper_class.__name__, f"{self.env.env_id}-raw"
            raise ValueError(f"{name} needs lists of messages, and these observations are texts; wrap {raw!r} instead")
        wrapped: bool = super().is_wrapped_with(wrapper_class)
        return wrapped


for _game in GAMES:
    _id = gymnasium_id(_game).rpartition("/")[2]
    _wrappers = {"default": [CompleteObservation], "-train": BOARDGAME_WRAPPERS}
    register_with_versions(_id, TextArenaEnv, _wrappers, game=_game)
