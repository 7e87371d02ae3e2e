"""datasets: prompts and answers for fine-tuning."""

import subprocess
from pathlib import Path

import pytest
from datasets import Features, List, Value, load_dataset

from kschwert_env import GAMES
from tests.libraries.pages import run_section

CAPS = {"krone_schwert": "max_rounds=1", "two_crowns": "max_turns=6", "politics_and_intrigue": "max_rounds=3"}


@pytest.mark.parametrize("game", GAMES)
def test_columns_are_read_with_their_types(game: str, own_folder: Path) -> None:
    command = ["kschwert", "dataset", "--game", game, "--set", CAPS[game], "--games", "2", "--out", "games.parquet"]
    subprocess.run([*command, "--format", "text", "--values", "ismcts:sims=8"], check=True)
    data = load_dataset("parquet", data_files="games.parquet", split="train", cache_dir=str(own_folder / "cache"))
    numbers = {"choice_numbers": List(Value("int16")), "choice_visits": List(Value("int32"))}
    assert data.features == Features(
        {
            **{"game": Value("int64"), "seed": Value("int64"), "decision": Value("int32"), "seat": Value("int8")},
            **{"agent": Value("string"), "prompt": Value("string"), "choice_words": List(Value("string"))},
            **{"action": Value("int16"), "answer": Value("string"), **numbers},
            **{"returns": List(Value("float32"), length=2), "choice_values": List(Value("float32"))},
        }
    )
    for row in data:
        chosen = row["choice_numbers"].index(row["action"])
        assert row["answer"] == f"<answer>{row['choice_words'][chosen]}</answer>"
        assert row["prompt"].startswith(f"You are seat {row['seat']}.")


def test_the_section_runs(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", str(own_folder / "cache"))
    command = "kschwert dataset --game two_crowns --agent heuristic --games 4 --format text --out prompts.parquet"
    subprocess.run(command.split(), check=True)
    chats = run_section("datasets.md", "Prompts and answers")["chats"]
    assert [message["role"] for message in chats[0]["messages"]] == ["system", "user", "assistant"]
    assert set(chats.column_names) == {"messages"}
