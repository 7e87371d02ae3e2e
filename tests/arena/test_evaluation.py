"""Evaluation protocols: opponents, results and resuming."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.agents.registry import make_agents
from kschwert_env.arena.evaluation import protocols
from kschwert_env.arena.evaluation.evaluation import Evaluation, estimate_rating
from kschwert_env.arena.evaluation.protocols import PROTOCOLS, Opponent, Protocol, protocol_of
from kschwert_env.cli.evaluate import main
from kschwert_env.engine.io.files import FileError
from kschwert_env.two_crowns import Rules

ALL = tuple(PROTOCOLS.values())
SMALL = Protocol(
    "two_crowns", 2, 1, Rules().fingerprint[:12], (Opponent("random", 12, 10.0), Opponent("heuristic", 8, 30.0))
)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A protocol with few games."""
    monkeypatch.setattr(protocols, "PROTOCOLS", {SMALL.name: SMALL})


def command(*arguments: str) -> Result:
    app = Typer(add_completion=False)
    app.command()(main)
    return CliRunner().invoke(app, arguments)


def test_every_game_and_number_of_players_has_one() -> None:
    assert {(protocol.game, protocol.players) for protocol in ALL} == {
        *(("krone_schwert", players) for players in (2, 3, 4, 5)),
        ("two_crowns", 2),
        ("politics_and_intrigue", 2),
    }
    for protocol in ALL:
        assert PROTOCOLS[protocol.name] is protocol
        assert protocol.rules().num_players == protocol.players
        assert protocol.games % protocol.players == 0


def test_their_deals_are_no_others() -> None:
    assert SMALL.seed == 2**42 + 1
    assert replace(SMALL, version=2).seed != SMALL.seed


@pytest.mark.long  # all agents are compiled
@pytest.mark.needs_jit
@pytest.mark.parametrize("protocol", ALL, ids=lambda protocol: protocol.name)
def test_their_opponents_are_there(protocol: Protocol) -> None:
    names = [opponent.agent for opponent in protocol.opponents if not opponent.agent.startswith("policy")]
    assert list(make_agents(names, protocol.rules())) == names


def test_other_rules_than_its_own_are_refused() -> None:
    with pytest.raises(ValueError, match="two_crowns-2p-v1 needs rules with fingerprint"):
        replace(SMALL, fingerprint="0" * 12).rules()
    with pytest.raises(ValueError, match="unknown protocol 'chess'; expected one of: two_crowns-2p-v1"):
        protocol_of("chess")


@pytest.mark.needs_jit
def test_the_games_are_those_of_the_protocol(tmp_path: Path) -> None:
    heard = list[int]()
    evaluation = Evaluation(SMALL, "heuristic", tmp_path)
    assert evaluation.play(1, heard.append)
    assert heard[0] == 0
    assert heard[-1] == SMALL.games == 20
    found = evaluation.figures()
    assert [(name, its["games"]) for name, its in found["against"].items()] == [("random", 12), ("heuristic", 8)]
    assert found["against"]["random"]["win_share"] > 0.8  # of one seat of the candidate, not of the opponent
    assert [seat["games"] for seat in found["against"]["random"]["by_seat"]] == [6, 6]
    assert found["protocol"] == "two_crowns-2p-v1"
    assert found["seconds_per_decision"] > 0
    again = Evaluation(SMALL, "heuristic", tmp_path / "again")
    assert again.play(2)
    for results in (found, figures := again.figures()):
        results.pop("seconds_per_decision")
        for its in results["against"].values():
            its.pop("seconds_per_decision")
    assert figures == found


@pytest.mark.needs_jit
def test_games_of_another_agent_are_not_gone_on_with(tmp_path: Path) -> None:
    assert Evaluation(SMALL, "random", tmp_path).play(1)
    with pytest.raises(FileError, match="already holds games"):
        Evaluation(SMALL, "random", tmp_path).play(1)
    with pytest.raises(FileError, match="was started with names"):
        Evaluation(SMALL, "greedy", tmp_path, resume=True).play(1)


def test_figures_need_all_games(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="games against random are missing"):
        Evaluation(SMALL, "random", tmp_path).figures()


def test_ratings_are_on_the_scale_of_the_opponents() -> None:
    def rating(wins: int, anchor: float, seats: int = 2) -> float:
        lost, won = [1.0, *[2.0] * (seats - 1)], [2.0, *[1.0] * (seats - 1)]
        return estimate_rating([(anchor, 0, lost if i % 10 < wins else won) for i in range(2000)])[0]

    assert rating(5, 25.0) == pytest.approx(25.0, abs=0.7)
    assert rating(5, 40.0) - rating(5, 25.0) == pytest.approx(15.0, abs=0.5)
    assert rating(3, 25.0) < rating(5, 25.0) < rating(7, 25.0) < rating(9, 25.0)


def test_the_opponents_ratings_stay_and_seats_count() -> None:
    won_in_the_last_seat = [(25.0, 2, [2.5, 2.5, 1.0])] * 50
    lost_in_the_last_seat = [(25.0, 0, [2.5, 2.5, 1.0])] * 50
    assert estimate_rating(won_in_the_last_seat)[0] > 30 > 20 > estimate_rating(lost_in_the_last_seat)[0]
    assert estimate_rating(won_in_the_last_seat * 4)[1] < estimate_rating(won_in_the_last_seat)[1]


@pytest.mark.needs_jit
def test_the_command_writes_results_and_a_page(tmp_path: Path) -> None:
    done = command("greedy", "--protocol", SMALL.name, "--out", str(tmp_path / "new"))
    assert done.exit_code == 0, done.output
    assert re.search(r"heuristic +30\.0 +8 ", done.output)
    found = json.loads((tmp_path / "new" / "results.json").read_text())
    assert (found["agent"], found["protocol"]) == ("greedy", SMALL.name)
    assert "exploitability" not in found
    page = (tmp_path / "new" / "report.html").read_text()
    assert "By seat" in page
    assert "<svg" in page
    again = command("greedy", "--protocol", SMALL.name, "--out", str(tmp_path / "new"), "--resume")
    assert again.exit_code == 0, again.output
    assert json.loads((tmp_path / "new" / "results.json").read_text()) == found


@pytest.mark.needs_jit
def test_how_exploitable_it_is_is_told_where_asked(tmp_path: Path) -> None:
    done = command("random", "--protocol", SMALL.name, "--out", str(tmp_path), "--best-response", "1")
    assert done.exit_code == 0, done.output
    found = json.loads((tmp_path / "results.json").read_text())["exploitability"]
    assert (found["timesteps"], found["seeds"], found["games"]) == (1, 3, 1000)
    assert "A best response trained for 1 timesteps wins" in (tmp_path / "report.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("random", "--protocol", "chess"), "unknown protocol 'chess'; expected one of: two_crowns-2p-v1"),
        (("chess", "--protocol", SMALL.name), "unknown kind of agent 'chess'"),
    ],
)
def test_what_is_wrong_is_named(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = command(*arguments, "--out", str(tmp_path / "new"))
    assert done.exit_code == 2
    assert message in " ".join(done.output.replace("│", " ").split())
    assert not (tmp_path / "new").exists()
