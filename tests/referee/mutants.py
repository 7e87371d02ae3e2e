"""Mutation testing: does a test notice small faults in the engine?

`python -m tests.referee.mutants --game krone_schwert --number 40` works on a copy of the game's kernel. It makes one
change at a time, such as `<` into `<=`, and runs the constructed positions and a few games as plain Python, then the
scenario tests. It prints the mutants that survive all of them: an untested rule, or a change without effect.
"""

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.progress import track

from tests.referee.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 240  # time limit in seconds per mutant; a hanging mutant counts as noticed
SWAPPED: dict[type[ast.AST], Any] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq},
    **{ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add},
}
app = typer.Typer(add_completion=False)


class Mutant(NamedTuple):
    """One change of a file: the replacement of the source between two offsets."""

    path: Path
    line: int
    start: int
    end: int
    new: str

    def source(self, root: Path) -> str:
        """Return the changed source of the file in a tree of the project."""
        text = (root / self.path).read_text()
        return text[: self.start] + self.new + text[self.end :]

    def __str__(self) -> str:
        old = (ROOT / self.path).read_text()[self.start : self.end]
        return f"{self.path}:{self.line}: {old}  ->  {self.new}"


def kernel_of(game: str) -> list[Path]:
    """Return the files that implement the rules of a game, relative to the project."""
    return sorted(path.relative_to(ROOT) for path in (ROOT / "kschwert_env" / game / "kernel").rglob("*.py"))


def mutants_of(path: Path) -> list[list[Mutant]]:
    """Return the mutants of a file: one list per function and per number defined in the module."""
    text = (ROOT / path).read_text()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def mutant(node: ast.expr | ast.stmt, new: str) -> Mutant:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        return Mutant(path, node.lineno, start, end, new)

    groups = []
    for top in ast.parse(text).body:
        is_number = isinstance(top, ast.Assign) and isinstance(top.value, ast.Constant)
        body = top.body if isinstance(top, ast.FunctionDef) else [top] if is_number else []
        nodes = (node for statement in body for node in ast.walk(statement))
        groups.append(
            [mutant(node, new) for node in nodes for new in changes(node) if isinstance(node, ast.expr | ast.stmt)]
        )
    return [group for group in groups if group]


def changes(node: ast.AST) -> Iterator[str]:
    """Yield the possible replacements of a node."""
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in SWAPPED:
            yield ast.unparse(ast.Compare(left, [SWAPPED[type(op)]()], [right]))
        case ast.BoolOp(op, values):
            yield f"({ast.unparse(ast.BoolOp(SWAPPED[type(op)](), values))})"
        case ast.BinOp(left, op, right) if type(op) in SWAPPED:
            yield f"({ast.unparse(ast.BinOp(left, SWAPPED[type(op)](), right))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(value) if type(value) is int:
            yield str(value + 1)
        case ast.AugAssign() | ast.Expr(ast.Call()):
            yield "pass"


@app.command()
def main(
    game: Annotated[str, typer.Option(help=f"One of {', '.join(GAMES)}.")] = "krone_schwert",
    number: Annotated[int, typer.Option(min=1, help="Mutants, at most one per function.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Selects the mutants.")] = 0,
    scenarios: Annotated[bool, typer.Option(help="Run the scenario tests on what the judge misses.")] = True,
) -> None:
    """Make mutants of the kernel and report which of them survive."""
    if game not in GAMES:
        raise typer.BadParameter(f"unknown game {game!r}; expected one of: {', '.join(GAMES)}")
    console, random = Console(highlight=False, soft_wrap=True), Random(seed)
    chosen = [random.choice(group) for path in kernel_of(game) for group in mutants_of(path)]
    chosen = random.sample(chosen, min(number, len(chosen)))
    caught: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("kschwert_env", "tests"):
            shutil.copytree(ROOT / name, copy / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("agents", "training", "docs", "pyproject.toml"):
            (copy / name).symlink_to(ROOT / name)
        if duel_fails(copy, game):
            console.print("The judge objects to the engine as it is: settle that first.")
            raise typer.Exit(1)
        for mutant in track(chosen, "mutants", console=console):
            source = (copy / mutant.path).read_text()
            (copy / mutant.path).write_text(mutant.source(copy))
            by = "judge" if duel_fails(copy, game) else "tests" if scenarios and tests_fail(copy, game) else "nobody"
            (copy / mutant.path).write_text(source)
            caught.append(by)
            if by != "judge":
                console.print(f"noticed by {by}: {mutant}", markup=False)
    console.print(f"{len(caught)} mutants; noticed by the judge {caught.count('judge')}, ", end="")
    console.print(f"by the scenario tests alone {caught.count('tests')}, by nobody {caught.count('nobody')}")


def duel_fails(copy: Path, game: str) -> bool:
    """Return whether a short differential run finds a difference or crashes."""
    runs = {"krone_schwert": [["--players", "3"]], "politics_and_intrigue": [[], ["--tournament"]]}.get(game, [[]])
    return any(fails(copy, "tests.referee", "--game", game, "--games", "3", "--first-only", *run) for run in runs)


def tests_fail(copy: Path, game: str) -> bool:
    """Return whether a scenario test of the game fails."""
    return fails(copy, "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not needs_jit", f"tests/{game}")


def fails(copy: Path, *module: str) -> bool:
    """Run a module in the copy as plain Python; True if it fails or hangs."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", *module]
    try:
        return subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=TIMEOUT).returncode != 0
    except subprocess.TimeoutExpired:
        return True


if __name__ == "__main__":
    app()
