"""Reading of untrusted answers of servers that speak the OpenAI-compatible protocol."""

import re
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from typing import Any, NamedTuple, TypeGuard

from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.engine.text.phrases import brief

MAX_COUNT = 1 << 40
"""Maximum number of tokens that a server may count; larger numbers are wrong."""


_REASONS = ("message", "error", "detail", "msg", "errors", "title", "reason", "description")  # keys of bodies
_MOST_READ = 3_000  # characters of the body of an error


class Answer(NamedTuple):
    """Answers of a server: their text, tokens and reasons.

    Attributes:
        text: its text.
        refusal: the model's refusal, which some servers send in place of a text.
        finish: why the answer ended, in the protocol's words; empty if the server does not say it.
        usage: numbers of tokens, as they are.
    """

    text: str
    refusal: str
    finish: str
    usage: Any


class BrokenAnswer(Exception):
    """An answer that is too large or does not follow the protocol."""


def is_count(value: object) -> TypeGuard[int]:
    """Return whether a value is a number of tokens."""
    return type(value) is int and 0 <= value <= MAX_COUNT


def bounded(most: int) -> Callable[[Any], Awaitable[None]]:
    """Return a hook for responses of `httpx2`: reading more than `most` bytes raises BrokenAnswer.

    So do compressed answers, which were not requested and can be of any length.
    """
    import httpx2

    class Bounded(httpx2.AsyncByteStream):
        """The body of a response, up to the bound."""

        def __init__(self, stream: Any) -> None:
            self._stream = stream

        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for part in self._stream:
                size += len(part)
                if size > most:
                    raise BrokenAnswer(f"the answer is larger than {most:,} bytes")
                yield part

        async def aclose(self) -> None:
            await self._stream.aclose()

    async def bound(response: Any) -> None:
        if response.headers.get("content-encoding", "identity") != "identity":
            raise BrokenAnswer("the answer is compressed")
        response.stream = Bounded(response.stream)

    return bound


def read_completion(body: bytes) -> Answer:
    """Return a completion. Raises BrokenAnswer."""
    completion = _parsed(body)
    choices = completion.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    message = first.get("message")
    if not isinstance(message, dict):
        raise BrokenAnswer(f"not a completion: {brief(completion)}")
    finish = str(first.get("finish_reason") or "")
    return Answer(_content(message), _refusal(message), finish, completion.get("usage"))


async def read_stream(parts: AsyncIterable[bytes]) -> Answer:
    """Return the completion of a stream of chunks. Raises BrokenAnswer."""
    texts, refusals, usage, finish = list[str](), list[str](), None, ""
    async for line in _lines(parts):
        if not line.startswith(b"data:"):
            continue  # such as a comment, which keeps the connection open
        if line[5:].strip() == b"[DONE]":
            break
        chunk = _parsed(line[5:])
        choices = chunk.get("choices") or []
        if not isinstance(choices, list) or not all(isinstance(choice, dict) for choice in choices):
            raise BrokenAnswer(f"not a chunk of a completion: {brief(chunk)}")
        for choice in choices:
            if not isinstance(choice.get("delta"), dict):
                raise BrokenAnswer(f"not a chunk of a completion: {brief(chunk)}")
            texts.append(_content(choice["delta"]))
            refusals.append(_refusal(choice["delta"]))
            finish = finish or str(choice.get("finish_reason") or "")
        usage = chunk.get("usage") or usage
    if not finish:
        raise BrokenAnswer("the answer is cut off")
    return Answer("".join(texts), "".join(refusals), finish, usage)


def cached_tokens(usage: dict[str, Any]) -> int:
    """Return the tokens of a question that came from the server's cache, as servers report them; otherwise 0."""
    details = usage.get("prompt_tokens_details")
    counts = (
        details.get("cached_tokens") if isinstance(details, dict) else None,
        usage.get("prompt_cache_hit_tokens"),  # DeepSeek
        usage.get("cached_tokens"),  # Moonshot
        usage.get("cache_read_input_tokens"),  # Anthropic
    )
    return next((count for count in counts if is_count(count)), 0)


def server_reason(body: str) -> str:
    """Return the reason in the body of an error, which is JSON of any form, a page, or text; empty without one."""
    try:
        return _reason_in(parse_json(body.encode()))
    except ValueError:
        return " ".join(re.sub(r"<[^<>]*>", " ", body[:_MOST_READ]).split())


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


async def _lines(parts: AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    """Yield the lines of a stream."""
    pending = bytearray()
    async for part in parts:
        pending += part
        if b"\n" in part:  # so each byte is searched once
            *lines, rest = pending.split(b"\n")
            for line in lines:
                yield bytes(line)
            pending = rest
    yield bytes(pending)


def _parsed(text: bytes) -> dict[str, Any]:
    try:
        value = parse_json(text)
    except ValueError as error:
        raise BrokenAnswer(f"the answer is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise BrokenAnswer(f"the answer is not a JSON object: {brief(value)}")
    return value


def _content(message: dict[str, Any]) -> str:
    """Return the text of a message: a string, or parts, of which those with thoughts are left out."""
    content = message.get("content")
    if isinstance(content, list) and all(isinstance(part, dict) for part in content):
        content = "".join(str(part.get("text", "")) for part in content if part.get("type", "text") == "text")
    if not isinstance(content, str | None):
        raise BrokenAnswer(f"the content of the answer is not text: {brief(content)}")
    return content or ""


def _refusal(message: dict[str, Any]) -> str:
    refusal = message.get("refusal")
    return refusal if isinstance(refusal, str) else ""
