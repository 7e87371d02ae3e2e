"""A short part of what `python -m tests.fuzz` tries for as long as one likes."""

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from tests import fuzz
from tests.fuzz import __main__ as command
from tests.fuzz.kills import WORKS, killed
from tests.fuzz.spoiled import trials

pytestmark = pytest.mark.needs_jit


@pytest.mark.parametrize("name", fuzz.kinds())
def test_nothing_of_any_kind_breaks_a_promise(name: str) -> None:
    assert fuzz.kinds()[name](np.random.default_rng(0), 3.0) > 0


@pytest.mark.parametrize("work", WORKS)
def test_killed_and_gone_on_with_it_is_the_same(work: str) -> None:
    killed(work, np.random.default_rng(5), times=1)


def test_what_goes_wrong_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(rng: np.random.Generator) -> None:
        assert rng.random() < 0.5, "half of all"

    monkeypatch.setattr(command, "kinds", lambda: {"halves": lambda rng, seconds: trials(fail, rng, seconds)})
    app = typer.Typer()
    app.command()(command.main)
    told = CliRunner().invoke(app, ["--seconds", "1", "--seed", "3"])
    assert told.exit_code == 1
    assert "halves" in told.output
    assert "seed" in told.output
    assert CliRunner().invoke(app, ["--only", "thirds"]).exit_code == 2
