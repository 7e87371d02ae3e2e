"""Evaluations and arenas with a language model: the commands, their files and pages."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.agents.text import chat_client
from kschwert_env.arena import command as arena_command
from kschwert_env.arena.evaluation import protocols
from kschwert_env.arena.evaluation.protocols import PROTOCOLS, Opponent, Protocol
from kschwert_env.arena.text import statistics as text_statistics
from kschwert_env.cli import evaluate
from kschwert_env.two_crowns import Rules
from tests.agents.text.conftest import chat_spec
from tests.agents.text.servers import KEY, FaultyServer, ends, running, says, status

pytestmark = pytest.mark.needs_jit

OPPONENTS = Opponent("random", 4, 10.0), Opponent("heuristic", 2, 30.0)
SMALL = Protocol("two_crowns", 2, 1, Rules().fingerprint[:12], OPPONENTS, 1_200_000)
LLM = [protocol for protocol in PROTOCOLS.values() if protocol.tokens is not None]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A protocol with few games, few searches, and a key."""
    monkeypatch.setattr(protocols, "PROTOCOLS", {SMALL.name: SMALL})
    monkeypatch.setattr(text_statistics, "SEARCH", "ismcts:sims=10,widening=1,c=1")
    monkeypatch.setattr(text_statistics, "MAX_JUDGED", 8)
    monkeypatch.setattr(chat_client, "FIRST_WAIT", 0.001)
    monkeypatch.setenv("TEST_KEY", KEY)


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with running() as server:
        yield server


def run(main: object, *arguments: str) -> Result:
    app = Typer(add_completion=False)
    app.command()(main)  # type: ignore[type-var]
    return CliRunner().invoke(app, arguments)


def evaluated(spec: str, out: Path, *arguments: str) -> Result:
    return run(evaluate.main, spec, "--protocol", SMALL.name, "--out", str(out), *arguments)


def test_an_evaluation_writes_figures_a_report_and_transcripts(server: FaultyServer, tmp_path: Path) -> None:
    hostile = "</script><script>alert(1)</script> I resign \u202e\x1b[31m"
    server.faults = {0: says(hostile), 5: ends("length"), 9: ends("stop", refusal="No war games.")}
    spec = chat_spec(server, "sloppy", input_price=1, output_price=2)
    done = evaluated(spec, tmp_path, "--transcripts", "3")
    assert done.exit_code == 0, done.output
    assert "two_crowns-2p-llm-v1: 6 games, about 1.2 million tokens to read" in done.output
    found = json.loads((tmp_path / "results.json").read_text())
    assert found["agent"] == chat_spec(server, "sloppy")
    assert found["against"]["random"]["games"] == 4
    answers, log = found["text"]["answers"], (tmp_path / "exchanges-1.jsonl").read_text().splitlines()
    assert answers["answers"] >= answers["decisions"] + answers["invalid_answers"] - answers["decided_by_others"] > 0
    assert answers["answers"] >= answers["paid_answers"] == len(log) - 1 == server.answered + 3
    assert (answers["cut_off"], answers["filtered"], answers["refused"]) == (1, 0, 1)
    invalid = answers["invalid_answers"]
    assert f"Answers: {answers['answers']:,}, {invalid} invalid, 1 cut off, 1 refused; " in done.output
    assert 0.05 < answers["invalid_share"] < 0.5
    assert answers["money"] == pytest.approx((answers["input_tokens"] + 2 * answers["output_tokens"]) / 1e6)
    assert answers["per_decision"]["input_tokens"] > 1000
    assert sum(entry["judged"] for entry in found["text"]["losses"].values()) == 8
    pages = [tmp_path / entry["page"] for entry in found["text"]["transcripts"]]
    assert len(pages) == 3
    assert all(page.is_file() for page in pages)
    report = (tmp_path / "report.html").read_text()
    for heading in ("Answers and costs", "Where it loses most", "Transcripts"):
        assert f"<h2>{heading}</h2>" in report
    assert "<td>answers cut off</td>" in report
    links = re.findall(r'href="([^"#]+)', report)
    assert set(links) == {entry["page"] for entry in found["text"]["transcripts"]}
    everything = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(KEY in text for text in everything)
    assert not any("<script>alert" in page.read_text() for page in tmp_path.rglob("*.html"))
    assert not any(re.search(r"""(src|href)=["']http""", page.read_text()) for page in pages)


def test_a_finished_evaluation_needs_no_server(tmp_path: Path) -> None:
    with running() as server:
        spec = chat_spec(server, "random")
        assert evaluated(spec, tmp_path, "--transcripts", "1").exit_code == 0
        found = json.loads((tmp_path / "results.json").read_text())
    again = evaluated(f"{spec},timeout=1,retries=0", tmp_path, "--resume", "--transcripts", "1")
    assert again.exit_code == 0, again.output
    assert json.loads((tmp_path / "results.json").read_text()) == found


def test_an_interrupted_evaluation_continues(server: FaultyServer, tmp_path: Path) -> None:
    server.faults = {30: status(401, f"{KEY} has expired")}
    spec = chat_spec(server, "sloppy")
    stopped = evaluated(f"{spec},budget_tokens=900000", tmp_path)
    assert stopped.exit_code == 1
    assert "status 401" in stopped.output
    assert KEY not in stopped.output
    before = server.answered
    done = evaluated(f"{spec},budget_tokens=90000000", tmp_path, "--resume", "--transcripts", "0")
    assert done.exit_code == 0, done.output
    answers = json.loads((tmp_path / "results.json").read_text())["text"]["answers"]
    assert answers["paid_answers"] == server.answered > before > 0  # none was paid twice
    assert not (tmp_path / "transcripts").exists()


def test_an_arena_reports_each_of_its_models(server: FaultyServer, tmp_path: Path) -> None:
    specs = [chat_spec(server, "sloppy", asks=0, invalid="forfeit"), chat_spec(server, "random")]
    arguments = "--game", "two_crowns", "--set", "max_turns=6", "--games", "6", "--out", str(tmp_path)
    done = run(arena_command.main, *specs, "heuristic", *arguments, "--transcripts", "1")
    assert done.exit_code == 0, done.output
    found = json.loads((tmp_path / "results.json").read_text())
    assert list(found["text"]) == specs
    assert found["endings"].get("forfeit", 0) == found["text"][specs[0]]["answers"]["forfeits"] > 0
    report = (tmp_path / "report.html").read_text()
    assert report.count("Where it loses most: chat:") == 2
    assert len(list((tmp_path / "transcripts").iterdir())) == 2
    again = run(arena_command.main, *specs, "heuristic", *arguments, "--transcripts", "1", "--resume")
    assert again.exit_code == 0, again.output


def test_a_cluster_is_refused(server: FaultyServer, tmp_path: Path) -> None:
    arguments = "--game", "two_crowns", "--out", str(tmp_path / "new"), "--ray", "local"
    done = run(arena_command.main, chat_spec(server), "random", *arguments)
    assert done.exit_code == 2
    assert "not in a Ray cluster" in " ".join(done.output.replace("│", " ").split())
    assert not (tmp_path / "new").exists()


# -- protocols ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", LLM, ids=lambda protocol: protocol.name)
def test_protocols_for_language_models_are_small(protocol: Protocol) -> None:
    assert re.fullmatch(r"\w+-\dp-llm-v1", protocol.name)
    assert protocol.games <= 60
    for opponent in protocol.opponents:
        assert opponent.agent in ("random", "heuristic")
        assert opponent.games % protocol.players == 0  # whole deals
        assert protocol.detectable(opponent) < 1 - 1 / protocol.players  # or no win share would be different enough
    assert protocol.tokens is not None
    assert protocol.tokens <= 18_000_000


def test_the_detectable_difference_is_that_of_a_test_of_shares() -> None:
    """80 % power at 5 %: with 100 games, 64 % instead of 50 % wins."""
    assert SMALL.detectable(Opponent("random", 100, 0.0)) == pytest.approx(0.14, abs=0.001)
    assert replace(SMALL, players=4).detectable(Opponent("random", 100, 0.0)) == pytest.approx(0.121, abs=0.001)


def test_their_deals_are_those_of_no_other_protocol() -> None:
    assert SMALL.seed == 2**42 + 2**20 + 1
    assert len({protocol.seed for protocol in PROTOCOLS.values() if protocol.game == "two_crowns"}) == 2
