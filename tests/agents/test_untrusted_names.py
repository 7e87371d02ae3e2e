"""Names from outside (agents, paths, settings) are displayed literally, whatever they contain."""

import json
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env import terminal
from kschwert_env.agents import DecisionBatch
from kschwert_env.arena.command import main, ranking_table
from kschwert_env.arena.report import shortened
from kschwert_env.engine.text.phrases import shown
from kschwert_env.two_crowns import Rules

NAMES = {
    "markup": "[/red]",
    "markup that opens": "[red]x.npz",
    "emoji": ":smile:",
    "mathematics": r"$\frac{$",
    "format": "{task} {0} %s @{GAME}",
    "HTML": "</title><script>alert(1)</script>&amp;",
    "escape sequences": "\x1b[31mred\x1b]0;title\x07",
    "lines": "one\ntwo\r\u2028three",
    "right to left": "\u202egnp.exe",
    "not UTF-8": os.fsdecode(b"\xff\xfe.npz"),
    "half a character": "\ud800",
    "long": "x" * 300,
    "another script": "王冠と剣",
}


class Named:
    """Takes the first legal action; it has a label."""

    games_at_once = 4

    def __init__(self, rules: Rules, label: str = "") -> None:
        pass

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return the first legal actions."""
        return decisions.masks.argmax(axis=1)


def arena(out: Path, *arguments: str) -> Result:
    app = Typer()
    app.command()(main)
    return CliRunner().invoke(app, ["--game", "two_crowns", "--games", "2", "--out", str(out), *arguments])


def test_what_does_not_print_is_written_out() -> None:
    assert shown("王 löwe [red]") == "王 löwe [red]"
    assert shown("\x1b\n\udcff\u202e\x00") == r"\x1b\n\udcff\u202e\x00"
    assert all(shown(name).isprintable() for name in NAMES.values())


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_an_agent_of_any_name_is_rated(name: str, tmp_path: Path) -> None:
    """From the arena to table, results and report."""
    typed = f"{__name__}.Named:label={name}"
    done = arena(tmp_path / "out", typed, "random")
    assert done.exit_code == 0, done.output
    folded = "".join(line[2:52].strip() for line in done.output.splitlines())
    assert shown(name).replace(" ", "")[:40] in folded.replace(" ", "")
    assert "\x1b" not in done.output
    assert typed in json.loads((tmp_path / "out" / "results.json").read_text())["agents"]
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 4
    assert "<script>" not in page
    assert "\x1b" not in page
    escaped = shown(name).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f"<td>{__name__}.Named:label={escaped}</td>" in page


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_errors_show_names_as_they_are(name: str, tmp_path: Path) -> None:
    done = arena(tmp_path / "out", f"policy:{name}", "random")
    assert done.exit_code == 2
    assert "\x1b" not in done.output
    assert "Traceback" not in done.output
    words = "".join(line.strip(" │") for line in done.output.splitlines()).replace(" ", "")
    assert repr(name)[1:20].replace(" ", "") in words or shown(name)[:20].replace(" ", "") in words


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize("name", [name for name in NAMES.values() if len(name) < 200 and "/" not in name])
def test_a_folder_of_any_name_is_written_to(name: str, tmp_path: Path) -> None:
    try:
        (tmp_path / name).mkdir()
    except UnicodeEncodeError:
        pytest.skip("no path can be that")
    done = arena(tmp_path / name, "random", f"{__name__}.Named")
    assert done.exit_code == 0, done.output
    assert {"games.jsonl", "results.json", "report.html"} <= set(os.listdir(tmp_path / name))


def test_the_console_knows_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    console = terminal.new_console()
    table = terminal.text_table("[bold]title", "[red]column")
    table.add_row("[/red] :smile: \x1b[31m")
    console.print("[/nothing]", table)
    printed = capsys.readouterr().out
    for text in ("[bold]title", "[red]column", r"[/red] :smile: \x1b[31m", "[/nothing]"):
        assert text in printed


def test_a_name_beside_a_plot_is_short() -> None:
    assert shortened("a" * 60) == "a" * 60
    assert shortened("a" * 100 + "b" * 100) == "a" * 30 + "…" + "b" * 30


def test_the_ladder_takes_any_name(capsys: pytest.CaptureFixture[str]) -> None:
    its = {"games": 2, "win_share": 0.5, "low": 0.1, "high": 0.9, "placement": 1.5, "points": 3.0}
    its |= {"rating": 25.0, "rating_sigma": 8.0}
    found = {"game": "g", "players": 2, "games": 2, "fair_share": 0.5, "agents": dict.fromkeys(NAMES.values(), its)}
    terminal.new_console().print(ranking_table(found))
    assert "[/red]" in capsys.readouterr().out
