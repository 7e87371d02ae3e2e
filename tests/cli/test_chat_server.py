"""The command `kschwert chat-server`."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest


@pytest.fixture(autouse=True)
def receives_ctrl_c() -> Iterator[None]:
    """A background process ignores Ctrl-C, and so would the server that it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_it_answers_until_ctrl_c() -> None:
    command = [sys.executable, "-u", "-m", "kschwert_env", "chat-server", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"chat:model=random,url=(http://127\.0\.0\.1:\d+/v1)", line)
        assert found, line
        try:
            with urlopen(f"{found[1]}/models") as answer:
                assert [model["id"] for model in json.load(answer)["data"]] == ["random", "sloppy"]
            body = {"model": "random", "messages": [{"role": "user", "content": "A\n\nWhat?\n[7] This\nAnswer"}]}
            with urlopen(Request(f"{found[1]}/chat/completions", json.dumps(body).encode())) as answer:
                assert "<answer>7</answer>" in json.load(answer)["choices"][0]["message"]["content"]
            for wrong in (b"{", b"[]", b'{"model": "x", "messages": []}', json.dumps({**body, "model": "x"}).encode()):
                with pytest.raises(HTTPError, match="400") as raised:
                    urlopen(Request(f"{found[1]}/chat/completions", wrong))
                raised.value.close()
        finally:
            process.send_signal(signal.SIGINT)
        assert process.stdout.read().endswith("Stopped.\n")
    assert process.returncode == 0
