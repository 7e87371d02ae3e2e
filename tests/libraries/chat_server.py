"""A server on this machine that speaks OpenAI's chat protocol; its model is a function from prompt to answer."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@contextmanager
def chat_server(model: Callable[[str], str], requests: list[dict[str, Any]] | None = None) -> Iterator[str]:
    """Run a server whose model answers the last message; yield its address. Requests are added to `requests`."""

    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                if requests is not None:
                    requests.append(body)
                answer = model(text_of(body["messages"][-1]["content"]))
            if body.get("stream"):
                self._send("text/event-stream", "".join(f"data: {each}\n\n" for each in streamed(answer)))
            else:
                self._send("application/json", json.dumps(completion(answer)))

        def _send(self, kind: str, text: str) -> None:
            data = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()
        thread.join()


def text_of(content: str | list[dict[str, Any]]) -> str:
    """Return the text of a message."""
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


ABOUT = {"id": "1", "created": 0, "model": "scripted"}
USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


def completion(text: str) -> dict[str, Any]:
    """Return an answer in the format of the protocol."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    return {**ABOUT, "object": "chat.completion", "choices": [choice], "usage": USAGE}


def streamed(text: str) -> list[str]:
    """Return the events of an answer that is streamed in one piece."""
    about = {**ABOUT, "object": "chat.completion.chunk"}
    piece = {"index": 0, "finish_reason": None, "delta": {"role": "assistant", "content": text}}
    end = {"index": 0, "finish_reason": "stop", "delta": {}}
    chunks = [{**about, "choices": [piece]}, {**about, "choices": [end]}, {**about, "choices": [], "usage": USAGE}]
    return [*map(json.dumps, chunks), "[DONE]"]
