"""What a run tells: lines of JSON, TensorBoard's files, a live display, and at the end how fast it was."""

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

from kschwert_env.engine.io.files import MOST_OF_A_LOG, FileError, contents, replace_text
from kschwert_env.engine.text import shown
from kschwert_env.terminal import new_console

Figures = Mapping[str, float]
"""By name; what stands before a `/` is the group in TensorBoard."""


class Stopwatch:
    """Seconds spent on each part of a run.

    Attributes:
        seconds: by part.
    """

    def __init__(self) -> None:
        """Nothing spent yet."""
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        """Time what runs inside, as seconds of `part`."""
        start = perf_counter()
        yield
        self.seconds[part] = self.seconds.get(part, 0.0) + perf_counter() - start


class Log:
    """The figures of every iteration, in `progress.jsonl` and as TensorBoard's `tensorboard/`."""

    def __init__(self, folder: Path, iteration: int, decisions: int) -> None:
        """Go on after that many iterations and decisions; what is there of later ones is forgotten."""
        path = folder / "progress.jsonl"
        kept = [line for line in lines(path) if line["iteration"] <= iteration] if iteration else []
        replace_text(path, "".join(json.dumps(line) + "\n" for line in kept))
        self._file = path.open("a", encoding="utf-8")
        self._writer = SummaryWriter(folder / "tensorboard", purge_step=decisions + 1)

    def append(self, iteration: int, decisions: int, seconds: float, figures: Figures) -> None:
        """Note an iteration; `seconds` is how long the run has taken so far."""
        line = {"iteration": iteration, "decisions": decisions, "seconds": round(seconds, 3), **figures}
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
        for name, value in figures.items():
            self._writer.add_scalar(shown(name), value, decisions)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._file.close()
        self._writer.close()


def lines(path: Path) -> list[dict[str, float]]:
    """The lines of a file of JSON lines, without one that was cut off; none where there is no file.

    Raises FileError for a line that tells no iteration.
    """
    if not path.exists():
        return []
    whole = contents(path, MOST_OF_A_LOG).rpartition(b"\n")[0]
    return [_line(path, number, text) for number, text in enumerate(whole.split(b"\n"), start=1) if text]


def _line(path: Path, number: int, text: bytes) -> dict[str, float]:
    try:
        line = json.loads(text)
        if {"iteration", "decisions", "seconds"} <= line.keys() and all(map(_is_number, line.values())):
            return dict(line)
    except (ValueError, AttributeError, RecursionError):
        pass
    raise FileError(
        f"{path} is damaged: line {number} tells no iteration; without the file the run goes on all the same"
    )


def _is_number(value: Any) -> bool:
    return type(value) is float or (type(value) is int and 0 <= value < 2**63)


class Display:
    """A bar of what is done, over a table of the latest figures. Where there is no terminal, it prints the last one."""

    def __init__(self, what: str, total: int, done: int) -> None:
        """So many of `total` are done; `what` they are stands beside the bar."""
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
        """Where the run is; figures that are not told again stay as they were."""
        self._figures.update(figures)
        self._progress.update(self._task, completed=done)

    def _render(self) -> Group:
        table = Table("figure", "latest", box=SIMPLE_HEAD)
        table.columns[1].justify = "right"
        for name, value in sorted(self._figures.items()):
            table.add_row(name, f"{value:,.4g}")
        return Group(self._progress, table)


def speed(seconds: Figures, decisions: int) -> str:
    """Decisions per second from end to end, and where the time went."""
    total = sum(seconds.values())
    parts = ", ".join(f"{part} {spent / total:.1%}" for part, spent in seconds.items())
    return f"{decisions:,} decisions in {total:,.1f} s: {decisions / total:,.0f} per second. {parts}"
