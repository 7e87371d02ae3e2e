"""The notebooks run from top to bottom, and show the same kinds of output as the stored ones."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SECONDS = 600  # per cell, on a slow machine

pytestmark = pytest.mark.needs_jit


def read(path: Path) -> Any:
    return nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]


def shown(notebook: Any) -> list[set[str]]:
    """Return the kinds of output of each code cell, without printed text: the first run reports compilation."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [{kind for output in cell.outputs for kind in output.get("data", ())} for cell in cells]


LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("train_and_evaluate", "ground_truth")]


@pytest.mark.parametrize("name", ["play_and_look", *LONG])
@pytest.mark.filterwarnings("ignore")  # Jupyter warns about its own files
def test_a_notebook_runs(name: str) -> None:
    path = NOTEBOOKS / f"{name}.ipynb"
    kept, run = read(path), read(path)
    for cell in run.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    NotebookClient(run, timeout=SECONDS, resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
    assert shown(run) == shown(kept)
    assert any("image/svg+xml" in kinds for kinds in shown(run))
