"""Tokens that a language model reads in the protocols for them: `python -m tests.arena.protocol_tokens [PROTOCOL...]`.

The first deal of each protocol is played by two candidates, the heuristic and a random player, who stand for strong and
weak models. The mean of both is multiplied to all games. A token is four characters, and an answer a number.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.agents.registry import make_agent
from kschwert_env.agents.text import Answer, Question, TextAgent
from kschwert_env.agents.text.chat_agent import messages
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.evaluation.protocols import PROTOCOLS, Opponent, Protocol
from kschwert_env.engine.contract.rules import GameRules


class Reader(TextAgent):
    """Reads every prompt, and acts as another agent does."""

    def __init__(self, rules: GameRules, player: Agent) -> None:
        super().__init__(rules)
        self._player = player
        self.characters = 0

    def answer(self, question: Question) -> Answer:
        self.characters += sum(len(message["content"]) for message in messages(question))
        return Answer("")  # invalid; `act` does not use it

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        for row in np.flatnonzero(np.count_nonzero(decisions.masks, axis=1) > 1):
            text = self._text_game(decisions, int(row))
            assert text.player is not None
            self.answer(Question(self._rules_text, text.prompt(text.player), 0))
        return self._player.act(decisions)


def tokens_per_game(protocol: Protocol, opponent: Opponent, player: str) -> float:
    """Return the mean number of tokens that a player reads in a game."""
    rules = protocol.rules()
    reader = Reader(rules, make_agent(player, rules))
    agents = {"opponent": make_agent(opponent.agent, rules), "reader": reader}
    games = 2 * protocol.players
    with (
        TemporaryDirectory() as folder,
        Contest(rules, agents, Path(folder), games, "one-vs-first", protocol.seed) as contest,
    ):
        contest.play(1)
    return reader.characters / 4 / games


def tokens(protocol: Protocol) -> Iterator[float]:
    """Yield the tokens of all games against each opponent."""
    for opponent in protocol.opponents:
        each = [tokens_per_game(protocol, opponent, player) for player in ("random", "heuristic")]
        yield opponent.games * sum(each) / len(each)


if __name__ == "__main__":
    for name in sys.argv[1:] or [name for name, protocol in PROTOCOLS.items() if protocol.tokens is not None]:
        found = list(tokens(PROTOCOLS[name]))
        print(
            f"{name}: {sum(found) / 1e6:.1f} million ({', '.join(f'{each / 1e6:.1f}' for each in found)})", flush=True
        )
