"""The page contains every position and decision of a record, and is self-contained."""

import json
import random
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from kschwert_env import politics_and_intrigue, two_crowns
from kschwert_env.engine.records.record import Recorder, replay
from kschwert_env.engine.text.voice import Voice
from kschwert_env.rendering.pages.page import THEME, page, write_page
from kschwert_env.rendering.pages.titles import describe_options
from tests.helpers.cases import RICH, SMALL, Case

DECISIONS = 500


def recorded(case: Case, decisions: int) -> Recorder[Any]:
    """Return a record of some random decisions of a game, or of all."""
    choice = random.Random(1)
    recorder = Recorder(case.game, case.rules, seed=5)
    while not recorder.game.is_over and len(recorder.lines) <= decisions:
        recorder.step(choice.choice(recorder.game.legal_actions()))
    return recorder


@cache
def long_page() -> tuple[Recorder[Any], str]:
    recorder = recorded(SMALL, DECISIONS)
    return recorder, page(recorder)


def contents(text: str) -> Any:
    """Return the data that the page embeds."""
    (found,) = re.findall(r'<script type="application/json" id="game">(.*?)</script>', text, re.DOTALL)
    return json.loads(found)


def canonical(picture: str) -> str:
    """Return a normalized picture, equal for equal contents."""
    return ElementTree.canonicalize(re.sub(r' xmlns="[^"]*"', "", picture))


def joined(game: Any, step: int) -> str:
    """Return the picture of a step, as the page assembles it."""
    attributes = "".join(f' {name}="{value}"' for name, value in game["attributes"].items())
    return f"<svg{attributes}>{''.join(game['parts'][part] for part in game['frames'][step])}</svg>"


def test_every_position_is_drawn_and_every_decision_told() -> None:
    recorder, text = long_page()
    found, rules = contents(text), recorder.game.rules
    decisions = list(recorder.decisions())
    assert len(decisions) == len(recorder.lines) - 1 > 100
    assert len(found["frames"]) == len(found["steps"]) == len(decisions) + 1
    voice = Voice(tuple(f"Player {seat + 1}" for seat in range(rules.num_players)), first=1)  # as people count
    assert found["steps"][1:] == [rules.tell(*decision, voice=voice) for decision in decisions]
    assert "Player 1" in found["steps"][1][0]
    assert canonical(joined(found, 0)) == canonical(rules.draw_svg(decisions[0].before, None, None, voice))
    for step, (before, action, after) in list(enumerate(decisions, start=1))[::7]:
        told = rules.tell(before, action, after, voice=voice)[0]
        assert canonical(joined(found, step)) == canonical(rules.draw_svg(after, None, action, voice, told))
        assert "Last action" not in joined(found, step)


def test_the_page_is_small_and_holds_every_part_once() -> None:
    recorder, text = long_page()
    parts = contents(text)["parts"]
    assert len(parts) == len(set(parts))
    assert len(text) - len(THEME) < 6000 * len(recorder.lines)


def test_the_page_needs_nothing_from_elsewhere() -> None:
    _, text = long_page()
    without_fonts = re.sub(r'url\("data:font/woff2;base64,[\w+/=]+"\)', "", text)
    assert without_fonts.count("@font-face") == 2
    found = re.findall(r"https?:|//[a-z]|@import|<link|<img|\bsrc=|url\((?!#)", without_fonts.replace("\\u003c", "<"))
    assert not found
    assert "@TITLE@" not in text
    assert "@OPTIONS@" not in text
    assert "@GAME@" not in text


def test_the_page_names_game_seed_and_options() -> None:
    recorder, text = long_page()
    assert f"<h1>{escape(recorder.game.rules.title)}, seed 5</h1>" in text
    assert "<p>3 players" in text


def test_options_that_differ_from_the_defaults_are_named_in_words() -> None:
    assert describe_options(two_crowns.Rules()) == "2 players"
    rules = two_crowns.Rules(edition=RICH, die_of_fate=True, start_player="random", max_turns=None, reward="score")
    told = "2 players; edition: rich; start player: random; die of fate: yes; max turns: none; reward: score"
    assert describe_options(rules) == told
    tournament = politics_and_intrigue.Rules(game="tournament", start_player="random")
    words = describe_options(tournament)
    assert words.startswith("2 players; game: tournament; decks: 33 for Player 1, 33 for Player 2; events: 4 for")
    assert words.endswith("start player: random")


def test_nothing_in_a_game_can_end_the_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SMALL.rules.__class__, "tell", lambda *_, **__: ["</script><b>"])
    text = page(recorded(SMALL, 2))
    assert text.count("</script>") == 2
    assert contents(text)["steps"][1] == ["</script><b>"]


def test_every_game_has_a_page_finished_or_not(case: Case) -> None:
    for decisions in (0, 3):
        recorder = recorded(case, decisions)
        assert len(contents(page(recorder))["frames"]) == decisions + 1


def test_a_written_record_gives_the_same_page(tmp_path: Path) -> None:
    recorder = recorded(SMALL, 20)
    recorder.write(tmp_path / "game.jsonl")
    write_page(replay(tmp_path / "game.jsonl", SMALL.game), tmp_path / "game.html")
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == page(recorder)


def test_what_looks_like_a_place_to_be_filled_is_shown_as_it_is(tmp_path: Path) -> None:
    """Placeholders, HTML and terminal codes in the name of an edition's file are shown literally."""
    from kschwert_env.two_crowns import Game, Rules

    path = tmp_path / "@GAME@ @{GAME} @@ <b>$x ${x}\x1b\udcff.toml"
    path.write_bytes((Path(two_crowns.__file__).parent / "editions" / "standard.toml").read_bytes())
    recorder = Recorder(Game, Rules(edition=str(path)), seed=5)
    recorder.step(recorder.game.legal_actions()[0])
    text = page(recorder)
    assert r"@GAME@ @{GAME} @@ &lt;b&gt;$x ${x}\x1b\udcff" in text
    assert len(contents(text)["frames"]) == 2
    write_page(recorder, tmp_path / "game.html")
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == text
