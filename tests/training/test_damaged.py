"""Damaged or foreign files in run folders: each gives one clear error."""

import json
import os
import re
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.agents.registry import make_agent
from kschwert_env.engine.io.files import FileError, locked_folder
from kschwert_env.nn.networks import new_network
from kschwert_env.training.algorithms import imitate, ppo
from kschwert_env.training.algorithms.ppo import PpoLearner
from kschwert_env.training.rollout import dataset
from kschwert_env.training.runs import checkpoint, curves
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.report import lines
from kschwert_env.training.runs.settings import save_settings, settings_of_run
from kschwert_env.two_crowns import Rules
from tests.training.conftest import SMALL

TINY: dict[str, Any] = {
    "game": "two_crowns",
    "threads": 1,
    "timesteps": 32,
    "games": 4,
    "rollout_steps": 8,
    "evaluation_opponents": "",
    "fixed_opponents": "random",
}
TINY |= {"minibatch_size": 16, "width": 16, "layers": 1, "evaluation_games": 2}
CPU = torch.device("cpu")

State = dict[str, Any]


def run(out: Path, *arguments: object, main: Any = ppo.main) -> Result:
    app = Typer()
    app.command()(main)
    named = ("game", "threads", "timesteps")
    known = TINY if main is ppo.main else {name: TINY[name] for name in ("width", "layers", "evaluation_games")}
    command = ["--out", out, *(part for name in named for part in (f"--{name}", TINY[name]))]
    command += [
        part
        for name, value in known.items()
        if name not in named
        for part in (f"--{name.replace('_', '-')}", str(value))
    ]
    return CliRunner().invoke(app, list(map(str, [*command, *arguments])))


def output_text(result: Result) -> str:
    return "".join(result.output.replace("│", " ").split())


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "ppo"
    result = run(out)
    assert result.exit_code == 0, result.output
    return out


@pytest.fixture
def folder(trained: Path, tmp_path: Path) -> Path:
    """Return a copy of a run, which tests damage."""
    for name in ("settings.json", "checkpoint.pt", "progress.jsonl"):
        (tmp_path / name).write_bytes((trained / name).read_bytes())
    return tmp_path


def test_a_second_run_in_the_folder_is_refused(folder: Path) -> None:
    with locked_folder(folder):
        result = run(folder, "--resume")
        assert result.exit_code == 2
        assert "isinusebyanotherprocess" in output_text(result)
    (folder / "new").mkdir()
    with locked_folder(folder / "new"):
        assert "isinusebyanotherprocess" in output_text(run(folder / "new"))
    assert run(folder, "--resume").exit_code == 0
    with locked_folder(folder):
        pass  # the lock is released at the end of the run


def put(path: str, value: Any) -> Callable[[State], object]:
    """Return a change of a checkpoint: set the value at a path of keys separated by "/"; `...` deletes it."""
    *outer, last = (int(key) if key.isdigit() else key for key in path.split("/"))

    def change(state: Any) -> None:
        for key in outer:
            state = state[key]
        if value is ...:
            del state[last]
        else:
            state[last] = value(state[last]) if callable(value) else value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("learner", ...), "'learner'"),
        (put("learner", []), "learner does not fit"),
        (put("seconds", "long"), "seconds does not fit"),
        (put("seconds", float("nan")), "seconds does not fit"),
        (put("learner/shape", ...), "'shape'"),
        (put("learner/shape/width", 10**12), "width must be at most"),
        (put("learner/shape/width", 8), "learner.network.hidden.0.weight does not fit"),
        (put("learner/iteration", -1), "learner.iteration does not fit"),
        (put("learner/iteration", True), "learner.iteration does not fit"),
        (put("learner/timesteps", 1.5), "learner.timesteps does not fit"),
        (put("learner/more", 1), "learner does not fit"),
        (put("learner/pool", []), "learner.pool does not fit"),
        (put("learner/pool/0/scale", ...), "learner.pool[0] does not fit"),
        (put("learner/generator", "{}"), "not a checkpoint of this run"),
        (put("learner/generator", 5), "learner.generator does not fit"),
        (put("learner/network/value.bias", lambda t: t * np.nan), "learner.network.value.bias does not fit"),
        (put("learner/network/value.bias", lambda t: t.double()), "learner.network.value.bias does not fit"),
        (put("learner/network/value.weight", lambda t: t[:, :1].expand(t.shape)), "learner.network.value.weight does"),
        (put("learner/network/value.bias", lambda t: t[:1].expand(10**12)), "learner.network.value.bias does not fit"),
        (put("learner/optimizer", 5), "learner.optimizer.state does not fit"),
        (put("learner/optimizer/state/0", ...), "learner.optimizer.state does not fit"),
        (put("learner/optimizer/state/0/exp_avg", lambda t: t[:1]), "learner.optimizer.state.0.exp_avg does not fit"),
        (put("learner/optimizer/state/0/step", 3), "learner.optimizer.state.0.step does not fit"),
        (put("learner/collector/states", lambda t: t[1:]), "states does not fit"),
        (put("learner/collector/line_ups", lambda t: t + 77), "line-ups name unknown opponents"),
        (put("learner/collector/latest", lambda t: t + 77), "win shares are out of range"),
        (put("learner/collector", []), "learner.collector does not fit"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(change: Any, message: str, folder: Path) -> None:
    path = folder / "checkpoint.pt"
    content = torch.load(path, weights_only=True)
    change(content)
    torch.save(content, path)
    result = run(folder, "--resume")
    assert result.exit_code == 2, result.exception
    assert f"{path.name}isnotacheckpointofthisrun" in output_text(result)
    assert "".join(message.split()) in output_text(result)
    with locked_folder(folder):
        pass


def test_a_truncated_or_invalid_checkpoint_is_refused(folder: Path) -> None:
    path, rng = folder / "checkpoint.pt", np.random.default_rng(0)
    whole = path.read_bytes()
    for text in (
        b"",
        b"PK",
        whole[:-1],
        whole[:100],
        rng.bytes(1000),
        *(whole[:n] for n in rng.integers(len(whole), size=5)),
    ):
        path.write_bytes(text)
        with pytest.raises(FileError, match="is not a checkpoint of this run"):
            checkpoint.read(path, CPU)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("bomb", b"\0" * 10**6)
    with pytest.raises(FileError, match="it is compressed"):
        checkpoint.read(path, CPU)
    path.unlink()
    path.mkdir()
    with pytest.raises(FileError, match="can't be read: not a regular file"):
        checkpoint.read(path, CPU)


def test_any_flipped_bit_of_a_checkpoint_is_detected_or_harmless(folder: Path, rules: Rules) -> None:
    path, rng = folder / "checkpoint.pt", np.random.default_rng(1)
    whole, before = path.read_bytes(), checkpoint.read(path, CPU)[0]
    for index in rng.integers(0, len(whole), 60):
        damaged = bytearray(whole)
        damaged[index] ^= 1 << rng.integers(8)
        path.write_bytes(damaged)
        try:
            found = checkpoint.read(path, CPU)[0]
        except FileError:
            continue
        assert all(torch.equal(found["network"][name], part) for name, part in before["network"].items())
        assert found["generator"] == before["generator"]


def test_a_learner_without_updates_resumes(rules: Rules) -> None:
    """Optimizer moments are missing before the first step."""
    settings = PpoSettings.of(**TINY)
    one, other = (PpoLearner(rules, settings, new_network(rules, SMALL, seed)) for seed in (1, 2))
    state = one.state()
    state["collector"] = {
        name: torch.frombuffer(bytearray(a.tobytes()), dtype=torch.uint8) for name, a in state["collector"].items()
    }
    other.restore(state)
    assert other.state()["optimizer"]["state"] == {}


@pytest.mark.parametrize("text", [b"", b"[]", b"5", b"[" * 10**5, b"\xff", b'{"method": 5}', b"{}"])
def test_damaged_settings_are_refused(text: bytes, folder: Path) -> None:
    (folder / "settings.json").write_bytes(text)
    result = run(folder, "--resume")
    assert result.exit_code == 2, result.exception
    assert re.search("holds no settings|can't be resumed as 'ppo'", " ".join(result.output.replace("│", " ").split()))
    (folder / "game.toml").write_bytes(b"a = " + b"[" * 10**5)
    assert run(folder / "new", "--config", folder / "game.toml").exit_code == 2


def test_changed_settings_are_refused(folder: Path) -> None:
    path = folder / "settings.json"
    settings = json.loads(path.read_text())
    path.write_text(json.dumps({**settings, "seed": 1}))
    result = run(folder, "--resume")
    assert result.exit_code == 2
    assert "settings.jsonhaschangedsincetherunwasstarted" in output_text(result)
    path.write_text(json.dumps({name: value for name, value in settings.items() if name != "digest"}))
    assert run(folder, "--resume").exit_code == 0
    assert json.loads(path.read_text()) == settings


def test_only_optional_settings_are_none() -> None:
    assert PpoSettings.from_layers({"network": None, "players": "none"}).architecture.network is None
    with pytest.raises(ValueError, match="seed must be a whole number, not None"):
        PpoSettings.from_layers({"seed": None})


@pytest.mark.parametrize(
    "text", ["{}", "5", "[]", "no", "[" * 10**5, '{"iteration": "1", "timesteps": 1, "seconds": 1}']
)
def test_damaged_progress_is_named(text: str, folder: Path) -> None:
    path = folder / "progress.jsonl"
    path.write_text(text + "\n" + path.read_text())
    with pytest.raises(FileError, match="line 1 is not an iteration"):
        lines(path)
    result = run(folder, "--resume")
    assert result.exit_code == 1
    assert "progress.jsonl is damaged: line 1 is not an iteration" in result.output
    path.unlink()
    assert run(folder, "--resume").exit_code == 0


@pytest.mark.parametrize("text", [b"[]", b"{}", b'{"game": ["x"], "players": 2}', b'{"game": "os", "players": null}'])
def test_curves_of_damaged_runs_are_refused(text: bytes, folder: Path) -> None:
    (folder / "settings.json").write_bytes(text)
    app = Typer()
    app.command()(curves.main)
    result = CliRunner().invoke(app, [str(folder), "--out", str(folder / "curves.svg")])
    assert result.exit_code == 1
    assert "a run can't be read: " in result.output


def test_damaged_games_are_refused(tmp_path: Path, rules: Rules) -> None:
    from kschwert_env.agents.registry import make_agent

    path, played = tmp_path / "00000.npz", dataset.play_games(rules, make_agent("random", rules), 2, seed=0)
    wrong = {
        "actions": [
            played.actions + 10**6,
            played.actions - 10**6,
            played.actions[1:],
            1 - played.masks.argmin(axis=1),
        ],
        "returns": [played.returns * np.nan, played.returns.astype(float)],
        "observations": [played.observations[:, 1:], played.observations.astype(np.int16)],
        "masks": [0 * played.masks],
    }
    for name, arrays in wrong.items():
        for array in arrays:
            dataset.write(path, played._replace(**{name: array}))
            with pytest.raises(FileError, match=r"00000\.npz is not a valid file of games"):
                dataset.read(path, rules)
    dataset.write(path, played)
    whole = path.read_bytes()
    for text in (b"", whole[:1000], whole[:-1]):
        path.write_bytes(text)
        with pytest.raises(FileError, match=r"00000\.npz is not a valid file of games"):
            dataset.read(path, rules)
    many: dict[str, Any] = {
        "observations": np.zeros((10**6, rules.observation.size), np.int8),
        "actions": np.zeros(10**6, np.int64),
    }
    many |= {"masks": np.zeros((10**6, -(-rules.num_actions // 8)), np.uint8), "returns": np.zeros(10**6, np.float32)}
    np.savez_compressed(path, **many)
    with pytest.raises(FileError, match="its arrays do not match the rules"):
        dataset.read(path, rules)


def test_imitation_reports_damaged_games(tmp_path: Path) -> None:
    (tmp_path / "run" / "games").mkdir(parents=True)
    (tmp_path / "run" / "games" / "00000.npz").write_bytes(b"no")
    result = run(tmp_path / "run", "--agent", "random", main=imitate.main)
    assert result.exit_code == 1
    assert "00000.npz is not a valid file of games" in result.output


def test_a_full_disk_ends_a_run_with_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(torch, "save", full)
    result = run(tmp_path / "run")
    assert result.exit_code == 1
    assert f"{tmp_path / 'run' / 'checkpoint.pt'} can't be written: No space left on device" in result.output
    assert not list((tmp_path / "run").glob(".unfinished*"))


def test_a_diverged_network_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The previous checkpoint is kept."""
    before = (folder / "checkpoint.pt").read_bytes()
    iterate = PpoLearner.iterate

    def diverge(self: PpoLearner, timer: Any) -> dict[str, float]:
        figures = iterate(self, timer)
        with torch.no_grad():
            self.network.state_dict()["value.bias"][:] = np.nan
        return figures

    monkeypatch.setattr(PpoLearner, "iterate", diverge)
    settings = json.loads((folder / "settings.json").read_text())
    del settings["digest"]
    (folder / "settings.json").write_text(json.dumps({**settings, "timesteps": 64}))
    result = run(folder, "--resume", "--timesteps", 64)
    assert result.exit_code == 1
    assert "value.bias of the network are not finite" in result.output
    assert (folder / "checkpoint.pt").read_bytes() == before


def test_missing_checkpoint_entries_are_reported() -> None:
    content: State = {}
    message = "is not a checkpoint of this run: missing key 'learner'"
    with pytest.raises(FileError, match=message), checkpoint.as_file_error(Path("checkpoint.pt")):
        content["learner"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders")
def test_a_pipe_is_refused_as_a_checkpoint(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "checkpoint.pt")
    with pytest.raises(FileError, match="not a regular file"):
        checkpoint.read(tmp_path / "checkpoint.pt", CPU)


def test_unfinished_files_of_games_are_removed(tmp_path: Path) -> None:
    (tmp_path / ".unfinished-0").touch()
    assert dataset.gather(tmp_path, Rules(), make_agent("random", Rules()), 1, 1, 0, lambda found: False) == []
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("setting", ["teacher", "fixed_opponents", "evaluation_opponents"])
def test_a_file_that_a_run_names_stays_the_same(setting: str, tmp_path: Path) -> None:
    file, out = tmp_path / "net,1=2.npz", tmp_path / "run"
    file.write_bytes(b"one")
    spec = f"policy:path={file},sample=0"
    named: dict[str, Any] = (
        {"teacher": spec, "teacher_coef": 1} if setting == "teacher" else {setting: f"random+{spec}"}
    )
    settings = PpoSettings.of(**named)
    save_settings(out, settings)
    assert settings_of_run(PpoSettings, out, True, {}, {}) == settings
    file.write_bytes(b"two")
    with pytest.raises(ValueError, match=r"net,1=2\.npz has changed since the run was started"):
        settings_of_run(PpoSettings, out, True, {}, {})
    file.unlink()
    assert settings_of_run(PpoSettings, out, True, {}, {}) == settings


def test_the_edition_of_a_run_stays_the_same(tmp_path: Path) -> None:
    file = tmp_path / "edition.toml"
    file.write_text("")
    settings = PpoSettings.of(rules={"edition": str(file)})
    save_settings(tmp_path / "run", settings)
    file.write_text("#")
    with pytest.raises(ValueError, match=r"edition\.toml has changed since the run was started"):
        settings_of_run(PpoSettings, tmp_path / "run", True, {}, {})
