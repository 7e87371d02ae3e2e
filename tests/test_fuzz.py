"""A short run of all fuzz tests (`python -m tests.fuzz`)."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from tests import fuzz
from tests.fuzz import __main__ as command
from tests.fuzz.damage import trials
from tests.fuzz.processes.kills import JOBS, kill_and_resume

pytestmark = pytest.mark.needs_jit


LONG = ("soak", "server_soak")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.long if name in LONG else ()) for name in fuzz.kinds() if name != "kills"],
)
def test_some_trials_of_all_kinds(name: str) -> None:
    kind, rng = fuzz.kinds()[name], np.random.default_rng(0)
    for _ in range(10 if isinstance(kind, partial) else 1):
        assert kind(rng, 0.0) > 0


@pytest.mark.long
@pytest.mark.parametrize("job", JOBS)
def test_a_killed_and_resumed_job_has_the_same_result(job: str) -> None:
    kill_and_resume(job, np.random.default_rng(5), times=1)


CRASH = """
import os, sys, time
import numpy as np
from tests.fuzz import damage

def crash(rng):
    os.abort()

def hang(rng):
    time.sleep(60)

damage.TIMEOUT = 0.5
print(damage.LAST, flush=True)
damage.trials({"crash": crash, "hang": hang}[sys.argv[1]], np.random.default_rng(0), 1)
"""


@pytest.mark.parametrize("way", ["crash", "hang"])
def test_a_crash_or_hang_is_reported_with_its_seed(way: str, tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", CRASH, way], env=environment, capture_output=True, text=True)
    assert done.returncode not in (0, None)
    report = Path(done.stdout.strip()).read_text()
    assert report.startswith(f"__main__, seed {np.random.default_rng(0).integers(2**63)}")
    assert (" in hang\n" in report) == (way == "hang")


def test_a_failure_is_reported_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(rng: np.random.Generator) -> None:
        assert rng.random() < 0.5, "half of all"

    monkeypatch.setattr(command, "kinds", lambda: {"halves": lambda rng, seconds: trials(fail, rng, seconds)})
    app = typer.Typer()
    app.command()(command.main)
    report = CliRunner().invoke(app, ["--seconds", "1", "--seed", "3"])
    assert report.exit_code == 1
    assert "halves" in report.output
    assert "seed" in report.output
    assert CliRunner().invoke(app, ["--only", "thirds"]).exit_code == 2
