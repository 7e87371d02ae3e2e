"""Progress of a run: JSON lines, TensorBoard files, a live display, and a summary of the speed."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Self

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from torch.utils.tensorboard import SummaryWriter

from kschwert_env.engine.io.files import FileError, atomic_write_text
from kschwert_env.engine.io.logs import read_log
from kschwert_env.engine.text.phrases import shown
from kschwert_env.terminal import new_console

Figures = Mapping[str, float]
"""Values by name; the part before a `/` is the group in TensorBoard."""


class Stopwatch:
    """Measures the time spent on each part of a run.

    Attributes:
        seconds: seconds by part.
    """

    def __init__(self) -> None:
        """Start at zero."""
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        """Time what runs inside, as seconds of `part`."""
        start = perf_counter()
        yield
        self.seconds[part] = self.seconds.get(part, 0.0) + perf_counter() - start


class ProgressLog:
    """Writes the figures of every iteration to `progress.jsonl` and `tensorboard/`."""

    def __init__(self, folder: Path, iteration: int, timesteps: int) -> None:
        """Continue after that many iterations and timesteps; later lines are removed."""
        path = folder / "progress.jsonl"
        kept = [line for line in lines(path) if line["iteration"] <= iteration] if iteration else []
        atomic_write_text(path, "".join(json.dumps(line) + "\n" for line in kept))
        self._file = path.open("a", encoding="utf-8")
        self._writer = SummaryWriter(folder / "tensorboard", purge_step=timesteps + 1)

    def append(self, iteration: int, timesteps: int, seconds: float, figures: Figures) -> dict[str, float]:
        """Write the figures of an iteration, and return the line; `seconds` is the time of the run so far."""
        line = {"iteration": iteration, "timesteps": timesteps, "seconds": round(seconds, 3), **figures}
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
        for name, value in figures.items():
            self._writer.add_scalar(shown(name), value, timesteps)
        return line

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._file.close()
        self._writer.close()


def lines(path: Path) -> list[dict[str, float]]:
    """Return the lines of a progress file without a truncated last one; none if there is no file.

    Raises FileError for a line without the keys of an iteration.
    """
    if not path.exists():
        return []
    return [_line(path, number, line) for number, line in read_log(path)]


def _line(path: Path, number: int, line: Any) -> dict[str, float]:
    is_object = isinstance(line, dict) and {"iteration", "timesteps", "seconds"} <= line.keys()
    if is_object and all(map(_is_number, line.values())):
        return dict(line)
    raise FileError(
        f"{path} is damaged: line {number} is not an iteration; delete the file to resume the run without it"
    )


def _is_number(value: Any) -> bool:
    return type(value) is float or (type(value) is int and 0 <= value < 2**63)


class Display:
    """A progress bar above a table of the latest figures. Without a terminal, only the last state is printed."""

    def __init__(self, what: str, total: int, done: int) -> None:
        """Start at `done` of `total`; `what` is the label of the bar."""
        columns = BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
        self._progress = Progress(TextColumn("{task.description}", markup=False), *columns)
        self._task = self._progress.add_task(shown(what), total=total, completed=done)
        self._figures: dict[str, float] = {}
        self._live = Live(console=new_console(), get_renderable=self._render, refresh_per_second=2)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._live.stop()

    def show(self, done: int, figures: Figures) -> None:
        """Update the bar and the given figures; others stay."""
        self._figures.update(figures)
        self._progress.update(self._task, completed=done)

    def _render(self) -> Group:
        table = Table("figure", "latest", box=SIMPLE_HEAD)
        table.columns[1].justify = "right"
        for name, value in sorted(self._figures.items()):
            table.add_row(name, f"{value:,.4g}")
        return Group(self._progress, table)


def speed(seconds: Figures, timesteps: int) -> str:
    """Return timesteps per second from end to end, and where the time went, as text."""
    total = sum(seconds.values())
    parts = ", ".join(f"{part} {spent / total:.1%}" for part, spent in seconds.items())
    return f"{timesteps:,} timesteps in {total:,.1f} s: {timesteps / total:,.0f} per second. {parts}"
