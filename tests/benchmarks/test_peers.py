"""The benchmark of peers, with small stand-ins for them, and its report."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from benchmarks.peers import catalogue, measure, report, setup
from benchmarks.peers.__main__ import app
from benchmarks.peers.catalogue import OURS, PEERS, Peer
from benchmarks.peers.run_ours import rows
from tests.benchmarks.pages import ABOUT, FOUND, check_in_order

OUR_ROWS: list[dict[str, Any]] = [
    {"name": "engine: mask", "one_core": [1e6, 2e6, 3e6], "all_cores": [2e6, 4e6, 6e6]},
    {"name": "Game: step", "one_core": [100.0, 200.0, 300.0], "all_cores": [200.0, 400.0, 600.0]},
]
FACTS = {"included": "step", "beside": None, "threads": False, "preparation": 1.25}
SIZES = {"players": 4, "actions": 628, "observation": 0}


def results() -> dict[str, Any]:
    """Return results of three runs: a peer half as fast as ours, one twice as fast, one that failed, one missing."""
    mine = [{"peer": OURS.title, **FACTS, **SIZES, **row} for row in OUR_ROWS]
    slow = {"name": "slow", "one_core": [50.0, 100.0, 150.0], "all_cores": [50.0, 100.0, 150.0]}
    fast = {"name": "fast", "one_core": [200.0, 400.0, 600.0], "all_cores": []}
    failed = {"peer": "Other", "name": "broken", "error": "no board", "one_core": [], "all_cores": []}
    theirs = [{"peer": "Other", **FACTS, **SIZES, **row} for row in (slow, fast)]
    about, peers = {**ABOUT, "format": measure.FORMAT}, {**FOUND, "Other": {"versions": {"other": "2"}}}
    return {**about, "runs": 3, "seconds": 1.0, "peers": peers, "rows": [*mine, *theirs, failed]}


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    (tmp_path / "benchmarks.md").write_text(f"# Before\n\n{report.BEGIN}\nold\n{report.END}\nafter\n")
    return tmp_path


def test_the_page_has_the_speeds_of_all_rows_and_what_was_not_measured(docs: Path) -> None:
    report.write(results(), docs)
    page = (docs / "benchmarks.md").read_text()
    assert page.startswith("# Before") and page.endswith("after\n") and "old" not in page  # noqa: PT018
    parts = [
        "2026-01-02, commit abc. P9, 2 cores, 23 GiB, Linux x86_64, Python 3.11.7.",
        "| kschwert_env: Game: step | 200 (100 to 300) | 400 (200 to 600) | 4 | 628 |  | step | 1.2 s |",
        "| Other: fast | 400 (200 to 600) |  | 4 | 628 |  | step | 1.2 s |",
        "- Gone: no.",
        "- Other: broken: no board.",
    ]
    check_in_order(page, parts)
    report.write(results(), docs)
    assert (docs / "benchmarks.md").read_text() == page


def test_a_page_without_markers_and_other_results_are_refused(docs: Path) -> None:
    with pytest.raises(ValueError, match=r"format 'kschwert_env\.peers\.v1', not 'other'"):
        report.write({**results(), "format": "other"}, docs)
    (docs / "benchmarks.md").write_text("nothing")
    with pytest.raises(ValueError, match=r"benchmarks\.md must have the markers"):
        report.write(results(), docs)


PEER = """
from benchmarks.server import Workload, WorkloadSpec, serve
serve(
    [WorkloadSpec("a", "all", lambda: Workload(lambda: 2, 2, 3, 4)), WorkloadSpec("b", "all", lambda: 1 / 0)], ["numpy"]
)
"""


class StandIn(Peer):
    """A peer that is installed: the current interpreter."""

    @property
    def python(self) -> Path:
        return Path(sys.executable)

    def missing(self) -> str | None:
        return None


def test_a_run_measures_what_is_there_and_tells_what_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "OURS", StandIn("standin", "ours", ()))
    monkeypatch.setattr(
        measure,
        "command_of",
        lambda peer: [sys.executable, "-c", PEER if peer.name != "dead" else "raise SystemExit(3)"],
    )
    peers = [StandIn("other", "other", ("x==1",)), StandIn("dead", "dead", ()), Peer("absent", "absent", ("x==1",))]
    found = measure.measure(peers, runs=2, seconds=0.01)
    assert found["peers"]["absent"] == {"missing": "not installed: python -m benchmarks.peers setup"}
    assert found["peers"]["dead"]["missing"].startswith("ended with status 3")
    assert [(row["peer"], row["name"]) for row in found["rows"]] == [(p, r) for p in ("ours", "other") for r in "ab"]
    for row in found["rows"]:
        if row["name"] == "a":
            assert len(row["one_core"]) == 2 and min(row["one_core"]) > 0  # noqa: PT018
            assert (row["players"], row["actions"], row["observation"]) == (2, 3, 4)
            assert row["preparation"] > 0
        else:
            assert row["error"] == "ZeroDivisionError: division by zero"
    assert json.loads(json.dumps(found)) == found


def test_every_peer_is_pinned_and_has_a_module() -> None:
    for peer in PEERS:
        assert all("==" in requirement for requirement in peer.requirements)
        assert (Path(catalogue.__file__).parent / f"run_{peer.name}.py").exists()


def test_our_rows_have_different_names() -> None:
    names = [row.name for row in rows()]
    assert len(set(names)) == len(names)


def test_an_installation_that_fails_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(catalogue, "ENVIRONMENTS", tmp_path)
    complaint = "raise SystemExit('ERROR: no version of x at https://host.example/simple')"
    monkeypatch.setattr(setup, "commands", lambda peer: [[sys.executable, "-c", complaint]])
    peer = Peer("x", "X", ("x==1",))
    assert setup.install(peer) == "ERROR: no version of x at ..."
    assert peer.missing() == "ERROR: no version of x at ..."
    monkeypatch.setattr(
        setup, "commands", lambda peer: [[sys.executable, "-c", f"import os; os.mkdir({str(peer.folder)!r})"]]
    )
    assert setup.install(peer) is None
    assert peer.missing() is None


def test_a_command_that_does_not_exist_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(catalogue, "ENVIRONMENTS", tmp_path)
    monkeypatch.setattr(setup, "commands", lambda peer: [["no-such-compiler", "binding.c"]])
    assert setup.install(Peer("x", "X", ("x==1",))) == "the command 'no-such-compiler' was not found"


def test_an_unknown_peer_is_refused() -> None:
    result = CliRunner().invoke(app, ["setup", "chess"])
    assert result.exit_code == 2
    assert "unknown peer 'chess'" in result.output
