"""The command without extras: help, and one line where one is needed."""

import re
import subprocess
import sys

import pytest

EXTRAS = (
    "torch openskill matplotlib openai starlette uvicorn h11 websockets markdown_it minari h5py pyarrow mcp resvg PIL "
    "pygame onnx onnxruntime onnxscript pyspiel open_spiel ray stable_baselines3 sb3_contrib tensorboard"
)

PROGRAM = f"""
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {EXTRAS.split()!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Refuse())
from kschwert_env.cli.app import app
app(sys.argv[1:], prog_name="kschwert")
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process that lacks all extras, with its output in a pipe."""
    return subprocess.run([sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True)


COMMANDS = """
simulate, bench, dataset, edition check, check-game, export onnx, play, mcp, replay, agents, arena, evaluate, train,
train ppo, chat-server
"""


@pytest.mark.parametrize("command", ["", *COMMANDS.split(",")])
def test_help_needs_no_extra_and_is_not_cut_off(command: str) -> None:
    done = run(*command.split(), "--help")
    assert done.returncode == 0, done.stderr
    assert "Usage: kschwert" in done.stdout
    assert "…" not in done.stdout
    assert not re.search(r"\w\.\.\.$", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("simulate", "--agent", "chat:model=x", "--games", "2"), "chat"),
        (("simulate", "--agent", "onnx:model.onnx", "--games", "2"), "onnx"),
        (("simulate", "--agent", "policy:path=x.npz,network=mine.Network", "--games", "2"), "train"),
        (("dataset", "--format", "text", "--agent", "chat:model=x", "--out", "nowhere"), "chat"),
        (("arena", "random", "heuristic", "--out", "nowhere"), "agents"),
        (("evaluate", "random", "--protocol", "two_crowns-2p-v2", "--out", "nowhere"), "agents"),
        (("train", "ppo", "--out", "nowhere"), "agents,train"),
        (("export", "onnx", "nowhere.onnx"), "train"),
        (("play",), "web"),
    ],
)
def test_a_missing_extra_is_one_line(arguments: tuple[str, ...], extra: str) -> None:
    done = run(*arguments)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert f'pip install "kschwert_env[{extra}]"' in " ".join(done.stderr.split())
