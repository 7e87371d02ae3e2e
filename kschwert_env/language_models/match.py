"""Games in text between players who answer with text, and agents."""

from collections.abc import Mapping

from kschwert_env.adapters.text import InvalidAnswer, TextGame
from kschwert_env.agents.base import Agent, choose_action, decision_seed
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules

FORFEIT_RETURN = -1.0
"""Reward of a player whose invalid answers ended the game; the same as in the Gymnasium environments."""


def forfeit_returns(num_players: int, seat: int) -> list[float]:
    """Return the rewards by seat of a game that `seat` forfeited: `FORFEIT_RETURN` for it, equal shares for others."""
    others = -FORFEIT_RETURN / (num_players - 1)
    return [FORFEIT_RETURN if other == seat else others for other in range(num_players)]


class Match:
    """A game in text in which agents play some of the seats.

    Agents decide whenever it is their turn, so either a seat without an agent decides, or the game is over. Their
    decisions depend on the seed of the game and the number of the decision. Decisions with one legal action are skipped
    if only one seat answers: where several do, a missing question would reveal hidden cards.

    Attributes:
        text: the game. Change it by `answer` only.
    """

    def __init__(self, rules: GameRules, agents: Mapping[int, Agent], seed: int = 0) -> None:
        """Start a game with these agents by seat. Raises ValueError for an unknown seat or a wrong seed."""
        seats = range(rules.num_players)
        for seat in agents:
            check("seat", seat, seat in seats, f"an integer from 0 to {seats[-1]}")
        self.text = TextGame(rules, seed, skip_forced=len(agents) >= rules.num_players - 1)
        self._agents, self._seed, self._decisions = dict(agents), seed, 0
        self._play_agents()

    def answer(self, seat: int, answer: object) -> None:
        """Carry out the action that an answer of `seat` names, and play all agents up to the next answer.

        Raises:
            InvalidAnswer: the answer names no legal action; nothing changes.
        """
        self._act(self.text.parse(seat, answer))
        self._play_agents()

    def _act(self, action: int) -> None:
        self.text.act(action)
        self._decisions += 1

    def _play_agents(self) -> None:
        while (seat := self.text.player) is not None and seat in self._agents:
            game = self.text.game
            seed = decision_seed(self._seed, self._decisions)
            self._act(choose_action(self._agents[seat], game.rules, game.state, seed))


class Episode:
    """A game of one seat against agents, in which invalid answers may be repeated a limited number of times.

    Attributes:
        seat: the seat.
        match: the game.
        forfeited: True if invalid answers ended the episode.
        invalid: number of invalid answers so far.
    """

    def __init__(self, rules: GameRules, seat: int, agents: Mapping[int, Agent], seed: int = 0, asks: int = 2) -> None:
        """Start a game in which `agents`, by seat, play all seats but `seat`.

        After an invalid answer the question is asked again, up to `asks` times; one more invalid answer ends the
        episode. Raises ValueError for a wrong argument.
        """
        seats = range(rules.num_players)
        check("seat", seat, type(seat) is int and seat in seats, f"an integer from 0 to {seats[-1]}")
        others = [other for other in seats if other != seat]
        check("agents", sorted(agents), sorted(agents) == others, f"agents for the seats {others}")
        check("asks", asks, type(asks) is int and asks >= 0, "an integer of at least 0")
        self.seat, self.match = seat, Match(rules, agents, seed)
        self.invalid, self.forfeited = 0, False
        self._asks, self._refused, self._reason = asks, 0, ""

    @property
    def is_over(self) -> bool:
        """True when the game is over, or was forfeited."""
        return self.forfeited or self.match.text.player is None

    @property
    def reward(self) -> float:
        """Return of the seat; 0 until the episode is over, `FORFEIT_RETURN` if it was forfeited."""
        return FORFEIT_RETURN if self.forfeited else float(self.match.text.returns[self.seat])

    @property
    def legal_actions(self) -> list[int]:
        """Numbers of the legal actions; none when the episode is over."""
        return [] if self.is_over else self.match.text.game.legal_actions()

    def rules(self) -> str:
        """Return the rules of the game for the player."""
        return self.match.text.rules()

    def prompt(self) -> str:
        """Return the prompt of the current decision, after the reason why the last answer was refused, if it was."""
        refusal = f"Your answer was refused: {self._reason}\n\n" if self._reason else ""
        if self.forfeited:
            return f"{refusal}You have forfeited the game by {self._refused} invalid answers in a row.\n"
        return refusal + self.match.text.prompt(self.seat)

    def answer(self, answer: object) -> None:
        """Take an answer to the current prompt. Raises RuntimeError when the episode is over."""
        if self.is_over:
            raise RuntimeError("the episode is over; start another")
        try:
            self.match.answer(self.seat, answer)
            self._refused, self._reason = 0, ""
        except InvalidAnswer as error:
            self._reason = str(error)
            self._refused += 1
            self.invalid += 1
            self.forfeited = self._refused > self._asks
