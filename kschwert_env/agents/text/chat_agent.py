"""`chat`: a language model behind a server that speaks the OpenAI-compatible protocol."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urlsplit

from kschwert_env.agents.base import AgentError
from kschwert_env.agents.text.chat_client import ChatClient
from kschwert_env.agents.text.text_agent import Answer, Question, TextAgent
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules

MAX_PARALLEL = 256
"""Maximum number of requests at once."""

MAX_REPEATED = 2_000
"""Maximum length of an invalid answer that is sent again with the reason, in characters: its end."""

_PER_PRICE = 1_000_000  # tokens that a price is for


class ChatAgent(TextAgent):
    """Asks a language model. The model sees the rules, and what its seat may know."""

    public_options: ClassVar[Mapping[str, float | tuple[str, ...]]] = {}
    """None: models cost money, so visitors of the browser table get only those that the owner adds."""

    running_options = frozenset(
        {
            "stream",
            "timeout",
            "retries",
            "parallel",
            "per_minute",
            "input_price",
            "cached_price",
            "output_price",
            "budget_tokens",
            "budget_money",
        }
    )

    def __init__(
        self,
        rules: GameRules,
        model: str,
        url: str = "https://api.openai.com/v1",
        key_variable: str = "OPENAI_API_KEY",
        temperature: float | None = None,
        effort: str | None = None,
        max_tokens: int = 4096,
        asks: int = 2,
        invalid: str = "random",
        maps: str = "list",
        all_events: int = 0,
        stream: int = 0,
        timeout: float = 120,
        retries: int = 6,
        parallel: int = 16,
        per_minute: float | None = None,
        input_price: float = 0,
        output_price: float = 0,
        cached_price: float | None = None,
        budget_tokens: int | None = None,
        budget_money: float | None = None,
    ) -> None:
        """Set the model, and the limits of a run.

        Args:
            rules: rules of the game.
            model: name of the model.
            url: address of the server, up to /v1.
            key_variable: environment variable with the key.
            temperature: sampling temperature; by default the server decides.
            effort: reasoning effort, such as low; by default the server decides.
            max_tokens: maximum tokens of an answer, reasoning included; 0 leaves the limit to the server.
            asks: how often a question is asked again after an invalid answer.
            invalid: what happens then, "random" or "heuristic" decides, or "forfeit".
            maps: how prompts show a map, "list" or "drawing".
            all_events: 1 lists all events since the start in prompts.
            stream: 1 receives answers as a stream.
            timeout: time limit of a request in seconds.
            retries: how often a failed request is repeated.
            parallel: maximum number of requests at once.
            per_minute: maximum number of requests that begin in a minute.
            input_price: money per million tokens that the model reads.
            output_price: money per million tokens that it writes.
            cached_price: money per million tokens that come from the server's cache; by default `input_price`.
            budget_tokens: tokens after which the run stops.
            budget_money: money after which the run stops.

        Raises:
            ValueError: an option has an invalid value; the message names it.
            ImportError: the extra `chat` is not installed.
        """
        super().__init__(rules, asks, invalid, maps, all_events)
        check("model", model, bool(model), "a name")
        check("url", url, _is_plain(url), "http://HOST/PATH or https://HOST/PATH, without password and parameters")
        if not re.fullmatch(r"[A-Z_][A-Z0-9_]*", key_variable):
            raise ValueError("key_variable must be the name of an environment variable, such as OPENAI_API_KEY")
        check("temperature", temperature, temperature is None or 0 <= temperature <= 2, "from 0 to 2")
        check("stream", stream, stream in (0, 1), "0 or 1")
        check("retries", retries, 0 <= retries <= 100, "from 0 to 100")
        check("parallel", parallel, 1 <= parallel <= MAX_PARALLEL, f"from 1 to {MAX_PARALLEL}")
        check("max_tokens", max_tokens, max_tokens >= 0, "at least 0")
        positive = {"timeout": timeout, "per_minute": per_minute}
        limits = {"budget_tokens": budget_tokens, "budget_money": budget_money}
        for name, value in {**positive, **limits}.items():
            check(name, value, value is None or 0 < value < float("inf"), "more than 0, and finite")
        prices = {"input_price": input_price, "output_price": output_price, "cached_price": cached_price}
        for name, price in prices.items():
            check(name, price, price is None or 0 <= price < float("inf"), "at least 0, and finite")
        if budget_money is not None and not input_price + output_price:
            raise ValueError("budget_money needs input_price and output_price, in money per million tokens")
        self.requests_at_once = parallel
        self._budget_tokens, self._budget_money = budget_tokens, budget_money
        self._prices = input_price, input_price if cached_price is None else cached_price, output_price
        optional = {"temperature": temperature, "reasoning_effort": effort, "max_completion_tokens": max_tokens or None}
        body: dict[str, Any] = {"model": model}
        body |= {name: value for name, value in optional.items() if value is not None}
        self._client = ChatClient(
            url,
            key_variable,
            body,
            stream=bool(stream),
            timeout=timeout,
            retries=retries,
            parallel=parallel,
            per_minute=per_minute,
        )

    def answer(self, question: Question) -> Answer:
        """Return the model's answer. Raises AgentError without one, and when a budget is used up."""
        self._check_budget()
        reply = self._client.ask(messages(question))
        tokens = reply.input_tokens - reply.cached_tokens, reply.cached_tokens, reply.output_tokens
        money = sum(count * price for count, price in zip(tokens, self._prices, strict=True)) / _PER_PRICE
        return Answer(reply.text, reply.input_tokens, reply.output_tokens, money, reply.cached_tokens, reply.ended)

    def close(self) -> None:
        """Close all connections to the server."""
        self._client.close()

    def _check_budget(self) -> None:
        """Raise AgentError if a budget is used up by the exchanges so far, those of earlier sessions included."""
        for name, spent, budget in (
            ("budget_tokens", self.log.tokens, self._budget_tokens),
            ("budget_money", self.log.money, self._budget_money),
        ):
            if budget is not None and spent >= budget:
                raise AgentError(f"{name} of {budget:,} is used up; continue with --resume and a larger {name}")


def messages(question: Question) -> list[dict[str, str]]:
    """Return the messages of a question: the rules for the system, the prompt, and invalid answers with reasons."""
    messages = [{"role": "system", "content": question.rules}, {"role": "user", "content": question.prompt}]
    for refused in question.refused:
        messages.append({"role": "assistant", "content": refused.answer[-MAX_REPEATED:] or "(no text)"})
        messages.append({"role": "user", "content": f"Invalid: {refused.reason}."})
    return messages


def _is_plain(url: str) -> bool:
    """Return whether a URL of a server has no place for a secret."""
    try:
        parts = urlsplit(url)
        return bool(parts.scheme in ("http", "https") and parts.hostname) and not (
            parts.username or parts.password or parts.query or parts.fragment
        )
    except ValueError:
        return False
