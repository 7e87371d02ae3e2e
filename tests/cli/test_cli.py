"""The command `kschwert`: output, files and errors."""

import json
import os
import re
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from kschwert_env import GAMES, terminal
from kschwert_env.agents.registry import make_agent
from kschwert_env.cli import bench
from kschwert_env.cli.app import app
from kschwert_env.engine.records import game_stats
from kschwert_env.engine.records.record import Recorder, read_game_name
from kschwert_env.engine.records.record import replay as replayed
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.importing import find_game
from kschwert_env.krone_schwert import Game, Rules, StatsCollector
from kschwert_env.rendering.pages.page import page
from kschwert_env.terminal import WIDTH
from tests.helpers.by_hand import play_by_hand, win_share

pytestmark = pytest.mark.usefixtures("compiled")


def kschwert(*arguments: object, keys: str | None = None) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)), input=keys)


def succeeds(*arguments: object, keys: str | None = None) -> str:
    """Run the command; return its output."""
    result = kschwert(*arguments, keys=keys)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def fails(status: int, *arguments: object) -> str:
    """Run the command; return its error message, without a traceback."""
    result = kschwert(*arguments)
    assert result.exit_code == status, result.output
    assert isinstance(result.exception, SystemExit)
    assert "Error: " in result.stderr
    return result.stderr.replace("\n", " ")


CAP = "cap=6"  # random players of some games would go on for thousands of decisions


@pytest.fixture(params=GAMES)
def recorded(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The record of a game with two players, for each game."""
    path = tmp_path / "game.jsonl"
    of = "--game", request.param, "--players", 2, "--set", CAP
    succeeds("simulate", *of, "--games", 1, "--seed", 4, "--record", path)
    return path


def played(path: Path) -> Recorder[Any]:
    """Return the recorded game."""
    return replayed(path, game_type(find_game(read_game_name(path))))


# -- in general -----------------------------------------------------------------------------------------------


def test_the_version_is_that_of_the_package() -> None:
    assert succeeds("--version") == f"kschwert {version('kschwert_env')}\n"


@pytest.mark.parametrize(
    "command", [(), ("simulate",), ("bench",), ("dataset",), ("edition",), ("edition", "check"), ("replay",)]
)
def test_every_command_has_help(command: tuple[str, ...]) -> None:
    text = succeeds(*command, "--help")
    assert "Usage: " in text
    assert "--help" in text
    assert max(map(len, text.splitlines())) <= WIDTH


def test_the_games_are_packages_with_what_the_commands_need() -> None:
    for game in GAMES:
        package: Any = import_module(f"kschwert_env.{game}")
        assert package.Rules.package == game
        assert package.Game.rules_type is package.Rules
        assert issubclass(package.StatsCollector, game_stats.StatsCollector)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "--players", 6], "num_players must be an int from 2 to 5, not 6"),
        (["simulate", "--players", "two"], "'--players'"),
        (["simulate", "--games", 0], "'--games'"),
        (["simulate", "--seed", -1], "'--seed'"),
        (
            ["simulate", "--game", "chess"],
            "'--game': unknown game 'chess'; expected one of: krone_schwert, two_crowns, politics_and_intrigue",
        ),
        (["simulate", "--agent", "nobody"], "unknown kind of agent 'nobody'"),
        (["simulate", "--set", "max_rounds"], "--set must be NAME=VALUE, such as reward=score, not 'max_rounds'"),
        (["simulate", "--set", "max_round=5"], "unknown option 'max_round'; the options of krone_schwert are edition"),
        (
            ["simulate", "--set", "max_rounds=none_"],
            "max_rounds must be an integer of at least 1, or None, not 'none_'",
        ),
        (["simulate", "--set", "num_players=3"], "num_players can't be given by --set; use --players"),
        (["simulate", "--set", "edition=mine"], "edition 'mine' is neither a bundled edition (standard) nor"),
        (["simulate", "--json", "nowhere/x.json"], "nowhere/x.json can't be written: folder nowhere does not exist"),
        (["simulate", "--record", "nowhere/x"], "nowhere/x can't be written: folder nowhere does not exist"),
        (["simulate", "--json", "."], ". can't be written: it is not a file"),
        (["simulate", "more"], "more"),
        (["bench", "--threads", 0], "'--threads'"),
        (["bench", "--runs", 0], "'--runs'"),
        (["bench", "--set", "reward=gold"], "reward must be one of win, placement, score, not 'gold'"),
        (["edition", "check"], "FILE"),
        (["replay"], "FILE"),
        (["replay", "nowhere.jsonl"], "'nowhere.jsonl'"),
        (["replay", "."], "'.'"),
        (["dance"], "'dance'"),
    ],
)
def test_wrong_usage_is_named(
    arguments: list[object], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in fails(2, *arguments)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), ("-1", -1), ("True", True), ("false", False), ("none", None), ("score", "score"), ("a=b", "a=b")],
)
def test_values_of_options(text: str, value: object) -> None:
    name, found = terminal.parse_assignment(f"option={text}")
    assert (name, found, type(found)) == ("option", value, type(value))


# -- simulate -------------------------------------------------------------------------------------------------


def test_simulate_tells_what_the_games_were_like(tmp_path: Path) -> None:
    text = succeeds("simulate", "--players", 2, "--games", 40, "--seed", 3, "--json", tmp_path / "figures.json")
    figures = json.loads((tmp_path / "figures.json").read_text())
    games = play_by_hand(Rules(2), 3, each=[1] * 40)
    decisions = [game.decisions for game in games]
    assert figures["game"] == "krone_schwert"
    assert figures["rules"] == Rules(2).options()
    assert (figures["seed"], figures["games_asked"], figures["games"]) == (3, 40, 40)
    assert figures["per_game"]["decisions"] == {
        "mean": pytest.approx(np.mean(decisions)),
        "median": np.median(decisions),
        "smallest": min(decisions),
        "largest": max(decisions),
    }
    assert sum(figures["endings"].values()) == 40
    assert figures["endings"]["round_cap"] == sum(game.truncated for game in games)
    for seat, values in enumerate(figures["seats"]):
        assert values["win_share"] == pytest.approx(win_share(games, seat))
        assert values["mean_score"] == pytest.approx(np.mean([game.scores[seat] for game in games]))
        assert values["win_interval"][0] < values["win_share"] < values["win_interval"][1]
        assert f"{values['mean_score']:.2f}" in text
        assert f"{values['win_share']:.1%}" in text
        assert " to ".join(f"{end:.1%}" for end in values["win_interval"]) in text
    assert figures["speed"]["decisions_per_second"] > 0
    for words in ("40 games of random: krone_schwert, 2 players", f"{np.mean(decisions):.2f}", "revolts won by king"):
        assert words in text
    assert "Stopped early" not in text


def test_simulate_follows_the_options_of_the_rules(tmp_path: Path) -> None:
    arguments = ("--players", 2, "--set", "max_rounds=2", "--set", "reward=score", "--set", "shuffle_parts=false")
    text = succeeds("simulate", *arguments, "--games", 5, "--json", tmp_path / "figures.json")
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert figures["rules"] == Rules(2, max_rounds=2, reward="score", shuffle_parts=False).options()
    assert figures["endings"]["round_cap"] == 5
    assert figures["per_game"]["rounds"]["largest"] == 2
    assert "2 players, shuffle_parts=False, max_rounds=2, reward=score" in text


def test_the_record_is_that_of_the_first_game(recorded: Path) -> None:
    recorder = played(recorded)
    rules = terminal.chosen_rules(read_game_name(recorded), 2, [CAP])
    (game,) = play_by_hand(rules, 4, each=[1])
    assert recorder.game.is_over
    assert recorder.game.rules == rules
    assert recorder.game.scores.tolist() == game.scores
    assert len(recorder.lines) == 1 + game.decisions


def test_simulate_lets_an_agent_play_all_seats(tmp_path: Path) -> None:
    make_agent("heuristic", Rules(2))  # compiles it, so that the command does not report that
    arguments = ("simulate", "--players", 2, "--set", CAP, "--agent", "heuristic", "--games", 3, "--seed", 4)
    files = "--json", tmp_path / "figures.json", "--record", tmp_path / "game.jsonl"
    text = succeeds(*arguments, *files)
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert figures["agent"] == "heuristic"
    assert "3 games of heuristic: krone_schwert, 2 players" in text
    assert sum(figures["actions_per_game"].values()) == pytest.approx(figures["per_game"]["decisions"]["mean"])
    total = sum(seat["mean_score"] for seat in figures["seats"])
    assert sum(figures["points_per_game"].values()) == pytest.approx(total)
    source, points = max(figures["points_per_game"].items(), key=lambda item: item[1])
    assert f"{source.replace('_', ' ')} {points:,.2f} {points / total:.1%}" in " ".join(text.split())
    alone = "--games", 1, "--seed", 4, "--json", tmp_path / "one.json"
    succeeds("simulate", "--players", 2, "--set", CAP, "--agent", "heuristic", *alone)
    scores = [seat["mean_score"] for seat in json.loads((tmp_path / "one.json").read_text())["seats"]]
    assert played(tmp_path / "game.jsonl").game.scores.tolist() == scores


def interrupt_after(monkeypatch: pytest.MonkeyPatch, decisions: int) -> None:
    """Simulate Ctrl-C after a number of steps of the batch."""
    decide, left = StatsCollector.step, iter(range(decisions))

    def interrupted(self: StatsCollector) -> np.ndarray:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return decide(self)

    monkeypatch.setattr(StatsCollector, "step", interrupted)


def test_ctrl_c_keeps_the_games_that_are_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_stats, "NUM_SLOTS", 4)
    interrupt_after(monkeypatch, 500)
    text = succeeds("simulate", "--players", 2, "--games", 400, "--json", tmp_path / "figures.json")
    figures = json.loads((tmp_path / "figures.json").read_text())
    each, rest = divmod(figures["games"], 4)
    assert rest == 0
    assert 0 < each < 10
    assert f"Stopped early: statistics of {figures['games']} games." in text
    games = play_by_hand(Rules(2), 0, each=[each] * 4)
    assert figures["seats"][0]["win_share"] == pytest.approx(win_share(games, 0))
    assert figures["games_asked"] == 400


def test_ctrl_c_before_any_game_has_ended_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(monkeypatch, 3)
    message = fails(1, "simulate", "--players", 2, "--games", 10, "--json", tmp_path / "figures.json")
    assert "stopped before all of the 10 parallel games had finished once" in message
    assert not (tmp_path / "figures.json").exists()


# -- bench ----------------------------------------------------------------------------------------------------


def test_bench_measures_all_that_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "DECISIONS", 1000)
    asked = ("--games", 3, "--games", 50, "--threads", 1, "--threads", 2, "--runs", 3)
    text = succeeds("bench", "--players", 2, *asked, "--json", tmp_path / "speed.json")
    figures = json.loads((tmp_path / "speed.json").read_text())
    assert figures["rules"] == Rules(2).options()
    assert figures["runs"] == 3
    assert figures["machine"]["versions"]["kschwert_env"] == version("kschwert_env")
    rows = figures["decisions_per_second"]
    ways = ("decision and mask", "with observation", "with observation, Batch.step")
    cases = [(way, games, threads) for games in (3, 50) for threads in (1, 2) for way in ways]
    assert [(row["what"], row["games"], row["threads"]) for row in rows] == cases
    assert all(0 < row["smallest"] <= row["median"] <= row["largest"] for row in rows)
    assert text.count("with observation, Batch.step") == 4
    assert f"Start-up took {figures['seconds_until_ready']:.1f} s" in text


# -- replay ---------------------------------------------------------------------------------------------------


def words_of(path: Path) -> list[list[str]]:
    """Return the commentary on every decision of a recorded game."""
    recorder = played(path)
    game, told = type(recorder.game)(recorder.game.rules, recorder.lines[0]["seed"]), []
    for line in recorder.lines[1:]:
        action = game.rules.actions.encode(**line["action"])
        before = game.position()
        game.step(action)
        told.append(game.rules.tell(before, game.rules.actions.decode(action), game.position()))
    return told


def positions_in(text: str) -> int:
    """Return the number of drawn positions; each has its turn or phase once."""
    return len(re.findall(r"^(Now|Setup|Over) {4}", text, re.MULTILINE))


def test_a_record_is_told_from_start_to_end(recorded: Path) -> None:
    text = succeeds("replay", recorded)
    told = words_of(recorded)
    assert text.splitlines()[0].strip("─ ") == f"The start, before {len(told)} decisions"
    for number, (deed, *consequences) in enumerate(told[:-1], start=1):
        assert "\n".join([f"{number:>5}  {deed}", *(f"       {line}" for line in consequences)]) + "\n" in text
    assert "\n".join(told[-1]) in text
    assert positions_in(text) == 2  # the first and the last one
    assert len(re.findall(r"Seat [01] wins\.|share the win\.|Nobody wins\.", text)) == 1


def test_a_record_without_decisions_is_told(tmp_path: Path) -> None:
    Recorder(Game, Rules(2), seed=1).write(tmp_path / "game.jsonl")
    text = succeeds("replay", tmp_path / "game.jsonl")
    assert "The start, before 0 decisions" in text
    assert positions_in(text) == 1


def test_keys_step_through_a_record(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "is_terminal", lambda: True)
    told = words_of(recorded)
    last = len(told)
    text = succeeds("replay", recorded, keys=f"\n\nb\n9\n0\nb\n{last}\n\n{last + 1}\nhelp\nQ\n")
    stops = [f"Decision {number} of {last}" if number else "The start" for number in (0, 1, 2, 1, 9, 0, last)]
    assert re.findall(r"─ (The start|Decision \d+ of \d+)\b.* ─", text) == stops
    assert positions_in(text) == len(stops)
    for number in (1, 2, 9, last):
        assert "\n".join(told[number - 1]) in text
    assert "This is the start." in text
    assert "The record ends here." in text
    keys = "Enter: next, b: back, a number: go to that decision, q: quit"
    for wrong in (last + 1, "help"):
        assert f"Unknown key '{wrong}'. {keys}. Numbers are 0 to {last}." in text


def test_the_end_of_the_keys_leaves_the_record(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "is_terminal", lambda: True)
    assert positions_in(succeeds("replay", recorded, keys="")) == 1


def test_a_record_is_written_as_a_page(recorded: Path, tmp_path: Path) -> None:
    assert succeeds("replay", recorded, "--html", tmp_path / "game.html") == ""
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == page(played(recorded))


def test_a_file_that_cannot_be_written_is_a_failure(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)  # when all has been written, as far as that goes
    path, there = recorded.with_name("full"), sorted(recorded.parent.iterdir())
    for command in (("replay", recorded, "--html"), ("simulate", "--games", 1, "--json")):
        assert f"{path} can't be written: No space left on device" in fails(1, *command, path)
        assert sorted(recorded.parent.iterdir()) == there
    assert "can't be written" in fails(1, "simulate", "--games", 1, "--record", path)
    assert sorted(recorded.parent.iterdir()) == there


def test_a_name_that_is_too_long_is_a_failure(tmp_path: Path) -> None:
    assert "can't be written: File name too long" in fails(
        1, "simulate", "--games", 1, "--json", tmp_path / ("x" * 300)
    )
    assert "is neither a bundled edition" in fails(2, "simulate", "--set", f"edition={'x' * 300}")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders")
def test_a_pipe_that_nobody_writes_to_is_a_failure(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "pipe can't be read: not a regular file" in fails(1, "replay", tmp_path / "pipe")


def test_a_damaged_record_is_a_failure(recorded: Path) -> None:
    lines = recorded.read_text().splitlines()
    recorded.write_text("\n".join(lines[:-1]))
    assert f"line {len(lines) - 1}: the record is truncated: the end line is missing" in fails(1, "replay", recorded)
    recorded.write_text("\n".join([*lines[:5], "{", *lines[6:]]))
    assert "line 6 is not JSON" in fails(1, "replay", recorded)
    recorded.write_text("\n".join([*lines[:5], lines[4], *lines[5:]]))
    assert "line 6: invalid action " in fails(1, "replay", recorded)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"game": "chess"},
            "line 1: unknown game 'chess'; expected one of: krone_schwert, two_crowns, politics_and_intrigue",
        ),
        ({"fingerprint": "00"}, "line 1: the rules, or the edition file they name, have changed since the recording"),
        ({"rules": {"num_players": 2, "max_round": 3}}, "line 1: invalid rules or seed: unknown option 'max_round'"),
    ],
)
def test_a_record_of_other_rules_is_a_failure(changes: dict[str, Any], message: str, recorded: Path) -> None:
    header, *rest = recorded.read_text().splitlines()
    recorded.write_text("\n".join([json.dumps({**json.loads(header), **changes}), *rest]))
    assert message in fails(1, "replay", recorded)
