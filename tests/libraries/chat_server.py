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

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if requests is not None:
                requests.append(body)
            self._send(completion(model(text_of(body["messages"][-1]["content"]))))

        def _send(self, value: dict[str, Any]) -> None:
            data = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
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


def completion(text: str) -> dict[str, Any]:
    """Return an answer in the format of the protocol."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    about = {"id": "1", "object": "chat.completion", "created": 0, "model": "scripted"}
    return {**about, "choices": [choice], "usage": usage}
