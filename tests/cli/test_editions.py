"""`kschwert edition check`: output and errors."""

from pathlib import Path

import numpy as np
import pytest

from kschwert_env import GAMES
from kschwert_env.engine.jit.code_folders import cache_folder
from kschwert_env.krone_schwert import Rules
from kschwert_env.krone_schwert.editions.edition import FOLDER
from tests.cli.test_cli import fails, interrupt_after, succeeds
from tests.helpers.by_hand import play_by_hand
from tests.helpers.editions import rules_with_editions

pytestmark = pytest.mark.usefixtures("compiled")

STANDARD = (FOLDER / "standard.toml").read_text()


def edition(tmp_path: Path, old: str = "", new: str = "") -> Path:
    """Return a changed copy of the standard edition."""
    assert old in STANDARD
    path = tmp_path / "mine.toml"
    path.write_text(STANDARD.replace(old, new, 1) if old else STANDARD)
    return path


def test_an_edition_in_order_is_told(tmp_path: Path) -> None:
    path = edition(tmp_path, "city = { copies = 15, combat = 2", "city = { copies = 14, combat = 7")
    lines = succeeds("edition", "check", path, "--games", 0).splitlines()
    words = [line.split() for line in lines]
    data = Rules(2, edition=str(path)).edition_data
    for i, card in enumerate(("leader_3", "leader_4", "incite", "castle", "cathedral", "city")):
        assert [card, str(data.copies[i]), str(data.combat[i]), str(data.shields[i])] in words
    assert ["city", "14", "7", "2"] in words
    assert ["game_end", "1", "-", "-"] in words
    assert ["all", str(sum(data.copies))] in words
    for part in data.parts:
        assert [part.name, "3", "x", "4", "11", "5", "8"] in words
    for players, threshold in data.thresholds.items():
        assert [str(players), str(Rules(players).num_fields), str(threshold)] in words
    assert ["crown", "11"] in words
    assert ["large_cities", "10"] in words
    assert lines[-1] == f"{path} is valid."


@pytest.mark.parametrize("game", GAMES)
def test_editions_of_every_game_are_told(game: str) -> None:
    """Every cell of every table is printed."""
    words = [
        line.split() for line in succeeds("edition", "check", "standard", "--game", game, "--games", 0).splitlines()
    ]
    for facts in rules_with_editions(game)(2).edition_facts():
        for row in facts.rows:
            assert [word for cell in row for word in str(cell).split()] in words


def test_an_edition_is_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rules, "player_counts", range(2, 3))  # one number of players is enough
    text = succeeds("edition", "check", "standard", "--games", 5, "--seed", 2)
    lengths = [game.decisions for game in play_by_hand(Rules(2), 2, each=[1] * 5)]
    assert ["2", "5", f"{np.mean(lengths):.1f}", str(max(lengths))] in [line.split() for line in text.splitlines()]


def test_ctrl_c_stops_an_edition_check(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(monkeypatch, 3)
    assert "stopped" in fails(1, "edition", "check", "standard")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("crowns = 11", "crowns = -1", "people.crowns: -1 is wrong; it must be an integer from 0 to 99"),
        ("M   P   M   F", "M   P   X   F", "parts[0].map: \"'X' in line 1\" is wrong"),
        ("[people]", "[people", "invalid TOML"),
        ("5 = 25\n", "", "thresholds.5 is missing"),
    ],
)
def test_a_wrong_edition_is_a_failure(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = edition(tmp_path, old, new)
    complaint = fails(1, "edition", "check", path)
    assert complaint.startswith(f"Error: {path}: ")
    assert message in complaint


def test_a_missing_edition_is_a_failure() -> None:
    assert "edition 'nowhere.toml' is neither a bundled edition" in fails(1, "edition", "check", "nowhere.toml")


def test_a_record_is_replayed_without_the_file_of_its_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache_folder()  # that of compiled code stays
    monkeypatch.setenv("KSCHWERT_CACHE", str(tmp_path / "cache"))
    path = edition(tmp_path, "city = { copies = 15", "city = { copies = 14")
    rules = "--players", 2, "--set", f"edition={path}", "--set", "cap=2"
    succeeds("simulate", *rules, "--games", 1, "--record", tmp_path / "game.jsonl")
    before = succeeds("replay", tmp_path / "game.jsonl")
    path.unlink()
    assert succeeds("replay", tmp_path / "game.jsonl") == before
    succeeds("replay", tmp_path / "game.jsonl", "--html", tmp_path / "game.html")
    assert "<svg" in (tmp_path / "game.html").read_text()


@pytest.mark.parametrize(("name", "game"), [("last_turn_2", "krone_schwert"), ("two_turns", "two_crowns")])
def test_editions_with_a_start_are_checked_with_the_options_that_they_need(name: str, game: str) -> None:
    path = Path(__file__).parents[2] / "training" / "ground_truth" / f"{name}.toml"
    text = " ".join(succeeds("edition", "check", path, "--game", game, "--games", 0).split())
    assert text.endswith(f"{name}.toml is valid.")
    assert ("shuffle_parts=False" in text) == (game == "krone_schwert")
    if game == "krone_schwert":
        given = ("--games", 0, "--set", "shuffle_parts=true")
        assert "shuffle_parts must be False" in fails(1, "edition", "check", path, "--game", game, *given)
