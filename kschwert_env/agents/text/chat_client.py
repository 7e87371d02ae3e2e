"""Client of a server that speaks the OpenAI-compatible protocol: time limits, repeated requests, and rate limits."""

import asyncio
import os
from collections.abc import Coroutine, Mapping, Sequence
from functools import cache
from random import SystemRandom
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeVar
from weakref import finalize

from kschwert_env.adapters.text.answers import MAX_ANSWER
from kschwert_env.agents.base import AgentError
from kschwert_env.agents.text.chat_answers import (
    Answer,
    bounded,
    cached_tokens,
    is_count,
    read_completion,
    read_stream,
    server_reason,
)
from kschwert_env.engine.text.phrases import shown
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
_NO_MONEY = "insufficient_quota"  # a code of status 429 that waiting does not change
_SHORTEST_SECRET = 8  # characters; shorter keys occur by chance
_NO_KEY = "none"  # the library needs a key; servers without keys ignore it
_MOST_SHOWN = 300  # characters of an error
_LEAST_BYTES, _BYTES_PER_TOKEN = 1 << 22, 1 << 10  # bound of an answer; a stream has a chunk for each token


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
        seconds and is repeated up to `retries` times. Its answer has at most 4 MiB, and 1 KiB for each of
        `max_completion_tokens`. At most `parallel` requests run at once, and at most `per_minute` begin in a minute.
        Raises ImportError without the extra.
        """
        with needing("chat", "language models"):
            import openai

        self._status_error = openai.APIStatusError
        self._key, self._key_variable, self._url = os.environ.get(key_variable), key_variable, url
        self._body, self._stream, self._timeout, self._retries = dict(body), stream, timeout, retries
        if stream:
            self._body |= {"stream": True, "stream_options": {"include_usage": True}}
        most = _LEAST_BYTES + _BYTES_PER_TOKEN * body.get("max_completion_tokens", 0)
        self._client = openai.AsyncOpenAI(
            api_key=self._key or _NO_KEY,
            base_url=url,
            max_retries=0,
            timeout=timeout,
            default_headers={"Accept-Encoding": "identity"},
            http_client=openai.DefaultAsyncHttpxClient(event_hooks={"response": [bounded(most)]}),
        )
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
                except Exception as error:  # a hostile answer can raise anything in the libraries
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
        create: Any = self._client.chat.completions.with_streaming_response.create
        async with create(messages=messages, **body) as response:
            if self._stream:
                answer = await read_stream(response.iter_bytes())
            else:
                answer = read_completion(await response.read())
        return _reply(answer, messages)

    def _judged(self, error: Exception) -> tuple[str, bool, float | None]:
        """Return an error as text, whether repeating the request can help, and the time that the server asks for."""
        status, may_pass, wait = getattr(error, "status_code", None), True, None
        if isinstance(error, TimeoutError):
            reason = f"no answer within {self._timeout:g} seconds"
        elif isinstance(error, self._status_error):
            may_pass = (status in _TEMPORARY or error.status_code >= 500) and error.code != _NO_MONEY
            wait = _requested_wait(error.response.headers)
            reason = f"status {status}: {server_reason(error.response.text) or error.message}"
            if status in (401, 403):
                reason += f"; the key is the value of the environment variable {self._key_variable}"
        else:
            cause = "" if error.__cause__ is None else f" ({error.__cause__})"
            reason = (f"{error}" or type(error).__name__).removesuffix(".") + cause
        reason = shown(self._without_key(reason))[:_MOST_SHOWN]
        return f"{self._url}, model {self._body['model']}: {reason}", may_pass, wait

    def _leave_out_unknown(self, error: Exception, body: Mapping[str, Any]) -> bool:
        """Return whether the server refused a parameter that it does not know; later requests are without it."""
        if not isinstance(error, self._status_error) or error.status_code not in (400, 422):
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


def _reply(answer: Answer, messages: Sequence[Mapping[str, str]]) -> Reply:
    """Return a reply with its tokens, estimated where the server does not count them."""
    usage = answer.usage if isinstance(answer.usage, dict) else {}
    counts = usage.get("prompt_tokens"), usage.get("completion_tokens")
    sent = sum(len(message["content"]) for message in messages)
    read, written = (
        count if is_count(count) else -(-length // CHARACTERS_PER_TOKEN)
        for count, length in zip(counts, (sent, len(answer.text)), strict=True)
    )
    is_refusal = bool(answer.refusal) and not answer.text
    ended = "refused" if is_refusal else _ENDS.get(answer.finish, "")
    said = answer.refusal if is_refusal else answer.text
    return Reply(said[: MAX_ANSWER + 1], read, written, min(read, cached_tokens(usage)), ended)  # longer is invalid


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
