"""A server with scripted players as models, which speaks the OpenAI-compatible protocol: for trials without a model.

It has the Chat Completions API, and of the Responses API what one text and its answer need.
"""

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from typing import Any

import numpy as np

from kschwert_env.agents.text.chat_client import CHARACTERS_PER_TOKEN
from kschwert_env.engine.contract.actions import MAX_ACTIONS
from kschwert_env.engine.io.parsing import parse_json

MAX_BODY = 1 << 24
"""Maximum size of a request, in bytes."""

_RANGE, _NUMBER = re.compile(r"(\d+)(?:-(\d+))?"), re.compile(r"\[(\d+)\]")
_ALONE = "answer with N alone: "
_SLOPPY = 0.2  # share of the invalid answers of `sloppy`
_MISTAKES = ("I would like to win.", "<answer>all of them</answer>", "<answer>99999</answer>", "<answer>{n}", "")


def legal_numbers(prompt: str) -> list[int]:
    """Return the numbers of the legal actions that a prompt lists. Raises ValueError for none or too many."""
    numbers = list(islice(_listed_numbers(prompt), MAX_ACTIONS + 1))
    if not 0 < len(numbers) <= MAX_ACTIONS:
        raise ValueError(f"the prompt must list 1 to {MAX_ACTIONS} legal actions")
    return numbers


def _listed_numbers(prompt: str) -> Iterator[int]:
    for line in prompt.rstrip().rpartition("\n\n")[2].split("\n")[1:-1]:
        _, alone, ranges = line.partition(_ALONE)
        if alone:
            for found in _RANGE.finditer(ranges):
                yield from range(int(found[1]), int(found[2] or found[1]) + 1)
        else:
            yield from (int(found[1]) for found in _NUMBER.finditer(line))


def play_random(prompt: str, rng: np.random.Generator) -> str:
    """Return a random legal action, with some words before it."""
    return f"I choose at random. <answer>{rng.choice(legal_numbers(prompt))}</answer>"


def play_sloppy(prompt: str, rng: np.random.Generator) -> str:
    """Return a random legal action, or in a fifth of the answers nothing valid."""
    if rng.random() < _SLOPPY:
        return str(rng.choice(_MISTAKES)).format(n=rng.choice(legal_numbers(prompt)))
    return play_random(prompt, rng)


MODELS: dict[str, Callable[[str, np.random.Generator], str]] = {"random": play_random, "sloppy": play_sloppy}
"""Scripted players by name."""


def completion(body: Any) -> dict[str, Any]:
    """Return the completion of a request. Equal requests get equal answers. Raises ValueError for a wrong request."""
    sent = body.get("messages") if isinstance(body, dict) else None
    if not isinstance(sent, list) or not all(_is_message(message) for message in sent):
        raise ValueError("messages must be a list of objects with the texts role and content")
    prompts = [message["content"] for message in sent if message["role"] == "user"]
    if body.get("model") not in tuple(MODELS) or not prompts:
        raise ValueError(f"model must be one of {', '.join(MODELS)}, and messages must have one of the user")
    digest = hashlib.sha256(json.dumps([body["model"], sent]).encode()).digest()
    text = MODELS[body["model"]](prompts[0], np.random.default_rng(int.from_bytes(digest)))
    message = {"role": "assistant", "content": text}
    read, written = _tokens([message["content"] for message in sent]), _tokens([text])
    return {
        "id": f"scripted-{digest.hex()[:16]}",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written},
    }


def response(body: Any) -> dict[str, Any]:
    """Return the answer of the Responses API: that of `completion`. Raises ValueError for a wrong request."""
    if not isinstance(body, dict) or body.get("stream"):
        raise ValueError("the Responses API needs a JSON object, without stream")
    sent = body.get("input")
    given = [{"role": "user", "content": sent}] if isinstance(sent, str) else sent
    if not isinstance(given, list) or not all(isinstance(message, dict) for message in given):
        raise ValueError("input must be a text or a list of messages")
    instructions = [{"role": "system", "content": body["instructions"]}] if body.get("instructions") else []
    messages = [{**message, "content": _text(message.get("content"))} for message in given]
    whole = completion({"model": body.get("model"), "messages": instructions + messages})
    text, usage = whole["choices"][0]["message"]["content"], whole["usage"]
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {
        "id": whole["id"],
        "object": "response",
        "created_at": whole["created"],
        "model": whole["model"],
        "status": "completed",
        "output": [{"id": "1", "type": "message", "role": "assistant", "status": "completed", "content": content}],
        "parallel_tool_calls": False,
        "tool_choice": "none",
        "tools": [],
        "usage": {
            "input_tokens": usage["prompt_tokens"],
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": usage["completion_tokens"],
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": usage["total_tokens"],
        },
    }


def _text(content: Any) -> Any:
    """Return the text of a message of the Responses API whose content is a list of texts."""
    if not isinstance(content, list) or not all(isinstance(part, dict) for part in content):
        return content
    return "".join(str(part.get("text", "")) for part in content)


def chunks(whole: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a completion as chunks of a stream: one per word, and the usage in the last one."""
    text = whole["choices"][0]["message"]["content"]
    deltas = [{"content": part} for part in re.findall(r"\S*\s*", text) if part]
    choices: list[Any] = [
        {"index": 0, "delta": delta, "finish_reason": None} for delta in [{"role": "assistant"}, *deltas]
    ]
    choices.append({"index": 0, "delta": {}, "finish_reason": "stop"})
    about = {name: whole[name] for name in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
    return [{**about, "choices": [choice]} for choice in choices] + [{**about, "choices": [], "usage": whole["usage"]}]


def _is_message(message: object) -> bool:
    return isinstance(message, dict) and all(isinstance(message.get(name), str) for name in ("role", "content"))


def _tokens(texts: Sequence[str]) -> int:
    return -(-sum(map(len, texts)) // CHARACTERS_PER_TOKEN)


class ScriptedHandler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    protocol_version = "HTTP/1.1"
    """Version of HTTP in which connections stay open."""

    def do_GET(self) -> None:
        """Answer with the list of models."""
        if self.path.rstrip("/") != "/v1/models":
            return self.send_error_message(404, f"unknown path; expected /v1/models, {_CHAT} or {_RESPONSES}")
        models = [{"id": name, "object": "model", "created": 0, "owned_by": "kschwert_env"} for name in MODELS]
        self.send_json(200, {"object": "list", "data": models})

    def do_POST(self) -> None:
        """Answer with a completion, or with the chunks of one."""
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > MAX_BODY:
            self.close_connection = True  # the body is not read
            return self.send_error_message(413, f"the request must have a length of at most {MAX_BODY:,} bytes")
        sent = self.rfile.read(int(length))
        if self.path not in (_CHAT, _RESPONSES):
            return self.send_error_message(404, f"this server has {_CHAT} and {_RESPONSES}, not {self.path}")
        try:
            body = parse_json(sent)
            answer = response(body) if self.path == _RESPONSES else completion(body)
        except ValueError as error:
            return self.send_error_message(400, str(error))
        self.send_completion(answer, bool(body.get("stream")))

    def send_completion(self, answer: dict[str, Any], stream: bool) -> None:
        """Send a completion, at once or as a stream."""
        if not stream:
            return self.send_json(200, answer)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for text in [*map(json.dumps, chunks(answer)), "[DONE]"]:
            self.wfile.write(f"data: {text}\n\n".encode())
        return None

    def send_error_message(self, status: int, message: str) -> None:
        """Send an error in the form of the protocol."""
        self.send_json(status, {"error": {"message": message, "type": "invalid_request_error", "code": None}})

    def send_json(self, status: int, value: object, **headers: str) -> None:
        """Send a value as JSON."""
        text = json.dumps(value).encode()
        self.send_response(status)
        for name, content in {"Content-Type": "application/json", "Content-Length": str(len(text)), **headers}.items():
            self.send_header(name, content)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *arguments: object) -> None:
        """Write no log of requests."""


_CHAT, _RESPONSES = "/v1/chat/completions", "/v1/responses"


class ScriptedServer(ThreadingHTTPServer):
    """The server. `serve_forever` answers requests until `shutdown`."""

    request_queue_size = 128
    """Number of connections that may wait to be accepted."""

    def __init__(
        self, host: str = "127.0.0.1", port: int = 0, handler: type[ScriptedHandler] = ScriptedHandler
    ) -> None:
        """Listen at an address; port 0 is any free port. Raises OSError if the address can't be used."""
        super().__init__((host, port), handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that leave early; print all other errors."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        """Return the URL for the option `url` of the agent `chat`."""
        return f"http://{self.server_address[0]!s}:{self.server_port}/v1"
