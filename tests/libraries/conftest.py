"""Sections run in a folder of their own, and send nothing to servers."""

import os
import sys
from pathlib import Path

import pytest

os.environ |= {"MLFLOW_DISABLE_TELEMETRY": "true", "WANDB_MODE": "offline", "WANDB_SILENT": "true"}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with the commands of this environment, and without the arguments of pytest."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["test"])
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    return tmp_path
