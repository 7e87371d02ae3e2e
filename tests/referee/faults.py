"""Does a referee catch errors? `python -m tests.referee.faults` plants faults in a copy of an engine, one by one.

For each it tells whether the scenario tests caught it and whether a short differential run did. Exits with 0 only if
something caught every fault, and nothing found fault with the engine as it is. Everything runs as ordinary Python.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from .krone_schwert.planted import FAULTS as KRONE_SCHWERT
from .planted import Fault
from .politics_and_intrigue.planted import FAULTS as POLITICS_AND_INTRIGUE
from .two_crowns.planted import FAULTS as TWO_CROWNS

ROOT = Path(__file__).resolve().parents[2]
FAULTS = {"krone_schwert": KRONE_SCHWERT, "two_crowns": TWO_CROWNS, "politics_and_intrigue": POLITICS_AND_INTRIGUE}
SECONDS = 120  # of one differential run; on a free core it takes 25
WIDTH = 120  # columns where the output is no terminal
app = typer.Typer(add_completion=False)


@app.command()
def main(
    game: Annotated[str, typer.Option(help=f"One of {', '.join(FAULTS)}.")] = "krone_schwert",
    only: Annotated[str, typer.Option(help="Just the faults of this rule, as R9.")] = "",
) -> None:
    """Plant every fault, and see who catches it."""
    if game not in FAULTS:
        raise typer.BadParameter(f"no faults are told for {game!r}, only for {', '.join(FAULTS)}")
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    faults = [fault for fault in FAULTS[game] if only in ("", fault.rule)]
    for fault in faults:  # better now than when half of them have been judged
        planted(module_of(ROOT, game, fault).read_text(), fault)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("kschwert_env", "tests"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        caught = judge(copy, game, faults, console)
        clean = not tests_fail(copy, scenarios(game, FAULTS[game])) and not referee_objects(copy, game, FAULTS[game][0])
    console.print(report(caught))
    missed = [fault for fault, by in caught.items() if not any(by)]
    console.print(f"{len(faults)} faults, {len(faults) - len(missed)} caught; ", end="")
    console.print(f"by the scenario tests {sum(by[0] for by in caught.values())}, ", end="")
    console.print(f"by the referee {sum(by[1] for by in caught.values())}")
    if not clean:
        console.print("The engine as it is was found fault with: look there first.")
    raise typer.Exit(int(bool(missed) or not clean))


def judge(copy: Path, game: str, faults: list[Fault], console: Console) -> dict[Fault, tuple[bool, bool]]:
    """Whether the scenario tests and the referee caught each fault."""
    caught = {}
    with Progress(console=console) as progress:
        for fault in progress.track(faults, description="faults"):
            source = module_of(copy, game, fault)
            text = source.read_text()
            source.write_text(planted(text, fault))
            caught[fault] = tests_fail(copy, scenarios(game, [fault])), referee_objects(copy, game, fault)
            source.write_text(text)
            progress.console.print(f"{fault.rule}, {fault.what}: {words(caught[fault])}")
    return caught


def module_of(root: Path, game: str, fault: Fault) -> Path:
    """The file in which a fault is planted, in a tree of the project."""
    return root / "kschwert_env" / game / f"{fault.module}.py"


def words(by: tuple[bool, bool]) -> str:
    """Who caught a fault, while the others are still to come."""
    catchers = [name for name, one in zip(("the scenario tests", "the referee"), by, strict=True) if one]
    return f"caught by {' and '.join(catchers)}" if catchers else "missed"


def planted(text: str, fault: Fault) -> str:
    """The module with the fault in it. Raises ValueError unless its place is found exactly once."""
    found = text.count(fault.right)
    if found != 1:
        raise ValueError(f"{fault.rule}, {fault.what}: {fault.right!r} occurs {found} times in {fault.module}.py")
    return text.replace(fault.right, fault.wrong)


def scenarios(game: str, faults: Iterable[Fault]) -> list[str]:
    """Every file of scenario tests that these faults name."""
    chapters = {chapter for fault in faults for chapter in fault.tests.split()}
    return [f"tests/{game}/test_{chapter}.py" for chapter in sorted(chapters)]


def tests_fail(copy: Path, files: list[str]) -> bool:
    """Whether a scenario test of these files fails."""
    return fails(copy, "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not needs_jit", *files)


def referee_objects(copy: Path, game: str, fault: Fault) -> bool:
    """Whether the constructed positions or a few games show a difference, or the engine breaks down over them."""
    arguments = ("--game", game, "--players", str(fault.players), "--games", "3", "--first-only")
    return fails(copy, "tests.referee", *arguments, *["--tournament"] * fault.tournament)


def fails(copy: Path, *module: str) -> bool:
    """Run a module in the copy, without compiling; True if it ends badly before its time is over."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", *module]
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode != 0


def report(caught: dict[Fault, tuple[bool, bool]]) -> Table:
    """Who caught what."""
    table = Table(title="Planted faults", title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for name in ("rule", "fault", "scenario tests", "referee"):
        table.add_column(name)
    for fault, by in caught.items():
        words = ["caught" if one else "missed" for one in by]
        table.add_row(fault.rule, fault.what, *words, style="" if any(by) else "bold red")
    return table


if __name__ == "__main__":
    app()
