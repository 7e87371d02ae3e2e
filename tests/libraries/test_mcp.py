"""MCP: `kschwert mcp`, with clients over standard input and HTTP."""

import asyncio
import os
import re
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import httpx2
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from kschwert_env import CLASSICS, GAMES
from kschwert_env.language_models.mcp_server import MAX_BODY_BYTES, make_server
from kschwert_env.language_models.registry import MatchRegistry
from tests.libraries.pages import run_section
from tests.libraries.player import ScriptedPlayer

CAPS = {"krone_schwert": {"max_rounds": 2}, "two_crowns": {"max_turns": 8}, "politics_and_intrigue": {"max_rounds": 4}}


async def call(client: Client, tool: str, **arguments: Any) -> tuple[bool, str]:
    """Call a tool; return whether it refused, and its text."""
    result = await client.call_tool(tool, arguments)
    return bool(result.is_error), "".join(part.text for part in result.content)


async def new_game(client: Client, **arguments: Any) -> dict[str, str]:
    """Start a game; return the tokens by seat."""
    result = await client.call_tool("new_game", arguments)
    assert not result.is_error, result.content
    tokens: dict[str, str] = result.structured_content["tokens"]
    return tokens


async def play(client: Client, tokens: dict[str, str]) -> int:
    """Play a game to its end with scripted players in the open seats; return the number of refusals."""
    players = {seat: ScriptedPlayer(int(seat)) for seat in tokens}
    refusals = 0
    for _ in range(5_000):
        for seat, token in tokens.items():
            refused, prompt = await call(client, "look", token=token)
            assert not refused
            if "The game is over: " in prompt:
                return refusals
            if "Answer with the number" not in prompt:
                continue
            answer: Any = players[seat](prompt)
            refused, text = await call(client, "act", token=token, answer=answer)
            refusals += refused
            assert text.startswith(f"You are seat {seat}.") or "Valid: " in text
    raise AssertionError("the game does not end")


def on_server(work: Callable[[Client], Coroutine[Any, Any, None]], **options: Any) -> None:
    """Run work with a client of a server in this process."""

    async def connect() -> None:
        async with Client(make_server(MatchRegistry(**options))) as client:
            await work(client)

    asyncio.run(connect())


@pytest.mark.parametrize("game", GAMES)
def test_a_scripted_player_finishes_a_game(game: str) -> None:
    async def work(client: Client) -> None:
        tokens = await new_game(client, game=game, players=["heuristic", "open"], rules=CAPS[game])
        assert list(tokens) == ["1"]
        assert await play(client, tokens)

    on_server(work)


def test_several_seats_have_tokens() -> None:
    async def work(client: Client) -> None:
        rules = {"num_players": 5, "max_rounds": 1}
        tokens = await new_game(
            client, game="krone_schwert", players=["open", "random", "open", "open", "random"], rules=rules
        )
        assert list(tokens) == ["0", "2", "3"]
        assert len({*tokens.values()}) == 3
        await play(client, tokens)

    on_server(work)


def test_rules_and_reasons() -> None:
    async def work(client: Client) -> None:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"new_game", "rules", "look", "act", "why_not"}
        (token,) = (await new_game(client, game="two_crowns", players=["open", "random"])).values()
        assert (await call(client, "rules", token=token))[1].startswith("Two Crowns")
        assert "is illegal: " in (await call(client, "why_not", token=token, answer=18))[1]
        assert await call(client, "why_not", token=token, answer="attack") == (False, "this is the legal action 0")
        for answer in (0.5, True, None, [], [0, 1], {"kind": "fly"}, "x" * 10**6):
            refused, text = await call(client, "act", token=token, answer=answer)
            assert (refused, "Valid: one of the numbers" in text) == (True, True)

    on_server(work)


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("look", {"token": "guess"}, "unknown token; use one that new_game returned"),
        (
            "new_game",
            {"game": "chess", "players": ["open"]},
            f"game must be one of {', '.join((*GAMES, *CLASSICS))}, not 'chess'",
        ),
        ("new_game", {"game": "two_crowns", "players": ["open"]}, "players must be 2 agents or 'open'"),
        ("new_game", {"game": "two_crowns", "players": ["open", "policy:/etc/passwd"]}, "unknown option"),
        ("new_game", {"game": "two_crowns", "players": ["open", "random"], "rules": {"edition": "/x"}}, "edition must"),
    ],
)
def test_wrong_calls_are_refused_with_the_reason(tool: str, arguments: dict[str, Any], message: str) -> None:
    async def work(client: Client) -> None:
        refused, text = await call(client, tool, **arguments)
        assert refused
        assert message in text

    on_server(work)


def test_the_number_of_games_is_bounded() -> None:
    async def work(client: Client) -> None:
        wanted = {"game": "two_crowns", "players": ["open", "random"]}
        await new_game(client, **wanted)
        refused, text = await call(client, "new_game", **wanted)
        assert refused
        assert "there are 1 unfinished games" in text

    on_server(work, most=1)


def test_the_command_talks_on_standard_input() -> None:
    async def work() -> None:
        server = StdioServerParameters(command="kschwert", args=["mcp"], env=dict(os.environ))
        async with Client(stdio_client(server)) as client:
            tokens = await new_game(client, game="two_crowns", players=["open", "heuristic"], rules={"max_turns": 4})
            await play(client, tokens)

    asyncio.run(work())


def test_the_command_listens_for_http() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    async def work() -> None:
        command = "kschwert", "mcp", "--transport", "http", "--port", str(port)
        server = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
        try:
            assert server.stderr
            line = (await server.stderr.readline()).decode()
            assert re.search(rf"http://127.0.0.1:{port}/mcp", line)
            while True:  # until it listens
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except ConnectionRefusedError:
                    await asyncio.sleep(0.1)
            async with Client(f"http://127.0.0.1:{port}/mcp") as one, Client(f"http://127.0.0.1:{port}/mcp") as two:
                wanted = {"game": "two_crowns", "players": ["open", "open"], "rules": {"max_turns": 4}}
                tokens = await new_game(one, **wanted)
                assert (await call(two, "look", token=tokens["1"]))[1].startswith("You are seat 1.")
            async with httpx2.AsyncClient() as http:
                url, accept = f"http://127.0.0.1:{port}/mcp", {"Accept": "application/json, text/event-stream"}
                other_host = await http.post(url, headers={**accept, "Host": "attacker.example"}, json={})
                too_large = await http.post(url, headers=accept, json={"x": "x" * MAX_BODY_BYTES})
            assert (other_host.status_code, too_large.status_code) == (421, 413)
        finally:
            server.terminate()
            await server.wait()

    asyncio.run(work())


def test_the_section_runs() -> None:
    player = ScriptedPlayer(2)
    names = run_section("language_models.md", "MCP", ask_model=lambda system, prompt: player(prompt))
    assert "The game is over: " in names["prompt"]
