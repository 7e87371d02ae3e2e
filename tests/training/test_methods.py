"""The methods by name, and the options that all of them have."""

import inspect
import subprocess
import sys
from dataclasses import fields

import pytest

from kschwert_env.training import methods
from kschwert_env.training.algorithms.harden import HardenSettings
from kschwert_env.training.algorithms.imitate import ImitationSettings
from kschwert_env.training.runs import command
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.settings import Settings

SETTINGS: list[type[Settings]] = [ImitationSettings, PpoSettings, HardenSettings]


def exit_status(name: str, *arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as left:
        methods.run(name, arguments, f"kschwert train {name}")
    return left.value.code


def test_every_method_has_settings_of_its_own() -> None:
    assert list(methods.METHODS) == [settings.method for settings in SETTINGS]


def test_the_names_are_known_without_torch() -> None:
    code = "import sys, kschwert_env.training.methods; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", [*methods.METHODS, *methods.TOOLS])
def test_all_can_be_run_by_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_status(name, "--help") == 0
    assert f"Usage: kschwert train {name} [OPTIONS]" in capsys.readouterr().out
    assert exit_status(name, "--out") == 2
    assert "requires an argument" in capsys.readouterr().err


def test_a_name_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="unknown method 'sarsa'; there are imitate, ppo, harden, exploit, "):
        methods.run("sarsa", [], "kschwert train sarsa")


@pytest.mark.parametrize("settings", SETTINGS)
def test_options_are_settings(settings: type[Settings]) -> None:
    """Those of all methods and a method's own: each is the setting of its name, and None where it is not given."""
    own = dict(inspect.signature(methods.main_of(settings.method)).parameters)
    assert [own.pop(name).default for name in ("config", "resume", "hyper")] == [None, False, None]
    assert own.pop("out").default is inspect.Parameter.empty
    assert set(command.OPTIONS) <= set(own) <= {field.name for field in fields(settings)}
    assert {option.default for option in own.values()} == {None}
