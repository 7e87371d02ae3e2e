"""verifiers: games between agents, and OpenEnv's server as a taskset. Models are scripted."""

import json
import re
import socket
import subprocess
import threading
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from kschwert_env import GAMES
from kschwert_env.language_models.openenv import make_app
from tests.libraries.chat_server import chat_server
from tests.libraries.pages import ROOT, sections
from tests.libraries.player import ScriptedPlayer

CAPS = {"krone_schwert": {"max_rounds": 1}, "two_crowns": {"max_turns": 2}, "politics_and_intrigue": {"max_rounds": 1}}


@pytest.fixture(autouse=True)
def games_module(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of the page, in a folder that is on the path of subprocesses."""
    (own_folder / "kschwert_games.py").write_text(sections("language_models.md")["verifiers"][0])
    monkeypatch.setenv("PYTHONPATH", f"{own_folder}:{ROOT}")
    monkeypatch.setenv("LOCAL_KEY", "none")


def configuration(heading: str) -> dict[str, Any]:
    """Return the TOML block of a section of the page."""
    page = (ROOT / "docs" / "language_models.md").read_text(encoding="utf-8")
    block = re.search(rf"^## {heading}\n.*?^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert block
    return tomllib.loads(block[1])


def evaluate(config: dict[str, Any], model: Callable[[str], str]) -> dict[str, Any]:
    """Evaluate as the page does, with a scripted model; return the one episode."""
    requests: list[dict[str, Any]] = []
    with chat_server(model, requests) as url:
        config |= {"model": "scripted", "client": {"base_url": url, "api_key_var": "LOCAL_KEY"}}
        Path("config.json").write_text(json.dumps(config))
        done = subprocess.run(["vf-eval", "@", "config.json"], capture_output=True, text=True)
    (traces,) = Path("outputs").glob("*/traces.jsonl")
    (line,) = traces.read_text().splitlines()
    episode: dict[str, Any] = json.loads(line)
    assert episode["ok"], json.dumps(episode["errors"]) + done.stdout + done.stderr
    episode["requests"] = requests
    return episode


def games_config(game: str, **options: Any) -> dict[str, Any]:
    """Return the configuration of one short game."""
    config = configuration("verifiers")
    config["env"]["seat_1"] = {"sampling": {"temperature": 0.5}}
    config["env"]["taskset"] |= {"game": game, "rules": {**CAPS[game], **options}, "games": 1}
    return config


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_is_an_agent(game: str) -> None:
    episode = evaluate(games_config(game), ScriptedPlayer(5))
    returns: dict[str, set[float]] = {}
    for trace in episode["traces"]:
        returns.setdefault(trace["agent"]["name"], set()).add(trace["rewards"]["game_return"]["score"])
    assert set(returns) == {"seat_0", "seat_1"}
    assert all(len(of_seat) == 1 for of_seat in returns.values())
    assert sum(sum(of_seat) for of_seat in returns.values()) == 0
    for request in episode["requests"]:
        assert [message["role"] for message in request["messages"]] == ["system", "user"]
    assert {request.get("temperature") for request in episode["requests"]} == {None, 0.5}
    assert len(episode["traces"]) == len(episode["requests"])


def test_too_many_invalid_answers_forfeit() -> None:
    config = games_config("krone_schwert", num_players=3)
    config["env"]["asks"] = 1
    episode = evaluate(config, lambda prompt: "I resign.")
    (scores,) = {trace["rewards"]["game_return"]["score"] for trace in episode["traces"]}
    assert scores == -1
    assert [trace["metrics"]["invalid_answer"] for trace in episode["traces"]] == [1, 1]
    assert "Your answer was refused: " in episode["requests"][1]["messages"][1]["content"]


@pytest.fixture
def server() -> Iterator[str]:
    """Address of an OpenEnv server."""
    listener = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(uvicorn.Config(make_app(), log_level="warning"))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    running.should_exit = True
    thread.join()


@pytest.mark.parametrize("game", GAMES)
def test_the_taskset_openenv_plays_without_code(game: str, server: str) -> None:
    config, scripted, refusals = configuration("OpenEnv"), ScriptedPlayer(2), []

    def model(payload: str) -> str:
        observation = json.loads(payload)["observation"]
        refusals.append(observation["prompt"].startswith("Your answer was refused: "))
        return scripted(observation["prompt"])

    resets = [{**config["env"]["taskset"]["resets"][0], "game": game, "rules": CAPS[game]}]
    config["env"]["taskset"] |= {"base_url": server, "resets": resets}
    (trace,) = evaluate(config, model)["traces"]
    assert -1 <= trace["rewards"]["openenv_reward"]["score"] <= 1
    assert any(refusals)
    assert not all(refusals[-2:])
