"""Reports of an evaluation by a table protocol: an HTML page, and a table for the terminal."""

from collections.abc import Iterator
from pathlib import Path

from rich.table import Table

from kschwert_env import terminal
from kschwert_env.arena.report import page, table
from kschwert_env.arena.statistics import Figures
from kschwert_env.engine.io.files import atomic_write_text


def write(path: Path, results: Figures) -> None:
    """Write the page of an evaluation's results, as in `results.json`. Raises OSError."""
    atomic_write_text(path, page(f"{results['agent']}: {results['protocol']}", summary(results), parts(results)))


def summary(results: Figures) -> str:
    """Return the three figures of a protocol in words: mean, worst table, and worst loss against the heuristic."""
    worst, loss = results["worst"], results["worst_loss"]
    return (
        f"Mean win share {results['mean']:.1%}; a fair share is {results['fair_share']:.1%}. "
        f"The lowest is {_interval(worst, 'win_share')}, with {worst['table']}. "
        f"The heuristic in the same seat leads by at most {_interval(loss, 'lead')}, with {loss['table']}."
    )


def parts(results: Figures) -> dict[str, str]:
    """Return the sections of the page by heading, as HTML."""
    return {"Win shares in the same seats of the same deals": table(_columns(results), _rows(results))}


def overview(results: Figures) -> Table:
    """Return the table of tables for the terminal."""
    overview = terminal.number_table(f"{results['agent']} by {results['protocol']}", *_columns(results))
    for row in _rows(results):
        overview.add_row(*row)
    return overview


def _baselines(results: Figures) -> list[str]:
    """Return the agents that the evaluated agent is compared with."""
    table = next(iter(results["tables"].values()))
    return [name for name in table if name not in ("games", "agent")]


def _columns(results: Figures) -> list[str]:
    return ["other seats", "games", "agent", *_baselines(results), *(f"lead of {name}" for name in _baselines(results))]


def _rows(results: Figures) -> Iterator[list[str]]:
    names = _baselines(results)
    for others, found in results["tables"].items():
        shares = [f"{found[name]['win_share']:.1%}" for name in ("agent", *names)]
        yield [others, f"{found['games']:,}", *shares, *(_interval(found[name], "lead") for name in names)]


def _interval(found: Figures, key: str) -> str:
    """Return a figure with its 95 % interval."""
    return f"{found[key]:.1%} ({found['low']:.1%} to {found['high']:.1%})"
