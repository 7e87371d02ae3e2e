"""Client of a server that speaks the OpenAI-compatible protocol: time limits, repeated requests, and rate limits."""

import asyncio
import json
import os
import re
from collections.abc import Coroutine, Mapping, Sequence
from functools import cache
from random import SystemRandom
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeGuard, TypeVar
from weakref import finalize

from kschwert_env.adapters.text.answers import MAX_ANSWER
from kschwert_env.agents.base import AgentError
from kschwert_env.engine.text.phrases import brief, shown
from kschwert_env.importing import needing

T = TypeVar("T")

FIRST_WAIT = 0.5
"""Time before the first repetition of a request, in seconds; it doubles each time."""

LONGEST_WAIT = 60.0
"""Maximum time before a repetition, in seconds, also if the server asks for more."""

CHARACTERS_PER_TOKEN = 4
"""For the estimate of tokens where a server does not count them."""

_starting = Lock()
_TEMPORARY = {408, 409, 425, 429}  # and all from 500 on
_ENDS = {"length": "cut off", "content_filter": "filtered"}  # by `finish_reason`
_OLDER = {"max_completion_tokens": "max_tokens", "stream_options": None}  # parameters that not all servers know
_REASONS = ("message", "error", "detail", "msg", "errors", "title", "reason", "description")  # keys of bodies
_NO_MONEY = "insufficient_quota"  # a code of status 429 that waiting does not change
_SHORTEST_SECRET = 8  # characters; shorter keys occur by chance
_NO_KEY = "none"  # the library needs a key; servers without keys ignore it
_MOST_SHOWN = 300  # characters of an error


class Reply(NamedTuple):
    """An answer.

    Attributes:
        text: its text.
        input_tokens: tokens of the question.
        output_tokens: tokens of the answer, with reasoning.
        cached_tokens: tokens of the question that the server had in its cache.
        ended: "cut off", "filtered" or "refused"; empty for an answer that the model finished.
    """

    text: str
    input_tokens: int
    output_tokens: int
    cached_tokens: int = 0
    ended: str = ""


class _Broken(Exception):
    """An answer that does not follow the protocol."""


class ChatClient:
    """Asks one model of one server. Threads may share it."""

    def __init__(
        self,
        url: str,
        key_variable: str,
        body: Mapping[str, Any],
        *,
        stream: bool,
        timeout: float,
        retries: int,
        parallel: int,
        per_minute: float | None,
    ) -> None:
        """Prepare the client; `body` has the parameters of all requests, such as `model`.

        The key is the value of the environment variable `key_variable`, if it is set. A request takes at most `timeout`
        seconds and is repeated up to `retries` times. At most `parallel` requests run at once, and at most `per_minute`
        begin in a minute. Raises ImportError without the extra.
        """
        with needing("chat", "language models"):
            import openai

        self._errors = openai.APIStatusError, openai.OpenAIError
        self._key, self._key_variable, self._url = os.environ.get(key_variable), key_variable, url
        self._body, self._stream, self._timeout, self._retries = dict(body), stream, timeout, retries
        if stream:
            self._body |= {"stream": True, "stream_options": {"include_usage": True}}
        self._client = openai.AsyncOpenAI(api_key=self._key or _NO_KEY, base_url=url, max_retries=0, timeout=timeout)
        finalize(self, _close_later, self._client).atexit = False
        self._free = asyncio.Semaphore(parallel)
        self._interval = 0.0 if per_minute is None else 60 / per_minute
        self._next_start = 0.0

    def ask(self, messages: Sequence[Mapping[str, str]]) -> Reply:
        """Return the model's answer to messages.

        Raises AgentError if the server refuses the request, or still fails after all repetitions.
        """
        return _in_loop(self._ask(messages))

    def close(self) -> None:
        """Close all connections."""
        _in_loop(self._client.close())

    async def _ask(self, messages: Sequence[Mapping[str, str]]) -> Reply:
        async with self._free:
            attempt = 0
            while attempt <= self._retries:
                await self._wait_for_start()
                body = dict(self._body)
                try:
                    async with asyncio.timeout(self._timeout):
                        reply = await self._request(messages, body)
                    return reply._replace(text=self._without_key(reply.text))
                except (*self._errors, _Broken, OSError, ValueError) as error:  # TimeoutError is an OSError
                    if self._leave_out_unknown(error, body):
                        continue
                    failure, may_pass, wait = self._judged(error)
                if not may_pass:
                    raise AgentError(failure)
                if attempt < self._retries:
                    doubled = FIRST_WAIT * 2**attempt * SystemRandom().uniform(0.75, 1)
                    await asyncio.sleep(min(doubled if wait is None else wait, LONGEST_WAIT))
                attempt += 1
        raise AgentError(f"{failure}; gave up after {self._retries + 1} requests")

    async def _wait_for_start(self) -> None:
        """Wait until the rate limit allows the next request."""
        now = asyncio.get_running_loop().time()
        start = max(now, self._next_start)
        self._next_start = start + self._interval
        await asyncio.sleep(start - now)

    async def _request(self, messages: Sequence[Mapping[str, str]], body: Mapping[str, Any]) -> Reply:
        create: Any = self._client.chat.completions.create
        if not self._stream:
            return _read(await create(messages=messages, **body), messages)
        parts, usage, finished, refusals = list[str](), None, None, list[str]()
        async with await create(messages=messages, **body) as chunks:
            async for chunk in chunks:
                usage = getattr(chunk, "usage", None) or usage
                try:
                    for choice in chunk.choices or []:
                        parts.append(_content(choice.delta.content))
                        refusals.append(getattr(choice.delta, "refusal", None) or "")
                        finished = finished or choice.finish_reason
                except (AttributeError, TypeError):
                    raise _Broken(f"not a chunk of a completion: {brief(chunk)}") from None
        if finished is None:
            raise _Broken("the answer is cut off")
        return _reply("".join(parts), "".join(map(str, refusals)), finished, usage, messages)

    def _judged(self, error: Exception) -> tuple[str, bool, float | None]:
        """Return an error as text, whether repeating the request can help, and the time that the server asks for."""
        status_error, _ = self._errors
        status, may_pass, wait = getattr(error, "status_code", None), True, None
        if isinstance(error, TimeoutError):
            reason = f"no answer within {self._timeout:g} seconds"
        elif isinstance(error, status_error):
            may_pass = (status in _TEMPORARY or error.status_code >= 500) and error.code != _NO_MONEY
            wait = _requested_wait(error.response.headers)
            reason = f"status {status}: {_server_reason(error.response.text) or error.message}"
            if status in (401, 403):
                reason += f"; the key is the value of the environment variable {self._key_variable}"
        else:
            cause = "" if error.__cause__ is None else f" ({error.__cause__})"
            reason = (f"{error}" or type(error).__name__).removesuffix(".") + cause
        reason = shown(self._without_key(reason))[:_MOST_SHOWN]
        return f"{self._url}, model {self._body['model']}: {reason}", may_pass, wait

    def _leave_out_unknown(self, error: Exception, body: Mapping[str, Any]) -> bool:
        """Return whether the server refused a parameter that it does not know; later requests are without it."""
        status_error, _ = self._errors
        if not isinstance(error, status_error) or error.status_code not in (400, 422):
            return False
        said = error.response.text
        unknown = [name for name in _OLDER if name in body and name in said]
        for name in unknown:
            self._body.pop(name, None)
            if older := _OLDER[name]:
                self._body[older] = body[name]
        return bool(unknown)

    def _without_key(self, text: str) -> str:
        """Return a text from the server, which may repeat the key, without the key."""
        return text.replace(self._key, "[key]") if self._key and len(self._key) >= _SHORTEST_SECRET else text


def _close_later(client: Any) -> None:
    """Close the connections of a client that nobody uses any more."""
    asyncio.run_coroutine_threadsafe(client.close(), _loop())


def _read(completion: Any, messages: Sequence[Mapping[str, str]]) -> Reply:
    """Return the reply of a completion. Raises _Broken if it has none."""
    try:
        choice = completion.choices[0]
        text, refusal = _content(choice.message.content), getattr(choice.message, "refusal", None)
    except (AttributeError, IndexError, TypeError):
        raise _Broken(f"not a completion: {brief(completion)}") from None
    return _reply(text, refusal, getattr(choice, "finish_reason", None), completion.usage, messages)


def _content(content: Any) -> str:
    """Return the text of a message: a string, or parts, of which those with thoughts are left out."""
    if content is None:
        return ""
    if isinstance(content, list) and all(isinstance(part, dict) for part in content):
        content = "".join(str(part.get("text", "")) for part in content if part.get("type", "text") == "text")
    if not isinstance(content, str):
        raise _Broken(f"the content of the answer is not text: {brief(content)}")
    return content


def _reply(text: str, refusal: Any, finish: Any, usage: Any, messages: Sequence[Mapping[str, str]]) -> Reply:
    """Return a reply with its tokens, estimated where the server does not count them."""
    counts = getattr(usage, "prompt_tokens", None), getattr(usage, "completion_tokens", None)
    sent = sum(len(message["content"]) for message in messages)
    read, written = (
        count if _is_count(count) else -(-length // CHARACTERS_PER_TOKEN)
        for count, length in zip(counts, (sent, len(text)), strict=True)
    )
    is_refusal = isinstance(refusal, str) and bool(refusal) and not text
    ended = "refused" if is_refusal else _ENDS.get(str(finish), "")
    said = refusal if is_refusal else text
    return Reply(said[: MAX_ANSWER + 1], read, written, min(read, _cached_tokens(usage)), ended)  # longer is invalid


def _cached_tokens(usage: Any) -> int:
    """Return the tokens of a question that came from the server's cache, as servers report them; otherwise 0."""
    details = getattr(usage, "prompt_tokens_details", None)
    counts = (
        getattr(details, "cached_tokens", None),
        getattr(usage, "prompt_cache_hit_tokens", None),  # DeepSeek
        getattr(usage, "cached_tokens", None),  # Moonshot
        getattr(usage, "cache_read_input_tokens", None),  # Anthropic
    )
    return next((count for count in counts if _is_count(count)), 0)


def _is_count(value: Any) -> TypeGuard[int]:
    return type(value) is int and value >= 0


def _server_reason(body: str) -> str:
    """Return the reason in the body of an error, which is JSON of any form, a page, or text; empty without one."""
    try:
        return _reason_in(json.loads(body))
    except (ValueError, RecursionError):
        return " ".join(re.sub(r"<[^<>]*>", " ", body[: 10 * _MOST_SHOWN]).split())


def _reason_in(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "; ".join(filter(None, map(_reason_in, value[:3])))
    if not isinstance(value, dict):
        return ""
    said = next(filter(None, (_reason_in(value[key]) for key in _REASONS if key in value)), "")
    where = value.get("loc")  # of FastAPI's validation
    return f"{'.'.join(map(str, where))}: {said}" if said and isinstance(where, list) else said


def _requested_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that a server asks to wait, or None."""
    for name, unit in (("retry-after-ms", 1e-3), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) * unit)
        except (KeyError, ValueError):
            continue
    return None


def _loop() -> asyncio.AbstractEventLoop:
    """Return the event loop of all clients, in a thread of its own."""
    with _starting:  # `cache` alone would let two threads start two loops
        return _started_loop()


@cache
def _started_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="chat", daemon=True).start()
    return loop


def _in_loop(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine."""
    return asyncio.run_coroutine_threadsafe(work, _loop()).result()
