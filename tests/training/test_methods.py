"""Training methods by name, and their options on the command line."""

import inspect
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kschwert_env.training import methods, train
from kschwert_env.training.algorithms.best_response import BestResponseSettings
from kschwert_env.training.algorithms.exploiter_training import ExploiterTrainingSettings
from kschwert_env.training.algorithms.imitate import ImitationSettings
from kschwert_env.training.runs import command
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.settings import Settings

SETTINGS: list[type[Settings]] = [ImitationSettings, PpoSettings, ExploiterTrainingSettings, BestResponseSettings]


def exit_status(name: str, *arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as left:
        methods.run(name, arguments, f"kschwert train {name}")
    return left.value.code


def test_every_method_has_its_own_settings() -> None:
    assert list(methods.METHODS) == [settings.method for settings in SETTINGS]


def test_the_names_do_not_need_torch() -> None:
    code = "import sys, kschwert_env.training.methods; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", methods.summaries())
def test_all_can_be_run_by_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_status(name, "--help") == 0
    assert f"Usage: kschwert train {name} [OPTIONS]" in capsys.readouterr().out
    assert exit_status(name, "--out") == 2
    assert "requires an argument" in capsys.readouterr().err


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown method 'sarsa'; expected one of: imitate, ppo, exploiter-training, "):
        methods.run("sarsa", [], "kschwert train sarsa")


@pytest.mark.parametrize("kind", SETTINGS)
def test_every_setting_is_an_option_with_default_and_meaning(kind: type[Settings]) -> None:
    """Settings fixed by the method have no option; the default of an option is None."""
    options = dict(inspect.signature(methods.main_of(kind.method.replace("_", "-"))).parameters)
    assert [options.pop(name).default for name in ("config", "resume")] == [None, False]
    assert options.pop("out").default is inspect.Parameter.empty
    defaults = kind().by_name()
    assert set(options) == set(defaults) - kind.fixed
    assert {option.default for option in options.values()} == {None}
    for name, value in defaults.items():
        if name not in kind.fixed | {"rules"}:
            group, default, meaning = command.described_settings(kind)[name]
            assert kind.from_layers({group: {name: default.strip('"')}}).by_name()[name] == value
            assert len(meaning) > 10
            option = options[name].annotation.__metadata__[0]
            described = option.help, option.show_default, option.rich_help_panel
            assert described == (meaning[0].upper() + meaning[1:], default, group)


SHORT: dict[str, Any] = {
    "game": "two_crowns",
    "games": 16,
    "rollout_steps": 24,
    "width": 16,
    "layers": 1,
    "timesteps": 4 * 16 * 24,
}


def test_progress_is_reported_with_win_shares_during_a_run(tmp_path: Path) -> None:
    """Early enough to stop a run that does badly; what the caller raises ends it, and it can be resumed."""
    evaluation: dict[str, Any] = {"evaluation_interval": 768, "evaluation_games": 4, "evaluation_opponents": "random"}
    reported: list[dict[str, float]] = []
    assert train("ppo", tmp_path / "whole", on_progress=reported.append, **SHORT, **evaluation)
    written = [json.loads(line) for line in (tmp_path / "whole/progress.jsonl").read_text().splitlines()]
    assert reported == written
    assert ["wins/random" in line for line in reported] == [False, True, False, True, True]

    def stop(line: dict[str, float]) -> None:
        if "wins/random" in line:
            raise LookupError(f"{line['timesteps']} timesteps")

    with pytest.raises(LookupError, match="768 timesteps"):
        train("ppo", tmp_path / "stopped", on_progress=stop, **SHORT, **evaluation)
    assert train("ppo", tmp_path / "stopped", resume=True)


def test_runs_of_runs_report_no_progress(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="best_response consists of other runs"):
        train("best_response", tmp_path, on_progress=print, game="two_crowns", agent="random")


def test_methods_can_be_imported_without_docstrings() -> None:
    """`python -OO` removes them, and with them the help texts of settings."""
    names = ", ".join(repr(name) for name in methods.summaries())
    program = f"from kschwert_env.training import methods\nfor name in [{names}]:\n    methods.main_of(name)"
    done = subprocess.run([sys.executable, "-OO", "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
