"""Table protocols: tables, paired comparisons, reports."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from typer import Typer
from typer.testing import CliRunner

from kschwert_env.agents.registry import make_agents
from kschwert_env.arena.evaluation import protocols
from kschwert_env.arena.evaluation.evaluation import TableEvaluation, mean_by_deal
from kschwert_env.arena.evaluation.protocols import SELF, TABLE_PROTOCOLS, Table, TableProtocol, balanced_tables
from kschwert_env.cli.evaluate import main
from kschwert_env.engine.io.files import FileError
from kschwert_env.krone_schwert import Rules

ALL = tuple(TABLE_PROTOCOLS.values())
TABLES = Table(("random", "heuristic"), 12), Table((SELF, SELF), 6)
SMALL = TableProtocol("krone_schwert", 3, 1, Rules(3).fingerprint[:12], ("heuristic", "random"), TABLES)


def test_there_is_one_for_each_number_of_players_above_two() -> None:
    assert sorted(TABLE_PROTOCOLS) == [f"krone_schwert-{players}p-tables-v1" for players in (3, 4, 5)]


@pytest.mark.parametrize("protocol", ALL, ids=lambda protocol: protocol.name)
def test_the_agents_of_a_protocol_have_equally_many_seats(protocol: TableProtocol) -> None:
    seats = Counter(other for table in protocol.tables for other in table.others)
    assert SELF in seats
    assert len(set(seats.values())) == 1
    assert protocol.baselines[0] == "heuristic"
    for table in protocol.tables:
        assert len(table.others) == protocol.players - 1
        assert table.games % protocol.players == 0
    assert len({tuple(sorted(table.others)) for table in protocol.tables}) == len(protocol.tables)


@pytest.mark.long  # all agents are compiled
@pytest.mark.needs_jit
@pytest.mark.parametrize("protocol", ALL, ids=lambda protocol: protocol.name)
def test_the_agents_of_a_protocol_exist(protocol: TableProtocol) -> None:
    specs = {other for table in protocol.tables for other in table.others} - {SELF}
    make_agents(sorted(specs | {*protocol.baselines}), protocol.rules())


def test_patterns_start_at_each_agent() -> None:
    tables = balanced_tables(("a", "b", "c"), ((0, 0), (0, 1)), 9)
    assert [table.name for table in tables] == ["2 a", "2 b", "2 c", "a + b", "b + c", "c + a"]
    assert {table.games for table in tables} == {9}


@pytest.mark.needs_jit
def test_a_baseline_in_the_same_seat_of_the_same_deal_has_no_lead_over_itself(tmp_path: Path) -> None:
    heard = list[int]()
    evaluation = TableEvaluation(SMALL, "heuristic", tmp_path)
    assert evaluation.play(1, heard.append)
    assert heard[-1] == SMALL.games == 54
    found = evaluation.figures()
    mixed, own = found["tables"]["random + heuristic"], found["tables"]["2 self"]
    assert mixed["games"] == 12
    assert mixed["heuristic"]["lead"] == own["heuristic"]["lead"] == 0.0
    assert own["agent"]["win_share"] == pytest.approx(1 / 3)  # copies of one agent, in all seats of each deal
    assert mixed["random"]["lead"] < -0.2
    assert found["mean"] == pytest.approx((mixed["agent"]["win_share"] + 1 / 3) / 2)
    assert mixed["agent"]["win_share"] > own["agent"]["win_share"]
    assert found["worst"]["table"] == "random + heuristic"  # among its own copies its share says nothing


@pytest.mark.needs_jit
def test_the_worst_table_and_the_worst_loss_are_named(tmp_path: Path) -> None:
    evaluation = TableEvaluation(SMALL, "random", tmp_path)
    assert evaluation.play(2)
    found = evaluation.figures()
    shares = {name: table["agent"]["win_share"] for name, table in found["tables"].items()}
    leads = {name: table["heuristic"]["lead"] for name, table in found["tables"].items()}
    assert shares["random + heuristic"] < 0.2 < shares["2 self"] == pytest.approx(1 / 3)
    assert found["worst"]["table"] == "random + heuristic"
    assert found["worst_loss"]["table"] == max(leads, key=leads.__getitem__)
    assert found["worst_loss"]["lead"] == max(leads.values()) > 0.3


def test_agents_in_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="3p-tables-v1 has 54 games; evaluate agents in text by an llm protocol"):
        TableEvaluation(SMALL, "chat:model=any,url=http://127.0.0.1:9/v1", tmp_path)


def test_intervals_count_deals() -> None:
    found = mean_by_deal("lead", np.array([0.0, 0.5, 0.5, 1.0]))
    error = 1.96 * np.std([0.0, 0.5, 0.5, 1.0], ddof=1) / 2
    assert found == pytest.approx({"lead": 0.5, "low": 0.5 - error, "high": 0.5 + error})


@pytest.mark.needs_jit
def test_the_command_writes_results_and_a_report_and_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(protocols.TABLE_PROTOCOLS, SMALL.name, SMALL)
    app = Typer(add_completion=False)
    app.command()(main)
    arguments = ["random", "--protocol", SMALL.name, "--out", str(tmp_path), "--workers", "1"]
    first = CliRunner().invoke(app, arguments)
    assert first.exit_code == 0
    assert "The heuristic in the same seat leads by at most" in " ".join(first.output.split())
    results = json.loads((tmp_path / "results.json").read_text())
    assert results["protocol"] == "krone_schwert-3p-tables-v1"
    report = (tmp_path / "report.html").read_text()
    assert "random + heuristic" in report
    assert "lead of heuristic" in report
    again = CliRunner().invoke(app, [*arguments, "--resume"])
    assert again.exit_code == 0
    assert json.loads((tmp_path / "results.json").read_text()) == results
    (tmp_path / "tables" / "1" / "games.jsonl").unlink()
    with pytest.raises((ValueError, FileError)):
        TableEvaluation(SMALL, "random", tmp_path).figures()
