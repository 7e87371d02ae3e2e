"""Comparisons of learners and searches: evaluation of the answers, with stand-ins for the programs."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import comparison
from benchmarks.peers import report
from benchmarks.peers.catalogue import OURS
from benchmarks.search import ours as searches_of_ours
from benchmarks.search import report as search_report
from benchmarks.search.__main__ import SEARCH
from benchmarks.training import ours as learners_of_ours
from benchmarks.training import report as training_report
from benchmarks.training import sb3
from benchmarks.training.__main__ import TRAINING
from benchmarks.training.aec import SelfPlay
from benchmarks.training.ours import SELF_PLAY
from tests.benchmarks.pages import ABOUT, FOUND, check_in_order

FACTS = {"included": "all of it", "preparation": 1.0}


def run(decisions: int, seconds: float, **totals: float) -> dict[str, Any]:
    return {"decisions": decisions, "seconds": seconds, "cpu_seconds": seconds, "totals": totals}


def row(peer: str, name: str, comparison: str | None, *runs: dict[str, Any]) -> report.Row:
    return {"peer": peer, "name": name, "beside": comparison, "runs": list(runs), **FACTS}


def results(benchmark: comparison.Comparison, *rows: report.Row) -> report.Results:
    return {**ABOUT, "format": benchmark.format, "runs": 2, "seconds": 1.0, "peers": FOUND, "rows": list(rows)}


def learners() -> report.Results:
    mine = [run(4000, 2.0, learned=2800, environment=0.1, update=1.0), run(9000, 3.0, learned=6300, update=1.5)]
    spent = {"environment and past versions": 1.0, "update": 0.5}
    theirs = [run(100, 2.0, learned=100, **spent), run(200, 2.0, learned=200, **spent)]
    failed: report.Row = {"peer": "Other", "name": "broken", "error": "no board", "runs": []}
    return results(TRAINING, row(OURS.title, "MLP", None, *mine), row("Other", "slow", "MLP", *theirs), failed)


def searches() -> report.Results:
    alone = row(OURS.title, "alone", None, run(1000, 1.0), run(3000, 1.0))
    mine = row(OURS.title, "search", "alone", run(500, 1.0, simulations=5), run(1500, 1.0, simulations=15))
    theirs = row("Other", "slow", "search", run(25, 0.5, simulations=5), run(50, 0.5, simulations=10))
    return results(SEARCH, alone, mine, theirs)


def test_speeds_are_of_each_run() -> None:
    mine = learners()["rows"][0]
    assert comparison.per_second(mine) == [2000, 3000]
    assert comparison.per_second(mine, "learned") == [1400, 2100]
    assert comparison.per_second(mine, "simulations") == []


def test_a_learner_is_told_with_both_ratios_and_its_shares() -> None:
    found = learners()
    assert training_report.cells(found, found["rows"][0]) == [
        *("kschwert_env: MLP", "2.5 k (2 k to 3 k)", "1.75 k", "", ""),
        *("2%", "0%", "50%", "48%"),
    ]
    slow = training_report.cells(found, found["rows"][1])
    assert slow == ["Other: slow", "75 (50 to 100)", "75", "35x", "24x", "50%", "0%", "25%", "25%"]


def test_a_search_is_told_beside_the_engine_alone_and_a_peer_beside_the_search() -> None:
    found = searches()
    alone, mine, theirs = (search_report.cells(found, row) for row in found["rows"])
    assert alone == ["kschwert_env: alone", "", "2 k (1 k to 3 k)", "", "", ""]
    assert mine == ["kschwert_env: search", "10 (5 to 15)", "1 k (500 to 1.5 k)", "100", "0.50", ""]
    assert theirs == ["Other: slow", "15 (10 to 20)", "75 (50 to 100)", "5", "", "12x"]


@pytest.mark.parametrize(("kind", "found"), [(TRAINING, learners()), (SEARCH, searches())])
def test_each_writes_its_own_part_of_the_page(
    kind: comparison.Comparison, found: report.Results, tmp_path: Path
) -> None:
    page = tmp_path / "benchmarks.md"
    page.write_text(
        f"before\n{kind.begin}\nearlier figures\n{report.END}\nbetween\n{report.BEGIN}\nkept\n{report.END}\n"
    )
    kind.write(found, tmp_path)
    text = page.read_text()
    parts = [
        "before",
        "2026-01-02, commit abc. P9, 2 cores",
        f"| {' | '.join(kind.head)} | included |",
        "| Other: slow |",
        "| all of it |\n\n",
        kind.notes,
        "- Gone: no.",
        "between",
        "kept",
    ]
    check_in_order(text, parts)
    assert "earlier figures" not in text
    with pytest.raises(ValueError, match=f"format '{kind.format}', not 'other'"):
        kind.write({**found, "format": "other"}, tmp_path)


def test_what_failed_is_told() -> None:
    assert "- Other: broken: no board." in TRAINING.markdown(learners())


def test_the_page_has_a_place_for_both() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "benchmarks.md").read_text()
    assert TRAINING.begin in page
    assert SEARCH.begin in page


def test_rows_stand_beside_rows_that_there_are() -> None:
    assert {row.beside for row in sb3.rows()} == {SELF_PLAY}
    assert SELF_PLAY in [row.name for row in learners_of_ours.rows()]
    names = [row.name for row in searches_of_ours.rows()]
    assert {row.beside for row in searches_of_ours.rows()} - {None} <= set(names)
    assert {f"Krone & Schwert, {players} players, random playouts" for players in (2, 4)} <= set(names)


class Turns:
    """An environment in which `a` and `b` decide in turn, twice each; the last decision wins."""

    possible_agents = ("a", "b")

    def observation_space(self, agent: str) -> dict[str, str]:
        return {"observation": "space"}

    def action_space(self, agent: str) -> str:
        return "actions"

    def reset(self, seed: int | None = None) -> None:
        self.made = 0
        self._tell()

    def step(self, action: int) -> None:
        self.made += 1
        self._tell()

    def _tell(self) -> None:
        ended = self.made == 4
        self.agent_selection = "ab"[self.made % 2]
        self.rewards = {"a": -float(ended), "b": float(ended)}
        self.terminations, self.truncations = dict.fromkeys("ab", ended), dict.fromkeys("ab", False)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return {"observation": np.array([self.made]), "action_mask": np.array([agent == "a", agent == "b"], np.int8)}


def test_self_play_shows_who_is_next_and_rewards_who_decided() -> None:
    env = SelfPlay(Turns())
    assert env.reset()[0].tolist() == [0]
    for made in range(1, 4):
        assert env.action_masks().tolist() == [made % 2 == 1, made % 2 == 0]
        assert env.step(0) == (np.array([made]), 0.0, False, False, {})
    assert env.step(0) == (np.array([4]), 1.0, True, False, {})


PROGRAM = """
from benchmarks.server import Workload, WorkloadSpec, serve
made = 0
def play():
    global made
    made += 2
    return 6
serve([
    WorkloadSpec("a", "all", lambda: Workload(play, 2, 3, 4, lambda: {"simulations": made})),
    WorkloadSpec("b", "all", lambda: 1 / 0),
], ["numpy"])
"""


def test_a_run_keeps_what_each_program_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / "program"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{PROGRAM}'\n")
    script.chmod(0o755)
    monkeypatch.setattr(type(OURS), "python", script)
    benchmark = SEARCH._replace(programs=(OURS,), unavailable={"Gone": "no"})
    found = benchmark.measure(runs=2, seconds=0.01)
    fine, failed = found["rows"]
    assert found["peers"]["Gone"] == {"missing": "no"}
    assert [run["totals"]["simulations"] * 3 for run in fine["runs"]] == [run["decisions"] for run in fine["runs"]]
    assert len(fine["runs"]) == 2
    assert failed["error"] == "ZeroDivisionError: division by zero"
    assert json.loads(json.dumps(found)) == found
    assert benchmark.table(found).row_count == 3
