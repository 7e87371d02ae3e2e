"""OpenEnv: a server with sessions, in which a client plays a seat against agents."""

import asyncio
import contextlib
import json
import socket
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import uvicorn
from openenv import GenericEnvClient

from kschwert_env import CLASSICS, GAMES
from kschwert_env.language_models.openenv import TextAction, TextEnvironment, make_app
from tests.libraries.pages import ROOT, run_section
from tests.libraries.player import ScriptedPlayer

CAPS = {"krone_schwert": {"max_rounds": 2}, "two_crowns": {"max_turns": 8}, "politics_and_intrigue": {"max_rounds": 4}}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Address of a running server."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(make_app(), log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join()


async def play(url: str, player: ScriptedPlayer, **reset: Any) -> tuple[float, int]:
    """Play a game by WebSocket; return the reward and the number of refusals."""
    async with GenericEnvClient(base_url=url, message_timeout_s=600) as client:  # the server may have to compile
        result, refusals = await client.reset(**reset), 0
        assert result.observation["rules"]
        while not result.done:
            assert result.reward == 0
            prompt = result.observation["prompt"]
            refusals += prompt.startswith("Your answer was refused: ")
            result = await client.step({"answer": player(prompt)})
        state = await client.state()
        assert state["episode_id"] == reset.get("episode_id")
        assert state["step_count"] > refusals
        assert result.observation["legal_actions"] == []
        return float(result.reward), refusals


@pytest.mark.parametrize("game", GAMES)
def test_a_scripted_player_finishes_a_game(url: str, game: str) -> None:
    options = {"game": game, "rules": CAPS[game], "seed": 5, "seat": 1, "opponents": "heuristic", "episode_id": "x"}
    reward, refusals = asyncio.run(play(url, ScriptedPlayer(1), **options))
    assert -1 <= reward <= 1
    assert refusals
    assert asyncio.run(play(url, ScriptedPlayer(1), **options)) == (reward, refusals)


def test_many_sessions_play_at_once(url: str) -> None:
    async def all_games() -> list[tuple[float, int]]:
        options = {"game": "two_crowns", "rules": CAPS["two_crowns"], "opponents": ["random"]}
        return await asyncio.gather(*(play(url, ScriptedPlayer(i), seed=i, **options) for i in range(8)))

    assert len({*asyncio.run(all_games())}) > 1


def test_a_game_for_five(url: str) -> None:
    rules = {"num_players": 5, "max_rounds": 1}
    opponents = ["random", "heuristic", "greedy", "random"]
    asyncio.run(play(url, ScriptedPlayer(), game="krone_schwert", rules=rules, seat=2, opponents=opponents))


@pytest.mark.parametrize(
    ("reset", "message"),
    [
        ({"game": "chess"}, f"game must be one of {', '.join((*GAMES, *CLASSICS))}, not 'chess'"),
        ({"seat": 2}, "seat must be an integer from 0 to 1, not 2"),
        ({"opponents": "policy:/etc/passwd"}, "unknown option '/etc/passwd' of policy"),
        ({"rules": {"edition": "/etc/passwd"}}, "edition must be one of"),
        ({"asks": 1000}, "asks must be at most 100, not 1000"),
        ({"fly": True}, "unknown argument fly"),
        ({"seed": -1}, "seed"),
    ],
)
def test_wrong_resets_are_named(url: str, reset: dict[str, Any], message: str) -> None:
    async def reset_only() -> None:
        async with GenericEnvClient(base_url=url, message_timeout_s=600) as client:  # the server may have to compile
            await client.reset(**reset)

    with pytest.raises(RuntimeError) as caught:
        asyncio.run(reset_only())
    assert message in str(caught.value)


def test_http_has_no_sessions(url: str) -> None:
    assert httpx.get(f"{url}/health").json() == {"status": "healthy"}
    started = httpx.post(f"{url}/reset", json={"game": "two_crowns", "seed": 1}).json()
    assert started["observation"]["prompt"].startswith("You are seat 0.")
    assert httpx.get(f"{url}/schema").json()["action"]["required"] == ["answer"]


ANSWERS = [0, "0", [0], {"action": 0}, {"kind": "attack"}, "attack"]


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
def test_answers_are_numbers_lists_objects_and_text(answer: Any) -> None:
    env = TextEnvironment()
    env.reset(seed=1, game="two_crowns")
    for action in (TextAction(answer=answer), TextAction.model_validate({"answer": answer})):
        assert action.answer == answer
    assert env.step(TextAction(answer=answer)).prompt.startswith("You are seat 0.")


@pytest.mark.parametrize(
    "answer", [None, True, 0.0, [], [0, 1], {}, {"answer": 0}, "x" * 10**6], ids=lambda x: str(x)[:9]
)
def test_other_answers_are_refused_with_the_reason(answer: Any) -> None:
    env = TextEnvironment()
    env.reset(seed=1, game="two_crowns")
    seen = env.step(TextAction(answer=answer))
    assert seen.prompt.startswith("Your answer was refused: ")
    assert not seen.done


def test_an_object_without_the_key_is_the_answer() -> None:
    assert TextAction.model_validate({"kind": "attack"}).answer == {"kind": "attack"}
    assert TextAction.model_validate({}).answer == {}


def test_steps_without_a_game_are_refused() -> None:
    with pytest.raises(RuntimeError, match="there is no game; call reset first"):
        TextEnvironment().step(TextAction(answer=0))


def test_the_command_of_the_image_starts_a_server() -> None:
    """Docker itself is not needed."""
    dockerfile = (ROOT / "kschwert_env" / "language_models" / "Dockerfile").read_text()
    command = json.loads(dockerfile.rpartition("CMD ")[2])
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    server = subprocess.Popen([port if part == "8000" else part for part in command])
    try:
        while server.poll() is None:  # until it listens
            with contextlib.suppress(httpx.ConnectError):
                assert httpx.get(f"http://127.0.0.1:{port}/health").json() == {"status": "healthy"}
                return
        raise AssertionError("the server has stopped")
    finally:
        server.terminate()
        server.wait()


def test_the_number_of_sessions_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAX_CONCURRENT_ENVS", "many")
    with pytest.raises(ValueError, match="MAX_CONCURRENT_ENVS must be an integer of at least 1, not 'many'"):
        make_app()


def test_the_section_runs(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENENV_URL", url)
    player = ScriptedPlayer(2)
    names = run_section("language_models.md", "OpenEnv", ask_model=lambda system, prompt: player(prompt))
    assert names["result"].done
