"""The command `kschwert arena`: output, resuming and errors."""

import csv
import json
import re
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.arena.command import main
from kschwert_env.arena.game_log import GameLog, before_first_gap
from kschwert_env.arena.report import source_labels
from tests.arena.test_arena import NAMES

pytestmark = pytest.mark.needs_jit


def command(*arguments: str) -> Result:
    app = Typer()
    app.command()(main)
    return CliRunner().invoke(app, ["--game", "two_crowns", *arguments])


@pytest.mark.parametrize(("tables", "games"), [("mixed", 12), ("one-vs-rest", 36), ("one-vs-first", 24)])
def test_the_command_writes_results_and_report(tables: str, games: int, tmp_path: Path) -> None:
    done = command(*NAMES, "--players", "2", "--games", "12", "--tables", tables, "--out", str(tmp_path / "new"))
    assert done.exit_code == 0, done.output
    results = json.loads((tmp_path / "new" / "results.json").read_text())
    assert {"players", "games", "agents", "head_to_head", "endings", "games_per_second", "rules"} <= set(results)
    assert (results["players"], results["games"]) == (2, games)
    assert list(results["agents"]) == list(NAMES)
    for its in results["agents"].values():
        assert {"games", "win_share", "low", "high", "rating", "rating_sigma"} <= set(its)
        assert 0 <= its["low"] <= its["win_share"] <= its["high"] <= 1
    assert ("one_vs_rest" in results) == (tables != "mixed")
    for name, others in results.get("one_vs_rest", {}).items():
        assert set(others) == set(NAMES) - {name}
        assert all(set(its) == {"games", "win_share", "low", "high"} for its in others.values())
        for other, its in others.items():
            assert its["games"] == (12 if tables == "one-vs-rest" or NAMES[0] in (name, other) else 0)
    with (tmp_path / "new" / "results.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["agent"] for row in rows] == list(NAMES)
    assert [float(row["win_share"]) for row in rows] == [its["win_share"] for its in results["agents"].values()]
    page = (tmp_path / "new" / "report.html").read_text()
    assert page.count("<svg") == page.count("</svg>") == 4
    assert all(page.count(name) > 3 for name in NAMES)
    assert not re.search(r"""(src|href)=["']http""", page)
    assert ("One against the rest" in page) == (tables != "mixed")
    assert "<h1>Two Crowns, 2 players</h1>" in page


def test_sources_of_points_are_labelled_by_kind_and_by_phase_where_that_tells_more() -> None:
    sources = ["tax: tax", "revolt lay: done", "action: draw", "redraw: draw", "action: castle", "end of the game"]
    labels = ["tax", "done (revolt lay)", "draw (action)", "draw (redraw)", "castle", "end of the game"]
    assert source_labels(sources) == dict(zip(sources, labels, strict=True))


def test_the_command_resumes(tmp_path: Path) -> None:
    typed = "random", "heuristic", "--games", "8", "--out", str(tmp_path)
    first = command(*typed)
    again = command(*typed)
    assert (first.exit_code, again.exit_code) == (0, 1)
    assert "--resume" in again.output
    assert command(*typed[:2], "--games", "16", "--out", str(tmp_path), "--resume").exit_code == 0
    assert json.loads((tmp_path / "results.json").read_text())["games"] == 16


def test_results_and_report_are_written_beside_and_then_moved(tmp_path: Path) -> None:
    """Existing files are replaced atomically, so readers always see a complete file."""
    typed = "random", "heuristic", "--out", str(tmp_path / "run")
    assert command(*typed, "--games", "2").exit_code == 0
    before = {}
    for name in ("results.json", "results.csv", "report.html"):
        before[name] = (tmp_path / "run" / name).read_text()
        (tmp_path / name).hardlink_to(tmp_path / "run" / name)
    assert command(*typed, "--games", "4", "--resume").exit_code == 0
    for name, text in before.items():
        assert (tmp_path / name).read_text() == text != (tmp_path / "run" / name).read_text()
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"games.jsonl", "writer.lock", *before}


def test_figures_are_of_the_games_before_the_first_that_is_missing(tmp_path: Path) -> None:
    """Short games finish first among parallel games."""
    typed = "random", "heuristic", "--games", "8", "--out", str(tmp_path)
    assert command(*typed).exit_code == 0
    file = tmp_path / "games.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(line for line in lines if '"game": 5,' not in line))
    kept = GameLog(tmp_path, {}, resume=True)
    assert [row["game"] for row in before_first_gap(kept.games)] == [0, 1, 2, 3, 4]
    kept.close()


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["wizard"], "unknown kind of agent 'wizard'"),
        (["random", "random"], "agent 'random'"),
        (["random", "--tables", "one-vs-rest"], "need at least 2 agents"),
        (["random", "--players", "7"], "num_players must be 2"),
    ],
)
def test_the_command_names_what_is_wrong(typed: list[str], message: str, tmp_path: Path) -> None:
    done = command(*typed, "--out", str(tmp_path / "new"))
    assert done.exit_code == 2
    assert message in " ".join(done.output.replace("│", " ").split())
    assert not (tmp_path / "new").exists()
