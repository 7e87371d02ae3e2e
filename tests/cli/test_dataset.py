"""`kschwert dataset`."""

import subprocess
import sys
from pathlib import Path

import minari
import pyarrow.parquet as pq
import pytest

from kschwert_env.agents.registry import make_agents
from kschwert_env.arena.datasets import games as games_module
from kschwert_env.two_crowns import Rules
from tests.cli.test_cli import fails, succeeds

pytestmark = pytest.mark.usefixtures("compiled")

SHORT = "--game", "two_crowns", "--set", "cap=6", "--games", 5


@pytest.fixture(autouse=True, scope="module")
def agents(compiled: None) -> None:
    """Compile the agents of these tests, so that commands do not report it."""
    make_agents(["heuristic", "ismcts"], Rules())


def test_a_parquet_file_is_written(tmp_path: Path) -> None:
    out = tmp_path / "x.parquet"
    text = succeeds("dataset", *SHORT, "--agent", "random", "--agent", "heuristic", "--seed", 4, "--out", out)
    table = pq.read_table(out)
    assert f"Wrote {len(table)} decisions of 5 games to" in text
    assert set(table["agent"].to_pylist()) == {"random", "heuristic"}
    assert succeeds("dataset", *SHORT, "--agent", "random", "--agent", "heuristic", "--seed", 4, "--out", out)
    assert pq.read_table(out).equals(table)


def test_agents_of_users_are_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    (tmp_path / "my_first_agent.py").write_text("from kschwert_env.agents.random import RandomAgent as Mine")
    succeeds("dataset", *SHORT, "--agent", "my_first_agent.Mine", "--out", "x.parquet")
    assert set(pq.read_table("x.parquet")["agent"].to_pylist()) == {"my_first_agent.Mine"}


def test_a_minari_dataset_is_written(tmp_path: Path) -> None:
    out = tmp_path / "random-v0"
    assert "5 games" in succeeds("dataset", *SHORT, "--format", "minari", "--first", 7, "--out", out)
    dataset = minari.MinariDataset(out / "data")
    assert {about["options"]["game"] for about in dataset.storage.get_episode_metadata(range(10))} == set(range(7, 12))
    assert "exists; remove it" in fails(1, "dataset", *SHORT, "--format", "minari", "--out", out)


def test_prompts_and_answers_are_written(tmp_path: Path) -> None:
    out = tmp_path / "x.parquet"
    options = "--format", "text", "--agent", "heuristic", "--values", "ismcts:sims=8"
    text = succeeds("dataset", *SHORT, *options, "--out", out)
    table = pq.read_table(out)
    assert f"Wrote {len(table)} decisions of 5 games to" in text
    assert {"prompt", "answer", "choice_words", "choice_values", "returns"} <= set(table.column_names)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "'--out'"),
        (("--out", "x", "--values", "ismcts"), "--values needs --format text, not parquet"),
        (("--out", "x", "--format", "text", "--values", "random"), "agent random does not search"),
        (("--out", "x", "--format", "text", "--values", "nobody"), "unknown kind of agent 'nobody'"),
        (("--out", "x", "--agent", "nobody"), "unknown kind of agent 'nobody'"),
        (("--out", "x", *("--agent", "random") * 3), "agents must be one agent, or 2"),
        (("--out", "nowhere/x"), "nowhere/x can't be written: folder nowhere does not exist"),
        (("--out", "."), ". can't be written: it is not a file"),
        (("--out", "x", "--format", "minari"), "must end in a version, such as heuristic-v0, not 'x'"),
        (("--out", "x", "--format", "csv"), "'--format'"),
    ],
)
def test_wrong_usage_is_named(
    arguments: tuple[object, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in fails(2, "dataset", *SHORT, *arguments)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("format", "package"), [("parquet", "pyarrow"), ("text", "pyarrow"), ("minari", "minari"), ("minari", "h5py")]
)
def test_a_missing_library_is_named_with_its_extra(
    format: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("kschwert_env.arena.datasets.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in {package, *(name for name in sys.modules if name.startswith(f"{package}."))}:
        monkeypatch.setitem(sys.modules, name, None)
    message = fails(1, "dataset", *SHORT, "--format", format, "--out", tmp_path / "x-v0")
    assert 'datasets need the extra "dataset": pip install "kschwert_env[dataset]"' in message


@pytest.mark.parametrize("format", ["parquet", "text", "minari"])
def test_ctrl_c_leaves_nothing(format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(games_module, "choose_batch_actions", interrupt)
    message = fails(1, "dataset", *SHORT, "--format", format, "--out", tmp_path / "x-v0")
    assert "stopped early; nothing was written" in message
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_an_error_of_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq.ParquetWriter, "write_table", full)
    assert "can't be written: No space left on device" in fails(1, "dataset", *SHORT, "--out", tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


def test_the_command_line_imports_no_library_for_datasets() -> None:
    program = "import sys, kschwert_env.cli.app; print({'pyarrow', 'minari', 'h5py'} & sys.modules.keys())"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "set()\n"
