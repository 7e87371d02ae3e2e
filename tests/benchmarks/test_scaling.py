"""The report of the scaling benchmark."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from benchmarks.scaling.__main__ import app
from benchmarks.scaling.measure import FORMAT, bytes_per_decision, memory
from benchmarks.scaling.report import BEGIN
from kschwert_env.engine.jit.packed import cache_aligned_zeros
from kschwert_env.two_crowns import Rules

RESULTS: dict[str, Any] = {
    "format": FORMAT,
    "date": "2026-01-02",
    "commit": "abc",
    "machine": {"processor": "P9", "cores": 2, "memory_gib": 23, "system": "Linux x86_64", "python": "3.11.7"},
    "runs": 3,
    "game": "two_crowns",
    "players": 2,
    "bytes written by a decision": 1157,
    "bandwidth": {"write": 1.157e10, "copy": 5e9},
    "roof": 1e7,
    "memory": {"states": 1000, "padded_masks": 64},
    "parts": {"rules": 30.0, "mask": 90.0},
    "by size": [
        {"games": 1, "rollout": 2e6, "step": 3e4, "step of the roof": 0.003},
        {"games": 65536, "rollout": 1.5e6, "step": 2.5e6, "step of the roof": 0.25},
    ],
    "by players": [{"players": 2, "actions": 31, "observation": 126, "mask": 8e6, "mask, observation": 4e6}],
    "by threads": [{"threads": 2, "games": 8192, "rollout": 3e6, "step": 4e6, "rollout of one": 1.9}],
}


def test_memory_is_that_of_one_more_game() -> None:
    rules = Rules(2)
    found = memory(rules)
    assert found["states"] == rules.state_dtype.itemsize
    assert found["padded_masks"] == cache_aligned_zeros(1, rules.num_actions).nbytes
    assert rules.num_actions + found["observations"] == bytes_per_decision(rules)
    assert found["streams"] == 2 * 4 * 4


def test_the_page_tells_what_was_found(tmp_path: Path) -> None:
    (tmp_path / "benchmarks.md").write_text(f"Before.\n{BEGIN}\nold\n<!-- end of figures -->\nBehind.")
    found = tmp_path / "scaling.json"
    other = tmp_path / "other.json"
    found.write_text(json.dumps(RESULTS))
    other.write_text(json.dumps(RESULTS | {"game": "politics_and_intrigue", "parts": {"rules": 25.0, "mask": 75.0}}))
    assert CliRunner().invoke(app, ["report", str(found), str(other), "--docs", str(tmp_path)]).exit_code == 0
    page = (tmp_path / "benchmarks.md").read_text()
    assert (page[:7], page[-7:]) == ("Before.", "Behind.")
    assert "old" not in page
    assert "2026-01-02, commit abc. P9, 2 cores" in page
    for line in (
        "| game | rules, ns | mask, ns | roofline, ns | bytes per game |",
        "| Two Crowns | 30 | 90 | 100 | 1,064 |",
        "| Politics & Intrigue | 25 | 75 | 100 | 1,064 |",
        "| 65,536 | 1.5 M | 2.5 M | 1.5 M | 2.5 M |",
    ):
        assert line in page
    plot = (tmp_path / "images" / "scaling.svg").read_text()
    assert plot.startswith("<?xml")


def test_results_of_something_else_are_refused(tmp_path: Path) -> None:
    found = tmp_path / "peers.json"
    found.write_text(json.dumps(RESULTS | {"format": "other"}))
    result = CliRunner().invoke(app, ["report", str(found), "--docs", str(tmp_path)])
    assert str(result.exception) == "results must have the format 'kschwert_env.scaling.v1', not 'other'"


def test_an_unknown_game_is_refused() -> None:
    result = CliRunner().invoke(app, ["--game", "chess"])
    assert result.exit_code == 2
    assert "unknown game 'chess'" in " ".join(result.output.split())
