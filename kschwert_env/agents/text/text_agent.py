"""`TextAgent`: base class of agents that see the game as their seat does, in text, and answer with text."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import ClassVar, Literal, NamedTuple, cast

import numpy as np

from kschwert_env.adapters.text import InvalidAnswer, TextGame
from kschwert_env.adapters.text.answers import is_complete
from kschwert_env.adapters.text.rules_text import rules_text
from kschwert_env.agents.base import FORFEIT, Agent, AgentError, DecisionBatch
from kschwert_env.agents.heuristics.base import HeuristicAgent
from kschwert_env.agents.random import RandomAgent
from kschwert_env.agents.text.exchange_log import Exchange, ExchangeLog, Refused, question_key
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.engine.text.phrases import encodable

INVALID = ("random", "heuristic", "forfeit")
"""What happens after the last invalid answer: an agent decides, or the game is lost."""

MAX_ASKS = 10
"""Maximum number of times that a question is asked again."""

CUT_OFF = "cut off"
"""How an answer ended that reached the largest number of tokens."""

FEWEST_UNFINISHED = 20
"""Number of invalid answers that were not finished after which a run may stop."""

MOST_UNFINISHED = 0.9
"""Share of such answers from which a run stops."""

_MAPS = ("list", "drawing")


class Question(NamedTuple):
    """A decision in text. It contains nothing that its seat may not know.

    Attributes:
        rules: rules of the game, with every card; the same for all questions of an agent.
        prompt: events since the seat was last asked, the position as the seat sees it, the question, and the legal
            actions.
        seed: seed for random choices.
        refused: earlier invalid answers to this prompt, with the reasons.
    """

    rules: str
    prompt: str
    seed: int
    refused: tuple[Refused, ...] = ()


class Answer(NamedTuple):
    """An answer to a question, and what it cost.

    Attributes:
        text: text that names an action (docs/language_models.md, "Answers").
        input_tokens: tokens of the question.
        output_tokens: tokens of the answer.
        money: price of both.
        cached_tokens: tokens of the question that came from a cache.
        ended: "cut off", "filtered" or "refused" if the answer was not finished, otherwise empty. One that was cut off
            names an action only if its last tag or box is complete.
    """

    text: str
    input_tokens: int = 0
    output_tokens: int = 0
    money: float = 0.0
    cached_tokens: int = 0
    ended: str = ""


class Turn(NamedTuple):
    """A decision of an agent in text.

    Attributes:
        exchanges: questions and answers; only the last answer may be valid.
        refusal: reason why the last answer is invalid, or None.
        action: the action, or `FORFEIT`.
    """

    exchanges: list[Exchange]
    refusal: str | None
    action: int


class TextAgent(Agent, ABC):
    """Asks a player who answers with text. A subclass implements `answer`.

    Decisions without a choice are not asked. After an invalid answer the question is asked again, with the reason.
    Answers are kept, in memory or in a file (`log_to`), so that an equal decision gets the same answer.

    Attributes:
        rules: rules of the game.
        log: all questions and answers so far.
    """

    games_at_once = 1

    reads_events = True
    """Arenas pass the events of their games (`agents.base.reads_events`)."""

    requests_at_once: int = 1
    """Number of questions that may wait for an answer at once; `answer` is called in that many threads."""

    running_options: ClassVar[frozenset[str]] = frozenset()
    """Options that do not change how the agent plays. They are not part of its name, and may differ when a run
    continues."""

    def __init__(
        self, rules: GameRules, asks: int = 2, invalid: str = "random", maps: str = "list", all_events: int = 0
    ) -> None:
        """Set what happens after an invalid answer: the question is asked again up to `asks` times.

        Then the agent `invalid` (`random` or `heuristic`) decides, or the game is lost (`forfeit`; in arenas only).
        `maps` and `all_events` (0 or 1) as in `TextGame`. Raises ValueError, naming the option, for an invalid value.
        """
        check("asks", asks, 0 <= asks <= MAX_ASKS, f"from 0 to {MAX_ASKS}")
        check("invalid", invalid, invalid in INVALID, f"one of {', '.join(INVALID)}")
        check("maps", maps, maps in _MAPS, f"one of {', '.join(_MAPS)}")
        check("all_events", all_events, all_events in (0, 1), "0 or 1")
        self.rules = rules
        self._all_events = bool(all_events)
        self.log = ExchangeLog()
        self._is_offline = False
        self._asked, self._unfinished, self._counting = 0, Counter[str](), Lock()
        self._asks, self._maps = asks, cast(Literal["list", "drawing"], maps)
        makers: dict[str, type[Agent]] = {"random": RandomAgent, "heuristic": HeuristicAgent}
        self._substitute = makers[invalid](rules) if invalid in makers else None  # type: ignore[call-arg]
        self._rules_text = rules_text(rules)

    @abstractmethod
    def answer(self, question: Question) -> Answer:
        """Return the answer to a question. Threads may call it at once, up to `requests_at_once`.

        Raises AgentError if there is none; the run ends then, and can be continued.
        """

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return the actions that the player's answers name, or `FORFEIT`."""
        actions = np.argmax(decisions.masks, axis=1)
        rows = np.flatnonzero(np.count_nonzero(decisions.masks, axis=1) > 1)
        with ThreadPoolExecutor(self.requests_at_once) as pool:
            for row, turn in zip(rows, pool.map(lambda row: self.turn(decisions, row), rows), strict=True):
                actions[row] = turn.action
        return actions

    def turn(self, decisions: DecisionBatch, row: int) -> Turn:
        """Return questions, answers and action of one of the decisions, which must have a choice."""
        text, seed = self._text_game(decisions, row), int(decisions.seeds[row])
        seat = text.player
        assert seat is not None
        exchanges, refused, prompt = list[Exchange](), tuple[Refused, ...](), text.prompt(seat)
        reason = None
        for _ in range(self._asks + 1):
            exchange, is_new = self._exchange(Question(self._rules_text, prompt, seed, refused))
            exchanges.append(exchange)
            try:
                return Turn(exchanges, None, _parse(text, seat, exchange))
            except InvalidAnswer as error:
                reason = str(error)
                refused = (*refused, Refused(exchange.answer, reason))
                if is_new:
                    self._count_unfinished(exchange.ended)
        action = FORFEIT if self._substitute is None else int(self._substitute.act(decisions)[row])
        return Turn(exchanges, reason, action)

    def log_to(self, path: Path, name: str) -> None:
        """Write all exchanges to a file from now on, and use those in it. `name` is the agent's name.

        Raises FileError for a file of another agent or game, for damage, and if it can't be written.
        """
        about = {"agent": name, "game": self.rules.package, "fingerprint": self.rules.fingerprint}
        self.log.open(path, {**about, "rules": self._rules_text})

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Answer from the log only inside the block; a question that is not in it raises AgentError."""
        self._is_offline = True
        try:
            yield
        finally:
            self._is_offline = False

    def _text_game(self, decisions: DecisionBatch, row: int) -> TextGame:
        """Return the game of a decision, made from what its seat may know."""
        one = decisions.worlds(1)[row, 0]
        game = game_type(self.rules).from_state(self.rules, one)
        events = None if decisions.events is None else decisions.events[row]
        return TextGame.from_game(game, maps=self._maps, skip_forced=False, all_events=self._all_events, events=events)

    def _count_unfinished(self, ended: str) -> None:
        """Count an invalid answer. Raises AgentError if nearly all answers were not finished."""
        with self._counting:
            self._unfinished[ended] += bool(ended)
            unfinished = self._unfinished.total()
            if unfinished < FEWEST_UNFINISHED or unfinished < MOST_UNFINISHED * self._asked:
                return
            kinds = ", ".join(f"{count} {how}" for how, count in self._unfinished.items() if how)
        raise AgentError(
            f"{unfinished} of {self._asked} answers were not finished and named no action: {kinds}. "
            "Where they are cut off, allow more tokens or less reasoning"
        )

    def _exchange(self, question: Question) -> tuple[Exchange, bool]:
        """Return the answer to a question from the log, or ask for it; and whether it was asked."""
        key = question_key(question.seed, question.prompt, question.refused)
        if self._is_offline and self.log.find(key) is None:
            raise AgentError("the log has no answer to a question of this game")
        exchange, is_new = self.log.reserve(key)
        if is_new:
            with self._counting:
                self._asked += 1
            start = perf_counter()
            try:
                answer = self.answer(question)
                seconds = round(perf_counter() - start, 3)
                answer = answer._replace(text=encodable(answer.text))
                self.log.finish(Exchange(question.seed, question.prompt, question.refused, *answer, seconds))
            except BaseException as error:
                self.log.give_up(key, error)
                raise
        return exchange.result(), is_new


def _parse(text: TextGame, seat: int, exchange: Exchange) -> int:
    """Return the action that an answer names. Raises InvalidAnswer."""
    if exchange.ended == CUT_OFF and not is_complete(exchange.answer):
        raise InvalidAnswer("the answer was cut off at the largest number of tokens; answer with fewer words")
    return text.parse(seat, exchange.answer)
