"""Comparison in the same game: its tables from stand-in results, and the rows that it pairs."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from benchmarks.classics import run_openspiel as openspiel
from benchmarks.classics import run_ours as ours
from benchmarks.classics.__main__ import CLASSICS as COMPARISON
from benchmarks.classics.report import NUMBA, PAIRS
from benchmarks.peers.catalogue import OURS
from benchmarks.peers.run_openspiel import check_chance, game_rows
from kschwert_env import CLASSICS
from kschwert_env.engine.jit.native import libraries
from kschwert_env.importing import find_game
from tests.benchmarks.pages import ABOUT, FOUND, check_in_order

ROOT = Path(__file__).parent.parent.parent


def row(peer: str, name: str, *decisions: int) -> dict[str, Any]:
    """Return a row of runs that took one second of processor time each, but ten in all."""
    runs = [{"decisions": number, "seconds": 10.0, "cpu_seconds": 1.0} for number in decisions]
    return {"peer": peer, "name": name, "runs": runs}


def results() -> dict[str, Any]:
    """Return results of two games, one of which Pgx lacks."""
    rows = [
        row(OURS.title, "go, compiled loop, batch 64", 4000, 9000, 6000),
        row(OURS.title, "go, compiled loop, batch 1024", 100, 100, 100),
        row(OURS.title, "go, compiled loop, observations, batch 64", 3000, 3000, 3000),
        row(OURS.title, "nim, compiled loop, batch 64", 7000, 7000, 7000),
        row(NUMBA, "go, compiled loop, batch 64", 2000, 4500, 3000),
        row("OpenSpiel", "go, C++ rollouts", 1000, 3000, 1000),
        row("OpenSpiel", "nim, C++ rollouts", 14000, 14000, 14000),
        row("Pgx", "go, compiled loop, batch 256", 100, 100, 100),
        row("Pgx", "go, compiled loop, batch 1024", 300, 300, 300),
        {"peer": "Pgx", "name": "nim, compiled loop, batch 256", "runs": [], "error": "no game"},
    ]
    return {**ABOUT, "format": COMPARISON.format, "runs": 3, "seconds": 1.0, "peers": FOUND, "rows": rows}


def test_each_loop_has_its_best_batch_size_and_ratios_of_each_run() -> None:
    parts = [
        "| ours / peer | go | nim |",
        "| compiled loop / OpenSpiel, C++ rollouts | **4.0x** (6 k / 1 k) | **0.50x** (7 k / 14 k) |",
        "| compiled loop, observations / Pgx, compiled loop | **10x** (3 k / 300) |  |",
        "| compiled loop | 3 k (0.50x) |  |",
        "- Gone: no.",
        "- Pgx: nim, compiled loop, batch 256: no game.",
    ]
    check_in_order(COMPARISON.markdown(results()), parts)


def test_the_terminal_has_the_same_lines() -> None:
    table = COMPARISON.table(results())
    cells = [str(cell) for cell in table.columns[1].cells]
    assert "**4.0x** (6 k / 1 k)" in cells
    assert table.row_count == len(PAIRS) + len({pair.ours for pair in PAIRS}) + 2


def test_the_page_has_a_place_for_the_tables() -> None:
    assert COMPARISON.begin in (ROOT / "docs" / "benchmarks.md").read_text()


@pytest.mark.parametrize("name", CLASSICS)
def test_every_classic_has_all_loops_and_is_the_game_of_openspiel(name: str) -> None:
    title, rules = name.replace("_", " "), find_game(name)()
    measured = {row.name.split(", batch ")[0] for row in ours.rows()}
    assert {f"{title}, {pair.ours}" for pair in PAIRS} <= measured
    loops = {row.name for row in game_rows(openspiel.GAMES)}
    assert {f"{title}, {pair.theirs}" for pair in PAIRS if pair.peer == "OpenSpiel"} <= loops
    game = pyspiel.load_game(openspiel.GAMES[title])
    assert (game.get_type().short_name, game.num_players()) == (name, rules.num_players)
    check_chance(game)


def test_every_program_is_a_module_and_stands_in_the_tables() -> None:
    for program in COMPARISON.programs:
        assert find_spec(COMPARISON.module_of(program)) is not None
    assert {pair.peer for pair in PAIRS} | {OURS.title, NUMBA} == {program.title for program in COMPARISON.programs}


def test_missing_machine_code_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(libraries, "is_usable", lambda: True)
    monkeypatch.setattr(libraries, "FOLDER", tmp_path)
    for name in CLASSICS[1:]:
        (tmp_path / f"{name}-0123.v3.so").touch()
    with pytest.raises(SystemExit, match=f"no machine code of {CLASSICS[0]}: make libraries"):
        ours.check_libraries()
    (tmp_path / f"{CLASSICS[0]}-0123.v3.so").touch()
    ours.check_libraries()
