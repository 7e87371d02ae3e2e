"""Inspect: a task in which a model plays against agents."""

import subprocess
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from inspect_ai import eval as evaluate
from inspect_ai.log import EvalLog
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model

from kschwert_env import GAMES
from kschwert_env.agents.text.scripted_server import ScriptedServer
from kschwert_env.language_models.inspect_task import play
from tests.libraries.chat_server import chat_server
from tests.libraries.pages import run_section
from tests.libraries.player import ScriptedPlayer

CAPS = {"krone_schwert": {"max_rounds": 2}, "two_crowns": {"max_turns": 8}, "politics_and_intrigue": {"max_rounds": 4}}


def model_of(player: Any, seen: list[list[Any]] | None = None) -> Model:
    """Return a model that answers by a function."""

    def output(messages: list[Any], *rest: Any) -> ModelOutput:
        if seen is not None:
            seen.append(messages)
        answer = ModelOutput.from_content("mockllm", player(messages[-1].text))
        answer.usage = ModelUsage(input_tokens=5, output_tokens=5, total_tokens=10)  # else it downloads a tokenizer
        return answer

    return get_model("mockllm/model", custom_outputs=output, memoize=False)


def run(model: Model, **arguments: Any) -> EvalLog:
    """Evaluate, and return the log."""
    (log,) = evaluate(play(**arguments), model=model, display="none", log_dir="logs")
    assert log.status == "success", log.error
    return log


@pytest.mark.parametrize("game", GAMES)
def test_a_scripted_player_finishes_its_games(game: str) -> None:
    seen: list[list[Any]] = []
    log = run(model_of(ScriptedPlayer(1), seen), game=game, rules=CAPS[game], seeds=2)
    assert log.samples
    assert [sample.id for sample in log.samples] == ["0-0", "0-1", "1-0", "1-1"]
    assert log.results
    metrics = {score.name: score.metrics for score in log.results.scores}
    assert -1 <= metrics["return"]["mean"].value <= 1
    assert metrics["return"]["stderr"].value >= 0
    assert metrics["invalid_answers"]["mean"].value > 0
    assert metrics["forfeited"]["mean"].value == 0
    assert {len(messages) for messages in seen} == {2}
    assert {messages[0].role for messages in seen} == {"system"}


def test_too_many_invalid_answers_forfeit() -> None:
    log = run(model_of(lambda prompt: "I resign."), game="two_crowns", seeds=1, asks=1)
    assert log.samples
    for sample in log.samples:
        assert sample.scores
        assert sample.scores["returns"].value == {"return": -1, "invalid_answers": 2, "forfeited": 1}
        assert "You have forfeited the game" in sample.messages[-1].text


def test_a_limit_ends_a_game_without_a_score() -> None:
    (log,) = evaluate(
        play(game="two_crowns", seeds=1),
        model=model_of(ScriptedPlayer()),
        display="none",
        log_dir="logs",
        token_limit=9,
    )
    assert log.samples
    assert all(sample.limit and sample.limit.type == "token" for sample in log.samples)
    assert not any(sample.scores and sample.scores.get("returns") for sample in log.samples)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match=r"game must be one of krone_schwert, .*, not 'chess'"):
        play(game="chess")
    with pytest.raises(ValueError, match="unknown kind of agent 'nobody'"):
        play(opponents="nobody")


def test_the_command_finds_the_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["inspect", "eval", "kschwert_env/play", "-T", "game=two_crowns", "-T", "seeds=1", "--display", "plain"]
    with chat_server(ScriptedPlayer(4)) as url:
        monkeypatch.setenv("LOCAL_BASE_URL", url)
        monkeypatch.setenv("LOCAL_API_KEY", "none")
        model = "--model", "openai-api/local/scripted"
        done = subprocess.run([*command, *model], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "forfeited" in done.stdout, done.stdout + done.stderr
    assert list((tmp_path / "logs").iterdir())


def test_the_scripted_models_of_the_package_speak_the_api_that_inspect_prefers() -> None:
    with ScriptedServer() as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            model = get_model("openai/random", base_url=server.url, api_key="none", responses_api=True, memoize=False)
            log = run(model, game="two_crowns", rules=CAPS["two_crowns"], seeds=1)
        finally:
            server.shutdown()
            thread.join()
    assert log.results
    assert {score.name for score in log.results.scores} == {"return", "invalid_answers", "forfeited"}


def test_the_section_runs() -> None:
    assert run_section("language_models.md", "Inspect", model=model_of(ScriptedPlayer(3)))["log"].status == "success"
