"""Processor time of a decision through each door for language models: `python -m tests.libraries.decision_cost DOOR`.

It runs in the environment of the door's library (`.venv/DOOR`); `text`, `chat` and `chat-server` in that of the tests.
One scripted model plays both seats of Two Crowns, or one against a random agent, and answers at once. Processes that
serve count, too.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kschwert_env.adapters.text import TextGame
from kschwert_env.two_crowns import Rules
from tests.libraries.chat_server import chat_server
from tests.libraries.pages import ROOT, sections

FEW, MANY = 2, 12
TURNS = 20


class Model:
    """Answers with the first action that a prompt lists.

    Attributes:
        decisions: number of answers.
    """

    def __init__(self) -> None:
        self.decisions = 0

    def __call__(self, prompt: str) -> str:
        self.decisions += 1
        return prompt.rpartition("\n\n")[2].partition("[")[2].partition("]")[0]


def play_text(model: Model, games: int) -> None:
    for seed in range(games):
        game = TextGame(Rules(max_turns=TURNS), seed)
        while (seat := game.player) is not None:
            game.act(game.parse(seat, model(game.prompt(seat))))


def play_textarena(model: Model, games: int) -> None:
    import textarena as ta

    import kschwert_env.language_models.textarena  # noqa: F401

    env = ta.make("TwoCrowns-v0", max_turns=TURNS)
    for seed in range(games):
        env.reset(num_players=2, seed=seed)
        done = False
        while not done:
            done, _ = env.step(model(env.get_observation()[1]))


def play_inspect(model: Model, games: int) -> None:
    from inspect_ai import eval as evaluate
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from kschwert_env.language_models.inspect_task import play

    def output(messages: list[Any], *rest: Any) -> ModelOutput:
        answer = ModelOutput.from_content("mockllm", model(messages[-1].text))
        answer.usage = ModelUsage(input_tokens=5, output_tokens=5, total_tokens=10)
        return answer

    scripted = get_model("mockllm/model", custom_outputs=output, memoize=False)
    task = play(game="two_crowns", rules={"max_turns": TURNS}, opponents="random", seeds=games)
    evaluate(task, model=scripted, display="none", log_dir="logs")


def play_mcp(model: Model, games: int) -> None:
    from mcp.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    async def play() -> None:
        server = StdioServerParameters(command=sys.executable, args=["-m", "kschwert_env", "mcp"])
        wanted = {"game": "two_crowns", "players": ["open", "random"], "rules": {"max_turns": TURNS}}
        async with Client(stdio_client(server)) as client:
            for _ in range(games):
                started = await client.call_tool("new_game", wanted)
                token = started.structured_content["tokens"]["0"]
                prompt = (await client.call_tool("look", {"token": token})).content[0].text
                while "The game is over: " not in prompt:
                    answer = {"token": token, "answer": model(prompt)}
                    prompt = (await client.call_tool("act", answer)).content[0].text

    asyncio.run(play())


def play_openenv(model: Model, games: int) -> None:
    import socket

    import uvicorn
    from openenv import GenericEnvClient

    from kschwert_env.language_models.openenv import make_app

    async def play(url: str) -> None:
        options = {"game": "two_crowns", "rules": {"max_turns": TURNS}, "opponents": "random"}
        async with GenericEnvClient(base_url=url) as client:
            for seed in range(games):
                result = await client.reset(seed=seed, **options)
                while not result.done:
                    result = await client.step({"answer": model(result.observation["prompt"])})

    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(make_app(), log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    asyncio.run(play(f"http://127.0.0.1:{listener.getsockname()[1]}"))
    server.should_exit = True
    thread.join()


def play_verifiers(model: Model, games: int) -> None:
    Path("kschwert_games.py").write_text(sections("language_models.md")["verifiers"][0])
    taskset = {"id": "kschwert_games", "game": "two_crowns", "rules": {"max_turns": TURNS}, "games": games}
    with chat_server(model) as url:
        client = {"base_url": url, "api_key_var": "LOCAL_KEY"}
        config = {"model": "scripted", "push": False, "env": {"taskset": taskset}, "client": client}
        Path("config.json").write_text(json.dumps(config))
        variables = {**os.environ, "PYTHONPATH": f".:{ROOT}", "LOCAL_KEY": "none"}
        command = str(Path(sys.executable).with_name("vf-eval"))
        subprocess.run([command, "@", "config.json"], env=variables, check=True, capture_output=True)


def play_chat(model: Model, games: int) -> None:
    from kschwert_env.agents import make_agent
    from kschwert_env.agents.base import choose_action
    from kschwert_env.two_crowns import Game

    rules = Rules(max_turns=TURNS)
    with chat_server(model) as url:
        agent = make_agent(f"chat:model=scripted,url={url}", rules)
        for seed in range(games):
            game = Game(rules, seed)
            while game.player is not None:
                game.step(choose_action(agent, rules, game.state, seed))


def play_chat_server(model: Model, games: int) -> None:
    import openai

    from kschwert_env.agents.text.scripted_server import ScriptedServer

    with ScriptedServer() as server:
        threading.Thread(target=server.serve_forever).start()
        client = openai.OpenAI(base_url=server.url, api_key="none")
        for seed in range(games):
            game = TextGame(Rules(max_turns=TURNS), seed)
            system = game.rules()
            while (seat := game.player) is not None:
                model.decisions += 1
                answer = client.responses.create(model="random", instructions=system, input=game.prompt(seat))
                game.act(game.parse(seat, answer.output_text))
        server.shutdown()


DOORS: dict[str, Callable[[Model, int], None]] = {
    "text": play_text,
    "textarena": play_textarena,
    "inspect": play_inspect,
    "mcp": play_mcp,
    "openenv": play_openenv,
    "verifiers": play_verifiers,
    "chat": play_chat,
    "chat-server": play_chat_server,
}


def measure(play: Callable[[Model, int], None], games: int) -> tuple[float, int]:
    """Return the processor seconds of playing some games, those of ended child processes included, and decisions."""
    model, begun = Model(), _seconds()
    play(model, games)
    return _seconds() - begun, model.decisions


def _seconds() -> float:
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in usage)


def main() -> None:
    """Print milliseconds per decision: what more games add, so that starting costs nothing."""
    door = sys.argv[1]
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        measure(DOORS[door], 1)  # imports, and compiles
        (few, first), (many, second) = measure(DOORS[door], FEW), measure(DOORS[door], MANY)
    print(f"{door}: {(many - few) / (second - first) * 1000:.2f} ms in {second} decisions")


if __name__ == "__main__":
    main()
